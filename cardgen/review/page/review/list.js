/* The list of cards that the address filters: shared by the grid, the card view and the shortcuts that walk through the cards. */

import { state, statusOf } from "../app/data.js";
import { current, go } from "../app/views.js";
import { format as address } from "../shared/addresses.js";
import * as filterRule from "../shared/filters.js";
import { filterOf, passes } from "../shared/filters.js";
import { folded } from "../shared/texts.js";
import * as baselines from "./baselines.js";
import { openCount } from "./events.js";
import { inGroups } from "./groups.js";
import { pageText, subjects } from "./pages.js";
/** @import { RouteState } from "../shared/addresses.js" */
/** @import { CardFilter } from "../shared/filters.js" */

/** Which of the following cards is meant; with `round`, the search goes on from the other end of the list.
    @typedef {{ round?: boolean, wanted?: (card: CardData) => boolean | undefined }} WalkOptions */

/** The cards that a change is about, all if there are none; those that are gone, and whether the order is another.
    @typedef {{ keys?: string[], removed?: string[], order?: boolean }} ListChange */

/** The texts that search looks in, with the printed texts that they were made from. A changed card is another object. */
const cache = /** @type {WeakMap<CardData, { printed: string, folded: string }>} */ (new WeakMap());

/** The text of a card that search looks in: names and id at once, all its text as soon as that is loaded.
    @param {CardData} card */
function textOf(card) {
  const printed = card.page ? pageText(card) : state.texts?.[card.key] ?? "";
  let made = cache.get(card);
  if (made?.printed !== printed) {
    made = { printed, folded: folded([card.key, ...Object.values(card.names ?? {}), printed].join(" ")) };
    cache.set(card, made);
  }
  return made.folded;
}

/** @param {CardFilter} filter */
const test = (filter) => passes(filter, statusOf, textOf, openCount, baselines.isChangedSince);

/** The cards of the catalog, and the pages in review, that pass `filter`, in deck order, changed ones in their groups; without one, that of the
    address.
    @param {CardFilter} [filter] */
export const listed = (filter = filterOf(current.route.state)) => inGroups(subjects(filter).filter(test(filter)), filter.status);

/** Their keys.
    @param {CardFilter} [filter] */
export const listedKeys = (filter = filterOf(current.route.state)) => listed(filter).map((card) => card.key);

/** The key of the next listed card from `key` in the direction `step` that is `wanted`; null if there is none.
    @param {string} key @param {number} step @param {WalkOptions} [options] */
export function neighbour(key, step, { wanted = () => true, round = false } = {}) {
  const filter = filterOf(current.route.state);
  const isListed = test(filter);
  return filterRule.neighbour(inGroups(subjects(filter), filter.status), key, step, (card) => isListed(card) && Boolean(wanted(card)), round);
}

/** The address of a card, with the list it is looked at in.
    @param {string} key @param {RouteState} [values] */
export const cardAddress = (key, values = {}, view = "card") =>
  address(view, key.split("/"), { ...filterOf(current.route.state), ...values });

/** Goes to a card, with the list it is looked at in.
    @param {string} key @param {RouteState} [values] @param {{ replace?: boolean }} [options] */
export const goCard = (key, values = {}, view = "card", options = {}) =>
  go(view, key.split("/"), { ...filterOf(current.route.state), ...values }, options);

