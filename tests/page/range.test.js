import assert from "node:assert/strict";
import { test } from "node:test";
import { beyond, writtenOn } from "../../cardgen/review/page/make/range.js";

const TEXTS = [["", "", ""], ["", "5", "7"], ["", "6", "9"], ["", "", ""]];
const RANGE = { at: { row: 2, column: 2 }, to: { row: 1, column: 1 } };

/** @param {number} row @param {number} column what the handle is dragged to */
function fill(row, column) {
  const target = beyond(RANGE, { row, column });
  return target && writtenOn(RANGE, target, (at, beside) => TEXTS[at][beside]).map((cell) => [cell.row, cell.column, cell.text]);
}

test("the handle writes cells on to any side, backwards above and to the left", () => {
  assert.deepEqual(fill(3, 2), [[3, 1, "7"], [3, 2, "11"]]);
  assert.deepEqual(fill(-1, 2), [[0, 1, "4"], [-1, 1, "3"], [0, 2, "5"], [-1, 2, "3"]]);
  assert.deepEqual(fill(2, 3), [[1, 3, "9"], [2, 3, "12"]]);
  assert.deepEqual(fill(2, 0), [[1, 0, "3"], [2, 0, "3"]]);
  assert.equal(fill(1, 2), null);
});
