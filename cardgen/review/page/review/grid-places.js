/* Where things are in the grid: the size of its cells, its rows, and the headings between them. */

import { state } from "../app/data.js";
import { between, layout } from "../shared/rows.js";
import { recall } from "../shared/storage.js";
/** @import { Section } from "./groups.js" */

/** The longer side of a thumbnail, in px: the smallest, the largest, and that of a page that was not changed. */
export const SIZES = { least: 120, most: 440, usual: 298 };
const TWO = 400; // px of a thumbnail from which narrow screens show one beside another no more
const PAD = 8; // px round a thumbnail
export const GAP = 8;
const CAPTION = 52; // px: two lines
const MOST = 96; // cards in the document at once; thumbnails grow where more would fit

/** The state of the view. */
export const grid = {
  list: /** @type {CardData[]} */ ([]), // the cards shown, in deck order
  items: /** @type {Map<number, HTMLLIElement>} */ (new Map()), // index in the list → its <li>
  active: /** @type {string | null} */ (null), // the key that arrow keys start from
  place: { cell: [0, 0], columns: 1, scale: /** @type {Map<string, number>} */ (new Map()) },
  rows: layout([], 1, 0, GAP),
  /** The headings of sections, each before the card `first`. */
  headings: /** @type {{ element: HTMLLIElement, first: number }[]} */ ([]),
  sections: /** @type {Section[]} */ ([]),
  /** @typedef {{ search: HTMLInputElement, filters: HTMLElement, chips: HTMLElement, count: HTMLElement, progress: HTMLElement, select: HTMLElement, tools: HTMLElement,
        bar: HTMLElement, line: HTMLElement, none: HTMLElement, empty: HTMLElement, selected: HTMLElement, list: HTMLElement }} Parts */
  parts: /** @type {Parts} */ (/** @type {unknown} */ (null)), // the elements that stay while the view is shown
  top: 0,
  last: { at: 0, y: 0 },
};

export const thumbnailSize = () => Number(recall("cardgen.thumbnails", SIZES.usual)) || SIZES.usual;

/** The width and the height of the trim that most cards listed have; the longer one is 1. Other trims are fitted into it.
    @param {readonly DeckData[]} decks */
function commonShape(decks) {
  const counts = new Map(decks.map((deck) => [deck, 0]));
  for (const { deck } of grid.list) counts.set(/** @type {DeckData} */ (state.decks.get(deck)), (counts.get(/** @type {DeckData} */ (state.decks.get(deck))) ?? 0) + 1);
  const [[{ trim: [w, high] }]] = [...counts].sort(([, a], [, b]) => b - a);
  return [w / Math.max(w, high), high / Math.max(w, high)];
}

/** Computes the number of columns and the size of a cell. All rows have the same height. */
export function measure() {
  const width = grid.parts.list.clientWidth;
  const decks = [...new Set(grid.list.map((card) => card.deck))].map((id) => /** @type {DeckData} */ (state.decks.get(id)));
  const atLeast = thumbnailSize() < TWO ? 2 : 1; // columns, however narrow the screen
  const [wide, tall] = decks.length ? commonShape(decks) : [1, 1];
  for (let side = Math.min(thumbnailSize(), ((width + GAP) / atLeast - GAP - 2 * PAD) / wide); ; side *= 1.15) {
    const cell = [Math.floor(Math.max(72, side * wide) + 2 * PAD), Math.ceil(side * tall + 2 * PAD + CAPTION)];
    const columns = Math.max(1, Math.floor((width + GAP) / (cell[0] + GAP)));
    const rows = Math.ceil(innerHeight / (cell[1] + GAP)) + 3;
    if (columns * rows > MOST && columns > 2 && side < width) continue;
    const scale = new Map(decks.map(({ id, trim: [w, high] }) => [id, Math.min(side * wide / w, side * tall / high)]));
    grid.place = { cell: [Math.floor((width + GAP) / columns) - GAP, cell[1]], columns, scale };
    break;
  }
  layRows();
  grid.parts.list.style.setProperty("--cell", `${grid.place.cell[0]}px`);
  grid.parts.list.style.setProperty("--high", `${grid.place.cell[1]}px`);
  grid.parts.list.style.setProperty("--picture", `${grid.place.cell[1] - CAPTION}px`);
  findTop();
}

/** Measures where the list begins: the height of the part above it changes. */
export const findTop = () => { grid.top = grid.parts.list.getBoundingClientRect().top + scrollY; };

/** Places the headings, and computes where the rows are. */
function layRows() {
  const starts = new Map(grid.headings.map(({ element, first }) => [first, element]));
  let first = 0;
  const elements = grid.sections.map(({ cards }) => {
    const element = starts.get(first);
    first += cards.length;
    return element;
  });
  grid.rows = layout(grid.sections.map(({ cards }, n) => ({ count: cards.length, heading: elements[n]?.offsetHeight ?? 0 })), grid.place.columns, grid.place.cell[1], GAP);
  elements.forEach((element, n) => element?.style.setProperty("transform", `translateY(${grid.rows.tops[n]}px)`));
  grid.parts.list.style.setProperty("height", `${grid.rows.height}px`);
}

/** @param {number} index */
export const rowOf = (index) => grid.rows.rows[grid.rows.rowAt[index]] ?? { first: 0, count: 0, top: 0 };

export function range() {
  const high = grid.place.cell[1] + GAP;
  return between(grid.rows, scrollY - grid.top - 2 * high, scrollY - grid.top + innerHeight + high);
}
