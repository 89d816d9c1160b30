/* Where things are in the grid: the size of its cells, its rows, and the headings between them. */

import { state } from "../app/data.js";
import { between, layout } from "../shared/rows.js";
import { recall } from "../shared/storage.js";
/** @import { Section } from "./groups.js" */

/** @type {Record<string, number>} */
export const SIZES = { s: 104, m: 160, l: 256 };
/** @type {Record<string, number>} */
const COLUMNS = { s: 3, m: 2, l: 1 };
const PAD = 12; // px round a thumbnail
export const GAP = 12;
const CAPTION = 76; // px: three lines
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
  /** @typedef {{ search: HTMLInputElement, welcome: HTMLElement, filters: HTMLElement, count: HTMLElement, progress: HTMLElement, select: HTMLElement, tools: HTMLElement,
        bar: HTMLElement, line: HTMLElement, none: HTMLElement, empty: HTMLElement, selected: HTMLElement, list: HTMLElement }} Parts */
  parts: /** @type {Parts} */ (/** @type {unknown} */ (null)), // the elements that stay while the view is shown
  top: 0,
  last: { at: 0, y: 0 },
};

export const sizeName = () => { const name = recall("cardgen.thumbnails", "m"); return name in SIZES ? name : "m"; };

/** Computes the number of columns and the size of a cell. All rows have the same height. */
export function measure() {
  const width = grid.parts.list.clientWidth;
  const decks = [...new Set(grid.list.map((card) => card.deck))].map((id) => /** @type {DeckData} */ (state.decks.get(id)));
  const atLeast = COLUMNS[sizeName()]; // columns, however narrow the screen
  for (let side = Math.min(SIZES[sizeName()], (width + GAP) / atLeast - GAP - 2 * PAD); ; side *= 1.15) {
    const boxes = decks.map(({ trim: [w, high] }) => { const k = side / Math.max(w, high); return [w * k, high * k, k]; });
    const cell = [
      Math.floor(Math.max(72, ...boxes.map(([w]) => w)) + 2 * PAD),
      Math.ceil(Math.max(40, ...boxes.map(([, high]) => high)) + 2 * PAD + CAPTION),
    ];
    const columns = Math.max(1, Math.floor((width + GAP) / (cell[0] + GAP)));
    const rows = Math.ceil(innerHeight / (cell[1] + GAP)) + 3;
    if (columns * rows > MOST && columns > 2 && side < width) continue;
    const scale = new Map(decks.map((deck, n) => [deck.id, boxes[n][2]]));
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
