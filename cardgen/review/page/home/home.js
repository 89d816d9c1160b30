/* Home: the games of the project with pictures of their cards, and three doors through which a game begins. */

import { load, state } from "../app/data.js";
import { addressOf, nearestOf } from "../app/games.js";
import { settings } from "../app/settings.js";
import { view } from "../app/views.js";
import { phrase, say, sayMessage, t, words } from "../app/words.js";
import { progressBar } from "../review/deck-list.js";
import { format as address } from "../shared/addresses.js";
import { fill, h, icon, s } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { recall } from "../shared/storage.js";
import { nameOf, tag } from "../shared/texts.js";
import { checkList, recentList, stateOf } from "./activity.js";
import { cutOf } from "../shared/outlines.js";
/** @import { Child } from "../shared/elements.js" */
/** @import { KnownGame } from "./activity.js" */

/** The game that was open last in this browser: its name, its place, and the names of the card there. */
const last = () => recall("cardgen.last", { game: "", hash: "", names: /** @type {Record<string, string>} */ ({}) });
const PAUSE = 1000; // ms until a game that is being checked is asked for again

/** The cards of a fan, the middle one upright.
    @param {readonly TilePicture[]} pictures @param {number} most @param {number} width px @param {number} turn degrees between two of them */
export function fan(pictures, most, width, turn) {
  const shown = pictures.slice(0, most);
  return h("div", { class: "fan", "aria-hidden": "true" }, shown.map(({ key, trim: [wide, high], bleed, corner, outline }, at) => {
    const scale = Math.min(width / wide, (1.5 * width) / high);
    const image = h("img", { class: "sight", src: `pictures/${key}.png`, alt: "", decoding: "async", width: Math.round((wide + 2 * bleed) * scale), height: Math.round((high + 2 * bleed) * scale) });
    return h("span", { class: "fan-card", style: { "--a": `${turn * (at - (shown.length - 1) / 2)}deg` } },
      h("span", { class: "thumb", style: { "--w": `${wide * scale}px`, "--h": `${high * scale}px`, "--bleed": `${bleed * scale}px`, "--corner": `${corner * scale}px`, "--cut": cutOf({ outline }) } }, image));
  }));
}

/** How many cards, the languages, and if there is room, for how many players and minutes. @param {TileData} tile @param {boolean} [isLong] */
export function facts({ cards, languages, players, minutes }, isLong = false) {
  const names = languages.map((language, at) => [at ? ", " : "", h("span", { lang: tag(language) }, nameOf(language))]);
  /** @param {string} text */
  const whole = (text) => h("span", { class: "unbroken" }, text);
  const more = isLong ? [players && whole(t("home.players", { count: players[1], range: range(players) })), minutes && whole(t("home.minutes", { range: range(minutes) }))] : [];
  return [t("home.cards", { count: cards }), names.length ? names : null, ...more].filter(Boolean).map((part, at) => [at ? " · " : "", part]);
}

/** @param {[number, number]} numbers */
const range = ([least, most]) => (least === most ? String(least) : `${least}–${most}`);

/** What is known of the games that are shown, in their order. @type {KnownGame[]} */
let known = [];

/** The picture of a game, and what there is to read about it. @param {KnownGame} about @param {boolean} isBig */
function tileOf({ game: { titles }, tile }, isBig) {
  const line = h("span", { class: "quiet facts" }, !tile ? null : Object.keys(tile.fault).length ? h("span", { class: "home-fault" }, icon("error"), " ", sayMessage(tile.fault)) : facts(tile, isBig));
  const picture = !tile ? null : !tile.pictures.length ? h("span", { class: "fan-card fan-none" }, icon(Object.keys(tile.fault).length ? "error" : "card")) : isBig ? fan(tile.pictures, 5, 152, 13) : fan(tile.pictures, 3, 104, 14);
  return { picture: h("span", { class: "fan-place" }, picture), title: h("strong", {}, say(titles, settings.language)), line };
}

/** The game that was open last, with what is left to decide, and the ways on. @param {KnownGame} about */
function bigTile(about) {
  const { game: { id, address: place }, progress } = about;
  const { picture, title, line } = tileOf(about, true);
  const { game, hash, names } = last();
  const way = addressOf({ address: place });
  const undecided = progress?.counts.undecided ?? 0;
  const isNamed = game === id && names && Object.keys(names).length;
  return h("div", { class: "home-game big" }, picture, h("div", { class: "home-text" }, title, line,
    progress && Object.values(progress.counts).some(Boolean) ? h("p", { class: "progress" }, progressBar(progress.counts), h("span", {}, undecided ? t("home.undecided", { count: undecided }) : t("todo.none"))) : null,
    h("span", { class: "row" }, h("a", { class: "button main", href: way + (game === id ? hash : "#/make"), dataset: { hold: `game-${id}` } }, isNamed ? h("span", {}, phrase("home.continue.with", { card: say(names, settings.language) })) : t(game === id ? "home.continue" : "home.open")),
      h("a", { class: "button plain", href: `${way}#/free`, dataset: { hold: `play-${id}` } }, icon("play"), t("mode.play")))));
}

/** @param {KnownGame} about */
function smallTile(about) {
  const { picture, title, line } = tileOf(about, false);
  return h("a", { class: "home-game", href: `${addressOf(about.game)}#/make`, dataset: { hold: `game-${about.game.id}` } }, picture,
    h("span", { class: "home-text" }, h("span", { class: "row" }, title, h("span", { class: "grow" }), stateOf(about.progress)), line));
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

const beside = h("div", { class: "home-beside" });
const tiles = h("div", { class: "home-games" });

/** @param {HomeData} home @returns {Child} */
function content({ folder, games }) {
  const canBegin = state.catalog.mode === "live";
  return [h("div", { class: "home-main" },
    games.length ? [h("div", { class: "row" }, h("h1", {}, t("home.games")), folder ? h("span", { class: "quiet" }, t("home.in", { folder })) : null, h("span", { class: "grow" }),
      canBegin ? h("a", { class: "button", href: address("begin", ["starter"]), dataset: { hold: "begin" } }, icon("plus"), t("home.begin")) : null), tiles]
    : [h("h1", {}, t("home.welcome")), h("p", { class: "quiet home-lead" }, t("home.none", { folder: folder || "…" }))],
    canBegin ? [h("h2", {}, t("home.begin")), h("nav", { class: "home-doors", "aria-label": t("home.begin") }, door("starter"), door("table"), door("paste"))] : null),
  games.length ? beside : null];
}

/** @param {HomeData} home */
function drawKnown({ recent, games }) {
  fill(tiles, known.map((about, at) => (at ? smallTile(about) : bigTile(about))));
  fill(beside, recentList(recent, games), checkList(known));
}

let root = /** @type {HTMLElement | null} */ (null);

/** Asks for all that is known of the games, the pictures first. @param {HomeData} home */
async function learn(home) {
  const mine = root;
  const [first] = known;
  /** @param {KnownGame} about @param {Partial<KnownGame>} more */
  const take = (about, more) => {
    Object.assign(about, more);
    if (mine === root) drawKnown(home);
  };
  await Promise.all(known.map((about) => load(/** @type {any} */ (`game/${encodeURIComponent(about.game.id)}?edition=${about.game.language}`)).then((/** @type {TileData} */ tile) => take(about, { tile }), () => {})));
  for (const about of known.filter((one) => one === first || home.opened.includes(one.game.address))) {
    let progress = /** @type {ProgressData | null} */ (null);
    while (mine === root && !progress?.checked) {
      if (progress) await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
      progress = await load(/** @type {any} */ (`progress/${encodeURIComponent(about.game.address)}`)).catch(() => null);
      if (!progress) break;
      take(about, { progress });
    }
  }
}

view("home", {
  atHome: true,
  async mount(main) {
    const mine = root = h("div", { class: "home" }, h("div", { class: "home-main", "aria-hidden": "true" }, h("div", { class: "home-games" }, h("div", { class: "home-game big" }, h("span", { class: "fan-place" })))));
    main.append(mine);
    const home = /** @type {HomeData | null} */ (await load(/** @type {any} */ ("home")).catch(() => null));
    if (mine !== root) return;
    if (!home) return void fill(mine, h("p", {}, t("frame.unreachable")));
    const games = [...new Set(home.games.map(({ id }) => id))].map((id) => nearestOf(home.games.filter((game) => game.id === id)));
    const [first] = games.filter(({ id }) => id === last().game);
    known = [...first ? [first] : [], ...games.filter((game) => game !== first)].map((game) => ({ game }));
    fill(mine, content(home));
    drawKnown(home);
    learn(home);
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
    "home.players": plural("{range} player", "{range} players"),
    "home.minutes": message("{range} min"),
    "home.undecided": plural("{count} to decide", "{count} to decide"),
    "home.continue": message("Continue"),
    "home.continue.with": message("Continue with {card}"),
    "home.open": message("Open"),
    "begin.starter": message("From a starter"),
    "begin.starter.about": message("A blank game, a poker deck, a game to play at once, or a copy of a whole game"),
    "begin.table": message("From a table"),
    "begin.table.about": message("CSV, TSV or XLSX: a card is drawn from its columns"),
    "begin.paste": message("From the clipboard"),
    "begin.paste.about": message("Copy cells in a spreadsheet, and paste them here"),
  },
});
