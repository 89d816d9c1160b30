/* The free table of this window: which one it is, what the server lets its seat see, and what is chosen on it. */

import { site } from "../../app/data.js";
import { post } from "../../app/post.js";
import { toast } from "../../app/toast.js";
import { t, whyRefused } from "../../app/words.js";
import { askAlone } from "./alone.js";

/** A thing on the table. A card that is not seen has no `what`; `back` is a deck with its back.
    @typedef {{ id: number, kind: "card" | "token" | "die" | "counter" | "note", up: boolean, turned: number, back?: string, what?: string, value?: number, text?: string }} Thing */

/** Things on each other. `things` are there while this seat looks through them.
    @typedef {{ id: number, at: [number, number], pile: string, count: number, top: Thing | null, lookers: number[], things?: Thing[] }} Stack */

/** @typedef {{ count: number, decks: string[], things?: Thing[] }} Hand */
/** @typedef {{ at: number, seat: number, code: string, values: Record<string, any>, undone: boolean }} Line */
/** @typedef {{ name: string, titles: Record<string, string>, box: [number, number, number, number], board: boolean, picture: string }} Area */
/** @typedef {{ titles: Record<string, string>, size: number, colour: string, sides: number, seat: number }} Piece */

/** What a seat sees.
    @typedef {object} Facts
    @property {number} players
    @property {{ width: number, height: number, colour: string }} cloth mm
    @property {Area[]} areas
    @property {Record<string, { titles: Record<string, string>, deck: string, seat: number }>} piles
    @property {Record<string, Piece>} pieces
    @property {Record<string, [number, number]>} sizes
    @property {Stack[]} stacks
    @property {Hand[]} hands
    @property {Line[]} lines
    @property {number} at the number of the gesture that is looked at
    @property {number} steps
    @property {boolean} undo
    @property {boolean} redo */

/** @typedef {{ name: string, taken: boolean, own: boolean }} Seat */

export const free = {
  table: "",
  key: "", // of the seat that this window is at now
  keys: /** @type {string[]} */ ([]), // of all seats at this screen, by their numbers
  curtain: /** @type {number | null} */ (null), // the seat that the screen is handed to: nothing of a hand is here until its person says so
  facts: /** @type {Facts} */ (/** @type {unknown} */ (null)),
  seats: /** @type {Seat[]} */ ([]),
  seat: /** @type {number | null} */ (null),
  at: /** @type {number | null} */ (null), // the gesture that is looked back at
  chosen: /** @type {Set<string>} */ (new Set()), // "s" and the number of a stack, "h" and that of a card of the hand
  pointed: "", // what has the focus or is under the pointer: keys are about it if nothing is chosen
  isByKey: false,
  count: 0, // a number that was typed, or chosen in the bar
  scale: 1, // px a mm
  cut: /** @type {number | null} */ (null), // where a narrow window folds the cloth, mm
  shown: { width: 0, height: 0 }, // what is shown of the cloth, mm: a folded one down to its lowest thing
  asked: 0,
  draw: () => {},
  changed: /** @type {Set<string>} */ (new Set()), // cards whose files have changed, until they are drawn
};

/** @param {Record<string, unknown>} request @returns {Promise<{ status: number, data: any }>} */
const send = (request) => (site ? askAlone(request) : post("api/tables", request));

/** Ask the server about a table; on a site, the page itself. Refusals are shown.
    @param {Record<string, unknown>} request @returns {Promise<any>} */
export async function ask(request) {
  const { status, data } = await send(request);
  if (status === 200) return data;
  toast(whyRefused(data) || t("free.unreachable"), { slot: "fault" });
  return null;
}

/** Look at the table as the seat of this window sees it. Returns whether there is one. */
export async function look() {
  free.asked += 1;
  const turn = free.asked;
  const { status, data } = await send({ op: "look", table: free.table, key: free.key, at: free.at });
  if (turn !== free.asked) return true;
  if (status !== 200) return status === 0; // the server is away: it is asked again when it is back
  Object.assign(free, { facts: data.facts, seats: data.seats, seat: data.seat });
  const there = new Set([...free.facts.stacks.map(({ id }) => `s${id}`), ...hand().map(({ id }) => `h${id}`)]);
  for (const one of free.chosen) if (!there.has(one)) free.chosen.delete(one);
  free.draw();
  return true;
}

/** Make a gesture. It returns whether it was made.
    @param {Record<string, unknown>} gesture */
export async function make(gesture) {
  free.count = 0;
  if (free.seat === null || !await ask({ op: "take", table: free.table, key: free.key, turn: gesture })) return false;
  free.at = null;
  return look();
}

/** The cards of the own hand. @returns {Thing[]} */
export const hand = () => (free.seat === null ? [] : free.facts.hands[free.seat].things ?? []);

/** Whether something is chosen; for a key also if nothing is, and it is pointed at.
    @param {string} name */
const isChosen = (name) => (free.chosen.size || !free.isByKey ? free.chosen.has(name) : free.pointed === name);

/** Run something for a key.
    @template Result @param {() => Result} run @returns {Result} */
export function withPointed(run) {
  free.isByKey = true;
  try {
    return run();
  } finally {
    free.isByKey = false;
  }
}

/** The stacks that are chosen. */
export const chosenStacks = () => free.facts.stacks.filter(({ id }) => isChosen(`s${id}`));
/** The cards of the hand that are chosen. */
export const chosenCards = () => hand().filter(({ id }) => isChosen(`h${id}`));
/** The things that can be turned: the tops of the chosen stacks, and chosen cards of the hand. */
export const chosenThings = () => [...chosenStacks().flatMap(({ top }) => (top ? [top] : [])), ...chosenCards()];

/** Choose one thing alone, or add it to what is chosen.
    @param {string} name @param {boolean} [more] */
export function choose(name, more = false) {
  const was = free.chosen.has(name);
  const only = was && free.chosen.size === 1;
  if (!more) free.chosen.clear();
  if (more && was) free.chosen.delete(name);
  else if (more || !only) free.chosen.add(name);
  free.count = 0;
  free.draw();
}

export function chooseNothing() {
  free.chosen.clear();
  free.count = 0;
  free.draw();
}

/** The keys of the seats at this screen that this tab keeps. @param {string} table @returns {string[]} */
export const keptKeys = (table) => JSON.parse(sessionStorage.getItem(`cardgen.table.${table}`) ?? "[]");

/** Be at a table with these seats, and look at it as the one of the first key.
    @param {string} table @param {string[]} keys */
function enterWith(table, keys) {
  sessionStorage.setItem(`cardgen.table.${table}`, JSON.stringify(keys));
  Object.assign(free, { table, keys, key: keys.find(Boolean) ?? "", curtain: null, at: null });
  free.chosen.clear();
  return look();
}

/** Take a seat, or look on at a table if it is null.
    @param {string} table @param {number | null} seat @param {string} name */
export async function join(table, seat, name) {
  const keys = free.table === table ? free.keys : keptKeys(table);
  if (seat === null) return enterWith(table, keys);
  const answer = await ask({ op: "sit", table, seat, name, key: keys.find(Boolean) ?? "" });
  if (!answer) return false;
  return enterWith(table, Object.assign([], { [seat]: answer.key }));
}

/** Open a table for so many players, and sit down: on one seat, or all at this screen.
    @param {number} players @param {string[]} names @param {boolean} isShared */
export async function open(players, names, isShared) {
  const answer = await ask({ op: "open", free: true, settings: { players }, seats: players, name: isShared ? names[0] : names.join(", ") });
  if (!answer) return false;
  const keys = [answer.key];
  for (let seat = 1; isShared && seat < players; seat += 1) {
    const sat = await ask({ op: "sit", table: answer.table, seat, name: names[seat] || t("free.player", { number: seat + 1 }) });
    if (sat) keys[seat] = sat.key;
  }
  return enterWith(answer.table, keys);
}

/** The seat that the screen is handed to next, null if only one is at this screen. */
export function nextSeat() {
  const seats = Object.keys(free.keys).map(Number).filter((seat) => free.keys[seat]);
  return seats.length < 2 ? null : seats.find((seat) => seat > (free.seat ?? -1)) ?? seats[0];
}

/** Draw the curtain, and hand the screen to the next person: meanwhile the page has nobody's hand. */
export function handOn() {
  Object.assign(free, { curtain: nextSeat(), key: "", at: null });
  free.chosen.clear();
  return look();
}

/** The next person is there. */
export function openCurtain() {
  Object.assign(free, { key: free.keys[free.curtain ?? 0] ?? "", curtain: null });
  return look();
}

/** Leave the table. The last one who leaves ends it. */
export async function leave() {
  const { table, keys } = free;
  for (const key of keys) if (key) await ask({ op: "stand", table, key });
  sessionStorage.removeItem(`cardgen.table.${table}`);
  Object.assign(free, { table: "", key: "", keys: [], curtain: null, facts: null, seat: null, at: null });
}
