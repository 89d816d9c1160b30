/* The free table of this window: which one it is, what the server lets its seat see, and what is chosen on it. */

import { post } from "../../app/post.js";
import { toast } from "../../app/toast.js";
import { t, whyRefused } from "../../app/words.js";

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
  key: "",
  facts: /** @type {Facts} */ (/** @type {unknown} */ (null)),
  seats: /** @type {Seat[]} */ ([]),
  seat: /** @type {number | null} */ (null),
  at: /** @type {number | null} */ (null), // the gesture that is looked back at
  chosen: /** @type {Set<string>} */ (new Set()), // "s" and the number of a stack, "h" and that of a card of the hand
  pointed: "", // what has the focus or is under the pointer: keys are about it if nothing is chosen
  isByKey: false,
  count: 0, // a number that was typed, or chosen in the bar
  scale: 1, // px a mm
  asked: 0,
  draw: () => {},
  changed: /** @type {Set<string>} */ (new Set()), // cards whose files have changed, until they are drawn
};

export const keyName = (/** @type {string} */ table) => `cardgen.table.${table}`;

/** Ask the server about a table. Refusals are shown.
    @param {Record<string, unknown>} request @returns {Promise<any>} */
export async function ask(request) {
  const { status, data } = await post("api/tables", request);
  if (status === 200) return data;
  toast(whyRefused(data) || t("free.unreachable"), { slot: "fault" });
  return null;
}

/** Look at the table as the seat of this window sees it. Returns whether there is one. */
export async function look() {
  free.asked += 1;
  const turn = free.asked;
  const { status, data } = await post("api/tables", { op: "look", table: free.table, key: free.key, at: free.at });
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

/** Take a seat, or look on at a table if it is null.
    @param {string} table @param {number | null} seat @param {string} name */
export async function join(table, seat, name) {
  const kept = free.table === table ? free.key : sessionStorage.getItem(keyName(table)) ?? "";
  const answer = seat === null ? { key: kept } : await ask({ op: "sit", table, seat, name, key: kept });
  if (!answer) return false;
  sessionStorage.setItem(keyName(table), answer.key);
  Object.assign(free, { table, key: answer.key, at: null });
  free.chosen.clear();
  return look();
}

/** Open a table for so many players, and sit down.
    @param {number} players @param {string} name */
export async function open(players, name) {
  const answer = await ask({ op: "open", free: true, settings: { players }, seats: players, name });
  if (!answer) return false;
  sessionStorage.setItem(keyName(answer.table), answer.key);
  return join(answer.table, null, name);
}

/** Leave the table. The last one who leaves ends it. */
export async function leave() {
  const { table, key, seat } = free;
  if (seat !== null) await ask({ op: "stand", table, key });
  sessionStorage.removeItem(keyName(table));
  Object.assign(free, { table: "", key: "", facts: null, seat: null, at: null });
}
