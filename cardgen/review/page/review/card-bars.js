/* The bars above a card: where it stands among the others, and how it is looked at. */

import { SIGHTS } from "../app/keys.js";
import { set } from "../app/set.js";
import { settings } from "../app/settings.js";
import { alter } from "../app/views.js";
import { say, t } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h } from "../shared/elements.js";
import { filterOf } from "../shared/filters.js";
import { asked, card, cardView, deck, drawStage, hasBack, isPage, kept, look, roomy, route, scale, step, turnOver, zoomTo } from "./card-stage.js";
import { cardAddress } from "./list.js";
import * as pages from "./pages.js";
import { statusMark } from "./showing.js";
import { progressLine, walkLinks } from "./todo.js";
/** @import { Child } from "../shared/elements.js" */

/** @param {boolean} on */
const pressed = (on) => (on ? "true" : "false");
/** @param {"bleed" | "trim" | "safe"} name */
const toggle = (name) => h("button", { type: "button", "aria-pressed": pressed(look[name]), class: `line-${name}`,
  dataset: { hold: `look-${name}` },
  onclick: () => { look[name] = !look[name]; kept(); drawStage(); } }, t(`card.${name}`));
/** @param {number | "fit"} zoom @param {Child} label */
const zoomButton = (zoom, label) => h("button", { type: "button", "aria-pressed": pressed(look.zoom === zoom),
  dataset: { hold: `zoom-${zoom}` }, onclick: () => zoomTo(zoom) }, label);
/** @param {string} side */
const sideButton = (side) => h("button", { type: "button", "aria-pressed": pressed(asked() === side), dataset: { hold: `side-${side}` },
  onclick: () => alter({ side }) }, t(`card.side.${side || "both"}`));

export function drawBars() {
  const zoom = look.zoom === "fit" ? scale() / settings.millimetre : look.zoom;
  fill(cardView.parts.bars,
    hasBack() && roomy() ? h("div", { class: "group", role: "group", "aria-label": t("card.sides") }, ["", "face",
      "back"].map(sideButton)) : null,
    hasBack() && !roomy() ? h("button", { type: "button", dataset: { hold: "turn-over" }, onclick: turnOver }, "⇄ ", t("card.over"))
      : null,
    h("div", { class: "group", role: "group", "aria-label": t("card.zoom") },
      zoomButton("fit", t("card.fit")), zoomButton(1, t("card.true")), zoomButton(2, "200%"), zoomButton(4, "400%")),
    h("div", { class: "group", role: "group", "aria-label": t("card.steps") },
      h("button", { type: "button", "aria-label": t("card.smaller"), dataset: { hold: "smaller" }, onclick: () => step(-1) }, "−"),
      h("output", { class: "zoom-now" }, `${Math.round(zoom * 100)}%`),
      h("button", { type: "button", "aria-label": t("card.larger"), dataset: { hold: "larger" }, onclick: () => step(1) }, "+")),
    isPage() ? null : h("div", { class: "group", role: "group", "aria-label": t("card.lines") }, /** @type {const} */ (["bleed", "trim", "safe"]).map(toggle)),
    h("button", { type: "button", "aria-pressed": pressed(look.turned), dataset: { hold: "turned" },
      onclick: () => { look.turned = !look.turned; kept(); drawStage(); } }, "↻ 180°"),
    h("label", { class: "sight-choice" }, h("span", { class: "hidden-text" }, t("card.sight")),
      h("select", { dataset: { hold: "sight" }, onchange: ({ target }) => set("sight", target.value) },
        SIGHTS.map((sight) => h("option", { value: sight, selected: sight === settings.sight }, t(`sight.${sight}`))))));
}

export function drawHead() {
  const named = Object.keys(card().names ?? {}).length > 0;
  fill(cardView.parts.crumbs, isPage() ? h("a", { href: address("sheet", [deck().titles.en, card().id]), dataset: { hold: "all" } }, t("page.all"))
    : h("a", { href: address("grid", [], filterOf(route().state)), dataset: { hold: "all" } }, t("card.all")));
  fill(cardView.parts.head,
    h("div", { class: "titles" }, h("h1", {}, isPage() ? pages.title(card()) : named ? say(card().names) : card().id),
      isPage() ? h("p", { class: "quiet" }, t(`sheet.in-${card().kind}`))
        : h("p", { class: "quiet" }, [say(deck().titles), ` · ${named ? `${card().id} · ` : ""}×${card().copies}`]),
      statusMark?.(cardView.key) ?? null, progressLine()),
    h("div", { class: "row walk" },
      h("a", { class: "button", href: cardAddress(cardView.key, {}, "compare"), dataset: { hold: "compare" } }, t("card.compare")),
      walkLinks(cardView.key, "card", { side: asked() })));
}
