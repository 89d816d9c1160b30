/* Compare: the picture that was last approved or rejected against today's, in five ways. Pictures are laid over one
   another by the browser alone, so that it works in a page opened from a disk, where no picture's pixels may be read. */

import "./compare-words.js";
import * as data from "../app/data.js";
import { deckOf, isPage, state } from "../app/data.js";
import { peopleAt } from "../app/people.js";
import { settings } from "../app/settings.js";
import { key } from "../app/shortcuts.js";
import { alter, current, view } from "../app/views.js";
import { joinSentences, t } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h, icon } from "../shared/elements.js";
import * as texts from "../shared/texts.js";
import * as baselines from "./baselines.js";
import { applyAfter, applyAt, restartBlinking, swap } from "./compare-modes.js";
import { fit, showStage } from "./compare-stage.js";
import { statusIcon } from "./marks.js";
import { MODES, SIDES, areas, baselineNow, changedSide, compareOf, comparison, judged, others, set, statement } from "./comparison.js";
import { decisionPanel } from "./decision-panel.js";
import { cardQueue } from "./deck-list.js";
import { cardAddress, goCard } from "./list.js";
import * as pages from "./pages.js";
import { titleOf } from "./pages.js";
import { button, cardName, shownKey, when, written } from "./showing.js";
import { walkLinks } from "./todo.js";
/** @import { SideName } from "../app/data.js" */
/** @import { Route } from "../shared/addresses.js" */
/** @import { Child } from "../shared/elements.js" */
/** @import { Baseline } from "./baselines.js" */
/** @import { Shown } from "./comparison.js" */

let resized = /** @type {ResizeObserver | null} */ (null);

/** Ask for the comparison with a baseline that the card's details do not have, then draw it.
    @param {Baseline | null} baseline */
async function askFor(baseline) {
  const { key, detail } = comparison.shown;
  if (!baseline || [detail.compare, detail.rejection].some((made) => made?.event === baseline.id) || others.has(`${key} ${baseline.id}`)) return;
  let made = null;
  try {
    made = await baselines.compare(key, baseline.id);
  } catch {
    comparison.shown.failed = true;
  }
  if (made) others.set(`${key} ${baseline.id}`, made);
  if (comparison.root?.isConnected && comparison.shown?.key === key && comparison.shown.baseline?.id === baseline.id && (made || comparison.shown.failed)) show(current.route);
}

// ---------------------------------------------------------------- drawing

/** @param {Route} route */
async function draw(route) {
  const key = route.path.join("/");
  if (isPage(key) && !pages.areLoaded()) return fill(comparison.root, h("p", {}, t("card.loading")));
  if (!state.cards.has(key)) {
    comparison.shown = /** @type {Shown} */ (/** @type {unknown} */ (null));
    return fill(comparison.root, h("h1", {}, t("compare.unknown", { card: key })),
      h("p", {}, h("a", { class: "button", href: address("grid"), dataset: { hold: "all" } }, t("card.all"))));
  }
  let detail;
  try {
    detail = await data.detail(key);
  } catch {
    return fill(comparison.root, h("p", { role: "alert" }, t("compare.unreachable")));
  }
  if (!comparison.root?.isConnected || current.route.path.join("/") !== key) return undefined;
  const card = /** @type {CardData} */ (state.cards.get(key));
  comparison.shown = { key, card, deck: deckOf(card), detail, baseline: null, compare: null, side: "face", mode: "side" };
  return show(current.route);
}

function build() {
  const heading = h("header", { class: "compare-heading" });
  const controls = h("div", { class: "compare-controls" });
  const stage = h("div", { class: "compare-stage", tabindex: "0", role: "group", "aria-label": t("compare.stage"), dataset: { hold: "stage" } });
  const aside = h("aside", { class: "compare-aside", "aria-label": t("compare.aside") });
  const body = h("div", { class: "compare-body" }, h("div", { class: "compare-main" }, heading, controls, stage), aside);
  return { heading, controls, stage, aside, body };
}

/** Draws the card with the data that is loaded: another mode or side needs no request.
    @param {Route} route */
export function show(route) {
  const { key, card, detail } = comparison.shown;
  const before = comparison.shown.baseline?.id;
  comparison.shown.baseline = baselineNow(route);
  if (comparison.shown.baseline?.id !== before) {
    comparison.shown.failed = false;
    askFor(comparison.shown.baseline);
  }
  comparison.shown.compare = compareOf(comparison.shown.baseline, card, detail);
  const first = SIDES.find((side) => changedSide(comparison.shown, side)) ?? "face";
  const asked = route.state.side === "back" ? "back" : "face";
  comparison.shown.side = route.state.side === asked && card[asked] ? asked : first;
  comparison.shown.mode = MODES.includes(route.state.mode) ? route.state.mode : "side";
  fill(comparison.root, comparison.parts.body);
  fill(comparison.parts.heading, heading());
  fill(comparison.parts.controls, controls());
  fill(comparison.parts.aside, changes(), decisionPanel(key));
  showStage(route.state.size ?? "fit");
  applyAt();
  applyAfter();
  restartBlinking();
}

function heading() {
  const { key, compare, baseline } = comparison.shown;
  const what = statement(compare);
  return [
    h("h1", {}, cardName(key)), peopleAt(key),
    h("div", { class: "row walk" }, walkLinks(key, "compare", { mode: current.route.state.mode })),
    h("p", { class: "statement", dataset: { statement: what } }, t(what === "nothing" ? `compare.nothing.${baseline?.kind}` : `compare.${what}`)),
    h("a", { class: "to-card", href: cardAddress(key, { side: current.route.state.side }), dataset: { hold: "card" } },
      t(comparison.shown.card.page ? "sheet.review" : "compare.card")),
  ];
}

/** @param {(hold: string, pressed: boolean, onclick: () => unknown, ...label: Child[]) => HTMLElement} press */
function baselineButtons(press) {
  const choices = judged();
  const list = baselines.list(comparison.shown.key, comparison.shown.baseline?.id ?? "", choices.map(({ id }) => id));
  if (choices.length < 2 && (!list || !choices.length)) return list;
  return [h("div", { class: "group", role: "group", "aria-label": t("compare.bases") }, choices.map(({ id, kind }) =>
    press(`base-${kind}`, id === comparison.shown.baseline?.id, () => alter({ base: kind }), t(`compare.base.${kind}`)))), list];
}

/** To the other decision that the card can be compared with. */
function otherBaseline() {
  const other = comparison.shown && judged().find(({ id }) => id !== comparison.shown.baseline?.id);
  if (other) alter({ base: other.kind });
}

/** The icons of the ways to compare. */
const SIGNS = /** @type {Record<string, string>} */ ({ side: "compare", swipe: "swipe", onion: "onion", difference: "layers", blink: "eye" });

export function controls() {
  const { card, compare, mode, side } = comparison.shown;
  /** @param {string} hold @param {boolean} pressed @param {() => unknown} onclick @param {...Child} label */
  const press = (hold, pressed, onclick, ...label) => button(hold, onclick, label, { "aria-pressed": String(pressed) });
  const mark = () => [h("span", { class: "changed-mark" }, statusIcon("stale")),
    h("span", { class: "hidden-text" }, t("compare.changed"))];
  return [
    baselineButtons(press),
    compare ? h("div", { class: "group", role: "group", "aria-label": t("compare.modes") }, MODES.map((name, at) =>
      press(`mode-${name}`, name === mode, () => alter({ mode: name }), icon(SIGNS[name]), h("span", { class: "way" }, t(`mode.${name}`)), shownKey(String(at + 1))))) : null,
    card.back ? h("div", { class: "group", role: "group", "aria-label": t("compare.sides") }, SIDES.map((name) =>
      press(`side-${name}`, name === side, () => alter({ side: name }), t(`compare.${name}`),
        changedSide(comparison.shown, name) ? mark() : null))) : null,
    press("size", current.route.state.size === "true", toggleSize, t("compare.true"), shownKey("F")),
    areas().length ? button("outlined", toggleOutlined, [icon("rect"), areas().length], { "aria-pressed": String(set.outlined), "aria-label": t("compare.outlined", { n: areas().length }), title: t("compare.outlined", { n: areas().length }) }) : null,
  ];
}
const toggleSize = () => alter({ size: current.route.state.size === "true" ? "" : "true" });

function toggleOutlined() {
  set.outlined = !set.outlined;
  show(current.route);
}

// ---------------------------------------------------------------- changes in words

function changes() {
  const { compare, baseline } = comparison.shown;
  if (!compare) return null;
  const words = compare.words[texts.nearest(Object.keys(compare.words), [settings.language, "en"])] ?? [];
  const sides = SIDES.filter((side) => changedSide(comparison.shown, side));
  return h("section", { class: "panel changes", "aria-label": t("changes.title") }, h("h2", {}, t("changes.title")),
    baseline ? h("p", { class: "quiet" }, t(`compare.by.${baseline.kind}`, { by: baseline.label ?? baseline.by }), baseline.at ? [" · ", when(baseline.at)] : null) : null,
    baseline?.text ? h("blockquote", { class: "compare-reason" }, written(baseline.text)) : null,
    words.length ? h("ul", {}, words.map((change) => h("li", {}, change))) : comparison.shown.card.page ? null
      : h("p", { class: compare.data ? null : "quiet" }, t(compare.data ? "changes.data" : "changes.no-data")),
    sides.length ? h("p", {}, joinSentences(sides.map(sideWords)))
      : h("p", { class: "quiet" }, t(comparison.shown.card.page ? "changes.no-page" : "changes.no-picture")));
}

/** @param {SideName} side */
function sideWords(side) {
  const count = comparison.shown.compare?.areas[side]?.length ?? 0;
  return t(count === 0 ? "changes.whole" : "changes.side", { side: t(comparison.shown.card.page ? "page.side" : `side.${side}`), count });
}

// ---------------------------------------------------------------- the view

const refit = () => (comparison.shown ? fit() : null);

view("compare", {
  left: cardQueue,
  under: (route) => (isPage(route.path.join("/")) ? "sheet" : "grid"),
  mount(main, route) {
    comparison.root = h("div", { class: "compare" });
    baselines.loadNames().then(() => (comparison.shown && comparison.root?.isConnected ? show(current.route) : null));
    comparison.parts = build();
    main.append(comparison.root);
    resized = new ResizeObserver(() => comparison.shown && fit());
    resized.observe(comparison.parts.heading);
    resized.observe(comparison.parts.controls);
    addEventListener("resize", refit);
    draw(route);
  },
  update: (route) => (comparison.shown?.key === route.path.join("/") ? show(route) : draw(route)),
  changed(kind, { keys } = {}) {
    if (kind === "catalog") others.clear();
    if (kind === "catalog" || (kind === "review" && keys?.includes(comparison.shown?.key))) draw(current.route);
    else if (kind === "review" && comparison.shown) fill(comparison.parts.heading, heading());
  },
  current: () => current.route.path.join("/") || null,
  unmount() {
    resized?.disconnect();
    removeEventListener("resize", refit);
    comparison.root = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
    comparison.parts = /** @type {any} */ (null);
    comparison.shown = /** @type {Shown} */ (/** @type {unknown} */ (null));
    restartBlinking();
  },
  focus: () => Boolean(comparison.parts?.stage.isConnected) && (comparison.parts.stage.focus({ preventScroll: true }), true),
  title: (route) => [titleOf(route.path.join("/")), t("view.compare")],
});

for (const [at, mode] of MODES.entries()) {
  key(`compare-${mode}`, { keys: [String(at + 1)], views: ["card", "compare"], words: `key.${mode}`, run: ({ route }) =>
    (route.view === "compare" ? alter({ mode }) : goCard(route.path.join("/"), { mode }, "compare")) });
}
key("compare-swap", { keys: ["space"], views: ["compare"], words: "key.swap", run: swap });
key("compare-base", { keys: ["b"], views: ["compare"], words: "key.base", run: otherBaseline });
key("compare-size", { keys: ["f"], views: ["compare"], words: "key.size", run: toggleSize });
