/* Boxes come and go: inserted from a palette of kinds, copied, deleted, painted earlier or later, put at an edge or the middle of the card. */

import { toast } from "../app/toast.js";
import { t } from "../app/words.js";
import { fill, h, icon, menuButton } from "../shared/elements.js";
import { around, boxes, canvas, card, cardKey, deck, freeName, movedBoxes, ownTurn, pick, pickedBox, side, turnOf, unturned } from "./canvas-state.js";
import { reshaping } from "./dragging.js";
import { PICTURES, chooseFiles } from "./assets.js";
import { crop } from "./crop-dialog.js";
import { insertPicture, placeFor } from "./dropping.js";
import { edit, whyNot } from "./editing.js";
import { choiceAddress } from "./editors.js";
import { editField } from "./field-dialog.js";
import { kinds } from "./kinds.js";
import { kindIcon } from "./layers.js";
import { writeInPlace } from "./text-in-place.js";
import { fieldOf } from "./text-source.js";
/** @import { ShownBox } from "./canvas-state.js" */

const MENU = "canvas-insert";
const LARGER = 2; // times its size in the docs that an example is inserted

/** Makes an edit of the boxes of the side. Returns whether it was made.
    @param {readonly Record<string, unknown>[]} operations @param {string} label @param {(reason: string) => void} [refuse] */
export const editBoxes = (operations, label, refuse) => editFiles(operations.map((operation) => ({ deck: deck().id, side: side(), ...operation })), label, refuse);

/** Makes an edit, and says why if it is not made. Returns whether it was.
    @param {readonly Record<string, unknown>[]} operations @param {string} label @param {(reason: string) => void} refuse */
export async function editFiles(operations, label, refuse = (reason) => toast(reason, { slot: "fault" })) {
  if (!operations.length) return false;
  const answer = await edit(operations, label);
  const isMade = Boolean(answer && !answer.faults.length && !answer.conflicts.length);
  if (answer && !isMade) refuse(whyNot(answer));
  return isMade;
}

/** The box that is inserted of a kind; null for a picture if the game has none.
    @param {KindData} kind @returns {Record<string, unknown> | null} */
function beginning({ name: kind, example }) {
  if (kind === "text") return { kind, box: example.box, text: t("canvas.new-text"), lang: canvas.data?.language };
  if (kind === "image") return canvas.data?.picture ? { ...example, file: `{${canvas.data.picture}}` } : null;
  return example;
}

/** @param {KindData} kind */
async function insert(kind) {
  const [name, begun] = [freeName(kind.name), beginning(kind)];
  if (!begun) return chooseFiles(PICTURES, (file) => insertPicture(file));
  const [, , wide, high] = /** @type {number[]} */ (kind.example.box).map((length) => length * LARGER);
  const value = { ...begun, box: await placeFor(wide, high) };
  if (await editBoxes([{ kind: "add-box", name, value }], t("canvas.inserted", { box: name }))) pick([name]);
}

/** The kinds with a tool of their own beside the card. */
const TOOLS = ["text", "image", "rect", "star", "repeat", "table", "qr"];
/** The kinds that are offered first in the menu. */
const USUAL = ["text", "image", "rect", "ellipse", "line", "path", "repeat", "group", "table"];

/** @param {KindData} kind */
const rank = ({ name }) => (USUAL.includes(name) ? USUAL.indexOf(name) : USUAL.length);

/** The menu with the kinds of boxes: one element, so that it stays open when the bar is drawn again. */
let menu = /** @type {HTMLElement | null} */ (null);

/** Tools that stand at the left of the card: a button for each usual kind of box, and a menu of all. */
export function insertTools() {
  menu ??= h("div", { id: MENU, class: "menu-box canvas-insert", popover: "", ontoggle: ({ target }) => {
    const sorted = [...kinds.values()].sort((a, b) => rank(a) - rank(b));
    fill(target, sorted.map((kind) => h("button", { type: "button", class: "plain", dataset: { hold: `insert-menu-${kind.name}` }, onclick: () => { target.hidePopover(); insert(kind); } },
      h("span", { class: "canvas-kind" }, kind.name === "image" ? kindIcon("image") : h("img", { src: choiceAddress("box", kind.name), alt: "", loading: "lazy" })), h("span", {}, h("strong", {}, kind.name), h("span", { class: "quiet", lang: "en" }, kind.help)))));
  } });
  const usual = TOOLS.flatMap((name) => kinds.get(name) ?? []);
  const label = (/** @type {string} */ kind) => t("canvas.insert.kind", { kind });
  return [...usual.map((kind) => h("button", { type: "button", class: "icon-button canvas-usual", "aria-label": label(kind.name), title: label(kind.name), dataset: { hold: `insert-${kind.name}` }, onclick: () => insert(kind) }, kindIcon(kind.name))),
    menuButton(MENU, "left", { class: "icon-button", "aria-label": t("canvas.insert"), title: t("canvas.insert"), dataset: { hold: "canvas-insert" } }, icon("plus")), menu];
}

// ---------------------------------------------------------------- the selected box

/** Edits the text of the box in its place: the field of the card that it prints, or the text in the template. A value that is chosen, such as
    an icon, is chosen in a dialog. */
export async function editText() {
  const box = pickedBox();
  if (box?.kind === "image") return void crop(box);
  if (!box || await writeInPlace(box)) return;
  const named = fieldOf(box);
  if (named && card()) editField(cardKey(), named.field);
  else /** @type {HTMLElement | null} */ (document.querySelector("[data-hold=prop-text]"))?.focus();
}

const COPIED = 2; // mm by which a copy is moved

/** What an edit of the selected boxes is called. @param {"copied" | "removed" | "ordered" | "moved"} deed */
const labelOf = (deed) => {
  const all = movedBoxes();
  return all.length > 1 ? t(`canvas.${deed}-all`, { count: all.length }) : t(`canvas.${deed}`, { box: all[0]?.name ?? "" });
};

/** What a box is in: the names before its own. @param {string} name */
export const above = (name) => name.slice(0, name.lastIndexOf(".") + 1);

export async function duplicate() {
  /** @type {string[]} */
  const names = [];
  const copies = movedBoxes().map((box) => {
    const name = freeName(/** @type {string} */ (box.name.split(".").at(-1)), names);
    names.push(name);
    return { kind: "copy-box", box: box.name, name, by: box.fixed ? [0, 0, 0, 0] : [COPIED, COPIED, 0, 0] };
  });
  const picked = copies.map(({ box, name }) => above(box) + name);
  if (await editBoxes(copies, labelOf("copied"))) pick(picked);
}

export async function remove() {
  /** @type {HTMLElement | null} */ (document.querySelector(".canvas-stage"))?.focus({ preventScroll: true }); // the row in the list of layers will be gone
  if (await editBoxes(movedBoxes().map(({ name }) => ({ kind: "remove-box", box: name })), labelOf("removed"))) pick([]);
}

/** Paints the boxes earlier (-1) or later (1) than the ones beside them. @param {number} by */
export async function order(by) {
  const all = movedBoxes().map(({ name }) => ({ kind: "order-box", box: name, by }));
  await editBoxes(by > 0 ? all.reverse() : all, labelOf("ordered"));
}

/** The place of a box in what is around it, in mm of the design; null if that is turned or repeated. @param {ShownBox} box */
function placeOf(box) {
  const around = boxes().find(({ name }) => `${name}.` === above(box.name));
  if (box.turn || !box.rects.length || (around && (around.kind !== "group" || turnOf(around)))) return null;
  const [x, y, width, height] = unturned(box.rects[0], ownTurn(box));
  const [left, top] = around?.rects[0] ?? [0, 0];
  return [x - left, y - top, width, height].map((length) => Math.round(length / (canvas.data?.scale ?? 1) * 1000) / 1000);
}

/** Puts the selected boxes into a group. */
export async function group() {
  const all = movedBoxes();
  const places = all.map(placeOf);
  const name = freeName("group");
  if (all.length < 2 || places.includes(null)) return;
  const made = { kind: "group-boxes", name, places: Object.fromEntries(all.map((box, at) => [box.name, places[at]])) };
  if (await editBoxes([made], t("canvas.grouped", { count: all.length }))) pick([above(all[0].name) + name]);
}

/** Puts the boxes of the selected group in its place. */
export async function ungroup() {
  const box = pickedBox();
  if (box?.kind !== "group" || !placeOf(box)) return;
  const inside = boxes().filter(({ name }) => above(name) === `${box.name}.`);
  const [[left, top], [x, y]] = [box.rects[0], /** @type {number[]} */ (placeOf(box))];
  const scale = canvas.data?.scale ?? 1;
  const places = inside.map((one) => unturned(one.rects[0] ?? [left, top, 1, 1], ownTurn(one)).map((length, at) => (length - ([left, top][at] ?? 0)) / scale + ([x, y][at] ?? 0)));
  const made = { kind: "ungroup-box", box: box.name, places: Object.fromEntries(inside.map(({ name }, at) => [name, places[at]])) };
  if (await editBoxes([made], t("canvas.ungrouped", { box: box.name }))) pick(inside.map(({ name }) => above(box.name) + name.split(".").at(-1)));
}

/** Where boxes are put: at the edges of the safe area, or of all that are selected, and in the middle. @type {readonly ["al" | "ac" | "ar" | "at" | "am" | "ab", 0 | 1, number][]} */
const ALIGNS = [["al", 0, 0], ["ac", 0, 0.5], ["ar", 0, 1], ["at", 1, 0], ["am", 1, 0.5], ["ab", 1, 1]];

/** Moves each selected box along an axis. @param {0 | 1} axis @param {(rect: number[], number: number) => number} length mm */
function shift(axis, length) {
  const all = movedBoxes();
  const changes = all.map((box, number) => /** @type {[ShownBox, number[]]} */ ([box, [0, 1, 2, 3].map((at) => (at === axis ? length(box.rects[0], number) : 0))]));
  editBoxes([reshaping(changes)], labelOf("moved"));
}

/** Moves the selected boxes so that the distances between them are the same. @param {0 | 1} axis */
function distribute(axis) {
  const all = movedBoxes().map(({ rects: [rect] }) => rect);
  const whole = around(all);
  const free = (whole[axis + 2] - all.reduce((sum, rect) => sum + rect[axis + 2], 0)) / (all.length - 1);
  const sorted = [...all].sort((one, other) => one[axis] - other[axis]);
  let next = whole[axis];
  const starts = new Map(sorted.map((rect) => [rect, (next += rect[axis + 2] + free) - rect[axis + 2] - free]));
  shift(axis, (_, number) => (starts.get(all[number]) ?? 0) - all[number][axis]);
}

/** Buttons that put boxes at an edge or in the middle, and the same distance apart. */
export function alignButtons() {
  const all = movedBoxes();
  if (!all.length || all.some(({ fixed, rects }) => fixed || !rects.length)) return null;
  const { trim, safe } = deck();
  const target = all.length > 1 ? around(all.map(({ rects: [rect] }) => rect)) : [safe, safe, trim[0] - 2 * safe, trim[1] - 2 * safe];
  const act = (/** @type {string} */ name, /** @type {() => unknown} */ run) => h("button", { type: "button", class: "icon-button", "aria-label": t(`canvas.${name}`), title: t(`canvas.${name}`), dataset: { hold: `canvas-${name}` }, onclick: run }, icon(name));
  return h("div", { class: "row canvas-aligns", role: "group", "aria-label": t(all.length > 1 ? "canvas.align-all" : "canvas.align") },
    ALIGNS.map(([name, axis, part]) => act(name, () => shift(axis, (rect) => target[axis] + (target[axis + 2] - rect[axis + 2]) * part - rect[axis]))),
    all.length > 2 ? [act("dh", () => distribute(0)), act("dv", () => distribute(1))] : null);
}
