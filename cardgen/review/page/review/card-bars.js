/* The bar above a card: where it stands among the others, and how it is looked at. */

import { SIGHTS } from "../app/keys.js";
import { set } from "../app/set.js";
import { settings } from "../app/settings.js";
import { peopleAt } from "../app/people.js";
import { alter } from "../app/views.js";
import { say, t } from "../app/words.js";
import { fill, h, icon, menuButton } from "../shared/elements.js";
import { asked, card, cardView, drawStage, hasBack, isPage, kept, look, roomy, scale, step, turnOver, zoomTo } from "./card-stage.js";
import { cardAddress } from "./list.js";
import * as pages from "./pages.js";
import { walkLinks } from "./todo.js";
/** @import { Child } from "../shared/elements.js" */

const MENU = "card-menu";

/** @param {boolean} on */
const pressed = (on) => (on ? "true" : "false");
/** @param {"bleed" | "trim" | "safe"} name @param {string} sign */
const toggle = (name, sign) => h("button", { type: "button", "aria-pressed": pressed(look[name]), class: `icon-button line-${name}`, "aria-label": t(`card.${name}`), title: t(`card.${name}`),
  dataset: { hold: `look-${name}` },
  onclick: () => { look[name] = !look[name]; kept(); drawStage(); } }, icon(sign));
/** @param {number | "fit"} zoom @param {Child} label */
const zoomButton = (zoom, label, more = {}) => h("button", { type: "button", ...more, "aria-pressed": pressed(look.zoom === zoom),
  dataset: { hold: `zoom-${zoom}` }, onclick: () => zoomTo(zoom) }, label);
/** @param {string} side */
const sideButton = (side) => h("button", { type: "button", "aria-pressed": pressed(asked() === side), dataset: { hold: `side-${side}` },
  onclick: () => alter({ side }) }, t(`card.side.${side || "both"}`));

/** The bar of tools: the card's name, where it stands among the others, and how it is looked at. */
export function drawBars() {
  const zoom = look.zoom === "fit" ? scale() / settings.millimetre : look.zoom;
  const named = Object.keys(card().names ?? {}).length > 0;
  fill(cardView.parts.bars,
    h("h1", {}, isPage() ? pages.title(card()) : named ? say(card().names) : card().id),
    peopleAt(cardView.key),
    h("span", { class: "row walk" }, walkLinks(cardView.key, "card", { side: asked() })),
    h("span", { class: "grow" }),
    h("a", { class: "button", "aria-label": t("card.compare"), title: t("card.compare"), href: cardAddress(cardView.key, {}, "compare"), dataset: { hold: "compare" } }, icon("compare"), h("span", { class: "wide-only" }, t("card.compare"))),
    hasBack() && roomy() ? h("div", { class: "group", role: "group", "aria-label": t("card.sides") }, ["", "face", "back"].map(sideButton)) : null,
    hasBack() && !roomy() ? h("button", { type: "button", dataset: { hold: "turn-over" }, "aria-label": t("card.over"), onclick: turnOver }, icon("flip"), h("span", { class: "wide-only" }, t("card.over"))) : null,
    h("div", { class: "group zoom", role: "group", "aria-label": t("card.zoom") },
      zoomButton("fit", t("card.fit")), zoomButton(1, "1:1", { "aria-label": t("card.true"), title: t("card.true") }),
      h("button", { type: "button", "aria-label": t("card.smaller"), dataset: { hold: "smaller" }, onclick: () => step(-1) }, icon("minus")),
      h("output", { class: "zoom-now" }, `${Math.round(zoom * 100)}%`),
      h("button", { type: "button", "aria-label": t("card.larger"), dataset: { hold: "larger" }, onclick: () => step(1) }, icon("plus"))),
    isPage() ? null : h("div", { class: "row lines", role: "group", "aria-label": t("card.lines") }, toggle("bleed", "fit"), toggle("trim", "rect"), toggle("safe", "target")),
    menuButton(MENU, "right", { class: "icon-button", "aria-label": t("card.more"), title: t("card.more"), dataset: { hold: "card-more" } }, icon("more")));
  fill(cardView.parts.menu,
    h("div", { class: "group", role: "group", "aria-label": t("card.zoom") }, zoomButton("fit", t("card.fit")), zoomButton(1, t("card.true")), zoomButton(2, "200%"), zoomButton(4, "400%")),
    h("label", { class: "above sight-choice" }, h("span", {}, t("card.sight")), h("select", { dataset: { hold: "sight" }, onchange: ({ target }) => set("sight", target.value) },
      SIGHTS.map((sight) => h("option", { value: sight, selected: sight === settings.sight }, t(`sight.${sight}`))))),
    h("button", { type: "button", "aria-pressed": pressed(look.turned), dataset: { hold: "turned" },
      onclick: () => { look.turned = !look.turned; kept(); drawStage(); } }, icon("refresh"), t("card.turned"), " 180°"));
}

/** Makes the menu of the bar. */
export const cardMenu = () => h("div", { id: MENU, class: "menu-box card-menu", popover: "" });
