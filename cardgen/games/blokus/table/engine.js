/* What the table asks the engine besides the turns of the game, and what it knows without an engine. */

import { noEngine, settings, state as page, t } from "../../play/public.js";
import { bl } from "./state.js";

/** Read every ruleset: its titles, its board, its colours and its seats. */
bl.readRulesets = async () => {
  const rulesets = new Map();
  for (const name of noEngine ? [] : page.catalog.game.rulesets) {
    const { state } = await bl.game.ask({ op: "new_game", ruleset: name, seed: 0 });
    if (state) rulesets.set(name, state.rules);
  }
  return rulesets;
};

const keyOf = (cells) => cells.map(([x, y]) => `${x},${y}`).sort().join(" ");

/** The legal placements of the position that is shown, by shape; computed once for it. */
bl.ways = () => {
  const { facts } = bl.game;
  if (bl.waysOf !== facts) {
    const ways = new Map();
    for (const { shape, cells } of facts?.turns ?? []) {
      if (shape) ways.set(shape, [...ways.get(shape) ?? [], cells]);
    }
    bl.waysOf = facts;
    bl.waysNow = ways;
    bl.legalNow = new Set([...ways].flatMap(([shape, all]) => all.map((cells) => `${shape} ${keyOf(cells)}`)));
  }
  return bl.waysNow;
};

bl.isLegal = (shape, cells) => Boolean(bl.ways()) && bl.legalNow.has(`${shape} ${keyOf(cells)}`);

/** Return the reason why a placement is refused, by language; null if it is legal. */
bl.askRefusal = async (shape, cells) => {
  const { board, colour } = bl.game.facts;
  const answer = await bl.game.ask({ op: "play", ruleset: bl.game.rules, board, colour, shape, cells });
  if (answer.error) return answer.error.messages ?? { en: answer.error.message };
  return answer.legal ? null : answer.message;
};

// ---------------------------------------------------------------- without an engine

/** The answers that need no rules: the board after placements, and logs that are not checked. */
bl.answerWithoutEngine = ({ op, state, seed, log }) => {
  const { turns = [] } = state ?? {};
  if (op === "new_game") return { state: { seed, turns: [] } };
  if (op === "turns") return factsOf(turns);
  if (op === "log") return { log: bl.writeMoves(turns), players: turns.map(({ colour }) => bl.order().indexOf(colour)) };
  if (op !== "verify") return {};
  const read = bl.readLog(log);
  const [size] = bl.cards.board.size ?? [20];
  const onBoard = read?.every(({ cells }) => cells.every(([x, y]) => x < size && y < size));
  return onBoard ? { legal: true, state: { seed: 1, turns: read } } : { legal: false, message: { [settings.language]: t("bl.bad-log") } };
};

function factsOf(moves) {
  const [size] = bl.cards.board.size ?? [20];
  const board = [...Array(size)].map(() => Array(size).fill("."));
  for (const { colour, cells } of moves) for (const [x, y] of cells) board[y][x] = bl.letter(colour);
  return { to_move: null, board: board.map((row) => row.join("")), colour: null, seats: bl.order().map((own) => [own]), shared: null, standings: [], turns: [],
    placements: {}, corners: {}, unused: {}, time_left: null };
}
