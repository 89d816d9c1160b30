/* The filter of the list of cards: its part of the address, and the cards that pass it. */

import { folded } from "./texts.js";
/** @import { RouteState } from "./addresses.js" */

/** The part of an address that filters the list of cards.
    @typedef {{ deck?: string, kind?: string, status?: string, since?: string, code?: string, comments?: string, q?: string }} CardFilter */

/** The code of a filter that any finding passes. */
export const ANY = "*";

const NAMES = /** @type {const} */ (["deck", "kind", "status", "since", "code", "comments", "q"]);

/** The part of an address's state that says which cards are listed.
    @param {RouteState} state @returns {CardFilter} */
export const filterOf = (state) => Object.fromEntries(NAMES.filter((name) => state[name]).map((name) => [name, state[name]]));

/** The words that search looks for.
    @param {string} text */
const searchWords = (text) => folded(text).split(/\s+/).filter(Boolean);

/** Return a function that is true for cards that pass the filter. `statusOf` gives a card's status, `textOf` its folded text,
    `openCount` the number of its open comments, `changedSince` whether it has changed since a baseline.
    @param {CardFilter} filter @param {(key: string) => string} statusOf @param {(card: CardData) => string} textOf
    @param {(key: string) => number} [openCount] @param {(key: string, baseline: string) => boolean} [changedSince]
    @returns {(card: CardData) => boolean} */
export function passes({ deck, kind, status, since, code, comments, q = "" }, statusOf, textOf, openCount = () => 0, changedSince = () => true) {
  const words = searchWords(q);
  return (card) =>
    (!deck || card.deck === deck) && (!since || changedSince(card.key, since)) && (!kind || card.kind === kind) && (!code || (code === ANY ? card.codes.length > 0 : card.codes.includes(code))) && (!comments || openCount(card.key) > 0) &&
    (!status || statusOf(card.key) === status) && words.every((word) => textOf(card).includes(word));
}

/** The key of the next card from `key` in the direction `step` (1 or -1) that is `wanted`; null if there is none.
    `key` need not be among the cards. With `round`, the search goes on from the other end.
    @param {readonly CardData[]} cards @param {string} key @param {number} step
    @param {(card: CardData) => boolean} wanted @param {boolean} [round] */
export function neighbour(cards, key, step, wanted, round = false) {
  const start = cards.findIndex((card) => card.key === key);
  for (let distance = 1; distance <= cards.length; distance += 1) {
    const at = start < 0 && step > 0 ? distance - 1 : start + step * distance;
    if (!round && (at < 0 || at >= cards.length)) return null;
    const card = cards[((at % cards.length) + cards.length) % cards.length];
    if (card.key !== key && wanted(card)) return card.key;
  }
  return null;
}
