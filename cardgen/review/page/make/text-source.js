/* The text that a box prints, where it is written: in fields of the card, one a language, or in the template. */

import { load } from "../app/data.js";
import { t } from "../app/words.js";
import { tag } from "../shared/texts.js";
import { canvas, cardKey, deck, side, valueOf } from "./canvas-state.js";
import { isFixed } from "./table-state.js";
/** @import { ShownBox } from "./canvas-state.js" */
/** @import { DeckOperation } from "./editing.js" */
/** @import { MarkNames } from "./mark-bar.js" */

/** `texts` are those that can be written. `language` is that of the one that the box names, "" for that of the card. `wide` asks whether
    others that have the same text get it, too.
    @typedef {object} TextSource
    @property {string} label
    @property {string} language
    @property {{ language: string, text: string }[]} texts
    @property {(language: string) => MarkNames} names
    @property {{ label: string, isOn: boolean } | null} wide
    @property {(texts: readonly string[], isWide: boolean) => DeckOperation[]} operations
    @property {(conflicts: readonly ConflictData[]) => void} meet takes what the file has now, which the next edit replaces */

/** The rows that have a row's text, in all of some columns. @param {TableData} table @param {TableData["rows"][number]} row @param {readonly number[]} columns */
export function alike(table, row, columns) {
  const isText = /^texts?\b/.test(table.columns[columns[0]].kind) && table.files.length === 1 && columns.some((at) => row.cells[at]);
  return isText ? table.rows.filter((one) => one !== row && columns.every((at) => one.cells[at] === row.cells[at])) : [];
}

/** The edits that write texts into columns of some rows.
    @param {TableData} table @param {readonly TableData["rows"][number][]} rows @param {readonly number[]} columns @param {readonly string[]} texts @returns {DeckOperation[]} */
export const cellEdits = (table, rows, columns, texts) => columns.flatMap((at, number) => {
  const { name: field, language } = table.columns[at];
  return rows.filter(({ cells }) => texts[number] !== cells[at]).map(({ id, cells }) => ({ kind: /** @type {const} */ ("cell"), deck: table.deck, card: id, field, language, old: cells[at], new: texts[number] }));
});

/** Takes what the file has now into a table: the next edit replaces it. @param {TableData} table @param {readonly ConflictData[]} conflicts */
export function meet(table, conflicts) {
  for (const { cell, current } of conflicts) {
    const at = table.columns.findIndex(({ name, language }) => name === cell?.field && language === cell.language);
    const row = table.rows.find(({ id }) => id === cell?.card);
    if (row && at >= 0) row.cells[at] = current;
  }
}

/** The field that a box prints and nothing else, with its language if that is named: {name}, {names.en}. @param {ShownBox} box */
export function fieldOf(box) {
  const text = valueOf(box, "text")?.value;
  const [, field, language = ""] = (typeof text === "string" ? /^\{([^{}.?[\]]+)(?:\.([\w-]+))?\??\}$/.exec(text) : null) ?? [];
  return field && canvas.data?.conditions[field] ? { field, language } : null;
}

/** The text that a box prints; null if it is none that can be written as text.
    @param {ShownBox} box @returns {Promise<TextSource | null>} */
export async function textSource(box) {
  const named = fieldOf(box);
  return named ? fieldSource(named) : templateSource(box);
}

/** @param {{ field: string, language: string }} named @returns {Promise<TextSource | null>} */
async function fieldSource({ field, language: wanted }) {
  const [deckId, card] = cardKey().split("/");
  const table = /** @type {TableData | null} */ (await load(/** @type {any} */ (`table/${encodeURIComponent(deckId)}`)).catch(() => null));
  const row = table?.rows.find(({ id }) => id === card);
  if (!table || !row) return null;
  const columns = table.columns.flatMap(({ name, kind, table: file, choices }, at) => (name === field && /^texts?\b/.test(kind) && !choices.length && file >= 0 && !isFixed(row.cells[at]) ? [at] : []));
  if (!columns.length) return null;
  const others = alike(table, row, columns);
  return {
    label: t("make.label.cell", { field, card }),
    language: wanted,
    texts: columns.map((at) => ({ language: table.columns[at].language, text: row.cells[at] })),
    names: (language) => ({ ...table, styles: Object.keys(table.styles), terms: table.columns.find((column) => column.name === field && column.language === language)?.terms ?? {}, language: tag(language) }),
    wide: others.length ? { label: t("make.too", { count: others.length }), isOn: false } : null,
    operations: (texts, isWide) => cellEdits(table, [row, ...isWide ? others : []], columns, texts),
    meet: (conflicts) => meet(table, conflicts),
  };
}

/** @param {ShownBox} box @returns {TextSource | null} */
function templateSource(box) {
  const value = valueOf(box, "text");
  let old = value?.value;
  if (!value || typeof old !== "string") return null;
  const { styles = [], icons = [], language = "" } = canvas.data ?? {};
  const where = { deck: deck().id, side: side() };
  const wanted = valueOf(box, "lang")?.value;
  return {
    label: t("make.label.cell", { field: "text", card: box.name }),
    language: "",
    texts: [{ language: typeof wanted === "string" && !wanted.includes("{") ? wanted : language, text: old }],
    names: () => ({ styles: [...new Set(styles.map(({ style }) => style))], icons, terms: {} }),
    wide: value.own ? null : { label: t("canvas.there", { count: value.users }), isOn: true },
    operations: ([text], isWide) => (text === old ? [] : [{ kind: "property", ...where, box: box.name, key: ["text"], old, new: text, here: !isWide }]),
    meet: ([{ current }]) => { old = current; },
  };
}
