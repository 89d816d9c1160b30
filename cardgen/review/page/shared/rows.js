/* The rows of a grid of cards in sections. Each section begins with a new row, below its heading if it has one. */

/** A row of the grid: its first card, how many it has, and where it begins, in px.
    @typedef {{ first: number, count: number, top: number }} GridRow */

/** The rows, the row of each card, where each section begins, and the height of all, in px.
    @typedef {{ rows: GridRow[], rowAt: number[], tops: number[], height: number }} GridRows */

const SECTION_GAP = 16; // px more above a heading

/** Return the rows of `sections`, each with its number of cards and the height of its heading (0 for none), in px.
    `high` is the height of a row, `gap` the space below each row and heading.
    @param {readonly { count: number, heading: number }[]} sections @param {number} columns @param {number} high @param {number} gap
    @returns {GridRows} */
export function layout(sections, columns, high, gap) {
  const rows = /** @type {GridRow[]} */ ([]);
  const rowAt = /** @type {number[]} */ ([]);
  const tops = /** @type {number[]} */ ([]);
  let [y, first] = [0, 0];
  sections.forEach(({ count, heading }, number) => {
    y += heading && number ? SECTION_GAP : 0;
    tops.push(y);
    y += heading ? heading + gap : 0;
    for (let at = 0; at < count; at += columns) {
      const inRow = Math.min(columns, count - at);
      for (let n = 0; n < inRow; n += 1) rowAt.push(rows.length);
      rows.push({ first: first + at, count: inRow, top: y });
      y += high + gap;
    }
    first += count;
  });
  return { rows, rowAt, tops, height: Math.max(0, y - gap) };
}

/** Return the cards on the rows that begin between two places: the first, and the one after the last.
    @param {GridRows} grid @param {number} from @param {number} to */
export function between({ rows }, from, to) {
  const near = rows.filter(({ top }) => top > from && top < to);
  const last = near.at(-1);
  return last ? [near[0].first, last.first + last.count] : [0, 0];
}

const CARDS = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity });
const ROWS = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1, PageDown: 1, PageUp: -1 });

/** Return the card that a key leads to from another, in the same column if it is on another row; null for other keys.
    `page` is the number of rows on the screen.
    @param {GridRows} grid @param {number} index @param {string} key @param {number} page */
export function target({ rows, rowAt }, index, key, page) {
  if (key in CARDS) return Math.min(Math.max(index + CARDS[key], 0), rowAt.length - 1);
  if (!(key in ROWS)) return null;
  const rowsOn = ROWS[key] * (key.startsWith("Page") ? page : 1);
  const to = rows[Math.min(Math.max(rowAt[index] + rowsOn, 0), rows.length - 1)];
  return to.first + Math.min(index - rows[rowAt[index]].first, to.count - 1);
}
