import assert from "node:assert/strict";
import { test } from "node:test";
import { channels, contrast, ground } from "../../cardgen/review/page/make/contrast.js";

test("contrast is that of WCAG", () => {
  assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
  assert.equal(contrast([118, 118, 118], [255, 255, 255]).toFixed(2), "4.54");
  assert.equal(contrast([9, 9, 9], [9, 9, 9]), 1);
});

test("colours are read as they are written in templates", () => {
  assert.deepEqual(channels("#2d5FA8"), [45, 95, 168]);
  assert.equal(channels("{colour}"), null);
});

test("the ground is the commonest colour beside that of the text and its edges", () => {
  const pixel = (red, green, blue) => [red, green, blue, 255];
  const pixels = [...pixel(0, 0, 0), ...pixel(20, 20, 20), ...pixel(0, 0, 0), ...pixel(128, 128, 128), ...pixel(250, 250, 250), ...pixel(251, 249, 250)];
  assert.deepEqual(ground(pixels, [0, 0, 0]), [250, 250, 250]);
  assert.equal(ground(pixel(0, 0, 0), [0, 0, 0]), null);
});
