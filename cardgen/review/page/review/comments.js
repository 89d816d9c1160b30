/* The comments of all cards and pages, newest first: the open ones, or others, with filters, their threads, and a way to the pin. */

import { deckOf, state } from "../app/data.js";
import { alter, current, view } from "../app/views.js";
import { t, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import * as statusRule from "../shared/status.js";
import { assigneeOf, deckOf as deckOfEvent, eventsOf, isOld, keyOf } from "./events.js";
import { deckOption } from "./filter-boxes.js";
import * as pages from "./pages.js";
import { pinNumber } from "./pins.js";
import { button, cardName, nothingYet, pictureOf, when, written } from "./showing.js";
import { thread } from "./threads.js";
import { who as whoIsHere } from "./who.js";

const A_PAGE = 60;
const STATES = /** @type {const} */ (["open", "resolved", "any"]);
let root = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
let list = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
let most = A_PAGE;

/** The comments that begin a thread and were not undone, newest first, each with whether it is open.
    @returns {{ event: ShownEvent, open: boolean }[]} */
function comments() {
  const open = new Set();
  for (const key of new Set(firsts().map(keyOf))) for (const { id } of statusRule.openComments(eventsOf(key))) open.add(id);
  return firsts().map((event) => ({ event, open: open.has(event.id) })).reverse();
}

const firsts = () => (state.review?.events ?? []).filter((event) => event.kind === "comment" && !event.thread && !event.undone);

/** How many comments are open, on cards and pages that are still there. */
const openNow = () => comments().filter(({ event, open }) => open && state.cards.has(keyOf(event))).length;

function matching() {
  const { who = "", to = "", deck = "", show = "open", of = "" } = current.route.state;
  return comments().filter(({ event, open }) => (!who || event.by === who) && (!to || assigneeOf(event) === to) && (!deck || deckOfEvent(event) === deck) &&
    (!of || (of === "pages") === Boolean(event.page)) && (show === "any" || open === (show === "open")));
}

// ---------------------------------------------------------------- drawing

function drawFilters() {
  const events = firsts();
  /** @param {string} name @param {any[]} options */
  const choice = (name, options) => h("label", { class: "above" }, t(`comments.${name}`),
    h("select", { dataset: { hold: name }, onchange: ({ target }) => alter({ [name]: target.value }) },
      options.map(([value, label, lang]) => h("option", { value, lang, selected: (current.route.state[name] ?? "") === value }, label))));
  const decks = [...new Set(events.map(deckOfEvent))];
  return h("form", { class: "history-filters", onsubmit: (event) => event.preventDefault() },
    choice("show", STATES.map((name) => [name === "open" ? "" : name, t(`comments.show.${name}`)])),
    choice("who", [["", t("history.who.all")], ...[...new Set(events.map(({ by }) => by))].sort().map((name) => [name, name])]),
    choice("to", [["", t("grid.any")], ...assignees(events)]),
    choice("deck", [["", t("grid.any")], ...decks.map((id) => deckOption(id, pages.fileName(id)))]),
    choice("of", [["", t("grid.any")], ["cards", t("view.grid")], ["pages", t("comments.of.pages")]]));
}

/** Those whom comments are assigned to, the person at this page first.
    @param {ShownEvent[]} events */
function assignees(events) {
  const [me, names] = [whoIsHere(), [...new Set(events.map(assigneeOf))].filter(Boolean).sort()];
  const others = names.filter((name) => name !== me).map((name) => [name, name]);
  return me ? [[me, t("comments.to.me", { name: me })], ...others] : others;
}

function drawList() {
  const shown = matching();
  fill(list,
    firsts().length ? h("p", { class: "quiet", role: "status" }, t("comments.count", { count: shown.length })) : nothingYet("comment", t("comments.never")),
    shown.length ? h("ol", { class: "comments-list" }, shown.slice(0, most).map(entry)) : firsts().length ? h("p", {}, t("comments.none")) : null,
    shown.length > most ? button("more", () => { most += A_PAGE; drawList(); }, t("comments.more")) : null);
}

/** @param {{ event: ShownEvent, open: boolean }} about */
function entry({ event, open }) {
  const key = keyOf(event);
  const card = state.cards.get(key);
  const side = event.side ?? "face";
  return h("li", { dataset: { event: event.id, open: String(open) } },
    card ? thumbnail(event, card) : h("span", {}),
    h("div", { class: "body" },
      h("p", { class: "what" }, card ? h("a", { href: addressOf(event), dataset: { hold: event.id } }, cardName(key)) : h("span", {}, `${key} (${t("history.gone")})`),
        h("span", { class: "quiet" }, event.page || !card?.back || !event.at_mm ? null : [t(`side.${side}`), " · "], h("strong", {}, event.by), " · ", when(event.at))),
      written(event.text ?? "", event.pictures),
      isOld(event) ? h("p", { class: "quiet" }, t("event.old")) : null,
      thread(event)));
}

/** The address of the card or page, with the comment that is to be shown.
    @param {ShownEvent} event */
const addressOf = (event) => address("card", keyOf(event).split("/"), { side: event.page ? "" : event.side, comment: event.id });

/** The picture that the comment was written for, with its pin.
    @param {ShownEvent} event @param {CardData} card */
function thumbnail(event, card) {
  const side = event.side ?? "face";
  const { trim, bleed } = deckOf(card);
  const [left, top] = (event.at_mm ?? [0, 0]).map((at, axis) => `${((at + bleed) / (trim[axis] + 2 * bleed)) * 100}%`);
  return h("a", { class: "comment-picture", href: addressOf(event), tabindex: "-1", "aria-hidden": "true" },
    h("img", { src: pictureOf(event.sides[side], card.key), alt: "", class: "sight", loading: "lazy" }),
    event.at_mm ? h("span", { class: "pin-number", style: { left, top } }, pinNumber(event)) : null);
}

// ---------------------------------------------------------------- the view

view("comments", {
  mode: "review", tab: 3, icon: "comment",
  badge: openNow,
  mount(main) {
    most = A_PAGE;
    list = h("div", { class: "comments-all" });
    root = h("div", { class: "history comments" }, drawFilters(), list);
    main.append(h("div", { class: "tool" }, h("h1", {}, t("view.comments"))), root);
    drawList();
  },
  update() {
    for (const select of root.querySelectorAll("select")) select.value = current.route.state[select.dataset.hold ?? ""] ?? "";
    drawList();
  },
  changed(kind) {
    if (kind !== "review" && kind !== "catalog") return;
    const filters = /** @type {HTMLElement} */ (root.querySelector(".history-filters"));
    if (!filters.contains(document.activeElement)) filters.replaceWith(drawFilters());
    drawList();
  },
  unmount() {
    root = list = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
  },
});

words({
  en: {
    "view.comments": message("Comments"),
    "comments.show": message("Show"),
    "comments.show.open": message("Open comments"),
    "comments.show.resolved": message("Resolved comments"),
    "comments.show.any": message("All comments"),
    "comments.who": message("Reviewer"),
    "comments.to": message("Assigned to"),
    "comments.to.me": message("{name} (me)"),
    "comments.deck": message("Deck or file"),
    "comments.of": message("About"),
    "comments.of.pages": message("Pages"),
    "comments.count": plural("{count} comment", "{count} comments"),
    "comments.none": message("No matching comments."),
    "comments.never": message("No comments yet. C writes one on the card or page that is shown."),
    "comments.more": message("Show more"),
  },
});
