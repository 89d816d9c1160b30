/* The boxes above the grid that choose which cards are listed. */

import { state } from "../app/data.js";
import { alter, current, go } from "../app/views.js";
import { say, t, words } from "../app/words.js";
import { h } from "../shared/elements.js";
import { filterOf } from "../shared/filters.js";
import { message } from "../shared/messages.js";
import * as baselines from "./baselines.js";
import { openCount } from "./events.js";
import { STATUS_MARKS } from "./marks.js";
import * as pages from "./pages.js";

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

/** A select box for each part of the filter that differs between cards, and a button that clears all of them.
    @param {HTMLInputElement} search */
export const filterBoxes = (search) => {
  const { decks, cards } = state.catalog;
  const { deck, kind, code, comments } = current.route.state;
  const files = pages.listedFiles();
  const older = baselines.groups(current.route.state.since ?? "");
  const commented = comments || [...cards, ...state.pages].some(({ key }) => openCount(key));
  const kinds = [...new Set(decks.filter(({ id }) => !deck || id === deck).flatMap((listed) => listed.kinds))];
  const codes = [...new Set(cards.flatMap((card) => card.codes))].sort();
  const statuses = Object.entries(STATUS_MARKS).map(([status, mark]) => [status, `${mark} ${t(`status.${status}`)}`]);
  const filtered = Object.keys(filterOf(current.route.state)).length > 0;
  return [
    decks.length + files.length > 1 ? select("deck", [...decks.map(({ id }) => deckOption(id)),
      ...files.map(({ file, name }) => [file, t("grid.pages", { file: name })])]) : null,
    kinds.length || kind ? select("kind", kinds.map((value) => [value, value])) : null,
    select("status", statuses),
    older.length ? select("since", [], older) : null,
    codes.length || code ? select("code", codes.map((value) => [value, value])) : null,
    commented ? select("comments", [["open", t("grid.comments.open")]]) : null,
    filtered ? h("button", { type: "button", class: "plain clear", dataset: { hold: "clear" }, onclick: () => clear(search) },
      t("grid.clear")) : null,
  ].filter(Boolean);
};

words({
  en: {
    "grid.deck": message("Deck or file"),
    "grid.pages": message("Pages of {file}"),
    "grid.kind": message("Kind"),
    "grid.status": message("Status"),
    "grid.since": message("Changed since"),
    "grid.code": message("Finding"),
    "grid.comments": message("Comments"),
    "grid.comments.open": message("Open comments"),
    "grid.any": message("All"),
    "grid.clear": message("Clear filters"),
  },
});
