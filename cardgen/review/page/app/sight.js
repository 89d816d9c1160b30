/* Ways of seeing colour: SVG filters made of the matrices that the server's own checks use. */

import { s } from "../shared/elements.js";
import { state } from "./data.js";
import { on } from "./events.js";

/** A filter of a 3 × 3 matrix on linear RGB, row by row.
    @param {string} name @param {number[]} matrix */
function filter(name, [a, b, c, d, e, f, g, h, i]) {
  return s("filter", { id: `sight-${name}`, "color-interpolation-filters": "linearRGB" },
    s("feColorMatrix", { type: "matrix", values: [a, b, c, 0, 0, d, e, f, 0, 0, g, h, i, 0, 0, 0, 0, 0, 1, 0].join(" ") }));
}

/** Of a difference: red where a channel differs by more than 4 of 255, otherwise transparent. */
const mask = s("filter", { id: "difference-mask", "color-interpolation-filters": "sRGB" },
  s("feColorMatrix", { type: "matrix", values: "0 0 0 0 0.85  0 0 0 0 0  0 0 0 0 0.15  30 30 30 0 -0.5" }));

on("begun", () => {
  const filters = Object.entries(state.catalog.sights ?? {}).map(([name, matrix]) => filter(name, matrix));
  filters.push(mask);
  document.body.append(s("svg", { width: 0, height: 0, class: "hidden-text", "aria-hidden": "true", focusable: "false" }, filters));
});
