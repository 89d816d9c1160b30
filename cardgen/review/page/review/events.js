/* The events of cards, from all sources merged, and the statuses computed from them. */

import { details, site, state, statusOf } from "../app/data.js";
import { on } from "../app/events.js";
import { changed } from "../app/views.js";
import { cardStatus, isOldComment, lastVerdict, standingDecisions } from "../shared/status.js";

/** The events of the page by card and by id, and how many of them are counted already. */
let index = newIndex([]);

/** @param {ShownEvent[]} events */
function newIndex(events) {
  return { of: events, counted: 0, cards: /** @type {Map<string, ShownEvent[]>} */ (new Map()), parts: /** @type {Map<string, ShownEvent[]>} */ (new Map()) };
}

function indexed() {
  const events = state.review?.events ?? [];
  if (index.of !== events || index.counted > events.length) index = newIndex(events);
  for (; index.counted < events.length; index.counted += 1) {
    const event = events[index.counted];
    const key = keyOf(event);
    const parts = index.parts.get(event.id);
    if (parts) parts.push(event);
    else index.parts.set(event.id, [event]);
    const ofCard = index.cards.get(key);
    if (ofCard) ofCard.push(event);
    else index.cards.set(key, [event]);
    const undone = partIn(index.parts, event.undoes ?? "", key);
    if (event.kind === "undo" && undone) undone.undone = true;
  }
  return index;
}

/** The key of the card or page that an event is about.
    @param {Pick<EventData, "deck" | "card" | "page">} event */
export const keyOf = ({ deck, card, page }) => (page ? `${page.file}/${page.number}` : `${deck}/${card}`);

/** The deck of the card, or the file of the page.
    @param {Pick<EventData, "deck" | "page">} event */
export const deckOf = ({ deck, page }) => page?.file ?? deck ?? "";

/** A card or page as an event names it.
    @param {Pick<EventData, "deck" | "card" | "page" | "data">} event */
export const nameIn = ({ deck, card, page, data }) => (page ? { page } : { deck, card, data });

/** The events of a card, oldest first.
    @param {string} key */
export const eventsOf = (key) => indexed().cards.get(key) ?? [];

/** @param {Map<string, ShownEvent[]>} parts @param {string} id @param {string} key */
const partIn = (parts, id, key) => parts.get(id)?.find((event) => keyOf(event) === key);

/** The event with this id if the page has it: its part for each of its cards.
    @param {string | undefined} id */
export const partsOf = (id) => indexed().parts.get(id ?? "") ?? [];

/** Its part for a card.
    @param {string | undefined} id @param {string} key */
export const partOf = (id, key) => partIn(indexed().parts, id ?? "", key);

/** Whether the page has an event.
    @param {EventData} event */
export const isKnown = (event) => Boolean(partOf(event.id, keyOf(event)));

/** The event that undid this one, if one did.
    @param {ShownEvent} event */
export const undoOf = (event) => eventsOf(keyOf(event)).findLast((later) => later.kind === "undo" && later.undoes === event.id);

/** The last approve, reject or reopen of a card that was not undone.
    @param {string} key */
export const lastDecision = (key) => standingDecisions(eventsOf(key)).at(-1);

/** The last approval ("approve") or rejection ("reject") of a card that was not undone.
    @param {string} key @param {string} kind */
export const lastOf = (key, kind) => eventsOf(key).findLast((event) => event.kind === kind && !event.undone);

/** The later of the two.
    @param {string} key */
export const lastJudged = (key) => lastVerdict(eventsOf(key));

/** Whether a comment is about a picture that the card no longer has.
    @param {ShownEvent} event */
export const isOld = (event) => isOldComment(event, state.cards.get(keyOf(event)));

/** Whom a comment is assigned to; "" if to nobody.
    @param {ShownEvent} comment */
export const assigneeOf = (comment) => eventsOf(keyOf(comment)).findLast((event) => event.kind === "assign" && event.thread === comment.id && !event.undone)?.text ?? "";

/** How many comments on a card are open.
    @param {string} key */
export const openCount = (key) => state.review?.statuses[key]?.comments ?? 0;

/** The status of a card by the events that the page knows.
    @param {string} key */
const statusNow = (key) => cardStatus(eventsOf(key), state.cards.get(key), state.catalog.game.approvals);

/** Adds events that are new, with the statuses if the server sent them. Returns the keys concerned.
    @param {ShownEvent[]} events @param {Record<string, StatusData> | null} [statuses] */
export function takeEvents(events, statuses = null) {
  const fresh = events.filter((event) => !isKnown(event));
  state.review.events.push(...fresh);
  indexed();
  const keys = new Set([...fresh.map(keyOf), ...Object.keys(statuses ?? {})]);
  for (const key of keys) {
    state.review.statuses[key] = statuses?.[key] ?? statusNow(key);
    if (!site) details.delete(key); // it may be compared with another approval now
  }
  return [...keys];
}

/** Computes the statuses of cards whose pictures or data have changed, and announces those that differ.
    @param {string[]} keys */
function updateStatuses(keys) {
  const differing = keys.filter((key) => {
    const status = statusNow(key);
    const differs = status.status !== statusOf(key) || status.since !== state.review.statuses[key]?.since;
    state.review.statuses[key] = status;
    return differs;
  });
  if (differing.length) changed("review", { keys: differing });
} // another tab has decided
on("catalog", (what) => updateStatuses(what?.keys ?? [...state.cards.keys()]));
