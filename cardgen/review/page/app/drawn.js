/* Which pictures of cards are as the files have them. After an edit that changes many cards, those in sight are drawn first; the others are
   marked until they are drawn, too. */

import { message } from "../shared/messages.js";
import { isPage, state } from "./data.js";
import { on } from "./events.js";
import { t, words } from "./words.js";

/** The most cards that an edit is drawn on at once. */
const MOST = 40;

/** Says of which card, or page with cards, a picture is.
    @param {HTMLImageElement} image @param {string} key */
export function ofCard(image, key) {
  image.dataset.card = key;
  mark(image);
  return image;
}

/** @param {HTMLImageElement} image */
function mark(image) {
  const { card = "" } = image.dataset;
  const { waiting = [] } = state.catalog;
  const waits = waiting.includes(card) || (waiting.length > 0 && isPage(card));
  if (waits === "waits" in image.dataset) return;
  image.toggleAttribute("data-waits", waits); // not aria-busy: pictures beside names are none for readers of the screen
  image.title = waits ? t("drawn.waiting") : "";
}

const pictures = () => /** @type {HTMLImageElement[]} */ ([...document.querySelectorAll("img[data-card]")]);

/** The keys of the cards in sight, those with the largest pictures first. */
export function cardsInSight() {
  const shown = pictures().map((image) => ({ key: image.dataset.card ?? "", box: image.getBoundingClientRect() }))
    .filter(({ key, box }) => state.cards.has(key) && !isPage(key) && box.width && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth);
  return [...new Set(shown.sort((a, b) => b.box.width - a.box.width).map(({ key }) => key))].slice(0, MOST);
}

on("catalog", () => pictures().forEach(mark));

words({
  en: {
    "drawn.waiting": message("As it was before: it is being drawn again"),
  },
});
