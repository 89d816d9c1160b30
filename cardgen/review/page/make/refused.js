/* What was typed in a field of a panel and is refused: it stays with the reason below it, also when the panel is drawn again, until something
   else is typed there or the value is another one. */

import { h } from "../shared/elements.js";
/** @import { Field } from "./numbers.js" */

/** `before` is the value that the panel has for the field, known when it is drawn again.
    @typedef {{ text: string, reason: string, before: string | null, isSaid: boolean }} Refusal */

const refusals = /** @type {Map<string, Refusal>} */ (new Map());

/** @param {string} subject @param {string} hold */
const keyOf = (subject, hold) => [subject, hold].join(" ");

/** Keeps why a text is refused. The panel is to be drawn again, or its refusals shown.
    @param {string} subject what the panel is about @param {string} hold of the field @param {string} text @param {string} reason */
export const keepRefusal = (subject, hold, text, reason) => void refusals.set(keyOf(subject, hold), { text, reason, before: null, isSaid: false });

/** Shows in the fields of a panel what was typed there and refused. @param {ParentNode | null} panel @param {string} subject */
export function showRefusals(panel, subject) {
  for (const field of /** @type {NodeListOf<Field>} */ (panel?.querySelectorAll(":is(input, textarea)[data-hold]") ?? [])) {
    const [key, isShown] = [keyOf(subject, field.dataset.hold ?? ""), field.hasAttribute("aria-invalid")];
    const refusal = refusals.get(key);
    if (!refusal || (isShown && field.validationMessage === refusal.reason)) continue;
    if (!isShown && refusal.before !== null && refusal.before !== field.defaultValue) refusals.delete(key);
    else show(field, key, refusal);
  }
}

/** @param {Field} field @param {string} key @param {Refusal} refusal */
function show(field, key, refusal) {
  const id = `refused-${field.dataset.hold}`;
  document.getElementById(id)?.remove();
  const line = h("p", { id, class: "refusal", role: refusal.isSaid ? null : "alert" }, refusal.reason);
  const isTypedHere = field.value === refusal.text;
  Object.assign(refusal, { before: isTypedHere ? null : refusal.before ?? field.defaultValue, isSaid: true });
  field.value = refusal.text;
  field.setCustomValidity(refusal.reason);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", id);
  field.closest(".option, .value")?.append(line);
  if (line.role) line.scrollIntoView({ block: "nearest" });
  field.addEventListener("input", () => {
    refusals.delete(key);
    line.remove();
    field.setCustomValidity("");
    for (const name of ["aria-invalid", "aria-describedby"]) field.removeAttribute(name);
  }, { once: true });
}
