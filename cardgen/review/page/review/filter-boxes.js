/* What chooses which cards are listed: chips above the grid, and boxes in its menu. */

import { state } from "../app/data.js";
import { alter, current, go } from "../app/views.js";
import { say, t, words } from "../app/words.js";
import { h, icon } from "../shared/elements.js";
import { ANY, filterOf } from "../shared/filters.js";
import { message } from "../shared/messages.js";
import * as baselines from "./baselines.js";
import { countStatuses } from "./deck-list.js";
import { openCount } from "./events.js";
import { listed } from "./list.js";
import { STATUSES, statusIcon } from "./marks.js";
import * as pages from "./pages.js";
/** @import { RouteState } from "../shared/addresses.js" */
/** @import { Child } from "../shared/elements.js" */

/** @param {string} name @param {(string | undefined)[][]} options @param {HTMLElement[]} [groups] options in groups, after the others */
function select(name, options, groups = []) {
  const chosen = current.route.state[name] ?? "";
  const chosenOption = chosen && !groups.length && !options.some(([value]) => value === chosen) ? [[chosen, chosen]] : [];
  return h("label", { class: "above" }, h("span", {}, t(`grid.${name}`)),
    h("select", { dataset: { hold: `filter-${name}` }, onchange: ({ target }) => alter({ [name]: target.value }) },
      [["", t("grid.any")], ...options, ...chosenOption].map(([value, text, lang]) =>
        h("option", { value, selected: value === chosen, lang }, text)), groups));
}

/** A deck as an option: its id, its title, if it has one, and the language of that.
    @param {string} id @returns {(string | undefined)[]} */
export const deckOption = (id, otherwise = id) => {
  const { textContent, lang } = say(state.decks.get(id)?.titles);
  return [id, textContent || otherwise, lang || undefined];
};

/** @param {HTMLInputElement} search */
function clear(search) {
  go("grid");
  search.value = "";
  search.focus();
}

/** A select box for each of the rarer parts of the filter that differs between cards. */
export const filterBoxes = () => {
  const { decks, cards } = state.catalog;
  const { deck, kind, code } = current.route.state;
  const files = pages.listedFiles();
  const older = baselines.groups(current.route.state.since ?? "");
  const kinds = [...new Set(decks.filter(({ id }) => !deck || id === deck).flatMap((listed) => listed.kinds))];
  const codes = [...new Set(cards.flatMap((card) => card.codes))].sort();
  return [
    decks.length + files.length > 1 ? select("deck", [...decks.map(({ id }) => deckOption(id)),
      ...files.map(({ file, name }) => [file, t("grid.pages", { file: name })])]) : null,
    kinds.length || kind ? select("kind", kinds.map((value) => [value, value])) : null,
    older.length ? select("since", [], older) : null,
    codes.length || code ? select("code", [...(codes.length ? [[ANY, t("grid.code.any")]] : []), ...codes.map((value) => [value, value])]) : null,
  ].filter(Boolean);
};

/** @param {string} hold @param {boolean} on @param {RouteState} values @param {Child} label @param {number} count */
const chip = (hold, on, values, label, count) => h("button", { type: "button", class: "chip", "aria-pressed": String(on), dataset: { hold }, onclick: () => alter(values) },
  label, h("span", { class: "number" }, count));

/** A chip for each status, one each for cards with open comments and with findings, and one that clears all filters.
    @param {HTMLInputElement} search */
export function filterChips(search) {
  const { status = "", comments = "", code = "" } = current.route.state;
  const filter = filterOf(current.route.state);
  const cards = listed({ ...filter, status: "" });
  const counts = countStatuses(cards);
  const shown = listed(filter);
  const open = shown.filter(({ key }) => openCount(key)).length;
  const found = shown.filter(({ codes }) => codes.length).length;
  return [
    chip("status-", !status, { status: "" }, t("grid.any"), cards.length),
    ...[...STATUSES].reverse().map((name) => chip(`status-${name}`, status === name, { status: status === name ? "" : name }, [statusIcon(name), h("span", { class: "sentence" }, t(`status.${name}`))], counts[name])),
    open || comments ? chip("comments", Boolean(comments), { comments: comments ? "" : "open" }, [icon("comment"), t("grid.comments")], open) : null,
    found || code ? chip("code", Boolean(code), { code: code ? "" : ANY }, [icon("s-warn"), code && code !== ANY ? code : t("grid.code.any")], code ? shown.length : found) : null,
    Object.keys(filter).length ? h("button", { type: "button", class: "chip", dataset: { hold: "clear" }, onclick: () => clear(search) }, icon("x"), t("grid.clear")) : null,
  ].filter(Boolean);
}

words({
  en: {
    "grid.deck": message("Deck or file"),
    "grid.pages": message("Pages of {file}"),
    "grid.kind": message("Kind"),
    "grid.since": message("Changed since"),
    "grid.code": message("Finding"),
    "grid.code.any": message("Findings"),
    "grid.comments": message("Comments"),
    "grid.any": message("All"),
    "grid.clear": message("Clear filters"),
  },
});
