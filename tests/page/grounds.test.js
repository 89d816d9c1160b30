import assert from "node:assert/strict";
import { test } from "node:test";

import { isGround } from "../../cardgen/review/page/shared/grounds.js";

test("a box that covers more than half of the card is a ground", () => {
  assert.equal(isGround([0, 0, 60, 80], [63, 88]), true);
  assert.equal(isGround([5, 5, 53, 8], [63, 88]), false);
  assert.equal(isGround([0, 0, 63, 44], [63, 88]), false); // half
});
