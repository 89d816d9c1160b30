/* Boxes are dragged, resized, turned or nudged: drawn at once, laid out by the server as a draft at each rest, written when it is let go. */

import { toast } from "../app/toast.js";
import { t } from "../app/words.js";
import { boxes, canvas, card, changed, deck, movedBoxes, pickedBox, pickedBoxes, side, turned, turnOf, valueOf } from "./canvas-state.js";
import { ask, edit, whyNot } from "./editing.js";
/** @import { By, ShownBox } from "./canvas-state.js" */

/** What is drawn again: the selection, at once; the pictures, when a draft has come.
    @type {{ move: () => void, draft: (answer: DraftAnswer, isChange: boolean) => void, done: () => unknown, samples: () => string[] }} */
export const drawing = { move: () => {}, draft: () => {}, done: () => {}, samples: () => [] };

const NUDGED = 500; // ms without another key, after which nudges are written
const timers = { nudge: 0 };
const asking = { isOut: false, again: false };

/** The operation that moves and resizes boxes. @param {readonly [ShownBox, readonly number[]][]} changes mm on the card */
export const reshaping = (changes) => ({ kind: "reshape", deck: deck().id, side: side(), moves: Object.fromEntries(changes.map(([box, [x, y, width, height]]) =>
  [box.name, [...turned(x, y, -box.turn), width, height].map((length) => length / (canvas.data?.scale ?? 1))])) });

/** The operation that shows a box on all cards, or on none, in a draft. @param {CanvasBox} box @param {Record<string, unknown> | null} when */
export const showing = (box, when, key = "when") => ({ kind: "property", deck: deck().id, side: side(), box: box.name, key: [key], old: valueOf(box, key)?.value ?? null, new: when });
export const NEVER = { "deck.id": { given: false } };

/** What a draft draws in another way: hidden boxes not at all, and selected ones also if the card leaves them out. */
export const drafted = () => boxes().flatMap((box) => (canvas.hidden.has(box.name) ? [showing(box, NEVER)] : isShownAnyway(box) ? CONDITIONS.filter((key) => valueOf(box, key)).map((key) => showing(box, null, key)) : []));
const CONDITIONS = ["when", "when_text"];

/** Whether a box is drawn since it is selected, or something in it. @param {ShownBox} box */
const isShownAnyway = (box) => pickedBoxes().some(({ name, isGhost }) => isGhost && `${name}.`.startsWith(`${box.name}.`));

/** Whether lengths are a change at all. @param {By | null} by */
const isChange = (by) => by?.some((length) => Math.abs(length) > 0.004) ?? false;

/** The operations of the change that is shown; none if it is no change. */
function operations() {
  if (canvas.text) return canvas.text.operations();
  const box = pickedBox();
  if (canvas.turn !== null && box) return [{ kind: "property", deck: deck().id, side: side(), box: box.name, key: ["turn"], old: valueOf(box, "turn")?.value ?? null, new: canvas.turn }];
  const by = canvas.by;
  return by && isChange(by) ? [reshaping(movedBoxes().map((one) => [one, by]))] : [];
}

/** Shows a change of the selected boxes, and asks for the cards as it would make them.
    @param {By | null} by @param {number | null} turn */
export function show(by, turn = null) {
  Object.assign(canvas, { by, turn });
  drawing.move();
  askDraft();
}

/** Asks for the card as it would be, and at a rest for the samples beside it.
    @param {boolean} isResting */
export async function askDraft(isResting = false) {
  if (asking.isOut) {
    asking.again = true;
    return;
  }
  asking.isOut = true;
  asking.again = false;
  const [change, key] = [operations(), card()?.key];
  const all = [...drafted(), ...change];
  const isWritten = Boolean(canvas.text);
  const samples = isResting || isWritten ? drawing.samples() : [];
  if ((all.length || isWritten) && key) {
    const answer = await ask("api/draft", { operations: all, cards: [key, ...samples], runs: isWritten });
    if (answer && key === card()?.key && (!isWritten || !asking.again)) drawing.draft(answer, change.length > 0 || isWritten);
  }
  asking.isOut = false;
  if (asking.again) askDraft();
  else if (change.length && !isResting && !isWritten) askDraft(true);
}

/** Writes the change. What is shown has it at once; others may follow before the files have it. */
export async function release() {
  clearTimeout(timers.nudge);
  const [all, by, change] = [movedBoxes(), canvas.by, operations()];
  if (!change.length) return drop();
  const label = all.length > 1 ? t("canvas.moved-all", { count: all.length }) : t(!by ? "canvas.turned" : by[2] || by[3] ? "canvas.resized" : "canvas.moved", { box: all[0].name });
  if (by) canvas.laid = canvas.laid.map((one) => ({ ...one, rect: changed(one.rect, all.some(({ name }) => one.name === name) ? by : all.some(({ name }) => one.name.startsWith(`${name}.`)) ? [by[0], by[1], 0, 0] : null) }));
  Object.assign(canvas, { by: null, turn: null });
  canvas.writing += 1;
  drawing.move();
  const answer = await edit(change, label);
  canvas.writing -= 1;
  if (answer && (answer.faults.length || answer.conflicts.length)) toast(whyNot(answer), { slot: "fault" });
  if (!canvas.writing && !canvas.by && canvas.turn === null) drawing.done();
}

/** Takes the change back. */
export function drop() {
  clearTimeout(timers.nudge);
  Object.assign(canvas, { by: null, turn: null });
  drawing.done();
}

/** Moves and resizes the selected boxes by keys; several are one edit. @param {By} more */
export function nudge(more) {
  const by = canvas.by ?? [0, 0, 0, 0];
  later(() => show(/** @type {By} */ (by.map((length, at) => round(length + more[at])))));
}

/** Turns a box by keys, from where it is. @param {ShownBox} box @param {number} degrees */
export function nudgeTurn(box, degrees) {
  later(() => show(null, (turnOf(box) - box.turn + degrees + 540) % 360 - 180));
}

/** Shows a change, which is written unless another follows. @param {() => void} change */
function later(change) {
  clearTimeout(timers.nudge);
  change();
  timers.nudge = setTimeout(release, NUDGED);
}

/** @param {number} length */
const round = (length) => Math.round(length * 100) / 100;
