/* The game's title in the frame. On a server of several games it opens a list of them; the editions follow it. Another edition of the
   game is opened in this page: only its data are loaded. */

import { h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import * as texts from "../shared/texts.js";
import { tag } from "../shared/texts.js";
import { announce } from "./events.js";
import { settings } from "./settings.js";
import { say, t, words } from "./words.js";
/** @import { Targeted } from "../shared/elements.js" */

const LIST = "games";

const games = /** @type {GameName[]} */ (
  JSON.parse(document.querySelector("meta[name=cardgen-games]")?.getAttribute("content") ?? "[]"));

/** The address of the game that is shown; "" if the server has only one. */
export const here = () => decodeURIComponent(location.pathname.split("/").at(-2) ?? "");
/** @param {{ address: string }} game */
export const addressOf = ({ address }) => `../${encodeURIComponent(address)}/`;

/** The game at an address, in any edition; null if the server has only one.
    @param {string} address */
export const gameAt = (address) => games.find(({ id }) => id === games.find((game) => game.address === address)?.id) ?? null;

let opened = here();

/** Attributes of a link to a place in a game. An edition of the same game is opened in this page.
    @param {string} address @param {string | null} [hash] that of this page without
    @returns {{ href: string, onclick: (event: MouseEvent & Targeted<HTMLAnchorElement>) => void }} */
export const linkTo = (address, hash = null) => ({
  href: (address === opened ? "" : addressOf({ address })) + (hash ?? location.hash),
  onclick(event) {
    if (hash === null) event.currentTarget.href = addressOf({ address }) + location.hash; // the view may be another one than when this was drawn
    if (event.ctrlKey || event.metaKey || event.shiftKey || address === opened || gameAt(address) !== gameAt(opened)) return;
    event.preventDefault();
    history.pushState(null, "", event.currentTarget.href);
    follow();
  },
});

/** Shows the edition of the browser's address. */
function follow() {
  if (here() === opened) return;
  opened = here();
  announce("edition");
}

addEventListener("popstate", follow);

/** The game, with its editions, of this name.
    @param {string} id */
const named = (id) => games.filter((game) => game.id === id);

/** A game in the edition that is nearest to the language of the page.
    @param {readonly GameName[]} editions */
export function nearestOf(editions) {
  const language = texts.nearest(editions.map((game) => game.language), [settings.language]);
  return editions.find((game) => game.language === language) ?? editions[0];
}

/** The address of a game in the edition that is nearest to the language of the page.
    @param {string} id */
export const addressIn = (id) => addressOf(nearestOf(named(id)));

/** Links to the editions of the game; "" if the server has one.
    @param {GameData} game */
export function editionLinks(game) {
  const editions = named(game.id);
  return editions.length < 2 ? "" : h("span", { class: "group editions", role: "group", "aria-label": t("games.editions") }, editions.map((edition) =>
    h("a", { ...linkTo(edition.address), lang: tag(edition.language), "aria-current": edition.address === opened ? "page" : null, dataset: { hold: `edition-${edition.language}` } }, texts.nameOf(edition.language))));
}

/** @param {GameData} game */
export function gameTitle(game) {
  const ids = [...new Set(games.map(({ id }) => id))];
  if (ids.length < 2) {
    const title = say(game.titles);
    title.className = "game-title";
    return title;
  }
  const links = ids.map((id) => h("li", {},
    h("a", { href: addressIn(id), "aria-current": id === game.id ? "page" : null }, say(named(id)[0].titles, settings.language))));
  return h("span", { class: "games" },
    h("button", { type: "button", popovertarget: LIST, title: t("games.open"), dataset: { hold: LIST } }, say(game.titles),
      icon("down")),
    h("ul", { id: LIST, class: "menu-box", popover: "", "aria-label": t("games.list") }, links));
}

words({
  en: {
    "games.open": message("Other games"),
    "games.list": message("Games"),
    "games.editions": message("Editions"),
  },
});

