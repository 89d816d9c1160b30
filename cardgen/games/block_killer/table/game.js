/* A whole game: the players, what the player to move may do, and the field of the table to lay a play on. */

import { actor, asking, fill, address, h, playSeatName, playWaiting, runningSums, sentence, t } from "../../play/public.js";
import { bk } from "./state.js";

const { table } = bk;

/** What the table keeps for its own view while a game uses it. */
const OWN = ["tree", "rules", "work", "block", "placements", "at", "listed", "working", "clearing", "fault", "focus", "text", "panels", "mounted", "symbols", "drawn"];
let kept = null;
let dealt = null;
/** @type {{ player: number, at: number, rules: string } | null} */
let plan = null; // the position before a draw, in which a player may lay a play already
let isShown = false; // whether the panels show what was dealt

bk.playerName = (player) => t("bk.player", { n: player + 1 });
const named = (player) => (bk.game.isYou(player) ? t("play.you") : bk.playerName(player));
const acting = (player) => actor(bk.game, player, bk.playerName(player));

/** Take the table for the game, and give it back when another view is opened. */
bk.takeTable = (takes) => {
  if (takes && !kept) {
    kept = Object.fromEntries(OWN.map((name) => [name, table[name]]));
    Object.assign(table, { tree: bk.tree(bk.EMPTY), work: null, fault: null, panels: [], mounted: {} });
    bk.putBack();
    dealt = null;
  } else if (takes) table.panels = []; // the game is drawn again after a save: what lies on the field stays
  else if (kept) {
    Object.assign(table, kept);
    table.panels = [];
    kept = null;
  }
  isShown = false;
};

/** A panel of the table in the game. It is drawn when the table is. */
bk.tablePanel = (name) => () => {
  const panel = bk[name]();
  table.panels.push(panel);
  return { element: panel.element, draw: () => null };
};

const mayLay = ({ facts }) => facts?.phase === "play" || facts?.phase === "answer";

/** Whether the person at the screen is to move. */
const isSeen = (game) => game.facts?.to_move !== null && !game.isBot(game.facts.to_move) && game.canSee(game.facts.to_move);

/** Give the table the hand of the player to move, with nothing laid if the position is new; without a hand that may be seen, an empty one.
    What a player has laid before drawing stays: a draw takes no card away. */
function deal(game) {
  const { facts, rules, at } = game;
  const isOwn = Boolean(facts) && isSeen(game);
  const key = JSON.stringify([at, rules, isOwn, facts?.players]);
  if (key === dealt && isShown) return;
  if (key !== dealt) {
    const { blocks, garbage } = isOwn ? facts.players[facts.to_move] : { blocks: [], garbage: [] };
    const isAfterDraw = isOwn && mayLay(game) && plan?.player === facts.to_move && plan?.at === at - 1 && plan?.rules === rules;
    const laid = isAfterDraw ? table.tree.current.state : bk.EMPTY;
    plan = isOwn && facts.phase === "draw" ? { player: facts.to_move, at, rules } : null;
    table.rules = rules;
    table.tree = bk.tree({ ...bk.EMPTY, hand: { blocks, garbage }, attack: facts?.attack?.points ?? 0, rows: laid.rows, blocks: laid.blocks });
    bk.putBack();
  }
  [dealt, isShown] = [key, true];
  void bk.show();
}

// ---------------------------------------------------------------- the turn

/** Make the play that lies on the field: an attack on a player, or an answer. */
function play(game, target) {
  const { rows, blocks } = bk.members(table.tree.current.state);
  void game.take({ kind: "play", ...(target === undefined ? {} : { target }), rows, blocks });
}

function buttons(game) {
  const { facts } = game;
  const { answer } = table.work ?? {};
  const button = (hold, text, onclick, more = {}) => h("button", { type: "button", dataset: { hold: `game-${hold}` }, onclick, ...more }, text);
  const placed = table.tree.current.state.blocks.length;
  return facts.turns.flatMap(({ kind, cards, targets, least_blocks: least }) => {
    if (kind === "draw") return button(`draw-${cards}`, t(`bk.game.draw-${cards}`), () => game.take({ kind, cards }), { class: cards === "each" ? "main" : null });
    if (kind === "pass") return button("pass", t(facts.attack ? "bk.game.no-answer" : "bk.game.pass"), () => game.take({ kind }));
    const ready = Boolean(answer) && placed >= least;
    const short = least > 1 && placed < least ? h("p", { class: "quiet" }, t("bk.game.least", { count: least })) : "";
    if (facts.attack) return [button("answer", ready ? t("bk.game.answer", { attack: answer.attack, block: answer.block }) : t("bk.hint.answer"), () => play(game), { class: ready ? "main" : null, disabled: !ready })];
    return [...targets.map((target) => button(`attack-${target}`, t(ready ? "bk.game.attack" : "bk.hint.attack", { player: bk.playerName(target), n: answer?.attack }),
      () => play(game, target), { class: ready ? "main" : null, disabled: !ready })), short];
  });
}

bk.panels.turn = (game) => {
  const element = h("section", { class: "bk-turn", "aria-label": t("play.choices") });
  const drawButtons = () => {
    if (!game.facts) return;
    const waiting = playWaiting(game);
    fill(element, ...waiting ?? [h("div", { class: "row" }, buttons(game))]);
  };
  // The table tells when a play has been scored, the game when there is another position.
  table.panels.push({ element, draw: drawButtons });
  return { element, draw: () => { deal(game); drawButtons(); } };
};

/** The players: the garbage that each holds of what is too much, the blocks, and whom an attack is on. */
bk.panels.seats = (game) => {
  const list = h("ul", {});
  const piles = h("p", {});
  const element = h("section", { class: "bk-seats", "aria-label": t("bk.game.players") }, list, piles);
  const draw = () => {
    const { facts } = game;
    const { most_garbage: most, most_blocks: full, to_move: mover, attack } = facts;
    fill(list, facts.players.map(({ blocks, garbage, out }, player) => h("li", {
      class: ["bk-seat", out ? "bk-is-out" : "", attack?.target === player ? "bk-is-aim" : ""].filter(Boolean).join(" "), dataset: { seat: player, thing: `seat:${player}`, tally: `garbage:${player}`, value: garbage.length }, "aria-current": player === mover ? "true" : null,
    },
      h("h2", {}, bk.playerName(player)), h("strong", {}, out ? t("bk.game.is-out") : [garbage.length, h("small", {}, `/${most}`)], h("span", { class: "hidden-text" }, ` ${t("bk.game.head.garbage")}`)),
      out ? "" : h("meter", { min: 0, max: most, high: most - 2, value: garbage.length, "aria-hidden": "true" }),
      h("p", {}, attack?.target === player ? h("b", {}, t("bk.game.aimed", { n: attack.points })) : "",
        h("span", {}, playSeatName(game, player)), out ? "" : h("span", {}, t("bk.game.blocks", { count: blocks.length, most: full }))))));
    piles.textContent = t("bk.game.piles", { blocks: facts.decks.blocks, garbage: facts.decks.garbage });
  };
  return { element, draw };
};

// ---------------------------------------------------------------- words

bk.gameStatus = (facts) => {
  if (facts.winner !== null) return t("bk.game.winner", acting(facts.winner));
  const text = facts.attack ? t("bk.game.ask.answer", { other: bk.playerName(facts.turn), n: facts.attack.points }) : t(`bk.game.ask.${facts.phase}`);
  return asking(bk.game, facts.to_move, bk.playerName(facts.to_move), text);
};

/** A turn as the engine writes it: `pass`, `draw each`, `play 1: 1-3 | T2@0,0`, with a target unless it is an answer. */
function parsed(turn) {
  const [, verb, rest, text = ""] = /^(\w+) ?([^:]*):?(.*)$/.exec(turn) ?? [];
  return { verb, cards: rest, target: rest === "" ? null : Number(rest), text: text.trim() };
}

/** Show a hint: the cards of a play are laid, any other turn is named. */
bk.gameHint = (turn) => {
  const { verb, cards, target, text } = parsed(turn);
  if (verb !== "play") return [verb === "draw" ? `draw-${cards}` : verb];
  void layHint(text);
  return [target === null ? "answer" : `attack-${target}`];
};

async function layHint(text) {
  const { facts } = bk.game;
  const answer = await bk.ask({ op: "notation", text });
  if (answer.error || facts !== bk.game.facts) return;
  await bk.layOut({ ...table.tree.current.state, rows: bk.readRows(answer), blocks: [] }, answer.blocks, ["bk.step.hint"]);
}

/** A turn as a hint names it. */
bk.gamePickName = (pick, facts) => {
  const target = /^attack-(\d+)$/.exec(pick)?.[1];
  if (target !== undefined) return t("bk.hint.attack", { player: bk.playerName(Number(target)) });
  return t({ answer: "bk.hint.answer", pass: facts.attack ? "bk.game.no-answer" : "bk.game.pass" }[pick] ?? `bk.game.${pick}`);
};

/** Why the strongest bot would make a turn. */
bk.gameWhy = (turn, { facts, made, index }) => {
  const { verb, cards, target } = parsed(turn);
  const { most_garbage: most, attack } = facts;
  if (verb === "draw") return t(`bk.why.draw-${cards}`, { count: facts.players[facts.to_move].garbage.length, most });
  if (verb === "pass") return t(attack ? "bk.why.no-answer" : "bk.why.pass");
  if (target === null) return t("bk.why.answer", { points: attack.points });
  return t("bk.why.attack", { points: made.results[index].points, player: bk.playerName(target), count: facts.players[target].garbage.length, most });
};

/** Rows as the engine writes them: `1-3`, turned `1-3~`, or merged `1-3+1-3`. */
const rowsIn = (text) => text.split("|")[0].split(" ").filter(Boolean).map((word) => ({ code: word.split("+")[0].replace("~", ""), turned: word.endsWith("~"), solid: word.includes("+") }));

/** An attack on a player, in vain without a point; and the rows of garbage that somebody else is rid of by a play. */
bk.gameDeed = (index, before) => {
  const { made: { players, results }, turns, facts } = bk.game;
  const { verb, target, text } = parsed(turns[index]);
  const player = players[index];
  if (verb !== "play") return null;
  const count = bk.game.isYou(player) ? 0 : Math.max(0, before.players[player].garbage.length - facts.players[player].garbage.length);
  const clears = rowsIn(text).slice(0, count).map((row) => h("span", {}, bk.rowPicture(bk.rowText(row))));
  return { from: [`seat:${player}`], to: target === null ? [] : [`seat:${target}`], fails: target !== null && !results[index].points, clears };
};

/** The points of the attacks that each player has made, after each turn. */
bk.gameCounts = () => {
  const { made: { players, results }, facts } = bk.game;
  return {
    title: t("bk.game.attacked"),
    counts: facts.players.map((_, own) => ({ name: bk.playerName(own), values: runningSums(results.map(({ points }, index) => (players[index] === own ? points : 0))) })),
  };
};

bk.gameTurnName = (game, index) => sentence(deedName(game, index));

function deedName(game, index) {
  const { players, results } = game.made;
  const turn = game.turns[index];
  const who = acting(players[index]);
  if (turn === "draw each" || turn === "draw blocks") return t(turn === "draw each" ? "bk.game.turn.draw" : "bk.game.turn.draw-blocks", who);
  const answers = index > 0 && results[index - 1].points > 0;
  if (turn === "pass") return t(answers ? "bk.game.turn.no-answer" : "bk.game.turn.pass", who);
  const [, target] = /^play (\d+):/.exec(turn) ?? [];
  return target === undefined ? t("bk.game.turn.answer", who)
    : t("bk.game.turn.attack", { ...who, other: named(Number(target)), n: results[index].points });
}

/** What a turn leads to, and its play as a link to the table. */
bk.gameTurnNote = (game, index) => {
  const { gained, out } = game.made.results[index];
  const turn = game.turns[index];
  const text = turn.startsWith("play") ? turn.slice(turn.indexOf(":") + 1).trim() : "";
  const drawn = turn.startsWith("draw") ? [] : gained.flatMap((count, player) => (count > 0 ? t("bk.game.drawn", { player: bk.playerName(player), count }) : []));
  const lines = [...drawn, ...out.map((player) => sentence(t("bk.game.out", acting(player))))];
  return [
    text ? h("p", { class: "bk-note" }, h("a", { class: "mono", href: address("table", [], { play: text, rules: game.rules }), title: t("bk.game.look") }, text)) : "",
    lines.length ? h("p", { class: "bk-note quiet" }, lines.join(" ")) : "",
  ];
};
