/* The settings of this browser, and the languages that fit them best. */

import { keep, recall } from "../shared/storage.js";
import * as texts from "../shared/texts.js";

/** @typedef {object} Settings
    @property {string} language
    @property {string} cards
    @property {string} theme
    @property {string} sight
    @property {boolean} letters
    @property {boolean} onward whether a decision goes on to the next card
    @property {number} millimetre pixels of a millimetre on this screen */

const STORE = "cardgen.settings";

/** The languages that the page has words in: English, and that of each catalogue. */
export const languages = /** @type {readonly string[]} */ ((document.documentElement.dataset.languages ?? "en").split(" "));

const preferred = texts.nearest(languages, [...(navigator.languages ?? [navigator.language]), "en"]) ?? "en";
export const settings = /** @type {Settings} */ ({ language: preferred, cards: preferred, theme: "auto", sight: "normal", letters: true, onward: false, millimetre: 96 / 25.4 });

/** The language chosen for cards; `settings.cards` is the nearest one that the game has. */
export const wished = { cards: preferred };

/** The available language that is nearest to `language`, otherwise one that the reader reads.
    @param {readonly string[]} available @param {string} language */
export const nearest = (available, language) => texts.nearest(available, [language, ...(navigator.languages ?? []), "en"]);

export function recallSettings() {
  Object.assign(settings, recall(STORE, {}));
  settings.language = nearest(languages, settings.language);
  wished.cards = settings.cards;
  dressPage();
}

export function keepSettings() {
  keep(STORE, { ...settings, cards: wished.cards });
  dressPage();
}

export function dressPage() {
  document.documentElement.lang = settings.language;
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.dataset.sight = settings.sight;
}
