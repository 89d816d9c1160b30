/* The block in hand and its way among the legal placements, which the engine has listed: nothing else can be reached. */
"use strict";

(() => {
  const bk = cardgen.blockKiller;
  const { table } = bk;
  const { t } = cardgen;

  /** The placement shown as a ghost; undefined without one. */
  bk.ghost = () => table.placements[table.at];

  /** Puts the block back, without drawing anything. */
  bk.putBack = () => Object.assign(table, { block: "", placements: [], at: -1, listed: null });

  /** Takes a block to the field; "" or the same again puts it back. */
  bk.choose = (block) => {
    const again = block === table.block;
    bk.putBack();
    table.clearing = false;
    if (!again) table.block = block;
    bk.redraw();
    if (table.block) bk.listPlacements();
    else bk.tell(t("bk.put-back"));
  };

  /** Takes a block by its letter, if there is one left, and gives the focus to the field. */
  bk.takeBlock = (block) => {
    if (!(bk.left(table.tree.current.state).blocks.get(block) > 0)) return bk.tell(t("bk.none-left", { block }));
    bk.choose(block);
    return document.querySelector(".bk-stage")?.focus({ preventScroll: true });
  };

  /** Asks where the block can lie on the field as it is. A field that is still being worked out is asked about then. */
  bk.listPlacements = async () => {
    const { work, block } = table;
    if (!block || !work || table.working) return;
    const found = await bk.askPlacements(work.board, block);
    if (work !== table.work || block !== table.block || work === table.listed) return;
    table.listed = work;
    const before = bk.ghost();
    const at = before ? centre(before) : [table.cards.width / 2, table.work.board.length];
    table.placements = found;
    table.at = nearest(alike(({ shape }) => shape === (before?.shape ?? 0)), ...at);
    if (table.at < 0) table.at = found.length - 1;
    bk.redraw();
    bk.tellGhost();
  };

  function centre({ cells }) {
    return [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis] + 0.5, 0) / cells.length);
  }

  /** Of some placements the one whose middle is nearest to a point of the field, in cells; -1 for none. */
  function nearest(indexes, x, y) {
    let best = -1;
    let least = Infinity;
    for (const index of indexes) {
      const [cx, cy] = centre(table.placements[index] ?? {});
      const distance = (cx - x) ** 2 + (cy - y) ** 2;
      if (distance < least) [best, least] = [index, distance];
    }
    return best;
  }

  const alike = (test) => table.placements.map((each, index) => (test(each) ? index : -1)).filter((index) => index >= 0);

  function show(index) {
    if (index < 0 || index === table.at) return;
    table.at = index;
    bk.drawGhost();
    bk.tellGhost();
  }

  /** To the next columns on that side where the block can lie this way round, as near as can be to its height. */
  bk.slide = (by) => {
    const here = bk.ghost();
    if (!here) return;
    const beyond = alike(({ shape, x }) => shape === here.shape && (x - here.x) * by > 0);
    const column = Math.min(...beyond.map((index) => Math.abs(table.placements[index].x - here.x)));
    const there = beyond.filter((index) => Math.abs(table.placements[index].x - here.x) === column);
    show(there.sort((a, b) => Math.abs(table.placements[a].y - here.y) - Math.abs(table.placements[b].y - here.y))[0] ?? -1);
  };

  /** To the furthest columns on that side. */
  bk.slideFar = (by) => {
    for (let at = -1; at !== table.at;) {
      at = table.at;
      bk.slide(by);
    }
  };

  /** To the next height in the same columns, the same way round: over or under what overhangs. */
  bk.climb = (by) => {
    const here = bk.ghost();
    if (!here) return;
    const beyond = alike(({ shape, x, y }) => shape === here.shape && x === here.x && (y - here.y) * by > 0);
    show(beyond.sort((a, b) => (table.placements[a].y - table.placements[b].y) * by)[0] ?? -1);
  };

  /** A quarter turn, clockwise for 1, to the nearest placement that way round. */
  bk.rotate = (by) => {
    const here = bk.ghost();
    if (!here) return;
    const { shapes } = table.cards.blocks.get(table.block);
    for (let turned = 1; turned < shapes.length; turned++) {
      const shape = (here.shape + by * turned + shapes.length * turned) % shapes.length;
      const there = nearest(alike((each) => each.shape === shape), ...centre(here));
      if (there >= 0) return show(there);
    }
    return undefined;
  };

  /** To the placement nearest to a point of the field, the same way round. */
  bk.snap = (x, y) => {
    const here = bk.ghost();
    if (here) show(nearest(alike(({ shape }) => shape === here.shape), x, y));
  };

  /** Lets the block lie where the ghost is. */
  bk.drop = () => {
    const here = bk.ghost();
    if (!here) return;
    const { block } = table;
    const name = ["bk.step.place", { block, columns: bk.columnsOf(here.cells), row: here.y, spin: isSpin(here) ? " ↻" : "" }];
    bk.putBack();
    bk.act(bk.place(table.tree.current.state, block, here.cells), name, { drop: true });
  };

  /** Such columns in words. */
  bk.columnWords = (columns) => t(columns.includes("–") ? "bk.columns" : "bk.column", { columns });

  const isSpin = ({ kind }) => kind !== "-";

  /** The columns of cells, as "3" or "3–5". */
  bk.columnsOf = (cells) => {
    const columns = cells.map(([x]) => x);
    const [first, last] = [Math.min(...columns), Math.max(...columns)];
    return first === last ? `${first}` : `${first}–${last}`;
  };

  /** What kind of placement it is, in words; "" for a plain one. Minis are told apart where the ruleset does. */
  bk.kindOf = ({ kind }) => {
    if (kind === "-") return "";
    const minis = (table.rulesets.get(table.rules)?.play.mini ?? "off") !== "off";
    return t(kind === "mini" && minis ? "bk.mini" : "bk.spin");
  };

  const isAnyLeft = () => [...bk.left(table.tree.current.state).blocks.values()].some((count) => count > 0);

  /** Where the ghost is, in words. */
  bk.ghostText = () => {
    const here = bk.ghost();
    if (!here) return t(table.block ? "bk.nowhere" : isAnyLeft() ? "bk.no-block" : "bk.all-placed", { block: table.block });
    const way = t(`bk.way.${table.cards.blocks.get(table.block).shapes[here.shape].name}`);
    const heights = alike(({ shape, x }) => shape === here.shape && x === here.x).length;
    const kind = bk.kindOf(here);
    return t("bk.ghost", { block: table.block, way, columns: bk.columnWords(bk.columnsOf(here.cells)), row: here.y })
      + (heights > 1 ? t("bk.ghost.heights", { count: heights }) : "") + (kind ? t("bk.ghost.kind", { kind }) : "");
  };

  bk.tellGhost = () => bk.tell(bk.ghostText());

  /** Says what a block that has just been dropped did. */
  bk.tellDrop = ({ answer, refusal, placed }) => {
    if (refusal) return bk.tell(cardgen.pick(refusal, cardgen.settings.language));
    const { explanation = {} } = answer ?? {};
    const line = explanation[cardgen.texts.nearest(Object.keys(explanation), [cardgen.settings.language, "en"])]?.[placed];
    return bk.tell([line, answer ? t("bk.sum", answer) : ""].filter(Boolean).join(" "));
  };
})();
