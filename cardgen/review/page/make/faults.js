/* What is wrong in cells: values that the game refused, which stay in their cells until they are changed or taken back, and findings of the
   check about a value. The cell at hand shows its messages beside it. */

import { loadFindings } from "../app/live.js";
import { linePlace } from "../app/places.js";
import { pick, sayMessage, t, words } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { button } from "../review/showing.js";
import { none, sheet } from "./table-state.js";

/** A value that was refused: its text, why, and the other cells of the same edit, none of which was written.
    @typedef {{ text: string, fault?: EditFault | ConflictData | null, group: Set<string>, isUnanswered: boolean }} Refused */

const refused = /** @type {Map<string, Refused>} */ (new Map());
let findings = /** @type {Map<string, FindingData[]>} */ (new Map());

/** @param {CellData} cell */
const keyOf = ({ card, field, language }) => [card, field, language].join("\n");

/** @param {number} row @param {number} column */
function keyAt(row, column) {
  const { name = "", language = "" } = sheet.table.columns[column] ?? {};
  return keyOf({ card: sheet.table.rows[row]?.id ?? "", field: name, language });
}

/** @param {number} row @param {number} column */
export const refusedAt = (row, column) => refused.get(keyAt(row, column)) ?? null;
/** @param {number} row @param {number} column */
export const findingsAt = (row, column) => findings.get(keyAt(row, column)) ?? [];

/** Takes values back, or notes that they were written.
    @param {readonly { row: number, column: number }[]} cells */
export function forget(cells) {
  for (const { row, column } of cells) {
    const key = keyAt(row, column);
    refused.get(key)?.group.delete(key);
    refused.delete(key);
  }
}

export const forgetAll = () => refused.clear();

/** Cells, and those that were refused together with one of them: they are written with it.
    @param {readonly { row: number, column: number, text: string, old?: string }[]} cells
    @returns {{ row: number, column: number, text: string, old?: string }[]} */
export function withRefused(cells) {
  const keys = new Set(cells.map(({ row, column }) => keyAt(row, column)));
  const more = new Set(cells.flatMap(({ row, column }) => [...(refusedAt(row, column)?.group ?? [])]).filter((key) => !keys.has(key)));
  return [...cells, ...[...more].flatMap((key) => {
    const [card, field, language] = key.split("\n");
    const row = sheet.table.rows.findIndex(({ id }) => id === card);
    const column = sheet.table.columns.findIndex((one) => one.name === field && one.language === language);
    return row < 0 || column < 0 ? [] : [{ row, column, text: refused.get(key)?.text ?? "" }];
  })];
}

/** Keeps the values of an edit that was refused, or without faults had no answer. Returns whether each fault is shown in one of its cells;
    one about no cell, such as a full disk, is shown in all of them.
    @param {readonly { row: number, column: number, text: string }[]} cells @param {readonly (EditFault | ConflictData)[]} [faults] */
export function keepRefused(cells, faults) {
  const group = new Set(cells.map(({ row, column }) => keyAt(row, column)));
  for (const { row, column, text } of cells) {
    const key = keyAt(row, column);
    refused.set(key, { text, group, fault: faults?.find(({ cell }) => cell && keyOf(cell) === key) ?? faults?.find(({ cell }) => !cell) ?? (cells.length === 1 ? faults?.[0] : null), isUnanswered: !faults });
  }
  return cells.length === 1 || !faults || faults.every(({ cell }) => !cell || group.has(keyOf(cell)));
}

/** Loads the findings of the check about values of this deck. */
export async function renewFindings() {
  const answer = await loadFindings().catch(() => null);
  const found = new Map();
  for (const finding of answer?.findings ?? []) {
    if (!finding.cell || !finding.key.startsWith(`${sheet.table?.deck}/`)) continue;
    // A value that is written without a language is in the column of the first one.
    const column = sheet.table.columns.find(({ name, language }) => name === finding.cell?.field && (!finding.cell.language || language === finding.cell.language));
    const key = keyOf({ ...finding.cell, language: column?.language ?? "" });
    found.set(key, [...(found.get(key) ?? []), finding]);
  }
  findings = found;
}

// ---------------------------------------------------------------- beside the cell at hand

/** @type {{ box: HTMLElement, edit: () => unknown, back: () => unknown }} */
const shown = { box: none, edit: () => {}, back: () => {} };

/** The box with the messages of the cell at hand. `edit` opens the cell, `back` takes its refused value back.
    @param {() => unknown} edit @param {() => unknown} back */
export function faultBox(edit, back) {
  return Object.assign(shown, { box: h("div", { class: "make-faults", id: "make-faults", role: "group", "aria-label": t("make.wrong"), hidden: true }), edit, back }).box;
}

/** Shows what is wrong in the cell at hand, below it or above it. */
export function drawFaults() {
  if (!shown.box) return;
  const { row, column } = sheet.range.at;
  const value = refusedAt(row, column);
  const cell = /** @type {HTMLElement | null} */ (sheet.body?.querySelector(`[data-at="${row},${column}"]`));
  const list = findingsAt(row, column);
  shown.box.hidden = !cell || Boolean(sheet.editor) || (!value && !list.length);
  if (shown.box.hidden || !cell) return;
  fill(shown.box,
    value ? h("div", { class: "make-fault", dataset: { severity: "error" } }, icon("error"), h("div", {},
      value.fault ? [h("p", {}, h("strong", {}, sayMessage(value.fault.message))), pick(value.fault.hint) ? h("p", { class: "quiet" }, sayMessage(value.fault.hint)) : null]
        : h("p", {}, t(value.isUnanswered ? "make.unreachable" : "make.held")),
      h("div", { class: "row" }, button("fault-edit", () => shown.edit(), t("make.correct")), button("fault-back", () => shown.back(), t("make.take-back"), { class: "plain" })))) : null,
    list.map((finding) => h("div", { class: "make-fault", dataset: { severity: finding.severity } }, icon(finding.severity === "error" ? "error" : "warn"), h("div", {},
      h("p", {}, h("strong", {}, sayMessage(finding.message))), pick(finding.hint) ? h("p", { class: "quiet" }, sayMessage(finding.hint)) : null,
      linePlace(finding)))));
  const [at, frame] = [cell.getBoundingClientRect(), sheet.root.getBoundingClientRect()];
  const { offsetWidth: width, offsetHeight: height } = shown.box;
  const below = at.bottom + 6 + height < frame.bottom || at.top - height < frame.top;
  shown.box.style.setProperty("left", `${Math.max(8, Math.min(at.left - frame.left, frame.width - width - 8))}px`);
  shown.box.style.setProperty("top", `${below ? at.bottom - frame.top + 6 : at.top - frame.top - height - 6}px`);
}

words({
  en: {
    "make.wrong": message("What is wrong here"),
    "make.held": message("Not saved yet: another value of the same edit was refused."),
    "make.correct": message("Correct it"),
    "make.take-back": message("Take it back"),
  },
});
