/* The cloth: boards, zones and stacks at their places. An element stays the same as long as its stack is there, so that it keeps the focus. */

import { state, thumbnail, face } from "../../app/data.js";
import { settings } from "../../app/settings.js";
import { pick, say, t } from "../../app/words.js";
import { fill, h, icon, s } from "../../shared/elements.js";
import { avatar, cardName, seatColour, seatName, stackName } from "./names.js";
import { free } from "./state.js";
import { findFold, folded, foldedSize, unfolded } from "../../shared/fold.js";
import { cutOf } from "../../shared/outlines.js";
/** @import { Point, Size } from "../../shared/fold.js" */
/** @import { Area, Stack, Thing } from "./state.js" */

/** The least width of a note, and of what a finger can hit, px. */
const NOTE = 160;
const FINGER = 44;
/** The room beside and below things, as for their names, and the least width of a cloth that can be played on, mm. */
const MARGIN = 14;
const NARROW = 280;

/** Width and height of a thing, mm.
    @param {Thing | null} thing @param {string} [pile] @returns {[number, number]} */
export function sizeOf(thing, pile = "") {
  const { sizes, piles, pieces } = free.facts;
  if (thing?.kind === "note") return [Math.max(40, NOTE / free.scale), Math.max(20, FINGER / free.scale)];
  if (thing?.kind === "counter") return [2 * (pieces[thing.what ?? ""]?.size ?? 24), pieces[thing.what ?? ""]?.size ?? 24];
  const piece = pieces[thing ? thing.what ?? "" : pile];
  if (piece && thing?.kind !== "card") return [piece.size, piece.size];
  return sizes[thing?.what?.split("/")[0] ?? thing?.back ?? piles[pile]?.deck] ?? [63, 88];
}

/** The picture of a card, cut at its trim, with so many px a mm.
    @param {Thing} thing @param {number} scale */
export function cardPicture(thing, scale) {
  const [key, side] = thing.what && thing.up ? [thing.what, "face"] : [thing.what ?? "", "back"];
  const card = state.cards.get(key) ?? [...state.cards.values()].find(({ deck, back }) => deck === thing.back && back);
  const deck = state.decks.get(key.split("/")[0]) ?? state.decks.get(thing.back ?? "");
  const hash = side === "face" ? state.cards.get(key)?.face : card?.back;
  const { bleed = 0, corner = 3, outline = [] } = deck ?? {};
  const [width, height] = sizeOf(thing);
  const picture = hash ? h("img", { src: thumbnail(hash, scale), alt: "", draggable: "false", decoding: "async",
    style: { left: `${-bleed * scale}px`, top: `${-bleed * scale}px`, width: `${(width + 2 * bleed) * scale}px`, height: `${(height + 2 * bleed) * scale}px` } })
    : h("span", { class: "free-blank" }, side === "face" ? cardName(key) : "");
  return h("span", { class: "free-card", style: { width: `${width * scale}px`, height: `${height * scale}px`, "border-radius": `${corner * scale}px`, "--cut": cutOf({ outline }, { isBack: side === "back" }) } }, picture);
}

/** The pips of a die as parts of its side.
    @type {Record<number, [number, number][]>} */
const PIPS = { 1: [[2, 2]], 2: [[1, 1], [3, 3]], 3: [[1, 1], [2, 2], [3, 3]], 4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]], 6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]] };

/** @param {Thing} thing @param {number} scale */
function piecePicture(thing, scale) {
  const piece = free.facts.pieces[thing.what ?? ""];
  const [width, height] = sizeOf(thing);
  const style = { width: `${width * scale}px`, height: `${height * scale}px` };
  if (thing.kind === "note") return h("span", { class: "free-note", style: { width: style.width, "min-height": style.height } }, thing.text,
    thing.what ? h("small", {}, icon("comment"), cardName(thing.what)) : null);
  if (thing.kind === "token") return h("span", { class: "free-token", style: { ...style, "--own": piece?.colour ?? "" } });
  if (thing.kind === "counter") {
    return h("span", { class: "free-counter", style: { ...style, "--own": piece?.seat >= 0 ? seatColour(piece.seat) : "var(--line-control)" } },
      h("b", {}, thing.value));
  }
  const pips = piece?.sides === 6 ? PIPS[thing.value ?? 1] : null;
  return h("span", { class: "free-die", style }, pips ? s("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" },
    pips.map(([x, y]) => s("circle", { cx: x * 10, cy: y * 10, r: 3.8 }))) : h("b", {}, thing.value));
}

/** @param {Thing} thing @param {number} scale */
export const picture = (thing, scale) => (thing.kind === "card" ? cardPicture(thing, scale) : piecePicture(thing, scale));

/** Where a point of the cloth is shown, and the point that is shown at a place, mm: the cloth may be folded.
    @param {Point} point */
export const shownAt = (point) => folded(point, free.shown, free.cut);
/** @param {Point} place */
export const clothAt = (place) => unfolded(place, free.shown, free.cut);

let cutFor = ""; // the table and the window: what is moved later does not move the cut

/** Choose what is shown of the cloth, and return the size of it, mm. A narrow window shows no more than has things on it, and folds the cloth
    if everything is larger then.
    @param {Size} room px */
export function foldCloth(room) {
  const { cloth, areas, stacks } = free.facts;
  const key = `${free.table} ${innerWidth} × ${innerHeight}`;
  if (key !== cutFor) {
    cutFor = key;
    const boxes = [...areas.map(({ box }) => box), ...stacks.map(({ at, top, pile }) => [...at, ...sizeOf(top, pile)])];
    const right = Math.max(NARROW, ...boxes.map(([x, , width]) => x + width / 2 + MARGIN));
    const low = Math.max(...boxes.map(([, y, , height]) => y + height / 2 + MARGIN));
    const part = { width: Math.min(cloth.width, right), height: Math.min(cloth.height, low) };
    free.cut = isNarrow() ? findFold(boxes.map(([x, , width]) => [x - width / 2, x + width / 2]), part, room) : null;
    free.shown = free.cut === null ? { width: isNarrow() ? part.width : cloth.width, height: cloth.height } : part;
  }
  return foldedSize(free.shown, free.cut);
}

/** The middle of what is seen of the cloth, mm. */
export function middle() {
  const field = /** @type {HTMLElement} */ (document.querySelector(".free-field"));
  const { width, height } = foldedSize(free.shown, free.cut);
  return clothAt({ x: Math.min(width - 40, (field.scrollLeft + field.clientWidth / 2) / free.scale), y: Math.min(height - 40, (field.scrollTop + field.clientHeight * 0.62) / free.scale) });
}

export const isNarrow = () => matchMedia("(max-width: 640px)").matches;
export const tick = () => h("span", { class: "free-tick" }, icon("check"));

const kept = /** @type {Map<number, HTMLElement>} */ (new Map());

/** A stack as a button; the same one as before if there was one.
    @param {Stack} stack */
function stackElement(stack) {
  const { id, at, top, count, pile, lookers } = stack;
  const { x, y } = shownAt({ x: at[0], y: at[1] });
  const { scale } = free;
  const element = kept.get(id) ?? h("button", { type: "button", class: "free-stack", dataset: { hold: `stack-${id}`, stack: id, name: `s${id}` } });
  kept.set(id, element);
  const [width, height] = sizeOf(top, pile).map((side) => Math.max(side, isNarrow() ? FINGER / scale : 0));
  const isChosen = free.chosen.has(`s${id}`);
  const key = top?.what ?? "";
  element.style.setProperty("transform", `translate(${(x - width / 2) * scale}px, ${(y - height / 2) * scale}px)`);
  element.style.setProperty("width", `${width * scale}px`);
  element.style.setProperty("height", `${height * scale}px`);
  element.setAttribute("aria-label", stackName(stack));
  element.setAttribute("aria-pressed", String(isChosen));
  element.tabIndex = -1;
  element.classList.toggle("is-many", count > 1);
  element.classList.toggle("is-changed", free.changed.has(key));
  element.dataset.kind = top?.kind ?? "empty";
  element.dataset.thing = top ? String(top.id) : "";
  if (top?.kind === "card" && top.what) element.dataset.look = `s${id}`;
  else delete element.dataset.look;
  const titles = top?.kind === "counter" ? free.facts.pieces[top.what ?? ""]?.titles : pile && top?.kind !== "token" ? free.facts.piles[pile]?.titles : null;
  const owner = free.facts.piles[pile]?.seat ?? -1;
  const others = lookers.filter((seat) => seat !== free.seat);
  fill(element, h("span", { class: "free-turned", style: { rotate: `${top?.turned ?? 0}deg` } }, top ? picture(top, scale) : h("span", { class: "free-empty" })),
    count > 1 ? h("span", { class: "free-count" }, count) : null,
    owner < 0 ? null : avatar(owner), titles ? h("span", { class: "free-label" }, pick(titles, settings.language) ? say(titles, settings.language) : t("free.discard")) : null,
    isChosen ? tick() : null,
    others.length ? h("span", { class: "free-looker" }, others.map((seat) => t("free.looks", { name: seatName(seat) })).join(" ")) : null);
  return element;
}

/** @param {Area} area */
function areaElement({ titles, box: [middle, line, width, height], board, picture: hash }) {
  const { scale } = free;
  const { x, y } = shownAt({ x: middle, y: line });
  const name = pick(titles, settings.language);
  const style = { left: `${(x - width / 2) * scale}px`, top: `${(y - height / 2) * scale}px`, width: `${width * scale}px`, height: `${height * scale}px` };
  return h("div", { class: board ? "free-board" : "free-zone", style }, board ? hash && h("img", { src: face(hash), alt: name, draggable: "false" }) : say(titles, settings.language));
}

/** Draw everything on the cloth.
    @param {HTMLElement} cloth @param {HTMLElement} layer what is over it: the pointers of the others */
export function drawCloth(cloth, layer) {
  const { facts, scale } = free;
  const there = new Set(facts.stacks.map(({ id }) => id));
  for (const id of kept.keys()) if (!there.has(id)) kept.delete(id);
  const { width, height } = foldedSize(free.shown, free.cut);
  cloth.style.setProperty("width", `${width * scale}px`);
  cloth.style.setProperty("height", `${height * scale}px`);
  // What was moved lies over the others by its number: to insert an element again would take its focus.
  const elements = facts.stacks.map((stack, at) => {
    const element = stackElement(stack);
    element.style.setProperty("z-index", String(at + 1));
    return element;
  });
  elements.sort((one, other) => Number(one.dataset.stack) - Number(other.dataset.stack));
  fill(cloth, facts.areas.map(areaElement), elements, layer);
}

/** A card looked at large.
    @param {Thing} thing */
export function largePicture(thing) {
  const [width, height] = sizeOf(thing);
  const scale = Math.min(340 / width, (innerHeight - 160) / height, (innerWidth - 48) / width);
  return h("figure", { class: "free-large" }, picture(thing, scale));
}
