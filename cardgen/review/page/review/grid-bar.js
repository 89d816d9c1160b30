/* The bar above the grid: filters, sizes and tools. */

import { hasCards } from "../app/data.js";
import * as views from "../app/views.js";
import { t } from "../app/words.js";
import { fill, h } from "../shared/elements.js";
import { keep } from "../shared/storage.js";
import { filterBoxes } from "./filter-boxes.js";
import { SIZES, grid, measure, range, rowOf, sizeName } from "./grid-places.js";
import { render } from "./grid-window.js";
import { gridTools } from "./parts.js";

export function drawBar() {
  fill(grid.parts.filters, filterBoxes(grid.parts.search));
  if (document.activeElement !== grid.parts.search) grid.parts.search.value = views.current.route.state.q ?? "";
}

export function sizeButtons() {
  const now = sizeName();
  /** @param {string} name @param {Element} chosen */
  const choose = (name, chosen) => {
    keep("cardgen.thumbnails", name);
    for (const button of group.children) button.setAttribute("aria-pressed", String(button === chosen));
    const kept = grid.list[range()[0] + grid.place.columns]?.key ?? grid.active;
    measure();
    if (scrollY > grid.top) scrollTo(0, grid.top + rowOf(grid.list.findIndex((card) => card.key === kept)).top - 80);
    render(true);
  };
  const group = h("div", { class: "group", role: "group", "aria-label": t("grid.size") }, Object.keys(SIZES).map((name) =>
    h("button", { type: "button", "aria-pressed": String(name === now), "aria-label": t(`grid.size.${name}`),
      title: t(`grid.size.${name}`), dataset: { size: name }, onclick: ({ currentTarget }) => choose(name, currentTarget) },
      name.toUpperCase())));
  return group;
}

export function drawTools() {
  fill(grid.parts.tools, ...(hasCards() ? tools() : []));
}

const tools = () => [...gridTools].sort((a, b) => (a.order ?? 50) - (b.order ?? 50))
  .map(({ draw }) => draw({ keys: () => grid.list.map((card) => card.key) })).filter(Boolean);
