/* Changed cards in groups: those on which the same has changed stand together. */

import { load, state } from "../app/data.js";
import { announce, on } from "../app/events.js";
import * as views from "../app/views.js";

/** Cards of the grid under one heading: those of a group, of a deck, or the others.
    @typedef {{ group: ChangedGroup | null, cards: CardData[], headed: boolean, deck?: string }} Section */

const SOON = 250; // ms between a change and the next request
const MOST = 100;

let groups = /** @type {ChangedGroup[]} */ ([]);
const rank = /** @type {Map<string, number>} */ (new Map()); // the place of each card in the groups
let current = false;
let due = 0;

const isShown = () => views.current.route.state.status === "stale";

/** Loads the groups if the list of changed cards is shown and something has changed. */
function renew() {
  if (current || due || !state.catalog || !isShown()) return;
  due = setTimeout(async () => {
    current = true; // a change during the request asks again
    try {
      take(await load("changes"));
    } catch {
      current = false; // the server is away: the next change asks again
    }
    due = 0;
    renew();
  }, groups.length ? SOON : 0);
}

/** @param {ChangesData} data */
function take(data) {
  const before = JSON.stringify(groups);
  const several = data.groups.filter(({ cards }) => cards.length > 1).slice(0, MOST);
  groups = [...several, ...data.groups.filter((group) => !several.includes(group))];
  groups.flatMap(({ cards }) => cards).forEach((key, at) => rank.set(key, at)); // those that have left keep their places
  if (JSON.stringify(groups) !== before) announce("groups");
}

for (const what of ["catalog", "review"]) on(what, () => { current = false; renew(); });
on("route", renew);

/** Cards of a list of changed cards in the order of their groups; others as they are.
    @param {CardData[]} cards @param {string | undefined} status */
export function inGroups(cards, status) {
  if (status !== "stale" || !groups.length) return cards;
  /** @param {CardData} card */
  const place = ({ key }) => rank.get(key) ?? Infinity;
  return [...cards].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

/** The sections of a list of cards in the order of `inGroups`: a group each, and one for all other cards. Without
    changed cards, a section for each deck, with a heading if there are several.
    @param {CardData[]} cards @returns {Section[]} */
export function sections(cards) {
  if (!isShown() || !groups.length || !cards.length) return byDeck(cards);
  const groupOf = new Map(groups.slice(0, MOST).filter((group) => group.cards.length > 1).flatMap((group) => group.cards.map((key) => [key, group])));
  const made = /** @type {Section[]} */ ([]);
  for (const card of cards) {
    const group = groupOf.get(card.key) ?? null;
    const last = made.at(-1);
    if (last?.group === group) last?.cards.push(card);
    else made.push({ group, cards: [card], headed: true });
  }
  return made;
}

/** @param {CardData[]} cards @returns {Section[]} */
function byDeck(cards) {
  const made = /** @type {Section[]} */ ([]);
  for (const card of cards) {
    if (made.at(-1)?.deck === card.deck) made.at(-1)?.cards.push(card);
    else made.push({ group: null, cards: [card], headed: false, deck: card.deck });
  }
  return made.length ? made.map((section) => ({ ...section, headed: made.length > 1 })) : [{ group: null, cards, headed: false }];
}
