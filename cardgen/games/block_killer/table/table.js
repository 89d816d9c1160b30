/* The Block-Killer table: lay garbage, place blocks, see what the engine makes of it. The engine on the server decides
   everything; this page draws, and moves among the placements that the engine lists. The frame loads this file only,
   and this file loads its parts, in order. */
"use strict";

cardgen.blockKiller = {};

(() => {
  const bk = cardgen.blockKiller;
  const { message } = cardgen;
  const PARTS = ["words", "cards", "steps", "engine", "drawing", "placing", "field", "rows", "score", "share"];

  const load = (part) => new Promise((resolve, reject) => {
    const script = cardgen.h("script", { src: `page/tables/block-killer/${part}.js`, onload: resolve, onerror: reject });
    script.async = false; // in order, though loaded together
    document.head.append(script);
  });

  let ready = null;
  /** What the table shows and stands at: kept while another view is looked at. */
  const table = bk.table = {
    cards: null, tree: null, rules: "", work: null, rulesets: new Map(), ops: [], panels: [], written: null,
    block: "", placements: [], at: -1, listed: null, shown: 0, working: false,
  };

  cardgen.view("table", {
    tab: 5,
    mount(root, route) {
      ready ??= Promise.all(PARTS.map(load));
      const stay = table.mounted = {};
      if (table.tree && table.cards) draw(root); // at once, so that the focus can stay where it was
      else root.append(cardgen.h("p", { class: "quiet" }, "…"));
      ready.then(() => begin(root, route, stay), () => root.replaceChildren(cardgen.t("frame.unreachable")));
    },
    update(route) {
      if (table.tree && table.mounted && cardgen.address("table", [], route.state) !== table.written) bk.open(route.state);
    },
    changed(kind) {
      if (kind === "catalog" && table.tree) readAgain();
    },
    unmount() {
      table.mounted = null;
    },
  });

  async function begin(root, route, stay) {
    table.cards = await bk.readCards();
    if (!cardgen.site && !table.ops.length) table.ops = (await bk.ask({ op: "about" })).ops ?? [];
    table.rulesets = await readRulesets();
    if (stay !== table.mounted) return;
    if (!table.tree) {
      table.tree = bk.tree(bk.EMPTY);
      table.rules = cardgen.state.catalog.game.rulesets[0] ?? "";
    }
    if (table.drawn !== cardgen.state.catalog.version) draw(root);
    const given = Object.keys(cardgen.route.state).length > 0;
    if (given && cardgen.address("table", [], cardgen.route.state) !== table.written) await bk.open(cardgen.route.state);
    else await bk.show();
  }

  /** Takes in saved cards and rules. The panels stay, and with them what is being typed into them. */
  async function readAgain() {
    const { version } = cardgen.state.catalog;
    bk.forget();
    const cards = await bk.readCards();
    const rulesets = await readRulesets();
    if (version !== cardgen.state.catalog.version) return; // a later save is read by its own call
    Object.assign(table, { cards, rulesets, drawn: version });
    if (!table.mounted) return;
    cardgen.fill(table.symbols, bk.symbols());
    await bk.show();
  }

  async function readRulesets() {
    const rulesets = new Map();
    for (const name of cardgen.site ? [] : cardgen.state.catalog.game.rulesets) {
      const rules = await bk.readRules(name);
      if (rules) rulesets.set(name, rules);
    }
    return rulesets;
  }

  function draw(root) {
    const { h, t } = cardgen;
    const column = (name, ...panels) => h("div", { class: `bk-column bk-column-${name}` }, panels.map((make) => {
      const panel = make();
      table.panels.push(panel);
      return panel.element;
    }));
    table.panels = [];
    table.drawn = cardgen.state.catalog.version;
    table.symbols = h("div", {}, bk.symbols());
    root.replaceChildren(
      h("h1", { class: "hidden-text" }, t("bk.title")),
      table.symbols,
      cardgen.site ? h("p", { class: "bk-site panel", role: "note" }, t("bk.site")) : "",
      h("div", { class: "bk-table" },
        column("play", bk.toolPanel, bk.sumPanel, bk.fieldPanel),
        column("cards", bk.sourcePanel, bk.rowsPanel),
        column("score", bk.scorePanel, ...(cardgen.site ? [] : [bk.answerPanel])),
        column("steps", bk.stepsPanel, bk.sharePanel)),
      h("p", { class: "hidden-text", id: "bk-live", "aria-live": "polite" }));
    bk.redraw();
  }

  const held = (hold) => document.querySelector(`#main [data-hold="${CSS.escape(hold)}"]:not(:disabled)`);

  /** Draws every panel again from what the table stands at. The focus stays, or goes where the last step wants it. */
  bk.redraw = () => {
    table.lost = null;
    for (const panel of table.mounted ? table.panels : []) panel.draw();
    const wanted = (table.focus ?? []).map(held).find(Boolean);
    const next = wanted ?? (table.lost?.isConnected ? table.lost.querySelector("button:not(:disabled)") : null);
    if (wanted || table.lost) (next ?? document.getElementById("main")).focus({ preventScroll: true });
    table.focus = null;
  };

  /** As `cardgen.fill`, and notes the element if the focus was lost in it. */
  bk.fill = (element, ...children) => {
    if (!cardgen.fill(element, ...children)) table.lost = element;
  };

  /** Says a thing to those who cannot see it. */
  bk.tell = (text) => {
    const live = document.getElementById("bk-live");
    if (live) live.textContent = text;
  };

  /** Takes a step: the state after it, and its name in words as [key, values]. `focus` lists what to give the focus to. */
  bk.act = (state, name, { focus = null, drop = false } = {}) => {
    table.tree.add(state, name);
    table.focus = focus;
    return bk.show({ drop });
  };

  /** Works out where the tree stands now, and draws it. A later call wins over one still waiting for its answer. */
  bk.show = async ({ drop = false } = {}) => {
    const turn = ++table.shown;
    const { state } = table.tree.current;
    table.fault = null;
    table.working = true;
    if (table.block && !bk.left(state).blocks.get(table.block)) bk.putBack();
    const work = await bk.workOut(state, table.rules);
    if (turn !== table.shown) return;
    table.work = work;
    table.working = false;
    bk.writeAddress(turn);
    table.clearing = drop && bk.animates(work);
    if (drop) bk.tellDrop(work);
    bk.redraw();
    if (table.clearing) await bk.animate(work);
    if (turn === table.shown && table.listed !== work) await bk.listPlacements();
  };

  /** Undo or redo, or to a step of the tree. */
  bk.travel = (where) => {
    const from = table.tree.current;
    if (typeof where === "string") table.tree[where]();
    else table.tree.goTo(where);
    if (table.tree.current === from) return;
    bk.tell(cardgen.t("bk.at", { step: bk.stepName(table.tree.current) }));
    bk.show();
  };

  const backOrOn = ({ event }) => bk.travel(event.shiftKey ? "redo" : "undo");
  cardgen.key("table-undo", { keys: ["ctrl+z"], views: ["table"], words: "bk.key.undo", run: backOrOn });
  cardgen.key("table-redo", { keys: ["ctrl+y"], views: ["table"], words: "bk.redo", run: () => bk.travel("redo") });

  // These are registered after the keys of the page, and so come first. They act wherever nothing is being typed.
  const isPlayed = () => !cardgen.site && Boolean(table.cards);
  const inHand = () => isPlayed() && Boolean(table.block);
  const MOVES = {
    slide: { arrowleft: () => bk.slide(-1), arrowright: () => bk.slide(1), home: () => bk.slideFar(-1), end: () => bk.slideFar(1) },
    climb: { arrowup: () => bk.climb(1), arrowdown: () => bk.climb(-1) },
    turn: { q: () => bk.rotate(-1), e: () => bk.rotate(1), ",": () => bk.rotate(-1), ".": () => bk.rotate(1) },
    drop: { enter: () => bk.drop(), space: () => bk.drop() },
    back: { escape: () => bk.choose(table.block) },
  };
  cardgen.key("table-blocks", { keys: ["z", "s", "j", "l", "t", "o", "i", "m"], views: ["table"], words: "bk.key.blocks", when: isPlayed,
    run: ({ event }) => bk.takeBlock(event.key.toUpperCase()) });
  for (const [name, moves] of Object.entries(MOVES)) {
    cardgen.key(`table-${name}`, { keys: Object.keys(moves), views: ["table"], words: `bk.key.${name}`, when: inHand,
      run: ({ name: pressed }) => moves[pressed]() });
  }

  cardgen.words({
    en: {
      "view.table": message("Table"),
    },
  });
})();
