/* The table of a deck as it is drawn: its rows in sight, the selected cells, and the line at the foot. */

import { state } from "../app/data.js";
import { announce, on } from "../app/events.js";
import { colourOf, deedOf, initials, playmates } from "../app/people.js";
import { t } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { tag } from "../shared/texts.js";
import { thumb } from "../review/deck-list.js";
import { content, signOf, widthOf } from "./columns.js";
import { drawFaults, findingsAt, refusedAt } from "./faults.js";
import { fileButton } from "./open-text.js";
import { bounds, isInside } from "./range.js";
import { drawBeside } from "./beside.js";
import { fileOf, headingOf, isFixedAt, sharedAt, sheet, textAt } from "./table-state.js";
/** @import { Range } from "./range.js" */

export const ROW = 56; // px, three lines of text
const AROUND = 6; // rows kept beyond the edges of the window

/** Draws the rows in sight again. */
export function draw() {
  const hold = hasFocus();
  sheet.body.style.height = `${sheet.table.rows.length * ROW}px`;
  sheet.body.replaceChildren();
  drawMore(hold);
  drawLine();
  drawFoot();
  drawBeside();
}

/** Whether a cell has the focus, or the window instead of one that is out of sight. */
const hasFocus = () => !sheet.editor && (document.activeElement === sheet.window || Boolean(document.activeElement?.closest("[role=gridcell]")));

/** Draws the rows that have come into sight, and takes out those that have left it. The focus stays in the table. */
export function drawMore(hold = hasFocus()) {
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
  sheet.window.tabIndex = cellNow() ? -1 : 0;
  if (hold) focusCell();
  drawPeople();
  drawFaults();
}

/** Marks the cells that others are at, or write into. */
function drawPeople() {
  for (const mark of sheet.body?.querySelectorAll(".make-person") ?? []) mark.remove();
  for (const person of sheet.body ? playmates() : []) {
    const row = sheet.table.rows.findIndex(({ id }) => person.field && person.key === `${sheet.table.deck}/${id}`);
    const column = sheet.table.columns.findIndex(({ name, language }) => name === person.field && language === person.language);
    sheet.body.querySelector(`[data-at="${row},${column}"]`)?.append(h("span", { class: "make-person", style: { "--who": colourOf(person) } },
      h("span", { class: "hidden-text" }, deedOf(person)), h("span", { class: "make-person-name", "aria-hidden": "true" }, person.editing ? icon("make") : null, initials(person.by))));
  }
}

on("people", drawPeople);

/** Draws the rows of some cards again, those that are in sight.
    @param {ReadonlySet<string>} ids */
export function drawRows(ids) {
  const hold = hasFocus();
  for (const row of /** @type {HTMLElement[]} */ ([...sheet.body.children])) {
    const number = Number(row.dataset.row);
    if (ids.has(sheet.table.rows[number]?.id)) row.replaceWith(rowOf(number));
  }
  if (hold) focusCell();
  drawPeople();
  drawFaults();
  drawBeside();
}

/** @param {number} row */
function rowOf(row) {
  const { id } = sheet.table.rows[row];
  const card = state.cards.get(`${sheet.table.deck}/${id}`);
  const { top, bottom, right } = bounds(sheet.range);
  return h("div", { role: "row", class: "make-row", "aria-rowindex": String(row + 2), dataset: { row: String(row) }, style: { top: `${row * ROW}px` } },
    h("div", { class: `make-picture ${row >= top && row <= bottom ? "at" : ""}` }, h("span", { class: "make-number" }, row + 1), card?.face ? thumb(card, 34) : null),
    sheet.table.columns.map((column, at) => cellOf(row, at, column)),
    row === bottom ? h("span", { class: "make-handle", "aria-hidden": "true", style: { "--edge": `${edgeOf(right)}px` } }) : null);
}

/** The px from the pictures to the right edge of a column.
    @param {number} column */
const edgeOf = (column) => Array.from({ length: column + 1 }, (_, at) => widthOf(at)).reduce((sum, width) => sum + width);

/** @param {number} row @param {number} column @param {ColumnData} about */
function cellOf(row, column, about) {
  const refused = refusedAt(row, column);
  const text = refused?.text ?? textAt(row, column);
  const findings = findingsAt(row, column);
  const isAt = sheet.range.at.row === row && sheet.range.at.column === column;
  const severity = refused || findings.some((finding) => finding.severity === "error") ? "error" : findings.length ? "warning" : null;
  return h("div", {
    role: "gridcell", class: `make-cell ${about.name === "id" ? "make-id" : ""}`, lang: about.language ? tag(about.language) : null,
    style: { width: `${widthOf(column)}px` },
    "aria-colindex": String(column + 2), "aria-selected": String(isInside(sheet.range, row, column)), "aria-readonly": String(isFixedAt(row, column)),
    "aria-invalid": severity ? "true" : null, "aria-describedby": severity && isAt ? "make-faults" : null,
    tabindex: isAt ? "0" : "-1", dataset: { at: `${row},${column}`, hold: `cell-${row}-${column}`, kind: signOf(about), ...(severity ? { severity } : {}) },
  }, sheet.table.rows[row].outdated.includes(column) ? h("span", { class: "make-outdated" }, icon("s-stale"), t("make.outdated")) : null, text || about.name !== "copies" ? content(about, refused ? text : sheet.table.rows[row].marked[column] ?? text) : inherited(row), severity ? h("span", { class: "make-corner", title: t(severity === "error" ? "make.fault" : "make.finding") }) : null);
}

/** The number of copies that a row does not say itself.
    @param {number} row */
const inherited = (row) => h("span", { class: "make-inherited", title: t("make.inherited") }, state.cards.get(`${sheet.table.deck}/${sheet.table.rows[row].id}`)?.copies ?? 1);

export function drawHead() {
  return h("div", { role: "row", class: "make-row make-head", "aria-rowindex": "1" },
    h("div", { class: "make-picture", role: "columnheader" }, h("span", { class: "hidden-text" }, t("make.picture"))),
    sheet.table.columns.map((about, at) => h("div", { role: "columnheader", class: `make-cell ${about.name === "id" ? "make-id" : ""}`, style: { width: `${widthOf(at)}px` },
      "aria-colindex": String(at + 2), dataset: { kind: signOf(about) }, title: about.kind }, icon(signOf(about)), h("span", { class: "cut-off" }, about.name),
      about.language ? h("span", { class: "make-language" }, about.language) : null)));
}

const status = h("span", { class: "make-status", role: "status" });

/** Draws the line at the foot: the file, sums of the selected cells, and what was done last; without words, they stay.
    @param {string} [words] */
export function drawFoot(words) {
  if (words !== undefined) status.textContent = words;
  const { row, column } = sheet.range.at;
  const others = sharedAt(row, column);
  fill(sheet.foot, fileButton(fileOf(column)), others ? h("span", { class: "make-shared" }, t("make.shared", { count: others })) : null,
    h("span", { class: "make-sums" }, sums()), status);
}

/** The number of the selected cells, and sums of the numbers in them; nothing for one cell. */
function sums() {
  const { top, bottom, left, right } = bounds(sheet.range);
  if (top === bottom && left === right) return null;
  const columns = sheet.table.columns.slice(left, right + 1).flatMap(({ kind }, at) => (signOf({ kind }) === "hash" ? [left + at] : []));
  const texts = sheet.table.rows.slice(top, bottom + 1).flatMap(({ cells }) => columns.map((column) => cells[column]));
  const numbers = texts.filter(Boolean).map(Number).filter(Number.isFinite);
  const sum = numbers.reduce((total, number) => total + number, 0);
  const values = { sum, mean: sum / numbers.length, least: numbers.reduce((one, other) => Math.min(one, other), Infinity), most: numbers.reduce((one, other) => Math.max(one, other), -Infinity) };
  return [h("strong", {}, t("make.cells", { count: (bottom - top + 1) * (right - left + 1) })),
    numbers.length ? Object.entries(values).map(([name, value]) => h("span", {}, t(`make.${name}`, { value: Math.round(value * 1000) / 1000 }))) : null];
}

/** Draws the line in which narrow screens write: the heading and the value of the cell at hand. */
export function drawLine() {
  if (sheet.editor || !sheet.line) return;
  const { row, column } = sheet.range.at;
  const text = refusedAt(row, column)?.text ?? textAt(row, column);
  fill(sheet.line, h("span", { class: "make-heading" }, headingOf(column)),
    h("button", { type: "button", class: "make-value", "aria-label": `${t("make.key.edit")}: ${headingOf(column)}`, dataset: { hold: "make-line" }, onclick: () => announce("write") }, h("span", { class: "cut-off" }, text), icon("make")));
}

/** The element of the cell at hand; null if it is not in sight. */
export const cellNow = () => /** @type {HTMLElement | null} */ (sheet.body?.querySelector(`[data-at="${sheet.range.at.row},${sheet.range.at.column}"]`));

/** Puts the focus on the cell at hand, or on the window while that is out of sight. */
export function focusCell() {
  (cellNow() ?? sheet.window)?.focus({ preventScroll: true });
}

/** Selects cells, and brings the last of them into sight.
    @param {Range} next */
export function select(next, takesFocus = true) {
  sheet.range = next;
  announce("moved");
  const { row } = next.to;
  const top = row * ROW;
  const height = sheet.window.clientHeight - ROW; // without the head
  if (top < sheet.window.scrollTop) sheet.window.scrollTop = top;
  else if (top + ROW > sheet.window.scrollTop + height) sheet.window.scrollTop = top + ROW - height;
  draw();
  if (takesFocus) focusCell();
  cellNow()?.scrollIntoView({ block: "nearest", inline: "nearest" });
  drawFaults();
}
