/* What Review shows in the panel at the left: the decks with their progress, or beside a card the cards listed. */

import { deckOf, state, statusOf, thumbnail } from "../app/data.js";
import { ofCard } from "../app/drawn.js";
import { deedsAt, peopleAt } from "../app/people.js";
import { settings } from "../app/settings.js";
import { current } from "../app/views.js";
import { pick, say, t, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h, icon, keptList } from "../shared/elements.js";
import { filterOf } from "../shared/filters.js";
import { message } from "../shared/messages.js";
import { openCount } from "./events.js";
import { cardAddress, listed } from "./list.js";
import { STATUSES, statusIcon } from "./marks.js";
import * as pages from "./pages.js";
import { progressLine } from "./todo.js";
import { cutOf } from "../shared/outlines.js";

const AROUND = 40; // cards listed before and after the one that is shown

/** How many of these cards have each status.
    @param {readonly CardData[]} cards */
export function countStatuses(cards) {
  const counts = /** @type {Record<string, number>} */ (Object.fromEntries(STATUSES.map((status) => [status, 0])));
  for (const { key } of cards) counts[statusOf(key)] += 1;
  return counts;
}

/** The progress as a bar: approved, changed, rejected; undecided is the empty rest.
    @param {Record<string, number>} counts */
export function progressBar(counts) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0) || 1;
  return h("span", { class: "bar", "aria-hidden": "true" }, STATUSES.slice(0, 3).map((status) => h("i", { dataset: { status }, style: { width: `${100 * counts[status] / all}%` } })));
}

/** A picture of a card's face cut at its trim, with so many px a mm. `image` is the element of the picture.
    @param {CardData} card @param {number} k @param {HTMLImageElement} image */
export function trimmed(card, k, image) {
  const { trim: [w, high], bleed, corner } = deckOf(card);
  Object.assign(image, { width: Math.round((w + 2 * bleed) * k), height: Math.round((high + 2 * bleed) * k) });
  return h("span", { class: "thumb", style: { "--w": `${w * k}px`, "--h": `${high * k}px`, "--bleed": `${bleed * k}px`, "--corner": `${corner * k}px`, "--cut": cutOf(deckOf(card)) } }, ofCard(image, card.key));
}

/** A small picture of a card's face, in the middle of so many px: names beside pictures begin below each other.
    @param {CardData} card @param {number} width px */
export function thumb(card, width) {
  const { trim: [w, high] } = deckOf(card);
  const k = Math.min(width / w, 1.5 * width / high);
  const made = trimmed(card, k, h("img", { class: "sight", src: thumbnail(card.face, k), alt: "", decoding: "async" }));
  made.style.setProperty("--room", `${width}px`);
  return made;
}

/** The decks, each a link. `link` makes the address of a deck, or of all cards for "".
    @param {string} chosen @param {(deck: string) => string} link */
export function deckItems(chosen, link) {
  return state.catalog.decks.map(({ id, titles }) => item(id, pick(titles) ? say(titles) : h("span", {}, id), state.catalog.cards.filter((card) => card.deck === id), chosen, link(id)));
}

/** A deck or a file with pages as an item of the list.
    @param {string} id @param {HTMLElement} name @param {CardData[]} cards @param {string} chosen @param {string} href */
function item(id, name, cards, chosen, href) {
  name.className = "cut-off";
  return cards.length ? h("li", {}, h("a", { href, "aria-current": id === chosen ? "true" : null, dataset: { hold: `deck-${id}` } },
    thumb(cards[0], 20), name, h("span", { class: "grow" }), progressBar(countStatuses(cards)), h("span", { class: "number" }, cards.length))) : null;
}

/** The decks and the progress, beside the grid. */
export function deckList() {
  if (!state.catalog.cards.length) return null;
  const { deck = "", ...filter } = filterOf(current.route.state);
  const counts = countStatuses(state.catalog.cards);
  /** @param {string} id */
  const link = (id) => address("grid", [], { ...filter, deck: id === deck ? "" : id });
  const files = pages.listedFiles().map(({ file, name }) => item(file, h("span", {}, name), state.pages.filter((page) => page.deck === file), deck, link(file)));
  return [
    h("section", { class: "decks" }, h("h2", {}, t("left.decks"), h("span", { class: "number" }, state.catalog.cards.length)), h("ul", {}, deckItems(deck, link))),
    h("section", { class: "progress-list" }, h("h2", {}, t("left.progress")), progressBar(counts),
      h("ul", {}, STATUSES.map((status) => h("li", {}, h("a", { href: address("grid", [], { ...filter, deck, status }), dataset: { hold: `status-${status}` } },
        statusIcon(status), h("span", { class: "cut-off" }, t(status === "stale" ? "status.since.approval" : `status.${status}`)), h("span", { class: "number" }, counts[status])))))),
    files.length ? h("section", { class: "decks" }, h("h2", {}, t("left.pages"), h("span", { class: "number" }, state.pages.length)), h("ul", {}, files)) : null];
}

/** The panel beside a card: a change replaces only the items that show something else. */
const queue = { heading: h("h2"), list: h("ul"), foot: h("div", { class: "foot" }) };
const queueParts = [h("section", { class: "queue" }, queue.heading, queue.list), queue.foot];

/** What an item of the queue shows. @typedef {{ card: CardData, href: string, name: string, lang: string | null, isShown: boolean, status: string, open: number }} QueueItem */

const queueItems = keptList((/** @type {QueueItem} */ { card, ...shown }) => [card.key, card.face, deckOf(card).trim, settings.language, Boolean(state.catalog.waiting?.includes(card.key)), deedsAt(card.key), shown],
  ({ card, href, name, lang, isShown, status, open }) => h("li", {}, h("a", { href, "aria-current": isShown ? "true" : null, dataset: { hold: `queue-${card.key}` } },
    thumb(card, 26), h("span", { class: "cut-off", lang }, name), h("span", { class: "grow" }),
    peopleAt(card.key), open ? h("span", { class: "count-badge" }, open) : null,
    h("span", { class: "status", dataset: { status }, title: t(`status.${status}`) }, statusIcon(status), h("span", { class: "hidden-text" }, t(`status.${status}`))))));

/** The cards listed, beside the one that is shown: those near it. */
export function cardQueue() {
  const list = listed();
  const key = current.route.path.join("/");
  const at = list.findIndex((card) => card.key === key);
  const first = Math.max(0, at - AROUND);
  const deck = at < 0 ? null : deckOf(list[at]);
  const page = at < 0 ? state.cards.get(key) : list[at];
  const [href, back] = page?.page ? [address("sheet", [deckOf(page).titles.en, page.id]), t("page.all")] : [address("grid", [], filterOf(current.route.state)), t("card.all")];
  fill(queue.heading, h("a", { class: "icon-button", href, "aria-label": back, title: back, dataset: { hold: "all" } }, icon("left")),
    deck ? say(deck.titles) : t("view.grid"), h("span", { class: "number" }, at < 0 ? list.length : t("card.at", { n: at + 1, all: list.length })));
  fill(queue.list, queueItems(list.slice(first, Math.max(at, 0) + AROUND).map((card) => ({
    card, href: cardAddress(card.key, {}, current.route.view), name: card.page ? pages.title(card) : pick(card.names) || card.id, lang: say(card.names).lang || null,
    isShown: card.key === key, status: statusOf(card.key), open: openCount(card.key) }))));
  fill(queue.foot, progressLine());
  return queueParts;
}

words({
  en: {
    "left.decks": message("Decks"),
    "left.progress": message("Progress"),
    "left.pages": message("Printed pages"),
  },
});
