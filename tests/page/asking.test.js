import assert from "node:assert/strict";
import { test } from "node:test";
import { filled, numbersOf, queryOf, requestOf, sizeText } from "../../cardgen/review/page/print/asking.js";

test("what is on the sheets depends on paper, print run, printer, edge and ink alone", () => {
  assert.equal(queryOf({}), "");
  assert.equal(queryOf({ part: "file", language: "zh" }), "");
  assert.equal(queryOf({ paper: "a4", since: "first", printer: "my study", flip: "short", ink: "low" }), "?papers=a4&since=first&printer=my+study&flip=short&ink=low");
});

test("a request names the file, the sheets or nothing", () => {
  assert.deepEqual(requestOf({}, "sheets/x.pdf"), {});
  assert.deepEqual(requestOf({ part: "file", paper: "a4" }, "sheets/x.pdf"), { papers: ["a4"], only: ["sheets/x.pdf"] });
  assert.deepEqual(requestOf({ part: "sheets", language: "en" }, ""), { only: ["sheets"], languages: ["en"] });
  assert.deepEqual(requestOf({ part: "sheets", since: "first" }, ""), { since: "first" });
});

test("sizes are short", () => {
  assert.deepEqual([1200, 8_100_000, 2_000_000_000].map((bytes) => sizeText(bytes, "en")), ["1 kB", "8.1 MB", "2 GB"]);
});

test("an order fills places that are paid for by the bracket or by the sheet", () => {
  const line = { product: "", decks: {}, cards: 101, bracket: 108, sheets: 0, sheet: 0 };
  assert.deepEqual(filled(line), { places: 108, free: 7, part: 101 / 108 });
  assert.equal(filled({ ...line, bracket: 0, sheets: 6, sheet: 18 })?.places, 108);
  assert.equal(filled({ ...line, bracket: 0 }), null);
});

test("measured numbers are read as people write them", () => {
  assert.deepEqual(numbersOf(["1,5", " -0.4", "−2"]), [1.5, -0.4, -2]);
  assert.equal(numbersOf(["", " "]), null);
  assert.equal(numbersOf(["1", ""]), undefined);
  assert.equal(numbersOf(["1", "a"]), undefined);
});
