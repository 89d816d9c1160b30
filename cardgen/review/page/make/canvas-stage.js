/* The stage of the canvas: the card with rulers in mm, guides, and the selected box with its handles. */

import { face } from "../app/data.js";
import { settings } from "../app/settings.js";
import { alter } from "../app/views.js";
import { pick, t } from "../app/words.js";
import { fill, h, s } from "../shared/elements.js";
import { keep, recall } from "../shared/storage.js";
import { boxes, boxesAt, canvas, card, changed, deck, isUpright, picked, pickedBox, side } from "./canvas-state.js";
import { drop, nudge, release, show } from "./dragging.js";
import { gaps, snap } from "./snapping.js";
/** @import { By, ShownBox } from "./canvas-state.js" */

/** Zoom and aids, kept in this browser. */
export const look = { zoom: /** @type {number | "fit"} */ ("fit"), snaps: true, rulers: true, ...recall("cardgen.canvas", {}) };
export const keepLook = () => keep("cardgen.canvas", look);

/** What edits the text of the selected box. */
export const editing = { text: () => {} };

const RULER = 22; // px
const REACH = 6; // px within which a drag snaps
const DOUBLE = 400; // ms between two clicks that are one double click
const STARTED = 3; // px after which a press is a drag
/** The handles of a box: which edges each moves. @type {Record<string, [number, number]>} */
const HANDLES = { nw: [-1, -1], n: [0, -1], ne: [1, -1], e: [1, 0], se: [1, 1], s: [0, 1], sw: [-1, 1], w: [-1, 0] };

const parts = {
  image: h("img", { class: "sight", draggable: "false", alt: "" }),
  over: s("svg", { class: "canvas-over", "aria-hidden": "true" }),
  rulers: h("div", { class: "canvas-rulers", "aria-hidden": "true" }),
};
const paper = h("div", { class: "canvas-paper" }, parts.image, parts.over);
const inner = h("div", { class: "canvas-inner" }, paper);
export const stage = h("div", { class: "canvas-stage", tabindex: "0", role: "application", dataset: { hold: "canvas" } }, inner);
export const stageFrame = h("div", { class: "canvas-frame" }, stage, parts.rulers);

/** What is pressed: where, which box and handle, and whether it has become a drag. */
const press = { x: 0, y: 0, chosen: -Infinity, box: /** @type {ShownBox | null} */ (null), handle: "", isDrag: false, lines: /** @type {ReturnType<typeof snap>["lines"]} */ ([]) };

// ---------------------------------------------------------------- drawn

function scaleNow() {
  const { trim: [width, height], bleed } = deck();
  if (look.zoom !== "fit") return settings.millimetre * look.zoom;
  const [wide, high] = [stage.clientWidth - 48, stage.clientHeight - 48];
  return Math.max(1, Math.min(wide / (width + 2 * bleed), high / (height + 2 * bleed)));
}

/** Draws the stage anew; `picture` is the address of a draft, if there is one. */
export function drawStage(picture = "") {
  const about = card();
  if (!about || !stage.isConnected) return;
  const { trim: [width, height], bleed, corner } = deck();
  canvas.scale = scaleNow();
  for (const [name, value] of Object.entries({ "--scale": canvas.scale, "--w": width, "--h": height, "--bleed": bleed, "--corner": corner })) paper.style.setProperty(name, String(value));
  stage.setAttribute("aria-label", t("canvas.stage", { card: pick(about.names) || about.id }));
  const wanted = picture || face((side() === "back" ? about.back : about.face) ?? "");
  if (canvas.picture !== wanted) {
    const next = new Image();
    next.src = canvas.picture = wanted;
    const swap = () => { if (canvas.picture === wanted) parts.image.src = wanted; };
    next.decode().then(swap, swap);
  }
  drawOver();
}

/** @param {readonly number[]} rect @param {Record<string, unknown>} more */
const outline = ([x, y, width, height], more) => s("rect", { x, y, width: Math.max(0, width), height: Math.max(0, height), ...more });

/** Draws guides, the selection and what it snaps to. */
export function drawOver() {
  const { trim: [width, height], bleed, safe, corner } = deck();
  const px = 1 / canvas.scale;
  parts.over.setAttribute("viewBox", [-bleed, -bleed, width + 2 * bleed, height + 2 * bleed].join(" "));
  const guide = (/** @type {string} */ name, /** @type {number} */ edge, /** @type {number} */ rx = 0) => ["halo", name].map((kind) => outline([-edge, -edge, width + 2 * edge, height + 2 * edge], { class: `canvas-guide ${kind}`, rx }));
  const box = pickedBox();
  const rects = (box?.rects ?? []).map((rect) => changed(rect, canvas.by));
  const [first] = rects;
  parts.over.replaceChildren(
    ...guide("bleed", bleed), ...guide("trim", 0, corner), ...guide("safe", -safe, Math.max(0, corner - safe)),
    ...rects.slice(1).map((rect) => outline(rect, { class: "canvas-box copy" })),
    ...(first && box ? selection(box, first, px) : []));
  drawRulers(first);
}

/** @param {ShownBox} box @param {number[]} rect @param {number} px mm of a pixel */
function selection(box, rect, px) {
  const [x, y, width, height] = rect;
  const text = (/** @type {string} */ words, /** @type {number} */ left, /** @type {number} */ top, kind = "") => {
    const wide = (words.length * 7 + 12) * px;
    return s("g", { class: `canvas-tag ${kind}` }, s("rect", { x: left - wide / 2, y: top, width: wide, height: 18 * px, rx: 4 * px }),
      s("text", { x: left, y: top + 13 * px, "font-size": 11 * px, "text-anchor": "middle" }, words));
  };
  const [wide, high] = [deck().trim[0] + 12, deck().trim[1] + 12];
  const lines = canvas.by ? press.lines.map(({ axis, at }) => s("line", { class: "canvas-snap", ...(axis === 0 ? { x1: at, x2: at, y1: -6, y2: high - 6 } : { x1: -6, x2: wide - 6, y1: at, y2: at }) })) : [];
  const distances = canvas.by ? gaps(rect, others(box)).flatMap(({ axis, from, to, across }) => [
    s("line", { class: "canvas-snap", ...(axis === 0 ? { x1: from, x2: to, y1: across, y2: across } : { x1: across, x2: across, y1: from, y2: to }) }),
    text(millimetres(to - from), axis === 0 ? (from + to) / 2 : across, axis === 0 ? across - 9 * px : (from + to) / 2 - 9 * px, "gap")]) : [];
  const canResize = isUpright(box) && !box.fixed;
  const handles = canResize ? Object.entries(HANDLES).map(([name, [h_, v]]) => s("rect", { class: "canvas-handle", dataset: { handle: name },
    x: x + width * (h_ + 1) / 2 - 4.5 * px, y: y + height * (v + 1) / 2 - 4.5 * px, width: 9 * px, height: 9 * px, rx: 2 * px, style: { cursor: `${name}-resize` } })) : [];
  const formula = box.values.some(({ key, value }) => key[0] === "box" && typeof value === "string");
  return [...lines, outline(rect, { class: "canvas-box halo" }), outline(rect, { class: "canvas-box" }),
    text(formula ? `${box.name} ƒ` : box.name, x + (box.name.length * 7 + 12) * px / 2, y - 20 * px), ...distances, ...handles,
    text(`${millimetres(width)} × ${millimetres(height)} mm`, x + width / 2, y + height + 6 * px)];
}

/** @param {number} length */
export const millimetres = (length) => String(Math.round(length * 100) / 100);

/** What a box is aligned with: the card, its safe area, and other boxes that are not inside of it.
    @param {ShownBox} box */
function others(box) {
  const { trim: [width, height], safe } = deck();
  const beside = boxes().filter(({ name }) => name !== box.name && !name.startsWith(`${box.name}.`) && !box.name.startsWith(`${name}.`)).flatMap(({ rects }) => rects);
  return [[0, 0, width, height], [safe, safe, width - 2 * safe, height - 2 * safe], ...beside];
}

const STEPS = [1, 2, 5, 10, 20, 50]; // mm between numbers

/** The rulers: a number every so many mm, and the extent of the selection. @param {number[]} [rect] */
function drawRulers(rect) {
  parts.rulers.hidden = !look.rulers;
  if (!look.rulers) return;
  const scale = canvas.scale;
  const [whole, at] = [stage.getBoundingClientRect(), paper.getBoundingClientRect()];
  const { bleed } = deck();
  const step = STEPS.find((mm) => mm * scale >= 44) ?? 100;
  const rulers = /** @type {const} */ ([0, 1]).map((axis) => {
    const zero = (axis === 0 ? at.left - whole.left : at.top - whole.top) + bleed * scale;
    const length = axis === 0 ? whole.width : whole.height;
    const from = Math.ceil(-zero / scale / step) * step;
    const numbers = Array.from({ length: Math.max(0, Math.floor((length - zero) / scale / step) - from / step + 1) }, (_, n) => from + n * step);
    const place = (/** @type {number} */ mm, /** @type {Record<string, unknown>} */ x, /** @type {Record<string, unknown>} */ y) => (axis === 0 ? { x: zero + mm * scale, ...x } : { y: zero + mm * scale, ...y });
    return s("svg", { class: `canvas-ruler ${axis === 0 ? "across" : "down"}` },
      rect ? s("rect", { class: "extent", ...(axis === 0 ? { x: zero + rect[0] * scale, width: Math.max(0, rect[2] * scale), y: 0, height: RULER } : { y: zero + rect[1] * scale, height: Math.max(0, rect[3] * scale), x: 0, width: RULER }) }) : null,
      numbers.flatMap((mm) => [
        s("line", axis === 0 ? { x1: zero + mm * scale, x2: zero + mm * scale, y1: RULER - 7, y2: RULER } : { y1: zero + mm * scale, y2: zero + mm * scale, x1: RULER - 7, x2: RULER }),
        s("text", { ...place(mm, { y: 11 }, { x: 11 }), "text-anchor": "middle", ...(axis === 1 ? { transform: `rotate(-90 11 ${zero + mm * scale})`, dy: "3" } : {}) }, String(mm))]));
  });
  fill(parts.rulers, ...rulers, h("span", { class: "canvas-unit" }, "mm"));
}

// ---------------------------------------------------------------- the pointer and the keys

/** @param {PointerEvent | MouseEvent} event */
function pointOf(event) {
  const { left, top } = paper.getBoundingClientRect();
  const { bleed } = deck();
  return [(event.clientX - left) / canvas.scale - bleed, (event.clientY - top) / canvas.scale - bleed];
}

/** Selects a box; at the place of the one that is selected, the one below it.
    @param {MouseEvent} event */
function choose(event) {
  const [x, y] = pointOf(event);
  const there = boxesAt(x, y);
  const at = there.findIndex(({ name }) => name === picked());
  alter({ box: (at >= 0 ? there[(at + 1) % there.length] : there[0])?.name ?? "" });
}

/** @param {PointerEvent} event */
function onDown(event) {
  if (event.button !== 0 || canvas.by) return;
  const handle = /** @type {Element} */ (event.target).getAttribute?.("data-handle") ?? "";
  const [x, y] = pointOf(event);
  const box = pickedBox();
  const isInside = box?.rects.some(([left, top, width, height]) => x >= left && x <= left + width && y >= top && y <= top + height);
  Object.assign(press, { x: event.clientX, y: event.clientY, handle, isDrag: false, box: handle || isInside ? box : boxesAt(x, y)[0] ?? null, lines: [] });
  stage.focus({ preventScroll: true });
  stage.setPointerCapture(event.pointerId);
  event.preventDefault();
}

/** @param {PointerEvent} event */
function onMove(event) {
  const { box } = press;
  if (!stage.hasPointerCapture(event.pointerId) || !box || box.fixed || !box.rects.length) return;
  const [px, py] = [event.clientX - press.x, event.clientY - press.y];
  if (!press.isDrag && Math.hypot(px, py) < STARTED) return;
  if (!press.isDrag && box.name !== picked()) alter({ box: box.name });
  press.isDrag = true;
  const [rect] = box.rects;
  const [dx, dy] = [px, py].map((length) => Math.round(length / canvas.scale * 10) / 10);
  const [right, down] = HANDLES[press.handle] ?? [0, 0];
  const made = (/** @type {number} */ x, /** @type {number} */ y) => /** @type {By} */ (press.handle
    ? [right < 0 ? Math.min(x, rect[2] - 0.1) : 0, down < 0 ? Math.min(y, rect[3] - 0.1) : 0,
        right < 0 ? -Math.min(x, rect[2] - 0.1) : right > 0 ? Math.max(x, 0.1 - rect[2]) : 0, down < 0 ? -Math.min(y, rect[3] - 0.1) : down > 0 ? Math.max(y, 0.1 - rect[3]) : 0]
    : [x, y, 0, 0]);
  let by = made(dx, dy);
  press.lines = [];
  if (look.snaps && !event.ctrlKey && !event.metaKey) {
    const part = (/** @type {number} */ way) => (press.handle ? (way < 0 ? [0] : way > 0 ? [2] : []) : [0, 1, 2]);
    const { add, lines } = snap(changed(rect, by), others(box), REACH / canvas.scale, [part(right), part(down)]);
    by = made(dx + add[0], dy + add[1]);
    press.lines = lines;
  }
  show(by);
}

/** @param {PointerEvent} event */
function onUp(event) {
  if (!stage.hasPointerCapture(event.pointerId)) return;
  stage.releasePointerCapture(event.pointerId);
  if (press.isDrag) release();
  else if (!press.handle && event.timeStamp - press.chosen > DOUBLE) {
    press.chosen = event.timeStamp;
    choose(event);
  }
  press.isDrag = false;
}

const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/** @param {KeyboardEvent} event */
function onKey(event) {
  const [arrow, box] = [ARROWS[event.key], pickedBox()];
  const list = boxes().filter(({ name, rects }) => rects.length && !canvas.locked.has(name)).reverse();
  if (arrow && box && !box.fixed && !event.ctrlKey && !event.metaKey) {
    const step = event.shiftKey ? 5 : event.altKey ? 0.5 : 0.1;
    nudge(arrow[0] * step, arrow[1] * step);
  } else if (event.key === "Tab") {
    const next = list[list.findIndex(({ name }) => name === picked()) + (event.shiftKey ? -1 : 1)];
    if (!next || (event.shiftKey && !box)) return; // the focus goes on
    alter({ box: next.name });
  } else if (event.key === "Enter" && box) editing.text();
  else if (event.key === "Escape" && canvas.by) drop();
  else if (event.key === "Escape" && box) alter({ box: "" });
  else return;
  event.preventDefault();
  event.stopPropagation();
}

stage.addEventListener("pointerdown", onDown);
stage.addEventListener("pointermove", onMove);
stage.addEventListener("pointerup", onUp);
stage.addEventListener("pointercancel", () => { press.isDrag = false; drop(); });
stage.addEventListener("dblclick", () => editing.text());
stage.addEventListener("keydown", onKey);
stage.addEventListener("scroll", () => drawRulers(pickedBox()?.rects[0]), { passive: true });
stage.addEventListener("wheel", (event) => {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  zoomTo(canvas.scale / settings.millimetre * (event.deltaY < 0 ? 1.15 : 1 / 1.15));
}, { passive: false });

/** @param {number | "fit"} zoom times its true size */
export function zoomTo(zoom) {
  look.zoom = zoom === "fit" ? zoom : Math.min(12, Math.max(0.2, zoom));
  keepLook();
  drawStage();
}
