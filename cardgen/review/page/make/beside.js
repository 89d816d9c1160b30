/* Beside the spreadsheet: the card of the row at hand as it prints, and the whole text of the cell, of which the row shows three lines. */

import { deckOf, face, state, statusOf } from "../app/data.js";
import { ofCard } from "../app/drawn.js";
import { on } from "../app/events.js";
import { pick, say, t, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { tag } from "../shared/texts.js";
import { statusIcon } from "../review/marks.js";
import { content } from "./columns.js";
import { headingOf, isFixed, sheet, textAt } from "./table-state.js";
import { cutOf } from "../shared/outlines.js";

const [WIDE, HIGH] = [248, 336]; // px of the card at most
let shown = /** @type {CardData | undefined} */ (undefined);

/** The panel, still empty. */
export function besideGrid() {
  shown = undefined;
  return h("aside", { class: "make-beside", "aria-label": t("beside.name") }, h("div", { class: "make-beside-card" }), h("div", { class: "make-beside-text" }));
}

/** @param {CardData} card */
function picture(card) {
  const { trim: [width, height], bleed, corner } = deckOf(card);
  return h("span", { class: "canvas-paper small", style: { "--w": width, "--h": height, "--bleed": bleed, "--corner": corner, "--cut": cutOf(deckOf(card), { inBleed: true }), "--scale": Math.min(WIDE / width, HIGH / height) } },
    ofCard(h("img", { class: "sight", loading: "lazy", alt: pick(card.names) || card.id, src: face(card.face ?? "") }), card.key));
}

/** @param {CardData} card */
const facts = (card) => h("section", {},
  h("h2", {}, h("span", { class: "cut-off" }, pick(card.names) ? say(card.names) : null), h("span", { class: "mono quiet cut-off" }, card.id),
    h("span", { class: "status", dataset: { status: statusOf(card.key) } }, statusIcon(statusOf(card.key)), t(`status.${statusOf(card.key)}`))),
  h("p", { class: "row" }, [["canvas", "view.canvas"], ["card", "view.card"]].map(([view, label]) =>
    h("a", { class: "button", href: address(view, card.key.split("/")), dataset: { hold: `beside-${view}` } }, icon(view === "card" ? "review" : view), t(label)))));

/** Draws what has changed: the card only if it is another one. */
export function drawBeside() {
  const root = sheet.root?.querySelector(".make-beside");
  if (!root) return;
  const { row, column } = sheet.range.at;
  const card = state.cards.get(`${sheet.table.deck}/${sheet.table.rows[row]?.id}`);
  const [above, below] = root.children;
  if (card !== shown) fill(above, card?.face ? picture(card) : null);
  shown = card;
  const about = sheet.table.columns[column];
  const text = sheet.table.rows[row]?.marked[column] ?? textAt(row, column);
  fill(below, card ? facts(card) : null, about && about.name !== "id" && text && !isFixed(text) ? h("section", {}, h("h2", {}, headingOf(column)),
    h("p", { class: "make-beside-value", lang: about.language ? tag(about.language) : null }, content(about, text))) : null);
}

on("review", drawBeside);

words({
  en: {
    "beside.name": message("The card at hand"),
  },
});
