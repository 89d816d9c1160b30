/* The table of a deck as it is drawn: its rows in sight, the selected cells, and the line at the foot. */

import { state, thumbnail } from "../app/data.js";
import { t } from "../app/words.js";
import { fill, h } from "../shared/elements.js";
import { tag } from "../shared/texts.js";
import { isInside } from "./range.js";
/** @import { Child } from "../shared/elements.js" */
/** @import { Range } from "./range.js" */

export const ROW = 56; // px, three lines of text
const PICTURE_SCALE = 0.8; // px a mm of a card in a row
const AROUND = 6; // rows kept beyond the edges of the window
export const none = /** @type {any} */ (null);

/** What is shown: the deck, the selected cells, and the elements. */
export const sheet = {
  table: /** @type {TableData} */ (none),
  range: /** @type {Range} */ ({ at: { row: 0, column: 0 }, to: { row: 0, column: 0 } }),
  root: /** @type {HTMLElement} */ (none),
  window: /** @type {HTMLElement} */ (none),
  body: /** @type {HTMLElement} */ (none),
  foot: /** @type {HTMLElement} */ (none),
  editor: /** @type {HTMLTextAreaElement | null} */ (null),
};

export const size = () => ({ rows: sheet.table.rows.length, columns: sheet.table.columns.length });
/** @param {number} row @param {number} column */
export const textAt = (row, column) => sheet.table.rows[row]?.cells[column] ?? "";
/** Whether a value is no text and cannot be edited here: effects, mappings. */
export const isFixed = (text = "") => text === "…";

/** Draws the rows in sight again. */
export function draw() {
  const hold = document.activeElement?.closest("[role=gridcell]");
  sheet.body.style.height = `${sheet.table.rows.length * ROW}px`;
  sheet.body.replaceChildren();
  drawMore();
  if (hold && !sheet.editor) focusCell();
}

/** Draws the rows that have come into sight, and takes out those that have left it. */
export function drawMore() {
  const { scrollTop, clientHeight } = sheet.window;
  const first = Math.max(0, Math.floor(scrollTop / ROW) - AROUND);
  const end = Math.min(sheet.table.rows.length, Math.ceil((scrollTop + clientHeight) / ROW) + AROUND);
  for (const row of /** @type {HTMLElement[]} */ ([...sheet.body.children])) if (Number(row.dataset.row) < first || Number(row.dataset.row) >= end) row.remove();
  /** @param {Element | null} row */
  const numberOf = (row) => (row ? Number(/** @type {HTMLElement} */ (row).dataset.row) : end);
  /** @param {number} from @param {number} to */
  const rows = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, at) => rowOf(from + at));
  sheet.body.prepend(...rows(first, numberOf(sheet.body.firstElementChild)));
  sheet.body.append(...rows(numberOf(sheet.body.lastElementChild) + 1, end));
}

/** Draws the rows of some cards again, those that are in sight.
    @param {ReadonlySet<string>} ids */
export function drawRows(ids) {
  const hold = document.activeElement?.closest("[role=gridcell]");
  for (const row of /** @type {HTMLElement[]} */ ([...sheet.body.children])) {
    const number = Number(row.dataset.row);
    if (ids.has(sheet.table.rows[number]?.id)) row.replaceWith(rowOf(number));
  }
  if (hold && !hold.isConnected) focusCell();
}

/** @param {number} row */
function rowOf(row) {
  const { id } = sheet.table.rows[row];
  const card = state.cards.get(`${sheet.table.deck}/${id}`);
  return h("div", { role: "row", class: "make-row", "aria-rowindex": String(row + 2), dataset: { row: String(row) }, style: { top: `${row * ROW}px` } },
    h("div", { class: "make-picture" }, card?.face ? h("img", { src: thumbnail(card.face, PICTURE_SCALE), alt: "", loading: "lazy" }) : null),
    sheet.table.columns.map((column, at) => cellOf(row, at, column)));
}

/** @param {number} row @param {number} column @param {ColumnData} about */
function cellOf(row, column, about) {
  const text = textAt(row, column);
  const isAt = sheet.range.at.row === row && sheet.range.at.column === column;
  return h("div", {
    role: "gridcell", class: `make-cell ${about.name === "id" ? "make-id" : ""}`, lang: about.language ? tag(about.language) : null,
    "aria-colindex": String(column + 2), "aria-selected": String(isInside(sheet.range, row, column)), "aria-readonly": String(isFixed(text)),
    tabindex: isAt ? "0" : "-1", dataset: { at: `${row},${column}`, hold: `cell-${row}-${column}` },
  }, text);
}

export function drawHead() {
  return h("div", { role: "row", class: "make-row make-head", "aria-rowindex": "1" },
    h("div", { class: "make-picture", role: "columnheader" }, h("span", { class: "hidden-text" }, t("make.picture"))),
    sheet.table.columns.map(({ name, language }, at) => h("div", { role: "columnheader", class: `make-cell ${name === "id" ? "make-id" : ""}`, "aria-colindex": String(at + 2) },
      name, language ? h("span", { class: "quiet" }, ` ${language}`) : null)));
}

/** Draws the line at the foot: the file, and what was done to it last; without words, they stay.
    @param {Child} [words] */
export function drawFoot(words) {
  const status = words ?? sheet.foot.querySelector(".make-status")?.textContent;
  fill(sheet.foot, h("span", { class: "mono" }, sheet.table.file), h("span", { class: "make-status", role: "status" }, status));
}

/** The element of the cell at hand; null if it is not in sight. */
export const cellNow = () => /** @type {HTMLElement | null} */ (sheet.body?.querySelector(`[data-at="${sheet.range.at.row},${sheet.range.at.column}"]`));

/** Puts the focus on the cell at hand, and brings it into sight. */
export function focusCell() {
  cellNow()?.focus({ preventScroll: true });
}

/** Selects cells, and brings the last of them into sight.
    @param {Range} next */
export function select(next) {
  sheet.range = next;
  const { row } = next.to;
  const top = row * ROW;
  const height = sheet.window.clientHeight - ROW; // without the head
  if (top < sheet.window.scrollTop) sheet.window.scrollTop = top;
  else if (top + ROW > sheet.window.scrollTop + height) sheet.window.scrollTop = top + ROW - height;
  draw();
  focusCell();
  cellNow()?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
