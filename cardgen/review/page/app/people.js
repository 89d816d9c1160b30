/* Who else is here: the pages that others have open on the same server, and the card or cell that each of them is at. A page says where
   it is only while there are others. */

import { who } from "../review/who.js";
import { format, parse } from "../shared/addresses.js";
import { fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { state } from "./data.js";
import { announce, on } from "./events.js";
import { gameAt, here, linkTo } from "./games.js";
import { modeOf } from "./modes.js";
import { post } from "./post.js";
import { current, currentKey, views } from "./views.js";
import { pick, t, words } from "./words.js";

const PAUSE = 120; // ms after a step before it is told
const MOST_SHOWN = 4; // in the header
const COLOURS = 8;

const now = { page: "", pages: 1, people: /** @type {PersonData[]} */ ([]), sent: "", due: 0 };

/** The other pages. */
const others = () => now.people.filter(({ page }) => page !== now.page);
/** Those of the same game, in any of its editions. */
export const playmates = () => others().filter(({ game }) => gameAt(game) === gameAt(here()));

// ---------------------------------------------------------------- where this page is

/** Tells the others where this page is, in a moment. */
function tell() {
  clearTimeout(now.due);
  if (now.pages < 2 || !state.catalog) return;
  now.due = setTimeout(() => {
    const { view, path, state: values } = current.route;
    const place = { page: now.page, by: who(), at: format(view, path, values), key: currentKey() ?? "", field: "", language: "", editing: false, ...views.get(view)?.whereabouts?.() };
    const text = JSON.stringify(place);
    if (text === now.sent) return;
    now.sent = text;
    post("api/here", place);
  }, PAUSE);
}

for (const event of ["route", "moved", "begun"]) on(event, tell);
addEventListener("focusin", tell); // of a card in the grid

/** The server has given this page a name. Those who are here are drawn anew when its cards are known.
    @param {string} page */
export const takePage = (page) => Object.assign(now, { page, pages: 1, people: [], sent: "" });

/** @param {PeopleMessage} message */
export function takePeople({ pages, people }) {
  Object.assign(now, { pages, people });
  tell();
  drawPeople();
}

// ---------------------------------------------------------------- how they are shown

/** @param {PersonData} person */
export const nameOf = ({ by }) => by || t("people.somebody");

/** The colour of a person's marks; their initials stand beside it.
    @param {PersonData} person */
export const colourOf = ({ colour }) => `var(--who-${(colour - 1) % COLOURS + 1})`;

/** The first letters of a name: of its first word and its last one. */
export function initials(name = "") {
  const parts = name.trim().split(/\s+/);
  return [parts[0], ...(parts.length > 1 ? [parts[parts.length - 1]] : [])].map((part) => ([...part][0] ?? "").toUpperCase()).join("") || "?";
}

/** @param {PersonData} person @param {string} [label] */
const avatar = (person, label) => h("span", { class: "avatar", style: { "--who": colourOf(person) }, title: label, ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }) },
  initials(person.by));

/** Where somebody is, in words: the name of the card, or of the view; of another game, its title.
    @param {PersonData} person */
function placeOf({ game, at, key, editing }) {
  if (gameAt(game) !== gameAt(here())) return pick(gameAt(game)?.titles ?? {}) || game;
  const card = state.cards.get(key);
  const { view } = parse(at);
  const place = card ? pick(card.names) || card.id : t(views.get(view)?.tab ? `view.${view}` : `mode.${modeOf(view)}`);
  return editing ? t("people.edits", { place }) : place;
}

/** What somebody does at a card or a cell, in words.
    @param {PersonData} person */
export const deedOf = (person) => t(person.editing ? "people.editing" : "people.at", { name: nameOf(person) });

/** Those who are at a card. @param {string} key */
const whoIsAt = (key) => playmates().filter((person) => person.key && person.key === key);

/** What those do who are at a card, in words. @param {string} key */
export const deedsAt = (key) => whoIsAt(key).map(deedOf);

/** The mark of those who are at a card; it changes with them.
    @param {string} key */
export const peopleAt = (key) => fillMark(h("span", { class: "people", dataset: { people: key } }));

/** @param {HTMLElement} mark */
function fillMark(mark) {
  fill(mark, whoIsAt(mark.dataset.people ?? "").map((person) => avatar(person, deedOf(person))));
  return mark;
}

/** Those who are here, in the header. */
export const peopleBar = h("span", { class: "people", role: "group" });

/** Those who are here, in the panel at the left. */
export const peopleList = h("section", { class: "people-list", hidden: true });

export function drawPeople() {
  const list = others();
  peopleBar.hidden = peopleList.hidden = !list.length;
  peopleBar.setAttribute("aria-label", t("people.title"));
  /** @param {PersonData} person */
  const about = (person) => `${nameOf(person)} · ${placeOf(person)}`;
  fill(peopleBar, list.slice(0, MOST_SHOWN).map((person) => h("a", { ...linkTo(person.game, person.at), title: about(person), "aria-label": about(person), dataset: { hold: `person-${person.page}` } }, avatar(person))),
    list.length > MOST_SHOWN ? h("span", { class: "quiet", title: list.slice(MOST_SHOWN).map(about).join("\n") }, `+${list.length - MOST_SHOWN}`) : null);
  const mine = now.people.find(({ page }) => page === now.page);
  fill(peopleList, h("h2", {}, t("people.title"), h("span", { class: "number" }, now.pages)), h("ul", {},
    mine ? h("li", {}, avatar(mine), h("span", { class: "cut-off" }, nameOf(mine)), h("span", { class: "place" }, t("people.you"))) : null,
    list.map((person) => h("li", {}, h("a", { ...linkTo(person.game, person.at), dataset: { hold: `here-${person.page}` } },
      avatar(person), h("span", { class: "cut-off" }, nameOf(person)), h("span", { class: "place cut-off" }, person.editing ? icon("make") : null, placeOf(person)))))));
  document.querySelectorAll("[data-people]").forEach(fillMark);
  announce("people");
}

on("catalog", () => (others().length ? drawPeople() : null));
on("settings", drawPeople); // its name has a language, also while nobody is there

words({
  en: {
    "people.title": message("Here now"),
    "people.you": message("you"),
    "people.somebody": message("Somebody"),
    "people.at": message("{name} is here"),
    "people.editing": message("{name} is editing"),
    "people.edits": message("editing {place}"),
  },
});
