/* The outlines of cards that are neither rectangular nor round: what cuts their pictures off, and lines along them. */

/** @typedef {readonly (readonly number[])[]} Points corners as shares of the width and the height of the trim */

/** The `clip-path` of a picture, "" for a rectangle. In the bleed it is of an element as large as the card with its bleed, in the lengths `--w`,
    `--h`, `--bleed` and `--scale`; otherwise of one as large as the trim.
    @param {{ outline: Points }} deck @param {{ isBack?: boolean, inBleed?: boolean }} [about] */
export function cutOf({ outline }, { isBack = false, inBleed = false } = {}) {
  if (!outline.length) return "";
  const at = (/** @type {number} */ share, /** @type {string} */ length) =>
    (inBleed ? `calc((var(--bleed) + ${share} * var(${length})) * var(--scale) * 1px)` : `${100 * share}%`);
  return `polygon(${outline.map(([x, y]) => `${at(isBack ? 1 - x : x, "--w")} ${at(y, "--h")}`).join(", ")})`;
}

/** The corners of a hexagon that fills its trim: one at the top, or a side if it is wider than high. @param {readonly number[]} trim @returns {Points} */
export const hexagonIn = ([width, height]) => (width > height
  ? [[0.25, 0], [0.75, 0], [1, 0.5], [0.75, 1], [0.25, 1], [0, 0.5]]
  : [[0.5, 0], [1, 0.25], [1, 0.75], [0.5, 1], [0, 0.75], [0, 0.25]]);

/** The corners of a shape that is so many mm larger on all sides, or smaller; exact for a regular hexagon.
    @param {Points} points @param {readonly number[]} trim @param {number} edge @returns {Points} */
export const grownBy = (points, [width, height], edge) => points.map((point) => point.map((share) => 0.5 + (share - 0.5) * (1 + (2 * edge) / Math.min(width, height))));

/** A closed line through the corners, as the data of a path in mm.
    @param {Points} points @param {readonly number[]} trim @param {boolean} [isBack] */
export const lineThrough = (points, [width, height], isBack = false) => `M${points.map(([x, y]) => `${(isBack ? 1 - x : x) * width} ${y * height}`).join("L")}Z`;
