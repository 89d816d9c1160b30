/* Live updates: the server sends saved files, results of the check, and other people's decisions. Only cards that differ are updated, so
   that scroll, zoom, focus and open forms stay. A lost connection is opened again, and missed changes are loaded then. */

import { isKnown, keyOf, takeEvents } from "../review/events.js";
import { putPages, takeOutPages } from "../review/pages.js";
import { who } from "../review/who.js";
import * as banner from "./banner.js";
import { details, isHome, load, server, site, state } from "./data.js";
import { announce, on } from "./events.js";
import { drawFrame } from "./frame.js";
import { pending, showNewsSoon } from "./news.js";
import { drawPeople, takePage, takePeople } from "./people.js";
import { nearest, settings, wished } from "./settings.js";
import { changed, follow, readAddress } from "./views.js";
import { t } from "./words.js";
/** @import { TakenCards } from "./news.js" */

// ---------------------------------------------------------------- taking in changes

let loadedFindings = /** @type {Promise<FindingsData> | null} */ (null);

/** The data `findings`: loaded once, and again after the next check. */
export function loadFindings() {
  loadedFindings ??= load("findings").catch((error) => {
    loadedFindings = null;
    throw error;
  });
  return loadedFindings;
}

/** Takes changed, new and removed cards into the state, and updates the view.
    @param {TakenCards} message */
function takeCards(message) {
  const { catalog, cards } = state;
  if (!catalog.version) return void location.reload(); // there was nothing yet: no game, no table, nothing to keep
  takeOutPages();
  for (const key of message.removed) cards.delete(key);
  for (const card of message.cards) cards.set(card.key, card);
  const order = (message.order ?? [...cards.keys()]).filter((key) => cards.has(key));
  if (message.order) {
    const sorted = order.map((key) => /** @type {[string, CardData]} */ ([key, cards.get(key)]));
    cards.clear();
    for (const [key, card] of sorted) cards.set(key, card);
  }
  Object.assign(catalog, { version: message.version, cards: [...cards.values()], fault: message.fault, checked: Boolean(message.checked), waiting: message.waiting });
  const { game = catalog.game, mode = catalog.mode } = message;
  Object.assign(catalog, { game, mode, who: message.who ?? catalog.who });
  settings.cards = nearest(game.languages, wished.cards);
  if (message.decks) {
    catalog.decks = message.decks;
    state.decks.clear();
    for (const deck of message.decks) state.decks.set(deck.id, deck);
  }
  putPages();
  if (state.alts) for (const key of message.removed) delete state.alts[key];
  if (state.alts) Object.assign(state.alts, message.alts);
  if (state.texts) for (const key of message.removed) delete state.texts[key];
  if (state.texts) Object.assign(state.texts, message.texts);
  if (message.statuses && state.review) Object.assign(state.review.statuses, message.statuses);
  details.clear();
  loadedFindings = null;
  const keys = [...new Set([...message.cards.map((card) => card.key), ...message.removed])];
  changed("catalog", { keys, removed: message.removed, order: message.order !== null });
  if (message.game || message.decks || message.mode) drawFrame();
  if (keys.length && !(state.texts && message.texts)) renewTexts();
  if (!isSwitched && (!message.by || message.by !== who())) for (const key of keys) pending.keys.add(key); // one's own edits are no news
  showNewsSoon();
}

let textsDue = 0;

/** Loads all texts for search, after a pause without changes: they are long. The server sends those of changed cards. */
function renewTexts() {
  clearTimeout(textsDue);
  textsDue = setTimeout(async () => {
    try {
      state.texts = await load("texts");
      state.alts ??= await load("alts");
    } catch {
      return; // the server is away: they are loaded when it is back
    }
    changed("texts", {});
  }, 600);
}

/** Loads the catalog, and takes in the differences as if the server had sent them. */
async function reloadCatalog() {
  const [catalog, alts] = await Promise.all([load("catalog"), load("alts")]);
  server.shown = location.pathname;
  if (catalog.tool !== state.catalog.tool) return void banner.setNotice("updated");
  const codes = Object.fromEntries(catalog.cards.map((card) => [card.key, card.codes]));
  const keys = catalog.cards.map((card) => card.key);
  const same = keys.join("\n") === state.catalog.cards.map((card) => card.key).join("\n");
  const differing = catalog.cards.filter((card) => different(card, state.cards.get(card.key), alts));
  const removed = state.catalog.cards.map((card) => card.key).filter((key) => !(key in codes));
  const order = same ? null : keys;
  const others = /** @type {const} */ (["version", "mode", "who"]).some((part) => catalog[part] !== state.catalog[part]);
  if (differing.length || removed.length || order || others) {
    takeCards({ ...catalog, cards: differing, alts, removed, order });
  }
  if (catalog.checked) takeCheck({ codes });
}

/** @param {CardData} card */
const bare = (card) => JSON.stringify({ ...card, codes: null });
/** @param {CardData} card @param {CardData | undefined} before @param {CatalogMessage["alts"]} alts */
const different = (card, before, alts) =>
  !before || bare(card) !== bare(before) || (state.alts && JSON.stringify(alts[card.key]) !== JSON.stringify(state.alts[card.key]));

/** @param {Pick<CheckedMessage, "codes">} about */
function takeCheck({ codes }) {
  const keys = [...state.cards.values()]
    .filter((card) => (codes[card.key] ?? []).join() !== card.codes.join())
    .map((card) => Object.assign(card, { codes: codes[card.key] ?? [] }).key);
  state.catalog.checked = true;
  loadedFindings = null;
  changed("checked", { keys });
}

/** @param {FaultsData | null} fault */
function takeFault(fault) {
  const had = state.catalog.fault;
  state.catalog.fault = fault?.faults?.length ? fault : null;
  if (had && !state.catalog.fault) showNewsSoon(t("live.healed"));
  banner.draw();
  if (JSON.stringify(had) !== JSON.stringify(state.catalog.fault)) changed("fault", state.catalog.fault ?? { faults: [] });
}

/** @param {ReviewMessage} about */
async function takeReview({ events, statuses, fault = state.review.fault, renamed = false }) {
  if (renamed) state.review.events = (await load("review")).events;
  const others = events.filter((event) => !isKnown(event) && event.by !== who());
  if (!isSwitched) for (const event of others) pending.others.set(keyOf(event), event);
  state.review.fault = fault;
  banner.draw();
  const keys = takeEvents(events, statuses);
  for (const key of keys) details.delete(key);
  if (keys.length) changed("review", { keys });
  showNewsSoon();
}

async function reloadReview() {
  const { events, statuses, fault } = await load("review");
  if (isSwitched) state.review.events = [];
  const altered = Object.fromEntries(
    Object.entries(statuses).filter(([key, status]) => JSON.stringify(status) !== JSON.stringify(state.review.statuses[key])));
  takeReview({ events, statuses: altered, fault });
}

// ---------------------------------------------------------------- the stream

const WAIT = 300;
const LONGEST_WAIT = 10_000;
const ASLEEP_AFTER = 10_000;
let source = /** @type {EventSource | null} */ (null);
let tries = 0;
let due = 0;
let restarted = false;
let isSwitched = false; // to another edition, whose data are not loaded yet
let order = /** @type {Promise<unknown>} */ (Promise.resolve());

/** Shows in the frame that saved files are being read, and how many cards have been laid out.
    @param {ReadingMessage} message */
function showReading(message) {
  if (!state.reading && !message.reading) return;
  state.reading = message.reading ? message : null;
  drawFrame();
}

const take = {
  /** @param {HelloMessage} message */
  async hello(message) {
    const { catalog } = state;
    const stream = source;
    tries = 0;
    takePage(message.page ?? "");
    showReading({ reading: message.reading, laid: 0, cards: 0 });
    if (banner.notice() === "lost") {
      showNewsSoon(t("live.back"));
      renewTexts();
    }
    banner.setNotice(null);
    if (restarted || isSwitched || message.version !== catalog.version || Boolean(message.checked) !== catalog.checked) await reloadCatalog();
    drawPeople();
    announce("steps", message);
    const latest = state.review.events;
    if (isSwitched || message.last !== (latest.at(-1)?.id ?? "") || (message.events ?? latest.length) !== latest.length) await reloadReview();
    if (source === stream) restarted = isSwitched = false;
    takeFault(message.fault ?? null);
    announce("play-table", null); // a change may have been missed
    announce("connected");
  },
  /** @param {CatalogMessage} message */
  catalog(message) {
    const had = state.catalog.fault;
    takeCards(message);
    state.catalog.fault = had;
    takeFault(message.fault);
  },
  /** @param {CheckedMessage} message */
  checked: (message) => (message.version === state.catalog.version ? takeCheck(message) : null),
  fault: takeFault,
  review: takeReview,
  /** @param {{ table: string, version: number }} message */
  table: (message) => announce("play-table", message.table),
  cursor: (/** @type {object} */ message) => announce("play-cursor", message),
  /** @param {EditedMessage} message */
  edited: (message) => announce("edited", message),
  people: takePeople,
  job: (/** @type {JobData} */ message) => announce("job", message),
  /** @param {PrinterMessage} message */
  printer(message) {
    details.clear(); // cards may be elsewhere on the sheets
    changed("printer", message);
  },
  reading: showReading,
};

function close() {
  source?.close();
  source = null;
  clearTimeout(due);
  due = 0;
}

function open() {
  close();
  const mine = new EventSource(`events?token=${encodeURIComponent(server.token)}`);
  source = mine;
  for (const [name, taken] of Object.entries(take)) {
    mine.addEventListener(name, ({ data }) => {
      order = order.then(() => (source === mine ? taken(JSON.parse(data)) : null)).catch(() => (source === mine ? failed() : null));
    });
  }
  mine.onerror = failed;
}

function failed() {
  close();
  tryAgain();
}

/** Asks again after a while: a longer one each time. */
function tryAgain() {
  clearTimeout(due);
  due = setTimeout(tryNow, Math.min(WAIT * 2 ** tries, LONGEST_WAIT));
  tries += 1;
}

/** Looks for the server. It may have been started again: then its page has another token. */
export async function tryNow() {
  due = 0;
  let answer = null;
  try {
    answer = await fetch("./", { cache: "no-store" });
  } catch { /* not there */ }
  if (document.hidden && source === null && !answer) return tryAgain();
  if (!answer) {
    banner.setNotice("lost");
    return tryAgain();
  }
  const shell = new DOMParser().parseFromString(await answer.text(), "text/html");
  const token = shell.querySelector("meta[name=cardgen-token]")?.getAttribute("content");
  if (!token) {
    banner.setNotice("refused");
    return tryAgain();
  }
  restarted ||= token !== server.token; // it may be another version, and somebody else's
  server.token = token;
  return open();
}

/** Another edition of the game: its data replace those that are shown, as if files had been saved. */
on("edition", () => {
  isSwitched = true;
  readAddress();
  follow();
  showReading({ reading: true, laid: 0, cards: 0 });
  open();
});

/** Browsers allow six connections to a server: a hidden page closes its own. */
let sleep = 0;
addEventListener("visibilitychange", () => {
  clearTimeout(sleep);
  if (document.hidden) sleep = setTimeout(close, ASLEEP_AFTER);
  else if (!source && !isHome) tryNow();
});
addEventListener("pagehide", close);
addEventListener("pageshow", (event) => (event.persisted && !isHome ? tryNow() : null));

on("begun", () => {
  banner.draw();
  if (!site && !isHome) open();
});
