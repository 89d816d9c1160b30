import assert from "node:assert/strict";
import { test } from "node:test";

import { covering, moved, written, zoomed } from "../../cardgen/review/page/make/cropping.js";

test("the part of a picture has the shape of its frame and stays inside", () => {
  assert.deepEqual(covering([0, 0, 1, 1], 0.5), [0.25, 0, 0.5, 1]);
  assert.deepEqual(covering([0, 0, 1, 1], 2), [0, 0.25, 1, 0.5]);
  assert.deepEqual(moved([0.25, 0, 0.5, 1], 0.1, 0.5), [0.3, 0, 0.5, 1]);
  assert.deepEqual(moved([0.25, 0, 0.5, 1], 9, 0), [0.5, 0, 0.5, 1]);
  assert.deepEqual(zoomed([0.25, 0, 0.5, 1], 0.5), [0.375, 0.25, 0.25, 0.5]);
  assert.deepEqual(zoomed([0.375, 0.25, 0.25, 0.5], 9), [0.25, 0, 0.5, 1]);
  assert.deepEqual(written([1 / 3, 0, 2 / 3, 1]), [0.3333, 0, 0.6667, 1]);
});
