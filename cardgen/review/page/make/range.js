/* The selected cells of a table: the cell at hand, and the rectangle from it to another one. Pure functions. */

/** @typedef {{ row: number, column: number }} Cell */
/** @typedef {{ at: Cell, to: Cell }} Range */

/** The rectangle of a range.
    @param {Range} range */
export const bounds = ({ at, to }) => ({
  top: Math.min(at.row, to.row), bottom: Math.max(at.row, to.row),
  left: Math.min(at.column, to.column), right: Math.max(at.column, to.column),
});

/** @param {Range} range @param {number} row @param {number} column */
export function isInside(range, row, column) {
  const { top, bottom, left, right } = bounds(range);
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** The range after a step of a cursor key. With `stretch`, the cell at hand stays and the rectangle grows.
    @param {Range} range @param {[number, number]} step rows and columns @param {{ rows: number, columns: number }} size
    @param {boolean} stretch @returns {Range} */
export function moved({ at, to }, [down, right], { rows, columns }, stretch) {
  const from = stretch ? to : at;
  const target = { row: within(from.row + down, rows), column: within(from.column + right, columns) };
  return stretch ? { at, to: target } : { at: target, to: target };
}

/** @param {number} number @param {number} count */
const within = (number, count) => Math.max(0, Math.min(count - 1, number));

/** The steps of cursor keys; those with Ctrl go to the end.
    @type {Record<string, [number, number]>} */
export const STEPS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  PageUp: [-10, 0], PageDown: [10, 0], Home: [0, -1e6], End: [0, 1e6],
};
