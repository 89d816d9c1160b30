/* Requests of the table to the engine on the server. */
"use strict";

(() => {
  const bl = cardgen.blokus;
  const { game } = bl;
  Object.assign(bl, cardgen.asker("bl.unreachable"));

  /** Return a ruleset; undefined if the server cannot be reached. */
  bl.readRules = async (name) => (await bl.ask({ op: "new_game", ruleset: name, seed: 0 })).state?.rules;

  const stateOf = (moves) => ({ rules: game.rulesets.get(game.rules), seed: game.seed, moves });

  const keyOf = (cells) => cells.map(([x, y]) => `${x},${y}`).sort().join(" ");

  /** Return the facts of a position: `board`, `colour` to move, `standings`, and the legal placements by shape as `ways`. */
  bl.readFacts = async (moves) => {
    if (cardgen.noEngine) return factsWithoutEngine(moves);
    const answer = await bl.ask({ op: "turns", state: stateOf(moves) });
    if (answer.error) return answer;
    const ways = new Map();
    for (const { kind, shape, cells } of answer.turns) {
      if (kind === "place") ways.set(shape, [...ways.get(shape) ?? [], cells]);
    }
    const legal = new Set([...ways].flatMap(([shape, all]) => all.map((cells) => `${shape} ${keyOf(cells)}`)));
    return { ...answer, ways, legal };
  };

  /** Return the facts that need no engine: the board, but no legal placements. */
  function factsWithoutEngine(moves) {
    const [size] = game.cards.board.size ?? [20];
    const board = [...Array(size)].map(() => Array(size).fill("."));
    for (const { colour, cells } of moves) for (const [x, y] of cells) board[y][x] = bl.letter(colour);
    return { board: board.map((row) => row.join("")), colour: null, standings: [], ways: new Map(), legal: new Set() };
  }

  bl.isLegal = (shape, cells) => game.facts.legal.has(`${shape} ${keyOf(cells)}`);

  /** Return the state after a placement, or after a random one for null. */
  bl.apply = (moves, placement) => bl.ask({ op: "apply", state: stateOf(moves),
    turn: placement ? { kind: "place", ...placement } : { kind: "automatic" } });

  /** Return the reason why a placement is refused, by language; null if it is legal. */
  bl.askRefusal = async (shape, cells) => {
    const { board, colour } = game.facts;
    const answer = await bl.ask({ op: "play", ruleset: game.rules, board, colour, shape, cells });
    if (answer.error) return bl.whyNot(answer.error);
    return answer.legal ? null : answer.message;
  };

  /** Count the legal placements of the colours that are not to move. */
  bl.countAll = async (turn) => {
    const { board, colour } = game.facts ?? {};
    const others = cardgen.noEngine || !game.facts ? [] : bl.order().filter((other) => other !== colour && !bl.out().has(other));
    const lists = await Promise.all(others.map((other) => bl.ask({ op: "placements", ruleset: game.rules, board, colour: other })));
    if (turn !== game.shown) return;
    others.forEach((other, index) => game.counts.set(other, lists[index].list?.length ?? null));
    bl.drawPlayers?.();
  };

  /** Check a log. Return its moves, or the fault as texts by language. */
  bl.verify = async (rules, log) => {
    if (!cardgen.noEngine) {
      const answer = await bl.ask({ op: "verify", ruleset: rules, log });
      if (answer.error) return { fault: bl.whyNot(answer.error) };
      if (!answer.legal) return { fault: answer.message };
    }
    const moves = bl.readLog(log);
    const [size] = game.cards.board.size ?? [20];
    const onBoard = moves?.every(({ cells }) => cells.every(([x, y]) => x < size && y < size));
    return onBoard ? { moves } : { fault: { [cardgen.settings.language]: cardgen.t("bl.bad-log") } };
  };
})();
