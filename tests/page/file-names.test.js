import assert from "node:assert/strict";
import { test } from "node:test";

import { safeName } from "../../cardgen/review/page/shared/file-names.js";

test("a title becomes the name of a folder", () => {
  const names = { "Sea of Stars": "sea-of-stars", "Dragon’s Den!": "dragons-den", "  星海：序章 ": "星海-序章", "...": "", "Été 2": "été-2", "/etc/../x": "etc-x", "①": "" };
  for (const [title, name] of Object.entries(names)) assert.equal(safeName(title), name);
  assert.equal(safeName("x".repeat(60)).length, 40);
});
