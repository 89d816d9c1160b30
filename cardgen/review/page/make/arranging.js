/* Boxes come and go: inserted from a palette of kinds, copied, deleted, painted earlier or later, put at an edge or the middle of the card. */

import { load } from "../app/data.js";
import { toast } from "../app/toast.js";
import { alter } from "../app/views.js";
import { t } from "../app/words.js";
import { fill, h, icon, menuButton } from "../shared/elements.js";
import { canvas, card, cardKey, deck, pickedBox, side, valueOf } from "./canvas-state.js";
import { edit, whyNot } from "./editing.js";
import { editField } from "./field-dialog.js";
import { kindIcon } from "./layers.js";
/** @import { ShownBox } from "./canvas-state.js" */

const MENU = "canvas-insert";
const LARGER = 2; // times its size in the docs that an example is inserted

/** The kinds of boxes, once they are loaded. @type {Map<string, KindData>} */
export const kinds = new Map();

/** Loads the kinds of boxes, once. */
export async function loadKinds() {
  if (kinds.size) return;
  /** @type {KindData[]} */
  const all = await load(/** @type {any} */ ("kinds")).catch(() => []);
  for (const kind of all) kinds.set(kind.name, kind);
}

/** Makes an edit of the boxes of the side. Returns whether it was made.
    @param {Record<string, unknown>} operation @param {string} label */
export const editBoxes = (operation, label) => editFile({ deck: deck().id, side: side(), ...operation }, label);

/** Makes an edit, and says why if it is not made. Returns whether it was.
    @param {Record<string, unknown>} operation @param {string} label */
export async function editFile(operation, label) {
  const answer = await edit([operation], label);
  const isMade = Boolean(answer && !answer.faults.length && !answer.conflicts.length);
  if (answer && !isMade) toast(whyNot(answer), { slot: "fault" });
  return isMade;
}

/** A name that no box has yet. @type {(wish: string) => string} */
const freeName = (wish) => {
  const taken = new Set(canvas.data?.boxes.map(({ name }) => name.split(".").at(-1)));
  return taken.has(wish) ? freeName(/-\d+$/.test(wish) ? wish.replace(/\d+$/, (number) => String(Number(number) + 1)) : `${wish}-2`) : wish;
};

/** The box that is inserted of a kind, in the middle of the card; null if there is no picture to begin with.
    @param {KindData} kind @returns {Record<string, unknown> | null} */
function beginning({ name: kind, example }) {
  const { trim: [width, height] } = deck();
  const [, , wide, high] = /** @type {number[]} */ (example.box).map((length) => length * LARGER);
  const box = [round((width - wide) / 2), round((height - high) / 2), wide, high];
  if (kind === "text") return { kind, box, text: t("canvas.new-text"), lang: canvas.data?.language };
  if (kind === "image") return canvas.data?.picture ? { ...example, box, file: `{${canvas.data.picture}}` } : null;
  return { ...example, box };
}

/** @param {number} length */
const round = (length) => Math.round(length * 10) / 10;

/** @param {KindData} kind */
async function insert(kind) {
  const [name, value] = [freeName(kind.name), beginning(kind)];
  if (value && await editBoxes({ kind: "add-box", name, value }, t("canvas.inserted", { box: name }))) alter({ box: name });
}

/** The kinds that are offered first. */
const USUAL = ["text", "image", "rect", "ellipse", "line", "path", "repeat", "group", "table"];

/** @param {KindData} kind */
const rank = ({ name }) => (USUAL.includes(name) ? USUAL.indexOf(name) : USUAL.length);

/** The menu with the kinds of boxes. */
export function insertMenu() {
  const menu = h("div", { id: MENU, class: "menu-box canvas-insert", popover: "", ontoggle: ({ target }) => {
    const sorted = [...kinds.values()].sort((a, b) => rank(a) - rank(b));
    fill(target, sorted.filter(beginning).map((kind) => h("button", { type: "button", class: "plain", dataset: { hold: `insert-${kind.name}` }, onclick: () => { target.hidePopover(); insert(kind); } },
      kindIcon(kind.name), h("span", {}, h("strong", {}, kind.name), h("span", { class: "quiet", lang: "en" }, kind.help)))));
  } });
  return [menuButton(MENU, "left", { class: "icon-button", "aria-label": t("canvas.insert"), title: t("canvas.insert"), dataset: { hold: "canvas-insert" } }, icon("plus")), menu];
}

// ---------------------------------------------------------------- the selected box

/** Edits the text of the box: the field of the card that it prints, or the text in the template. */
export function editText() {
  const box = pickedBox();
  const text = box && valueOf(box, "text")?.value;
  const field = typeof text === "string" ? /^\{([^{}.?[\]]+)\??\}$/.exec(text)?.[1] : null;
  if (field && card()) editField(cardKey(), field);
  else document.querySelector("[data-hold=prop-text]")?.focus();
}

const COPIED = 2; // mm by which a copy is moved

export async function duplicate() {
  const box = pickedBox();
  if (!box) return;
  const above = box.name.split(".").slice(0, -1);
  const name = freeName(/** @type {string} */ (box.name.split(".").at(-1)));
  if (await editBoxes({ kind: "copy-box", box: box.name, name, by: box.fixed ? [0, 0, 0, 0] : [COPIED, COPIED, 0, 0] }, t("canvas.copied", { box: box.name }))) alter({ box: [...above, name].join(".") });
}

export async function remove() {
  const box = pickedBox();
  if (box && await editBoxes({ kind: "remove-box", box: box.name }, t("canvas.removed", { box: box.name }))) alter({ box: "" });
}

/** Paints the box earlier (-1) or later (1) than the ones beside it. @param {number} by */
export async function order(by) {
  const box = pickedBox();
  if (box) await editBoxes({ kind: "order-box", box: box.name, by }, t("canvas.ordered", { box: box.name }));
}

/** Where a box is put: the edges of the safe area, and the middle. @type {readonly ["al" | "ac" | "ar" | "at" | "am" | "ab", 0 | 1, number][]} */
const ALIGNS = [["al", 0, 0], ["ac", 0, 0.5], ["ar", 0, 1], ["at", 1, 0], ["am", 1, 0.5], ["ab", 1, 1]];

/** Buttons that put a box at an edge of the safe area or in the middle of the card. @param {ShownBox} box */
export function alignButtons(box) {
  if (box.fixed || !box.rects.length) return null;
  const { trim, safe } = deck();
  const [rect] = box.rects;
  return h("div", { class: "row canvas-aligns", role: "group", "aria-label": t("canvas.align") }, ALIGNS.map(([name, axis, part]) => h("button", { type: "button", class: "icon-button", "aria-label": t(`canvas.${name}`), title: t(`canvas.${name}`), dataset: { hold: `canvas-${name}` }, onclick: () => {
    const by = [0, 0, 0, 0];
    by[axis] = (safe + (trim[axis] - 2 * safe - rect[axis + 2]) * part - rect[axis]) / (canvas.data?.scale ?? 1);
    editBoxes({ kind: "reshape", box: box.name, by }, t("canvas.moved", { box: box.name }));
  } }, icon(name))));
}
