/* The editor of the cell at hand, in its place. */

import { h } from "../shared/elements.js";
import { tag } from "../shared/texts.js";
import { drawFaults, forget, refusedAt, withRefused } from "./faults.js";
import { moved } from "./range.js";
import { cellNow, draw, focusCell, select } from "./sheet.js";
import { isFixed, sheet, size, textAt } from "./table-state.js";
import { write } from "./writing.js";

/** Opens the cell at hand for writing; `first` replaces its text.
    @param {string} [first] */
export function open(first) {
  const { row, column } = sheet.range.at;
  const cell = cellNow();
  if (!cell || sheet.editor || isFixed(textAt(row, column))) return;
  const { name, language } = sheet.table.columns[column];
  const field = h("textarea", { class: "make-editor", "aria-label": `${name} ${language}`.trim(), lang: language ? tag(language) : null,
    onkeydown: onEditorKey }, first ?? refusedAt(row, column)?.text ?? textAt(row, column));
  sheet.editor = field;
  field.addEventListener("blur", () => close(true));
  cell.replaceChildren(field);
  drawFaults();
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

/** @param {boolean} keep */
async function close(keep) {
  if (!sheet.editor) return;
  const { value } = /** @type {HTMLTextAreaElement} */ (sheet.editor);
  sheet.editor = null;
  const { row, column } = sheet.range.at;
  const shown = refusedAt(row, column)?.text ?? textAt(row, column);
  draw();
  if (keep && value !== shown) await write([{ row, column, text: value }]);
}

/** Takes the refused value of the cell at hand back; what was refused together with it is written. Returns whether there was one. */
export function takeBack() {
  const { at } = sheet.range;
  if (!refusedAt(at.row, at.column)) return false;
  const others = withRefused([{ ...at, text: "" }]).slice(1);
  forget([at]);
  draw();
  focusCell();
  if (others.length) write(others);
  return true;
}

/** @param {KeyboardEvent} event */
function onEditorKey(event) {
  event.stopPropagation();
  if (event.isComposing) return;
  const field = /** @type {HTMLTextAreaElement} */ (event.target);
  const { key: name } = event;
  if (name === "Escape") close(false).then(focusCell);
  else if ((name === "Enter" && !event.altKey && !event.shiftKey) || name === "Tab") {
    event.preventDefault();
    close(true);
    select(moved(sheet.range, name === "Tab" ? [0, event.shiftKey ? -1 : 1] : [1, 0], size(), false));
  } else if (name === "Enter" && event.altKey) {
    event.preventDefault();
    field.setRangeText("\n", field.selectionStart, field.selectionEnd, "end");
  }
}
