/* The board: choose a piece, turn it and place it; play against people or bots, with or without a clock. The engine knows
   the rules; this page sends requests and draws the answers. */

import { h, key, noEngine, pick, playTable, sentences, settings, site, t } from "../../play/public.js";
import { bl } from "./state.js";

const loaded = import("./parts.js");

/** The seconds of a turn and of the whole game: none, or for each player. */
const CLOCKS = ["none", "0+300", "0+900", "10+120", "30+0"];

function clockMembers(clock) {
  const [step, total] = clock.split("+").map(Number);
  return clock === "none" ? {} : { clock: { step, total } };
}

const panel = (name) => (game) => bl.panels[name](game);

const game = bl.game = playTable({
  settings: [{ name: "clock", words: "bl.clock", values: CLOCKS, label: (clock) => bl.clockName(String(clock)) }],
  levels: { easy: "random", medium: "greedy", hard: "planner" },
  opponent: "greedy",
  isOpen: true, ownTurns: true, ownStatus: true,
  prepare: async () => {
    await loaded;
    bl.cards = await bl.readCards();
    bl.rulesets = await bl.readRulesets();
  },
  newGame: ({ clock }) => clockMembers(String(clock)),
  withoutEngine: (request) => bl.answerWithoutEngine(request),
  link: { write: (turns) => bl.writeLink(turns), read: (state) => bl.readLink(state) },
  rulesName: (name) => pick(bl.rulesets.get(name)?.titles, settings.language) || name,
  players: (facts) => facts.seats.map((colours) => colours.map(bl.colourName).join(t("bl.and"))),
  steps: () => [],
  pickName: (shape) => t("bl.pick", { shape }),
  turnName: (index) => bl.moveName(index),
  turnMark: (index) => bl.picture(bl.letter(game.turns[index].colour), [[0, 0]]),
  turnNote: (index) => bl.turnNote(index),
  status: () => sentences(bl.skipText(), bl.turnText()),
  isOver: (facts) => facts.to_move === null,
  logTools: () => (site ? "" : h("button", { type: "button", dataset: { hold: "picture" }, onclick: () => bl.download() }, t("bl.picture"))),
  symbols: () => h("div", {}, bl.symbols()),
  stage: {
    layout: "beside", cloth: "bl-cloth", goal: () => t(bl.rulesets.get(game.rules)?.score === "official-bonus" ? "bl.goal.points" : "bl.goal"),
    mark: (index) => bl.picture(bl.letter(game.turns[index].colour), bl.toCorner(game.turns[index].cells)), hint: (turn) => bl.hint(turn), why: (turn, trial) => bl.why(turn, trial), counts: () => bl.counts(),
    cardNamed: (shape) => bl.cards.pieces.get(shape), cardTitle: (shape) => shape, cardOf: (index) => bl.cards.pieces.get(game.turns[index].shape),
    seats: [panel("players")], prompt: [panel("status"), panel("controls")], hand: noEngine ? [] : [panel("pieces")],
  },
  main: [panel("board")],
  side: [panel("more")],
});

// These are registered after the keys of the page, so they come first. They work unless text is being typed.
const inHand = () => Boolean(bl.shape);
const MOVES = {
  move: { arrowleft: () => bl.slide(-1, 0), arrowright: () => bl.slide(1, 0), arrowup: () => bl.slide(0, -1), arrowdown: () => bl.slide(0, 1) },
  flip: { w: () => bl.turn("w"), s: () => bl.turn("s") }, left: { a: () => bl.turn("a") }, right: { d: () => bl.turn("d") },
  next: { n: () => bl.next() }, place: { enter: () => bl.place(), space: () => bl.place() }, back: { escape: () => bl.drop() },
};
for (const [name, moves] of Object.entries(MOVES)) {
  key(`table-${name}`, { keys: Object.keys(moves), views: ["table"], words: `bl.key.${name}`, when: inHand,
    run: ({ name: pressed }) => moves[pressed]() });
}
