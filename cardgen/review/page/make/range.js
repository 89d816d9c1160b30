/* The selected cells of a table: the cell at hand, and the rectangle from it to another one. Pure functions. */

import { continued } from "../shared/series.js";

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

/** The cells from those of a range to a cell: rows, or columns if it is beside them; null if it is one of them.
    @param {Range} range @param {Cell} cell @returns {Range | null} */
export function beyond(range, { row, column }) {
  const { top, bottom, left, right } = bounds(range);
  if (row > bottom) return { at: { row: bottom + 1, column: left }, to: { row, column: right } };
  if (row < top) return { at: { row: top - 1, column: left }, to: { row, column: right } };
  if (column > right) return { at: { row: top, column: right + 1 }, to: { row: bottom, column } };
  return column < left ? { at: { row: top, column: left - 1 }, to: { row: bottom, column } } : null;
}

/** The texts of a range as they go on in the cells of a target beyond it, each row or column by itself.
    @param {Range} range @param {Range} target @param {(row: number, column: number) => string} textAt */
export function writtenOn(range, target, textAt) {
  const [from, into] = [bounds(range), bounds(target)];
  const isDown = into.left === from.left && into.right === from.right;
  const isBack = isDown ? into.top < from.top : into.left < from.left;
  const lines = isDown ? from.right - from.left + 1 : from.bottom - from.top + 1;
  const [length, count] = isDown ? [from.bottom - from.top + 1, into.bottom - into.top + 1] : [from.right - from.left + 1, into.right - into.left + 1];
  const cells = /** @type {(Cell & { text: string })[]} */ ([]);
  for (let line = 0; line < lines; line += 1) {
    /** @param {number} step along the line, from the first selected cell */
    const cellAt = (step) => (isDown ? { row: from.top + step, column: from.left + line } : { row: from.top + line, column: from.left + step });
    const texts = Array.from({ length }, (_, step) => { const { row, column } = cellAt(step); return textAt(row, column); });
    const more = continued(isBack ? texts.reverse() : texts, count);
    more.forEach((text, step) => cells.push({ ...cellAt(isBack ? -1 - step : length + step), text }));
  }
  return cells;
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
