/* The requests of the table to the engine on the server, and the score of a state. */

import { asker, noEngine } from "../../play/public.js";
import { bk } from "./state.js";

Object.assign(bk, asker("bk.unreachable"));

/** A ruleset: its titles and its rules of turns and spins. Undefined if the server cannot be reached. */
bk.readRules = async (name) => {
  const { state } = await bk.ask({ op: "new_game", players: 3, seed: 0, ruleset: name });
  return state?.rules;
};

const spinMembers = () => {
  const { spin, rotation } = bk.table.rulesets.get(bk.table.rules)?.play ?? {};
  return { ...(spin && { spin_rule: spin }), ...(rotation && { rotation }) };
};

/** Every legal placement of a block: [{cells, kind, shape, x, y}], `shape` an index into the block's shapes. */
bk.askPlacements = async (board, block) => {
  const { shapes } = bk.table.cards.blocks.get(block); // the cards of the request: meanwhile there may be others
  const answer = await bk.ask({ op: "placements", board, block, ...spinMembers() });
  return (answer.list ?? []).map((text) => {
    const words = text.split(" ");
    const kind = words.pop();
    const cells = words.map((word) => word.split(",").map(Number));
    const x = Math.min(...cells.map(([column]) => column));
    const y = Math.min(...cells.map(([, row]) => row));
    return { cells, kind, shape: bk.shapeOf(shapes, cells), x, y };
  });
};

/** A state as members of a request. Each row uses a card of the hand that no other row uses, if there is one. */
bk.members = ({ hand, rows, blocks }) => {
  const laid = rows.flatMap(({ code, solid }) => (solid ? [code, code] : [code]));
  const held = hand?.garbage ?? laid;
  const used = new Set();
  const card = (code) => {
    const free = held.findIndex((id, index) => id === code && !used.has(index));
    const index = free >= 0 ? free : held.includes(code) ? held.indexOf(code) : held.length;
    used.add(index);
    return index;
  };
  return {
    block_hand: hand?.blocks ?? blocks.map(({ block }) => block),
    garbage_hand: held,
    rows: rows.map(({ code, turned, solid }) => (solid ? { solid: [card(code), card(code)] } : { card: card(code), turned })),
    blocks,
  };
};

/** The rows of a request's members as rows of a state. The hand has codes, or rows as the cards are in the hand.
    A row that no card of this deck has is null. */
bk.readRows = ({ rows, garbage_hand: held }) => rows.map(({ card, turned, solid }) => {
  const entry = held[solid ? solid[0] : card];
  const row = bk.table.cards.garbage.has(entry) ? { code: entry, turned: Boolean(turned), solid: false } : bk.rowOf(entry, turned);
  return row && solid ? { code: row.code, turned: false, solid: true } : row;
});

/** Score a state: the field to draw, the board for the next block, the engine's answer, and a refusal if there is one. */
bk.workOut = async (state, rules) => {
  const stack = compose(state.rows, [], []);
  const nothing = { ...stack, answer: null, refusal: null, step: 0, placed: 0 };
  if (noEngine || !(state.rows.length + state.blocks.length)) return nothing;
  const play = (what) => bk.ask({ op: "play", ruleset: rules, ...bk.members(what) });
  const answer = await play(state);
  if (answer.error) return { ...nothing, refusal: bk.whyNot(answer.error) };
  if (answer.legal) return drawnOut(state, answer, { answer });
  const refused = { refusal: answer.message, step: answer.step };
  if (answer.reason === "no-block") return nothing;
  // Show the part of the play that is legal, with any hand.
  const open = { ...state, hand: null };
  const whole = await play(open);
  if (whole.legal) return drawnOut(open, whole, refused);
  const lasting = (whole.step ?? 0) - state.rows.length - 1;
  if (lasting < 1) return { ...nothing, ...refused };
  const part = { ...open, blocks: state.blocks.slice(0, lasting) };
  const begun = await play(part);
  return begun.legal ? drawnOut(part, begun, refused) : { ...nothing, ...refused };
};

const drawnOut = ({ rows, blocks }, answer, more) => ({
  ...compose(rows, blocks, answer.clears), board: answer.final_board, placed: blocks.length,
  answer: null, refusal: null, step: 0, ...more,
});

/** The field as marks, bottom row first: "#" garbage, a letter for a block's cell, "" empty; and the field before the
    full rows of the last block were cleared. */
function compose(rows, blocks, clears) {
  const { width } = bk.table.cards;
  let field = rows.map((row) => [...bk.rowText(row)].map((mark) => (mark === "#" ? "#" : "")));
  let before = field;
  let cleared = [];
  blocks.forEach(({ block, cells }, index) => {
    before = field.map((row) => [...row]);
    for (const [x, y] of cells) {
      while (before.length <= y) before.push(Array(width).fill(""));
      before[y][x] = block;
    }
    cleared = clears.find((clear) => clear.index === index)?.rows ?? [];
    field = before.filter((_, y) => !cleared.includes(y));
  });
  const board = field.map((row) => row.map((mark) => (mark ? "#" : ".")).join(""));
  return { field, before, cleared, board };
}
