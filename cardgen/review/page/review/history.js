/* History: all that was decided, newest first, by day, with filters; a page of it at a time. */

import { state } from "../app/data.js";
import { alter, current, view } from "../app/views.js";
import { t, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { markOf } from "./event-items.js";
import { deckOf, keyOf, partOf, partsOf, undoOf } from "./events.js";
import { deckOption } from "./filter-boxes.js";
import * as pages from "./pages.js";
import { cardName, nothingYet, when, written } from "./showing.js";
import { siteBox } from "./site-box.js";
/** @import { Child } from "../shared/elements.js" */

const A_PAGE = 60; // few enough for a phone to draw at once, in a log of thousands
const KINDS = ["approve", "reject", "comment", "reopen", "undo", "resolve", "unresolve", "assign"];
let root = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
let list = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
let removed = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));

// ---------------------------------------------------------------- the events that are shown

const wanted = () => current.route.state;

/** The events that pass the filters of the address, newest first. */
function matching() {
  const { who = "", kind = "", deck = "", q = "" } = wanted();
  const sought = q.toLowerCase().normalize("NFC");
  /** @param {ShownEvent} event */
  const fits = (event) => (!who || event.by === who) && (!kind || event.kind === kind) && (!deck || deckOf(event) === deck);
  return (state.review?.events ?? []).filter((event) => fits(event) && (!sought || textOf(event).includes(sought))).reverse();
}

/** @param {ShownEvent} event */
function textOf(event) {
  const names = Object.values(state.cards.get(keyOf(event))?.names ?? {});
  return [keyOf(event), event.by, event.text ?? "", ...names].join("\n").toLowerCase();
}

/** The events of each decision, which may be about several cards, in their order.
    @param {ShownEvent[]} events */
function byDecision(events) {
  const entries = /** @type {Map<string, ShownEvent[]>} */ (new Map());
  for (const event of events) {
    const parts = entries.get(event.id);
    if (parts) parts.push(event);
    else entries.set(event.id, [event]);
  }
  return [...entries.values()];
}

/** @param {string} at */
const dayOf = (at) => new Date(at).toDateString();

// ---------------------------------------------------------------- drawing

function drawFilters() {
  const events = state.review?.events ?? [];
  const people = [...new Set(events.map((event) => event.by))].sort();
  const decks = [...new Set(events.map(deckOf))];
  /** @param {string} name @param {any[]} options */
  const choice = (name, options) => h("label", { class: "above" }, t(`history.${name}`),
    h("select", { dataset: { hold: name }, onchange: ({ target }) => alter({ [name]: target.value, page: "" }) },
      h("option", { value: "" }, t(`history.${name}.all`)),
      options.map(([value, label, lang]) => h("option", { value, lang, selected: wanted()[name] === value }, label))));
  /** @type {HTMLInputElement} */
  const search = h("input", { type: "search", autocomplete: "off", oninput: () => alter({ q: search.value, page: "" }) });
  search.value = wanted().q ?? "";
  return h("form", { class: "history-filters", role: "search", onsubmit: (event) => event.preventDefault() },
    choice("who", people.map((name) => [name, name])),
    choice("kind", KINDS.map((kind) => [kind, t(`kind.${kind}`)])),
    choice("deck", decks.map((id) => deckOption(id, pages.fileName(id)))),
    h("label", { class: "above grow" }, t("history.q"), search));
}

/** The cards that were approved or rejected and are no longer in the game, with the last decision about each. */
function drawRemoved() {
  const last = /** @type {Map<string, ShownEvent>} */ (new Map());
  for (const event of state.review?.events ?? []) {
    const decided = ["approve", "reject", "reopen"].includes(event.kind) && !event.undone;
    if (decided && !state.cards.has(keyOf(event))) last.set(keyOf(event), event);
  }
  const gone = [...last].filter(([, event]) => event.kind !== "reopen");
  removed.hidden = gone.length === 0;
  fill(removed,
    h("h2", { id: "removed-cards" }, t("history.removed", { count: gone.length })),
    h("ul", { "aria-labelledby": "removed-cards" }, gone.map(([key, event]) =>
      h("li", {}, h("span", { class: "mono" }, key), ": ", h("strong", {}, event.by), " ", t(`did.${event.kind}`), " ", when(event.at)))));
}

function drawList() {
  drawRemoved();
  const entries = byDecision(matching());
  const pages = Math.max(1, Math.ceil(entries.length / A_PAGE));
  const page = Math.min(Math.max(1, Number.parseInt(wanted().page ?? "1", 10) || 1), pages);
  const shown = entries.slice((page - 1) * A_PAGE, page * A_PAGE);
  fill(list,
    state.review?.events.length ? h("p", { class: "quiet", role: "status" }, t("history.count", { count: entries.length })) : nothingYet("history", t("history.empty")),
    shown.length ? days(shown) : state.review?.events.length ? h("p", {}, t("history.none")) : null,
    pages > 1 ? pager(page, pages) : null);
}

/** @param {ShownEvent[][]} entries */
function days(entries) {
  const groups = /** @type {{ at: string, entries: ShownEvent[][] }[]} */ ([]);
  for (const entry of entries) {
    const [{ at }] = entry;
    if (!groups.length || dayOf(groups[groups.length - 1].at) !== dayOf(at)) groups.push({ at, entries: [] });
    groups[groups.length - 1].entries.push(entry);
  }
  return groups.map((group) => h("section", { class: "day" },
    h("h2", {}, dayHeading(group.at)),
    h("ol", { class: "history-list" }, group.entries.map(row))));
}

/** @param {string} at */
function dayHeading(at) {
  const time = when(at, { dateStyle: "full" });
  const date = new Date(at);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  time.setAttribute("datetime", parts.map((part) => String(part).padStart(2, "0")).join("-"));
  return time;
}

/** @param {ShownEvent} event */
function cardOf(event) {
  const key = keyOf(event);
  const was = event.was ? h("span", { class: "quiet" }, t("history.was", { id: event.was })) : null;
  if (!state.cards.has(key)) return h("span", {}, `${key} (${t("history.gone")})`);
  return [h("a", { href: address("card", key.split("/")), dataset: { hold: `${event.id} ${key}` } }, cardName(key)), was];
}

/** The decisions on several cards that are unfolded, and those that are not although their cards were searched for. */
const unfolded = /** @type {Map<string, boolean>} */ (new Map());

/** The cards of one decision, behind their number. They are drawn when they are unfolded.
    @param {ShownEvent[]} entry @param {Child} words */
function cardsOf(entry, words) {
  const [{ id }] = entry;
  const parts = partsOf(id);
  const undone = parts.filter(undoOf).length;
  const cards = h("ul", { class: "history-cards" });
  const drawCards = () => fill(cards, [...entry].reverse().map((event) => h("li", {}, h(undoOf(event) ? "s" : "span", {}, cardOf(event)))));
  const open = unfolded.get(id) ?? entry.length < parts.length;
  if (open) drawCards();
  return h("details", { open, ontoggle: ({ currentTarget }) => {
    if (currentTarget.open === open && !unfolded.has(id)) return;
    unfolded.set(id, currentTarget.open);
    if (currentTarget.open) drawCards();
  } }, h("summary", { class: "what", dataset: { hold: id } }, h("span", { class: "history-count" }, t("history.cards", { count: parts.length })), " ", words,
    undone && undone < parts.length ? h("span", { class: "quiet" }, " · ", t("history.undone", { count: undone })) : null), cards);
}

/** @param {ShownEvent[]} entry */
function row(entry) {
  const [event] = entry;
  const parts = partsOf(event.id);
  const key = keyOf(event);
  const undone = parts.every(undoOf) ? undoOf(event) : undefined;
  const target = event.kind === "undo" ? partOf(event.undoes, key) : null;
  const words = target ? t("history.undid", { what: t(`kind.${target.kind}`), by: target.by }) : t(`did.${event.kind === "comment" && event.thread ? "answer" : event.kind}`);
  const what = h(undone ? "s" : "span", {}, h("strong", {}, event.by), " ", words);
  return h("li", { dataset: { kind: event.kind, event: event.id }, class: undone ? "undone" : null },
    markOf(event),
    h("div", { class: "body" },
      parts.length > 1 ? cardsOf(entry, what) : h("p", { class: "what" }, cardOf(event), " ", what),
      event.text ? written(event.text, event.pictures) : null,
      undone ? h("p", { class: "quiet" }, t("event.undone", { by: undone.by }), " · ", when(undone.at)) : null),
    h("span", { class: "quiet at" }, when(event.at, { timeStyle: "short" })));
}

/** @param {number} page @param {number} pages */
function pager(page, pages) {
  /** @param {number} to @param {string} words */
  const turn = (to, words) => h("button", { type: "button", disabled: to < 1 || to > pages, dataset: { hold: words }, onclick: () => {
    alter({ page: to === 1 ? "" : to }, { replace: false });
    scrollTo(0, 0);
  } }, t(words));
  return h("nav", { class: "row pager", "aria-label": t("history.pages") }, turn(page - 1, "history.newer"),
    h("span", {}, t("history.page", { n: page, of: pages })), turn(page + 1, "history.older"));
}

// ---------------------------------------------------------------- the view

view("history", {
  mode: "review", tab: 4, icon: "history",
  mount(main) {
    list = h("div", { class: "history-days" });
    removed = h("section", { class: "removed-cards", hidden: true });
    root = h("div", { class: "history" }, removed, drawFilters(), siteBox(), list);
    main.append(h("div", { class: "tool" }, h("h1", {}, t("view.history"))), root);
    drawList();
  },
  update() {
    for (const select of root.querySelectorAll("select")) select.value = wanted()[select.dataset.hold ?? ""] ?? "";
    const search = /** @type {HTMLInputElement} */ (root.querySelector("input[type=search]"));
    if (search !== document.activeElement) search.value = wanted().q ?? "";
    drawList();
  },
  changed(kind) {
    if (kind !== "review" && kind !== "catalog") return;
    const filters = /** @type {HTMLElement} */ (root.querySelector(".history-filters"));
    if (!filters.contains(document.activeElement)) filters.replaceWith(drawFilters());
    drawList();
  },
  unmount() {
    root = list = removed = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
  },
});

words({
  en: {
    "view.history": message("History"),
    "history.who": message("Reviewer"),
    "history.who.all": message("Everybody"),
    "history.kind": message("Kind"),
    "history.kind.all": message("All"),
    "history.deck": message("Deck"),
    "history.deck.all": message("All decks"),
    "history.q": message("Search"),
    "history.count": plural("{count} decision or comment", "{count} decisions and comments"),
    "history.none": message("No matching decisions or comments."),
    "history.empty": message("No decisions yet. On a card, A approves and R rejects."),
    "history.cards": plural("{count} card", "{count} cards"),
    "history.undone": plural("{count} of them undone", "{count} of them undone"),
    "history.was": message("formerly {id}"),
    "history.gone": message("no longer in the game"),
    "history.removed": plural("{count} card was removed after its last decision", "{count} cards were removed after their last decisions"),
    "history.undid": message("undid the {what} by {by}"),
    "history.pages": message("Pages of the history"),
    "history.newer": message("Newer"),
    "history.older": message("Older"),
    "history.page": message("Page {n} of {of}"),
    "kind.approve": message("approval"),
    "kind.reject": message("rejection"),
    "kind.comment": message("comment"),
    "kind.reopen": message("reopening"),
    "kind.undo": message("undo"),
    "kind.resolve": message("comment resolved"),
    "kind.unresolve": message("comment reopened"),
    "kind.assign": message("comment assigned"),
  },
});
