/* Decisions: requests to the server, or into a site's own log, and this tab's decisions, which it can undo. */

import { site, state } from "../app/data.js";
import { announce } from "../app/events.js";
import { post } from "../app/post.js";
import { changed } from "../app/views.js";
import { whyRefused } from "../app/words.js";
import { asStored } from "./drafts.js";
import { eventsOf, keyOf, nameIn, partsOf, takeEvents } from "./events.js";
import { hex, writeHere } from "./site-log.js";
import { isMine, who } from "./who.js";
/** @import { SideName } from "../app/data.js" */

/** @typedef {object} DecisionRequest
    @property {EventData["kind"]} kind
    @property {string} key
    @property {string} [text]
    @property {string[]} [attached] pictures as data URLs
    @property {SideName} [side]
    @property {number[]} [at_mm]
    @property {string} [thread]
    @property {string} [undoes]
    @property {boolean} [again] an earlier attempt may have arrived */

/** @typedef {ConflictData & { events: ShownEvent[], request: DecisionRequest }} Conflict */

/** @typedef {{ saved: ShownEvent[], conflicts: Conflict[], failed: { status: number, message: string } | null }} DecisionResult */

/** A decision that is being sent.
    @typedef {{ kind: string, state: "saving" | "away" | "refused", message?: string, request: DecisionRequest }} Waiting */

/** The decisions that have a text.
    @typedef {"reject" | "comment"} WrittenKind */

export const MOST_AT_ONCE = 50;

// ---------------------------------------------------------------- deciding

const waiting = /** @type {Map<string, Waiting>} */ (new Map());

/** The request that is being sent for a card: {kind, state: "saving" | "away" | "refused", message, request}, or undefined.
    @param {string} key */
export const waitingFor = (key) => waiting.get(key);

/** @param {DecisionRequest} about */
function message({ kind, key, text, attached, side, at_mm, thread, undoes }) {
  const { deck, id, face, back, data, page } = /** @type {CardData} */ (state.cards.get(key));
  const made = { kind, ...nameIn({ deck, card: id, page, data }), sides: back ? { face, back } : { face }, seen: eventsOf(key).at(-1)?.id ?? "" };
  return Object.assign(made, text && { text: asStored(text) }, attached?.length && { attached }, side && { side }, at_mm && { at_mm }, thread && { thread }, undoes && { undoes });
}

/** @param {DecisionRequest[]} requests @param {any} what */
const note = (requests, what) => {
  for (const request of requests) {
    if (what) waiting.set(request.key, { kind: request.kind, request, ...what });
    else waiting.delete(request.key);
  }
  announce("waiting", { keys: requests.map((request) => request.key) });
};

/** Whether the newer event that a second attempt meets is that of the first, whose answer was lost on its way.
    @param {DecisionRequest} request @param {ConflictData} about1 */
const isOwnEcho = (request, { events: [event, ...more] }) =>
  request.again && event && !more.length && isMine(event) && event.kind === request.kind && event.thread === request.thread && (event.text ?? "") === (request.text ?? "");

/** What is being sent now. */
const underWay = /** @type {Set<Promise<DecisionResult>>} */ (new Set());

/** Waits until all that is being sent has been answered: only then this tab knows which events are its own. */
export const answered = () => Promise.allSettled(underWay);

/** Sends up to 50 requests {kind, key, text?, side?, at_mm?, thread?, undoes?} together, with an `id` as parts of one decision.
    Returns {saved, conflicts: [{key, why, events, request}], failed: null | {status, message}}; what is saved is already
    merged and announced.
    @param {DecisionRequest[]} requests @param {string} [id] */
export async function decide(requests, id) {
  const result = send(requests, id);
  underWay.add(result);
  try {
    return await result;
  } finally {
    underWay.delete(result);
  }
}

/** @param {DecisionRequest[]} requests @param {string} [id] @returns {Promise<DecisionResult>} */
async function send(requests, id) {
  note(requests, { state: "saving" });
  const messages = requests.map(message);
  const { status, data } = site ? await writeHere(messages, id) : await post("api/decide", { events: messages, id, by: who() || undefined });
  if (status !== 200 && status !== 409) {
    const failed = { status, message: whyRefused(data) };
    note(requests.map((request) => ({ ...request, again: true })), { state: status === 0 ? "away" : "refused", message: failed.message });
    return { saved: [], conflicts: [], failed };
  }
  const met = /** @type {Conflict[]} */ (data.conflicts.map((/** @type {ConflictData} */ conflict) => ({ ...conflict, request: requests.find((sent) => sent.key === conflict.key) })));
  const echoes = met.filter((conflict) => isOwnEcho(conflict.request, conflict));
  const conflicts = met.filter((conflict) => !echoes.includes(conflict));
  const saved = [...data.saved, ...echoes.map((conflict) => conflict.events[0])];
  note(requests, null);
  remember(saved);
  const keys = takeEvents([...saved, ...conflicts.flatMap((conflict) => conflict.events)]);
  if (keys.length) changed("review", { keys });
  return { saved, conflicts, failed: null };
}

/** Whether requests are the same decision about several cards.
    @param {DecisionRequest[]} requests */
const areAlike = ([first, ...others]) => others.length > 0 && first.kind !== "comment" && !first.thread &&
  others.every(({ kind, text, undoes }) => kind === first.kind && text === first.text && undoes === first.undoes);

/** Sends many requests in batches, until `stop()` is true or the server is away; calls `progress(done)` after each.
    If they are the same decision about several cards, they are one event. Returns the results together.
    @param {DecisionRequest[]} requests @param {(done: number, result: DecisionResult) => void} progress @param {() => boolean} stop */
export async function decideMany(requests, progress, stop) {
  const all = /** @type {DecisionResult} */ ({ saved: [], conflicts: [], failed: null });
  const before = mine();
  const id = areAlike(requests) ? hex(8) : undefined;
  for (let from = 0; from < requests.length && !stop() && !all.failed; from += MOST_AT_ONCE) {
    const { saved, conflicts, failed } = await decide(requests.slice(from, from + MOST_AT_ONCE), id);
    all.saved.push(...saved);
    all.conflicts.push(...conflicts);
    all.failed = failed;
    progress(from + saved.length + conflicts.length, all);
  }
  rememberAll([...before, idsOf(all.saved)].filter((group) => group.length)); // one step to take back
  return all;
}

// ---------------------------------------------------------------- undo

const MINE = "cardgen.mine";

/** The same for a browser that stores nothing. */
let mineUnstored = /** @type {string[][]} */ ([]);

/** This tab's decisions, oldest first, in groups of ids that were made at once. They survive a reload of the tab.
    @returns {string[][]} */
function mine() {
  try {
    return JSON.parse(sessionStorage.getItem(MINE) ?? "null") ?? [];
  } catch {
    return mineUnstored;
  }
}

/** @param {string[][]} groups */
function rememberAll(groups) {
  mineUnstored = groups.slice(-500);
  try {
    sessionStorage.setItem(MINE, JSON.stringify(mineUnstored));
  } catch { /* it is remembered until the tab is closed or loaded again */ }
}

/** @param {ShownEvent[]} events */
const idsOf = (events) => [...new Set(events.map((event) => event.id))];

/** @param {ShownEvent[]} saved */
function remember(saved) {
  const ids = idsOf(saved.filter((event) => event.kind !== "undo"));
  if (ids.length) rememberAll([...mine(), ids]);
}

/** Whether an event was not undone yet, and its card is still there.
    @param {ShownEvent} event */
export const canUndo = (event) => !event.undone && state.cards.has(keyOf(event));

/** The last group of this tab's events that was not undone: Ctrl+Z undoes it. */
export const lastOfMine = () =>
  mine().map((group) => group.flatMap(partsOf).filter(canUndo))
    .findLast((group) => group.length) ?? [];

/** The request that undoes an event.
    @returns {DecisionRequest}
    @param {ShownEvent} event */
export const undoing = (event) => ({ kind: "undo", key: keyOf(event), undoes: event.id });
