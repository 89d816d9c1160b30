import assert from "node:assert/strict";
import { test } from "node:test";

import { covering, fitted, hasFocus, moved, movedPoint, written, zoomed } from "../../cardgen/review/page/make/cropping.js";

test("the part of a picture has the shape of its frame and stays inside", () => {
  assert.deepEqual(covering([0, 0, 1, 1], 0.5), [0.25, 0, 0.5, 1]);
  assert.deepEqual(covering([0, 0, 1, 1], 2), [0, 0.25, 1, 0.5]);
  assert.deepEqual(moved([0.25, 0, 0.5, 1], 0.1, 0.5), [0.3, 0, 0.5, 1]);
  assert.deepEqual(moved([0.25, 0, 0.5, 1], 9, 0), [0.5, 0, 0.5, 1]);
  assert.deepEqual(zoomed([0.25, 0, 0.5, 1], 0.5), [0.375, 0.25, 0.25, 0.5]);
  assert.deepEqual(zoomed([0.375, 0.25, 0.25, 0.5], 9), [0.25, 0, 0.5, 1]);
  assert.deepEqual(written([1 / 3, 0, 2 / 3, 1]), [0.3333, 0, 0.6667, 1]);
});

test("a focus point decides what a box shows of a picture, or where it is in the box", () => {
  const whole = [0, 0, 1, 1];
  assert.deepEqual(fitted("cover", 0.5, whole, [0.5, 0.5]), { seen: [0.25, 0, 0.5, 1], at: whole });
  assert.deepEqual(fitted("cover", 0.5, whole, [1, 0]), { seen: [0.5, 0, 0.5, 1], at: whole });
  assert.deepEqual(fitted("cover", 1, [0.5, 0, 0.5, 1], [0.5, 1]), { seen: [0.5, 0.5, 0.5, 0.5], at: whole });
  assert.deepEqual(fitted("contain", 0.5, whole, [0.5, 1]), { seen: whole, at: [0, 0.5, 1, 0.5] });
  assert.deepEqual(fitted("contain", 2, whole, [0, 1]), { seen: whole, at: [0, 0, 0.5, 1] });
  assert.deepEqual(fitted("stretch", 2, whole, [0, 1]), { seen: whole, at: whole });
  assert.deepEqual([hasFocus("cover", 0.5, whole), hasFocus("cover", 1, whole), hasFocus("stretch", 0.5, whole)], [true, false, false]);
  assert.deepEqual(movedPoint([0.5, 0.5], 0.25, -0.9), [0.75, 0]);
});
