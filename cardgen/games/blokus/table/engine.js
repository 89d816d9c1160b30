/* What the table asks the engine on the server. */
"use strict";

(() => {
  const bl = cardgen.blokus;
  const { game } = bl;
  Object.assign(bl, cardgen.asker("bl.unreachable"));

  /** A ruleset. Undefined when the server is away. */
  bl.readRules = async (name) => (await bl.ask({ op: "new_game", ruleset: name, seed: 0 })).state?.rules;

  const stateOf = (moves) => ({ rules: game.rulesets.get(game.rules), seed: game.seed, moves });

  const keyOf = (cells) => cells.map(([x, y]) => `${x},${y}`).sort().join(" ");

  /** What a position comes to: `board`, `colour` to move, `standings`, and every legal placement as `ways`, by shape. */
  bl.workOut = async (moves) => {
    if (cardgen.site) return alone(moves);
    const answer = await bl.ask({ op: "turns", state: stateOf(moves) });
    if (answer.error) return answer;
    const ways = new Map();
    for (const { kind, shape, cells } of answer.turns) {
      if (kind === "place") ways.set(shape, [...ways.get(shape) ?? [], cells]);
    }
    const legal = new Set([...ways].flatMap(([shape, all]) => all.map((cells) => `${shape} ${keyOf(cells)}`)));
    return { ...answer, ways, legal };
  };

  /** Without an engine: what lies on the board, and nothing of what may. */
  function alone(moves) {
    const [size] = game.cards.board.size ?? [20];
    const board = [...Array(size)].map(() => Array(size).fill("."));
    for (const { colour, cells } of moves) for (const [x, y] of cells) board[y][x] = bl.letter(colour);
    return { board: board.map((row) => row.join("")), colour: null, standings: [], ways: new Map(), legal: new Set() };
  }

  bl.isLegal = (shape, cells) => game.told.legal.has(`${shape} ${keyOf(cells)}`);

  /** The state after a placement, or after a random one for null. */
  bl.apply = (moves, placement) => bl.ask({ op: "apply", state: stateOf(moves),
    turn: placement ? { kind: "place", ...placement } : { kind: "automatic" } });

  /** Why a placement is refused, as texts by language; null when it is not. */
  bl.askRefusal = async (shape, cells) => {
    const { board, colour } = game.told;
    const answer = await bl.ask({ op: "play", ruleset: game.rules, board, colour, shape, cells });
    if (answer.error) return bl.whyNot(answer.error);
    return answer.legal ? null : answer.message;
  };

  /** How many legal placements each colour has that is not to move. */
  bl.countAll = async (turn) => {
    const { board, colour } = game.told ?? {};
    const others = cardgen.site || !game.told ? [] : bl.order().filter((each) => each !== colour && !bl.out().has(each));
    const lists = await Promise.all(others.map((each) => bl.ask({ op: "placements", ruleset: game.rules, board, colour: each })));
    if (turn !== game.shown) return;
    others.forEach((each, index) => game.counts.set(each, lists[index].list?.length ?? null));
    bl.drawPlayers?.();
  };

  /** A log that has been gone through: its moves, or the fault as texts by language. */
  bl.verify = async (rules, log) => {
    if (!cardgen.site) {
      const answer = await bl.ask({ op: "verify", ruleset: rules, log });
      if (answer.error) return { fault: bl.whyNot(answer.error) };
      if (!answer.legal) return { fault: answer.message };
    }
    const moves = bl.readLog(log);
    const [size] = game.cards.board.size ?? [20];
    const lies = moves?.every(({ cells }) => cells.every(([x, y]) => x < size && y < size));
    return lies ? { moves } : { fault: { [cardgen.settings.language]: cardgen.t("bl.bad-log") } };
  };
})();
