/* The handle at the corner of the selected cells: dragged, it writes them on, by mouse and by touch. */

import { continued } from "../shared/series.js";
import { bounds, isInside } from "./range.js";
import { ROW, drawMore, select } from "./sheet.js";
import { sheet, textAt } from "./table-state.js";
import { write } from "./writing.js";
/** @import { Range } from "./range.js" */

/** Watches the handle of the table that is open. `cellUnder` returns the cell of a pointer.
    @param {(event: PointerEvent) => { row: number, column: number } | null} cellUnder */
export function watchHandle(cellUnder) {
  const { body } = sheet;
  let target = /** @type {Range | null} */ (null);
  /** @param {Range | null} next */
  const show = (next) => {
    target = next;
    for (const cell of body.querySelectorAll("[data-at]")) {
      const [row, column] = (cell.getAttribute("data-at") ?? "").split(",").map(Number);
      cell.classList.toggle("make-filled", Boolean(next && isInside(next, row, column)));
    }
  };
  body.addEventListener("pointerdown", (event) => {
    if (!(/** @type {HTMLElement} */ (event.target).matches(".make-handle"))) return;
    event.preventDefault();
    body.setPointerCapture(event.pointerId);
  });
  body.addEventListener("pointermove", (event) => {
    if (!body.hasPointerCapture(event.pointerId)) return;
    const frame = sheet.window.getBoundingClientRect();
    if (event.clientY > frame.bottom - ROW / 2) sheet.window.scrollTop += ROW;
    else if (event.clientY < frame.top + ROW) sheet.window.scrollTop -= ROW;
    drawMore();
    const cell = cellUnder(event);
    if (cell) show(beyond(cell));
  });
  body.addEventListener("lostpointercapture", () => {
    const last = target;
    show(null);
    if (last) fillTo(last);
  });
  body.addEventListener("pointercancel", () => show(null));
}

/** The cells from the selected ones to a cell: rows, or columns if it is beside them; null if it is one of them.
    @param {{ row: number, column: number }} cell @returns {Range | null} */
function beyond({ row, column }) {
  const { top, bottom, left, right } = bounds(sheet.range);
  if (row > bottom) return { at: { row: bottom + 1, column: left }, to: { row, column: right } };
  if (row < top) return { at: { row: top - 1, column: left }, to: { row, column: right } };
  if (column > right) return { at: { row: top, column: right + 1 }, to: { row: bottom, column } };
  return column < left ? { at: { row: top, column: left - 1 }, to: { row: bottom, column } } : null;
}

/** Writes the selected cells on into others, each row or column by itself, and selects all of them.
    @param {Range} target */
function fillTo(target) {
  const [from, into] = [bounds(sheet.range), bounds(target)];
  const isDown = into.left === from.left && into.right === from.right;
  const isBack = isDown ? into.top < from.top : into.left < from.left;
  const lines = isDown ? from.right - from.left + 1 : from.bottom - from.top + 1;
  const [length, count] = isDown ? [from.bottom - from.top + 1, into.bottom - into.top + 1] : [from.right - from.left + 1, into.right - into.left + 1];
  const cells = /** @type {{ row: number, column: number, text: string }[]} */ ([]);
  for (let line = 0; line < lines; line += 1) {
    /** @param {number} step along the line, from the first selected cell */
    const cellAt = (step) => (isDown ? { row: from.top + step, column: from.left + line } : { row: from.top + line, column: from.left + step });
    const texts = Array.from({ length }, (_, step) => { const { row, column } = cellAt(step); return textAt(row, column); });
    const more = continued(isBack ? texts.reverse() : texts, count);
    more.forEach((text, step) => cells.push({ ...cellAt(isBack ? -1 - step : length + step), text }));
  }
  select({ at: { row: Math.min(from.top, into.top), column: Math.min(from.left, into.left) }, to: { row: Math.max(from.bottom, into.bottom), column: Math.max(from.right, into.right) } });
  write(cells);
}
