/* The Block-Killer table: lay garbage, place blocks, and see the score. The engine on the server decides everything; this
   page draws, and moves the block among the placements that the engine lists. The frame loads only this file, and this
   file loads its parts in order. */
"use strict";

cardgen.blockKiller = {};

(() => {
  const bk = cardgen.blockKiller;
  const { message } = cardgen;
  const PARTS = ["words", "cards", "steps", "engine", "drawing", "placing", "field", "rows", "score", "share"];

  let ready = null;
  /** The state of the table. It is kept while another view is open. */
  const table = bk.table = {
    cards: null, tree: null, rules: "", work: null, rulesets: new Map(), ops: [], panels: [], written: null,
    block: "", placements: [], at: -1, listed: null, shown: 0, working: false,
  };

  cardgen.view("table", {
    tab: 5,
    mount(root, route) {
      ready ??= cardgen.loadTable("block-killer", PARTS);
      const stay = table.mounted = {};
      if (table.tree && table.cards) draw(root); // at once, so that the focus can stay
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
    if (!cardgen.noEngine && !table.ops.length) table.ops = (await bk.ask({ op: "about" })).ops ?? [];
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

  /** Read cards and rules again after a save. The panels stay, with any text that is being typed. */
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
    for (const name of cardgen.noEngine ? [] : cardgen.state.catalog.game.rulesets) {
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
      cardgen.noEngine ? h("p", { class: "bk-site panel", role: "note" }, t("bk.site")) : "",
      h("div", { class: "bk-table" },
        column("play", bk.toolPanel, bk.sumPanel, bk.fieldPanel),
        column("cards", bk.sourcePanel, bk.rowsPanel),
        column("score", bk.scorePanel, ...(cardgen.noEngine ? [] : [bk.answerPanel])),
        column("steps", bk.stepsPanel, bk.sharePanel)),
      h("p", { class: "hidden-text", id: "bk-live", "aria-live": "polite" }));
    bk.redraw();
  }

  const held = (hold) => document.querySelector(`#main [data-hold="${CSS.escape(hold)}"]:not(:disabled)`);

  /** Draw every panel again. The focus stays, or moves to the element that the last step names. */
  bk.redraw = () => {
    table.lost = null;
    for (const panel of table.mounted ? table.panels : []) panel.draw();
    const wanted = (table.focus ?? []).map(held).find(Boolean);
    const next = wanted ?? (table.lost?.isConnected ? table.lost.querySelector("button:not(:disabled)") : null);
    if (wanted || table.lost) (next ?? document.getElementById("main")).focus({ preventScroll: true });
    table.focus = null;
  };

  /** Like `cardgen.fill`, and record the element if the focus was lost in it. */
  bk.fill = (element, ...children) => {
    if (!cardgen.fill(element, ...children)) table.lost = element;
  };

  /** Announce a text to screen readers. */
  bk.announce = (text) => {
    const live = document.getElementById("bk-live");
    if (live) live.textContent = text;
  };

  /** Add a step: the state after it, and its name as [key, values]. `focus` lists elements that may take the focus. */
  bk.act = (state, name, { focus = null, drop = false } = {}) => {
    table.tree.add(state, name);
    table.focus = focus;
    return bk.show({ drop });
  };

  /** Score the current state and draw it. A later call replaces one that still waits for its answer. */
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
    if (drop) bk.announceDrop(work);
    bk.redraw();
    if (table.clearing) await bk.animate(work);
    if (turn === table.shown && table.listed !== work) await bk.listPlacements();
  };

  /** Undo, redo, or go to a step of the tree. */
  bk.travel = (where) => {
    const from = table.tree.current;
    if (typeof where === "string") table.tree[where]();
    else table.tree.goTo(where);
    if (table.tree.current === from) return;
    bk.announce(cardgen.t("bk.at", { step: bk.stepName(table.tree.current) }));
    bk.show();
  };

  const backOrOn = ({ event }) => bk.travel(event.shiftKey ? "redo" : "undo");
  cardgen.key("table-undo", { keys: ["ctrl+z"], views: ["table"], words: "bk.key.undo", run: backOrOn });
  cardgen.key("table-redo", { keys: ["ctrl+y"], views: ["table"], words: "bk.redo", run: () => bk.travel("redo") });

  // Registered after the keys of the page, so these come first. They act unless text is being typed.
  const isPlayed = () => !cardgen.noEngine && Boolean(table.cards);
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
