import assert from "node:assert/strict";
import { test } from "node:test";
import * as pickRule from "../../cardgen/review/page/shared/picks.js";

const TURNS = [
  ["pass"],
  ["hand:rifles", "cell:0"],
  ["hand:rifles", "cell:1"],
  [["unit:a"], "target:x"],
  [["unit:a", "unit:b"], "target:x"],
  [["unit:a", "unit:b"], "target:x", "advance:a"],
];
const choice = (...picks) => pickRule.choice(TURNS, picks);

test("at first every turn can be begun", () => {
  assert.deepEqual(choice(), { next: ["pass", "hand:rifles", "unit:a", "unit:b"], complete: -1 });
});

test("a turn is complete after its last pick", () => {
  assert.deepEqual(choice("pass"), { next: [], complete: 0 });
  assert.deepEqual(choice("hand:rifles"), { next: ["cell:0", "cell:1"], complete: -1 });
  assert.deepEqual(choice("hand:rifles", "cell:1"), { next: [], complete: 2 });
});

test("the picks of a list are made in any order, and all of them", () => {
  assert.deepEqual(choice("unit:b"), { next: ["unit:a"], complete: -1 });
  assert.deepEqual(choice("unit:a"), { next: ["target:x", "unit:b"], complete: -1 });
  assert.deepEqual(choice("unit:b", "unit:a"), { next: ["target:x"], complete: -1 });
});

test("a turn that is complete may also be the beginning of another one", () => {
  assert.deepEqual(choice("unit:a", "unit:b", "target:x"), { next: ["advance:a"], complete: 4 });
});

test("picks that no turn begins with lead nowhere", () => {
  assert.deepEqual(choice("cell:0"), { next: [], complete: -1 });
  assert.deepEqual(choice("pass", "pass"), { next: [], complete: -1 });
});
