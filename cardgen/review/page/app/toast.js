/* Messages in the corner: what was done, what others did, what failed. A newer message replaces the older one of the same
   slot, so that the box never covers the cards. */

import { byId, fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { rememberFocus } from "./views.js";
import { t, words } from "./words.js";
/** @import { Child } from "../shared/elements.js" */

/** @typedef {{ label: string, run: () => unknown }} ToastAction */

const LASTING = 6000;
const lines = new Map(); // slot → {element, until}
let due = 0;
let giveBack = /** @type {(() => void) | null} */ (null); // gives the focus back to the element that had it before the box

const box = () => byId("toast");
const [messages, closing] = [() => /** @type {HTMLElement} */ (box().firstElementChild), () => /** @type {HTMLElement} */ (box().lastElementChild)];
const isLookedAt = () => box().matches(":hover") || box().contains(document.activeElement);

/** Shows a message (a text, an element or an array of them) for `lasting` ms, longer while it is looked at. `slot` is
    its subject: "note", "decision", "news" or "fault". `action` {label, run} adds a button.
    @param {Child} content */
export function toast(content, { slot = "note", lasting = LASTING, action = /** @type {ToastAction | null} */ (null) } = {}) {
  const run = () => { close(slot); action?.run(); };
  const button = action && h("button", { type: "button", class: "plain", dataset: { hold: `toast-${slot}` }, onmousedown: stay, onclick: run },
    action.label);
  lines.set(slot, { element: h("p", {}, h("span", {}, content), button), until: performance.now() + lasting });
  draw();
}

/** Whether a message of the slot is still shown.
    @param {string} slot */
export const isToasted = (slot) => lines.has(slot);

/** The focus stays where it is when the box is clicked.
    @param {Event} event */
const stay = (event) => event.preventDefault();

function close(slot = "") {
  const focused = box().contains(document.activeElement);
  if (slot) lines.delete(slot);
  else lines.clear();
  draw();
  if (focused && !box().contains(document.activeElement)) giveBack?.();
}

function draw() {
  fill(messages(), [...lines.values()].map(({ element }) => element));
  const label = t("toast.close");
  fill(closing(), lines.size ? h("button", { type: "button", class: "icon-button", "aria-label": label, title: label,
    dataset: { hold: "toast-close" }, onmousedown: stay, onclick: () => close() }, icon("x")) : null);
  clearTimeout(due);
  if (lines.size) due = setTimeout(expire, Math.max(50, Math.min(...[...lines.values()].map(({ until }) => until)) - performance.now()));
}

function expire() {
  const now = performance.now();
  for (const [slot, line] of lines) {
    if (isLookedAt()) line.until = Math.max(line.until, now + 1000);
    else if (line.until <= now) lines.delete(slot);
  }
  draw();
}

document.addEventListener("DOMContentLoaded", () => box().addEventListener("focusin", ({ relatedTarget }) => {
  const before = /** @type {HTMLElement | null} */ (relatedTarget);
  if (!box().contains(before)) giveBack = rememberFocus(before ?? document.body);
}));

words({
  en: {
    "toast.close": message("Close this message"),
  },
});
