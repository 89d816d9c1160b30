/* What a box shows of its picture: a part of it, or what is around a focus point. It is written for the card if the picture is one of the card's
   own fields, else into the template. */

import { detail } from "../app/data.js";
import { toast } from "../app/toast.js";
import { t, words } from "../app/words.js";
import { fill, h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { dialog } from "../review/dialogs.js";
import { cellEdit } from "./assets.js";
import { editFiles } from "./arranging.js";
import { card, deck, side, turnOf, unturned, valueOf } from "./canvas-state.js";
import { covering, written } from "./cropping.js";
import { cropPane, focusPane } from "./crop-panes.js";
import { fieldIn } from "./dropping.js";
import { choiceAddress } from "./editors.js";
/** @import { ShownBox } from "./canvas-state.js" */
/** @import { Part, Point } from "./cropping.js" */

const WHOLE = /** @type {Part} */ ([0, 0, 1, 1]);
const MIDDLE = /** @type {Point} */ ([0.5, 0.5]);

/** A value of a box on the card at hand: that of the card's field if it names one. @param {ShownBox} box @param {string} key */
async function valueOnCard(box, key) {
  const value = valueOf(box, key)?.value;
  const field = fieldIn(value);
  return field ? (await detail(card()?.key ?? "")).fields.find(({ name }) => name === field)?.value : value;
}

/** @template {number[]} Numbers @param {unknown} value @param {Numbers} otherwise @returns {Numbers} */
function numbersIn(value, otherwise) {
  const numbers = Array.isArray(value) ? value.map(Number) : [];
  return numbers.length === otherwise.length && numbers.every(Number.isFinite) ? /** @type {Numbers} */ (numbers) : otherwise;
}

/** The edits that write numbers of a picture, or remove them for null: for this card if the picture is in one of its fields. A value that all cards
    have had becomes the default of the field that is made.
    @param {ShownBox} box @param {"crop" | "focus"} key @param {number[] | null} numbers */
async function edits(box, key, numbers) {
  const at = { deck: deck().id, side: side() };
  const before = valueOf(box, key)?.value ?? null;
  const field = fieldIn(valueOf(box, "file")?.value);
  const [text, own, id] = [numbers?.join("|") ?? "", fieldIn(before), card()?.id ?? ""];
  if (own) return [await cellEdit(at.deck, id, own, text)].filter((one) => one !== null);
  const property = (/** @type {unknown} */ value) => ({ kind: "property", ...at, box: box.name, key: [key], old: before, new: value, here: true });
  if (!field || !numbers) return [property(numbers)];
  const name = `${field}_${key}`;
  const cell = await cellEdit(at.deck, id, name, text);
  return [...(cell ? [] : [{ kind: "add-column", deck: at.deck, name, declared: "list", ...(Array.isArray(before) ? { default: before } : {}) }]), property(`{${name}}`),
    cell ?? { kind: "cell", deck: at.deck, card: id, field: name, language: "", old: "", new: text }];
}

/** Whether the card has a value of its own that can be removed, or the template for a picture of its own. @param {ShownBox} box @param {"crop" | "focus"} key */
async function isWritten(box, key) {
  const value = valueOf(box, key)?.value;
  const field = fieldIn(value);
  return Boolean(field ? (await cellEdit(deck().id, card()?.id ?? "", field, ""))?.old : value && !fieldIn(valueOf(box, "file")?.value));
}

/** Asks what a box shows of its picture, and writes it. @param {ShownBox} box */
export async function crop(box) {
  const file = await valueOnCard(box, "file");
  const address = typeof file === "string" && file && !file.includes("{") ? choiceAddress("picture", file) : "";
  const image = h("img", { src: address });
  const isShown = address && box.rects.length && await image.decode().then(() => true, () => false);
  if (!isShown) return void toast(t("crop.none"), { slot: "fault" });
  const [, , width, height] = unturned(box.rects[0], turnOf(box));
  const about = { address, size: /** @type {[number, number]} */ ([image.naturalWidth, image.naturalHeight]), box: /** @type {[number, number]} */ ([width, height]), shape: width / height / (image.naturalWidth / image.naturalHeight) };
  const fit = String(await valueOnCard(box, "fit") ?? "contain");
  let part = numbersIn(await valueOnCard(box, "crop"), WHOLE);
  let point = { focus: numbersIn(await valueOnCard(box, "focus"), MIDDLE), fit };
  const changed = { crop: false, focus: false };
  let shown = /** @type {"crop" | "focus"} */ ("crop");
  const body = h("div", { class: "crop-body" });
  const show = (/** @type {"crop" | "focus"} */ next) => {
    shown = next;
    const choice = h("div", { class: "group", role: "group", "aria-label": t("crop.way") }, /** @type {const} */ (["crop", "focus"]).map((way) =>
      h("button", { type: "button", "aria-pressed": String(shown === way), dataset: { hold: `way-${way}` }, onclick: () => show(way).focus() }, t(`crop.way.${way}`))));
    const { pane, field } = next === "crop" ? cropPane(about, covering(part, about.shape), (now) => { part = now; changed.crop = true; })
      : focusPane(about, { part, ...point }, (focus, wish) => { point = { focus, fit: wish }; changed.focus = true; });
    fill(body, choice, pane);
    return field;
  };
  const field = show("crop");
  const removals = await Promise.all(/** @type {const} */ (["crop", "focus"]).map(async (key) => (await isWritten(box, key) ? [{ value: `no-${key}`, label: t(`crop.no-${key}`) }] : [])));
  const answer = await dialog(t("crop.title", { box: box.name }), body, [{ value: "write", label: t("crop.write"), main: true }, ...removals.flat(), { value: "", label: t("write.later") }], { opened: () => field.focus() });
  if (!answer) return;
  if (answer !== "write") return void await editFiles(await edits(box, answer === "no-crop" ? "crop" : "focus", null), t(`${answer}.done`, { box: box.name }));
  const isCropped = changed.crop || shown === "crop" && !changed.focus;
  const fills = changed.focus && point.fit !== fit ? [{ kind: "property", deck: deck().id, side: side(), box: box.name, key: ["fit"], old: valueOf(box, "fit")?.value ?? null, new: point.fit, here: true }] : [];
  const all = [...(isCropped ? await edits(box, "crop", written(covering(part, about.shape))) : []), ...(changed.focus ? await edits(box, "focus", point.focus) : []), ...fills];
  await editFiles(all, t(isCropped ? "crop.done" : "focus.done", { box: box.name }));
}

words({
  en: {
    "crop.title": message("Picture in the box {box}"),
    "crop.way": message("How to choose what is shown"),
    "crop.way.crop": message("Crop"),
    "crop.way.focus": message("Focus point"),
    "crop.write": message("Apply"),
    "crop.no-crop": message("Remove the crop"),
    "crop.no-focus": message("Remove the focus point"),
    "crop.done": message("{box} cropped"),
    "focus.done": message("focus point of {box} set"),
    "no-crop.done": message("crop of {box} removed"),
    "no-focus.done": message("focus point of {box} removed"),
    "crop.none": message("There is no picture of this card to crop."),
  },
});
