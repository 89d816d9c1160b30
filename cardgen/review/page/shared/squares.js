/* Squares with a colour and a pattern, as cards draw them. Tables of games use them. */

import { s } from "./elements.js";
/** @import { Attributes } from "./elements.js" */

/** The marks in a cell of side 100, by the names that the card data uses for them. */
/** @type {Record<string, string>} */
export const PATTERNS = {
  "plain": "",
  "diagonal-down": "M28 17 83 72 72 83 17 28Z",
  "diagonal-up": "M17 72 72 17 83 28 28 83Z",
  "vertical": "M29 20h14v60H29ZM57 20h14v60H57Z",
  "horizontal": "M20 29h60v14H20ZM20 57h60v14H20Z",
  "dots": [32, 68].flatMap((x) => [32, 68].map((y) => `M${x - 11} ${y}a11 11 0 1 0 22 0a11 11 0 1 0-22 0Z`)).join(""),
  "ring": "M20 50a30 30 0 1 0 60 0a30 30 0 1 0-60 0ZM33 50a17 17 0 1 1 34 0a17 17 0 1 1-34 0Z",
  "cross": "M43 20h14v23h23v14H57v23H43V57H20V43h23Z",
  "diamond": "M50 20 80 50 50 80 20 50Z",
};

/** Whether marks on a colour are darker than it, or lighter.
    @param {string} colour */
function isLight(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18;
}

/** @param {{ id: string; colour: string; pattern: string }} about */
const symbol = ({ id, colour, pattern }) => s("symbol", {
  id, viewBox: "0 0 100 100", class: `square${isLight(colour) ? "" : " square-dark"}`, style: { "--square": colour },
},
s("rect", { class: "square-ground", width: 100, height: 100 }),
s("rect", { class: "square-face", x: 3, y: 3, width: 94, height: 94, rx: 7 }),
s("path", { class: "square-light", d: "M6 94V6H94L84 16H16V84Z" }),
PATTERNS[pattern] ? s("path", { class: "square-marks", d: PATTERNS[pattern], "fill-rule": "evenodd" }) : null);

/** The looks of squares, once on the page, for `cell` to use: [{id, colour, pattern}].
    @param {{ id: string; colour: string; pattern: string }[]} looks */
export const symbols = (looks) => s("svg", { class: "squares", width: 0, height: 0, "aria-hidden": "true" }, looks.map(symbol));

/** One cell with the look `id`; y counts downwards.
    @param {string} id @param {number} x @param {number} y @param {Attributes<SVGUseElement>} [more] */
export const cell = (id, x, y, more = {}) => s("use", { href: `#${id}`, x, y, width: 1, height: 1, ...more });

/** The outline of cells as one path; y counts downwards.
    @param {readonly (readonly number[])[]} cells */
export function outline(cells) {
  const filled = new Set(cells.map(([x, y]) => `${x},${y}`));
  /** @param {number} x @param {number} y */
  const has = (x, y) => filled.has(`${x},${y}`);
  return cells.flatMap(([x, y]) => [
    has(x, y - 1) ? "" : `M${x} ${y}h1`, has(x, y + 1) ? "" : `M${x} ${y + 1}h1`,
    has(x - 1, y) ? "" : `M${x} ${y}v1`, has(x + 1, y) ? "" : `M${x + 1} ${y}v1`,
  ]).join("");
}

/** Where a pointer is in an SVG, in its own units.
    @param {SVGSVGElement} svg @param {{ clientX: number; clientY: number }} about1 */
export function pointAt(svg, { clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  return [x, y];
}
