/* The editor of the cell at hand, in its place. */

import { announce } from "../app/events.js";
import { toast } from "../app/toast.js";
import { t, words } from "../app/words.js";
import { h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { tag } from "../shared/texts.js";
import { PICTURES, chooseFiles } from "./assets.js";
import { dropOnCells } from "./dropping.js";
import { editorOf } from "./editors.js";
import { drawFaults, forget, refusedAt, withRefused } from "./faults.js";
import { moved } from "./range.js";
import { cellNow, draw, drawFoot, focusCell, select } from "./sheet.js";
import { headingOf, isFixed, isFixedAt, none, sheet, size, textAt } from "./table-state.js";
import { write } from "./writing.js";
/** @import { Editor } from "./editors.js" */

let editor = /** @type {Editor} */ (none);
/** What the editor was opened with: the card and the column, the text of their cell, and the text in the field. */
let opened = { card: "", column: 0, old: "", text: "" };
/** Narrow screens write in a line below the table: a cell is too small for a finger. */
const isNarrow = () => matchMedia("(max-width: 640px)").matches;

/** How a cell gets a picture from the computer. @param {{ row: number, column: number }} cell */
const pictureLine = (cell) => h("p", { class: "quiet make-picture-line" }, t("make.drop"),
  h("button", { type: "button", class: "small", dataset: { hold: "make-file" }, onclick: () => { chooseFiles(PICTURES, (file) => dropOnCells([file], cell)); close(false); } }, t("make.choose-file")));

/** Opens the cell at hand for writing; `first` replaces its text.
    @param {string} [first] */
export function open(first) {
  const { row, column } = sheet.range.at;
  const cell = cellNow();
  if (!cell || sheet.editor) return;
  if (isFixedAt(row, column)) {
    toast(isFixed(textAt(row, column)) ? t("make.by-hand") : t("make.computed", { column: headingOf(column), file: sheet.table.files[0], other: sheet.table.files[1] }));
    return;
  }
  const place = isNarrow() ? sheet.line : cell;
  const { name, language } = sheet.table.columns[column];
  opened = { card: sheet.table.rows[row].id, column, old: textAt(row, column), text: refusedAt(row, column)?.text ?? textAt(row, column) };
  editor = editorOf(sheet.table, column, first ?? opened.text, { "aria-label": `${name} ${language}`.trim(), lang: language ? tag(language) : null },
    (value) => { editor.field.value = value; close(true).then(focusCell); });
  sheet.editor = h("div", { class: "make-editor", onkeydown: onEditorKey }, editor.root, sheet.table.columns[column].kind.startsWith("image") ? pictureLine({ row, column }) : null);
  sheet.editor.addEventListener("focusout", (event) => (sheet.editor?.contains(/** @type {Node | null} */ (event.relatedTarget)) ? null : close(true)));
  place.replaceChildren(sheet.editor);
  if (place === sheet.line) place.prepend(h("span", { class: "make-heading" }, headingOf(column)));
  announce("moved");
  const { right, bottom } = sheet.editor.getBoundingClientRect();
  const frame = sheet.window.getBoundingClientRect();
  if (place === cell && right > frame.right) sheet.editor.classList.add("to-left");
  if (place === cell && bottom > frame.bottom) sheet.editor.classList.add("to-top");
  drawFaults();
  editor.field.focus({ preventScroll: true });
  editor.field.setSelectionRange(first === undefined && editor.field instanceof HTMLInputElement ? 0 : editor.field.value.length, editor.field.value.length);
}

/** Closes the editor. With `keep` a changed text is written; with `again` one that was refused, too, if it is the same.
    @param {boolean} keep */
export async function close(keep, again = false) {
  if (!sheet.editor) return;
  const { value } = editor.field;
  sheet.editor = null;
  announce("moved");
  const { column } = opened; // another cell may be selected by now
  const row = sheet.table.rows.findIndex(({ id }) => id === opened.card); // others may have moved it
  draw();
  if (row < 0) toast(t("make.gone", { card: opened.card }), { slot: "fault" });
  else if (keep && (value !== opened.text || (again && refusedAt(row, column)))) await write([{ row, column, text: value, old: opened.old }]);
}

/** Takes the refused value of the cell at hand back; what was refused together with it is written. Returns whether there was one. */
export function takeBack() {
  const { at } = sheet.range;
  if (!refusedAt(at.row, at.column)) return false;
  const others = withRefused([{ ...at, text: "" }]).slice(1);
  forget([at]);
  drawFoot(""); // which says that it was not saved
  draw();
  focusCell();
  if (others.length) write(others);
  return true;
}

/** @param {KeyboardEvent} event */
function onEditorKey(event) {
  event.stopPropagation();
  if (event.isComposing) return;
  const { key: name } = event;
  if (name === "Escape") close(false).then(focusCell);
  else if (editor.press(event)) event.preventDefault();
  else if ((name === "Enter" && !event.altKey && !event.shiftKey) || name === "Tab") {
    event.preventDefault();
    close(true, true);
    select(moved(sheet.range, name === "Tab" ? [0, event.shiftKey ? -1 : 1] : [1, 0], size(), false));
    if (isNarrow()) open(); // the keyboard of the screen stays
  } else if (name === "Enter" && event.altKey) {
    event.preventDefault();
    editor.field.setRangeText("\n", editor.field.selectionStart ?? 0, editor.field.selectionEnd ?? 0, "end");
  }
}

words({
  en: {
    "make.drop": message("Drop a picture on the cell, paste it, or"),
    "make.choose-file": message("choose a file…"),
    "make.gone": message("Not saved: {card} is no longer in this deck."),
    "make.computed": message("{column} is computed from {file} and {other}: edit it there."),
  },
});
