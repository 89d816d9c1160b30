/* The properties of the selected box: every value says where it comes from, and is changed here or where it is written. */

import { linePlace, place } from "../app/places.js";
import { t } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { boxes, canvas, deck, movedBoxes, pickedBoxes, side, valueOf } from "./canvas-state.js";
import { millimetres, picture } from "./canvas-stage.js";
import { above, alignButtons, duplicate, editBoxes, group, order, remove, ungroup } from "./arranging.js";
import { conditionsPanel } from "./conditions.js";
import { measure } from "./contrast.js";
import { drawing } from "./dragging.js";
import { changeInTurn } from "./editing.js";
import { kinds } from "./kinds.js";
import { kindIcon } from "./layers.js";
import { isTypingIn, taken, typed, typedNumber } from "./numbers.js";
import { boxPlace } from "./open-text.js";
import { keepRefusal, showRefusals } from "./refused.js";
import { findingsPanel } from "./samples.js";
import { colourList, colourPicker, shownColour, styleNames, themePanels } from "./theme.js";
/** @import { ShownBox } from "./canvas-state.js" */

const SIDES = ["X", "Y", "W", "H"];
/** Keys that are shown in another way, or only in the file. */
const APART = ["kind", "extends", "box", "when", "boxes"];
/** What was typed for a value that is inherited, until it is said where it is to be changed. */
const asked = { box: "", key: "", text: "" };

/** What the kind of a box says of a key. @param {ShownBox} box @param {BoxValue} value */
const about = (box, { key: [first, inner] }) => {
  const key = kinds.get(box.kind)?.keys.find(({ name }) => name === first);
  return key?.keys.find(({ name }) => name === inner) ?? key;
};
/** Whether a value is a list that can be typed: numbers and words. @param {unknown} value */
const isPlainList = (value) => Array.isArray(value) && value.every((entry) => typeof entry === "number" || /^[^\s,]+$/.test(entry));

/** Changes a value of a box. @param {ShownBox} shown @param {BoxValue} value @param {(box: ShownBox, value: BoxValue) => unknown} change */
const changeValue = ({ name }, { key }, change) => changeInTurn(() => {
  const box = boxes().find((one) => one.name === name);
  const value = box && valueOf(box, ...key);
  return value ? /** @type {const} */ ([box, value]) : null;
}, ([box, value]) => change(box, value));

/** What the panel is about, when boxes of these names are selected. @param {readonly string[]} names */
const subjectOf = (names) => [deck().id, side(), ...names].join("/");

/** Makes an edit of boxes. If it is refused, `text` stays in the field `hold` with the reason.
    @param {readonly Record<string, unknown>[]} operations @param {string} label @param {readonly string[]} [names] @param {string} [hold] @param {string} [text] */
async function send(operations, label, names = [], hold = "", text = "") {
  const subject = subjectOf(names);
  await editBoxes(operations, label, hold ? (reason) => keepRefusal(subject, hold, text, reason) : undefined);
  await drawing.done();
  drawProperties();
}

/** @param {ShownBox} box @param {BoxValue} value @param {unknown} now @param {boolean} here @param {string} [text] what was typed @param {string} [hold] in which field */
function write(box, value, now, here, text = "", hold = text && `prop-${value.key.join("-")}`) {
  asked.key = "";
  return send([{ kind: "property", box: box.name, key: value.key, old: value.value, new: now, here }], t("canvas.set", { box: box.name, key: value.key.join(" ") }), [box.name], hold, text);
}

/** Gives all selected boxes a value, each of its own. @param {string} key @param {(old: unknown) => unknown} now @param {string} [text] what was typed */
const writeAll = (key, now, text = "") => changeInTurn(pickedBoxes, (boxes) => {
  const all = boxes.map((box) => ({ kind: "property", box: box.name, key: [key], old: valueOf(box, key)?.value, new: now(valueOf(box, key)?.value) }));
  if (all.some((one) => one.new === undefined)) return drawProperties();
  return send(all.filter((one) => one.new !== one.old), t("canvas.set-all", { count: all.length, key }), boxes.map(({ name }) => name), text && `prop-${key}`, text);
});

/** Takes a typed value: writes it, or asks where if it is inherited.
    @param {ShownBox} box @param {BoxValue} value @param {string} text @param {boolean} isTyped a choice that is refused is again what it was */
function take(box, value, text, isTyped) {
  const now = typed(value.value, text);
  if (now === undefined || now === value.value) return drawProperties();
  if (value.own) return write(box, value, now, true, isTyped ? text : "");
  Object.assign(asked, { box: box.name, key: value.key.join(), text });
  return drawProperties();
}

/** Where a value comes from, for one that is inherited; nothing for one of the box itself.
    @param {ShownBox} box @param {BoxValue} value */
function origin(box, value) {
  if (value.own) return null;
  const [part] = value.owner;
  const name = String(value.owner.at(-1));
  const from = t(part === "styles" ? "canvas.from-style" : "canvas.from-box", { name });
  if (asked.box !== box.name || asked.key !== value.key.join()) {
    return h("p", { class: "from" }, place({ file: value.file, line: value.line, column: value.column }, from), " · ", t("canvas.users", { count: value.users }));
  }
  const now = typed(value.value, asked.text);
  const reach = (/** @type {string} */ hold, /** @type {boolean} */ here, /** @type {string} */ label) => h("button", { type: "button", dataset: { hold }, onclick: ({ target }) => {
    for (const one of target.closest("[role=group]")?.querySelectorAll("button") ?? []) one.disabled = true; // it is said once
    changeValue(box, value, (...current) => write(...current, now, here, asked.text));
  } }, label);
  return h("div", { class: "reach", role: "group", "aria-label": t("canvas.reach") }, h("p", {}, t("canvas.was", { value: String(value.value), from })),
    h("div", { class: "row" }, reach("here", true, t("canvas.here")), reach("there", false, t("canvas.there", { count: value.users })),
      h("button", { type: "button", class: "plain", onclick: () => { asked.key = ""; drawProperties(); } }, t("canvas.neither"))));
}

/** @param {ShownBox} box @param {BoxValue} value @param {string} label @param {{ shown?: string, pre?: string }} [about] */
function field(box, value, label, { shown, pre } = {}) {
  const isAsked = asked.box === box.name && asked.key === value.key.join();
  const text = isAsked ? asked.text : shown ?? String(value.value);
  const change = (/** @type {string} */ now, isTyped = false) => changeValue(box, value, (...current) => take(...current, now, isTyped));
  const onchange = (/** @type {any} */ { target }) => change(taken(target), target.tagName !== "SELECT");
  const hold = `prop-${value.key.join("-")}`;
  const key = about(box, value);
  const choices = value.key[0] === "style" ? styleNames() : value.key[0] === "continues" ? box.continues : value.key[0] === "when_text" ? textsBeside(box) : key?.type === "choice" ? key.choices : [];
  if (choices.includes(String(value.value))) {
    return h("span", { class: value.own ? "field" : "field inherit" }, h("select", { "aria-label": label, title: key?.help ?? null, dataset: { hold }, onchange },
      choices.map((choice) => h("option", { value: choice, selected: choice === text }, choice))));
  }
  const isLong = typeof value.value === "string" && (value.value.includes("\n") || value.value.length > 60);
  return h("span", { class: value.own ? "field" : "field inherit" }, pre ? h("span", { class: "pre", "aria-hidden": "true" }, pre) : null,
    colourPicker(text, label, (now) => change(now)),
    isLong ? h("textarea", { "aria-label": label, dataset: { hold }, onchange }, text) : h("input", { type: "text", value: text, "aria-label": label, title: key?.help ?? null, autocomplete: "off", spellcheck: "false", dataset: { hold }, onchange }));
}

/** The contrast of a text's colour with what is under it on this card. @param {ShownBox} box @param {unknown} colour */
function contrastOf(box, colour) {
  const { trim: [width, height], bleed } = deck();
  const [rect] = box.rects;
  const [wide, high] = [width + 2 * bleed, height + 2 * bleed];
  const result = rect && !box.isGhost ? measure(picture, [(rect[0] + bleed) / wide, (rect[1] + bleed) / high, rect[2] / wide, rect[3] / high], colour) : null;
  return result ? h("p", { class: "from row", title: t("canvas.contrast") }, icon(result.isEnough ? "s-ok" : "s-warn"), `${result.ratio.toFixed(1)} : 1`, h("span", { class: "hidden-text" }, t("canvas.contrast"))) : null;
}

/** @param {ShownBox} box @param {BoxValue} value @returns {HTMLElement[]} */
function property(box, value) {
  const label = value.key.join(" ").replaceAll("_", " ");
  const content = value.value;
  const { keys = [] } = value.key.length === 1 && about(box, value) || {};
  const where = linePlace(value);
  const control = typeof content === "boolean" ? h("input", { type: "checkbox", checked: content, "aria-label": label, dataset: { hold: `prop-${value.key}` }, onchange: ({ target: { checked } }) => changeValue(box, value, (...current) => write(...current, checked, true)) })
    : isPlainList(content) ? field(box, value, label, { shown: /** @type {unknown[]} */ (content).join(", ") })
    : keys.length ? adder(box, keys, value) : typeof content === "object" ? h("span", { class: "row" }, h("code", { class: "cut-off" }, JSON.stringify(content)), where)
    : field(box, value, label);
  const away = value.own ? h("button", { type: "button", class: "icon-button away", "aria-label": t("canvas.unset", { key: label }), title: t("canvas.unset", { key: label }), dataset: { hold: `unset-${value.key}` },
    onclick: () => changeValue(box, value, (...current) => (value.key[0] === "continues" ? part(...current) : write(...current, null, true))) }, icon("x")) : null;
  return [h("span", { class: "key" }, label), h("div", { class: "value" }, h("div", { class: "with-away" }, control, away), box.kind === "text" && value.key[0] === "colour" ? contrastOf(box, shownColour(content)) : null, origin(box, value)),
    ...keys.map(({ name }) => valueOf(box, ...value.key, name)).filter((inner) => inner !== undefined).flatMap((inner) => property(box, inner))];
}

/** What a text has no more that goes on from another box: all boxes of it have that of the first. */
const OF_FIRST = ["text", "lang", "fit", "floor", "same", "direction", "hyphenate"];

/** A box that has what does not fit into another: its own text goes. @param {ShownBox} box @returns {Record<string, unknown>[]} */
const joinOperations = (box) => [{ kind: "property", box: box.name, key: ["continues"], old: null, new: box.continues[0] },
  ...box.values.filter(({ key, own }) => own && key.length === 1 && OF_FIRST.includes(String(key[0]))).map(({ key, value }) => ({ kind: "property", box: box.name, key, old: value, new: null }))];

/** Parts a box from the one that it continues: it has a text of its own. @param {ShownBox} box @param {BoxValue} value */
const part = (box, value) => send([{ kind: "property", box: box.name, key: value.key, old: value.value, new: null }, { kind: "property", box: box.name, key: ["text"], old: valueOf(box, "text")?.value ?? null, new: "", here: true }],
  t("canvas.set", { box: box.name, key: "continues" }));

/** What is written at first for a key that a box does not have. @param {KeyData} key */
function first({ type, choices, least, default: wanted, keys }) {
  if (keys.length) return Object.fromEntries(keys.map((key) => [key.name, key.default]));
  if (Array.isArray(wanted) && !wanted.length) return [];
  if (wanted !== null && wanted !== "" && !Array.isArray(wanted)) return type === "flag" ? !wanted : wanted;
  return type === "number" ? least ?? 1 : type === "colour" ? "#888888" : type === "flag" ? true : type === "choice" ? choices[0] : null;
}

/** The text boxes beside a box: it may be drawn with the text of one. @param {ShownBox} box */
const textsBeside = (box) => boxes().filter(({ name, kind }) => kind === "text" && name !== box.name && above(name) === above(box.name)).map(({ name }) => name.slice(above(name).length));

/** What is written at first for a key that this box does not have; nothing if it cannot have it. @param {ShownBox} box @param {KeyData} key */
const firstOf = (box, key) => (key.name === "continues" ? box.continues[0] : key.name === "when_text" ? textsBeside(box)[0] : first(key)) ?? null;

/** The keys that the box, or an effect of its text, may have and does not: a choice adds one.
    @param {ShownBox} box @param {KeyData[]} keys @param {BoxValue} [effect] */
function adder(box, keys, effect) {
  const around = effect?.key ?? [];
  const left = keys.filter((key) => !valueOf(box, ...around, key.name) && firstOf(box, key) !== null);
  return left.length ? h("label", { class: "above" }, h("span", {}, [t("canvas.add"), ...around].join(": ")), h("select", { dataset: { hold: ["prop-add", ...around].join("-") }, onchange: ({ target }) => {
    const key = left.find(({ name }) => name === target.value);
    if (key) editBoxes(key.name === "continues" ? joinOperations(box) : [{ kind: "property", box: box.name, key: [...around, key.name], old: null, new: firstOf(box, key) }], t("canvas.set", { box: box.name, key: [...around, key.name].join(" ") }));
  } }, h("option", { value: "" }, "…"), left.map(({ name, help }) => h("option", { value: name, title: help }, name.replaceAll("_", " "))))) : null;
}

/** What is shown of one of the four numbers of the place: of a sum, what it comes to. @param {ShownBox} box @param {BoxValue} value @param {number} at */
function shownLength(box, value, at) {
  if (!isSum(value)) return millimetres(Number(value.value));
  return box.name.includes(".") || canvas.data?.scale !== 1 || !box.rects.length ? "" : millimetres(box.rects[0][at]);
}

/** @param {BoxValue} value */
const isSum = (value) => typeof value.value === "string" || value.key.length === 1;

/** One of the four numbers of the place: a sum has its formula below.
    @param {ShownBox} box @param {number} at */
function length(box, at) {
  const value = valueOf(box, "box", at) ?? valueOf(box, "box");
  if (!value) return { field: null, line: null };
  const label = t(`canvas.side.${SIDES[at]}`);
  const onchange = (/** @type {any} */ { target }) => {
    const text = taken(target);
    changeValue(box, value, (...current) => takeLength(...current, at, text));
  };
  return {
    field: h("span", { class: value.own ? "field" : "field inherit" }, h("span", { class: "pre", "aria-hidden": "true" }, isSum(value) ? `${SIDES[at]} ƒ` : SIDES[at]),
      h("input", { type: "text", value: shownLength(box, value, at), "aria-label": label, disabled: Boolean(box.fixed), autocomplete: "off", dataset: { hold: `prop-box-${at}` }, onchange })),
    line: isSum(value) && value.key.length > 1 ? h("div", { class: "formula" }, h("span", { "aria-hidden": "true" }, `ƒ ${SIDES[at]}`),
      h("input", { type: "text", class: "mono", value: String(value.value), "aria-label": t("canvas.formula", { side: label }), spellcheck: "false", autocomplete: "off", dataset: { hold: `formula-${at}` },
        onchange: ({ target }) => {
          const text = taken(target).trim();
          changeValue(box, value, (now, formula) => write(now, formula, text, formula.own, text, `formula-${at}`));
        } })) : null,
  };
}

/** Takes a typed number of the place, or a formula. @param {ShownBox} box @param {BoxValue} value @param {number} at @param {string} text */
function takeLength(box, value, at, text) {
  if (!text.trim()) return drawProperties();
  const shown = shownLength(box, value, at);
  const by = typedNumber(text, Number(shown)) - Number(shown);
  if (Number.isNaN(by) || shown === "") return value.key.length > 1 ? write(box, value, text, true, text) : drawProperties();
  if (!by) return drawProperties();
  const moves = { [box.name]: [0, 1, 2, 3].map((side) => (side === at ? by : 0)) };
  return send([{ kind: "reshape", moves }], t(at > 1 ? "canvas.resized" : "canvas.moved", { box: box.name }), [box.name], `prop-box-${at}`, text);
}

const panel = h("aside", { class: "canvas-properties card-right", tabindex: "-1" });

/** Makes the panel of properties. */
export function propertiesPanel() {
  panel.setAttribute("aria-label", t("canvas.properties"));
  return panel;
}

/** @param {string} hold @param {() => unknown} run @param {string} sign */
const act = (hold, run, sign) => h("button", { type: "button", class: "icon-button", "aria-label": t(`canvas.${hold}`), title: t(`canvas.${hold}`), dataset: { hold: `canvas-${hold}` }, onclick: run }, icon(sign));

/** The values that all selected boxes have, written for all of them.
    @param {ShownBox[]} all */
function common([first, ...others]) {
  const keys = first.values.filter(({ key, value }) => key.length === 1 && !APART.includes(String(key[0])) && typeof value !== "object" && others.every((box) => typeof valueOf(box, ...key)?.value === typeof value));
  return keys.length ? h("section", { class: "panel" }, h("h2", {}, t("canvas.properties")), h("div", { class: "props" }, keys.map(({ key: [name], value }) => {
    const label = String(name).replaceAll("_", " ");
    const isSame = others.every((box) => valueOf(box, name)?.value === value);
    const hold = `prop-${name}`;
    return [h("span", { class: "key" }, label), h("div", { class: "value" }, typeof value === "boolean"
      ? h("input", { type: "checkbox", checked: isSame && value, indeterminate: !isSame, "aria-label": label, dataset: { hold }, onchange: ({ target: { checked } }) => writeAll(String(name), () => checked) })
      : h("span", { class: "field" }, h("input", { type: "text", value: isSame ? String(value) : "", placeholder: isSame ? null : t("canvas.mixed"), "aria-label": label, autocomplete: "off", spellcheck: "false", dataset: { hold },
          onchange: ({ target }) => { const text = taken(target); writeAll(String(name), (old) => typed(old, text), text); } })))];
  }))) : null;
}

export function drawProperties() {
  if (isTypingIn(panel)) return;
  const all = pickedBoxes();
  if (!all.length) {
    fill(panel, h("section", { class: "panel" }, h("h2", {}, t("canvas.none")), h("p", { class: "quiet" }, t("canvas.none.how")),
      h("p", { class: "quiet" }, t("canvas.boxes", { count: boxes().length }))), findingsPanel, themePanels());
  } else if (all.length === 1) drawOne(all[0]);
  else {
    fill(panel, h("section", { class: "panel" }, h("h2", { class: "row" }, icon("layers"), t("canvas.several", { count: all.length }), h("span", { class: "grow" }), movedBoxes().length > 1 ? act("group", group, "group") : null, ...acts()), alignButtons()), common(all), findingsPanel);
  }
  showRefusals(panel, subjectOf(all.map(({ name }) => name)));
}

/** What can be done with the selected boxes. */
const acts = () => [act("duplicate", duplicate, "copy"), act("later", () => order(1), "up"), act("earlier", () => order(-1), "down"), act("remove", remove, "trash")];

/** @param {ShownBox} box */
function drawOne(box) {
  const [x, y, w, high] = [0, 1, 2, 3].map((at) => length(box, at));
  const whole = valueOf(box, "box");
  const others = box.values.filter(({ key }) => key.length === 1 && !APART.includes(String(key[0])));
  fill(panel,
    h("section", { class: "panel" }, h("h2", { class: "row" }, kindIcon(box.kind), box.name, h("span", { class: "grow" }), box.kind === "group" ? act("ungroup", ungroup, "group") : null, ...acts()),
      h("p", {}, linePlace(boxPlace())),
      alignButtons(),
      whole ? h("div", { class: "props" }, h("span", { class: "key" }, t("canvas.place")), h("div", { class: "value" }, h("div", { class: "two" }, x.field, y.field), x.line, y.line),
        h("span", { class: "key" }, t("canvas.size")), h("div", { class: "value" }, h("div", { class: "two" }, w.field, high.field), w.line, high.line, origin(box, whole))) : null,
      box.fixed ? h("p", { class: "quiet" }, icon("lock"), " ", t(`canvas.fixed.${box.fixed.replace(" ", "-")}`)) : null),
    h("section", { class: "panel" }, h("h2", {}, t("canvas.properties")), h("div", { class: "props" }, others.map((value) => property(box, value))), adder(box, kinds.get(box.kind)?.keys ?? [])),
    conditionsPanel(box), findingsPanel, colourList());
}
