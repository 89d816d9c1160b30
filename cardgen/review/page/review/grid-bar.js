/* The bar above the grid: filters, sizes and tools. */

import { hasCards } from "../app/data.js";
import * as views from "../app/views.js";
import { t } from "../app/words.js";
import { fill, h, icon, menuButton } from "../shared/elements.js";
import { keep } from "../shared/storage.js";
import { filterBoxes, filterChips } from "./filter-boxes.js";
import { SIZES, grid, measure, range, rowOf, thumbnailSize } from "./grid-places.js";
import { render } from "./grid-window.js";
import { gridTools } from "./parts.js";

const MENU = "grid-menu";

export function drawBar() {
  fill(grid.parts.filters, filterBoxes());
  fill(grid.parts.chips, filterChips(grid.parts.search));
  if (document.activeElement !== grid.parts.search) grid.parts.search.value = views.current.route.state.q ?? "";
}

/** The button of the menu with the rarer filters, and the menu.
    @param {HTMLElement} filters */
export const filterMenu = (filters) => [
  menuButton(MENU, "left", { class: "chip", "aria-label": t("grid.more"), dataset: { hold: "more" } }, icon("filter"), h("span", { class: "wide-only" }, t("grid.more"))),
  h("div", { id: MENU, class: "menu-box", popover: "" }, filters)];

/** The slider of the thumbnails' size. */
export const sizeSlider = () => h("label", { class: "size" }, icon("card"), h("input", { type: "range", min: SIZES.least, max: SIZES.most, value: thumbnailSize(),
  "aria-label": t("grid.size"), title: t("grid.size"), dataset: { hold: "size" }, oninput: ({ target }) => resize(Number(target.value)) }));

/** @param {number} px */
function resize(px) {
  keep("cardgen.thumbnails", px);
  const kept = grid.list[range()[0] + grid.place.columns]?.key ?? grid.active;
  measure();
  if (scrollY > grid.top) scrollTo(0, grid.top + rowOf(grid.list.findIndex((card) => card.key === kept)).top - 120);
  render(true);
}

export function drawTools() {
  fill(grid.parts.tools, ...(hasCards() ? tools() : []));
}

const tools = () => [...gridTools].sort((a, b) => (a.order ?? 50) - (b.order ?? 50))
  .map(({ draw }) => draw({ keys: () => grid.list.map((card) => card.key) })).filter(Boolean);
