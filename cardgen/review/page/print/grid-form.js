/* The form for where the cards lie on the sheets of a target: the key `grid` in game.yaml. */

import { state } from "../app/data.js";
import { t, words } from "../app/words.js";
import { canEdit } from "../make/editing.js";
import { taken } from "../make/numbers.js";
import { h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { lengths, operations } from "./grid-edits.js";
import { jobs } from "./job.js";
/** @import { Child } from "../shared/elements.js" */

/** Whether the form was opened or closed by hand; until then it is open if there is a grid. @type {boolean | null} */
let isOpen = null;

/** Whether the rows of a target may be shifted: its cards are round or hexagons. @param {SheetTargetData} target */
const isShifted = ({ values }) => [values.decks].flat().some((name) => {
  const deck = state.decks.get(String(name));
  return deck && (deck.outline.length === 6 || 2 * deck.corner >= deck.trim[0]);
});

/** Whether the cards of a target have several sizes, and so lie in rows. @param {SheetTargetData} target */
const isMixed = ({ values }) => new Set([values.decks].flat().map((name) => [...state.decks.get(String(name))?.trim ?? []].sort((one, other) => one - other).join())).size > 1;

/** The form; `send` makes a change of game.yaml, from the values that the target has when it is its turn.
    @param {PrintData} data @param {SheetTargetData} target @param {(operations: (target: SheetTargetData) => Record<string, unknown>[], field?: HTMLInputElement) => void} send
    @param {(field: HTMLInputElement, reason: string | null) => void} refuse null: it is outside its limits */
export function gridForm(data, target, send, refuse) {
  const gridOf = (/** @type {SheetTargetData} */ { values }) => /** @type {Record<string, unknown> | null} */ (values.grid);
  const grid = gridOf(target) ?? {};
  const mixed = isMixed(target);
  const off = !canEdit() || !jobs.may;
  const change = (/** @type {string} */ name, /** @type {unknown} */ value, /** @type {HTMLInputElement | undefined} */ input = undefined) => send((now) => {
    const made = operations(gridOf(now), { file: data.file, path: [...now.path, "grid"] }, name, value);
    const paper = name === "stock" ? data.stock[String(value)]?.paper : undefined;
    if (paper && String(now.values.papers) !== paper) made.push({ kind: "set", file: data.file, path: [...now.path, "papers"], old: now.values.papers, new: [paper] });
    return made;
  }, input);
  const row = (/** @type {string} */ name, /** @type {Child} */ control) => h("div", { class: "option" }, h("label", { for: `grid-${name}` }, t(`grid.${name}`)), control);
  const about = (/** @type {string} */ name) => ({ id: `grid-${name}`, disabled: off, dataset: { hold: `grid-${name}` } });
  /** @param {string} name @param {[string, string][]} values @param {(value: string) => unknown} [read] */
  const choose = (name, values, read = (value) => value) => row(name, h("select", { ...about(name), onchange: ({ target: { value } }) => change(name, value === "" ? undefined : read(value)) },
    values.map(([value, label]) => h("option", { value, selected: value === String(grid[name] ?? "") }, label))));
  /** @param {string} name @param {(text: string) => unknown} read @param {Record<string, unknown>} more */
  const field = (name, read, more) => row(name, h("input", { ...about(name), ...more, value: Array.isArray(grid[name]) ? grid[name].join(", ") : String(grid[name] ?? ""),
    onchange: ({ target: input }) => {
      const text = taken(input);
      const value = text.trim() === "" ? undefined : read(text);
      if (value === null || !input.checkValidity()) refuse(input, value === null ? t(`grid.${name}.numbers`) : null);
      else change(name, value, input);
    } }));
  const usual = /** @type {[string, string]} */ (["", t("grid.usual")]);
  const named = (/** @type {string} */ name) => [usual, ...(data.grid.find((key) => key.name === name)?.choices ?? []).map((value) => /** @type {[string, string]} */ ([value, t(`grid.${name}.${value}`)]))];
  const number = (/** @type {string} */ name) => field(name, Number, { type: "number", min: 1, max: 100, placeholder: t("grid.auto") });
  const flag = (/** @type {string} */ name, /** @type {boolean} */ value) => h("label", {}, h("input", { type: "checkbox", ...about(name), checked: (grid[name] ?? value) === true, onchange: ({ target: { checked } }) => change(name, checked === value ? undefined : checked) }), t(`grid.${name}`));
  return h("details", { class: "grid-form", open: isOpen ?? target.values.grid !== null }, h("summary", { dataset: { hold: "grid-form" }, onclick: ({ currentTarget }) => { isOpen = !currentTarget.parentElement?.hasAttribute("open"); } }, t("grid.title")), h("div", {},
    mixed ? h("p", { class: "grid-sizes" }, t("grid.sizes")) : choose("stock", [["", t("grid.no-stock")], ...Object.entries(data.stock).map(([name, { title }]) => /** @type {[string, string]} */ ([name, title]))]),
    grid.stock ? null : [...mixed ? [] : [number("columns"), number("rows")], field("gap", (text) => lengths(text, 2), { type: "text", placeholder: t("grid.gap.form") }), field("margins", (text) => lengths(text, 4), { type: "text", placeholder: t("grid.margins.form") }), choose("align", named("align")),
      choose("landscape", [["", t("grid.best")], ["false", t("grid.upright")], ["true", t("grid.landscape.true")]], (value) => value === "true"),
      !mixed && isShifted(target) ? choose("honeycomb", [["", t("grid.best")], ["true", t("grid.honeycomb.true")], ["false", t("grid.honeycomb.false")]], (value) => value === "true") : null],
    mixed ? null : choose("order", named("order")),
    grid.stock ? null : h("div", { class: "checks" }, flag("turned", false), flag("marks", true))));
}

words({
  en: {
    "grid.title": message("Where the cards lie"),
    "grid.auto": message("automatic"),
    "grid.usual": message("As usual"),
    "grid.gap.numbers": message("One length in mm, or two: columns, rows"),
    "grid.margins.numbers": message("One length in mm, or four: top, right, bottom, left"),
    "grid.stock": message("Labels, stock"),
    "grid.no-stock": message("Plain paper"),
    "grid.sizes": message("Cards of several sizes lie in rows, the tallest at the top."),
    "grid.columns": message("Columns"),
    "grid.rows": message("Rows"),
    "grid.gap": message("Gaps, mm"),
    "grid.gap.form": message("one, or columns, rows"),
    "grid.margins": message("Margins, mm"),
    "grid.margins.form": message("top, right, bottom, left"),
    "grid.align": message("Alignment"),
    "grid.align.top left": message("Top left"),
    "grid.align.top": message("Top middle"),
    "grid.align.top right": message("Top right"),
    "grid.align.left": message("Middle left"),
    "grid.align.centre": message("Middle of the margins"),
    "grid.align.right": message("Middle right"),
    "grid.align.bottom left": message("Bottom left"),
    "grid.align.bottom": message("Bottom middle"),
    "grid.align.bottom right": message("Bottom right"),
    "grid.landscape": message("Paper lies"),
    "grid.best": message("Whichever takes more cards"),
    "grid.upright": message("Upright"),
    "grid.landscape.true": message("Landscape"),
    "grid.honeycomb": message("Rows of cards"),
    "grid.honeycomb.true": message("Shifted, like a honeycomb"),
    "grid.honeycomb.false": message("Below each other"),
    "grid.order": message("Card order"),
    "grid.order.rows": message("Row by row"),
    "grid.order.columns": message("Column by column"),
    "grid.order.stacks": message("In stacks, for a guillotine"),
    "grid.turned": message("Long sides across"),
    "grid.marks": message("Crop marks"),
  },
});
