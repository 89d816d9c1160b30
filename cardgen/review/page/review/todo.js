/* What is left to do: the progress line, walking through the list with the mouse, and going on after a decision. */

import { statusOf } from "../app/data.js";
import { announce } from "../app/events.js";
import { set } from "../app/set.js";
import { settings } from "../app/settings.js";
import { current } from "../app/views.js";
import { t, words } from "../app/words.js";
import { h, icon } from "../shared/elements.js";
import { filterOf } from "../shared/filters.js";
import { message } from "../shared/messages.js";
import { countStatuses, progressBar } from "./deck-list.js";
import { cardAddress, goCard, listed, listedKeys, neighbour } from "./list.js";
/** @import { RouteState } from "../shared/addresses.js" */

/** Whether a card waits for a decision: it has none, or it has changed since.
    @param {CardData} card */
export const isToDo = ({ key }) => ["undecided", "stale"].includes(statusOf(key));

/** How many cards wait for a decision, of those that pass the filter of the address, whatever their status. */
export function progressLine() {
  const cards = listed({ ...filterOf(current.route.state), status: "" });
  const left = cards.filter(isToDo).length;
  if (!cards.length) return null;
  return h("p", { class: "progress" }, progressBar(countStatuses(cards)), h("span", {}, t(left ? "todo.left" : "todo.none", { count: cards.length, left })));
}

/** Links to the previous and the next card of the list, with the place of this one: ‹ 3 of 17 ›. They stay in the view.
    @param {string} key @param {string} view @param {RouteState} [values] */
export function walkLinks(key, view, values = {}) {
  const keys = listedKeys();
  const at = keys.indexOf(key);
  /** @param {number} way @param {string} label @param {string} sign */
  const arrow = (way, label, sign) => {
    const to = neighbour(key, way);
    return to ? h("a", { class: "icon-button button", href: cardAddress(to, values, view), "aria-label": label, title: label,
      dataset: { hold: `go${way}` } }, icon(sign))
      : h("span", { class: "icon-button button off", "aria-hidden": "true" }, icon(sign));
  };
  return [arrow(-1, t("key.previous"), "left"),
    h("span", { class: "at" }, at < 0 ? t("card.beside", { all: keys.length }) : t("card.at", { n: at + 1, all: keys.length })),
    arrow(1, t("key.next"), "right")];
}

/** Goes on to the next card of the list that waits for a decision, if the switch is on. In Compare, changed cards come
    first: the others have nothing to be compared with.
    @param {string} key the card that was decided on */
export function goOn(key) {
  const { view, state: values } = current.route;
  if (!settings.onward) return;
  const changed = (/** @type {CardData} */ card) => statusOf(card.key) === "stale";
  const next = (view === "compare" ? neighbour(key, 1, { round: true, wanted: changed }) : null)
    ?? neighbour(key, 1, { round: true, wanted: isToDo });
  if (!next) return;
  if (view === "grid") announce("onward", next);
  else if (view === "card" || view === "compare") goCard(next, { mode: values.mode }, view);
}

/** The switch. */
export const onwardSwitch = () => h("label", { class: "onward" }, h("input", { type: "checkbox", checked: settings.onward, dataset: { hold: "onward" },
  onchange: ({ target }) => set("onward", target.checked) }), h("span", {}, t("todo.onward")));

words({
  en: {
    "todo.left": message("{left} of {count} to do"),
    "todo.none": message("Nothing to do"),
    "todo.onward": message("Go on to the next card after a decision"),
  },
});
