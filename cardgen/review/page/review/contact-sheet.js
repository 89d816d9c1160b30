/* Printing the grid: a contact sheet of all cards listed. The grid itself holds only the rows near the screen. */

import { deckOf, face, hasCards, state } from "../app/data.js";
import { key } from "../app/shortcuts.js";
import { toast } from "../app/toast.js";
import { current } from "../app/views.js";
import { countText, say, t, words } from "../app/words.js";
import { h, icon } from "../shared/elements.js";
import { filterOf } from "../shared/filters.js";
import { message } from "../shared/messages.js";
import { listed } from "./list.js";
import { subjects } from "./pages.js";
import { gridTools } from "./parts.js";
import { button, cardName, statusMark } from "./showing.js";
import { cutOf } from "../shared/outlines.js";

const WIDEST = 40; // mm of a picture on paper
let sheet = /** @type {HTMLElement | null} */ (null);

/** @param {CardData} card */
function entry(card) {
  const { trim: [width, height], bleed, corner } = deckOf(card);
  const scale = Math.min(1, WIDEST / width);
  /** @param {number} length */
  const mm = (length) => `${length * scale}mm`;
  const image = h("img", { src: face(card.face), alt: "", style: { width: mm(width + 2 * bleed), height: mm(height + 2 * bleed),
    left: mm(-bleed), top: mm(-bleed) } });
  return h("li", {}, h("span", { class: "contact-cut", style: { width: mm(width), height: mm(height), "border-radius": mm(corner), "--cut": cutOf(deckOf(card)) } }, image),
    h("b", {}, cardName(card.key)), h("span", {}, card.page ? null : `×${card.copies} · `, statusMark(card.key)));
}

/** Puts the contact sheet into the document; only paper shows it. */
function build() {
  if (current.route.view !== "grid" || sheet) return;
  const cards = listed();
  const all = subjects(filterOf(current.route.state)).length;
  sheet = h("section", { class: "contact-sheet", "aria-hidden": "true" },
    h("h1", {}, say(state.catalog.game.titles)), h("p", {}, countText(cards.length, all, cards.some((card) => card.page) ? "items" : "cards")),
    h("ul", {}, cards.map(entry)));
  document.body.append(sheet);
  document.documentElement.dataset.prints = "cards";
}

function remove() {
  sheet?.remove();
  sheet = null;
  delete document.documentElement.dataset.prints;
}

/** @param {HTMLImageElement} image */
const loaded = (image) => image.complete || new Promise((done) => Object.assign(image, { onload: done, onerror: done }));

/** Prints the cards listed, once all their pictures are there. */
async function print() {
  toast(t("print.doing"));
  build();
  await Promise.all([...(sheet?.querySelectorAll("img") ?? [])].map(loaded));
  window.print();
  remove();
}

// The browser's own menu prints whatever has been loaded; the key and the button wait for the pictures.
addEventListener("beforeprint", build);
addEventListener("afterprint", remove);
key("print", { keys: ["ctrl+p"], views: ["grid"], words: "print.key", when: () => hasCards(), run: print });
gridTools.push({ name: "print", order: 60, draw: () => button("print", print, [icon("print"), t("print.button")], { class: "plain" }) });

words({
  en: {
    "print.button": message("Print"),
    "print.key": message("Print all listed cards"),
    "print.doing": message("Loading all pictures…"),
  },
});
