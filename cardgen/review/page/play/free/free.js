/* The view of a free table: any deck can be played on it, without a rules engine. */

import { on } from "../../app/events.js";
import { site, state } from "../../app/data.js";
import * as engine from "../../app/engine.js";
import { key } from "../../app/shortcuts.js";
import { alter, current, go, view } from "../../app/views.js";
import { t, words } from "../../app/words.js";
import { who } from "../../review/who.js";
import { fill, h } from "../../shared/elements.js";
import { message, plural } from "../../shared/messages.js";
import { keep, recall } from "../../shared/storage.js";
import { followLooks } from "../look.js";
import { makeRail } from "../rail.js";
import { rove } from "../rove.js";
import { drawBar } from "./bar.js";
import { drawCloth, foldCloth, isNarrow, largePicture } from "./cloth.js";
import { announceLast, drawHistory, news, writeNote } from "./drawers.js";
import { cursors } from "./cursors.js";
import { followPointer } from "./drag.js";
import { noteBoxes, playMoves } from "./moves.js";
import { avatar, cardName, seatName } from "./names.js";
import { drawHand, drawOthers } from "./people.js";
import { ask, free, hand, handOn, join, keptKeys, leave, look, make, open, openCurtain, withPointed } from "./state.js";

const MOST_SCALE = 2.4; // px a mm
const LEAST_SCALE = { wide: 0.92, narrow: 0.7 };
const CHANGED = 4000; // ms for which a card that has changed is outlined
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-10, 0], ArrowRight: [10, 0], ArrowUp: [0, -10], ArrowDown: [0, 10] };

let root = /** @type {HTMLElement | null} */ (null);
let parts = /** @type {Record<string, HTMLElement>} */ ({});
let begun = { list: h("div", {}), name: h("input", {}) };
let rail = /** @type {ReturnType<typeof makeRail> | null} */ (null);

view("free", {
  tab: 7,
  icon: "deck",
  when: () => (!site || engine.isOffered) && state.catalog?.cards.length > 0,
  mount(main, route) {
    root = main;
    void enter(route.state.at ?? free.table);
  },
  update(route) {
    if (route.state.at && route.state.at !== free.table) void enter(route.state.at);
  },
  changed(kind, change) {
    if (kind === "catalog" && free.facts) takeNews(change.keys);
  },
  unmount() {
    root = null;
    document.documentElement.style.removeProperty("--cloth");
  },
});

on("play-table", (/** @type {string | null} */ table) => {
  if (!root) return;
  if (free.table && (table === null || table === free.table)) void look().then((isThere) => (isThere ? null : lost()));
  else if (!free.facts) void showBeginning();
});
addEventListener("resize", () => { if (root && free.facts) draw(); });

/** Show the table of the address, the one that this window is at, or those that there are.
    @param {string} table */
async function enter(table) {
  free.draw = draw;
  note();
  if (table) {
    const keys = keptKeys(table);
    Object.assign(free, { table, keys, key: keys.find(Boolean) ?? "", curtain: null, at: null });
    if (keys.filter(Boolean).length > 1) await handOn(); // after a reload, too, nobody sees another hand
    if (free.facts && free.table === table && free.curtain !== null) return;
    if (await look()) return;
  }
  await showBeginning();
}

/** The table has ended: its people have left, or the server was started again. */
function lost() {
  Object.assign(free, { table: "", facts: null });
  void showBeginning();
}

// ---------------------------------------------------------------- before a game

/** Show how a game begins. If it is there, only its list of tables is drawn anew: what has been typed stays. */
async function showBeginning() {
  const answer = await ask({ op: "list" });
  if (!root) return;
  const isThere = root.contains(begun.list);
  const list = isThere ? begun.list : h("div", {});
  const name = isThere ? begun.name : h("input", { type: "text", maxlength: 200, value: recall("play-name", who()), autocomplete: "nickname" });
  begun = { list, name };
  const tables = (answer?.tables ?? []).filter((/** @type {{ free: boolean }} */ table) => table.free);
  const most = state.catalog.game.players;
  const players = h("input", { type: "number", min: 1, max: 12, value: String(recall("free-players", most)), id: "free-players" });
  const shared = h("input", { type: "checkbox", checked: site, onchange: () => { called.textContent = t(shared.checked ? "free.names" : "play.shared.name"); } });
  const called = h("span", {}, t(site ? "free.names" : "play.shared.name"));
  /** @param {() => Promise<unknown>} run */
  const named = (run) => async () => {
    keep("play-name", name.value);
    await run();
  };
  fill(list, tables.length ? [h("h2", {}, t("play.shared.tables")), h("ul", {}, tables.map((/** @type {{ id: string, seats: { name: string, taken: boolean }[] }} */ { id, seats }) => h("li", {},
      h("span", {}, seats.map(({ name: of, taken }) => of || t(taken ? "play.person" : "play.shared.free")).join(", ")),
      h("button", { type: "button", dataset: { hold: `join-${id}` }, onclick: named(() => {
        const seat = seats.findIndex(({ taken }) => !taken);
        return join(id, seat < 0 ? null : seat, name.value);
      }) }, t(seats.every(({ taken }) => taken) ? "free.watch" : "free.sit")))))] : null);
  if (isThere) return;
  root.replaceChildren(h("div", { class: "table-stage free-start" }, h("div", { class: "free-begin" }, h("h1", {}, t("view.free")), h("p", {}, t(site ? "free.about.site" : "free.about")),
    h("label", { class: "above" }, called, name),
    h("label", { class: "above" }, h("span", {}, t("free.players")), players),
    site ? null : h("label", { class: "row" }, shared, h("span", {}, t("free.here"))),
    h("button", { type: "button", class: "main", dataset: { hold: "free-open" }, onclick: named(() => { keep("free-players", Number(players.value)); return open(Number(players.value), name.value.split(/[,，、]/).map((one) => one.trim()), shared.checked); }) }, t("free.open")), list)));
}

// ---------------------------------------------------------------- the table

function build() {
  parts = {
    others: h("section", { class: "free-others", "aria-label": t("free.others") }),
    cloth: h("div", { class: "free-cloth", role: "group", "aria-label": t("free.cloth") }),
    hand: h("section", { class: "free-hand", "aria-label": t("free.hand") }),
    bar: h("section", { class: "free-bar", "aria-label": t("free.prompt") }),
    history: h("div", { class: "free-history" }),
    curtain: h("section", { class: "free-curtain", "aria-label": t("free.curtain") }),
  };
  parts.field = h("div", { class: "free-field" }, parts.cloth);
  rail = makeRail({ drawers: [{ name: "happened", icon: "history", content: parts.history }], tools, opened: draw });
  parts.free = h("div", { class: "table-stage free" }, parts.others, parts.field, parts.hand, parts.bar, rail.elements, parts.curtain, h("p", { class: "hidden-text", id: "free-live", "aria-live": "polite" }));
  parts.cloth.addEventListener("keydown", moveByKey);
  const looks = followLooks(parts.free, lookAt);
  followPointer(parts.free, looks.isPressed);
  root?.replaceChildren(h("h1", { class: "hidden-text" }, t("view.free")), parts.free);
}

function draw() {
  if (!root) return;
  if (!root.contains(parts.free ?? null)) build();
  document.documentElement.style.setProperty("--cloth", free.facts.cloth.colour || "#5c8a8f");
  parts.free.classList.toggle("is-back", free.at !== null);
  noteBoxes(parts.free);
  const isOpened = free.curtain === null && parts.curtain.contains(document.activeElement);
  drawCurtain();
  drawOthers(parts.others);
  drawHand(parts.hand);
  drawBar(parts.bar);
  const room = parts.field.getBoundingClientRect();
  const { width, height } = foldCloth(room);
  const fitting = Math.min((room.width - 24) / width, (room.height - 24) / height);
  free.scale = Math.max(LEAST_SCALE[isNarrow() ? "narrow" : "wide"], Math.min(MOST_SCALE, fitting));
  drawCloth(parts.cloth, cursors);
  rail?.draw();
  if (rail?.isOpen("happened")) drawHistory(parts.history);
  for (const region of [parts.cloth, parts.hand]) rove(region);
  // Whoever has opened the curtain goes on with the keys.
  if (isOpened) /** @type {HTMLElement | null} */ (parts.hand.querySelector("[tabindex='0']") ?? parts.cloth.querySelector("[tabindex='0']"))?.focus({ preventScroll: true });
  playMoves(parts.free);
  announceLast();
  if (current.route.view === "free" && current.route.state.at !== free.table) go("free", [], { at: free.table }, { replace: true });
}

/** Between two people at one screen. */
function drawCurtain() {
  const { curtain } = free;
  parts.curtain.hidden = curtain === null;
  for (const part of [parts.others, parts.field, parts.hand, parts.bar]) part.inert = curtain !== null;
  if (curtain === null) return fill(parts.curtain);
  const name = seatName(curtain);
  fill(parts.curtain, h("div", {}, avatar(curtain), h("h2", {}, t("free.hand-it", { name })), h("p", {}, t("free.curtain.about")),
    h("button", { type: "button", class: "main", dataset: { hold: "free-here" }, onclick: openCurtain }, t("free.i-am", { name }))));
  if (!parts.curtain.contains(document.activeElement)) parts.curtain.querySelector("button")?.focus();
}

function tools() {
  const { undo, redo, stacks } = free.facts;
  const isPlaying = free.seat !== null && free.at === null;
  const dice = stacks.flatMap(({ top }) => (top?.kind === "die" ? [top.id] : []));
  /** @param {string} name @param {string} sign @param {() => unknown} run @param {boolean} [can] */
  const tool = (name, sign, run, can = isPlaying) => ({ name, icon: sign, label: t(`free.${name}`), run, can });
  return [
    tool("undo", "undo", () => make({ do: "undo" }), isPlaying && undo), tool("redo", "redo", () => make({ do: "redo" }), isPlaying && redo), null,
    dice.length > 0 && tool("roll", "dice", () => make({ do: "roll", things: dice })), tool("write", "comment", writeNote), null,
    tool("set-up", "refresh", () => make({ do: "set-up" })), !site && tool("share", "link", share, true), tool("leave", "out", async () => { await leave(); alter({ at: "" }); void showBeginning(); }, true),
  ];
}

async function share() {
  const { toast } = await import("../../app/toast.js");
  try {
    await navigator.clipboard.writeText(location.href);
    toast(t("free.shared"));
  } catch {
    toast(location.href);
  }
}

/** What is shown large: a card, by the name of its element.
    @param {string} name */
function lookAt(name) {
  const id = Number(name.slice(1));
  const thing = name.startsWith("h") ? hand().find((one) => one.id === id) : free.facts.stacks.find((one) => one.id === id)?.top;
  return thing ? [largePicture({ ...thing, up: true }), h("b", {}, cardName(thing.what ?? ""))] : "";
}

/** Shift and an arrow key move what is chosen, or what has the focus.
    @param {KeyboardEvent} event */
function moveByKey(event) {
  const way = ARROWS[event.key];
  const stack = /** @type {HTMLElement} */ (event.target).dataset?.stack;
  if (!way || !event.shiftKey || !stack || free.seat === null) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // the arrow alone goes to the next thing
  const chosen = free.facts.stacks.filter(({ id }) => free.chosen.has(`s${id}`)).map(({ id }) => id);
  void make({ do: "move", stacks: chosen.length ? chosen : [Number(stack)], dx: way[0], dy: way[1] });
}

/** What the cards looked like when the table was drawn first, or after the last change. */
const known = /** @type {Map<string, string>} */ (new Map());
/** @param {string} changed */
const looks = (changed) => `${state.cards.get(changed)?.face} ${state.cards.get(changed)?.back}`;
const note = () => { for (const changed of state.cards.keys()) known.set(changed, looks(changed)); };

/** Cards have changed in the files: those on the table are exchanged and outlined for a while.
    @param {string[]} keys */
function takeNews(keys) {
  const others = keys.filter((changed) => known.has(changed) && known.get(changed) !== looks(changed) && changed.split("/")[0] in free.facts.sizes);
  note();
  if (others.length) outline(others);
  else draw();
}

/** @param {string[]} keys */
function outline(keys) {
  for (const changed of keys) {
    free.changed.add(changed);
    news.push({ at: free.facts.steps, name: cardName(changed) });
  }
  draw();
  setTimeout(() => {
    for (const changed of keys) free.changed.delete(changed);
    if (root && free.facts) draw();
  }, CHANGED);
}

key("free-history", { keys: ["l"], views: ["free"], words: "play.drawer.happened", when: () => Boolean(free.facts), run: () => rail?.turn("happened") });
key("free-look", { keys: ["space"], views: ["free"], words: "play.key.look", when: () => false, run: () => undefined }); // the stage listens itself
key("free-drawer", { keys: ["escape"], views: ["free"], words: "play.key.drawer", when: () => free.chosen.size === 0, run: () => rail?.close() });
key("free-write", { keys: ["n"], views: ["free"], words: "free.write", when: () => Boolean(free.facts) && free.seat !== null, run: () => withPointed(writeNote) });

words({
  en: {
    "view.free": message("Free table"),
    "free.about": message("Play with these cards without a rules engine: draw, deal, shuffle, turn and move whatever you like. Others join in windows of their own, and nobody sees another hand."),
    "free.players": message("Players"),
    "free.about.site": message("Play with these cards without a rules engine: draw, deal, shuffle, turn and move whatever you like. All players sit at this screen; it is handed on behind a curtain, so nobody sees another hand."),
    "free.names": message("Names of the players, with commas between them"),
    "free.here": message("All at this screen: it is handed on behind a curtain"),
    "free.curtain": message("Between two players"),
    "free.curtain.about": message("Nobody's hand is shown now."),
    "free.hand-it": message("Hand it to {name}"),
    "free.i-am": message("I am {name}"),
    "free.open": message("Deal a new table"),
    "free.sit": message("Sit down"),
    "free.watch": message("Look on"),
    "free.others": message("The other players"),
    "free.other": plural("{name}, {count} card in the hand", "{name}, {count} cards in the hand"),
    "free.cloth": message("The cloth"),
    "free.hand": message("Your hand: only you see it"),
    "free.hand.empty": message("Your hand is empty. What you draw is seen by you alone."),
    "free.prompt": message("What can be done"),
    "free.undo": message("Undo"),
    "free.redo": message("Redo"),
    "free.roll": message("Roll all dice"),
    "free.write": message("Write a note"),
    "free.set-up": message("Set up anew"),
    "free.share": message("Copy the link to this table"),
    "free.shared": message("The link is copied"),
    "free.leave": message("Leave the table"),
    "free.looks": message("{name} looks"),
    "free.unreachable": message("The server cannot be reached"),
  },
});
