/* Values of one card, written in a dialog: a field away from the spreadsheet, and a new card. */

import { load } from "../app/data.js";
import { announce } from "../app/events.js";
import { t, words } from "../app/words.js";
import { h } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { tag } from "../shared/texts.js";
import { dialog } from "../review/dialogs.js";
import { edit, whyNot } from "./editing.js";
import { editorOf } from "./editors.js";
import { headingOf, isFixed, sheet } from "./table-state.js";
import { alike, cellEdits, meet } from "./text-source.js";
/** @import { Child } from "../shared/elements.js" */
/** @import { DeckOperation } from "./editing.js" */

/** Asks for the texts of columns, and makes the edit that they are for. A value that is refused can be corrected. Returns the texts that
    were written, or null.
    @param {string} title @param {TableData} table @param {readonly number[]} columns @param {string[]} before @param {string} verb
    @param {(texts: readonly string[]) => readonly DeckOperation[]} operationsOf @param {(texts: readonly string[]) => string} labelOf names the edit
    @param {Child} more what is below the fields */
async function ask(title, table, columns, before, verb, operationsOf, labelOf = () => title, more = null) {
  let texts = before;
  let problem = "";
  for (;;) {
    const editors = columns.map((at, number) => {
      const { name, language } = table.columns[at];
      const made = editorOf(table, at, texts[number], { "aria-label": `${name} ${language}`.trim(), lang: language ? tag(language) : null }, (value) => { made.field.value = value; });
      made.field.addEventListener("keydown", (event) => (made.press(/** @type {KeyboardEvent} */ (event)) ? event.preventDefault() : null));
      return made;
    });
    const isOne = new Set(columns.map((at) => table.columns[at].name)).size === 1;
    const body = h("div", { class: "make-dialog" }, problem ? h("p", { role: "alert" }, problem) : null, editors.map(({ root }, number) => {
      const { name, language } = table.columns[columns[number]];
      const label = isOne ? language : `${name} ${language}`.trim();
      return h("div", { class: "make-dialog-field" }, label ? h("p", { class: "quiet", "aria-hidden": "true" }, label) : null, root);
    }), more);
    const answer = await dialog(title, body, [{ value: "save", label: verb, main: true }, { value: "", label: t("write.later") }], { opened: () => editors[0].field.focus() });
    if (answer !== "save") return null;
    texts = editors.map((made) => made.field.value);
    const operations = operationsOf(texts);
    if (!operations.length) return texts;
    const done = await edit(operations, labelOf(texts));
    if (done && !done.faults.length && !done.conflicts.length) return texts;
    meet(table, done?.conflicts ?? []);
    problem = [done ? whyNot(done) : t("make.unreachable"), ...done?.conflicts.length ? [t("text-place.again")] : []].join(" ");
  }
}

/** Asks for other values of a field, and writes them.
    @param {string} key of the card @param {string} field */
export async function editField(key, field) {
  const [deck, card] = key.split("/");
  const table = /** @type {TableData | null} */ (await load(/** @type {any} */ (`table/${encodeURIComponent(deck)}`)).catch(() => null));
  const row = table?.rows.find(({ id }) => id === card);
  const columns = (table?.columns ?? []).flatMap(({ name, table: file }, at) => (name === field && row && file >= 0 && !isFixed(row.cells[at]) ? [at] : []));
  const title = t("make.label.cell", { field, card });
  if (!table || !row || !columns.length) return void await dialog(title, h("p", {}, t("make.by-hand")), [{ value: "", label: t("write.later") }]);
  const others = alike(table, row, columns);
  const too = h("input", { type: "checkbox", dataset: { hold: "field-too" } });
  await ask(title, table, columns, columns.map((at) => row.cells[at]), t("make.save"), (texts) => cellEdits(table, [row, ...too.checked ? others : []], columns, texts),
  () => title, others.length ? h("label", { class: "make-too" }, too, t("make.too", { count: others.length })) : null);
}

/** Asks for the id and the values that a new card must have, and adds it at the end of the deck. In a deck that crosses two tables, a row
    is added to the one that has the cell at hand; if that is computed from both, to the one that is chosen. */
export async function addCard() {
  const { table } = sheet;
  let number = table.columns[sheet.range.at.column].table;
  if (number < 0) {
    const answer = await dialog(t("make.add"), h("p", {}, t("make.add.where")), [...table.files.map((file, at) => ({ value: String(at), label: file.split("/").at(-1) ?? file })), { value: "", label: t("write.later") }]);
    if (!answer) return;
    number = Number(answer);
  }
  const main = table.columns.find(({ language }) => language)?.language ?? "";
  const columns = table.columns.flatMap(({ name, kind, language, table: file }, at) => (name === "id" || (file === number && !kind.endsWith("?") && (!language || language === main)) ? [at] : []));
  const title = table.files.length > 1 ? t("make.add.row", { file: table.files[number].split("/").at(-1) ?? "" }) : t("make.add");
  const texts = await ask(title, table, columns, columns.map(() => ""), t("make.add.do"), ([card, ...values]) => [{ kind: "add-row", deck: table.deck, card: card.trim(),
    cells: Object.fromEntries(values.map((text, at) => [headingOf(columns[at + 1]), text]).filter(([, text]) => text)), table: number }],
  ([card]) => t("make.added", { card: card.trim() }));
  if (texts) announce("rows", texts[0].trim(), number);
}

words({
  en: {
    "make.save": message("Save"),
    "make.too": plural("On {count} other card with the same text, too", "On {count} other cards with the same text, too"),
    "make.by-hand": message("This value cannot be edited here: edit the file."),
    "make.add": message("Add a card"),
    "make.add.where": message("The cards of this deck are made of two tables. Which one gets a row?"),
    "make.add.row": message("Add a row to {file}"),
    "make.add.do": message("Add"),
    "make.added": message("{card} added"),
    "make.field": message("Edit {field}"),
  },
});
