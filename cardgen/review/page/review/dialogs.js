/* Dialogs that ask for an answer. */

import { rememberFocus } from "../app/views.js";
import { h } from "../shared/elements.js";
/** @import { Child } from "../shared/elements.js" */

// ---------------------------------------------------------------- dialogs

let dialogs = 0;

/** Chooses the main button: Enter in a field of one line, Ctrl+Enter in any.
    @param {KeyboardEvent} event */
function onEnter(event) {
  const { key, target, currentTarget, ctrlKey, metaKey, isComposing } = event;
  const isField = /** @type {HTMLElement} */ (target).matches("input:not([type=checkbox], [type=radio]), select");
  if (key !== "Enter" || isComposing || !(isField || ctrlKey || metaKey)) return;
  event.preventDefault(); // it is not for the button that gets the focus back
  /** @type {HTMLElement} */ (currentTarget).querySelector(".answers .main")?.dispatchEvent(new MouseEvent("click"));
}

/** Shows a dialog and waits for an answer: the `value` of the button chosen, "" if it was closed. `body` is shown under
    the title; `buttons` are [{value, label, main}]. The focus returns where it was.
    @param {string} title @param {Child} body @param {{ value: string; label: string; main?: boolean }[]} buttons @param {{ opened?: (dialog: HTMLDialogElement) => void }} about3 */
export function dialog(title, body, buttons, { opened = (/** @type {HTMLDialogElement} */ _box) => {} } = {}) {
  dialogs += 1;
  const id = `dialog-${dialogs}`;
  const giveBack = rememberFocus();
  /** @type {HTMLDialogElement} */
  const box = h("dialog", { class: "decision-dialog", "aria-labelledby": id, onkeydown: onEnter }, h("h2", { id }, title), body,
    h("div", { class: "row answers" }, buttons.map(({ value, label, main }) =>
      h("button", { type: "button", class: main ? "main" : null, dataset: { value }, onclick: () => box.close(value) }, label))));
  document.body.append(box);
  box.showModal();
  opened(box);
  return /** @type {Promise<string>} */ (new Promise((resolve) => box.addEventListener("close", () => {
    box.remove();
    giveBack();
    resolve(box.returnValue);
  })));
}
