/* The states of a table as a tree: every step is kept, undo goes to the step before, redo to the branch last taken.
   And the changes of a state, each of which gives a new one. */
"use strict";

(() => {
  const bk = cardgen.blockKiller;

  /** Nothing on the table. `hand` null: all cards; `attack` 0: none to answer; `player` is whose hand was dealt. */
  bk.EMPTY = Object.freeze({ hand: null, seed: "", player: 0, rows: [], blocks: [], attack: 0, rest: "" });

  /** A tree of states, standing at its root. */
  bk.tree = (/** @type {BlockKillerState} */ state) => {
    let count = 0;
    /** @param {BlockKillerStep | null} parent @param {BlockKillerState} value @param {BlockKillerStep["name"]} name
        @returns {BlockKillerStep} */
    const node = (parent, value, name) => ({ id: count++, parent, state: value, name, children: [], next: null });
    const root = node(null, state, ["bk.step.begin"]);
    let current = root;
    const stand = (at) => {
      for (let each = at; each.parent; each = each.parent) each.parent.next = each;
      current = at;
    };
    return {
      get current() { return current; },
      root,
      /** A step from here. One that has been taken before is taken again, not doubled. */
      add(value, name) {
        const same = current.children.find((child) => JSON.stringify(child.state) === JSON.stringify(value));
        const taken = same ?? node(current, value, name);
        if (!same) current.children.push(taken);
        stand(taken);
      },
      undo() { if (current.parent) current = current.parent; },
      redo() { if (current.next) stand(current.next); },
      goTo: stand,
      /** The steps from the beginning through where we are to the end of the branch last taken. */
      line() {
        const steps = [];
        for (let each = /** @type {BlockKillerStep | null} */ (root); each; each = each.next) steps.push(each);
        return steps;
      },
    };
  };

  /** Rows changed: blocks that were placed on the rows before are taken up. */
  const withRows = (state, rows) => ({ ...state, rows, blocks: [], rest: cardgen.site ? state.rest : "" });

  bk.lay = (state, code) => withRows(state, [...state.rows, { code, turned: false, solid: false }]);
  bk.take = (state, index) => withRows(state, state.rows.filter((_, each) => each !== index));
  bk.turn = (state, index) =>
    withRows(state, state.rows.map((row, each) => (each === index ? { ...row, turned: !row.turned } : row)));
  bk.move = (state, from, to) => {
    const rows = state.rows.filter((_, each) => each !== from);
    rows.splice(to, 0, state.rows[from]);
    return withRows(state, rows);
  };

  /** The row that one at `index` can be merged with: the nearest below, else above, of the same card; -1 for none. */
  bk.partner = (state, index) => {
    const { code, solid } = state.rows[index];
    if (solid || !table().cards.garbage.get(code)?.merges) return -1;
    const same = state.rows.map((row, each) => (each !== index && row.code === code && !row.solid ? each : -1)).filter((each) => each >= 0);
    return same.sort((a, b) => Math.abs(a - index) - Math.abs(b - index) || a - b)[0] ?? -1;
  };

  /** Two rows merged into one that is solid, where the first of them lay. */
  bk.merge = (state, index) => {
    const other = bk.partner(state, index);
    const rows = state.rows.map((row, each) => (each === index ? { ...row, turned: false, solid: true } : row));
    return withRows(state, rows.filter((_, each) => each !== other));
  };

  bk.split = (state, index) => {
    const { code } = state.rows[index];
    const rows = [...state.rows];
    rows.splice(index, 1, { code, turned: false, solid: false }, { code, turned: true, solid: false });
    return withRows(state, rows);
  };

  bk.place = (state, block, cells) => ({ ...state, blocks: [...state.blocks, { block, cells }] });

  /** How many of each card may still be laid or placed: of the hand, or without one as many as are wanted. */
  bk.left = ({ hand, rows, blocks }) => {
    const cards = table().cards;
    const count = (ids, held, used) => new Map([...ids].map((id) => [
      id, hand ? held.filter((each) => each === id).length - used.filter((each) => each === id).length : Infinity,
    ]));
    const laid = rows.flatMap(({ code, solid }) => (solid ? [code, code] : [code]));
    return {
      garbage: count(cards.garbage.keys(), hand?.garbage ?? [], laid),
      blocks: count(cards.blocks.keys(), hand?.blocks ?? [], blocks.map(({ block }) => block)),
    };
  };

  /** What a step is called, in words. */
  bk.stepName = ({ name: [key, values] }) =>
    cardgen.t(key, values?.columns ? { ...values, columns: bk.columnWords(values.columns) } : values);

  const table = () => bk.table;
})();
