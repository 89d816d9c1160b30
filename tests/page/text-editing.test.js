import assert from "node:assert/strict";
import { test } from "node:test";

import { characters, difference, merge, placeBefore } from "../../cardgen/review/page/make/text-merge.js";
import { placeAt } from "../../cardgen/review/page/make/text-place.js";
import { helpAt, keysAt, valuesAt } from "../../cardgen/review/page/make/text-schema.js";

test("texts differ in one part, which splits no character", () => {
  assert.deepEqual(difference("a: 1\nb: 2\n", "a: 1\nb: 33\n"), { at: 8, old: "2", now: "33" });
  assert.deepEqual(difference("same", "same"), { at: 4, old: "", now: "" });
  assert.deepEqual(difference("x 𠮷 y", "x 𠮸 y"), { at: 2, old: "𠮷", now: "𠮸" });
  assert.equal(characters("𠮷𠮷x", 4), 2);
});

test("what two people have changed in other parts goes together, in the same part it does not", () => {
  assert.equal(merge("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n"), "A\nb\nC\n");
  assert.equal(merge("a\nb\nc\n", "a\nb\nc\nd\n", "# new\na\nb\nc\n"), "# new\na\nb\nc\nd\n");
  assert.equal(merge("a\nb\n", "a\nx\n", "a\ny\n"), null);
  assert.equal(merge("a\n", "a\n", "b\n"), "b\n");
  assert.equal(merge("a\n", "b\n", "b\n"), "b\n");
});

test("a place of a draft is where it was in the file", () => {
  const [base, now] = ["one two three", "one 2 and more three"];
  assert.deepEqual([1, 5, 20].map((at) => placeBefore(base, now, at)), [1, 5, 13]);
});

/** The keys on the way to the place of ‸, what is written there, and the values beside it.
    @param {string} text */
const at = (text) => {
  const place = placeAt(text.replace("‸", ""), text.indexOf("‸"));
  return [place.steps.map(({ key }) => key).join("."), place.part, place.word, place.beside];
};

test("a place in YAML is found by indentation and brackets, also in a text that is half written", () => {
  assert.deepEqual(at("bo‸"), ["", "key", "bo", {}]);
  assert.deepEqual(at("boxes:\n  a:\n    kind: text\n    ‸\n    size: 3\n  b: 1\n"), ["boxes.a", "key", "", { kind: "text", size: "3" }]);
  assert.deepEqual(at("boxes:\n  a: {kind: text, si‸, lang: en}\n"), ["boxes.a", "key", "si", { kind: "text", lang: "en" }]);
  assert.deepEqual(at("boxes:\n  a: {kind: te‸\n"), ["boxes.a.kind", "value", "te", {}]);
  assert.deepEqual(at("a:\n  b: {x: 1,\n    y: [2, ‸3], z: \"}\"}\nc: 1"), ["a.b.y.*", "value", "", {}]);
  assert.deepEqual(at("a: {t: \"{n‸ame}\", k: rect}"), ["a.t", "value", "\"{n", { t: "{name}", k: "rect" }]);
  assert.deepEqual(at("cards:\n- id: one\n  name: First\n  ‸\n- id: two\n"), ["cards.*", "key", "", { id: "one", name: "First" }]);
  assert.deepEqual(at("cards:\n  - id: one\n    words:\n      zh: ‸"), ["cards.*.words.zh", "value", "", {}]);
  assert.deepEqual(at("a: |\n  some: text‸\nb: 1"), ["a", "text", "some: text", {}]);
});

const SCHEMA = {
  $defs: { Text: { description: "words", properties: { kind: { const: "text" }, align: { enum: ["left", "right"], description: "where lines begin" } } }, Rect: { properties: { kind: { const: "rect" }, fill: { type: "string" } } } },
  properties: { boxes: { additionalProperties: { properties: { kind: { enum: ["text", "rect"] } }, allOf: ["Text", "Rect"].map((name) => (
    { if: { required: ["kind"], properties: { kind: { const: name.toLowerCase() } } }, then: { $ref: `#/$defs/${name}` } })) } }, draft: { type: "boolean" } },
};

test("a schema offers the keys of the kind at hand, their values, and what they are for", () => {
  const place = placeAt("boxes:\n  a: {kind: text, }", 25);
  assert.deepEqual(keysAt(SCHEMA, place), [{ name: "align", kind: "left | right", help: "where lines begin" }]);
  const value = placeAt("boxes:\n  a: {kind: text, align: }", 32);
  assert.deepEqual(valuesAt(SCHEMA, value).map(({ name }) => name), ["left", "right"]);
  assert.equal(helpAt(SCHEMA, value.steps), "where lines begin");
  assert.deepEqual(valuesAt(SCHEMA, placeAt("boxes:\n  a: {kind: }", 18)), [{ name: "text", kind: "", help: "words" }, { name: "rect", kind: "", help: "" }]);
  assert.deepEqual(valuesAt(SCHEMA, placeAt("draft: ", 7)).map(({ name }) => name), ["true", "false"]);
});
