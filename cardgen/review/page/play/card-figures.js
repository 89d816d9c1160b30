/* What each card did in a game that is over: how often each player has played it, and what stayed in hands, by the engine's
   `card_uses`. A click on a card comments on it. */

import { state } from "../app/data.js";
import { settings } from "../app/settings.js";
import { pick, t, words } from "../app/words.js";
import { editInDialog } from "../review/editor.js";
import { mayDecide } from "../review/who.js";
import { fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { cardPicture } from "./card-picture.js";
/** @import { PlayGame } from "./public.js" */

/** More players than these have one column together. */
const MOST_COLUMNS = 3;

/** How a card fared, by the numbers of the seats. @typedef {{ played: number[], held: number[] }} CardUse */

/** @param {readonly number[]} counts */
const sum = (counts) => counts.reduce((all, count) => all + count, 0);

/** The card that an engine calls by this name: by its id, its kind or its English name.
    @param {PlayGame} game @param {string} name @param {CardUse} use @returns {CardData | undefined} */
const cardNamed = ({ definition }, name, use) => definition.stage?.cardNamed?.(name, use)
  ?? state.catalog.cards.find(({ id, kind, names }) => id === name || kind === name || names?.en === name);

/** @param {PlayGame} game */
export const cardFigures = (game) => {
  const element = h("section", { class: "table-cards", hidden: true, "aria-label": t("play.cards") });

  /** @param {string} name @param {CardUse} use @param {boolean} isSplit */
  function row(name, use, isSplit) {
    const card = cardNamed(game, name, use);
    const title = game.definition.stage?.cardTitle?.(name) ?? (pick(card?.names, settings.language) || name);
    const [played, held] = [sum(use.played), sum(use.held)];
    const note = played ? "" : h("small", { class: "table-unused" }, held ? t("play.cards.held") : t("play.cards.unused"));
    const shown = [cardPicture(card?.face), h("span", {}, title, note)];
    return h("tr", {},
      h("th", { scope: "row" }, card && mayDecide() ? h("button", { type: "button", class: "plain", title: t("play.cards.comment", { card: title }), dataset: { hold: `play-card-${name}` },
        onclick: () => editInDialog(card.key, "comment") }, shown, icon("comment")) : h("span", { class: "table-card-row" }, shown)),
      (isSplit ? use.played : [played]).map((count) => h("td", {}, count)));
  }

  return {
    element,
    /** Draw the figures of the whole game. */
    async draw() {
      const { facts, definition, start, turns, shared } = game;
      element.hidden = true;
      if (shared || !game.ops.includes("card_uses")) return;
      const answer = await game.ask({ op: "card_uses", state: { ...start, turns } });
      if (game.facts !== facts || answer.error) return;
      const uses = /** @type {[string, CardUse][]} */ (Object.entries(answer.cards)).sort(([, a], [, b]) => sum(b.played) - sum(a.played));
      element.hidden = !uses.length;
      if (!uses.length) return;
      const names = definition.players(facts);
      const counts = definition.stage?.counts?.().counts ?? [];
      const players = names.map((name, player) => (counts.length === names.length ? counts[player].name : name)); // these are shorter
      const isSplit = players.length <= MOST_COLUMNS;
      fill(element, h("h3", {}, t("play.cards")), h("div", { class: "table-cards-list" }, h("table", {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("play.cards.card")), (isSplit ? players : [t("play.cards.played")]).map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, uses.map(([name, use]) => row(name, use, isSplit))))));
    },
  };
};

words({
  en: {
    "play.cards": message("How often each card was played"),
    "play.cards.card": message("Card"),
    "play.cards.played": message("Played"),
    "play.cards.unused": message("never played"),
    "play.cards.held": message("never played, in hand at the end"),
    "play.cards.comment": message("Comment on {card}"),
  },
});
