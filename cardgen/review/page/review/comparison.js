/* A card and what it is compared with: a decision, a print run or a version. */

import * as baselines from "./baselines.js";
import { lastJudged, lastOf } from "./events.js";
/** @import { SideName } from "../app/data.js" */
/** @import { Route } from "../shared/addresses.js" */
/** @import { Baseline } from "./baselines.js" */

export const SIDES = /** @type {const} */ (["face", "back"]);
export const MODES = ["side", "swipe", "onion", "difference", "blink"];
const still = matchMedia("(prefers-reduced-motion: reduce)");

/* What is set while looking: kept from one card to the next, not in the address. */
export const set = { at: 50, outlined: true, gain: "8", blinking: !still.matches, slow: false, after: true };

/** A card and the decision that it is compared with.
    @typedef {{ key: string, card: CardData, deck: DeckData, detail: CardDetail, baseline: Baseline | null,
      compare: ComparisonData | null, side: SideName, mode: string, failed?: boolean }} Shown */

/** @typedef {{ heading: HTMLElement, controls: HTMLElement, stage: HTMLElement & { shown?: string }, aside: HTMLElement, body: HTMLElement }} Parts */

/** The state of the view. */
export const comparison = {
  root: /** @type {HTMLElement} */ (/** @type {unknown} */ (null)),
  parts: /** @type {Parts} */ (/** @type {unknown} */ (null)), // the elements that stay while the view is shown
  shown: /** @type {Shown} */ (/** @type {unknown} */ (null)),
};

/** The decisions that the card can be compared with.
    @returns {ShownEvent[]} */
export const judged = () => [lastOf(comparison.shown.key, "approve"), lastOf(comparison.shown.key, "reject")].flatMap((event) => event ?? []);

/** The decision, print run or version chosen in the address; otherwise the later of the two decisions.
    @param {Route} route @returns {Baseline | null} */
export function baselineNow(route) {
  const base = route.state.base || route.state.since;
  return judged().find(({ kind }) => kind === base) ?? (base ? baselines.find(comparison.shown.key, base) : null)
    ?? lastJudged(comparison.shown.key) ?? null;
}

/** Comparisons that were asked for one by one, by card and baseline. They are of the cards of this catalog. */
export const others = /** @type {Map<string, ComparisonData>} */ (new Map());

/** The comparison with a decision, as the server made it; from the hashes alone if the server has not seen the decision.
    @param {Baseline | null} baseline @param {CardData} card @param {CardDetail} detail */
export function compareOf(baseline, card, detail) {
  if (!baseline) return null;
  const made = [detail.compare, detail.rejection].find((comparison) => comparison?.event === baseline.id);
  const asked = made ?? others.get(`${comparison.shown.key} ${baseline.id}`);
  if (asked || baseline.label) return asked ?? null; // without an answer, nothing is known of a run or a version
  const picture = SIDES.some((side) => (baseline.sides[side] ?? null) !== (card[side] ?? null));
  return { event: baseline.id, sides: baseline.sides, picture, data: (baseline.data ?? "") !== card.data, words: {}, areas: {} };
}

/** @param {ComparisonData | null} compare */
export const statement = (compare) =>
  (compare?.picture && comparison.shown.card.page ? "page" : !compare ? (comparison.shown.baseline ? (comparison.shown.failed ? "failed" : "loading") : "never") : compare.picture ? (compare.data ? "both" : "picture") : compare.data ? "data" : "nothing");

/** @param {{ compare: ComparisonData | null, card: CardData }} about @param {SideName} side */
export const changedSide = ({ compare, card }, side) => compare !== null && (compare.sides[side] ?? null) !== (card[side] ?? null);

export const areas = () => comparison.shown.compare?.areas?.[comparison.shown.side] ?? [];
