/* The block in hand, and its moves among the legal placements that the engine lists. */

import { pick, settings, t, texts } from "../../play/public.js";
import { bk } from "./state.js";

const { table } = bk;

/** The placement that the ghost shows; undefined without a ghost. */
bk.ghost = () => table.placements[table.at];

/** Put the block back, without drawing. */
bk.putBack = () => Object.assign(table, { block: "", placements: [], at: -1, listed: null });

/** Take a block to the field; "" or the same block puts it back. */
bk.choose = (block) => {
  const again = block === table.block;
  bk.putBack();
  table.clearing = false;
  if (!again) table.block = block;
  bk.redraw();
  if (table.block) bk.listPlacements();
  else bk.announce(t("bk.put-back"));
};

/** Take a block by its letter, if one is left, and move the focus to the field. */
bk.takeBlock = (block) => {
  if (!(bk.left(table.tree.current.state).blocks.get(block) > 0)) return bk.announce(t("bk.none-left", { block }));
  bk.choose(block);
  return document.querySelector(".bk-stage")?.focus({ preventScroll: true });
};

/** List the placements of the block on the current field. If the field is still being scored, this is done later. */
bk.listPlacements = async () => {
  const { work, block } = table;
  if (!block || !work || table.working) return;
  const placements = await bk.askPlacements(work.board, block);
  if (work !== table.work || block !== table.block || work === table.listed) return;
  table.listed = work;
  const before = bk.ghost();
  const at = before ? centre(before) : [table.cards.width / 2, table.work.board.length];
  table.placements = placements;
  table.at = nearest(indexesWhere(({ shape }) => shape === (before?.shape ?? 0)), ...at);
  if (table.at < 0) table.at = placements.length - 1;
  bk.redraw();
  bk.announceGhost();
};

function centre({ cells }) {
  return [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis] + 0.5, 0) / cells.length);
}

/** The index of the placement whose middle is nearest to a point of the field, in cells; -1 for none. */
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

const indexesWhere = (test) =>
  table.placements.map((placement, index) => (test(placement) ? index : -1)).filter((index) => index >= 0);

function show(index) {
  if (index < 0 || index === table.at) return;
  table.at = index;
  bk.drawGhost();
  bk.announceGhost();
}

/** Go to the next columns on that side with a placement of this shape, at the nearest height. */
bk.slide = (by) => {
  const ghost = bk.ghost();
  if (!ghost) return;
  const beyond = indexesWhere(({ shape, x }) => shape === ghost.shape && (x - ghost.x) * by > 0);
  const column = Math.min(...beyond.map((index) => Math.abs(table.placements[index].x - ghost.x)));
  const inColumn = beyond.filter((index) => Math.abs(table.placements[index].x - ghost.x) === column);
  show(inColumn.sort((a, b) => Math.abs(table.placements[a].y - ghost.y) - Math.abs(table.placements[b].y - ghost.y))[0] ?? -1);
};

/** Go to the furthest columns on that side. */
bk.slideFar = (by) => {
  for (let at = -1; at !== table.at;) {
    at = table.at;
    bk.slide(by);
  }
};

/** Go to the next height in the same columns with the same shape, above or below an overhang. */
bk.climb = (by) => {
  const ghost = bk.ghost();
  if (!ghost) return;
  const beyond = indexesWhere(({ shape, x, y }) => shape === ghost.shape && x === ghost.x && (y - ghost.y) * by > 0);
  show(beyond.sort((a, b) => (table.placements[a].y - table.placements[b].y) * by)[0] ?? -1);
};

/** Make quarter turns, clockwise for 1, to the nearest placement of that shape. */
bk.rotate = (by) => {
  const ghost = bk.ghost();
  if (!ghost) return;
  const { shapes } = table.cards.blocks.get(table.block);
  for (let turned = 1; turned < shapes.length; turned++) {
    const shape = (ghost.shape + by + Math.sign(by) * (turned - 1) + 2 * shapes.length) % shapes.length;
    const next = nearest(indexesWhere((placement) => placement.shape === shape), ...centre(ghost));
    if (next < 0) continue;
    bk.sound("turn");
    return show(next);
  }
  return undefined;
};

/** Go to the placement of the same shape that is nearest to a point of the field. */
bk.snap = (x, y) => {
  const ghost = bk.ghost();
  if (ghost) show(nearest(indexesWhere(({ shape }) => shape === ghost.shape), x, y));
};

/** Drop the block at the ghost. */
bk.drop = () => {
  const ghost = bk.ghost();
  if (!ghost) return;
  const { block } = table;
  const name = ["bk.step.place", { block, columns: bk.columnsOf(ghost.cells), row: ghost.y, spin: isSpin(ghost) ? " ↻" : "" }];
  bk.putBack();
  bk.sound("drop");
  bk.act(bk.place(table.tree.current.state, block, ghost.cells), name, { drop: true });
};

/** Columns in words. */
bk.columnWords = (columns) => t(columns.includes("–") ? "bk.columns" : "bk.column", { columns });

const isSpin = ({ kind }) => kind !== "-";

/** The columns of cells, as "3" or "3–5". */
bk.columnsOf = (cells) => {
  const columns = cells.map(([x]) => x);
  const [first, last] = [Math.min(...columns), Math.max(...columns)];
  return first === last ? `${first}` : `${first}–${last}`;
};

/** The kind of a placement in words; "" for a plain one. Minis are named only if the ruleset scores them differently. */
bk.kindOf = ({ kind }) => {
  if (kind === "-") return "";
  const minis = (table.rulesets.get(table.rules)?.play.mini ?? "off") !== "off";
  return t(kind === "mini" && minis ? "bk.mini" : "bk.spin");
};

const isAnyLeft = () => [...bk.left(table.tree.current.state).blocks.values()].some((count) => count > 0);

/** The place of the ghost in words. */
bk.ghostText = () => {
  const ghost = bk.ghost();
  if (!ghost) return table.tree.current.state.hand?.blocks.length === 0 ? "" : t(table.block ? "bk.nowhere" : isAnyLeft() ? "bk.no-block" : "bk.all-placed", { block: table.block });
  const way = t(`bk.way.${table.cards.blocks.get(table.block).shapes[ghost.shape].name}`);
  const heights = indexesWhere(({ shape, x }) => shape === ghost.shape && x === ghost.x).length;
  const kind = bk.kindOf(ghost);
  return t("bk.ghost", { block: table.block, way, columns: bk.columnWords(bk.columnsOf(ghost.cells)), row: ghost.y })
    + (heights > 1 ? t("bk.ghost.heights", { count: heights }) : "") + (kind ? t("bk.ghost.kind", { kind }) : "");
};

bk.announceGhost = () => bk.announce(bk.ghostText());

/** Announce the result of the last drop. */
bk.announceDrop = ({ answer, refusal, placed }) => {
  if (refusal) return bk.announce(pick(refusal, settings.language));
  const { explanation = {} } = answer ?? {};
  const line = explanation[texts.nearest(Object.keys(explanation), [settings.language, "en"])]?.[placed];
  return bk.announce([line, answer ? t("bk.sum", answer) : ""].filter(Boolean).join(" "));
};
