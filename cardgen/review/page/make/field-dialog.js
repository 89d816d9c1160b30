/* Values of one card, written in a dialog: a field away from the spreadsheet, and a new card. */

import { load } from "../app/data.js";
import { announce } from "../app/events.js";
import { t, words } from "../app/words.js";
import { h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { tag } from "../shared/texts.js";
import { dialog } from "../review/dialogs.js";
import { edit, whyNot } from "./editing.js";
import { editorOf } from "./editors.js";
import { headingOf, isFixed, sheet } from "./table-state.js";
/** @import { DeckOperation } from "./editing.js" */

/** Asks for the texts of columns, and makes the edit that they are for. A value that is refused can be corrected. Returns the texts that
    were written, or null.
    @param {string} title @param {TableData} table @param {readonly number[]} columns @param {string[]} before @param {string} verb
    @param {(texts: readonly string[]) => readonly DeckOperation[]} operationsOf */
async function ask(title, table, columns, before, verb, operationsOf) {
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
    }));
    const answer = await dialog(title, body, [{ value: "save", label: verb, main: true }, { value: "", label: t("write.later") }], { opened: () => editors[0].field.focus() });
    if (answer !== "save") return null;
    texts = editors.map((made) => made.field.value);
    const operations = operationsOf(texts);
    if (!operations.length) return texts;
    const done = await edit(operations, title);
    if (done && !done.faults.length && !done.conflicts.length) return texts;
    problem = done ? whyNot(done) : t("make.unreachable");
  }
}

/** Asks for other values of a field, and writes them.
    @param {string} key of the card @param {string} field */
export async function editField(key, field) {
  const [deck, card] = key.split("/");
  const table = /** @type {TableData | null} */ (await load(/** @type {any} */ (`table/${encodeURIComponent(deck)}`)).catch(() => null));
  const row = table?.rows.find(({ id }) => id === card);
  const columns = (table?.columns ?? []).flatMap(({ name }, at) => (name === field && row && !isFixed(row.cells[at]) ? [at] : []));
  const title = t("make.label.cell", { field, card });
  if (!table || !row || !columns.length) return void await dialog(title, h("p", {}, t("make.by-hand")), [{ value: "", label: t("write.later") }]);
  await ask(title, table, columns, columns.map((at) => row.cells[at]), t("make.save"), (texts) => columns.flatMap((at, number) => (texts[number] === row.cells[at] ? []
    : [{ kind: /** @type {const} */ ("cell"), deck, card, field, language: table.columns[at].language, old: row.cells[at], new: texts[number] }])));
}

/** Asks for the id and the values that a new card must have, and adds it at the end of the deck. */
export async function addCard() {
  const { table } = sheet;
  const main = table.columns.find(({ language }) => language)?.language ?? "";
  const columns = table.columns.flatMap(({ name, kind, language }, at) => (name === "id" || (!kind.endsWith("?") && (!language || language === main)) ? [at] : []));
  const texts = await ask(t("make.add"), table, columns, columns.map(() => ""), t("make.add.do"), ([card, ...values]) => [{ kind: "add-row", deck: table.deck, card: card.trim(),
    cells: Object.fromEntries(values.map((text, number) => [headingOf(columns[number + 1]), text]).filter(([, text]) => text)) }]);
  if (texts) announce("rows", texts[0].trim());
}

words({
  en: {
    "make.save": message("Save"),
    "make.by-hand": message("This value cannot be edited here: edit the file."),
    "make.add": message("Add a card"),
    "make.add.do": message("Add"),
    "make.field": message("Edit {field}"),
  },
});
