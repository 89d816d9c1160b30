/* The board: choose a piece, turn it and place it; see the moves of each colour. The engine on the server knows the
   rules; this page sends requests and draws the answers. The frame loads this file, which loads its parts in order. */
"use strict";

cardgen.blokus = {};

(() => {
  const bl = cardgen.blokus;
  const { h, t, message } = cardgen;
  const PARTS = ["words", "cards", "engine", "pieces", "board", "players", "log"];

  let ready = null;
  /** The state of the table, kept while another view is open. The first `at` of the `moves` have been made. */
  const game = bl.game = {
    cards: null, rulesets: new Map(), rules: "", seed: 1, moves: [], at: 0, facts: null, counts: new Map(), automatic: new Set(),
    panels: [], written: null, shown: 0, fault: null,
  };

  cardgen.view("table", {
    tab: 5,
    mount(root) {
      ready ??= cardgen.loadTable("blokus", PARTS);
      const stay = game.mounted = {};
      if (game.facts && game.cards) draw(root); // at once, so that the focus can stay
      else root.append(h("p", { class: "quiet" }, "…"));
      ready.then(() => begin(root, stay), () => root.replaceChildren(t("frame.unreachable")));
    },
    update(route) {
      if (game.facts && game.mounted && cardgen.address("table", [], route.state) !== game.written) bl.open(route.state);
    },
    changed(kind) {
      if (kind === "catalog" && game.facts) readAgain();
    },
    unmount() {
      game.mounted = null;
    },
  });

  async function begin(root, stay) {
    game.cards ??= await bl.readCards();
    game.rulesets = await readRulesets();
    if (stay !== game.mounted) return;
    game.rules ||= cardgen.state.catalog.game.rulesets[0] ?? "";
    if (game.drawn !== cardgen.state.catalog.version) draw(root);
    const given = Object.keys(cardgen.route.state).length > 0;
    if (given && cardgen.address("table", [], cardgen.route.state) !== game.written) await bl.open(cardgen.route.state);
    else await bl.show();
  }

  /** Read changed cards and rules. The panels stay, with the text that is being typed into them. */
  async function readAgain() {
    const { version } = cardgen.state.catalog;
    bl.forget();
    const cards = await bl.readCards();
    const rulesets = await readRulesets();
    if (version !== cardgen.state.catalog.version) return; // a later save is read by its own call
    Object.assign(game, { cards, rulesets, drawn: version });
    if (!game.mounted) return;
    cardgen.fill(game.symbols, bl.symbols());
    await bl.show();
  }

  async function readRulesets() {
    const rulesets = new Map();
    for (const name of cardgen.noEngine ? [] : cardgen.state.catalog.game.rulesets) {
      const rules = await bl.readRules(name);
      if (rules) rulesets.set(name, rules);
    }
    return rulesets;
  }

  function draw(root) {
    const column = (name, ...panels) => h("div", { class: `bl-column bl-column-${name}` }, panels.map((make) => {
      const panel = make();
      game.panels.push(panel);
      return panel.element;
    }));
    game.panels = [];
    game.drawn = cardgen.state.catalog.version;
    game.symbols = h("div", {}, bl.symbols());
    root.replaceChildren(
      h("h1", { class: "hidden-text" }, t("bl.title")),
      game.symbols,
      cardgen.noEngine ? h("p", { class: "bl-site panel", role: "note" }, t("bl.site")) : "",
      h("div", { class: "bl-table" },
        column("board", bl.toolPanel, bl.boardPanel),
        column("pieces", ...(cardgen.noEngine ? [] : [bl.piecesPanel]), bl.playersPanel),
        column("log", bl.stepsPanel, bl.logPanel)),
      h("p", { class: "hidden-text", id: "bl-live", "aria-live": "polite" }));
    bl.redraw();
  }

  const held = (hold) => document.querySelector(`#main [data-hold="${CSS.escape(hold)}"]:not(:disabled)`);

  /** Draw every panel again. The focus stays, or moves to the first element of `focus` that exists. */
  bl.redraw = (focus = []) => {
    game.lost = null;
    for (const panel of game.mounted ? game.panels : []) panel.draw();
    const wanted = focus.map(held).find(Boolean);
    const next = wanted ?? (game.lost?.isConnected ? game.lost.querySelector("button:not(:disabled), [tabindex='0']") : null);
    if (wanted || game.lost) (next ?? document.getElementById("main")).focus({ preventScroll: true });
  };

  /** Do the same as `cardgen.fill`, and record the element if the focus was lost in it. */
  bl.fill = (element, ...children) => {
    if (!cardgen.fill(element, ...children)) game.lost = element;
  };

  /** Announce texts to screen readers. */
  bl.announce = (...texts) => {
    const live = document.getElementById("bl-live");
    if (live) live.textContent = texts.filter(Boolean).join(" ");
  };

  // ---------------------------------------------------------------- turns

  /** Read the facts of the position, and draw it. A later call replaces one that still waits for its answer. */
  bl.show = async ({ focus = [] } = {}) => {
    const turn = ++game.shown;
    const facts = await bl.readFacts(game.moves.slice(0, game.at));
    if (turn !== game.shown) return false;
    if (facts.error) game.fault = bl.whyNot(facts.error);
    else game.facts = facts;
    game.counts = new Map();
    if (game.shape && bl.isUsed(game.shape)) bl.putBack();
    writeAddress();
    bl.redraw(focus);
    bl.judge();
    await bl.countAll(turn);
    bl.goOn();
    return true;
  };

  /** Take a turn: a placement {shape, cells}, or a random one for null. Undone moves are removed. */
  bl.take = async (placement, focus = []) => {
    const turn = ++game.shown;
    const before = game.moves.slice(0, game.at);
    const answer = await bl.apply(before, placement);
    if (turn !== game.shown) return;
    if (answer.error) {
      game.fault = bl.whyNot(answer.error);
      bl.redraw();
      return;
    }
    game.fault = null;
    game.moves = answer.state.moves;
    game.at = game.moves.length;
    bl.putBack();
    if (await bl.show({ focus })) bl.announce(bl.moveName(game.at - 1), bl.skipText(), bl.turnText());
  };

  /** Go to the position after a number of placements. Automatic play stops. */
  bl.travel = (at) => {
    const target = Math.min(game.moves.length, Math.max(0, at));
    if (target === game.at) return;
    game.automatic.clear();
    game.fault = null;
    game.at = target;
    bl.show().then((shown) => shown && bl.announce(t("bl.at", { count: target }), bl.turnText()));
  };

  /** Begin a new game with these rules. */
  bl.begin = (rules) => {
    Object.assign(game, { rules, moves: [], at: 0, fault: null, seed: (game.seed % 999_999) + 1 });
    game.automatic.clear();
    bl.putBack();
    bl.show();
  };

  const PAUSE_MS = 120;

  /** Take a random turn if the colour to move plays automatically. */
  bl.goOn = () => {
    const { colour } = game.facts ?? {};
    if (!colour || !game.automatic.has(colour) || game.at < game.moves.length || !game.mounted) return;
    const turn = game.shown;
    setTimeout(() => { if (turn === game.shown && game.automatic.has(colour)) bl.take(null); }, PAUSE_MS);
  };

  function writeAddress() {
    const first = cardgen.state.catalog.game.rulesets[0];
    const values = {
      rules: game.rules === first ? "" : game.rules, moves: bl.packMoves(game.moves.slice(0, game.at)),
      seed: game.seed === 1 ? "" : game.seed,
    };
    game.written = cardgen.address("table", [], values);
    if (game.mounted && cardgen.route.view === "table") cardgen.go("table", [], values, { replace: true });
  }

  const travelBy = (step) => () => bl.travel(game.at + step);
  cardgen.key("table-undo", { keys: ["ctrl+z"], views: ["table"], words: "bl.key.undo",
    run: ({ event }) => travelBy(event.shiftKey ? 1 : -1)() });
  cardgen.key("table-redo", { keys: ["ctrl+y"], views: ["table"], words: "bl.redo", run: travelBy(1) });

  // These are registered after the keys of the page, so they come first. They work unless text is being typed.
  const inHand = () => Boolean(game.shape);
  const MOVES = {
    move: { arrowleft: () => bl.slide(-1, 0), arrowright: () => bl.slide(1, 0), arrowup: () => bl.slide(0, -1), arrowdown: () => bl.slide(0, 1) },
    flip: { w: () => bl.turn("w"), s: () => bl.turn("s") }, left: { a: () => bl.turn("a") }, right: { d: () => bl.turn("d") },
    next: { n: () => bl.next() }, place: { enter: () => bl.place(), space: () => bl.place() }, back: { escape: () => bl.choose(game.shape) },
  };
  for (const [name, moves] of Object.entries(MOVES)) {
    cardgen.key(`table-${name}`, { keys: Object.keys(moves), views: ["table"], words: `bl.key.${name}`, when: inHand,
      run: ({ name: pressed }) => moves[pressed]() });
  }

  cardgen.words({
    en: {
      "view.table": message("Table"),
    },
  });
})();
