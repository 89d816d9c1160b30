import assert from "node:assert/strict";
import { test } from "node:test";

import { slotsOf } from "../../cardgen/review/page/print/slots.js";

/** @type {[string, number][]} */
const cards = [["a", 3], ["b", 2], ["a", 3], ["b", 2]]; // two sets
const sheet = { cards, pages: 6, sides: ["front", "back"], slots: { face: [[], [], [], []], back: [] }, stacked: false, sheet_numbers: /** @type {number[]} */ ([]) };
/** @param {boolean} stacked */
const pages = (stacked) => [1, 3, 5].map((page) => slotsOf({ ...sheet, stacked }, page).map(({ key, copy, copies, slot }) => `${slot}${key}${copy}/${copies}`).join(" "));

test("cards follow each other on a sheet, set after set", () => {
  assert.deepEqual(pages(false), ["0a1/6 1a2/6 2a3/6 3b1/4", "0b2/4 1a4/6 2a5/6 3a6/6", "0b3/4 1b4/4"]);
  assert.deepEqual(slotsOf(sheet, 2), slotsOf(sheet, 1));
});

test("in stacks the next card is on the next sheet", () => {
  assert.deepEqual(pages(true), ["0a1/6 1b1/4 2a5/6 3b4/4", "0a2/6 1b2/4 2a6/6", "0a3/6 1a4/6 2b3/4"]);
});

test("cards of several sizes have places of their own, on the sheets that are given", () => {
  const numbers = [0, 0, 1, 2, 0, 1, 1, 2, 0, 2];
  const mixed = { ...sheet, slots: { face: numbers.map(() => []), back: [] }, sheet_numbers: numbers };
  assert.deepEqual([1, 3, 5].map((page) => slotsOf(mixed, page).map(({ key, copy, slot }) => `${slot}${key}${copy}`).join(" ")),
    ["0a1 1a2 4b2 8b3", "2a3 5a4 6a5", "3b1 7a6 9b4"]);
});
