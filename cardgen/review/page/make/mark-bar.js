/* The palette of marks above a text that is being written: bold, italic, the styles, the icons and the
   terms of the glossary that its marks can name. */

import { t, words } from "../app/words.js";
import { h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { choiceAddress } from "./editors.js";
import { around, asTerm, instead } from "./marking.js";
/** @import { Marked } from "./marking.js" */
/** @import { Child } from "../shared/elements.js" */

/** What marks can name: styles, icons, and terms of the glossary, each an id and a name.
    @typedef {{ styles: readonly string[], icons: readonly string[], terms: Record<string, string>, language?: string }} MarkNames */

/** The palette of a field. The arrows go from button to button, Escape returns to the text.
    @param {MarkNames} names @param {HTMLTextAreaElement} field */
export function markBar({ styles, icons, terms, language }, field) {
  /** @param {(marked: Marked) => Marked} change */
  const apply = (change) => {
    const { text, from, to } = change({ text: field.value, from: field.selectionStart, to: field.selectionEnd });
    field.value = text;
    field.focus({ preventScroll: true });
    field.setSelectionRange(from, to);
    field.dispatchEvent(new Event("input"));
  };
  const bold = () => apply((marked) => around(marked, "**", "**"));
  const italic = () => apply((marked) => around(marked, "*", "*"));
  /** @param {string} label @param {() => void} run @param {Child} content @param {Record<string, unknown>} [more] */
  const button = (label, run, content, more = {}) => h("button", { type: "button", class: "plain", tabindex: "-1", "aria-label": label, title: label, onpointerdown: (event) => event.preventDefault(), onclick: run, ...more }, content);
  const bar = h("div", { class: "make-marks", role: "toolbar", "aria-label": t("marks.name"), onkeydown: (event) => {
    const all = /** @type {HTMLElement[]} */ ([...bar.children]);
    if (event.target instanceof HTMLSelectElement && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.target.showPicker();
      event.stopPropagation();
      return event.preventDefault();
    }
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) all[(all.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step + all.length) % all.length].focus();
    else if (event.key === "Escape") field.focus();
    else if (event.key !== "Enter" && event.key !== " ") return;
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== " ") event.preventDefault();
  } },
  button(t("marks.bold"), bold, h("strong", {}, "B"), { "aria-keyshortcuts": "Control+B" }),
  button(t("marks.italic"), italic, h("em", {}, "I"), { "aria-keyshortcuts": "Control+I" }),
  Object.keys(terms).length ? h("select", { tabindex: "-1", "aria-label": t("marks.term"), title: t("marks.term"), dataset: { hold: "marks-term" }, onchange: ({ target }) => {
    const id = target.value;
    target.value = "";
    apply((marked) => asTerm(marked, id, terms[id]));
  } }, h("option", { value: "" }, "[[…]]"), Object.entries(terms).map(([id, name]) => h("option", { value: id, lang: language }, name))) : null,
  styles.map((name) => button(t("marks.style", { name }), () => apply((marked) => around(marked, `<${name}>`, `</${name}>`)), `<${name}>`, { class: "plain mono" })),
  icons.map((name) => button(t("marks.icon", { name }), () => apply((marked) => instead(marked, `{${name}}`)), h("img", { src: choiceAddress("icon", name), alt: "", loading: "lazy" }))));
  field.addEventListener("keydown", (event) => {
    const control = event.ctrlKey || event.metaKey;
    const name = event.key.toLowerCase();
    if (control && name === "b") bold();
    else if (control && name === "i") italic();
    else if (event.altKey && event.key === "F10") /** @type {HTMLElement | null} */ (bar.firstElementChild)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return bar;
}

words({
  en: {
    "marks.name": message("Marks (Alt+F10)"),
    "marks.bold": message("Bold"),
    "marks.italic": message("Italic"),
    "marks.style": message("Words in the style {name}"),
    "marks.term": message("Term of the glossary"),
    "marks.icon": message("Icon {name}"),
  },
});
