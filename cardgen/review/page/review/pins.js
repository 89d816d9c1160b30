/* Pins: the places on a card that comments point at, and how a place is chosen, by pointer or by keyboard, in mm. */

import { deckOf, state } from "../app/data.js";
import { on } from "../app/events.js";
import { alter, current } from "../app/views.js";
import { t, words } from "../app/words.js";
import { h, s } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import * as statusRule from "../shared/status.js";
import { keep, recall } from "../shared/storage.js";
import { focusPin, writingNow } from "./decision-panel.js";
import { eventsOf, isOld, keyOf } from "./events.js";
import { cardLayers } from "./parts.js";
/** @import { SideName } from "../app/data.js" */
/** @import { Writing } from "./editor.js" */
/** @import { PanelContext } from "./parts.js" */

/** The pins on a side: `root` has the pins and the crosshair, in mm.
    @typedef {{ root: SVGGElement, pins: SVGGElement, picker: SVGGElement, key: string, side: string }} PinLayer */

const layers = /** @type {Map<string, PinLayer>} */ (new Map()); // side → {root: <g> in mm, key, side}: where pins are drawn, one for each side that is shown
/** @typedef {{ writing: Writing, side: string, at: number[] }} Picked */
let picked = /** @type {Picked | null} */ (null); // the comment that a place is being chosen for

/** The same, while a place is being chosen. */
const choice = () => /** @type {Picked} */ (picked);

/** @param {string} side */
const layerOf = (side) => /** @type {PinLayer} */ (layers.get(side));

/** The number of a comment's pin: comments with a place, counted as they came, so that a number never changes.
    @param {ShownEvent} event */
export function pinNumber(event) {
  if (!event.at_mm) return 0;
  const pinned = eventsOf(keyOf(event)).filter((comment) => comment.kind === "comment" && comment.at_mm);
  return pinned.findIndex((comment) => comment.id === event.id) + 1;
}

/** The open comments with a place on the current picture of a card or page.
    @param {string} key */
export const openPins = (key) => statusRule.openComments(eventsOf(key)).filter((event) => event.at_mm && !isOld(event));

/** @param {PanelContext} about */
function draw({ key, side }) {
  if (layers.get(side)?.key !== key) {
    wanted = "";
    const [pins, picker] = [s("g", {}), s("g", {})];
    layers.set(side, { root: s("g", { class: "pins" }, pins, picker), pins, picker, key, side });
  }
  if (picked && picked.writing.key !== key) picked = null;
  drawSide(layerOf(side));
  return layerOf(side).root;
}

/** @param {string} key @param {string} side */
const shown = (key, side) => [layers.get(side)].find((layer) => layer?.key === key && layer.root.isConnected);

/** Draws the pins of the current card, and the crosshair while a place is being chosen. */
export const drawPins = () => layers.forEach(drawSide);

const RESOLVED = "cardgen.resolved-pins";
let highlighted = ""; // the comment whose pin is highlighted for a moment
let wanted = ""; // the resolved comment whose pin is shown although the others are not

/** Whether a comment with a place on the current picture is resolved.
    @param {ShownEvent} event */
const isResolved = (event) => !statusRule.openComments(eventsOf(keyOf(event))).some(({ id }) => id === event.id);

/** The switch for the pins of resolved comments; null if a card or page has none.
    @param {string} key */
export function resolvedSwitch(key) {
  if (!standingPins(key).some(isResolved)) return null;
  return h("label", { class: "resolved-pins" }, h("input", { type: "checkbox", checked: recall(RESOLVED, false), dataset: { hold: "resolved-pins" },
    onchange: ({ target }) => { keep(RESOLVED, target.checked); drawPins(); } }), h("span", {}, t("pins.resolved")));
}

/** The comments with a place on the current picture.
    @param {string} key */
const standingPins = (key) => eventsOf(key).filter((event) => event.kind === "comment" && !event.thread && event.at_mm && !event.undone && !isOld(event));

/** @param {PinLayer} layer */
function drawSide(layer) {
  const { root, pins, key, side } = layer;
  const all = recall(RESOLVED, false);
  const standing = standingPins(key).filter((event) => event.side === side && (all || event.id === wanted || !isResolved(event)));
  const place = writingNow(key)?.place();
  pins.replaceChildren(
    ...standing.map((event) => pin(event.at_mm ?? [], pinNumber(event), event.id)),
    ...(place?.at_mm && place.side === side && !picked ? [pin(place.at_mm, "+", "draft")] : []));
  drawPicker(layer);
  // All drawings over a card are decorative, except for the crosshair.
  root.ownerSVGElement?.setAttribute("aria-hidden", String(!root.querySelector(".cross")));
}

/** The rectangle for clicks, and the crosshair on its side. Existing elements stay: they have the focus,
    and a pointer that presses needs the same element under it when it lets go.
    @param {PinLayer} layer */
function drawPicker(layer) {
  const { picker, key, side } = layer;
  if (picked?.writing.key !== key) return void picker.replaceChildren();
  if (!picker.firstChild) picker.append(ground(layer));
  const mark = picker.querySelector(".cross");
  if (picked.side !== side) mark?.remove();
  else if (mark) moveCross(mark);
  else picker.append(crosshair(layer));
  return undefined;
}

/** @param {number[]} place @param {number | string} number @param {string} id */
function pin([x, y], number, id) {
  return s("g", { class: id === highlighted ? "pin highlighted" : "pin", transform: `translate(${x} ${y})`, dataset: { pin: id }, "aria-hidden": "true",
    onclick: () => focusPin(id) },
    s("circle", { r: 2.6 }), s("text", { "text-anchor": "middle", y: 1.1, "font-size": 3.2 }, String(number)));
}

// ---------------------------------------------------------------- choosing a place

/** @param {string} key */
const trimOf = (key) => deckOf(/** @type {CardData} */ (state.cards.get(key))).trim;
/** @param {number} value */
const tenth = (value) => Math.round(value * 10) / 10;
/** @param {number[]} place */
const inside = ([x, y]) => {
  const [width, height] = trimOf(choice().writing.key);
  return [tenth(Math.min(Math.max(x, 0), width)), tenth(Math.min(Math.max(y, 0), height))];
};

/** @param {string} key @param {(string | null | undefined)[]} [first] */
const sideShown = (key, first = []) => [...first, current.route.state.side, "face", "back"].find((side) => side && shown(key, side));
/** @param {string} key */
export const canPick = (key) => Boolean(sideShown(key));
export const picking = () => picked !== null;

/** Begins to choose a place for the comment being written: the crosshair gets the focus.
    @param {Writing} writing */
export function pickPlace(writing) {
  const { at_mm, side: before } = writing.place();
  const side = sideShown(writing.key, [before]);
  if (!side) return;
  const at = at_mm && before === side ? at_mm : trimOf(writing.key).map((size) => tenth(size / 2));
  picked = { writing, side, at };
  drawPins();
  writing.drawPlace();
  const { root } = layerOf(side);
  root.querySelector(".cross")?.focus({ preventScroll: true });
  root.ownerSVGElement?.scrollIntoView({ block: "nearest" });
}

export function stopPicking() {
  const { writing } = picked ?? {};
  picked = null;
  drawPins();
  writing?.drawPlace();
}

/** @param {number[]} at @param {string} side */
function take(at, side) {
  const place = { side: /** @type {SideName} */ (side), at_mm: inside(at) };
  const { writing } = choice();
  picked = null;
  writing.pointAt(place);
  writing.field.focus();
}

/** @param {MouseEvent} event @param {PinLayer} about1 */
function fromPointer(event, { root }) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM()?.inverse());
  return [point.x, point.y];
}

const STEPS = /** @type {Record<string, number[]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/** @param {KeyboardEvent} event */
function byKey(event) {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const place = choice();
  const step = STEPS[event.key];
  if (step) {
    const size = event.shiftKey ? 0.1 : 1;
    const { a, d } = layerOf(place.side).root.getScreenCTM() ?? new DOMMatrix(); // negative when the card is turned: an arrow goes where it points
    place.at = inside([place.at[0] + step[0] * size * Math.sign(a), place.at[1] + step[1] * size * Math.sign(d)]);
    moveCross();
  } else if (event.key === "Enter") take(place.at, place.side);
  else if (event.key === "Escape") {
    const { field } = place.writing;
    stopPicking();
    field.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** A transparent rectangle over a whole side, which receives the clicks.
    @param {PinLayer} layer */
function ground(layer) {
  const [width, height] = trimOf(layer.key);
  return s("rect", { class: "ground", x: 0, y: 0, width, height, onpointermove: (event) => {
    if (event.pointerType !== "mouse") return;
    const place = choice();
    place.at = inside(fromPointer(event, layer));
    if (place.side === layer.side) return void moveCross();
    place.side = layer.side;
    drawPins();
    layer.root.querySelector(".cross")?.focus({ preventScroll: true });
  }, onclick: (event) => { event.stopPropagation(); take(fromPointer(event, layer), layer.side); } });
}

/** @param {PinLayer} about */
function crosshair({ key }) {
  const [width, height] = trimOf(key);
  const [x, y] = choice().at;
  const d = cross(x, y, width, height);
  return s("g", { class: "cross", tabindex: "0", role: "slider", "aria-label": t("pick.label"), "aria-valuemin": 0,
    "aria-valuemax": width, "aria-valuenow": x, "aria-valuetext": placeText(choice().at), onkeydown: byKey },
    s("path", { class: "halo", d }), s("path", { d }), s("circle", { cx: x, cy: y, r: 1.4 }));
}

/** @param {number[]} place */
const placeText = ([x, y]) => t("pick.at", { x: x.toFixed(1), y: y.toFixed(1) });
/** @param {number} x @param {number} y @param {number} width @param {number} height */
const cross = (x, y, width, height) => `M0 ${y}H${width}M${x} 0V${height}`;

function moveCross(mark = layerOf(choice().side).picker.querySelector(".cross")) {
  if (!mark) return;
  const [width, height] = trimOf(choice().writing.key);
  const [x, y] = choice().at;
  for (const path of mark.querySelectorAll("path")) path.setAttribute("d", cross(x, y, width, height));
  mark.querySelector("circle")?.setAttribute("cx", String(x));
  mark.querySelector("circle")?.setAttribute("cy", String(y));
  mark.setAttribute("aria-valuenow", String(x));
  mark.setAttribute("aria-valuetext", placeText(choice().at));
}

/** Shows where a comment points: turns the card to that side, and highlights the pin for a moment.
    @param {ShownEvent} event */
export function showPin(event) {
  const key = keyOf(event);
  const { side = "face" } = event;
  wanted = highlighted = event.id;
  drawPins();
  setTimeout(() => { highlighted = ""; drawPins(); }, 2500);
  if (!shown(key, side) && current.route.view === "card") alter({ side });
  setTimeout(() => {
    const pinned = /** @type {SVGElement | null | undefined} */ (shown(key, side)?.root.querySelector(`[data-pin="${CSS.escape(event.id)}"]`));
    pinned?.ownerSVGElement?.scrollIntoView({ block: "nearest" });
  }, 60);
}

on("review", drawPins);
cardLayers.push({ name: "pins", order: 90, draw });

words({
  en: {
    "pick.label": message("Place of the comment. Arrow keys move it by 1 mm, with Shift by 0.1 mm; Enter confirms, Escape cancels."),
    "pins.resolved": message("Show the pins of resolved comments"),
    "pick.at": message("{x} mm from the left, {y} mm from the top"),
  },
});

