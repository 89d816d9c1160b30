/* The layers: the boxes of a side, topmost first. A box that this card leaves out is quiet, with its condition. */

import { t } from "../app/words.js";
import { h, icon } from "../shared/elements.js";
import { boxes, canvas, isPicked, pick, pickBeside, valueOf } from "./canvas-state.js";
/** @import { ShownBox } from "./canvas-state.js" */

/** The icons of kinds of boxes; all others are shapes. */
const ICONS = /** @type {Record<string, string>} */ ({ text: "text", image: "image", rect: "rect", path: "path", line: "path", group: "layers", repeat: "repeat", star: "star", qr: "qr", table: "table", grid: "grid" });

/** @param {string} kind */
export const kindIcon = (kind) => icon(ICONS[kind] ?? "shape");

/** What is wanted of a value, as it is read: "not zh", "yi, han". @param {unknown} wanted @returns {string} */
const wantedText = (wanted) => (Array.isArray(wanted) ? wanted.map(wantedText).join(", ") : typeof wanted === "object" && wanted !== null
  ? Object.entries(wanted).map(([word, value]) => `${word} ${wantedText(value)}`).join(" ") : String(wanted));

/** A condition as it is read: "faction: yi", several joined. @param {unknown} when */
export const conditionText = (when) => Object.entries(when ?? {}).map(([path, wanted]) => `${path}: ${wantedText(wanted)}`).join(" · ");

/** When a box is drawn, as it is read. @param {ShownBox} box */
export const conditionsOf = (box) => [conditionText(valueOf(box, "when")?.value), ...(valueOf(box, "when_text") ? [`when_text: ${valueOf(box, "when_text")?.value}`] : [])].filter(Boolean).join(" · ");

/** @param {ShownBox} box @param {() => void} redraw */
function row(box, redraw) {
  const depth = box.name.split(".").length - 1;
  const when = conditionsOf(box);
  const turn = (/** @type {"locked" | "hidden"} */ how, /** @type {string} */ sign, /** @type {string} */ label) => {
    const isOn = canvas[how].has(box.name);
    return h("button", { type: "button", class: "icon-button", "aria-pressed": String(isOn), "aria-label": t(label, { box: box.name }), title: t(label, { box: box.name }), dataset: { hold: `${how}-${box.name}` }, onclick: () => {
      if (!canvas[how].delete(box.name)) canvas[how].add(box.name);
      redraw();
    } }, icon(sign));
  };
  return h("li", { class: box.isGhost ? "ghost" : "", style: { "--depth": depth } },
    h("button", { type: "button", class: "plain layer", "aria-pressed": String(isPicked(box.name)), dataset: { hold: `layer-${box.name}` }, title: when || null,
      onclick: ({ shiftKey, ctrlKey, metaKey }) => (shiftKey || ctrlKey || metaKey ? pickBeside(box.name) : pick([box.name])) },
    kindIcon(box.kind), h("span", { class: "cut-off" }, box.name.split(".").at(-1)), when ? h("span", { class: "quiet cut-off" }, when) : null),
    turn("hidden", canvas.hidden.has(box.name) ? "eye-off" : "eye", "canvas.hide"), turn("locked", "lock", "canvas.lock"));
}

const MANY = 12; // layers, from which on they can be searched
let sought = "";

/** The list of layers, and a field that narrows a long one. @param {() => void} redraw */
export function layerList(redraw) {
  // Boxes inside of one stand below it, in the order of the others.
  const shown = boxes();
  /** @type {(above: string) => ShownBox[]} */
  const under = (above) => shown.filter(({ name }) => name.startsWith(above) && !name.slice(above.length).includes(".")).reverse()
    .flatMap((box) => [box, ...under(`${box.name}.`)]);
  const isLong = shown.length >= MANY;
  const listed = under("").filter(({ name }) => !isLong || name.toLowerCase().includes(sought.trim().toLowerCase()));
  return [
    isLong ? h("input", { type: "search", class: "canvas-find", autocomplete: "off", placeholder: t("canvas.find"), "aria-label": t("canvas.find"), value: sought, dataset: { hold: "canvas-find" },
      oninput: ({ target }) => { sought = target.value; redraw(); } }) : null,
    h("ul", { class: "canvas-layers", "aria-label": t("canvas.layers") }, listed.map((box) => row(box, redraw)))];
}
