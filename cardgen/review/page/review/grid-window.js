/* The rows of the grid that are in the document: those near the screen. */

import { findTop, grid, range } from "./grid-places.js";
import { REST, build, imageOf, linkOf, pictures, show } from "./thumbnail.js";

let resting = 0;

/** Whether a card has the focus. */
export const holdsFocus = () => Boolean(grid.parts?.list.contains(document.activeElement) && !document.activeElement?.closest(".section"));

/** Puts the rows near the screen into the document. With `anew`, no element is reused. If a card `holds` the focus, its
    row stays. */
export function render(anew = false, holds = holdsFocus()) {
  if (!grid.parts) return;
  const held = holds ? grid.list.findIndex((card) => card.key === grid.active) : -1;
  if (anew) {
    for (const item of grid.items.values()) item.remove();
    grid.items = new Map();
  }
  const [first, end] = range();
  const wanted = [...(held >= 0 && held < first ? [held] : []), ...Array.from({ length: end - first }, (_, n) => first + n),
    ...(held >= end ? [held] : [])];
  const keep = new Set(wanted);
  for (const [index, item] of grid.items) if (!keep.has(index)) { item.remove(); grid.items.delete(index); }
  let next = null;
  const fresh = /** @type {HTMLLIElement[]} */ ([]);
  const before = [...grid.headings];
  for (const index of wanted.reverse()) {
    while (before.length && before[before.length - 1].first > index) next = /** @type {{ element: HTMLLIElement }} */ (before.pop()).element;
    let item = grid.items.get(index);
    if (!item) {
      item = build(index);
      grid.items.set(index, item);
      fresh.push(item);
      grid.parts.list.insertBefore(item, next);
    }
    next = item;
  }
  const flying = speed() > 2.5;
  for (const item of fresh) if (!flying || pictures.has(imageOf(item).dataset.hash)) show(item);
  if (anew && held >= 0) linkOf(grid.items.get(held))?.focus({ preventScroll: true });
}

/** px a ms between the last two scrolls. */
function speed() {
  const now = performance.now();
  const went = Math.abs(scrollY - grid.last.y) / Math.max(1, now - grid.last.at);
  grid.last = { at: now, y: scrollY };
  return went;
}

let asked = 0;

export function scrolled() {
  asked ||= requestAnimationFrame(() => { asked = 0; render(); });
  clearTimeout(resting);
  resting = setTimeout(rest, REST);
}

/** No pictures are asked for later. */
export function stopResting() {
  clearTimeout(resting);
}

function rest() {
  findTop();
  render();
  for (const item of grid.items.values()) show(item);
}
