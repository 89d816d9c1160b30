/* The states of a table as a tree: every step is kept, undo goes to the step before, redo to the last branch. The
   functions that change a state return a new one. */

import { noEngine, t } from "../../play/public.js";
import { bk } from "./state.js";

/** A garbage card as it lies: turned, or merged with another one into a solid row.
    @typedef {{ code: string, turned: boolean, solid: boolean }} Row */
/** A block where it was placed: its cells as column and row.
    @typedef {{ block: string, cells: number[][] }} Block */
/** A table. Without a `hand` all cards can be used; `attack` is to be answered, 0 for none; `player` is whose hand was dealt;
    `puzzle` is its name if the hand is one of a puzzle; `rest` are the blocks of a play on a static copy, which cannot place them.
    @typedef {{ hand: { blocks: string[], garbage: string[] } | null, seed: string, player: number, rows: Row[], blocks: Block[],
      attack: number, rest: string, puzzle: string }} State */
/** A step of the tree of states: its name is the key of a text and its values; `next` leads to the branch last taken.
    @typedef {object} Step
    @property {number} id
    @property {Step | null} parent
    @property {State} state
    @property {[string, Record<string, unknown>?]} name
    @property {Step[]} children
    @property {Step | null} next */

/** An empty table. */
bk.EMPTY = Object.freeze({ hand: null, seed: "", player: 0, rows: [], blocks: [], attack: 0, rest: "", puzzle: "" });

/** A tree of states with a current step, at first its root. */
bk.tree = (/** @type {State} */ state) => {
  let count = 0;
  /** @param {Step | null} parent @param {State} value @param {Step["name"]} name
      @returns {Step} */
  const node = (parent, value, name) => ({ id: count++, parent, state: value, name, children: [], next: null });
  const root = node(null, state, ["bk.step.begin"]);
  let current = root;
  const goTo = (at) => {
    for (let step = at; step.parent; step = step.parent) step.parent.next = step;
    current = at;
  };
  return {
    get current() { return current; },
    root,
    /** Add a step after the current one, or go to the existing step with the same state. */
    add(value, name) {
      const same = current.children.find((child) => JSON.stringify(child.state) === JSON.stringify(value));
      const taken = same ?? node(current, value, name);
      if (!same) current.children.push(taken);
      goTo(taken);
    },
    undo() { if (current.parent) current = current.parent; },
    redo() { if (current.next) goTo(current.next); },
    goTo,
    /** The steps from the root through the current one to the end of the last branch. */
    line() {
      const steps = [];
      for (let step = /** @type {Step | null} */ (root); step; step = step.next) steps.push(step);
      return steps;
    },
  };
};

/** Change the rows; the blocks on the old rows are taken back. */
const withRows = (state, rows) => ({ ...state, rows, blocks: [], rest: noEngine ? state.rest : "" });

bk.lay = (state, code) => withRows(state, [...state.rows, { code, turned: false, solid: false }]);
bk.take = (state, index) => withRows(state, state.rows.filter((_, at) => at !== index));
bk.turn = (state, index) =>
  withRows(state, state.rows.map((row, at) => (at === index ? { ...row, turned: !row.turned } : row)));
bk.move = (state, from, to) => {
  const rows = state.rows.filter((_, at) => at !== from);
  rows.splice(to, 0, state.rows[from]);
  return withRows(state, rows);
};

/** The index of the nearest row that the row at `index` can be merged with, below before above; -1 for none. */
bk.partner = (state, index) => {
  const { code, solid } = state.rows[index];
  if (solid || !table().cards.garbage.get(code)?.merges) return -1;
  const same = state.rows.map((row, at) => (at !== index && row.code === code && !row.solid ? at : -1)).filter((at) => at >= 0);
  return same.sort((a, b) => Math.abs(a - index) - Math.abs(b - index) || a - b)[0] ?? -1;
};

/** Merge the row at `index` and its partner into a solid row. */
bk.merge = (state, index) => {
  const other = bk.partner(state, index);
  const rows = state.rows.map((row, at) => (at === index ? { ...row, turned: false, solid: true } : row));
  return withRows(state, rows.filter((_, at) => at !== other));
};

bk.split = (state, index) => {
  const { code } = state.rows[index];
  const rows = [...state.rows];
  rows.splice(index, 1, { code, turned: false, solid: false }, { code, turned: true, solid: false });
  return withRows(state, rows);
};

bk.place = (state, block, cells) => ({ ...state, blocks: [...state.blocks, { block, cells }] });

/** How many of each card may still be laid or placed: those left in the hand, or any number without a hand. */
bk.left = ({ hand, rows, blocks }) => {
  const cards = table().cards;
  const count = (ids, held, used) => new Map([...ids].map((id) => [
    id, hand ? held.filter((card) => card === id).length - used.filter((card) => card === id).length : Infinity,
  ]));
  const laid = rows.flatMap(({ code, solid }) => (solid ? [code, code] : [code]));
  return {
    garbage: count(cards.garbage.keys(), hand?.garbage ?? [], laid),
    blocks: count(cards.blocks.keys(), hand?.blocks ?? [], blocks.map(({ block }) => block)),
  };
};

/** The name of a step. */
bk.stepName = ({ name: [key, values] }) =>
  t(key, values?.columns ? { ...values, columns: bk.columnWords(values.columns) } : values);

const table = () => bk.table;
