import assert from "node:assert/strict";
import { test } from "node:test";
import { findFold, folded, foldedSize, unfolded } from "../../cardgen/review/page/shared/fold.js";

const CLOTH = { width: 480, height: 180 };
const PHONE = { width: 366, height: 470 };

test("a wide cloth is cut near its middle, beside what lies there", () => {
  assert.equal(findFold([], CLOTH, PHONE), 240);
  assert.equal(findFold([[14, 186], [210, 300]], CLOTH, PHONE), 210);
});

test("a cloth is not cut if that shows nothing larger, or if something lies all over it", () => {
  assert.equal(findFold([], CLOTH, { width: 1200, height: 500 }), null);
  assert.equal(findFold([[0, 480]], CLOTH, PHONE), null);
  assert.equal(findFold([], { width: 180, height: 300 }, PHONE), null);
});

test("the right part is shown below the left one, and its places are found again", () => {
  assert.deepEqual(foldedSize(CLOTH, 200), { width: 280, height: 360 });
  assert.deepEqual(folded({ x: 230, y: 20 }, CLOTH, 200), { x: 30, y: 200 });
  for (const point of [{ x: 10, y: 170 }, { x: 199, y: 0 }, { x: 200, y: 5 }, { x: 480, y: 180 }]) {
    assert.deepEqual(unfolded(folded(point, CLOTH, 200), CLOTH, 200), point);
  }
  assert.deepEqual(unfolded({ x: 270, y: 10 }, CLOTH, 200), { x: 199, y: 10 });
});

test("a cloth that is not cut is shown as it is", () => {
  assert.deepEqual(foldedSize(CLOTH, null), CLOTH);
  assert.deepEqual(folded({ x: 230, y: 20 }, CLOTH, null), { x: 230, y: 20 });
  assert.deepEqual(unfolded({ x: 500, y: -3 }, CLOTH, null), { x: 480, y: 0 });
});
