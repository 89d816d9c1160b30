/* One card: its sides at any size with lines and pins over them, and facts beside it. When the card changes on disk, the
   elements stay: the new picture is loaded first, then it replaces the old one. */

import "./card-words.js";
import * as data from "../app/data.js";
import { details, face, load, state, statusOf } from "../app/data.js";
import { on } from "../app/events.js";
import { loadFindings } from "../app/live.js";
import { settings } from "../app/settings.js";
import * as shortcuts from "../app/shortcuts.js";
import { toast } from "../app/toast.js";
import { currentKey, remount, view } from "../app/views.js";
import { pick, t } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h } from "../shared/elements.js";
import { cardMenu } from "./card-bars.js";
import { cardFacts } from "./card-facts.js";
import { cardQueue } from "./deck-list.js";
import { card, cardView, context, current, drawStage, isPage, layers, light, lightFinding, look, route, shown, turnOver, zoomTo } from "./card-stage.js";
import { focusComment } from "./decision-panel.js";
import { partOf } from "./events.js";
import { goCard, neighbour } from "./list.js";
import * as pages from "./pages.js";
import { pageFacts, titleOf } from "./pages.js";
import { cardPanels } from "./parts.js";
import { showPin } from "./pins.js";
import { renewSide } from "./sides.js";
/** @import { Route } from "../shared/addresses.js" */
/** @import { ListChange, WalkOptions } from "./list.js" */

let stops = /** @type {(() => void)[]} */ ([]);

function drawFacts() {
  const now = JSON.stringify([cardView.about, cardView.findings, current(), settings.language, settings.cards]);
  if (now === cardView.parts.facts.shown) return; // a selection or an opened part stays
  cardView.parts.facts.shown = now;
  fill(cardView.parts.facts, isPage() ? pageFacts(card()) : cardView.about ? cardFacts({ card: card(), detail: cardView.about, findings: cardView.findings, side: current(), light, lightFinding }) : h("p",
    { class: "quiet" }, t("card.loading")));
}

function drawPanels() {
  fill(cardView.parts.panels, [...cardPanels].sort((a, b) => (a.order ?? 50) - (b.order ?? 50)).map(({ draw }) =>
    draw(context(current()))));
}

async function loadDetail() {
  const wanted = cardView.key;
  try {
    const [detail, all] = await Promise.all([data.detail(wanted), loadFindings ? loadFindings() : load("findings")]);
    if (!cardView.parts || cardView.key !== wanted) return;
    cardView.about = detail;
    cardView.findings = all.findings.map((finding, index) => ({ ...finding, index })).filter((finding) => finding.key === cardView.key);
    const pointed = cardView.findings.find(({ index }) => String(index) === route().state.finding);
    if (pointed?.rect) cardView.lit = { side: pointed.side ?? "face", rect: pointed.rect, name: pointed.code };
  } catch {
    if (!cardView.parts || cardView.key !== wanted) return;
    cardView.about = null;
    cardView.parts.facts.shown = null;
    fill(cardView.parts.facts, h("p", {}, t("card.lost")), h("button", { type: "button", onclick: loadDetail }, t("card.again")));
    return;
  }
  drawStage();
  drawFacts();
}

/** Pictures that are likely to be wanted next, asked for when there is nothing else to do. */
function lookAhead() {
  for (const way of [1, -1]) {
    const next = state.cards.get(neighbour(cardView.key, way) ?? "");
    if (next) new Image().src = face(next.face);
  }
}

// ---------------------------------------------------------------- the view

/** @param {HTMLElement} root */
function mount(root) {
  if (!take()) {
    root.append(h("h1", {}, t(data.isPage(cardView.key) && !pages.areLoaded() ? "card.loading" : "card.none")), h("p", {}, h("a", { class: "button", href: address("grid") }, t("card.all"))));
    return;
  }
  const [bars, inner] = [h("div", { class: "tool" }), h("div", { class: "card-sides" })];
  const stage = h("div", { class: "stage", tabindex: "0", role: "group", "aria-label": t("card.stage"), dataset: { hold: "stage" } }, inner);
  cardView.parts = {
    bars, inner, stage, menu: cardMenu(), left: h("div", { class: "card-left" }, bars, stage),
    status: h("p", { class: "hidden-text", role: "status" }),
    panels: h("div", { class: "card-panels" }), facts: h("div", { class: "card-facts" }),
  };
  root.append(
    h("div", { class: "card-view" }, cardView.parts.left, h("aside", { class: "card-right", "aria-label": t("card.aside") },
      cardView.parts.panels, cardView.parts.facts)), cardView.parts.menu, cardView.parts.status);
  cardView.sides = new Map();
  const sized = new ResizeObserver(() => cardView.parts && (look.zoom === "fit" || shown().length !== cardView.sides.size) && drawStage());
  sized.observe(cardView.parts.stage);
  stops = [() => sized.disconnect(), on("settings", () => cardView.parts && drawStage())];
  draw();
}

function take() {
  const next = route().path.join("/");
  if (next !== cardView.key) { cardView.about = null; cardView.findings = []; cardView.lit = null; }
  cardView.key = next;
  return state.cards.has(cardView.key);
}

export function draw() {
  drawStage();
  drawPanels();
  drawFacts();
  loadDetail();
  setTimeout(() => cardView.parts && lookAhead(), 300);
  showComment();
}

/** Shows the comment that the address names: its side, its pin, its place in the list. */
function showComment() {
  const event = partOf(route().state.comment, cardView.key);
  if (!event) return;
  if (event.at_mm) showPin(event);
  setTimeout(() => focusComment(event.id), 80);
}

function update() {
  const before = cardView.key;
  if (!take() || !cardView.parts) return remount();
  if (cardView.key !== before) {
    draw();
    cardView.parts.status.textContent = [pick(card().names, settings.language) || card().id,
        cardView.parts.bars.querySelector(".at")?.textContent].join(" · ");
    return undefined;
  }
  drawStage();
  drawFacts();
  return undefined;
}

function unmount() {
  stops.forEach((stop) => stop());
  cardView.parts = /** @type {any} */ (null);
  cardView.sides = new Map();
}

/** @param {string} kind @param {ListChange} [what] */
function changed(kind, what) {
  if (kind === "catalog" && !state.cards.has(cardView.key) !== !cardView.parts) return remount();
  if (!cardView.parts) return undefined;
  const mine = !what?.keys?.length || what.keys.includes(cardView.key);
  if (kind === "review" && mine) {
    drawPanels();
    for (const [name, side] of cardView.sides) if (name !== current()) renewSide(side, { layers: layers(name) });
  }
  if ((kind === "catalog" && mine) || kind === "checked") {
    if (kind === "catalog") details.delete(cardView.key);
    drawStage();
    loadDetail();
  }
  if (kind === "texts") drawStage();
  return undefined;
}

/** @param {Route} shownRoute */
const title = (shownRoute) => [titleOf(shownRoute.path.join("/"))];
const focus = () => cardView.parts && (cardView.parts.stage.focus({ preventScroll: true }), true);

view("card", { left: cardQueue, under: (shownRoute) => (data.isPage(shownRoute.path.join("/")) ? "sheet" : "grid"), mount, update, unmount, changed, title, focus });

// ---------------------------------------------------------------- keys

/** Walks through the list, staying in the view (card or compare).
    @param {number} step_ @param {WalkOptions} options @param {string} none */
function walk(step_, options, none) {
  const to = neighbour(currentKey() ?? cardView.key, step_, options);
  const { side } = route().state;
  if (to) goCard(to, { side, mode: route().state.mode }, route().view);
  else toast(t(none));
}

const BOTH = ["card", "compare"];
shortcuts.key("card.next", { keys: ["j"], views: BOTH, words: "key.next", run: () => walk(1, {}, "walk.last") });
shortcuts.key("card.previous", { keys: ["k"], views: BOTH, words: "key.previous", run: () => walk(-1, {}, "walk.first") });
shortcuts.key("card.undecided", { keys: ["n"], views: BOTH, words: "key.undecided",
  run: () => walk(1, { round: true, wanted: (next) => statusOf(next.key) === "undecided" }, "walk.undecided") });
shortcuts.key("card.changed", { keys: ["u"], views: BOTH, words: "key.changed",
  run: () => walk(1, { round: true, wanted: (next) => state.review.statuses[next.key]?.changed }, "walk.changed") });
shortcuts.key("card.over", { keys: ["space"], views: ["card"], words: "key.over", run: turnOver });
shortcuts.key("card.fit", { keys: ["f"], views: ["card"], words: "key.fit", run: () => zoomTo(look.zoom === "fit" ? 1 : "fit") });
