/* The data of the page: loaded from the server or from the files of a site, and the state that views show. */

import { h } from "../shared/elements.js";
import { nearest, settings, wished } from "./settings.js";
/** @import { Texts } from "../shared/texts.js" */

/** Everything that is loaded; `catalog` and `review` are there before any view is mounted.
    @typedef {object} PageState
    @property {ReadingMessage | null} reading what the server says while it reads saved files for longer than a moment
    @property {CatalogData} catalog
    @property {Map<string, CardData>} cards
    @property {Map<string, DeckData>} decks
    @property {CardData[]} pages the pages of printed files, in the form of cards: they are in `cards`, too, and their files in `decks`
    @property {Map<string, string>} pictures the addresses of pictures that are not in `faces/`
    @property {ReviewData} review
    @property {Record<string, string> | null} texts
    @property {Record<string, Record<string, Texts>> | null} alts */

/** @typedef {"face" | "back"} SideName */

/** @typedef {{ side: SideName, at_mm: number[] }} Place */

export const site = document.documentElement.dataset.mode === "site";

/** Whether this page is Home, where games are chosen and begun; and whether there is one. */
export const isHome = document.documentElement.dataset.home === "here";
export const hasHome = "home" in document.documentElement.dataset;

/** Whether this page cannot ask a rules engine: it is a site without one. */
export const noEngine = site && !("engine" in document.documentElement.dataset);

/** The token of the server's run, which makes a new one whenever it starts; and the address of the edition that is shown, for its pictures: the
    browser's address is another one while an edition is loaded. */
export const server = { shown: site ? "" : location.pathname, token: document.querySelector("meta[name=cardgen-token]")?.getAttribute("content") ?? "" };

const arrived = /** @type {Map<string, any>} */ (new Map());
const awaited = /** @type {Map<string, ((value: any) => void)[]>} */ (new Map());

// The data files of a site are scripts, since a page opened from a disk may not fetch: they send their value as an event.
addEventListener("cardgen-data", (event) => {
  const [name, value] = /** @type {CustomEvent<[string, unknown]>} */ (event).detail;
  arrived.set(name, value);
  awaited.get(name)?.forEach((tell) => tell(value));
  awaited.delete(name);
});

/** @param {string} name */
function loadFile(name) {
  return new Promise((resolve, reject) => {
    if (arrived.has(name)) return resolve(arrived.get(name));
    const waiting = awaited.get(name) ?? [];
    awaited.set(name, [...waiting, resolve]);
    if (waiting.length) return undefined;
    const script = h("script", { src: `data/${name}.js`, onerror: () => reject(new Error(name)) });
    return document.head.append(script);
  });
}

/** The data called `name`, from the server, or from the site's files. An answer that comes when the reader is in another edition is none.
    @template {keyof PageData} Name @param {Name} name @returns {Promise<PageData[Name]>} */
export async function load(name) {
  if (site) return loadFile(name);
  const edition = location.pathname;
  const answer = await fetch(`data/${name}`); // no options: only then the browser uses the preloads of the shell
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const data = await answer.json();
  if (location.pathname !== edition) throw new Error(`${name}: of another edition`);
  return data;
}

/** All data: filled at the start, updated by the server's messages. `cards` is by key. */
export const state = /** @type {PageState} */ (/** @type {unknown} */ ({ catalog: null, reading: null, cards: new Map(), decks: new Map(), pages: [], pictures: new Map(), review: null, texts: null, alts: null }));
export const details = /** @type {Map<string, Promise<CardDetail>>} */ (new Map());
/** The cards of a file of a site, and the most of a request. */
const DETAILS_A_FILE = 100;

/** @param {CatalogData} catalog */
export function takeCatalog(catalog) {
  state.catalog = catalog;
  settings.cards = nearest(catalog.game.languages, wished.cards);
  state.cards = new Map(catalog.cards.map((card) => [card.key, card]));
  state.decks = new Map(catalog.decks.map((deck) => [deck.id, deck]));
  details.clear();
}

/** Whether this is the key of a page of a printed file; it need not be loaded.
    @param {string} key */
export const isPage = (key) => key.split("/").length > 2;

/** The details of a card, cached until the card changes.
    @param {string} key */
export function detail(key) {
  if (!details.has(key)) {
    const asked = site && isPage(key) ? loadFile("page-details").then((pages) => pages[key] ?? pageWithoutDetail(key))
      : site ? loadFile(`details-${Math.floor(state.catalog.cards.findIndex((card) => card.key === key) / DETAILS_A_FILE)}`)
          .then((chunk) => chunk[key])
      : askedTogether(key);
    asked.catch(() => details.delete(key));
    details.set(key, asked);
  }
  return /** @type {Promise<CardDetail>} */ (details.get(key));
}

let request = /** @type {{ keys: string[], answer: Promise<Record<string, CardDetail>> } | null} */ (null);

/** The details of a card, in one request with all that are asked for at the same time: a table reads a whole deck.
    @param {string} key @returns {Promise<CardDetail>} */
async function askedTogether(key) {
  if (!request || request.keys.length === DETAILS_A_FILE) {
    const keys = /** @type {string[]} */ ([]);
    const answer = Promise.resolve().then(() => {
      request = null;
      return load(/** @type {any} */ (`cards?${new URLSearchParams(keys.map((card) => ["card", card]))}`));
    });
    request = { keys, answer };
  }
  request.keys.push(key);
  const detail = (await request.answer)[key];
  if (!detail) throw new Error(`${key}: 404`);
  return detail;
}

/** What is known of a page of sheets of cards that has no events.
    @param {string} key @returns {CardDetail} */
const pageWithoutDetail = (key) => ({ key, alt: {}, fields: [], file: "", line: 0, template: { file: "", line: 0 }, boxes: {}, text: {},
  places: [], compare: null, rejection: null });

/** The address of a current picture. @param {string} hash */
export const face = (hash) => state.pictures.get(hash) ?? `${server.shown}faces/${hash}.svg`;
/** The dots per inch of small pictures that the server draws. */
const DPIS = [96, 192];

/** The address of a current picture that is shown with so many px a mm: pixels if it is small, vectors if it is large.
    @param {string} hash @param {number} scale */
export function thumbnail(hash, scale) {
  const dpi = DPIS.find((most) => scale * 25.4 * devicePixelRatio <= most);
  return site || !dpi || state.pictures.has(hash) ? face(hash) : `${server.shown}thumbnails/${hash}/${dpi}.png`;
}
/** @param {string} hash */
export const kept = (hash) => `${server.shown}kept/${hash}.svg`;
/** @param {CardData} card */
export const deckOf = (card) => /** @type {DeckData} */ (state.decks.get(card.deck));
/** @param {string} key */
export const statusOf = (key) => state.review?.statuses[key]?.status ?? "undecided";

/** Whether there are cards to look at; true as long as no game could be read. */
export const hasCards = () => !state.catalog?.version || state.catalog.cards.length > 0;
