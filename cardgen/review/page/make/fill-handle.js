/* The handle at the corner of the selected cells: dragged, it writes them on, by mouse and by touch. */

import { beyond, bounds, isInside, writtenOn } from "./range.js";
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
    if (cell) show(beyond(sheet.range, cell));
  });
  body.addEventListener("lostpointercapture", () => {
    const last = target;
    show(null);
    if (last) fillTo(last);
  });
  body.addEventListener("pointercancel", () => show(null));
}

/** Writes the selected cells on into others, and selects all of them.
    @param {Range} target */
function fillTo(target) {
  const cells = writtenOn(sheet.range, target, textAt);
  const [from, into] = [bounds(sheet.range), bounds(target)];
  select({ at: { row: Math.min(from.top, into.top), column: Math.min(from.left, into.left) }, to: { row: Math.max(from.bottom, into.bottom), column: Math.max(from.right, into.right) } });
  write(cells);
}
