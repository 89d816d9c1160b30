/* What the canvas shows: a side of a card, its boxes as the template has them and as they are laid out, and those that are selected. */

import { state } from "../app/data.js";
import { alter, current } from "../app/views.js";

/** A box of the template with its rectangles on this card, mm from the trim: several if it is repeated. A ghost is one that the card
    leaves out: it has none before it is selected, then those that it would have.
    @typedef {CanvasBox & { rects: number[][], isGhost: boolean }} ShownBox */

/** A text that is being written on a card: what it changes, and what is told when a draft has come, the stage is another one, or a font is there.
    @typedef {{ key: string, operations: () => Record<string, unknown>[], took: (answer: DraftAnswer, address: string) => void, close: (keeps: boolean) => Promise<void>, placed: () => void, dress: () => void }} WrittenText */

/** Changes of x, y, width and height, mm. @typedef {[number, number, number, number]} By */

/** The boxes, and what is about to be changed: `by` moves and resizes those that are selected, `turn` turns the one that is. Locked and
    hidden boxes are so in this view alone. `draft` is the address of the card without the hidden ones, `text` what is written in its place.
    @type {{ data: CanvasData | null, laid: BoxData[], ghosts: Map<string, number[][]>, locked: Set<string>, hidden: Set<string>, picture: string, draft: string,
      by: By | null, turn: number | null, text: WrittenText | null, writing: number, scale: number }} */
export const canvas = { data: null, laid: [], ghosts: new Map(), locked: new Set(), hidden: new Set(), picture: "", draft: "", by: null, turn: null, text: null, writing: 0, scale: 1 };

export const cardKey = () => {
  const [deck = "", id = ""] = current.route.path;
  const key = `${deck}/${id}`;
  return state.cards.has(key) ? key : state.catalog.cards.find((card) => !deck || card.deck === deck)?.key ?? "";
};
export const card = () => state.cards.get(cardKey());
export const deck = () => /** @type {DeckData} */ (state.decks.get(card()?.deck ?? ""));
/** The cards of the deck, in its order. */
export const siblings = () => state.catalog.cards.filter((one) => one.deck === card()?.deck);
export const side = () => (current.route.state.side === "back" && card()?.back ? "back" : "face");
/** The names of the selected boxes, the last one that was selected last. */
export const picked = () => (current.route.state.box ?? "").split(",").filter(Boolean);
/** @param {string} name */
export const isPicked = (name) => picked().includes(name);
/** Selects boxes. @param {readonly string[]} names */
export const pick = (names) => alter({ box: names.join(",") });
/** Selects a box beside others, or no longer. @param {string} name */
export const pickBeside = (name) => pick(isPicked(name) ? picked().filter((one) => one !== name) : [...picked(), name]);

/** The name of a box in the template, from that of a copy which a container has made of it.
    @param {string} laid */
const nameOf = (laid) => (canvas.data?.boxes.some(({ name }) => name === laid) ? laid : laid.split(".").filter((step) => !/^\d+$/.test(step)).join("."));

/** The boxes in painting order. @returns {ShownBox[]} */
export function boxes() {
  const rects = /** @type {Map<string, number[][]>} */ (new Map());
  for (const { name, rect } of canvas.laid) rects.set(nameOf(name), [...rects.get(nameOf(name)) ?? [], rect]);
  return (canvas.data?.boxes ?? []).map((box) => ({ ...box, rects: rects.get(box.name) ?? canvas.ghosts.get(box.name) ?? [], isGhost: !rects.has(box.name) }));
}

/** The selected boxes, in painting order. */
export const pickedBoxes = () => boxes().filter(({ name }) => isPicked(name));
/** The selected box; undefined if there are several, or none. */
export const pickedBox = () => (picked().length === 1 ? pickedBoxes()[0] : undefined);
/** The selected boxes that are moved: not those inside of others. */
export const movedBoxes = () => pickedBoxes().filter(({ name }) => !picked().some((other) => name.startsWith(`${other}.`)));

/** The rectangle around others. @param {readonly number[][]} rects */
export function around(rects) {
  const [left, top] = [0, 1].map((axis) => Math.min(...rects.map((rect) => rect[axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...rects.map((rect) => rect[axis] + rect[axis + 2])));
  return [left, top, right - left, bottom - top];
}

/** A value of a box; undefined if it has none.
    @param {CanvasBox} box @param {...(string | number)} key */
export const valueOf = (box, ...key) => box.values.find((value) => value.key.join() === key.join());

/** The degrees clockwise that a box itself is turned in its template. @param {CanvasBox} box */
export const ownTurn = (box) => Number(valueOf(box, "turn")?.value ?? 0);
/** The degrees clockwise that a box is turned on the card. @param {CanvasBox} box */
export const turnOf = (box) => box.turn + (canvas.turn ?? ownTurn(box));

/** A rectangle before it is turned, from the one around it when it is. @param {readonly number[]} rect @param {number} degrees */
export function unturned([x, y, width, height], degrees) {
  const [sine, cosine] = [Math.sin, Math.cos].map((of) => Math.abs(of(degrees * Math.PI / 180)));
  const share = cosine ** 2 - sine ** 2;
  if (Math.abs(share) < 0.01) return [x, y, width, height]; // at 45° all are in the same square
  const [wide, high] = [(width * cosine - height * sine) / share, (height * cosine - width * sine) / share];
  return [x + (width - wide) / 2, y + (height - high) / 2, wide, high];
}

/** A length across and one down, turned clockwise. @param {number} x @param {number} y @param {number} degrees */
export function turned(x, y, degrees) {
  const [sine, cosine] = [Math.sin(degrees * Math.PI / 180), Math.cos(degrees * Math.PI / 180)];
  return [x * cosine - y * sine, x * sine + y * cosine];
}

const THIN = 8; // px that a line has at least for the pointer

/** Whether one of the rectangles of a box has a point. @param {ShownBox} box @param {number} x @param {number} y */
const hasPoint = ({ rects }, x, y) => rects.some((rect) => [x, y].every((at, axis) => Math.abs(at - rect[axis] - rect[axis + 2] / 2) <= Math.max(rect[axis + 2], THIN / canvas.scale) / 2));
/** Whether a point is in a selected box. @param {number} x @param {number} y */
export const isPickedAt = (x, y) => pickedBoxes().some((box) => hasPoint(box, x, y));

/** The boxes whose rectangle has a point, topmost first, without locked ones.
    @param {number} x @param {number} y */
export const boxesAt = (x, y) => boxes().filter((box) => !box.isGhost && !canvas.locked.has(box.name) && !canvas.hidden.has(box.name) && hasPoint(box, x, y)).reverse();

/** A rectangle with changes. @param {number[]} rect @param {By | null} by */
export const changed = (rect, by) => rect.map((length, at) => length + (by?.[at] ?? 0));

/** A name that no box has yet, nor one of others. @type {(wish: string, others?: readonly string[]) => string} */
export const freeName = (wish, others = []) => {
  const taken = new Set([...others, ...canvas.data?.boxes.map(({ name }) => name.split(".").at(-1)) ?? []]);
  return taken.has(wish) ? freeName(/-\d+$/.test(wish) ? wish.replace(/\d+$/, (number) => String(Number(number) + 1)) : `${wish}-2`, others) : wish;
};
