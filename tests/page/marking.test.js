import assert from "node:assert/strict";
import { test } from "node:test";

import { around, asTerm, instead } from "../../cardgen/review/page/make/marking.js";

test("marks are set around the selected words, and taken away again", () => {
  const bold = around({ text: "Deal two.", from: 5, to: 8 }, "**", "**");
  assert.deepEqual(bold, { text: "Deal **two**.", from: 7, to: 10 });
  assert.deepEqual(around(bold, "**", "**"), { text: "Deal two.", from: 5, to: 8 });
  assert.equal(around(bold, "*", "*").text, "Deal ***two***.");
  assert.deepEqual(around({ text: "a", from: 1, to: 1 }, "<note>", "</note>"), { text: "a<note></note>", from: 7, to: 7 });
});

test("an icon is written in place of the selection", () => {
  assert.deepEqual(instead({ text: "2 x!", from: 2, to: 3 }, "{sword}"), { text: "2 {sword}!", from: 9, to: 9 });
});

test("selected words are made a term of the glossary, or its name is written", () => {
  assert.deepEqual(asTerm({ text: "Has .", from: 4, to: 4 }, "haste", "Haste"), { text: "Has [[Haste]].", from: 13, to: 13 });
  assert.equal(asTerm({ text: "Is hasty.", from: 3, to: 8 }, "haste", "Haste").text, "Is [[haste|hasty]].");
});
