/* Keys: a map that views add to with `key`, one listener, and the dialog that lists them. */

import { listedKeys } from "../review/list.js";
import { h, icon } from "../shared/elements.js";
import { filterOf } from "../shared/filters.js";
import * as keyNames from "../shared/key-names.js";
import { isCharacter, nameOf } from "../shared/key-names.js";
import { message } from "../shared/messages.js";
import * as texts from "../shared/texts.js";
import { state } from "./data.js";
import { tool } from "./frame.js";
import { modeOf } from "./modes.js";
import { set } from "./set.js";
import { languages, settings } from "./settings.js";
import { key, keyMap } from "./shortcuts.js";
import { toast } from "./toast.js";
import { current, currentKey, go, rememberFocus } from "./views.js";
import { t, words } from "./words.js";
/** @import { KeyContext } from "./shortcuts.js" */

/** @param {Event} event */
const targetOf = (event) => /** @type {Element} */ (event.composedPath()[0] ?? event.target); // also in a shadow tree

/** @param {Element} element */
const typing = (element) =>
  element.closest?.("input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]");

/** Whether an element does something of its own with that key.
    @param {Element} element @param {string} name */
const takes = (element, name) =>
  (name === "space" && element.closest?.("button, summary, input, [role=slider]")) ||
  (name === "enter" && element.closest?.("a[href], button, summary, input")) ||
  (name === "escape" && element.closest?.("[role=slider]"));

/** The shortcut of a key in a view, or undefined.
    @param {string} name @param {KeyContext} about */
function doing(name, about) {
  return keyMap.findLast((shortcut) => shortcut.keys.includes(name) && (!shortcut.views || shortcut.views.includes(about.route.view)) &&
    (shortcut.when?.(about) ?? true));
}

// ---------------------------------------------------------------- letters typed for a text field

const QUIET = 1000; // ms without a key after which letters are commands again
/** The text field that is being written in, and when it last was. None after a key or a click that leaves it. */
const writing = { field: /** @type {Element | null} */ (null), at: 0 };
/** @param {Element} element */
const isText = (element) => typing(element) && !element.matches("select, [type=range]");
/** @param {KeyboardEvent} event */
const stays = (event) => event.key.length === 1 ? !event.ctrlKey && !event.metaKey : ["Backspace", "Delete", "Shift", "Process",
  "Dead", "Unidentified"].includes(event.key) || (event.key === "Enter" && targetOf(event).matches?.("textarea") && !event.ctrlKey);

/** @param {Element | null} field */
const note = (field) => Object.assign(writing, { field, at: performance.now() });

addEventListener("focusin", (event) => (isText(targetOf(event)) ? note(targetOf(event)) : null), true);
addEventListener("focusout", ({ target }) => (target === writing.field ? note(writing.field) : null), true);
addEventListener("keydown", (event) => (isText(targetOf(event)) ? note(stays(event) ? targetOf(event) : null) : null), true);
for (const left of ["pointerdown", "click"]) addEventListener(left, (event) => (isText(targetOf(event)) ? null : note(null)), true);

/** Whether a letter was typed for a text field that has been removed or has lost the focus, not by the user. */
function isStray() {
  if (!writing.field || document.activeElement === writing.field) return false;
  const soon = performance.now() - writing.at < QUIET;
  note(soon ? writing.field : null);
  return soon;
}

// ---------------------------------------------------------------- keys that are pressed

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229 || !state.catalog) return;
  const name = nameOf(event);
  if (name === null || document.querySelector("dialog[open], :popover-open") || (typing(targetOf(event)) && name !== "f6" && name !== "ctrl+k") || takes(targetOf(event), name)) return;
  if (isCharacter(name) && !settings.letters) return;
  if ((isCharacter(name) || name === "space") && isStray()) return void event.preventDefault();
  const about = { route: current.route, key: currentKey(), keys: () => listedKeys(), event, name };
  const match = doing(name, about);
  if (!match) return;
  event.preventDefault();
  match.run?.(about);
}

addEventListener("keydown", pressed);

// ---------------------------------------------------------------- the dialog

function groups() {
  const byPlace = new Map();
  for (const shortcut of keyMap) {
    const where = shortcut.views ? shortcut.views.map((name) => t(`view.${name}`)).join(t("list.and")) : t("keys.everywhere");
    const lines = byPlace.get(where) ?? new Map();
    const words = t(shortcut.words);
    const names = shortcut.keys.filter(Boolean); // a player may take the key of an action away
    if (words === shortcut.words || !names.length) continue; // a table's own, listed once the table is open
    byPlace.set(where, lines.set(words, [...(lines.get(words) ?? []), ...names]));
  }
  return [...byPlace];
}

/** Shows the dialog with all keys, in the language of the interface. */
function showKeys() {
  const close = () => box.close();
  const giveBack = rememberFocus();
  /** @type {HTMLDialogElement} */
  const box = h("dialog", { class: "keys", "aria-labelledby": "keys-title",
    onclose: () => { box.remove(); giveBack(); } },
    h("div", { class: "dialog-head" }, h("h2", { id: "keys-title" }, t("keys.title")), h("button", { type: "button", onclick: close },
      t("keys.close"))),
    settings.letters ? null : h("p", { class: "notice" }, t("keys.off")),
    h("div", { class: "columns" }, groups().map(([where, lines]) => h("section", {}, h("h3", {}, where), h("dl", {}, [...lines].map(([words, names]) => h("div", {},
      h("dt", {}, [...new Set(names)].map((name) => h("kbd", {}, keyNames.shown(name)))), h("dd", {}, words))))))),
    h("p", { class: "quiet" }, t("keys.typing")));
  document.body.append(box);
  box.showModal();
}

// ---------------------------------------------------------------- keys that work everywhere

/** The language after the page's, in the order of the settings. */
const nextLanguage = () => languages[(languages.indexOf(settings.language) + 1) % languages.length];

/** Switches the page and the cards to the next language. */
function turnLanguage() {
  const language = nextLanguage();
  set("cards", language);
  return set("language", language);
}

export const SIGHTS = ["normal", "protan", "deutan", "tritan", "grey"];

/** Simulates the next kind of sight, and shows its name. */
function turnSight() {
  const sight = SIGHTS[(SIGHTS.indexOf(settings.sight) + 1) % SIGHTS.length];
  set("sight", sight);
  toast(t("sight.now", { sight: t(`sight.${sight}`) }), { lasting: 2500 });
}

function search() {
  const field = () => /** @type {HTMLInputElement | null} */ (document.getElementById("search"));
  if (current.route.view !== "grid") go("grid", [], filterOf(current.route.state));
  const reach = () => { field()?.focus(); field()?.select(); };
  if (field()) reach();
  else setTimeout(reach, 50);
}

key("search", { keys: ["/"], words: "key.search", run: search });
key("language", { keys: ["l"], words: "key.language", run: turnLanguage });
key("sight", { keys: ["v"], words: "key.sight", run: turnSight });
key("help", { keys: ["?"], words: "key.help", run: showKeys });
key("grid", { keys: ["escape"], words: "key.grid", when: ({ route }) => route.view !== "grid" && modeOf(route.view) !== "make", // where it drops a selection
  run: ({ route }) => go("grid", [], filterOf(route.state)) });
const nextLanguageName = () => texts.nameOf(nextLanguage());
tool("tool.language", turnLanguage, nextLanguageName, "plain desk", { language: nextLanguage, name: () => `${nextLanguageName()} (L)` });
tool("tool.help", showKeys, () => icon("keyboard"), "icon-button desk");

words({
  en: {
    "keys.title": message("Keyboard shortcuts"),
    "keys.close": message("Close"),
    "keys.everywhere": message("Everywhere"),
    "list.and": message(", "),
    "list.sentences": message("{first} {second}"),
    "tool.help": message("Keyboard shortcuts"),
    "keys.off": message("Single-letter shortcuts are switched off in the settings."),
    "keys.typing": message("Shortcuts do not work while you type in a field."),
    "key.search": message("Search"),
    "key.language": message("Next language, of page and cards"),
    "key.sight": message("Next colour-vision preview"),
    "key.help": message("Show the keyboard shortcuts"),
    "key.grid": message("Back to all cards"),
    "sight.now": message("Colour vision: {sight}"),
    "sight.normal": message("Normal"),
    "sight.protan": message("Protanopia (no red)"),
    "sight.deutan": message("Deuteranopia (no green)"),
    "sight.tritan": message("Tritanopia (no blue)"),
    "sight.grey": message("Greyscale"),
  },
});
