/* The canvas under the pointer and the keys: boxes are chosen, dragged, resized, turned and nudged, and the view is moved and zoomed. */

import { settings } from "../app/settings.js";
import { around, boxes, boxesAt, canvas, changed, deck, isPickedAt, movedBoxes, pick, pickBeside, picked, pickedBox, turned } from "./canvas-state.js";
import { HANDLES, drawOver, drawRulers, drawn, look, others, paper, stage, zoomTo } from "./canvas-stage.js";
import { drop, nudge, nudgeTurn, release, show } from "./dragging.js";
import { inProportion, snap } from "./snapping.js";
/** @import { By } from "./canvas-state.js" */

/** What edits the text of the selected box, and what the bar shows when the zoom is another one. */
export const editing = { text: () => {}, zoomed: () => {} };

const REACH = 6; // px within which a drag snaps
const DOUBLE = 400; // ms between two clicks that are one double click
const STARTED = 3; // px after which a press is a drag
const RIGHT_ANGLES = 15; // degrees between the angles at which a turn snaps
const NEAR = 3; // degrees within which it does

/** Phones do not drag boxes: their fingers are wider than a millimetre. */
const phone = matchMedia("(max-width: 640px)");

/** What is pressed: where in px and mm, the box that a click left for the one below, what a drag does, and whether it has become one.
    @type {{ x: number, y: number, from: number[], chosen: number, left: string, does: "" | "move" | "resize" | "turn" | "marquee" | "scroll", handle: string, isDrag: boolean }} */
const press = { x: 0, y: 0, from: [0, 0], chosen: -Infinity, left: "", does: "", handle: "", isDrag: false };
/** The fingers on the stage, by their id. @type {Map<number, { x: number, y: number }>} */
const fingers = new Map();
let isSpace = false;

/** @param {PointerEvent | MouseEvent} event */
export function pointOf(event) {
  const { left, top } = paper.getBoundingClientRect();
  const { bleed } = deck();
  return [(event.clientX - left) / canvas.scale - bleed, (event.clientY - top) / canvas.scale - bleed];
}

/** Selects a box; at the place of the one that is selected, the one below it. With Shift, beside the others.
    @param {MouseEvent} event */
function choose(event) {
  const [x, y] = pointOf(event);
  const there = boxesAt(x, y);
  if (event.shiftKey) return there[0] && pickBeside(there[0].name);
  const at = there.findIndex(({ name }) => name === pickedBox()?.name);
  press.left = at >= 0 ? there[at].name : "";
  return pick([(at >= 0 ? there[(at + 1) % there.length] : there[0])?.name ?? ""]);
}

/** What a drag from here does. @param {PointerEvent} event @param {string} handle */
function deedOf(event, handle) {
  const [x, y] = pointOf(event);
  if (event.button === 1 || isSpace || (event.pointerType === "touch" && phone.matches)) return "scroll";
  if (handle) return handle === "turn" ? "turn" : "resize";
  const isInside = isPickedAt(x, y);
  if (isInside || boxesAt(x, y).length) return event.shiftKey && !isInside ? "marquee" : "move";
  return event.pointerType === "touch" ? "scroll" : "marquee";
}

/** @param {PointerEvent} event */
function onDown(event) {
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (fingers.size === 2) drop(); // a pinch
  if (event.button > 1 || canvas.by || fingers.size > 1) return;
  const handle = /** @type {Element} */ (event.target).getAttribute?.("data-handle") ?? "";
  Object.assign(press, { x: event.clientX, y: event.clientY, from: pointOf(event), handle, isDrag: false, does: deedOf(event, handle) });
  drawn.lines = [];
  stage.focus({ preventScroll: true });
  stage.setPointerCapture(event.pointerId);
  event.preventDefault();
}

/** Zooms and moves the view with two fingers. @param {PointerEvent} event */
function pinch(event) {
  const [first, second] = [...fingers.keys()];
  const other = fingers.get(event.pointerId === first ? second : first);
  const before = fingers.get(event.pointerId);
  if (!other || !before) return;
  const [was, is] = [Math.hypot(before.x - other.x, before.y - other.y), Math.hypot(event.clientX - other.x, event.clientY - other.y)];
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (was > 0 && is > 0) zoomAt(is / was, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
  stage.scrollLeft -= (event.clientX - before.x) / 2;
  stage.scrollTop -= (event.clientY - before.y) / 2;
}

/** Zooms so that the point under the pointer stays where it is. @param {number} factor @param {number} x @param {number} y */
function zoomAt(factor, x, y) {
  const [mm] = [pointOf(/** @type {MouseEvent} */ ({ clientX: x, clientY: y }))];
  zoomTo(canvas.scale * factor / settings.millimetre);
  const { left, top } = paper.getBoundingClientRect();
  const { bleed } = deck();
  stage.scrollLeft += left + (mm[0] + bleed) * canvas.scale - x;
  stage.scrollTop += top + (mm[1] + bleed) * canvas.scale - y;
  editing.zoomed();
}

/** @param {PointerEvent} event */
function onMove(event) {
  if (fingers.size > 1) return pinch(event);
  if (!stage.hasPointerCapture(event.pointerId)) return undefined;
  const [px, py] = [event.clientX - press.x, event.clientY - press.y];
  if (!press.isDrag && Math.hypot(px, py) < STARTED) return undefined;
  const isFirst = !press.isDrag;
  press.isDrag = true;
  if (press.does === "scroll") {
    Object.assign(press, { x: event.clientX, y: event.clientY });
    return stage.scrollBy(-px, -py);
  }
  if (press.does === "marquee") return marquee(event);
  if (isFirst && press.does === "move") chooseDragged();
  const all = movedBoxes().filter(({ rects }) => rects.length);
  if (!all.length || all.some(({ fixed }) => fixed)) return undefined;
  return press.does === "turn" ? turn(event) : drag(event, px, py);
}

/** Selects the box that is dragged, if it is not selected. */
function chooseDragged() {
  const [x, y] = press.from;
  if (!isPickedAt(x, y)) pick([boxesAt(x, y)[0]?.name ?? ""]);
}

/** @param {PointerEvent} event @param {number} px @param {number} py */
function drag(event, px, py) {
  const rect = around(movedBoxes().map(({ rects: [first] }) => first));
  const [right, down] = press.does === "resize" ? HANDLES[press.handle] : [0, 0];
  const straight = press.does === "move" && event.shiftKey ? Number(Math.abs(px) > Math.abs(py)) : -1; // the axis along which nothing moves
  const [dx, dy] = [px, py].map((length, axis) => (axis === straight ? 0 : Math.round(length / canvas.scale * 10) / 10));
  const made = (/** @type {number} */ x, /** @type {number} */ y) => /** @type {By} */ (press.does === "resize"
    ? [right < 0 ? Math.min(x, rect[2] - 0.1) : 0, down < 0 ? Math.min(y, rect[3] - 0.1) : 0,
        right < 0 ? -Math.min(x, rect[2] - 0.1) : right > 0 ? Math.max(x, 0.1 - rect[2]) : 0, down < 0 ? -Math.min(y, rect[3] - 0.1) : down > 0 ? Math.max(y, 0.1 - rect[3]) : 0]
    : [x, y, 0, 0]);
  let by = made(dx, dy);
  drawn.lines = [];
  if (right && down && event.shiftKey) by = inProportion(rect, by, right, down);
  else if (look.snaps && !event.ctrlKey && !event.metaKey) {
    const part = (/** @type {number} */ way, /** @type {number} */ axis) => (press.does === "resize" ? (way < 0 ? [0] : way > 0 ? [2] : []) : axis === straight ? [] : [0, 1, 2]);
    const { add, lines } = snap(changed(rect, by), others(), REACH / canvas.scale, [part(right, 0), part(down, 1)]);
    by = made(dx + add[0], dy + add[1]);
    drawn.lines = lines;
  }
  show(by);
}

/** Turns the box so that its handle is under the pointer. @param {PointerEvent} event */
function turn(event) {
  const [box] = movedBoxes();
  const [left, top, width, height] = box.rects[0];
  const [x, y] = pointOf(event);
  const [across, down] = turned(x - left - width / 2, y - top - height / 2, -box.turn);
  const degrees = Math.round(Math.atan2(across, -down) * 180 / Math.PI);
  const near = Math.round(degrees / RIGHT_ANGLES) * RIGHT_ANGLES;
  const isNear = !event.ctrlKey && !event.metaKey && Math.abs(near - degrees) <= NEAR;
  show(null, isNear ? near : degrees);
}

/** Selects the boxes that are wholly in the rectangle from where the pointer was pressed. @param {PointerEvent} event */
function marquee(event) {
  const [[x, y], [x2, y2]] = [press.from, pointOf(event)];
  const [left, top, right, bottom] = [Math.min(x, x2), Math.min(y, y2), Math.max(x, x2), Math.max(y, y2)];
  drawn.marquee = [left, top, right - left, bottom - top];
  const isIn = (/** @type {number[]} */ [bx, by, width, height]) => bx >= left && by >= top && bx + width <= right && by + height <= bottom;
  const names = boxes().filter(({ name, rects, isGhost }) => !isGhost && !name.includes(".") && !canvas.locked.has(name) && !canvas.hidden.has(name) && rects.every(isIn)).map(({ name }) => name);
  if (names.join() !== picked().join()) pick(names);
  drawOver();
}

/** @param {PointerEvent} event */
function onUp(event) {
  fingers.delete(event.pointerId);
  if (!stage.hasPointerCapture(event.pointerId)) return;
  stage.releasePointerCapture(event.pointerId);
  if (drawn.marquee) {
    drawn.marquee = null;
    drawOver();
  } else if (press.isDrag && press.does !== "scroll") release();
  else if (!press.isDrag && !press.handle && event.button === 0 && event.timeStamp - press.chosen > DOUBLE) {
    press.chosen = event.timeStamp;
    choose(event);
  }
  press.isDrag = false;
}

const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/** @param {KeyboardEvent} event */
function onKey(event) {
  const [arrow, box, all] = [ARROWS[event.key], pickedBox(), movedBoxes()];
  const list = boxes().filter(({ name, rects, isGhost }) => rects.length && !isGhost && !canvas.locked.has(name) && !canvas.hidden.has(name)).reverse();
  const control = event.ctrlKey || event.metaKey;
  if (arrow && all.length && !all.some(({ fixed }) => fixed)) {
    const [x, y] = arrow.map((way) => way * (event.shiftKey ? 5 : event.altKey ? 0.5 : 0.1));
    const least = (/** @type {number} */ length, /** @type {number} */ axis) => Math.max(length, ...all.map(({ rects: [rect] }) => 0.1 - rect[axis] - (canvas.by?.[axis] ?? 0)));
    nudge(control ? [0, 0, x && least(x, 2), y && least(y, 3)] : [x, y, 0, 0]);
  } else if (event.key.toLowerCase() === "r" && !control && !event.altKey && box && !box.fixed && drawn.canTurn(box)) nudgeTurn(box, event.shiftKey ? -RIGHT_ANGLES : RIGHT_ANGLES);
  else if (event.key === "Tab") {
    const next = list[list.findIndex(({ name }) => name === picked().at(-1)) + (event.shiftKey ? -1 : 1)];
    if (!next || (event.shiftKey && !picked().length)) return; // the focus goes on
    pick([next.name]);
  } else if (control && event.key.toLowerCase() === "a") pick(list.filter(({ name }) => !name.includes(".")).map(({ name }) => name));
  else if (event.key === "Enter" && box) editing.text();
  else if (event.key === "Escape" && (canvas.by || canvas.turn !== null)) drop();
  else if (event.key === " ") isSpace = true;
  else return;
  event.preventDefault();
  event.stopPropagation();
}

stage.addEventListener("pointerdown", onDown);
stage.addEventListener("pointermove", onMove);
stage.addEventListener("pointerup", onUp);
stage.addEventListener("pointercancel", (event) => {
  fingers.delete(event.pointerId);
  press.isDrag = false;
  drop();
});
stage.addEventListener("dblclick", () => {
  if (press.left) pick([press.left]);
  editing.text();
});
stage.addEventListener("keydown", onKey);
stage.addEventListener("keyup", (event) => { if (event.key === " ") isSpace = false; });
stage.addEventListener("blur", () => { isSpace = false; });
stage.addEventListener("scroll", drawRulers, { passive: true });
stage.addEventListener("wheel", (event) => {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  zoomAt(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
}, { passive: false });
