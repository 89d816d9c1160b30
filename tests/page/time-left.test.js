import assert from "node:assert/strict";
import { test } from "node:test";

import { clock, secondsLeft } from "../../cardgen/review/page/print/time-left.js";

test("the time that is left follows from what is done", () => {
  assert.equal(secondsLeft(10, 20, 5), 10);
  assert.equal(secondsLeft(2, 20, 5), null);
  assert.equal(secondsLeft(10, 20, 1), null);
  assert.equal(clock(65), "1:05");
});
