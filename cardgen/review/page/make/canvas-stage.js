/* The stage of the canvas as it is drawn: the card with rulers in mm, guides, and the selected boxes with their handles. */

import { face } from "../app/data.js";
import { ofCard } from "../app/drawn.js";
import { colourOf, deedOf, nameOf, playmates } from "../app/people.js";
import { settings } from "../app/settings.js";
import { alter } from "../app/views.js";
import { pick, t } from "../app/words.js";
import { parse } from "../shared/addresses.js";
import { fill, h, s } from "../shared/elements.js";
import { keep, recall } from "../shared/storage.js";
import { around, boxes, canvas, card, changed, deck, ownTurn, picked, pickedBoxes, side, turnOf, unturned } from "./canvas-state.js";
import { conditionsOf } from "./layers.js";
import { gaps } from "./snapping.js";
import { lineThrough } from "../shared/outlines.js";
/** @import { Points } from "../shared/outlines.js" */
/** @import { ShownBox } from "./canvas-state.js" */
/** @import { SnapLine } from "./snapping.js" */

/** Zoom and aids, kept in this browser. */
export const look = { zoom: /** @type {number | "fit"} */ ("fit"), snaps: true, rulers: true, ink: false, ...recall("cardgen.canvas", {}) };
export const keepLook = () => keep("cardgen.canvas", look);

/** What is drawn over the card while something is dragged, and which boxes can be turned.
    @type {{ lines: SnapLine[], marquee: number[] | null, canTurn: (box: ShownBox) => boolean }} */
export const drawn = { lines: [], marquee: null, canTurn: () => false };

const RULER = 22; // px
/** The handles of a box: which edges each moves. @type {Record<string, [number, number]>} */
export const HANDLES = { nw: [-1, -1], n: [0, -1], ne: [1, -1], e: [1, 0], se: [1, 1], s: [0, 1], sw: [-1, 1], w: [-1, 0] };

const parts = {
  image: h("img", { class: "sight", draggable: "false", alt: "" }),
  over: s("svg", { class: "canvas-over", "aria-hidden": "true" }),
  rulers: h("div", { class: "canvas-rulers", "aria-hidden": "true" }),
};
export const picture = parts.image;
export const paper = h("div", { class: "canvas-paper" }, parts.image, parts.over);
const inner = h("div", { class: "canvas-inner" }, paper);
export const stage = h("div", { class: "canvas-stage", tabindex: "0", role: "application", dataset: { hold: "canvas" } }, inner);
export const stageFrame = h("div", { class: "canvas-frame" }, stage, parts.rulers);

// ---------------------------------------------------------------- drawn

function scaleNow() {
  const { trim: [width, height], bleed } = deck();
  if (look.zoom !== "fit") return settings.millimetre * look.zoom;
  const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(inner);
  const [wide, high] = [stage.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight), stage.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)];
  return Math.max(1, Math.min(wide / (width + 2 * bleed), high / (height + 2 * bleed)));
}

/** Draws the stage anew; `picture` is the address of a draft, if there is one. */
export function drawStage(picture = "") {
  const about = card();
  if (!about || !stage.isConnected) return;
  const { trim: [width, height], bleed, corner } = deck();
  canvas.scale = scaleNow();
  ofCard(parts.image, about.key);
  for (const [name, value] of Object.entries({ "--scale": canvas.scale, "--w": width, "--h": height, "--bleed": bleed, "--corner": corner })) paper.style.setProperty(name, String(value));
  stage.setAttribute("aria-label", t("canvas.stage", { card: pick(about.names) || about.id }));
  const full = face((side() === "back" ? about.back : about.face) ?? "");
  const wanted = picture || canvas.draft || (look.ink ? full.replace(/\.svg$/, "-low-ink.svg") : full);
  if (canvas.picture !== wanted) {
    const next = new Image();
    next.src = canvas.picture = wanted;
    const swap = () => { if (canvas.picture === wanted) parts.image.src = wanted; };
    next.decode().then(swap, swap);
  }
  if (!picture) drawRulers(); // a draft is as large as the card
  drawOver();
}

const BESIDE = 48; // px for rulers and the name of the box

/** Brings the selected box into the middle if not all of it is in view; of a larger one, its beginning. */
export function scrollToSelection() {
  const box = parts.over.querySelector(".canvas-box")?.getBoundingClientRect();
  if (!box) return;
  const view = stage.getBoundingClientRect();
  if (box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom) return;
  stage.scrollBy(box.left - view.left - Math.max(BESIDE, (view.width - box.width) / 2), box.top - view.top - Math.max(BESIDE, (view.height - box.height) / 2));
}

/** @param {readonly number[]} rect @param {Record<string, unknown>} more */
const outline = ([x, y, width, height], more) => s("rect", { x, y, width: Math.max(0, width), height: Math.max(0, height), ...more });

/** Draws guides, the selection and what it snaps to. */
export function drawOver() {
  const { trim: [width, height], bleed, safe, corner, outline: edge, safe_outline: inner } = deck();
  parts.over.setAttribute("viewBox", [-bleed, -bleed, width + 2 * bleed, height + 2 * bleed].join(" "));
  const guide = (/** @type {string} */ name, /** @type {number} */ edge, /** @type {number} */ rx = 0) => ["halo", name].map((kind) => outline([-edge, -edge, width + 2 * edge, height + 2 * edge], { class: `canvas-guide ${kind}`, rx }));
  const along = (/** @type {string} */ name, /** @type {Points} */ points) => ["halo", name].map((kind) => s("path", { class: `canvas-guide ${kind}`, d: lineThrough(points, [width, height], side() === "back") }));
  const cuts = edge.length ? [...along("trim", edge), ...along("safe", inner)] : [...guide("trim", 0, corner), ...guide("safe", -safe, Math.max(0, corner - safe))];
  const shown = pickedBoxes().filter(({ rects }) => rects.length);
  const bounds = shown.length ? changed(around(shown.map(({ rects: [first] }) => first)), canvas.by) : undefined;
  parts.over.replaceChildren(
    ...guide("bleed", bleed), ...cuts, ...legend(),
    ...playmates().flatMap(elsewhere),
    ...shown.flatMap((box) => boxOutlines(box, shown.length === 1)),
    ...(bounds ? selection(shown, bounds) : []),
    ...(drawn.marquee ? [outline(drawn.marquee, { class: "canvas-marquee" })] : []));
  spread = bounds;
  drawExtent();
}

const LEGEND = 150; // px that it takes

/** What each guide is, at the right of the card if there is room. */
function legend() {
  const { trim: [width, height], bleed, safe } = deck();
  const px = 1 / canvas.scale;
  if ((stage.clientWidth - (width + 2 * bleed) * canvas.scale) / 2 < LEGEND) return [];
  const left = width + bleed;
  const lines = [["bleed", { mm: bleed }], ["trim", { width, height }], ["safe", { mm: safe }]];
  return /** @type {[string, Record<string, number>][]} */ (lines).filter(([, { mm }]) => mm !== 0).map(([name, values], at) => {
    const y = 8 * px + 18 * px * at - bleed;
    return s("g", { class: "canvas-legend" }, ["halo", name].map((kind) => s("line", { class: `canvas-guide ${kind}`, x1: left + 10 * px, x2: left + 24 * px, y1: y, y2: y })),
      s("text", { x: left + 30 * px, y: y + 4 * px, "font-size": 11 * px }, t(`canvas.guide.${name}`, values)));
  });
}

/** About how wide a tag with words is, mm. @param {string} words */
const tagWidth = (words) => ([...words].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 11 : 7), 0) + 12) / canvas.scale;

/** Words on a coloured ground. @param {string} words @param {number} middle mm @param {number} top mm @param {string} kind */
function tagAt(words, middle, top, kind = "") {
  const [px, wide] = [1 / canvas.scale, tagWidth(words)];
  return s("g", { class: `canvas-tag ${kind}`.trim() }, s("rect", { x: middle - wide / 2, y: top, width: wide, height: 18 * px, rx: 4 * px }),
    s("text", { x: middle, y: top + 13 * px, "font-size": 11 * px, "text-anchor": "middle" }, words));
}

/** The boxes that somebody else has selected on this side of the card. @param {PersonData} person */
function elsewhere(person) {
  const { view, path, state: { box = "", side: shown = "face" } } = parse(person.at);
  if (view !== "canvas" || path.join("/") !== card()?.key || shown !== side()) return [];
  const style = { "--who": colourOf(person) };
  return boxes().filter(({ name }) => box.split(",").includes(name)).flatMap(({ rects: [rect] }) => (rect ? [outline(rect, { class: "canvas-person halo" }), outline(rect, { class: "canvas-person", style }),
    s("g", { style }, s("title", {}, deedOf(person)), tagAt(nameOf(person), rect[0] + rect[2] - tagWidth(nameOf(person)) / 2, rect[1] - 18 / canvas.scale, "person"))] : []));
}

/** A box, and its copies if it is repeated: turned as it is on the card. @param {ShownBox} box @param {boolean} isAlone */
const boxOutlines = (box, isAlone) => box.rects.flatMap((rect, at) => {
  const [x, y, width, height] = changed(unturned(rect, box.turn + ownTurn(box)), canvas.by);
  const degrees = turnOf(box);
  const kinds = at ? ["copy"] : box.isGhost ? ["halo", "ghost"] : ["halo", ""];
  const shape = (/** @type {string} */ kind) => outline([x, y, width, height], { class: `canvas-box ${kind}`.trim() });
  return s("g", degrees ? { transform: `rotate(${degrees} ${x + width / 2} ${y + height / 2})` } : {}, kinds.map(shape), at || !isAlone ? null : handlesOf(box, [x, y, width, height]));
});

/** Fingers get more of a handle than is drawn, outside of the box. */
const fingers = matchMedia("(pointer: coarse)");

/** @param {ShownBox} box @param {number[]} rect */
function handlesOf(box, [x, y, width, height]) {
  if (box.fixed) return null;
  const px = 1 / canvas.scale;
  const half = (/** @type {number} */ length) => Math.max(length / 2, 13.5 * px); // a thin box can be dragged between its handles
  const square = ([name, [right, down]] = /** @type {[string, [number, number]]} */ (["", [0, 0]])) => [...fingers.matches ? [{ size: 30, out: 11 }] : [], { size: 9, out: 0 }].map(({ size, out }) => s("rect", { class: out ? "canvas-grip" : "canvas-handle", dataset: { handle: name },
    x: x + width / 2 + right * (half(width) + out * px) - size / 2 * px, y: y + height / 2 + down * (half(height) + out * px) - size / 2 * px, width: size * px, height: size * px, rx: 2 * px, style: { cursor: `${name}-resize` } }));
  const [top, middle] = [y - 34 * px, x + width / 2];
  return [turnOf(box) ? null : Object.entries(HANDLES).map(square),
    drawn.canTurn(box) ? [s("line", { class: "canvas-stem", x1: middle, x2: middle, y1: y, y2: top }), s("circle", { class: "canvas-handle turn", dataset: { handle: "turn" }, cx: middle, cy: top, r: 6 * px })] : null];
}

/** The name and the size of what is selected, and where it snaps. @param {ShownBox[]} shown @param {number[]} bounds */
function selection(shown, bounds) {
  const px = 1 / canvas.scale;
  const [x, y, width, height] = bounds;
  const [wide, high] = [deck().trim[0] + 12, deck().trim[1] + 12];
  const lines = canvas.by ? drawn.lines.map(({ axis, at }) => s("line", { class: "canvas-snap", ...(axis === 0 ? { x1: at, x2: at, y1: -6, y2: high - 6 } : { x1: -6, x2: wide - 6, y1: at, y2: at }) })) : [];
  const size = canvas.turn === null ? `${millimetres(width)} × ${millimetres(height)} mm` : `${millimetres(canvas.turn)}°`;
  const distances = canvas.by ? gaps(bounds, others()).flatMap(({ axis, from, to, across }) => {
    const words = millimetres(to - from);
    const isBehindSize = axis === 1 && from > y && (to - from) / 2 < 33 * px; // the distance is beside the size, which is at the middle of the edge
    return [s("line", { class: "canvas-snap", ...(axis === 0 ? { x1: from, x2: to, y1: across, y2: across } : { x1: across, x2: across, y1: from, y2: to }) }),
      tagAt(words, axis === 0 ? (from + to) / 2 : across + (isBehindSize ? (tagWidth(size) + tagWidth(words)) / 2 + 4 * px : 0), (axis === 0 ? across : (from + to) / 2) - 9 * px, "gap")];
  }) : [];
  const [box] = shown;
  const name = shown.length > 1 ? t("canvas.several", { count: shown.length }) : box.values.some(({ key, value }) => key[0] === "box" && typeof value === "string") ? `${box.name} ƒ` : box.name;
  const condition = shown.length === 1 && box.isGhost ? conditionsOf(box) : "";
  return [...lines, ...(shown.length > 1 ? [outline(bounds, { class: "canvas-box around" })] : []),
    tagAt(name, x + tagWidth(name) / 2, y - 20 * px), ...distances, tagAt(size, x + width / 2, y + height + 6 * px),
    ...(condition ? [tagAt(condition, x + width / 2, y + height / 2 - 9 * px, "ghost")] : [])];
}

/** @param {number} length */
export const millimetres = (length) => String(Math.round(length * 100) / 100);

/** What the selection is aligned with: the card, its safe area, and other boxes that are not inside of it, nor around it. */
export function others() {
  const { trim: [width, height], safe } = deck();
  const isApart = (/** @type {string} */ name) => !picked().some((one) => `${name}.`.startsWith(`${one}.`) || one.startsWith(`${name}.`));
  const beside = boxes().filter(({ name, isGhost }) => !isGhost && !canvas.hidden.has(name) && isApart(name)).flatMap(({ rects }) => rects);
  return [[0, 0, width, height], [safe, safe, width - 2 * safe, height - 2 * safe], ...beside];
}

const STEPS = [1, 2, 5, 10, 20, 50]; // mm between numbers

/** The extent of the selection. @type {number[] | undefined} */
let spread;
/** Where 0 mm is on each ruler, in px, and what marks the extent of the selection there. */
const ruled = [0, 1].map(() => ({ zero: 0, extent: s("rect", { class: "extent" }) }));

/** Draws the rulers: a number every so many mm. They change when the card is another one, is zoomed or scrolled. */
export function drawRulers() {
  canvas.text?.placed();
  parts.rulers.hidden = !look.rulers;
  if (!look.rulers) return;
  const scale = canvas.scale;
  const [whole, at] = [stage.getBoundingClientRect(), paper.getBoundingClientRect()];
  const { bleed } = deck();
  const step = STEPS.find((mm) => mm * scale >= 44) ?? 100;
  const rulers = ruled.map((ruler, axis) => {
    const zero = ruler.zero = (axis === 0 ? at.left - whole.left : at.top - whole.top) + bleed * scale;
    const length = axis === 0 ? whole.width : whole.height;
    const from = Math.ceil(-zero / scale / step) * step;
    const numbers = Array.from({ length: Math.max(0, Math.floor((length - zero) / scale / step) - from / step + 1) }, (_, n) => from + n * step);
    const place = (/** @type {number} */ mm, /** @type {Record<string, unknown>} */ x, /** @type {Record<string, unknown>} */ y) => (axis === 0 ? { x: zero + mm * scale, ...x } : { y: zero + mm * scale, ...y });
    return s("svg", { class: `canvas-ruler ${axis === 0 ? "across" : "down"}` }, ruler.extent,
      numbers.flatMap((mm) => [
        s("line", axis === 0 ? { x1: zero + mm * scale, x2: zero + mm * scale, y1: RULER - 7, y2: RULER } : { y1: zero + mm * scale, y2: zero + mm * scale, x1: RULER - 7, x2: RULER }),
        s("text", { ...place(mm, { y: 11 }, { x: 11 }), "text-anchor": "middle", ...(axis === 1 ? { transform: `rotate(-90 11 ${zero + mm * scale})`, dy: "3" } : {}) }, String(mm))]));
  });
  fill(parts.rulers, ...rulers, h("span", { class: "canvas-unit" }, "mm"));
  drawExtent();
}

function drawExtent() {
  for (const [axis, { zero, extent }] of ruled.entries()) {
    const [start, length] = spread ? [zero + spread[axis] * canvas.scale, Math.max(0, spread[axis + 2] * canvas.scale)] : [0, 0];
    const attributes = axis === 0 ? { x: start, width: length, y: 0, height: RULER } : { y: start, height: length, x: 0, width: RULER };
    for (const [name, value] of Object.entries(attributes)) extent.setAttribute(name, String(value));
  }
}

/** @param {number | "fit"} zoom times its true size */
export function zoomTo(zoom) {
  look.zoom = zoom === "fit" ? zoom : Math.min(12, Math.max(0.2, zoom));
  keepLook();
  alter({ zoom: look.zoom === "fit" ? "" : look.zoom.toFixed(2) });
  drawStage();
}
