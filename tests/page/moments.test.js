import assert from "node:assert/strict";
import test from "node:test";

import { findMoments, runningSums, spread } from "../../cardgen/review/page/shared/moments.js";

/** @param {number[][]} counts */
const moments = (...counts) => findMoments(counts.map((values) => ({ values })));

test("a moment is a turn that gives the lead to somebody else", () => {
  assert.deepEqual(moments([0, 3, 3, 6], [0, 0, 4, 4]), [0, 1, 2]);
  assert.deepEqual(moments([0, 3, 5, 6], [0, 0, 4, 4]), [0]);
});

test("a tie changes nothing, and the last three are kept", () => {
  assert.deepEqual(moments([0, 2, 2, 3], [0, 0, 2, 2]), [0]);
  assert.deepEqual(moments([0, 1, 1, 3, 3, 5], [0, 0, 2, 2, 4, 4]), [2, 3, 4]);
});

test("without counts or turns there are none", () => {
  assert.deepEqual(moments(), []);
  assert.deepEqual(moments([0], [0]), []);
});

test("sums begin before the first turn", () => {
  assert.deepEqual(runningSums([2, 0, 3]), [0, 2, 2, 5]);
  assert.deepEqual(runningSums([]), [0]);
});

test("moments on a line are after their turns, and none is upon another", () => {
  assert.deepEqual(spread([3, 6], 10), [0.4, 0.7]);
  assert.deepEqual(spread([4, 4], 10), [0.5, 0.66]);
  assert.deepEqual(spread([9, 9], 10), [0.84, 1]);
  assert.deepEqual(spread([4, 4], 10, 0.25), [0.5, 0.75]);
  assert.deepEqual(spread([], 10), []);
});
