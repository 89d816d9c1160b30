/* The fields in which values are written, by the kind of their column: a long text, a number with − and +, a colour, a choice from a list
   that shows icons and pictures. */

import { t, words } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { tag } from "../shared/texts.js";
import { markBar } from "./mark-bar.js";
/** @import { Child } from "../shared/elements.js" */
/** @import { MarkNames } from "./mark-bar.js" */

/** An editor: its element, the field with the text, and what a key does in it; true if it was used.
    @typedef {{ root: HTMLElement, field: HTMLTextAreaElement | HTMLInputElement, press: (event: KeyboardEvent) => boolean }} Editor */

/** Choices that are shown at once, and different values of a column for which they are offered to choose from. */
const [MOST_SHOWN, MOST_SUGGESTED, LONGEST_SUGGESTED] = [300, 40, 40];
/** Whether a text is a word or a few, and no sentence. @param {string} text */
const isLabel = (text) => text.length <= LONGEST_SUGGESTED && !/[*{<.!?。！？]/.test(text);

/** Kinds of which values are offered, too, that other cards have. */
const SUGGESTED = ["text", "texts", "colour"];

/** The editor of a column of a deck, with a text in it. `choose` writes a value that was chosen.
    @param {TableData} table @param {number} column @param {string} text @param {Record<string, unknown>} about attributes of the field @param {(value: string) => void} choose @returns {Editor} */
export function editorOf(table, column, text, about, choose) {
  const data = table.columns[column];
  const kind = data.kind.replace("?", "");
  if (kind === "integer" || kind === "number") return numberEditor(data, text, about);
  if (data.name === "id") return idEditor(text, about);
  const list = data.choices.length ? data.choices : SUGGESTED.includes(kind) ? suggested(table, column) : [];
  if (kind === "colour") return colourEditor(list, text, about, choose);
  return list.length ? choiceEditor(list, text, about, choose, data.shown) : textEditor(text, about, /^texts?$/.test(kind) ? { ...table, styles: Object.keys(table.styles), terms: data.terms, language: tag(data.language) } : null);
}

/** The values that cards have in a column, if they are no sentences, few, and some of them repeated.
    @param {TableData} table @param {number} column */
function suggested(table, column) {
  const texts = table.rows.map(({ cells }) => cells[column]).filter(Boolean);
  const different = [...new Set(texts)].sort();
  return different.length <= MOST_SUGGESTED && different.length < texts.length && different.every(isLabel) ? different : [];
}

/** @param {string} text @param {Record<string, unknown>} about @returns {Editor} */
function idEditor(text, about) {
  const field = h("input", { type: "text", class: "make-field mono", autocomplete: "off", spellcheck: "false", ...about, value: text });
  return { root: h("div", {}, field), field, press: () => false };
}

/** A text, with a palette of marks if it can have some. @param {string} text @param {Record<string, unknown>} about @param {MarkNames | null} names @returns {Editor} */
export function textEditor(text, about, names) {
  const field = h("textarea", { class: "make-field", ...about, oninput: () => grow() }, text);
  const grow = () => {
    field.style.setProperty("height", "auto");
    field.style.setProperty("height", `${Math.min(280, Math.max(56, field.scrollHeight + 4))}px`);
  };
  queueMicrotask(grow);
  return { root: names ? h("div", { class: "make-marked" }, markBar(names, field), field) : field, field, press: () => false };
}

/** @param {ColumnData} column @param {string} text @param {Record<string, unknown>} about @returns {Editor} */
function numberEditor({ kind, least, most }, text, about) {
  const field = h("input", { type: "text", inputmode: kind.startsWith("integer") ? "numeric" : "decimal", class: "make-field", ...about, value: text });
  /** @param {number} by */
  const add = (by) => {
    const value = (Number(field.value) || 0) + by;
    field.value = String(Math.min(most ?? value, Math.max(least ?? value, Math.round(value * 1000) / 1000)));
  };
  /** @param {number} by @param {string} sign @param {string} label */
  const button = (by, sign, label) => h("button", { type: "button", tabindex: "-1", class: "icon-button", "aria-label": t(label), onpointerdown: (event) => event.preventDefault(), onclick: () => add(by) }, icon(sign));
  const limits = least !== null && most !== null && most < 1e6 ? t("make.limits", { least, most }) : null;
  return { root: h("div", { class: "make-number-editor" }, h("div", { class: "make-steps" }, button(-1, "minus", "make.less"), field, button(1, "plus", "make.more")),
    limits ? h("p", { class: "quiet" }, limits) : null), field,
    press: ({ key }) => {
      if (key !== "ArrowUp" && key !== "ArrowDown") return false;
      add(key === "ArrowUp" ? 1 : -1);
      return true;
    } };
}

/** @param {readonly string[]} list @param {string} text @param {Record<string, unknown>} about @param {(value: string) => void} choose @returns {Editor} */
function colourEditor(list, text, about, choose) {
  const editor = choiceEditor(list, text, about, choose, "colour");
  const isHex = /^#[0-9a-f]{6}$/i.test(text);
  const picker = h("input", { type: "color", class: "make-colour", tabindex: "-1", "aria-label": t("make.colour"), value: isHex ? text : "#888888", oninput: ({ target }) => {
    editor.field.value = target.value;
  } });
  editor.root.prepend(picker);
  return editor;
}

let lists = 0;

/** A text with a list of values below it, those that have what is typed.
    @param {readonly string[]} choices @param {string} text @param {Record<string, unknown>} about @param {(value: string) => void} choose @param {string} shown @returns {Editor} */
function choiceEditor(choices, text, about, choose, shown) {
  const id = `make-list-${lists += 1}`;
  const box = h("div", { class: "make-choices", id, role: "listbox", "aria-label": t("make.choices"), dataset: { shown } });
  /** @type {HTMLInputElement} */
  const field = h("input", { type: "text", class: "make-field", ...about, role: "combobox", "aria-expanded": "true", "aria-controls": id, "aria-autocomplete": "list", autocomplete: "off",
    spellcheck: "false", value: text, oninput: () => draw(field.value, -1) });
  let list = /** @type {readonly string[]} */ ([]);
  let at = -1;
  /** @param {string} typed @param {number} chosen */
  function draw(typed, chosen) {
    const sought = typed.trim().toLowerCase();
    const found = choices.filter((choice) => choice.toLowerCase().includes(sought));
    list = (found.length ? found : choices).slice(0, MOST_SHOWN);
    at = chosen;
    fill(box, list.map((choice, number) => h("div", { role: "option", id: `${id}-${number}`, class: "make-choice", "aria-selected": String(number === at),
      onpointerdown: (event) => { event.preventDefault(); choose(choice); } }, picture(choice, shown), h("span", { class: "cut-off" }, shown === "picture" ? choice.split("/").at(-1) : choice))));
    if (at >= 0) field.setAttribute("aria-activedescendant", `${id}-${at}`);
    else field.removeAttribute("aria-activedescendant");
    box.children[at]?.scrollIntoView({ block: "nearest" });
  }
  draw("", choices.indexOf(text));
  queueMicrotask(() => box.children[at]?.scrollIntoView({ block: "nearest" }));
  return { root: h("div", { class: "make-choice-editor" }, field, box), field,
    press: ({ key }) => {
      if (key !== "ArrowUp" && key !== "ArrowDown") return false;
      draw(at < 0 ? field.value : "", -1);
      const next = (choices.indexOf(field.value) >= 0 ? list.indexOf(field.value) : -1) + (key === "ArrowDown" ? 1 : -1);
      draw("", Math.max(0, Math.min(list.length - 1, next)));
      field.value = list[at];
      return true;
    } };
}

/** @param {string} choice @param {string} shown @returns {Child} */
const picture = (choice, shown) => (shown === "colour" ? h("span", { class: "swatch", style: { "--colour": choice } })
  : shown ? h("img", { src: choiceAddress(shown, choice), alt: "", loading: "lazy" }) : null);

/** The address of the picture of an icon, or of a picture file, of the game.
    @param {string} shown @param {string} name */
export function choiceAddress(shown, name) {
  return `choices/${shown}/${name.split("/").map(encodeURIComponent).join("/")}`;
}

words({
  en: {
    "make.less": message("Decrease"),
    "make.more": message("Increase"),
    "make.limits": message("{least} to {most}"),
    "make.colour": message("Pick a colour"),
    "make.choices": message("Values"),
  },
});
