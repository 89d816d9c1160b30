/* The outlines of cards that are no rectangles, as clip paths and lines. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cutOf, grownBy, hexagonIn, lineThrough } from "../../cardgen/review/page/shared/outlines.js";

const outline = [[0.25, 0], [1, 0.5], [0, 1]];

test("a rectangle is not cut off by its outline", () => {
  assert.equal(cutOf({ outline: [] }), "");
});

test("a picture is cut off at its outline, which is mirrored on the back", () => {
  assert.equal(cutOf({ outline }), "polygon(25% 0%, 100% 50%, 0% 100%)");
  assert.equal(cutOf({ outline }, { isBack: true }), "polygon(75% 0%, 0% 50%, 100% 100%)");
  assert.match(cutOf({ outline }, { inBleed: true }), /^polygon\(calc\(\(var\(--bleed\) \+ 0\.25 \* var\(--w\)\) \* var\(--scale\) \* 1px\) calc/);
});

test("a line goes through the corners in mm", () => {
  assert.equal(lineThrough(outline, [20, 40]), "M5 0L20 20L0 40Z");
  assert.equal(lineThrough(outline, [20, 40], true), "M15 0L0 20L20 40Z");
});

test("a hexagon has a corner at the top, or a side if it is wider than high", () => {
  assert.equal(lineThrough(hexagonIn([30, 34.64]), [30, 40]), "M15 0L30 10L30 30L15 40L0 30L0 10Z");
  assert.equal(lineThrough(hexagonIn([40, 30]), [40, 30]), "M10 0L30 0L40 15L30 30L10 30L0 15Z");
});

test("a hexagon grows by as much on all of its sides", () => {
  const larger = grownBy(hexagonIn([30, 34.64]), [30, 34.64], 3).map(([x, y]) => [x * 30, y * 34.64]);
  assert.deepEqual(larger.map(([x]) => Math.round(x * 100) / 100), [15, 33, 33, 15, -3, -3]);
  assert.ok(Math.abs(larger[0][1] + 3.464) < 1e-9);
});
