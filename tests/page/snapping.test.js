import assert from "node:assert/strict";
import { test } from "node:test";

import { gaps, inProportion, snap } from "../../cardgen/review/page/make/snapping.js";

const ALL = [[0, 1, 2], [0, 1, 2]];
const CARD = [0, 0, 63, 88];

test("a box that moves stops at the middle of the card, which is a line", () => {
  assert.deepEqual(snap([21.3, 50, 20, 7], [CARD], 0.5, ALL), { add: [0.1999999999999993, 0], lines: [{ axis: 0, at: 31.5 }] });
});

test("only the edges that are dragged snap", () => {
  assert.deepEqual(snap([10, 10, 20.2, 5], [[0, 0, 30, 40]], 0.5, [[2], []]).add.map((mm) => Math.round(mm * 10) / 10), [-0.2, 0]);
  assert.deepEqual(snap([0.2, 10, 20, 5], [CARD], 0.5, [[2], []]), { add: [0, 0], lines: [] });
});

test("two edges that fit at once are two lines; out of reach there is none", () => {
  assert.deepEqual(snap([5, 70, 20, 5], [[5, 10, 20, 5]], 0.5, ALL).lines.map(({ at }) => at), [5, 15, 25]);
  assert.deepEqual(snap([7, 70, 20, 5], [[5, 10, 20, 5]], 0.5, ALL), { add: [0, 0], lines: [] });
});

test("a box that is resized in proportion follows the side that changes more, away from the other corner", () => {
  assert.deepEqual(inProportion([0, 0, 20, 10], [0, 0, 10, 1], 1, 1), [0, 0, 10, 5]);
  assert.deepEqual(inProportion([0, 0, 20, 10], [4, 5, -4, -5], -1, -1), [10, 5, -10, -5]);
});

test("gaps are measured to the nearest edges at each side, not past a box that is elsewhere", () => {
  assert.deepEqual(gaps([10, 20, 20, 10], [CARD, [35, 22, 5, 5], [40, 60, 5, 5]]), [
    { axis: 0, from: 0, to: 10, across: 25 },
    { axis: 0, from: 30, to: 35, across: 25 },
    { axis: 1, from: 0, to: 20, across: 20 },
    { axis: 1, from: 30, to: 88, across: 20 },
  ]);
});
