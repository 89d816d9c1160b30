/* What is written into the table of a deck: cells, and rows that come and go. Each is one edit of the deck's file. */

import { announce } from "../app/events.js";
import { toast } from "../app/toast.js";
import { t, words } from "../app/words.js";
import { h } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { dialog } from "../review/dialogs.js";
import { formatCells } from "./clipboard.js";
import { edit, whyNot } from "./editing.js";
import { bounds } from "./range.js";
import { forget, keepRefused, withRefused } from "./faults.js";
import { draw, drawFoot } from "./sheet.js";
import { fileOf, headingOf, isFixed, isFixedAt, sheet, textAt } from "./table-state.js";
/** @import { DeckOperation } from "./editing.js" */

/** Writes texts into cells, as one edit. If it is refused, the texts stay in their cells with the reason. `old` is the text that one replaces,
    if it is not what the page has now: somebody else may have changed it meanwhile.
    @param {readonly { row: number, column: number, text: string, old?: string }[]} cells @param {readonly DeckOperation[]} [more] */
export async function write(cells, more = []) {
  const all = withRefused(cells);
  forget(all);
  const different = all.filter(({ row, column, text, old = textAt(row, column) }) => text !== old);
  const changes = different.filter(({ row, column }) => !isFixedAt(row, column));
  if (changes.length < different.length) toast(t("make.skipped", { count: different.length - changes.length }), { slot: "fault" });
  const operations = [...more, ...changes.map(({ row, column, text, old = textAt(row, column) }) => /** @type {DeckOperation} */ ({
    kind: "cell", deck: sheet.table.deck, card: sheet.table.rows[row].id, field: sheet.table.columns[column].name,
    language: sheet.table.columns[column].language, old, new: text,
  }))];
  if (!operations.length) return draw();
  const before = changes.map(({ row, column }) => textAt(row, column));
  changes.forEach(({ row, column, text }) => { sheet.table.rows[row].cells[column] = text; });
  draw();
  const label = changes.length === 1 && !more.length
    ? t("make.label.cell", { card: sheet.table.rows[changes[0].row].id, field: sheet.table.columns[changes[0].column].name })
    : t("make.label.cells", { count: operations.length, deck: sheet.table.deck });
  const answer = await edit(operations, label);
  if (!answer || answer.faults.length || answer.conflicts.length) {
    changes.forEach(({ row, column }, at) => { if (sheet.table.rows[row]) sheet.table.rows[row].cells[column] = before[at]; });
    const isShown = !more.length && keepRefused(changes, answer ? [...answer.faults, ...answer.conflicts] : undefined);
    if (answer && !isShown) toast(whyNot(answer), { slot: "fault", lasting: 12_000 });
    drawFoot(t("make.refused"));
    draw();
    if (answer?.conflicts.length || more.length) announce("rows");
    return undefined;
  }
  const files = [...new Set([...changes.map(({ column }) => fileOf(column)), ...(changes.length ? [] : [sheet.table.files[0]])])];
  drawFoot(t("make.saved", { count: operations.length, file: files.join(t("list.and")) }));
  if (more.length || changes.some(({ column }) => sheet.table.columns[column].name === "id")) announce("rows");
  return undefined;
}

/** The text of the selected cells, for other programs. */
export function copied() {
  const { top, bottom, left, right } = bounds(sheet.range);
  return formatCells(sheet.table.rows.slice(top, bottom + 1).map((row) => row.cells.slice(left, right + 1)));
}

/** Writes copied cells from the cell at hand on. Rows below the last one are new cards, if the first column is the id.
    @param {string[][]} cells */
export async function paste(cells) {
  const { top, left, bottom, right } = bounds(sheet.range);
  const single = cells.length === 1 && cells[0].length === 1;
  const texts = single ? Array.from({ length: bottom - top + 1 }, () => Array(right - left + 1).fill(cells[0][0])) : cells;
  const written = [];
  const added = /** @type {DeckOperation[]} */ ([]);
  for (const [down, line] of texts.entries()) {
    const row = top + down;
    if (row < sheet.table.rows.length) written.push(...line.slice(0, sheet.table.columns.length - left).map((text, across) => ({ row, column: left + across, text })));
    else if (left === 0 && line[0] && sheet.table.files.length === 1) {
      const named = line.map((text, across) => [headingOf(across), text]).slice(1, sheet.table.columns.length).filter(([, text]) => text);
      added.push({ kind: "add-row", deck: sheet.table.deck, card: line[0].trim(), cells: Object.fromEntries(named) });
    } else {
      toast(t(sheet.table.files.length > 1 ? "make.no-rows.two" : "make.no-rows"), { slot: "fault" });
      return;
    }
  }
  await write(written, added);
}

/** The id of a row in a file that the row at hand is made of.
    @param {number} row @param {number} table */
const rowId = (row, table) => sheet.table.rows[row].row_ids[table];

/** Adds a copy of the card at hand after it, with another id; of two tables, a copy of the row that has the cell at hand. */
export function duplicate() {
  const { row, column } = sheet.range.at;
  const table = Math.max(0, sheet.table.columns[column].table);
  const ids = new Set(sheet.table.rows.map(({ row_ids: own }) => own[table]));
  const base = rowId(row, table);
  let number = 2;
  while (ids.has(`${base}-${number}`)) number += 1;
  const cells = sheet.table.columns.flatMap(({ name, table: own }, at) => (name === "id" || own !== table ? [] : [[headingOf(at), textAt(row, at)]]))
    .filter(([, text]) => text && !isFixed(text));
  return write([], [{ kind: "add-row", deck: sheet.table.deck, card: `${base}-${number}`, cells: Object.fromEntries(cells), at: row + 1, table }]);
}

/** Deletes the cards of the selected rows. Asks before, if cards of other decks are made of the same rows. */
export async function deleteRows() {
  const { top, bottom } = bounds(sheet.range);
  const rows = sheet.table.rows.slice(top, bottom + 1);
  const others = rows.reduce((sum, { shared }) => sum + (shared.length ? Math.min(...shared) : 0), 0);
  const body = h("p", {}, t("make.delete.shared", { count: others, file: sheet.table.files[0] }));
  if (others && await dialog(t("make.delete"), body, [{ value: "yes", label: t("make.delete.do"), main: true }, { value: "", label: t("write.later") }]) !== "yes") return;
  await write([], rows.map(({ id }) => ({ kind: "delete-row", deck: sheet.table.deck, card: id })));
}

/** Writes the first row of the selection into the others. */
export function fillDown() {
  const { top, bottom, left, right } = bounds(sheet.range);
  const cells = [];
  for (let row = top + 1; row <= bottom; row += 1) for (let column = left; column <= right; column += 1) cells.push({ row, column, text: textAt(top, column) });
  return write(cells);
}

/** Empties the selected cells. */
export function clear() {
  const { top, bottom, left, right } = bounds(sheet.range);
  const cells = [];
  for (let row = top; row <= bottom; row += 1) for (let column = left; column <= right; column += 1) cells.push({ row, column, text: "" });
  return write(cells);
}

words({
  en: {
    "make.skipped": plural("{count} cell is computed or no text, and stays as it is.", "{count} cells are computed or no texts, and stay as they are."),
    "make.no-rows.two": message("The cards of this deck are made of two tables: add a row to one of them."),
    "make.delete.shared": plural("{count} card of another deck is made of the same rows of {file}, and goes, too.", "{count} cards of other decks are made of the same rows of {file}, and go, too."),
    "make.delete.do": message("Delete"),
  },
});
