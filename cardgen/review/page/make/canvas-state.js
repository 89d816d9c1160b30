/* What the canvas shows: a side of a card, its boxes as the template has them and as they are laid out, and the one that is selected. */

import { state } from "../app/data.js";
import { current } from "../app/views.js";

/** A box of the template with its rectangles on this card, mm from the trim: none if the card leaves it out, several if it is repeated.
    @typedef {CanvasBox & { rects: number[][] }} ShownBox */

/** Changes of x, y, width and height, mm. @typedef {[number, number, number, number]} By */

/** @type {{ data: CanvasData | null, laid: BoxData[], locked: Set<string>, picture: string, by: By | null, writing: number, scale: number }} */
export const canvas = { data: null, laid: [], locked: new Set(), picture: "", by: null, writing: 0, scale: 1 };

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
export const picked = () => current.route.state.box ?? "";

/** The name of a box in the template, from that of a copy which a container has made of it.
    @param {string} laid */
const nameOf = (laid) => (canvas.data?.boxes.some(({ name }) => name === laid) ? laid : laid.split(".").filter((step) => !/^\d+$/.test(step)).join("."));

/** The boxes in painting order. @returns {ShownBox[]} */
export function boxes() {
  const rects = /** @type {Map<string, number[][]>} */ (new Map());
  for (const { name, rect } of canvas.laid) rects.set(nameOf(name), [...rects.get(nameOf(name)) ?? [], rect]);
  return (canvas.data?.boxes ?? []).map((box) => ({ ...box, rects: rects.get(box.name) ?? [] }));
}

export const pickedBox = () => boxes().find(({ name }) => name === picked());

/** A value of a box; undefined if it has none.
    @param {CanvasBox} box @param {...(string | number)} key */
export const valueOf = (box, ...key) => box.values.find((value) => value.key.join() === key.join());

/** Whether a box can be resized by its handles: turned ones by numbers alone. @param {CanvasBox} box */
export const isUpright = (box) => !valueOf(box, "turn")?.value;

/** The boxes whose rectangle has a point, topmost first, without locked ones.
    @param {number} x @param {number} y */
export const boxesAt = (x, y) => boxes().filter(({ name, rects }) => !canvas.locked.has(name) && rects.some(([left, top, width, height]) =>
  x >= left && x <= left + width && y >= top && y <= top + height)).reverse();

/** A rectangle with changes. @param {number[]} rect @param {By | null} by */
export const changed = (rect, by) => rect.map((length, at) => length + (by?.[at] ?? 0));
