/* Numbers and other values as people type them, and the fields that they type in. */

import { focused } from "../shared/elements.js";

const UNITS = /** @type {Record<string, number>} */ ({ mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72, q: 0.25 });

/** A number as people type it: 12, 12.5 mm, 3pt, or += 2 to add; NaN for anything else.
    @param {string} text @param {number} before */
export function typedNumber(text, before) {
  const match = /^\s*([+-]=)?\s*(-?\d+(?:[.,]\d+)?|-?[.,]\d+)\s*(mm|cm|in|pt|q)?\s*$/i.exec(text);
  if (!match) return NaN;
  const length = Number(match[2].replace(",", ".")) * UNITS[(match[3] ?? "mm").toLowerCase()];
  const result = match[1] ? before + (match[1] === "-=" ? -length : length) : length;
  return Math.round(result * 1000) / 1000;
}

/** Another value from what was typed, of the type of the old one; undefined if it cannot be.
    @param {unknown} old @param {string} text */
export function typed(old, text) {
  if (Array.isArray(old)) {
    const words = text.split(/[\s,]+/).filter(Boolean);
    return old.every((entry) => typeof entry === "number") ? words.map((word) => (Number.isNaN(Number(word)) ? word : Number(word))) : words;
  }
  if (typeof old !== "number") return text;
  const number = typedNumber(text, old);
  return Number.isNaN(number) ? (text.trim() ? text.trim() : undefined) : number;
}

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/** What was typed in a field, which is no longer being typed. @param {Field} field */
export const taken = (field) => (field.defaultValue = field.value);

/** Whether something is being typed in a panel: if it is drawn again, that is lost. @param {HTMLElement} panel */
export function isTypingIn(panel) {
  const field = focused();
  return panel.contains(field) && (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue;
}
