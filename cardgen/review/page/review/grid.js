/* All cards as thumbnails. Only the rows near the screen are in the document, and pictures are asked for when the rows
   come to rest, so that ten thousand cards scroll as well as twenty. */

import { hasCards } from "../app/data.js";
import { on } from "../app/events.js";
import * as views from "../app/views.js";
import { alter, view } from "../app/views.js";
import { countText, t } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { byId, fill, h, icon } from "../shared/elements.js";
import { filterOf } from "../shared/filters.js";
import { target } from "../shared/rows.js";
import * as baselines from "./baselines.js";
import { deckList } from "./deck-list.js";
import { drawBar, drawTools, filterMenu, sizeSlider } from "./grid-bar.js";
import { GAP, findTop, grid, measure, rowOf } from "./grid-places.js";
import { holdsFocus, render, scrolled, stopResting } from "./grid-window.js";
import { sectionHeading } from "./group-heading.js";
import { sections as sectionsOf } from "./groups.js";
import { listed } from "./list.js";
import { subjects } from "./pages.js";
import * as selection from "./selection.js";
import { altOf, build, imageOf, langOf, linkOf, mark, pictures } from "./thumbnail.js";
import { progressLine } from "./todo.js";
import { mayDecide } from "./who.js";
/** @import { Route } from "../shared/addresses.js" */
/** @import { Targeted } from "../shared/elements.js" */
/** @import { ListChange } from "./list.js" */

let stops = /** @type {(() => void)[]} */ ([]);

function drawSelection() {
  if (!grid.parts) return;
  for (const [index, item] of grid.items) mark(/** @type {HTMLElement} */ (linkOf(item)), grid.list[index].key);
  grid.parts.list.classList.toggle("selecting", selection.isSelecting());
  fill(grid.parts.select, selection.selectButton());
  selection.drawSelection(grid.parts.selected);
}

// ---------------------------------------------------------------- the list

/** Makes the sections of the list with their headings. A heading that has the focus gives it to its successor. */
function divide() {
  grid.sections = sectionsOf(grid.list);
  let first = 0;
  grid.headings = grid.sections.flatMap((section, number) => {
    const heading = sectionHeading(section, number);
    const at = first;
    first += section.cards.length;
    return heading ? [{ element: h("li", { class: "section" }, heading), first: at }] : [];
  });
  fill(grid.parts.list, grid.headings.map(({ element }) => element));
  grid.items = new Map();
}

/** Filters again; keeps the active card if it is still in the list. */
function refill() {
  if (!grid.parts) return;
  const [held, inHeading] = [holdsFocus(), Boolean(document.activeElement?.closest(".section"))];
  const index = grid.list.findIndex((card) => card.key === grid.active);
  grid.list = listed();
  // If the active card has left the list (a filter by status, and it was decided), the next card becomes active.
  if (!grid.list.some((card) => card.key === grid.active)) grid.active = (grid.list[Math.min(Math.max(index, 0), grid.list.length - 1)] ?? null)?.key ?? null;
  const listable = subjects(filterOf(views.current.route.state));
  const all = listable.length;
  const pages = listable.filter((card) => card.page).length;
  grid.parts.count.textContent = countText(grid.list.length, all, pages === 0 ? "cards" : pages === all ? "pages" : "items");
  drawProgress();
  const cardless = !hasCards();
  grid.parts.bar.hidden = grid.parts.line.hidden = grid.parts.list.hidden = cardless;
  grid.parts.empty.hidden = !cardless;
  grid.parts.none.hidden = grid.list.length > 0 || all === 0;
  sayNone();
  divide();
  measure();
  if (scrollY > grid.top + grid.parts.list.offsetHeight) scrollTo(0, 0);
  render(true, held);
  selection.prune();
  drawSelection();
  if (inHeading && document.activeElement === document.body) takeFocus();
}

const sayNone = () => { grid.parts.none.textContent = t(baselines.isAsking() ? "grid.comparing" : "grid.none"); };

function drawProgress() {
  fill(grid.parts.progress, progressLine());
}

/** Moves the focus to a card, and the screen with it, unless that is in its place.
    @param {string} key */
export function focus(key, isPlaced = false) {
  const index = grid.list.findIndex((card) => card.key === key);
  if (index < 0) return;
  const before = grid.active;
  grid.active = key;
  if (!isPlaced) reveal(index);
  render();
  linkOf(grid.items.get(grid.list.findIndex((card) => card.key === before)))?.setAttribute("tabindex", "-1");
  const link = linkOf(grid.items.get(index));
  link?.setAttribute("tabindex", "0");
  link?.focus({ preventScroll: true });
}

/** @param {number} index */
function reveal(index) {
  const frame = byId("frame").offsetHeight + grid.parts.bar.offsetHeight + 12;
  findTop();
  const [begin, end] = [grid.top + rowOf(index).top, grid.top + rowOf(index).top + grid.place.cell[1] + 12];
  const under = grid.parts.selected.hidden ? 0 : grid.parts.selected.offsetHeight + 28;
  if (begin - frame < scrollY) scrollTo(0, index < grid.place.columns ? 0 : begin - frame);
  else if (end > scrollY + innerHeight - under) scrollTo(0, end - innerHeight + under);
}

const page = () => Math.max(1, Math.floor(innerHeight / (grid.place.cell[1] + GAP)) - 1);

/** Moves the focus by an arrow key; with Shift, selects the cards between.
    @param {KeyboardEvent} event */
function move(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  const index = grid.list.findIndex((card) => card.key === grid.active);
  if (index < 0 || !holdsFocus() || (event.shiftKey && !mayDecide())) return;
  const to = target(grid.rows, index, event.key, page());
  if (to === null) return;
  event.preventDefault();
  const { key } = grid.list[to];
  if (event.shiftKey) selection.extend(key, grid.list[index].key);
  focus(key);
}

/** @param {MouseEvent & Targeted<Element>} event */
function clicked(event) {
  const key = event.target.closest("a[data-hold]")?.dataset.hold;
  if (key && selection.takeClick(event, key)) focus(key);
}

// ---------------------------------------------------------------- the view

/** @param {HTMLElement} root @param {Route} route */
function mount(root, route) {
  const search = h("input", { type: "search", id: "search", value: route.state.q ?? "", autocomplete: "off", spellcheck: "false", placeholder: t("grid.search"),
    dataset: { hold: "search" },
    oninput: ({ target, isComposing }) => { if (!isComposing) alter({ q: target.value.trim() }); },
    oncompositionend: ({ target }) => alter({ q: target.value.trim() }),
    onkeydown: (event) => {
      if (event.isComposing || event.keyCode === 229) return;
      if ((event.key === "ArrowDown" || event.key === "Enter") && grid.active) { event.preventDefault(); focus(grid.active); }
      if (event.key === "Escape" && !search.value) { event.preventDefault(); focus(grid.active ?? ""); }
    } });
  const [filters, chips] = [h("div", { class: "filters" }), h("div", { class: "chips", role: "toolbar", "aria-label": t("grid.filters") })];
  const [count, ownTools] = [h("p", { class: "count", role: "status" }), h("div", { class: "grid-tools" })];
  const [progress, select] = [h("div", {}), h("div", {})];
  grid.parts = {
    search, filters, chips, count, progress, select, tools: ownTools,
    bar: h("search", { class: "tool" }, h("label", { class: "search-field" }, icon("search"), h("span", { class: "hidden-text" }, t("grid.search")), search), chips, filterMenu(filters),
      h("span", { class: "grow" }), sizeSlider(), select),
    line: h("div", { class: "grid-line" }, count, ownTools, progress),
    selected: h("div", { class: "selection-bar", role: "group", "aria-label": t("grid.selected"), hidden: true }),
    none: h("p", { class: "none", hidden: true }),
    empty: h("p", { class: "panel", hidden: true },
      t("grid.empty"), " ", h("a", { href: address("sheet"), dataset: { hold: "sheets" } }, t("grid.sheets"))),
    list: h("ul", { class: "cards", "aria-label": t("view.grid"), onkeydown: move, onclick: clicked,
      onfocusin: (event) => { if (event.target.matches("a[data-hold]")) moved(event.target.dataset.hold ?? ""); } }),
  };
  root.append(h("h1", { class: "hidden-text" }, t("view.grid")), grid.parts.bar, grid.parts.line, grid.parts.none, grid.parts.empty, grid.parts.selected, grid.parts.list);
  const from = grid.active;
  drawBar();
  drawTools();
  refill();
  addEventListener("scroll", scrolled, { passive: true });
  addEventListener("resize", resized);
  stops = [
    () => removeEventListener("scroll", scrolled),
    () => removeEventListener("resize", resized),
    on("waiting", drawTools),
    on("baselines", drawBar),
    on("groups", refill),
    on("selection", drawSelection),
    on("onward", (key) => focus(key)),
  ];
  if (!back || from === null || !grid.list.some((card) => card.key === from)) { back = true; return false; }
  scrollTo(0, scrolledTo);
  focus(from, true);
  return true;
}

let back = false; // whether the grid was shown before: then it begins at the last position
let scrolledTo = 0;

/** @param {string} key */
function moved(key) {
  if (key === grid.active) return;
  linkOf(grid.items.get(grid.list.findIndex((card) => card.key === grid.active)))?.setAttribute("tabindex", "-1");
  grid.active = key;
  linkOf(grid.items.get(grid.list.findIndex((card) => card.key === key)))?.setAttribute("tabindex", "0");
}

function resized() {
  measure();
  render(true);
}

function unmount() {
  scrolledTo = scrollY;
  stops.forEach((stop) => stop());
  stopResting();
  pictures.forget();
  grid.parts = /** @type {any} */ (null);
  grid.items = new Map();
}

/** Draws only the thumbnails of changed cards again.
    @param {string} kind @param {ListChange} [what] */
function changed(kind, what) {
  if (!grid.parts) return;
  if (kind === "texts") {
    if (views.current.route.state.q) refill();
    for (const [index, item] of grid.items) {
      Object.assign(imageOf(item), { alt: altOf(grid.list[index]), lang: langOf(grid.list[index]) ?? "" });
    }
    return;
  }
  if (kind === "catalog" || kind === "checked" || kind === "review") drawBar();
  if (kind === "review" || kind === "catalog") drawTools();
  drawProgress();
  sayNone();
  const now = listed();
  if (now.length !== grid.list.length || now.some((card, n) => card.key !== grid.list[n].key)) return refill();
  const keys = what?.keys?.length ? new Set(what.keys) : null;
  grid.list = now;
  for (const [index, item] of grid.items) if (!keys || keys.has(grid.list[index].key)) renew(index, item);
}

/** Updates a thumbnail. The link stays, and with it the focus.
    @param {number} index @param {HTMLElement} item */
function renew(index, item) {
  const fresh = build(index);
  const image = /** @type {HTMLImageElement} */ (fresh.querySelector("img"));
  const before = imageOf(item);
  const swap = () => {
    if (grid.items.get(index) !== item || !grid.parts) return;
    const [link, made] = [item, fresh].map((element) => /** @type {HTMLAnchorElement} */ (element.firstElementChild));
    link.href = made.getAttribute("href") ?? "";
    Object.assign(link.dataset, made.dataset);
    fill(link, ...made.childNodes);
    mark(link, grid.list[index].key);
    if (document.activeElement !== link) link.tabIndex = grid.list[index]?.key === grid.active ? 0 : -1;
    item.setAttribute("aria-setsize", String(grid.list.length));
  };
  fresh.querySelector(".cut")?.classList.add("loaded");
  // The old picture stays until the new one is there.
  if (image.dataset.hash !== before.dataset.hash) image.onload = image.onerror = swap;
  image.src = image.dataset.src ?? "";
  if (image.dataset.hash === before.dataset.hash) swap();
}

/** The card that has the focus. Keys that decide act on no other one: it must be visible which card they mean. */
const current = () => (holdsFocus() ? grid.active : null);

function takeFocus() {
  if (!grid.parts || grid.active === null) return false;
  focus(grid.active);
  return true;
}

view("grid", { mode: "review", tab: 1, icon: "grid", mount, unmount, changed, update: () => { drawBar(); refill(); }, current, focus: takeFocus, left: deckList });
