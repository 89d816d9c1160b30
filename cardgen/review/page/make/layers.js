/* The layers: the boxes of a side, topmost first. A box that this card leaves out is quiet, with its condition. */

import { alter } from "../app/views.js";
import { t } from "../app/words.js";
import { h, icon } from "../shared/elements.js";
import { boxes, canvas, picked, valueOf } from "./canvas-state.js";
/** @import { ShownBox } from "./canvas-state.js" */

/** The icons of kinds of boxes; all others are shapes. */
const ICONS = /** @type {Record<string, string>} */ ({ text: "text", image: "image", rect: "rect", path: "path", line: "path", group: "layers", repeat: "list", table: "table", grid: "grid" });

/** @param {string} kind */
export const kindIcon = (kind) => icon(ICONS[kind] ?? "shape");

/** A condition as it is read: "faction: yi", several joined. @param {unknown} when */
export const conditionText = (when) => Object.entries(when ?? {}).map(([path, wanted]) => `${path}: ${typeof wanted === "object" && wanted !== null
  ? Object.entries(wanted).map(([word, value]) => `${word} ${value}`).join(" ") : wanted}`).join(", ");

/** @param {ShownBox} box @param {() => void} redraw */
function row(box, redraw) {
  const depth = box.name.split(".").length - 1;
  const isLocked = canvas.locked.has(box.name);
  const when = conditionText(valueOf(box, "when")?.value);
  const turnLock = () => {
    if (isLocked) canvas.locked.delete(box.name);
    else canvas.locked.add(box.name);
    redraw();
  };
  return h("li", { class: box.rects.length ? "" : "ghost", style: { "--depth": depth } },
    h("button", { type: "button", class: "plain layer", "aria-pressed": String(box.name === picked()), dataset: { hold: `layer-${box.name}` }, title: when || null, onclick: () => alter({ box: box.name }) },
      kindIcon(box.kind), h("span", { class: "cut-off" }, box.name.split(".").at(-1)), when ? h("span", { class: "quiet cut-off" }, when) : null),
    h("button", { type: "button", class: "icon-button", "aria-pressed": String(isLocked), "aria-label": t("canvas.lock", { box: box.name }), title: t("canvas.lock", { box: box.name }), dataset: { hold: `lock-${box.name}` }, onclick: turnLock }, icon("lock")));
}

/** The list of layers. @param {() => void} redraw */
export function layerList(redraw) {
  // Boxes inside of one stand below it, in the order of the others.
  const shown = boxes();
  /** @type {(above: string) => ShownBox[]} */
  const under = (above) => shown.filter(({ name }) => name.startsWith(above) && !name.slice(above.length).includes(".")).reverse()
    .flatMap((box) => [box, ...under(`${box.name}.`)]);
  return h("ul", { class: "canvas-layers", "aria-label": t("canvas.layers") }, under("").map((box) => row(box, redraw)));
}
