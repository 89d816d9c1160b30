/* A field of one card, edited away from the spreadsheet: in a dialog, in each of its languages. */

import { load } from "../app/data.js";
import { t, words } from "../app/words.js";
import { h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { tag } from "../shared/texts.js";
import { dialog } from "../review/dialogs.js";
import { edit, whyNot } from "./editing.js";
import { editorOf } from "./editors.js";
import { isFixed } from "./table-state.js";

/** Asks for other values of a field, and writes them. A value that is refused can be corrected.
    @param {string} key of the card @param {string} field */
export async function editField(key, field) {
  const [deck, card] = key.split("/");
  const table = /** @type {TableData | null} */ (await load(/** @type {any} */ (`table/${encodeURIComponent(deck)}`)).catch(() => null));
  const row = table?.rows.find(({ id }) => id === card);
  const columns = (table?.columns ?? []).flatMap(({ name }, at) => (name === field && row && !isFixed(row.cells[at]) ? [at] : []));
  let texts = columns.map((at) => row?.cells[at] ?? "");
  let problem = table && row && columns.length ? "" : t("make.by-hand");
  for (;;) {
    const editors = table ? columns.map((at, number) => {
      const { language } = table.columns[at];
      const made = editorOf(table, at, texts[number], { "aria-label": `${field} ${language}`.trim(), lang: language ? tag(language) : null }, (value) => { made.field.value = value; });
      made.field.addEventListener("keydown", (event) => (made.press(/** @type {KeyboardEvent} */ (event)) ? event.preventDefault() : null));
      return made;
    }) : [];
    const body = h("div", { class: "make-dialog" }, problem ? h("p", { role: "alert" }, problem) : null, editors.map(({ root }, number) => h("div", { class: "make-dialog-field" },
      table?.columns[columns[number]].language ? h("p", { class: "quiet" }, table.columns[columns[number]].language) : null, root)));
    const close = { value: "", label: t("write.later") };
    const answer = await dialog(t("make.label.cell", { field, card }), body, editors.length ? [{ value: "save", label: t("make.save"), main: true }, close] : [close],
      { opened: () => editors[0]?.field.focus() });
    if (answer !== "save" || !table) return;
    texts = editors.map((made) => made.field.value);
    const operations = columns.flatMap((at, number) => (texts[number] === row?.cells[at] ? [] : [{ kind: /** @type {const} */ ("cell"), deck, card, field, language: table.columns[at].language,
      old: row?.cells[at] ?? "", new: texts[number] }]));
    if (!operations.length) return;
    const done = await edit(operations, t("make.label.cell", { field, card }));
    if (done && !done.faults.length && !done.conflicts.length) return;
    problem = done ? whyNot(done) : t("make.unreachable");
  }
}

words({
  en: {
    "make.save": message("Save"),
    "make.by-hand": message("This value cannot be edited here: edit the file."),
    "make.field": message("Edit {field}"),
  },
});
