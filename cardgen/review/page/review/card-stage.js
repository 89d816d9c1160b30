/* The sides of a card, at the size and with the lines that are chosen. */

import { deckOf, state } from "../app/data.js";
import { settings } from "../app/settings.js";
import * as views from "../app/views.js";
import { alter } from "../app/views.js";
import { t } from "../app/words.js";
import { fill } from "../shared/elements.js";
import { keep, recall } from "../shared/storage.js";
import { drawBars } from "./card-bars.js";
import { cardLayers } from "./parts.js";
import { drawSide, renewSide } from "./sides.js";
/** @import { CardFinding } from "./card-facts.js" */
/** @import { LitPlace, SideElements } from "./sides.js" */

const BACK = 0.42; // the size of a back beside its face
const ZOOMS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6];

/** Zoom and lines, stored in this browser and the same for every card. */
export const look = { zoom: /** @type {number | "fit"} */ ("fit"), bleed: false, trim: false, safe: false, turned: false,
  ...recall("cardgen.look", {}) };
/** The state of the view. */
export const cardView = {
  /** The elements that stay while the view is shown.
      @typedef {{ bars: HTMLElement, menu: HTMLElement, inner: HTMLElement, stage: HTMLElement, left: HTMLElement, status: HTMLElement,
        panels: HTMLElement, facts: HTMLElement & { shown?: string | null } }} Parts */
  parts: /** @type {Parts} */ (/** @type {unknown} */ (null)),
  sides: /** @type {Map<string, SideElements>} */ (new Map()), // side name → the elements from sides.js
  key: /** @type {string} */ (/** @type {unknown} */ (null)),
  about: /** @type {CardDetail | null} */ (null), // the card's detail, once it is loaded
  lit: /** @type {LitPlace | null} */ (null), // the box or finding that is outlined
  findings: /** @type {CardFinding[]} */ ([]), // of this card
};

export const card = () => /** @type {CardData} */ (state.cards.get(cardView.key));
export const deck = () => deckOf(card());
export const route = () => views.current.route;

// ---------------------------------------------------------------- which sides, how large

export const hasBack = () => Boolean(card().back);
export const isPage = () => Boolean(card().page);
export const roomy = () => (cardView.parts?.stage.clientWidth ?? 1000) >= 620;
export const asked = () => (hasBack() && ["face", "back"].includes(route().state.side) ? route().state.side : "");
export const current = () => asked() || "face";
export const shown = () => (!hasBack() ? ["face"] : asked() ? [asked()] : roomy() ? ["face", "back"] : ["face"]);

/** px of a mm: by the zoom chosen, or so large that all sides shown fit on the stage. */
export function scale() {
  if (look.zoom !== "fit") return settings.millimetre * look.zoom;
  const [w, high] = deck().trim;
  const edge = look.bleed ? 2 * deck().bleed : 0;
  const n = shown().length;
  const width = cardView.parts.stage.clientWidth - 32;
  const height = Math.max(260, innerHeight - (cardView.parts.stage.getBoundingClientRect().top + scrollY) - 84);
  const both = n > 1;
  return Math.max(1, Math.min((width - (both ? 40 : 0)) / (w + edge) / (both ? 1 + BACK : 1), height / (high + edge)));
}

/** px of a mm of one side: beside a face that fits, the back is smaller.
    @param {string} side */
const scaleOf = (side) => (look.zoom === "fit" && side === "back" && shown().length > 1 ? BACK : 1) * scale();

/** @param {number | "fit"} zoom */
export function zoomTo(zoom) {
  const [x, y] = [cardView.parts.stage.scrollLeft + cardView.parts.stage.clientWidth / 2, cardView.parts.stage.scrollTop + cardView.parts.stage.clientHeight / 2];
  const before = scale();
  look.zoom = zoom;
  kept();
  drawStage();
  const k = scale() / before;
  cardView.parts.stage.scrollTo(x * k - cardView.parts.stage.clientWidth / 2, y * k - cardView.parts.stage.clientHeight / 2);
}

/** @param {number} way */
export function step(way) {
  const now = scale() / settings.millimetre;
  const next = way > 0 ? ZOOMS.find((zoom) => zoom > now * 1.01) : ZOOMS.findLast((zoom) => zoom < now * 0.99);
  if (next) zoomTo(next);
}

export const kept = () => keep("cardgen.look", look);

// ---------------------------------------------------------------- the stage

/** Draws the sides that are shown; those that were shown before keep their elements. */
export function drawStage() {
  const wanted = shown();
  for (const [name, side] of cardView.sides) if (!wanted.includes(name)) { side.root.remove(); cardView.sides.delete(name); }
  const order = [...wanted].sort((a, b) => Number(a === current()) - Number(b === current())); // the current one last: layers are its
  for (const name of order) {
    const made = cardView.sides.get(name) ?? drawSide(name);
    cardView.sides.set(name, made);
    renewSide(made, { card: card(), deck: deck(), detail: cardView.about, look, scale: scaleOf(name), lit: cardView.lit?.side === name ? cardView.lit : null,
      findings: findingsOn(name), layers: layers(name) });
  }
  fill(cardView.parts.inner, wanted.map((name) => cardView.sides.get(name)?.root));
  drawBars();
}

/** @param {string} name */
const findingsOn = (name) => cardView.findings.filter((finding) => finding.side === name && finding.rect);

/** @param {string} name */
export const context = (name) => ({ key: cardView.key, card: card(), detail: cardView.about, side: name, route: route(), picture: cardView.sides.get(name)?.root ?? null,
  redraw: () => cardView.parts && drawStage() });

/** @param {string} name */
export const layers = (name) => [...cardLayers].sort((a, b) => (a.order ?? 50) - (b.order ?? 50)).map(({ draw }) =>
  draw(context(name))).filter(Boolean);

export function turnOver() {
  if (!hasBack()) return;
  alter({ side: current() === "face" ? "back" : "face" });
  cardView.parts.status.textContent = t(`card.side.${current()}`);
}

// ---------------------------------------------------------------- beside the card

/** @param {LitPlace | null} place */
export function light(place) {
  cardView.lit = place;
  for (const [name, side] of cardView.sides) renewSide(side, { lit: cardView.lit?.side === name ? cardView.lit : null });
}

/** Outlines a finding's place, on the side it is on.
    @param {CardFinding} finding */
export function lightFinding(finding) {
  if (finding.side && asked() && finding.side !== asked()) alter({ side: finding.side });
  light(finding.rect ? { side: finding.side ?? "face", rect: finding.rect, name: finding.code } : null);
  cardView.sides.get(finding.side)?.root.scrollIntoView({ block: "nearest" });
}
