/* Rows of the grid: sections begin new rows, and arrow keys keep their column. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { layout, between, target } from "../../cardgen/review/page/shared/rows.js";

const grid = layout([{ count: 5, heading: 50 }, { count: 1, heading: 40 }, { count: 3, heading: 0 }], 3, 100, 10);

test("each section begins a new row below its heading", () => {
  assert.deepEqual(grid.rows.map(({ first, count, top }) => [first, count, top]),
    [[0, 3, 60], [3, 2, 170], [5, 1, 346], [6, 3, 456]]);
  assert.deepEqual([grid.tops, grid.height], [[0, 296, 456], 556]);
  assert.deepEqual(layout([], 3, 100, 10).height, 0);
});

test("the cards of the rows between two places", () => {
  assert.deepEqual(between(grid, 0, 200), [0, 5]);
  assert.deepEqual(between(grid, 170, 400), [5, 6]);
  assert.deepEqual(between(grid, 900, 1000), [0, 0]);
});

test("arrow keys go to cards and rows", () => {
  const from = (index, ...keys) => keys.map((key) => target(grid, index, key, 2));
  assert.deepEqual(from(2, "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "PageDown"), [3, 1, 4, 2, 5]);
  assert.deepEqual(from(8, "ArrowRight", "ArrowUp", "PageUp", "Home", "End", "a"), [8, 5, 4, 0, 8, null]);
});
