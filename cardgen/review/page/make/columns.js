/* The columns of a table by their kinds: how wide they are, the icon of their heading, and how a value is shown. */

import { h } from "../shared/elements.js";
import { printed } from "../shared/markup.js";
import { choiceAddress } from "./editors.js";
import { sheet } from "./table-state.js";
/** @import { Child } from "../shared/elements.js" */

/** The icons of kinds; others have that of a text. */
const SIGNS = /** @type {Record<string, string>} */ ({
  integer: "hash", number: "hash", colour: "drop", list: "list", lists: "list", image: "image", pattern: "shape", cells: "grid", map: "grid", point: "target", effects: "bolt",
});

/** The icon of a column, which also names its kind for styles.
    @param {Pick<ColumnData, "kind"> & Partial<ColumnData>} column */
export const signOf = ({ name, kind }) => (name === "id" ? "tag" : SIGNS[kind.replace("?", "")] ?? "text");

const widths = /** @type {WeakMap<TableData, number[]>} */ (new WeakMap());
/** Rows from which the width of a column is chosen, and the pixels of a character. */
const [LOOKED_AT, CHARACTER] = [60, 7.4];
/** The most px of a column, and of the ids, which stay in sight beside it. */
const [MOST, MOST_OF_IDS] = matchMedia("(max-width: 640px)").matches ? [208, 104] : [240, 176];

/** The width of a column in px: as its values need, within bounds.
    @param {number} column */
export function widthOf(column) {
  const { table } = sheet;
  if (!widths.has(table)) widths.set(table, table.columns.map(measured));
  return widths.get(table)?.[column] ?? 120;
}

/** @param {ColumnData} about @param {number} column */
function measured(about, column) {
  const lengths = sheet.table.rows.slice(0, LOOKED_AT).map(({ cells }) => [...(cells[column] ?? "")].reduce((sum, sign) => sum + (sign >= "\u2e80" ? 1.8 : 1), 0));
  const heading = (about.name.length + about.language.length + 4) * CHARACTER + 20;
  const picture = about.shown || about.kind.startsWith("colour") ? 28 : 0;
  return Math.round(Math.max(heading, Math.min(about.name === "id" ? MOST_OF_IDS : MOST, Math.max(...lengths, 4) * CHARACTER + 24 + picture)));
}

/** A value as its cell shows it.
    @param {ColumnData} column @param {string} text @returns {Child} */
export function content({ kind, shown }, text) {
  if (!text) return text;
  if (kind.startsWith("colour")) return [h("span", { class: "swatch", style: { "--colour": text } }), text];
  const { styles, icons } = sheet.table;
  if (/^texts?\b/.test(kind) && !shown && /[\\*<{]/.test(text)) return printed(text, styles, icons, (name) => h("img", { class: "make-icon", src: choiceAddress("icon", name), alt: name }), marked);
  return shown ? h("span", { class: "make-named" }, h("img", { src: choiceAddress(shown, text), alt: "", loading: "lazy" }), h("span", { class: "cut-off" }, text.split("/").at(-1))) : marked(text);
}

/** A text, with what was found marked in it.
    @param {string} text @returns {Child} */
export function marked(text) {
  if (!sheet.sought.length) return text;
  const found = new RegExp(`(${sheet.sought.map((one) => one.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|")})`);
  return text.split(found).map((part, at) => (at % 2 ? h("mark", {}, part) : part));
}
