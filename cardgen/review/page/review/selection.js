/* Several cards selected in the grid, by Shift, Ctrl, keys, or touch, and the bar that decides on all of them. */

import { hasCards, isPage, state } from "../app/data.js";
import { announce, on } from "../app/events.js";
import { key } from "../app/shortcuts.js";
import { toast } from "../app/toast.js";
import { t, words } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { thumb } from "./deck-list.js";
import { listedKeys } from "./list.js";
import { button, button as holdButton, shownKey } from "./showing.js";
import { approveThese, rejectThese } from "./together.js";
import { mayDecide } from "./who.js";

const chosen = /** @type {Set<string>} */ (new Set());
let anchor = /** @type {string | null} */ (null); // the card that a range begins at
let before = /** @type {Set<string>} */ (new Set()); // what was selected besides the range
let touching = false; // whether a click selects a card and does not open it

const tell = () => announce("selection");

/** The keys of the selected cards, in the order of the list. */
export const selectedKeys = () => (chosen.size ? listedKeys().filter((key) => chosen.has(key)) : []);

/** @param {string} key */
export const isSelected = (key) => chosen.has(key);
export const isSelecting = () => touching;

/** @param {string} key */
function toggle(key) {
  if (!chosen.delete(key)) chosen.add(key);
  anchor = key;
  before = new Set(chosen);
  tell();
}

/** Selects the cards from the last one that was selected, or `from`, to this one.
    @param {string} key @param {string} [from] */
export function extend(key, from = key) {
  const keys = listedKeys();
  if (anchor === null || !keys.includes(anchor)) {
    anchor = from;
    before = new Set(chosen);
  }
  const [begin, end] = [keys.indexOf(anchor), keys.indexOf(key)].sort((a, b) => a - b);
  replace([...before, ...keys.slice(begin, end + 1)]);
}

/** @param {Iterable<string>} keys */
function replace(keys) {
  chosen.clear();
  for (const key of keys) chosen.add(key);
  tell();
}

export function clear() {
  if (!chosen.size && !touching) return;
  anchor = null;
  touching = false;
  before = new Set();
  replace([]);
}

/** Forgets cards that are not listed any more: nobody sees that they are selected. */
export function prune() {
  const keys = new Set(listedKeys());
  const left = [...chosen].filter((key) => keys.has(key));
  if (left.length < chosen.size) replace(left);
}

/** Takes a click on a card in the grid. True if it selects.
    @param {MouseEvent} event @param {string} key */
export function takeClick(event, key) {
  if (!mayDecide() || event.altKey) return false;
  if (event.shiftKey) extend(key);
  else if (event.ctrlKey || event.metaKey || touching) toggle(key);
  else return false;
  event.preventDefault();
  return true;
}

/** The switch for touch. */
export const selectButton = () => (mayDecide() && hasCards()
  ? button("select", () => { if (touching) return clear(); touching = true; return tell(); }, [icon("check"), h("span", { class: "wide-only" }, t("select.button"))], { "aria-pressed": String(touching), class: "plain", "aria-label": t("select.button") })
  : null);

/** Draws the bar of the selected cards; an empty one is hidden.
    @param {HTMLElement} bar */
export function drawSelection(bar) {
  const keys = selectedKeys();
  const count = keys.length;
  bar.hidden = !count && !touching;
  if (bar.hidden) return void fill(bar);
  /** @param {string} kind @param {string} sign @param {string} style @param {() => unknown} run */
  const button = (kind, sign, style, run) => holdButton(`selected-${kind}`, run, [icon(sign), t(`button.${kind}`), shownKey(kind[0].toUpperCase())], { disabled: !count, class: style });
  fill(bar, h("p", { role: "status" }, keys.slice(0, 3).map((key) => thumb(/** @type {CardData} */ (state.cards.get(key)), 20)),
    h("span", {}, t(!count ? "select.none" : keys.some(isPage) ? "select.count.items" : "select.count", { count }))), h("hr"),
    button("approve", "check", "approve main", () => approveThese(keys)), button("reject", "x", "reject plain", () => rejectThese(keys)), h("hr"),
    holdButton("selected-clear", clear, icon("x"), { class: "icon-button", "aria-label": t("select.clear"), title: `${t("select.clear")}  Esc` }));
}

on("route", ({ view }) => { if (view !== "grid") clear(); });

const views = ["grid"];
const when = () => mayDecide();
key("select", { keys: ["x"], views, words: "key.select", when, run: ({ key }) => (key ? toggle(key) : toast(t("decide.no-card"))) });
key("select.all", { keys: ["ctrl+a"], views, words: "key.select.all", when, run: () => replace(listedKeys()) });
key("select.none", { keys: ["escape"], views, words: "select.clear", when: () => chosen.size > 0 || touching, run: clear });
key("select.range", { keys: ["shift+arrowup", "shift+arrowdown"], views, words: "key.select.range", when: () => false });

words({
  en: {
    "select.button": message("Select"),
    "select.count": plural("{count} card selected", "{count} cards selected"),
    "select.count.items": plural("{count} item selected", "{count} items selected"),
    "select.none": message("Choose the cards."),
    "select.clear": message("Clear the selection"),
    "select.mark": message("selected"),
    "key.select": message("Select the card, or not (or Ctrl and a click)"),
    "key.select.all": message("Select all cards shown"),
    "key.select.range": message("Select several cards (or Shift and a click)"),
  },
});

