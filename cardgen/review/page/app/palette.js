/* The palette: views, cards and commands, found by a few letters. */

import { thumb } from "../review/deck-list.js";
import { cardAddress, listedKeys } from "../review/list.js";
import { format as address } from "../shared/addresses.js";
import { h, icon } from "../shared/elements.js";
import * as keyNames from "../shared/key-names.js";
import { message } from "../shared/messages.js";
import { folded } from "../shared/texts.js";
import { state } from "./data.js";
import { tool } from "./frame.js";
import { MODES, viewsOf } from "./modes.js";
import { settings } from "./settings.js";
import { key, keyMap } from "./shortcuts.js";
import { current, currentKey, rememberFocus } from "./views.js";
import { pick, t, words } from "./words.js";
/** @import { Child } from "../shared/elements.js" */

/** An entry: its name, what else it is found by, what it shows, and what it does.
    @typedef {{ name: string, more: string, sign: Child, hint: Child, run: () => unknown }} Entry */

const MOST = 40; // entries shown

/** @returns {Entry[]} */
const viewEntries = () => MODES.flatMap((mode) => viewsOf(mode).map(([name, { icon: sign = "file" }]) => (
  { name: t(`view.${name}`), more: name, sign: icon(sign), hint: t(`mode.${mode}`), run: () => { location.hash = address(name); } })));

/** The commands that fit the view, in the words of the list of keys.
    @returns {Entry[]} */
function commandEntries() {
  const about = { route: current.route, key: currentKey(), keys: () => listedKeys(), event: new KeyboardEvent("keydown"), name: "" };
  return keyMap.filter(({ run, views, when, words: name }) => run && t(name) !== name && (!views || views.includes(current.route.view)) && (when?.(about) ?? true))
    .map(({ keys, words: name, run }) => ({ name: t(name), more: "", sign: icon("bolt"),
      hint: keys[0] ? h("kbd", {}, keyNames.shown(keys[0])) : null, run: () => run?.(about) }));
}

/** @returns {Entry[]} */
const cardEntries = () => state.catalog.cards.map((card) => ({ name: pick(card.names) || card.id, more: [card.key, ...Object.values(card.names ?? {})].join(" "),
  sign: null, hint: card.key, run: () => { location.hash = cardAddress(card.key, {}, "card"); }, card }));

/** The entries whose texts have all words: those whose name begins with the first word come first.
    @param {Entry[]} entries @param {string} text */
function find(entries, text) {
  const wanted = folded(text).split(/\s+/).filter(Boolean);
  const fits = entries.filter(({ name, more }) => wanted.every((word) => folded(`${name} ${more}`).includes(word)));
  /** @param {Entry} entry */
  const rank = ({ name }) => (wanted.length && folded(name).startsWith(wanted[0]) ? 0 : 1);
  return fits.sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
}

function open() {
  if (!state.catalog || document.querySelector("dialog[open]")) return;
  const giveBack = rememberFocus();
  const entries = () => [...viewEntries(), ...commandEntries(), ...cardEntries()]; // a view may arrive meanwhile
  let [shown, at] = [/** @type {Entry[]} */ ([]), 0];
  let chosen = /** @type {Entry | null} */ (null);
  const list = h("ul", { id: "palette-list", role: "listbox", "aria-label": t("palette.found") });
  const field = h("input", { type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list", "aria-autocomplete": "list", autocomplete: "off", spellcheck: "false",
    "aria-label": t("palette.open"), placeholder: t("palette.open"), oninput: () => { at = 0; draw(); }, onkeydown: pressed });
  /** @type {HTMLDialogElement} */
  const box = h("dialog", { class: "palette", "aria-label": t("palette.open"), onclose: () => {
    box.remove();
    giveBack();
    chosen?.run();
  }, onclick: (event) => { if (event.target === box) box.close(); } }, h("label", { class: "palette-field" }, icon("search"), field), list);
  /** @param {Entry} entry */
  const choose = (entry) => { chosen = entry; box.close(); };

  function draw() {
    shown = find(entries(), field.value);
    list.replaceChildren(...shown.map((entry, n) => h("li", { id: `palette-${n}`, role: "option", "aria-selected": String(n === at), onclick: () => choose(entry),
      onpointermove: () => { if (at !== n) { at = n; mark(); } } },
      "card" in entry ? thumb(/** @type {CardData} */ (entry.card), 20) : entry.sign, h("span", { class: "cut-off grow" }, entry.name), h("span", { class: "quiet" }, entry.hint))));
    if (!shown.length) list.append(h("li", { class: "quiet" }, t("palette.none")));
    mark();
  }

  function mark() {
    [...list.children].forEach((item, n) => item.setAttribute("aria-selected", String(n === at)));
    field.setAttribute("aria-activedescendant", shown.length ? `palette-${at}` : "");
    list.children[at]?.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.isComposing || event.keyCode === 229) return;
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way) at = Math.min(Math.max(at + way, 0), shown.length - 1);
    else if (event.key === "Enter" && shown[at]) choose(shown[at]);
    else return;
    event.preventDefault();
    mark();
  }

  document.body.append(box);
  draw();
  box.showModal();
  field.focus();
}

const COMBINATION = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ K" : "Ctrl K";
key("palette", { keys: ["ctrl+k"], words: "palette.open", run: open });
tool("palette.open", open, () => [icon("search"), h("span", {}, t("palette.open")), settings.letters ? h("kbd", { "aria-hidden": "true" }, COMBINATION) : null], "finder");

words({
  en: {
    "palette.open": message("Search or run…"),
    "palette.found": message("Views, cards and commands"),
    "palette.none": message("Nothing found"),
  },
});
