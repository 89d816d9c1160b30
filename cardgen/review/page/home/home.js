/* Home: the games of the project with pictures of their cards, and three doors through which a game begins. */

import { load, state } from "../app/data.js";
import { addressIn } from "../app/games.js";
import { settings } from "../app/settings.js";
import { view } from "../app/views.js";
import { say, sayMessage, t, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h, icon, s } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { recall } from "../shared/storage.js";
import { nameOf, tag } from "../shared/texts.js";
/** @import { Child } from "../shared/elements.js" */

/** The game that was open last in this browser: its name and its place. */
const last = () => recall("cardgen.last", { game: "", hash: "" });

/** The cards of a fan, the middle one upright.
    @param {readonly TilePicture[]} pictures @param {number} most @param {number} width px @param {number} turn degrees between two of them */
export function fan(pictures, most, width, turn) {
  const shown = pictures.slice(0, most);
  return h("div", { class: "fan", "aria-hidden": "true" }, shown.map(({ key, trim: [wide, high], bleed, corner }, at) => {
    const scale = Math.min(width / wide, (1.5 * width) / high);
    const image = h("img", { class: "sight", src: `pictures/${key}.png`, alt: "", decoding: "async", width: Math.round((wide + 2 * bleed) * scale), height: Math.round((high + 2 * bleed) * scale) });
    return h("span", { class: "fan-card", style: { "--a": `${turn * (at - (shown.length - 1) / 2)}deg` } },
      h("span", { class: "thumb", style: { "--w": `${wide * scale}px`, "--h": `${high * scale}px`, "--bleed": `${bleed * scale}px`, "--corner": `${corner * scale}px` } }, image));
  }));
}

/** How many cards, and the languages. @param {TileData} tile */
export const facts = ({ cards, languages }) => [t("home.cards", { count: cards }), languages.length ? [" · ", languages.map((language, at) => [at ? ", " : "", h("span", { lang: tag(language) }, nameOf(language))])] : ""];

/** A game of the project. @param {GameName} game @param {boolean} isBig */
function gameTile({ id, titles }, isBig) {
  const picture = h("div", { class: "fan-place" });
  const line = h("span", { class: "quiet facts" });
  const { game, hash } = last();
  const way = addressIn(id) + (game === id ? hash : "#/make");
  const root = h("a", { class: isBig ? "home-game big" : "home-game", href: way, dataset: { hold: `game-${id}` } }, picture,
    h("span", { class: "home-text" }, h("strong", {}, say(titles, settings.language)), line, isBig ? h("span", { class: "button main" }, t(game === id ? "home.continue" : "home.open")) : null));
  load(/** @type {any} */ (`game/${encodeURIComponent(id)}`)).then((/** @type {TileData} */ tile) => {
    fill(picture, isBig ? fan(tile.pictures, 5, 132, 13) : fan(tile.pictures, 3, 104, 14));
    fill(line, Object.keys(tile.fault).length ? h("span", { class: "home-fault" }, icon("error"), " ", sayMessage(tile.fault)) : facts(tile));
  }, () => {});
  return root;
}

/** The drawings of the doors: two cards; a table that becomes a card; a clipboard with cells. */
const DRAWINGS = {
  starter: ["M50.4 28.1l43.6-6.1a4 4 0 0 1 4.5 3.4l7.4 52.5a4 4 0 0 1-3.4 4.5l-35.7 5a4 4 0 0 1-4.5-3.4l-8.6-51.5", "M86 20h36a4 4 0 0 1 4 4v53a4 4 0 0 1-4 4H86a4 4 0 0 1-4-4V24a4 4 0 0 1 4-4z", "M104 31a10 10 0 1 1 0 20a10 10 0 0 1 0-20zM91 62h26M91 69h18"],
  table: ["M34 22h56a4 4 0 0 1 4 4v40a4 4 0 0 1-4 4H34a4 4 0 0 1-4-4V26a4 4 0 0 1 4-4zM30 34h64M30 46h64M30 58h64M52 22v48", "M128 22h27a4 4 0 0 1 4 4v40a4 4 0 0 1-4 4h-27a4 4 0 0 1-4-4V26a4 4 0 0 1 4-4zM131 52h20M131 59h13", "M102 46h14M111 41l5 5-5 5M133 29h17v15h-17z"],
  paste: ["M67 18h46a5 5 0 0 1 5 5v52a5 5 0 0 1-5 5H67a5 5 0 0 1-5-5V23a5 5 0 0 1 5-5z", "M79 12h22a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H79a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3zM72 38h36M72 49h36M72 60h36M90 33v32", "M72 71h12"],
};

/** A door. @param {"starter" | "table" | "paste"} kind */
const door = (kind) => h("a", { class: "home-door", href: address("begin", [kind]), dataset: { hold: `begin-${kind}` } },
  h("span", { class: "drawing", "aria-hidden": "true" }, s("svg", { viewBox: "0 0 180 92" }, DRAWINGS[kind].map((d, at) => s("path", { d, class: at === 2 ? "accent" : null })))),
  h("strong", {}, t(`begin.${kind}`)), h("span", { class: "quiet" }, t(`begin.${kind}.about`)));

/** @param {HomeData} home @returns {Child} */
function content({ folder, games }) {
  const ids = [...new Set(games.map(({ id }) => id))];
  const first = ids.includes(last().game) ? last().game : ids[0];
  const ordered = [first, ...ids.filter((id) => id !== first)].flatMap((id) => games.find((game) => game.id === id) ?? []);
  return [ids.length ? [h("div", { class: "row" }, h("h1", {}, t("home.games")), folder ? h("span", { class: "quiet" }, t("home.in", { folder })) : null),
    h("div", { class: "home-games" }, ordered.map((game, at) => gameTile(game, at === 0)))]
  : [h("h1", {}, t("home.welcome")), h("p", { class: "quiet home-lead" }, t("home.none", { folder: folder || "…" }))],
  state.catalog.mode === "live" ? [h("h2", {}, t("home.begin")), h("nav", { class: "home-doors", "aria-label": t("home.begin") }, door("starter"), door("table"), door("paste"))] : null];
}

let root = /** @type {HTMLElement | null} */ (null);

view("home", {
  atHome: true,
  async mount(main) {
    const mine = root = h("div", { class: "home" });
    main.append(mine);
    const home = await load(/** @type {any} */ ("home")).catch(() => null);
    if (mine === root) fill(mine, home ? content(home) : h("p", {}, t("frame.unreachable")));
  },
  unmount() { root = null; },
});

words({
  en: {
    "view.home": message("Games"),
    "home.games": message("Games"),
    "home.in": message("in {folder}"),
    "home.welcome": message("Make a card game"),
    "home.none": message("There is no game in {folder} yet. Begin one below: its files are written there, as text that you can read."),
    "home.begin": message("Begin a new game"),
    "home.cards": plural("{count} card", "{count} cards"),
    "home.continue": message("Continue"),
    "home.open": message("Open"),
    "begin.starter": message("From a starter"),
    "begin.starter.about": message("A blank game, a poker deck, a game to play at once, or a copy of a whole game"),
    "begin.table": message("From a table"),
    "begin.table.about": message("CSV, TSV or XLSX: a card is drawn from its columns"),
    "begin.paste": message("From the clipboard"),
    "begin.paste.about": message("Copy cells in a spreadsheet, and paste them here"),
  },
});
