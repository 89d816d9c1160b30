import assert from "node:assert/strict";
import { test } from "node:test";
import { continued } from "../../cardgen/review/page/shared/series.js";

test("even numbers go on, alone or after the same letters; all else is repeated", () => {
  assert.deepEqual(continued(["1", "3"], 3), ["5", "7", "9"]);
  assert.deepEqual(continued(["1.5", "1"], 3), ["0.5", "0.0", "-0.5"]);
  assert.deepEqual(continued(["c1"], 2), ["c2", "c3"]);
  assert.deepEqual(continued(["c08", "c09"], 2), ["c10", "c11"]);
  assert.deepEqual(continued(["5"], 2), ["5", "5"]);
  assert.deepEqual(continued(["1", "2", "4"], 4), ["1", "2", "4", "1"]);
  assert.deepEqual(continued(["a", "b", ""], 4), ["a", "b", "", "a"]);
});
