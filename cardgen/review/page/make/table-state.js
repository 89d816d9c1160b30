/* The table of a deck that is open: its rows, the selected cells, and the elements. */

/** @import { Range } from "./range.js" */

export const none = /** @type {any} */ (null);

/** What is shown: the deck, the selected cells, the elements (`line` is where narrow screens write), and the texts that were found. */
export const sheet = {
  table: /** @type {TableData} */ (none),
  range: /** @type {Range} */ ({ at: { row: 0, column: 0 }, to: { row: 0, column: 0 } }),
  root: /** @type {HTMLElement} */ (none),
  window: /** @type {HTMLElement} */ (none),
  body: /** @type {HTMLElement} */ (none),
  foot: /** @type {HTMLElement} */ (none),
  line: /** @type {HTMLElement} */ (none),
  editor: /** @type {HTMLElement | null} */ (null),
  sought: /** @type {readonly string[]} */ ([]),
};

export const size = () => ({ rows: sheet.table.rows.length, columns: sheet.table.columns.length });
/** @param {number} row @param {number} column */
export const textAt = (row, column) => sheet.table.rows[row]?.cells[column] ?? "";
/** Whether a value is no text and cannot be edited here: effects, mappings. */
export const isFixed = (text = "") => text === "…";
/** Whether a cell cannot be edited here: its value is no text, or computed from two files.
    @param {number} row @param {number} column */
export const isFixedAt = (row, column) => isFixed(textAt(row, column)) || (sheet.table.columns[column]?.table ?? 0) < 0;
/** The file that has a column; the first one for a computed column.
    @param {number} column */
export const fileOf = (column) => sheet.table.files[Math.max(0, sheet.table.columns[column]?.table ?? 0)];
/** How many other cards are made of the row that has a cell.
    @param {number} row @param {number} column */
export const sharedAt = (row, column) => sheet.table.rows[row]?.shared[sheet.table.columns[column]?.table ?? 0] ?? 0;
/** The heading of a column, as a table has it.
    @param {number} column */
export const headingOf = (column) => {
  const { name, language } = sheet.table.columns[column];
  return language ? `${name}.${language}` : name;
};
