/* A box is dragged, resized or nudged: drawn at once, laid out by the server as a draft at each rest, written when it is let go. */

import { toast } from "../app/toast.js";
import { t } from "../app/words.js";
import { canvas, card, changed, deck, pickedBox, side } from "./canvas-state.js";
import { ask, edit, whyNot } from "./editing.js";
/** @import { By, ShownBox } from "./canvas-state.js" */

/** What is drawn again: the selection, at once; the pictures, when a draft has come.
    @type {{ move: () => void, draft: (answer: DraftAnswer) => void, done: () => void, samples: () => string[] }} */
export const drawing = { move: () => {}, draft: () => {}, done: () => {}, samples: () => [] };

const NUDGED = 500; // ms without another key, after which nudges are written
const timers = { nudge: 0 };
const asking = { isOut: false, again: false };

/** @param {ShownBox} box @param {By} by */
const operation = (box, by) => ({ kind: "reshape", deck: deck().id, side: side(), box: box.name, by: by.map((length) => length / (canvas.data?.scale ?? 1)) });

/** Whether a change is one at all. @param {By | null} by */
const isChange = (by) => by?.some((length) => Math.abs(length) > 0.004) ?? false;

/** Shows a change of the selected box, and asks for the cards as it would make them.
    @param {By} by */
export function show(by) {
  canvas.by = by;
  drawing.move();
  askDraft();
}

async function askDraft() {
  if (asking.isOut) {
    asking.again = true;
    return;
  }
  asking.isOut = true;
  asking.again = false;
  const [box, by, key] = [pickedBox(), canvas.by, card()?.key];
  if (box && by && isChange(by) && key) {
    const answer = await ask("api/draft", { operations: [operation(box, by)], cards: [key, ...drawing.samples()] });
    if (answer && canvas.by) drawing.draft(answer);
  }
  asking.isOut = false;
  if (asking.again) askDraft();
}

/** Writes the change. What is shown has it at once; others may follow before the files have it. */
export async function release() {
  clearTimeout(timers.nudge);
  const [box, by] = [pickedBox(), canvas.by];
  if (!box || !by) return;
  if (!isChange(by)) return drop();
  canvas.laid = canvas.laid.map((one) => (one.name === box.name ? { ...one, rect: changed(one.rect, by) } : one));
  canvas.by = null;
  canvas.writing += 1;
  drawing.move();
  const answer = await edit([operation(box, by)], t(by[2] || by[3] ? "canvas.resized" : "canvas.moved", { box: box.name }));
  canvas.writing -= 1;
  if (answer && (answer.faults.length || answer.conflicts.length)) toast(whyNot(answer), { slot: "fault" });
  if (!canvas.writing && !canvas.by) drawing.done();
}

/** Takes the change back. */
export function drop() {
  clearTimeout(timers.nudge);
  canvas.by = null;
  drawing.done();
}

/** Moves the selected box by keys; several are one edit.
    @param {number} x @param {number} y */
export function nudge(x, y) {
  clearTimeout(timers.nudge);
  const [dx, dy] = canvas.by ?? [0, 0];
  show([round(dx + x), round(dy + y), 0, 0]);
  timers.nudge = setTimeout(release, NUDGED);
}

/** @param {number} length */
const round = (length) => Math.round(length * 100) / 100;
