/* Pages of printed files as things to decide on. A page is like a card with one side, its file like a deck: so the views of a
   card, decisions, pins and Compare take pages, too. They are loaded after the check, which lays out the rulebooks. */

import "../print/sheet-words.js";
import { details, load, site, state } from "../app/data.js";
import { on } from "../app/events.js";
import { settings } from "../app/settings.js";
import { changed } from "../app/views.js";
import { pick, t, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { lastJudged, openCount } from "./events.js";
/** @import { CardFilter } from "../shared/filters.js" */

let files = /** @type {PageFileData[]} */ ([]);
let loaded = false;

/** The files with pages, once they are loaded. */
export const listedFiles = () => files;
export const areLoaded = () => loaded;

/** The pages of a file, as cards.
    @param {PageFileData} file @returns {CardData[]} */
const cardsOf = ({ file, section, pictures }) => pictures.map((face, at) => ({
  key: `${file}/${at + 1}`, deck: file, id: String(at + 1), names: {}, kind: section, copies: 1, face, back: null, data: "", codes: [],
  page: { file, number: at + 1 } }));

/** A file as a deck.
    @param {PageFileData} file @returns {DeckData} */
const deckOfFile = ({ file, name, paper }) => ({ id: file, titles: { en: name }, kinds: [], trim: paper, bleed: 0, safe: 0, corner: 0, outline: [], safe_outline: [], back: false });

/** Puts the pages among the cards and their files among the decks; for a catalog that is new, or after `takeOutPages`. */
export function putPages() {
  state.pages = files.flatMap(cardsOf);
  for (const file of files) state.decks.set(file.file, deckOfFile(file));
  for (const page of state.pages) state.cards.set(page.key, page);
}

/** Leaves only cards among the cards, and decks among the decks. */
export function takeOutPages() {
  for (const page of state.pages) state.cards.delete(page.key);
  for (const file of files) state.decks.delete(file.file);
  state.pages = [];
}

/** Loads the pages; announces those that are new, different or gone. */
export async function loadPages() {
  let data;
  try {
    data = await load("pages");
  } catch {
    return; // the server is away: they are loaded after the next check
  }
  const before = new Map(state.pages.map((page) => [page.key, page.face]));
  takeOutPages();
  ({ files } = data);
  const first = !loaded;
  loaded = true;
  if (site) for (const { drawn, name, pictures } of files) if (!drawn) pictures.forEach((face, at) => state.pictures.set(face, `sheets/${name}/${at + 1}.png`));
  putPages();
  const keys = state.pages.filter(({ key, face }) => before.get(key) !== face).map(({ key }) => key);
  const removed = [...before.keys()].filter((key) => !state.cards.has(key));
  for (const key of [...keys, ...removed]) details.delete(key);
  if (first || keys.length || removed.length) changed("catalog", { keys: [...keys, ...removed], removed });
}

/** Whether this is the key of a page; it need not be loaded.
    @param {string} key */
export const isPage = (key) => key.split("/").length > 2;

/** The name of a card in the language of the page, with its id if another card has the same name.
    @param {string} key */
export function titleOf(key) {
  const card = state.cards.get(key);
  if (!card) return key;
  if (card.page) return title(card);
  /** @param {CardData} other */
  const nameOf = (other) => pick(other.names, settings.language);
  const name = nameOf(card);
  const isShared = state.catalog.cards.some((other) => other !== card && nameOf(other) === name);
  return !name ? card.id : isShared ? `${name} ${card.id}` : name;
}

/** The name of a page: its file, and its number.
    @param {CardData} card */
export const title = ({ page, deck, id }) => t("page.title", { file: fileName(page?.file ?? deck), page: id });

/** The name of a file, as the list of sheets has it.
    @param {string} file */
export const fileName = (file) => files.find((one) => one.file === file)?.name ?? file.split("/").slice(1).join("/").replace(/\.pdf$/, "");

/** The text on a page in lower case, for search.
    @param {CardData} card */
export const pageText = ({ deck, id }) => files.find(({ file }) => file === deck)?.texts[Number(id) - 1] ?? "";

/** Whether somebody has approved or rejected a page of a file, so that all its pages wait for a decision.
    @param {string} file */
const isInReview = (file) => state.pages.some(({ deck, key }) => deck === file && lastJudged(key));

/** The cards, and the pages that are listed under a filter: those of the file that is chosen, otherwise of files in review, and
    with the filter of comments, any with comments.
    @param {CardFilter} filter */
export function subjects({ deck = "", comments }) {
  const named = files.some(({ file }) => file === deck);
  if (named) return state.pages.filter((page) => page.deck === deck);
  const inReview = new Set(files.map(({ file }) => file).filter(isInReview));
  const pages = state.pages.filter((page) => inReview.has(page.deck) || (comments && openCount(page.key) > 0));
  return pages.length ? [...state.catalog.cards, ...pages] : state.catalog.cards;
}

/** The facts about a page: where it is printed.
    @param {CardData} card */
export function pageFacts({ deck, id }) {
  const file = files.find((one) => one.file === deck);
  if (!file) return [];
  const [width, height] = file.paper.map((length) => Math.round(length * 100) / 100);
  return [h("section", { class: "panel places" }, h("h2", {}, t("page.file")),
    h("p", {}, `${t(`sheet.in-${file.section}`)} · ${t("sheet.pages", { n: id, of: file.pictures.length })} · ${width} × ${height} mm`),
    h("p", { class: "row" }, h("a", { class: "button", href: address("sheet", [file.name, id]), dataset: { hold: "in-sheets" } }, t("page.sheet")),
      h("a", { class: "button", href: deck.startsWith("sheets/") || site ? deck : `sheets/${file.name}.pdf`, dataset: { hold: "pdf" } }, t("sheet.pdf"))))];
}

on("begun", () => (site || state.catalog.checked ? loadPages() : null));
on("checked", () => loadPages());
on("edition", () => {
  takeOutPages();
  files = [];
});

words({
  en: {
    "page.title": message("{file}, page {page}"),
    "page.file": message("File"),
    "page.sheet": message("Show in Sheets"),
    "page.all": message("Sheets"),
    "page.side": message("page"),
  },
});
