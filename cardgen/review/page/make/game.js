/* The game's own values: game.yaml and the rulesets as forms, from what their models say. Each change is written at once. */

import { load, state } from "../app/data.js";
import { on } from "../app/events.js";
import { drawLeft } from "../app/left.js";
import { place } from "../app/places.js";
import { current, view } from "../app/views.js";
import { t, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h, icon, s } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { grownBy, hexagonIn, lineThrough } from "../shared/outlines.js";
import { editFiles } from "./arranging.js";
import { canEdit, changeInTurn } from "./editing.js";
import { isTypingIn, taken, typed } from "./numbers.js";

let root = /** @type {HTMLElement | null} */ (null);
let files = /** @type {GameFileValues[]} */ ([]);
let loading = 0;

/** The name of a section in the address: the file's ruleset and the first key. @param {GameFileValues} file @param {ValuePart} part */
const sectionOf = (file, part) => [file.ruleset, part.path[0] ?? ""].filter((step) => step !== "").join(".") || "general";

/** The sections: values under the same first key. @returns {{ id: string, file: GameFileValues, parts: ValuePart[] }[]} */
function sections() {
  return files.flatMap((file) => {
    const ids = [...new Set(file.parts.map((part) => sectionOf(file, part)))];
    return ids.map((id) => ({ id, file, parts: file.parts.filter((part) => sectionOf(file, part) === id && (part.values.length || part.absent.length)) }));
  }).filter(({ parts }) => parts.length);
}

/** @param {string} id */
const titleOf = (id) => (id === "general" ? t("game-values.general") : id.replaceAll("_", " ").replaceAll(".", " · "));

/** What a part is called in its section: the last step to it, or in a list its number and its first text. @param {ValuePart} part */
function nameOf({ path, values }) {
  const last = path.at(-1);
  const text = values.find(({ value }) => typeof value === "string")?.value;
  const entry = typeof last === "number" ? [last + 1, text] : [last];
  return [...path.slice(1, -1), ...path.length > 1 ? entry : []].filter((step) => step !== undefined).join(" · ");
}

async function renew() {
  const mine = loading += 1;
  const data = await load(/** @type {any} */ ("game")).catch(() => null);
  if (mine !== loading || !root || !data) return;
  files = data;
  drawLeft();
  draw();
}

const asked = () => current.route.path[0] ?? sections()[0]?.id;

function draw() {
  if (!root || isTypingIn(root)) return;
  const shown = sections().find(({ id }) => id === asked()) ?? sections()[0];
  if (!shown) return;
  const { id, file, parts } = shown;
  fill(root, h("h1", {}, titleOf(id)), h("p", {}, place({ file: file.file, line: parts[0].line, column: parts[0].column }, `${file.file}:${parts[0].line}`)),
    parts.map((part) => partOf(file, part, id)));
}

/** What a model says, its names in the type of code. @param {string} text */
const helpText = (text) => text.split("`").map((part, at) => (at % 2 ? h("code", {}, part) : part));

/** @param {GameFileValues} file @param {ValuePart} part @param {string} section */
function partOf(file, part, section) {
  const name = nameOf(part);
  const label = name || titleOf(section);
  const isSize = part.path[0] === "sizes" && part.path.length === 2;
  return h("section", { class: "game-part", "aria-label": label },
    name ? h("h2", {}, name) : null, part.help ? h("p", { class: "quiet", lang: "en" }, helpText(part.help)) : null,
    h("div", { class: "row game-fields" }, isSize ? picture(part) : null, h("div", { class: "props" }, part.values.map((value) => valueOf(file, part, value)))),
    part.absent.length ? h("label", { class: "above" }, h("span", {}, t("canvas.add")), h("select", { dataset: { hold: `game-add-${part.path.join("-")}` }, onchange: ({ target }) => add(file, part, target.value) },
      h("option", { value: "" }, "…"), part.absent.map((key) => h("option", { value: key.name, title: key.help }, key.name.replaceAll("_", " "))))) : null);
}

/** A card of a size: its bleed, its trim and its safe area. @param {ValuePart} part */
function picture({ values }) {
  const length = (/** @type {string} */ name) => Number(values.find(({ key }) => key.name === name)?.value ?? 0);
  const [width, height, bleed, safe, rounded] = ["width", "height", "bleed", "safe", "corner"].map(length);
  if (!width || !height) return null;
  const shape = String(values.find(({ key }) => key.name === "shape")?.value ?? "rectangle");
  const corner = shape === "circle" ? width / 2 : rounded;
  const points = outlineOf(shape, [width, height]);
  const line = (/** @type {number} */ edge, /** @type {string} */ kind, rx = 0) => (points.length
    ? s("path", { class: `canvas-guide ${kind}`, d: lineThrough(grownBy(points, [width, height], edge), [width, height]) }) : rect(edge, kind, rx));
  const rect = (/** @type {number} */ edge, /** @type {string} */ kind, rx = 0) => s("rect", { class: `canvas-guide ${kind}`, x: -edge, y: -edge, width: width + 2 * edge, height: height + 2 * edge, rx });
  return s("svg", { class: "game-size", "aria-hidden": "true", viewBox: [-bleed - 1, -bleed - 1, width + 2 * bleed + 2, height + 2 * bleed + 2].join(" "), width: (width + 2 * bleed) * 1.2, height: (height + 2 * bleed) * 1.2 },
    shape === "circle" ? rect(bleed, "bleed", corner + bleed) : line(bleed, "bleed"), line(0, "trim", corner), line(-safe, "safe", Math.max(0, corner - safe)));
}

/** The corners of a shape; those of a path or a file are known from a deck of this size. @param {string} shape @param {readonly number[]} trim */
function outlineOf(shape, trim) {
  if (shape === "hexagon") return hexagonIn(trim);
  if (shape === "circle" || shape === "rectangle") return [];
  return [...state.decks.values()].find((deck) => deck.outline.length && deck.trim.every((length, axis) => length === trim[axis]))?.outline ?? [];
}

/** Other values that the file has for a key, to choose from. @param {GameFileValues} file @param {string} name */
const others = (file, name) => [...new Set(file.parts.flatMap(({ values }) => values.filter(({ key, value }) => key.name === name && typeof value === "string").map(({ value }) => String(value))))].slice(0, 40);

/** @param {GameFileValues} file @param {ValuePart} part @param {WrittenValue} written */
function valueOf(file, part, { path, key, value, ...where }) {
  const label = key.name.replaceAll("_", " ");
  const hold = `game-${path.join("-")}`;
  const find = () => files.find((one) => one.file === file.file)?.parts.flatMap(({ values }) => values).find((one) => one.path.join("\n") === path.join("\n"));
  const write = (/** @type {(old: unknown) => unknown} */ make) => changeInTurn(find, async ({ value: old }) => {
    const now = make(old);
    if (now === undefined || JSON.stringify(now) === JSON.stringify(old)) return draw();
    await editFiles([{ kind: "set", file: file.file, path, old, new: now }], t("canvas.set", { box: part.path.join(" ") || titleOf("general"), key: key.name }));
    return renew();
  });
  const about = { "aria-label": label, title: key.help || null, dataset: { hold }, autocomplete: "off", spellcheck: "false" };
  const onchange = (/** @type {any} */ { target }) => {
    const text = taken(target);
    write((old) => (Array.isArray(old) ? listOf(old, text) : typed(old, text)));
  };
  const list = `list-${hold}`;
  const suggested = typeof value === "string" && !key.choices.length ? others(file, key.name) : [];
  const control = typeof value === "boolean" ? h("input", { type: "checkbox", checked: value, ...about, onchange: ({ target: { checked } }) => write(() => checked) })
    : value === null ? h("span", { class: "quiet" }, "–")
    : key.choices.includes(String(value)) ? h("span", { class: "field" }, h("select", { ...about, onchange }, key.choices.map((one) => h("option", { value: one, selected: one === value }, one))))
    : h("span", { class: "field" }, h("input", { type: "text", value: Array.isArray(value) ? value.join(", ") : String(value), ...about, list: suggested.length > 1 ? list : null, onchange }),
        suggested.length > 1 ? h("datalist", { id: list }, suggested.map((one) => h("option", { value: one }))) : null);
  return [h("span", { class: "key" }, label), h("div", { class: "value" }, h("div", { class: "with-away" }, control,
    h("button", { type: "button", class: "icon-button away", "aria-label": t("canvas.unset", { key: label }), title: t("canvas.unset", { key: label }), dataset: { hold: `unset-${hold}` },
      onclick: () => editFiles([{ kind: "delete", file: file.file, path }], t("canvas.set", { box: part.path.join(" "), key: key.name })) }, icon("x"))),
  key.help ? h("p", { class: "from" }, h("span", { lang: "en" }, helpText(key.help)), " · ", place(where, String(where.line))) : null)];
}

/** A list from what was typed, its entries of the type of the old ones. @param {unknown[]} old @param {string} text */
function listOf(old, text) {
  const entries = text.split(/[,，、]/).map((entry) => entry.trim()).filter(Boolean).map((entry) => typed(old[0], entry));
  return entries.length && !entries.includes(undefined) ? entries : undefined;
}

/** @param {GameFileValues} file @param {ValuePart} part @param {string} name */
function add(file, part, name) {
  const key = part.absent.find((one) => one.name === name);
  if (!key) return;
  const first = { number: key.least ?? 1, flag: !key.default, colour: "#888888", choice: key.choices[0], text: "…", other: "" }[key.type];
  editFiles([{ kind: "insert", file: file.file, path: [...part.path, name], value: key.type !== "flag" && key.default ? key.default : first }], t("canvas.set", { box: part.path.join(" "), key: name }));
}

view("game", {
  mode: "make", tab: 4, icon: "settings",
  when: canEdit,
  left: () => files.map((file) => h("section", { class: "decks" }, h("h2", {}, file.ruleset ? t("game-values.ruleset", { name: file.ruleset }) : file.file.split("/").at(-1)),
    h("ul", {}, sections().filter((section) => section.file === file).map(({ id }) => h("li", {}, h("a", { href: address("game", [id]), "aria-current": id === asked() ? "page" : null, dataset: { hold: `section-${id}` } },
      titleOf(file.ruleset && id !== file.ruleset ? id.slice(file.ruleset.length + 1) : id))))))),
  mount(main) {
    root = h("div", { class: "game-values" });
    main.append(root);
    if (files.length) draw();
    renew();
  },
  update() {
    drawLeft();
    draw();
  },
  changed(kind) { if (kind === "catalog") renew(); },
  unmount() { root = null; },
});

on("edited", () => { if (root) renew(); });

words({
  en: {
    "view.game": message("Game"),
    "game-values.general": message("General"),
    "game-values.ruleset": message("Ruleset {name}"),
  },
});
