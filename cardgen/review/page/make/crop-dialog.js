/* The part of a picture that its box shows, chosen by mouse or by keys: it is written for the card if the picture is one of the card's own
   fields, else into the template. */

import { load } from "../app/data.js";
import { toast } from "../app/toast.js";
import { t, words } from "../app/words.js";
import { h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { dialog } from "../review/dialogs.js";
import { cellEdit } from "./assets.js";
import { editFiles } from "./arranging.js";
import { card, deck, side, valueOf } from "./canvas-state.js";
import { covering, moved, written, zoomed } from "./cropping.js";
import { fieldIn } from "./dropping.js";
import { choiceAddress } from "./editors.js";
/** @import { ShownBox } from "./canvas-state.js" */
/** @import { Part } from "./cropping.js" */

const WIDEST = 360; // px of the frame
const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
const ZOOM = 1.1;

/** The text of a field of the card; "" if it has none. @param {string} field */
async function textOf(field) {
  const query = new URLSearchParams({ card: card()?.id ?? "" });
  const table = /** @type {TableData | null} */ (await load(/** @type {any} */ (`table/${encodeURIComponent(deck().id)}?${query}`)).catch(() => null));
  return table?.rows[0]?.cells[table.columns.findIndex(({ name }) => name === field)] ?? "";
}

/** @param {unknown} value @returns {Part} */
const partIn = (value) => (Array.isArray(value) && value.length === 4 && value.every(Number.isFinite) ? /** @type {Part} */ (value) : [0, 0, 1, 1]);

/** The edits that write a part of a picture, or the whole picture for null. @param {ShownBox} box @param {string} field of the picture @param {Part | null} part */
async function edits(box, field, part) {
  const at = { deck: deck().id, side: side() };
  const before = valueOf(box, "crop")?.value ?? null;
  if (!field) return [{ kind: "property", ...at, box: box.name, key: ["crop"], old: before, new: part, here: true }];
  const [text, own, id] = [part?.join("|") ?? "", fieldIn(before), card()?.id ?? ""];
  if (own) return [await cellEdit(at.deck, id, own, text)].filter((one) => one !== null);
  const name = `${field}_crop`;
  const known = await cellEdit(at.deck, id, name, text);
  return [...(known ? [] : [{ kind: "add-column", deck: at.deck, name, declared: "list" }]), { kind: "property", ...at, box: box.name, key: ["crop"], old: before, new: `{${name}}`, here: true },
    known ?? { kind: "cell", deck: at.deck, card: id, field: name, language: "", old: "", new: text }];
}

/** Asks which part of its picture a box shows, and writes it. @param {ShownBox} box */
export async function crop(box) {
  const value = valueOf(box, "file")?.value;
  const field = fieldIn(value);
  const file = field ? await textOf(field) : typeof value === "string" && !value.includes("{") ? value : "";
  const image = h("img", { alt: "", draggable: "false", src: file ? choiceAddress("picture", file) : "" });
  const isShown = file && box.rects.length && await image.decode().then(() => true, () => false);
  if (!isShown) return void toast(t("crop.none"), { slot: "fault" });
  const [, , width, height] = box.rects[0];
  const shape = width / height / (image.naturalWidth / image.naturalHeight);
  const before = valueOf(box, "crop")?.value;
  const own = fieldIn(before) ? (await textOf(fieldIn(before))).split("|").map(Number) : before;
  let part = covering(partIn(own), shape);
  const scale = Math.min(WIDEST / width, WIDEST / height);
  const frame = h("div", { class: "crop-frame", tabindex: "0", role: "application", "aria-label": t("crop.frame"), style: { width: `${width * scale}px`, height: `${height * scale}px` } }, image);
  const draw = () => {
    const [x, y, wide, high] = part;
    const place = { width: `${100 / wide}%`, height: `${100 / high}%`, left: `${-100 * x / wide}%`, top: `${-100 * y / high}%` };
    for (const [name, length] of Object.entries(place)) image.style.setProperty(name, length);
  };
  /** @param {Part} next */
  const take = (next) => { part = next; draw(); };
  const fingers = /** @type {Map<number, [number, number]>} */ (new Map()); // where each pointer is that is down
  const spread = () => { const [[x1, y1], [x2, y2]] = fingers.values(); return Math.hypot(x2 - x1, y2 - y1); };
  frame.addEventListener("pointerdown", (event) => { frame.setPointerCapture(event.pointerId); fingers.set(event.pointerId, [event.clientX, event.clientY]); event.preventDefault(); frame.focus(); });
  frame.addEventListener("pointermove", (event) => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const before = fingers.size === 2 ? spread() : 0;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 2) take(zoomed(part, before / Math.max(1, spread())));
    else take(moved(part, (from[0] - event.clientX) / frame.clientWidth, (from[1] - event.clientY) / frame.clientHeight));
  });
  for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
  frame.addEventListener("wheel", (event) => { event.preventDefault(); take(zoomed(part, event.deltaY < 0 ? 1 / ZOOM : ZOOM)); }, { passive: false });
  frame.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (step) take(moved(part, step[0] / 50, step[1] / 50));
    else if (event.key === "+" || event.key === "=") take(zoomed(part, 1 / ZOOM));
    else if (event.key === "-") take(zoomed(part, ZOOM));
    else if (event.key === "Enter") /** @type {HTMLDialogElement | null} */ (frame.closest("dialog"))?.close("write");
    else return;
    event.preventDefault();
  });
  draw();
  const body = h("div", { class: "crop" }, h("p", { class: "quiet" }, t("crop.how")), frame);
  const answer = await dialog(t("crop.title", { box: box.name }), body, [{ value: "write", label: t("crop.write"), main: true }, ...(Array.isArray(own) && own.length === 4 ? [{ value: "whole", label: t("crop.whole") }] : []), { value: "", label: t("write.later") }], { opened: () => frame.focus() });
  if (answer) await editFiles(await edits(box, field, answer === "write" ? written(part) : null), t("crop.done", { box: box.name }));
}

words({
  en: {
    "crop.title": message("Crop {box}"),
    "crop.frame": message("The part of the picture that is shown"),
    "crop.how": message("Drag the picture or use the arrows; the wheel, two fingers, + and − zoom. Enter writes it."),
    "crop.write": message("Crop"),
    "crop.whole": message("Remove the crop"),
    "crop.done": message("{box} cropped"),
    "crop.none": message("There is no picture of this card to crop."),
  },
});
