/* The pointers of the others at a free table: where they are on the cloth, with their names, and what they carry. They are sent while
   somebody else is there, several times a second; the server sends no face with them, only the number of a stack that lies on the cloth. */

import { on } from "../../app/events.js";
import { playmates } from "../../app/people.js";
import { post } from "../../app/post.js";
import { fill, h, s } from "../../shared/elements.js";
import { cardPicture, picture, shownAt } from "./cloth.js";
import { seatColour, seatName } from "./names.js";
import { free } from "./state.js";

const PAUSE = 70; // ms between two messages
const GONE = 12_000; // ms without one after which a pointer is taken away

/** Where somebody points, mm, null for nowhere; `held` is the number of a stack, or "hand".
    @typedef {{ table: string, seat: number, x: number | null, y: number, held: number | string | null }} Cursor */

/** The layer that the pointers are on, a part of the cloth. */
export const cursors = h("div", { class: "free-cursors", "aria-hidden": "true" });
const shown = /** @type {Map<number, { element: HTMLElement, due: number, held: unknown }>} */ (new Map());
let [due, sent] = [0, 0];
let next = /** @type {Record<string, unknown> | null} */ (null);

/** Tell the others where the pointer is, in a moment.
    @param {{ x: number, y: number } | null} place mm @param {string} carried the name of an element that is dragged, "" for nothing */
export function tellPointer(place, carried = "") {
  if (free.seat === null || !playmates().length) return;
  const held = carried.startsWith("h") ? "hand" : carried ? Number(carried.slice(1)) : null;
  next = { op: "point", table: free.table, key: free.key, x: place?.x ?? null, y: place?.y ?? 0, held };
  if (!due) due = window.setTimeout(send, Math.max(0, PAUSE - (performance.now() - sent)));
}

function send() {
  [due, sent] = [0, performance.now()];
  void post("api/tables", next);
}

on("play-cursor", (/** @type {Cursor} */ cursor) => {
  if (cursor.table !== free.table || !free.facts || cursor.seat === free.seat) return;
  const { seat, x, y, held } = cursor;
  const known = shown.get(seat);
  clearTimeout(known?.due);
  if (x === null) return takeAway(seat);
  const element = known?.element ?? h("span", { class: "free-cursor", dataset: { seat }, style: { "--who": seatColour(seat) } });
  if (!known || known.held !== held) fill(element, carried(seat, held), s("svg", { viewBox: "0 0 22 22" }, s("path", { d: "M4 3l14 7-6 1.5L9.500 18z" })), h("b", {}, seatName(seat)));
  const place = shownAt({ x, y });
  element.style.setProperty("translate", `${place.x * free.scale}px ${place.y * free.scale}px`);
  if (!known) cursors.append(element);
  shown.set(seat, { element, held, due: window.setTimeout(takeAway, GONE, seat) });
});

/** @param {number} seat */
function takeAway(seat) {
  shown.get(seat)?.element.remove();
  shown.delete(seat);
}

/** What somebody carries, as this window may see it. @param {number} seat @param {number | string | null} held */
function carried(seat, held) {
  const back = free.facts.hands[seat]?.decks[0];
  if (held === "hand") return back ? cardPicture({ id: -1, kind: "card", up: false, turned: 0, back }, free.scale) : null;
  const top = free.facts.stacks.find(({ id }) => id === held)?.top;
  return top ? picture(top, free.scale) : null;
}
