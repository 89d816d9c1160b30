import assert from "node:assert/strict";
import { test } from "node:test";
import * as keyNames from "../../cardgen/review/page/shared/key-names.js";

const nameOf = (key, more = {}) => keyNames.nameOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

test("keys have names", () => {
  assert.deepEqual(["J", " ", "Escape", "ArrowUp", "？"].map((key) => nameOf(key)), ["j", "space", "escape", "arrowup", "?"]);
});

test("modifiers are part of a name", () => {
  assert.equal(nameOf("z", { ctrlKey: true }), "ctrl+z");
  assert.equal(nameOf("z", { metaKey: true }), "ctrl+z");
  assert.equal(nameOf("j", { altKey: true }), "alt+j");
  assert.equal(nameOf("Z", { ctrlKey: true, shiftKey: true }), "ctrl+shift+z");
  assert.equal(nameOf("?", { shiftKey: true }), "?");
});

test("a modifier alone has no name", () => {
  for (const key of ["Control", "Shift", "Alt", "Meta", "Dead", "Process"]) assert.equal(nameOf(key), null);
});

test("names are shown as on a keyboard", () => {
  assert.deepEqual(["ctrl+z", "space", "arrowup", "]"].map(keyNames.shown), ["Ctrl+Z", "Space", "↑", "]"]);
});

test("single characters are told apart", () => {
  assert.deepEqual(["j", "ctrl+z", "space", "？"].map(keyNames.isCharacter), [true, false, false, true]);
});
