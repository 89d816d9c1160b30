/* What boxes share: the colours and the text styles of the template. Another value changes all boxes that name it. */

import { linePlace } from "../app/places.js";
import { t } from "../app/words.js";
import { h } from "../shared/elements.js";
import { editFiles } from "./arranging.js";
import { canvas } from "./canvas-state.js";
import { drawing } from "./dragging.js";
import { changeInTurn } from "./editing.js";
import { kinds } from "./kinds.js";
import { taken, typed } from "./numbers.js";

/** A line in which the name of something new is written. @param {string} hold @param {string} label @param {(name: string) => unknown} run */
const adder = (hold, label, run) => h("label", { class: "above" }, h("span", {}, label), h("input", { type: "text", autocomplete: "off", spellcheck: "false", dataset: { hold }, onchange: ({ target }) => {
  const name = taken(target).trim();
  if (name) run(name);
} }));

const LIST = "canvas-colours";

/** How a box names a colour of the template. @param {ColourData} colour */
const referenceTo = ({ name }) => `{colours.${name}}`;

/** The colour that a value is: itself, or the one of the template that it names. @param {unknown} value */
export const shownColour = (value) => canvas.data?.colours.find((colour) => referenceTo(colour) === value)?.shown ?? value;

/** A field for a colour, which offers those of the template; null for what is none. `take` gets the name of one of these, or the chosen one.
    @param {unknown} value @param {string} label @param {(text: string) => unknown} take */
export function colourPicker(value, label, take) {
  const shown = shownColour(value);
  if (typeof shown !== "string" || !/^#[0-9a-f]{6}$/i.test(shown)) return null;
  return h("input", { type: "color", value: shown, list: LIST, "aria-label": t("canvas.choose", { key: label }), onchange: ({ target }) => {
    const text = taken(target);
    const named = canvas.data?.colours.find((colour) => colour.shown.toLowerCase() === text);
    take(named ? referenceTo(named) : text);
  } });
}

/** The colours that the fields offer. */
export const colourList = () => h("datalist", { id: LIST }, canvas.data?.colours.map(({ name, shown }) => h("option", { value: shown.toLowerCase() }, name)));

/** The names of the template's text styles. */
export const styleNames = () => [...new Set(canvas.data?.styles.map(({ style }) => style))];

/** @param {Record<string, unknown>} operation @param {string} label */
async function write(operation, label) {
  await editFiles([operation], label);
  await drawing.done();
}

function colours() {
  const all = canvas.data?.colours ?? [];
  return h("section", { class: "panel" }, h("h2", {}, t("canvas.colours")), h("div", { class: "props" }, all.map((colour) => {
    const onchange = (/** @type {any} */ { target }) => {
      const text = taken(target);
      changeInTurn(() => canvas.data?.colours.find(({ name }) => name === colour.name), ({ file, path, value }) => write({ kind: "set", file, path, old: value, new: text }, t("canvas.colour", { name: colour.name })));
    };
    return [h("span", { class: "key" }, colour.name), h("div", { class: "value" }, h("span", { class: "field" },
      h("input", { type: "color", value: colour.shown, "aria-label": t("canvas.choose", { key: colour.name }), dataset: { hold: `pick-${colour.name}` }, onchange }),
      h("input", { type: "text", value: colour.value, "aria-label": colour.name, autocomplete: "off", spellcheck: "false", dataset: { hold: `colour-${colour.name}` }, onchange }),
      h("span", { class: "from" }, linePlace(colour))), h("p", { class: "from" }, t("canvas.users", { count: colour.users })))];
  })), adder("colour-new", t("canvas.colour.new"), (name) => add("colours", name, "#888888", t("canvas.colour", { name }))));
}

/** Writes something new into the template of the side.
    @param {"colours" | "styles"} part @param {string} name @param {unknown} value @param {string} label */
const add = (part, name, value, label) => changeInTurn(() => canvas.data, ({ file, [part]: all }) => {
  const isNew = !all.some((one) => one.file === file);
  return write({ kind: "insert", file, path: isNew ? [part] : [part, name], value: isNew ? { [name]: value } : value }, label);
});

/** The keys of a text that a style can have. */
const textKeys = () => kinds.get("text")?.keys.filter(({ type, name }) => type !== "other" && !["text", "lang", "turn"].includes(name)) ?? [];

function styles() {
  const all = canvas.data?.styles ?? [];
  return h("section", { class: "panel" }, h("h2", {}, t("canvas.styles")), styleNames().map((name) => {
    const values = all.filter(({ style, key }) => style === name && key !== "extends");
    const left = textKeys().filter((key) => !values.some((value) => value.key === key.name));
    const own = /** @type {StyleValue | undefined} */ (values.find(isOwn));
    return h("details", { class: "canvas-style", dataset: { hold: `style-${name}` } }, h("summary", {}, h("span", { class: "cut-off" }, name), h("span", { class: "quiet" }, t("canvas.users", { count: values[0]?.users ?? 0 }))),
      h("div", { class: "props" }, values.map(styleValue)),
      own && left.length ? h("label", { class: "above" }, h("span", {}, `${t("canvas.add")}: ${name}`), h("select", { dataset: { hold: `style-add-${name}` }, onchange: ({ target }) => {
        const key = left.find((one) => one.name === target.value);
        if (key) write({ kind: "insert", file: own.file, path: [...own.path.slice(0, 2), key.name], value: key.default ?? key.choices[0] ?? (key.type === "colour" ? "#888888" : key.least ?? 1) }, t("canvas.set", { box: name, key: key.name }));
      } }, h("option", { value: "" }, "…"), left.map((key) => h("option", { value: key.name, title: key.help }, key.name.replaceAll("_", " "))))) : null);
  }), adder("style-new", t("canvas.style.new"), (name) => add("styles", name, { size: 3.2 }, t("canvas.style", { name }))));
}

/** Whether a value is written in the style itself. @param {StyleValue} value */
const isOwn = ({ style, path }) => path[0] === "styles" && path[1] === style;

/** @param {StyleValue} value */
function styleValue(value) {
  const label = value.key.replaceAll("_", " ");
  const [own, choices] = [isOwn(value), kinds.get("text")?.keys.find(({ name }) => name === value.key)?.choices ?? []];
  const take = (/** @type {(old: unknown) => unknown} */ make) => changeInTurn(() => canvas.data?.styles.find(({ style, key }) => style === value.style && key === value.key), (old) => {
    const now = make(old.value);
    return now === undefined || now === old.value ? null : write(isOwn(old) ? { kind: "set", file: old.file, path: old.path, old: old.written, new: now }
      : { kind: "insert", file: canvas.data?.file, path: ["styles", old.style, old.key], value: now }, t("canvas.set", { box: old.style, key: old.key }));
  });
  const onchange = (/** @type {any} */ { target }) => {
    const text = taken(target);
    take((old) => typed(old, text));
  };
  const hold = `style-${value.style}-${value.key}`;
  return [h("span", { class: "key" }, label), h("div", { class: "value" }, typeof value.value === "boolean"
    ? h("input", { type: "checkbox", checked: value.value, "aria-label": label, dataset: { hold }, onchange: ({ target: { checked } }) => take(() => checked) })
    : typeof value.value === "object" ? h("code", { class: "cut-off" }, JSON.stringify(value.value))
    : h("span", { class: own ? "field" : "field inherit" }, colourPicker(value.value, label, (text) => take(() => text)),
      choices.includes(String(value.value)) ? h("select", { "aria-label": label, dataset: { hold }, onchange: ({ target: { value: now } }) => take(() => now) }, choices.map((one) => h("option", { value: one, selected: one === value.value }, one)))
        : h("input", { type: "text", value: String(value.value), "aria-label": label, autocomplete: "off", spellcheck: "false", dataset: { hold }, onchange })),
  own ? null : h("p", { class: "from" }, linePlace(value), " · ", t("canvas.from-style", { name: String(value.path[1]) })))];
}

/** The panels of what boxes share. */
export const themePanels = () => (canvas.data ? [colours(), styles(), colourList()] : null);
