/* The two ways to choose what a picture box shows, by pointer, fingers or keys: a picture moved and zoomed in its frame, and a focus point on it. */

import { t, words } from "../app/words.js";
import { h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { fitted, hasFocus, moved, movedPoint, writtenPoint, zoomed } from "./cropping.js";
/** @import { Part, Point } from "./cropping.js" */

/** A picture and the box that shows it. `shape` is that of the box, as for `covering`; `box` its width and height, mm.
    @typedef {{ address: string, size: [number, number], box: [number, number], shape: number }} Shown */

const AROUND = 80; // px beside a picture in a dialog
/** Px of the frame, and of the picture with the point. */
const widest = () => Math.min(360, innerWidth - AROUND);
const SMALL = 120; // px of the box beside it
const ZOOM = 1.1;
const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/** @param {[number, number]} lengths @param {number} most @returns {{ width: string, height: string }} */
function sized([width, height], most) {
  const scale = Math.min(most / width, most / height);
  return { width: `${width * scale}px`, height: `${height * scale}px` };
}

/** Places a picture so that a part of it fills what is around it. @param {HTMLElement} image @param {Part} part */
function place(image, [x, y, width, height]) {
  for (const [name, length] of Object.entries({ width: 1 / width, height: 1 / height, left: -x / width, top: -y / height })) image.style.setProperty(name, `${100 * length}%`);
}

/** @param {HTMLElement} element @param {Part} part of what is around it */
function lay(element, [left, top, width, height]) {
  for (const [name, length] of Object.entries({ left, top, width, height })) element.style.setProperty(name, `${100 * length}%`);
}

/** @param {string} address */
const pictureOf = (address) => h("img", { alt: "", draggable: "false", src: address });

/** Closes the dialog of an element as its main button does. @param {Element} element */
const write = (element) => /** @type {HTMLDialogElement | null} */ (element.closest("dialog"))?.close("write");

/** The frame in which a picture is moved and zoomed. @param {Shown} about @param {Part} before @param {(part: Part) => unknown} use
    @returns {{ pane: HTMLElement, field: HTMLElement }} */
export function cropPane({ address, box }, before, use) {
  let part = before;
  const image = pictureOf(address);
  const frame = h("div", { class: "crop-frame", tabindex: "0", role: "application", "aria-label": t("crop.frame"), style: sized(box, widest()) }, image);
  /** @param {Part} next */
  const take = (next) => { place(image, part = next); use(part); };
  const fingers = /** @type {Map<number, [number, number]>} */ (new Map()); // where each pointer is that is down
  const spread = () => { const [[x1, y1], [x2, y2]] = fingers.values(); return Math.hypot(x2 - x1, y2 - y1); };
  frame.addEventListener("pointerdown", (event) => { frame.setPointerCapture(event.pointerId); fingers.set(event.pointerId, [event.clientX, event.clientY]); event.preventDefault(); frame.focus(); });
  frame.addEventListener("pointermove", (event) => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const apart = fingers.size === 2 ? spread() : 0;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 2) take(zoomed(part, apart / Math.max(1, spread())));
    else take(moved(part, (from[0] - event.clientX) / frame.clientWidth, (from[1] - event.clientY) / frame.clientHeight));
  });
  for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
  frame.addEventListener("wheel", (event) => { event.preventDefault(); take(zoomed(part, event.deltaY < 0 ? 1 / ZOOM : ZOOM)); }, { passive: false });
  frame.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (step) take(moved(part, step[0] / 50, step[1] / 50));
    else if (event.key === "+" || event.key === "=") take(zoomed(part, 1 / ZOOM));
    else if (event.key === "-") take(zoomed(part, ZOOM));
    else if (event.key === "Enter") write(frame);
    else return;
    event.preventDefault();
  });
  place(image, part);
  return { field: frame, pane: h("div", { class: "crop" }, h("p", { class: "quiet" }, t("crop.how")), frame) };
}

/** The picture with its focus point, what its box cuts off in the shade, and the box beside it.
    @param {Shown} about @param {{ part: Part, fit: string, focus: Point }} before @param {(focus: Point, fit: string) => unknown} use
    @returns {{ pane: HTMLElement, field: HTMLElement }} */
export function focusPane({ address, size, box, shape }, { part, fit: written, focus: first }, use) {
  let [focus, fit] = [first, written];
  const [image, small] = [pictureOf(address), pictureOf(address)];
  const [seenArea, mark, inBox] = [h("span", { class: "focus-seen" }), h("span", { class: "focus-mark" }), h("span", { class: "focus-in-box" }, small)];
  const field = h("div", { class: "focus-picture", tabindex: "0", role: "application", "aria-label": t("focus.point"), "aria-describedby": "focus-at", style: sized([size[0] * part[2], size[1] * part[3]], widest()) }, h("span", { class: "focus-cut" }, image, seenArea), mark);
  const preview = h("div", { class: "focus-box", role: "img", "aria-label": t("focus.box"), style: sized(box, SMALL) }, inBox);
  const position = h("output", { id: "focus-at", class: "quiet" });
  const note = h("p", { class: "quiet" });
  const draw = () => {
    const { seen, at } = fitted(fit, shape, part, focus);
    lay(seenArea, [(seen[0] - part[0]) / part[2], (seen[1] - part[1]) / part[3], seen[2] / part[2], seen[3] / part[3]]);
    lay(mark, [...focus, 0, 0]);
    lay(inBox, at);
    place(small, seen);
    position.textContent = t("focus.at", { across: Math.round(focus[0] * 100), down: Math.round(focus[1] * 100) });
    note.textContent = t(!hasFocus(fit, shape, part) ? "focus.nothing" : fit === "cover" ? "focus.how" : "focus.whole");
  };
  /** @param {Point} next */
  const take = (next) => { focus = writtenPoint(next); draw(); use(focus, fit); };
  const pointAt = (/** @type {PointerEvent} */ event) => {
    const { left, top, width, height } = field.getBoundingClientRect();
    take(movedPoint([0, 0], (event.clientX - left) / width, (event.clientY - top) / height));
  };
  field.addEventListener("pointerdown", (event) => { field.setPointerCapture(event.pointerId); event.preventDefault(); field.focus(); pointAt(event); });
  field.addEventListener("pointermove", (event) => { if (field.hasPointerCapture(event.pointerId)) pointAt(event); });
  field.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const by = event.shiftKey ? 0.1 : 0.01;
    if (step) take(movedPoint(focus, step[0] * by, step[1] * by));
    else if (event.key === "Enter") write(field);
    else return;
    event.preventDefault();
  });
  const fills = h("label", { class: "row" }, h("input", { type: "checkbox", checked: fit === "cover", onchange: ({ target }) => { fit = target.checked ? "cover" : written; draw(); use(focus, fit); } }), t("focus.fill"));
  place(image, part);
  draw();
  return { field, pane: h("div", { class: "crop" }, note, h("div", { class: "focus-pane" }, field, h("div", { class: "focus-beside" }, preview, position)), written === "cover" ? null : fills) };
}

words({
  en: {
    "crop.frame": message("The part of the picture that is shown"),
    "crop.how": message("Drag the picture or use the arrows; the wheel, two fingers, + and − zoom. Enter writes it."),
    "focus.point": message("The focus point of the picture"),
    "focus.box": message("The box with this focus point"),
    "focus.at": message("{across}\u00a0% from the left, {down}\u00a0% from the top"),
    "focus.how": message("Drag the point to what must stay visible, or use the arrows. What the box cuts off is in the shade. Enter writes it."),
    "focus.whole": message("All of the picture is shown: the point says where it is in its box."),
    "focus.nothing": message("The picture and its box have the same shape here: the point changes nothing."),
    "focus.fill": message("Fill the box, on all cards"),
  },
});
