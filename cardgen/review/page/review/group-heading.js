/* The headings of groups of changed cards: what has changed, with buttons that decide on all cards of a group. */

import { state } from "../app/data.js";
import { settings } from "../app/settings.js";
import { pick, say, t, words } from "../app/words.js";
import { h, icon } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import * as texts from "../shared/texts.js";
import { button as holdButton } from "./showing.js";
import { isToDo } from "./todo.js";
import { approveThese, rejectThese } from "./together.js";
import { mayDecide } from "./who.js";
/** @import { Section } from "./groups.js" */

// groups with a heading of their own
const SIDES = /** @type {const} */ (["face", "back"]);

/** What has changed on the cards of a group, as short texts.
    @param {ChangedGroup} group */
function whatChanged({ since, data, fields, boxes, inputs, words }) {
  const comma = t("list.and");
  const same = texts.nearest(Object.keys(words), [settings.language, "en"]);
  const lines = words[same] ?? [];
  return [
    t(`status.since.${since}`),
    ...inputs.map((name) => t(`group.input.${name}`)),
    ...(lines.length ? lines : fields.length ? [t("group.fields", { names: fields.join(comma) })] : data ? [t("group.data")] : []),
    ...SIDES.filter((side) => boxes[side]).map((side) =>
      (boxes[side].length ? t(`group.boxes.${side}`, { names: boxes[side].join(comma) }) : t(`group.looks.${side}`))),
  ];
}

/** The heading of a section, with buttons for all of its cards. Null for a section without one.
    @param {Section} section @param {number} number */
export function sectionHeading({ group, cards, headed, deck }, number) {
  if (!headed) return null;
  if (deck) return deckHeading(deck, cards);
  const count = cards.length;
  const keys = cards.map((card) => card.key);
  const id = `group-${number}`;
  const what = group ? whatChanged(group).join(" · ") : t("group.others.what");
  /** @param {"approve" | "reject"} kind @param {string} sign @param {() => unknown} run */
  const button = (kind, sign, run) => holdButton(`${id}-${kind}`, run, [icon(sign), t(`group.${kind}`, { count })],
    { "aria-describedby": `${id}-what`, class: kind });
  return h("div", { class: "group-heading" },
    h("div", { class: "group-words" }, h("h2", { id }, t(group ? "group.title" : "group.others", { count })),
      h("p", { id: `${id}-what` }, what)),
    group && mayDecide() ? h("div", { class: "row" },
      button("approve", "check", () => approveThese(keys)), button("reject", "x", () => rejectThese(keys))) : null);
}

/** The heading of a deck: its title, how many cards and copies it has, and how many wait for a decision.
    @param {string} deck @param {CardData[]} cards */
function deckHeading(deck, cards) {
  const titles = state.decks.get(deck)?.titles;
  const left = cards.filter(isToDo).length;
  const copies = cards.reduce((sum, card) => sum + card.copies, 0);
  const facts = [t(cards[0].page ? "grid.pages.count" : "grid.cards.count", { count: cards.length, copies }), left ? t("grid.left.count", { count: left }) : ""];
  return h("div", { class: "deck-heading" }, h("h2", {}, pick(titles) ? say(titles) : deck), h("span", { class: "quiet" }, facts.filter(Boolean).join(" · ")));
}

words({
  en: {
    "grid.cards.count": plural("{count} card · {copies} in all", "{count} cards · {copies} in all"),
    "grid.pages.count": plural("{count} page", "{count} pages"),
    "grid.left.count": plural("{count} to decide", "{count} to decide"),
    "group.title": plural("{count} card with this change", "{count} cards with the same change"),
    "group.others": plural("{count} card with a change of its own", "{count} cards, each with a change of its own"),
    "group.others.what": message("Open a card to compare it."),
    "group.approve": plural("Approve {count} card", "Approve {count} cards"),
    "group.reject": plural("Reject {count} card", "Reject {count} cards"),
    "group.fields": message("Fields: {names}"),
    "group.data": message("Data"),
    "group.boxes.face": message("Face: {names}"),
    "group.boxes.back": message("Back: {names}"),
    "group.looks.face": message("Face"),
    "group.looks.back": message("Back"),
    "group.input.template": message("Template"),
    "group.input.fonts": message("Fonts"),
    "group.input.rules": message("Rulesets"),
  },
});
