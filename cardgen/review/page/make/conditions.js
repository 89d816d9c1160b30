/* When a box is drawn: conditions on values of the card, one a row. */

import { t } from "../app/words.js";
import { h, icon } from "../shared/elements.js";
import { boxes, canvas, valueOf } from "./canvas-state.js";
import { editBoxes } from "./arranging.js";
import { linePlace } from "../app/places.js";
import { drawing } from "./dragging.js";
import { changeInTurn } from "./editing.js";
import { conditionText, conditionsOf } from "./layers.js";
import { taken } from "./numbers.js";
/** @import { ShownBox } from "./canvas-state.js" */

/** One condition: a value of the card is one of some texts, none of them, at least or at most a number, or given or not.
    @typedef {{ path: string, is: "is" | "not" | "at_least" | "at_most" | "given", value: string }} Row */

export const WAYS = /** @type {const} */ (["is", "not", "at_least", "at_most", "given"]);
const GIVEN = ["true", "false"];

/** The rows of a condition as it is written; null if it has more than rows can say.
    @param {Record<string, any> | null | undefined} when @returns {Row[] | null} */
export function rowsOf(when) {
  const rows = Object.entries(when ?? {}).flatMap(([path, wanted]) => {
    const parts = typeof wanted === "object" && wanted !== null && !Array.isArray(wanted) ? Object.entries(wanted) : [["is", wanted]];
    return parts.map(([is, value]) => (WAYS.includes(/** @type {any} */ (is)) && [value].flat().every((one) => typeof one !== "object" && !String(one).includes(",")) ? { path, is, value: [value].flat().join(", ") } : null));
  });
  return rows.includes(null) ? null : /** @type {Row[]} */ (rows);
}

/** A text as YAML would read it without quotes. @param {string} text */
const plainValue = (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text === "true" || text === "false" ? text === "true" : text);

/** The condition of rows, as people write it: `{kind: spell, cost: {at_least: 2}}`; null without rows.
    @param {readonly Row[]} rows */
export function whenOf(rows) {
  const paths = [...new Set(rows.map(({ path }) => path))];
  const wanted = paths.map((path) => {
    const parts = Object.fromEntries(rows.filter((row) => row.path === path).map(({ is, value }) => {
      const values = value.split(",").map((one) => plainValue(one.trim()));
      return [is, values.length > 1 ? values : values[0]];
    }));
    return [path, Object.keys(parts).join() === "is" ? parts.is : parts];
  });
  return paths.length ? Object.fromEntries(wanted) : null;
}

/** The conditions of a box, each of which can be changed. @param {ShownBox} box */
export function conditionsPanel(box) {
  const value = valueOf(box, "when");
  const when = /** @type {any} */ (value?.value);
  const rows = rowsOf(when);
  const write = (/** @type {(rows: Row[]) => Row[]} */ make) => changeInTurn(() => boxes().find(({ name }) => name === box.name), async (now) => {
    const old = /** @type {any} */ (valueOf(now, "when")?.value ?? null);
    await editBoxes([{ kind: "property", box: box.name, key: ["when"], old, new: whenOf(make(rowsOf(old) ?? [])) }], t("canvas.set", { box: box.name, key: t("canvas.when") }));
    await drawing.done();
  });
  const about = canvas.data?.conditions ?? {};
  const change = (/** @type {number} */ at, /** @type {Partial<Row>} */ part) => write((now) => now.map((row, number) => (number === at ? { ...row, ...part } : row)));
  const begin = () => write((now) => {
    const [path] = Object.keys(about).filter((one) => !now.some((row) => row.path === one));
    return [...now, { path, is: about[path]?.length ? "is" : "given", value: about[path]?.[0] ?? "true" }];
  });
  return h("section", { class: "panel" }, h("h2", { class: "row" }, t("canvas.when"), h("span", { class: "grow" }),
    rows ? h("button", { type: "button", class: "icon-button", "aria-label": t("canvas.condition.add"), title: t("canvas.condition.add"), dataset: { hold: "condition-add" }, onclick: begin }, icon("plus")) : null),
  !rows ? h("p", {}, h("span", { class: "quiet" }, conditionText(when)), " ", value ? linePlace(value) : null)
  : rows.length ? rows.map((row, at) => rowOf(row, at, (part) => change(at, part), () => write((now) => now.filter((_, number) => number !== at))))
  : h("p", { class: "quiet" }, conditionsOf(box) || t("canvas.always")));
}

/** @param {Row} row @param {number} at @param {(part: Partial<Row>) => unknown} change @param {() => unknown} remove */
function rowOf(row, at, change, remove) {
  const about = canvas.data?.conditions ?? {};
  const choices = row.is === "given" ? GIVEN : row.is === "is" || row.is === "not" ? about[row.path] ?? [] : [];
  const list = `condition-values-${at}`;
  const paths = row.path in about ? Object.keys(about) : [row.path, ...Object.keys(about)];
  return h("div", { class: "canvas-condition", role: "group", "aria-label": conditionText(whenOf([row])) },
    h("select", { "aria-label": t("canvas.condition.about"), dataset: { hold: `condition-path-${at}` }, onchange: ({ target }) => change({ path: target.value }) }, paths.map((path) => h("option", { value: path, selected: path === row.path }, path))),
    h("select", { "aria-label": t("canvas.condition.how"), dataset: { hold: `condition-is-${at}` }, onchange: ({ target }) => change({ is: /** @type {Row["is"]} */ (target.value), ...(target.value === "given" ? { value: "true" } : row.is === "given" ? { value: "1" } : {}) }) },
      WAYS.map((way) => h("option", { value: way, selected: way === row.is }, t(`canvas.condition.${way}`)))),
    row.is === "given" ? h("select", { "aria-label": t("canvas.condition.value"), dataset: { hold: `condition-value-${at}` }, onchange: ({ target }) => change({ value: target.value }) }, GIVEN.map((one) => h("option", { value: one, selected: one === row.value }, t(`canvas.condition.${one}`))))
      : [h("input", { type: "text", value: row.value, list, "aria-label": t("canvas.condition.value"), autocomplete: "off", spellcheck: "false", dataset: { hold: `condition-value-${at}` }, onchange: ({ target }) => { if (taken(target).trim()) change({ value: target.value }); } }),
          h("datalist", { id: list }, choices.map((one) => h("option", { value: one })))],
    h("button", { type: "button", class: "icon-button", "aria-label": t("canvas.condition.remove"), title: t("canvas.condition.remove"), dataset: { hold: `condition-remove-${at}` }, onclick: remove }, icon("x")));
}
