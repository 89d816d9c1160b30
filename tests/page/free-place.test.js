import assert from "node:assert/strict";
import { test } from "node:test";

import { freePlace } from "../../cardgen/review/page/make/free-place.js";

const CARD = [63, 88];

test("a box is in the middle of a card that has nothing there", () => {
  assert.deepEqual(freePlace([28, 20], CARD, 3, []), [17.5, 34]);
  assert.deepEqual(freePlace([28, 20], CARD, 3, [[5, 5, 53, 8], [5, 60, 53, 20]]), [17.5, 34]);
});

test("it goes as little as it must, and keeps 1 mm from what is taken", () => {
  assert.deepEqual(freePlace([28, 20], CARD, 3, [[5, 40, 53, 10]]), [17.5, 19]);
  assert.deepEqual(freePlace([28, 20], CARD, 3, [[5, 30, 53, 10]]), [17.5, 41]);
  assert.deepEqual(freePlace([10, 80], CARD, 3, [[20, 3, 15, 20]]), [36, 4]);
});

test("it fits into a gap that is just large enough", () => {
  assert.deepEqual(freePlace([20, 20], CARD, 3, [[3, 3, 57, 20.1], [3, 45.1, 57, 40]]), [21.5, 24.1]);
});

test("a card may have no free place in its safe area", () => {
  assert.equal(freePlace([28, 20], CARD, 3, [[5, 5, 53, 30], [5, 36, 53, 48]]), null);
  assert.equal(freePlace([60, 86], CARD, 3, []), null);
});
