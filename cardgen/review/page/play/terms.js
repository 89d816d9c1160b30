/* Terms of the game's glossary in the texts of the table: a term shows what it means when it is pointed at, focused or tapped. */

import { nearest, settings } from "../app/settings.js";
import { pick, say, t } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { termFinder } from "../shared/terms.js";
import { chapterAbout, chapterTitle } from "./book.js";
import { learning } from "./learning.js";
/** @import { Child } from "../shared/elements.js" */

const LEAVE = 250; // ms in which the pointer may go from a term to its entry

let find = /** @type {ReturnType<typeof termFinder>} */ ((text) => [text]);
let foundFor = "";
let shown = /** @type {HTMLElement | null} */ (null);
let timer = 0;

/** Opens the rulebook of the table at a chapter; the table sets it.
    @type {{ open: (anchor: string) => unknown }} */
export const rulebook = { open: () => undefined };

/** @param {TermData} term */
const writtenIn = ({ written }) => written[nearest(Object.keys(written), settings.language) ?? ""] ?? [];

const termsKey = () => `${learning.version} ${settings.language}`;

/** Shows a text with its terms in an element, unless it is there already: the terms may come later than the text.
    @param {HTMLElement} element @param {string} text @param {string} where */
export function showText(element, text, where) {
  const key = `${termsKey()} ${text}`;
  if (element.dataset.text !== key) fill(element, withTerms(text, where));
  element.dataset.text = key;
}

/** A text with its terms as buttons. `where` tells the same term in different texts apart.
    @param {string} text @param {string} where @returns {Child[]} */
export function withTerms(text, where) {
  const key = termsKey();
  if (foundFor !== key) {
    foundFor = key;
    find = termFinder(learning.terms.map((term) => ({ id: term.id, written: writtenIn(term) })));
  }
  const parts = [...find(text)];
  return parts.map((part, at) => {
    if (typeof part === "string") return part;
    const after = parts[at + 1];
    const mark = typeof after === "string" ? /^[,.;:!?)…，。、；：！？）」』”]+/.exec(after)?.[0] ?? "" : "";
    if (mark) parts[at + 1] = String(after).slice(mark.length);
    // A line must not begin with the mark after a button.
    return mark ? h("span", { class: "unbroken" }, termButton(part[0], part[1], where), mark) : termButton(part[0], part[1], where);
  });
}

/** @param {string} text @param {string} id @param {string} where */
function termButton(text, id, where) {
  const term = /** @type {TermData} */ (learning.terms.find((other) => other.id === id));
  const show = (/** @type {{ currentTarget: EventTarget | null }} */ { currentTarget }) => showEntry(/** @type {HTMLElement} */ (currentTarget), term);
  return h("button", {
    type: "button", class: "table-term", "aria-description": pick(term.texts, settings.language), dataset: { hold: `term-${where}-${id}` },
    onclick: show, onfocus: show, onblur: (/** @type {FocusEvent} */ { relatedTarget }) => { if (!shown?.contains(/** @type {Node | null} */ (relatedTarget))) hideEntry(); },
    onpointerenter: (/** @type {PointerEvent} */ event) => { if (event.pointerType !== "touch") show(event); }, onpointerleave: leave,
    onkeydown: (event) => { if (event.key === "Escape" && shown) { event.stopPropagation(); hideEntry(); } },
  }, text);
}

function leave() {
  clearTimeout(timer);
  timer = setTimeout(hideEntry, LEAVE);
}

function hideEntry() {
  clearTimeout(timer);
  shown?.remove();
  shown = null;
}

/** Show the entry of a term beside its button, and after it in the order of the Tab key.
    @param {HTMLElement} button @param {TermData} term */
function showEntry(button, term) {
  clearTimeout(timer);
  if (shown?.previousSibling === button) return;
  hideEntry();
  const anchor = chapterAbout(writtenIn(term));
  const entry = /** @type {HTMLElement} */ (h("span", { class: "table-entry", popover: "manual", onpointerenter: () => clearTimeout(timer), onpointerleave: leave,
    onkeydown: (event) => { if (event.key === "Escape") { event.stopPropagation(); hideEntry(); button.focus(); } },
    onfocusout: (/** @type {FocusEvent & { currentTarget: HTMLElement }} */ { relatedTarget, currentTarget }) => { if (relatedTarget !== button && !currentTarget.contains(/** @type {Node | null} */ (relatedTarget))) hideEntry(); } },
  h("strong", {}, writtenIn(term)[0] ?? term.id), say(term.texts, settings.language),
  anchor ? h("button", { type: "button", class: "plain", onclick: () => { hideEntry(); rulebook.open(anchor); } }, icon("book"), t("play.chapter", { title: chapterTitle(anchor) })) : ""));
  button.after(entry);
  entry.showPopover();
  const { left, top, bottom } = button.getBoundingClientRect();
  const { width, height } = entry.getBoundingClientRect();
  const above = top - height - 8;
  entry.style.setProperty("left", `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`);
  entry.style.setProperty("top", `${above > 8 ? above : bottom + 8}px`);
  shown = entry;
}
