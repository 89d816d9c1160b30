/* The Block-Killer table: lay garbage, place blocks, and see the score. The engine on the server decides everything; this
   page draws, and moves the block among the placements that the engine lists. Its parts are loaded when it
   is opened. */

import { current, fill, address, h, key, message, noEngine, pick, playTable, settings, state, t, view, words } from "../../play/public.js";
import { bk } from "./state.js";

/** The table, and the whole game that is played on it. */
const VIEWS = bk.views = ["table", "game"];

let ready = null;
const load = () => (ready ??= import("./parts.js"));
/** The state of the table. It is kept while another view is open. */
const table = bk.table = /** @type {any} */ ({
  cards: null, tree: null, rules: "", work: null, rulesets: new Map(), ops: [], panels: [], written: null,
  block: "", placements: [], at: -1, listed: null, shown: 0, working: false, analysis: null, puzzles: null, making: false, opening: null,
});

view("table", {
  tab: 5,
  mount(root, route) {
    void load();
    const stay = table.mounted = {};
    if (table.tree && table.cards) draw(root); // at once, so that the focus can stay
    else root.append(h("p", { class: "quiet" }, "…"));
    load().then(() => begin(root, route, stay), () => root.replaceChildren(t("frame.unreachable")));
  },
  update(route) {
    if (table.tree && table.mounted && address("table", [], route.state) !== table.written) bk.open(route.state);
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
  if (!noEngine && !table.ops.length) table.ops = (await bk.ask({ op: "about" })).ops ?? [];
  table.rulesets = await readRulesets();
  if (stay !== table.mounted) return;
  if (!table.tree) {
    table.tree = bk.tree(bk.EMPTY);
    table.rules = state.catalog.game.rulesets[0] ?? "";
  }
  if (table.drawn !== state.catalog.version) draw(root);
  const given = Object.keys(current.route.state).length > 0;
  if (given && address("table", [], current.route.state) !== table.written) await bk.open(current.route.state);
  else await showAgain();
}

/** A link that is still being read, or that is refused, is not lost. */
const showAgain = () => (table.opening ? bk.open(table.opening) : bk.show());

/** Read cards and rules again after a save. The panels stay, with any text that is being typed. */
async function readAgain() {
  const { version } = state.catalog;
  bk.forget();
  const cards = await bk.readCards();
  const rulesets = await readRulesets();
  if (version !== state.catalog.version) return; // a later save is read by its own call
  Object.assign(table, { cards, rulesets, drawn: version });
  if (!table.mounted) return;
  fill(table.symbols, bk.symbols());
  await showAgain();
}

async function readRulesets() {
  const rulesets = new Map();
  for (const name of noEngine ? [] : state.catalog.game.rulesets) {
    const rules = await bk.readRules(name);
    if (rules) rulesets.set(name, rules);
  }
  return rulesets;
}

function draw(root) {
  const column = (name, ...panels) => h("div", { class: `bk-column bk-column-${name}` }, panels.map((make) => {
    const panel = make();
    table.panels.push(panel);
    return panel.element;
  }));
  table.panels = [];
  table.drawn = state.catalog.version;
  table.symbols = h("div", {}, bk.symbols());
  root.replaceChildren(
    h("h1", { class: "hidden-text" }, t("bk.title")),
    table.symbols,
    noEngine ? h("p", { class: "bk-site panel", role: "note" }, t("bk.site")) : "",
    h("div", { class: "bk-table bk-cloth" },
      column("play", bk.toolPanel, bk.sumPanel, bk.fieldPanel),
      column("cards", bk.sourcePanel, bk.handPanel, bk.rowsPanel, ...(noEngine ? [] : [bk.puzzlePanel])),
      column("score", bk.scorePanel, ...(noEngine ? [] : [bk.analysisPanel, bk.answerPanel])),
      column("steps", bk.stepsPanel, bk.sharePanel, ...(noEngine ? [] : [bk.settingsPanel]))),
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
  if (!fill(element, ...children)) table.lost = element;
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
  table.fault = table.opening = null;
  table.working = true;
  if (table.block && !bk.left(state).blocks.get(table.block)) bk.putBack();
  const work = await bk.workOut(state, table.rules);
  if (turn !== table.shown) return;
  table.work = work;
  table.working = false;
  bk.writeAddress(turn);
  table.clearing = drop && bk.animates(work);
  table.fallen = drop ? state.blocks.at(-1) ?? null : null;
  const clear = drop && work.answer?.clears.find(({ index }) => index === work.placed - 1);
  if (clear) bk.sound(clear.spin ? "spin" : "clear");
  if (drop) bk.announceDrop(work);
  bk.redraw();
  table.fallen = null;
  if (table.clearing) await bk.animate(work);
  if (turn === table.shown && table.listed !== work) await bk.listPlacements();
};

/** Undo, redo, or go to a step of the tree. */
bk.travel = (where) => {
  const from = table.tree.current;
  if (typeof where === "string") table.tree[where]();
  else table.tree.goTo(where);
  if (table.tree.current === from) return;
  bk.announce(t("bk.at", { step: bk.stepName(table.tree.current) }));
  bk.show();
};

const panel = (name) => (game) => bk.panels[name](game);
const tablePanel = (name) => (game) => bk.tablePanel(name)(game);

/** A block or garbage card by its id. */
const cardNamed = (id) => state.catalog.cards.find((card) => table.cards[card.deck]?.has?.(id) && card.id === id);

bk.game = noEngine ? null : playTable({
  view: "game",
  settings: [{ name: "players", words: "bk.game.count", values: [3, 4, 5, 6], label: String }],
  newGame: ({ players }) => ({ players }),
  levels: { easy: "random", medium: "greedy", hard: "defensive" },
  policies: { patient: "bk.policy.patient" },
  opponent: "greedy",
  ownTurns: true,
  prepare: async () => {
    await load();
    table.cards = await bk.readCards();
    table.rulesets = await readRulesets();
  },
  entered: (enters) => (bk.takeTable ? bk.takeTable(enters) : null),
  rulesName: (name) => pick(table.rulesets.get(name)?.titles, settings.language) || name,
  players: (facts) => facts.players.map((_, player) => bk.playerName(player)),
  steps: () => [],
  pickName: (pick, facts) => bk.gamePickName(pick, facts),
  turnName: (index) => bk.gameTurnName(bk.game, index),
  turnNote: (index) => bk.gameTurnNote(bk.game, index),
  status: (facts) => bk.gameStatus(facts),
  isOver: (facts) => facts.to_move === null,
  symbols: () => (table.symbols = h("div", {}, bk.symbols())),
  stage: {
    layout: "beside", cloth: "bk-cloth", goal: ({ most_garbage: count }) => t("bk.game.goal", { count }),
    cardNamed, cardOf: (index) => cardNamed(/\| *([A-Z])[0R2L]@/.exec(bk.game.turns[index])?.[1] ?? ""), cardTitle: (id) => bk.cardTitle(id),
    counts: () => bk.gameCounts(), deed: (index, before) => bk.gameDeed(index, before), hint: (turn) => bk.gameHint(turn), why: (turn, trial) => bk.gameWhy(turn, trial), seats: [panel("seats")], prompt: [tablePanel("sumPanel"), panel("turn")],
    hand: [tablePanel("handPanel"), tablePanel("rowsPanel"), tablePanel("scorePanel")],
  },
  main: [tablePanel("fieldPanel")],
  side: [],
});

// In a game, the steps of the play that is being laid come before the turns of the game.
const isTable = () => current.route.view === "table";
const canUndo = () => isTable() || Boolean(table.tree?.current.parent);
const canRedo = () => isTable() || Boolean(table.tree?.current.next);
key("table-undo", { keys: ["ctrl+z"], views: VIEWS, when: canUndo, words: "bk.key.undo", run: () => bk.travel("undo") });
key("table-redo", { keys: ["ctrl+y", "ctrl+shift+z"], views: VIEWS, when: canRedo, words: "bk.redo", run: () => bk.travel("redo") });

words({
  en: {
    "view.table": message("Table"),
    "view.game": message("Game"),
  },
});
