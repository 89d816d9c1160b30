import assert from "node:assert/strict";
import { test } from "node:test";
import { termFinder } from "../../cardgen/review/page/shared/terms.js";

const find = termFinder([
  { id: "supply", written: ["supply", "supplies"] },
  { id: "hp", written: ["HP", "health point"] },
  { id: "hand", written: ["手牌"] },
  { id: "limit", written: ["手牌上限", "限#次"] },
]);

test("a term is found in any of its forms, as a whole word, the first time", () => {
  assert.deepEqual(find("Supply, no supplies, no supplying."), [["Supply", "supply"], ", no supplies, no supplying."]);
});

test("a term with capitals is found only as it is written", () => {
  assert.deepEqual(find("2 HP or 2 hp"), ["2 ", ["HP", "hp"], " or 2 hp"]);
});

test("Chinese terms are found anywhere, and the longest one counts", () => {
  assert.deepEqual(find("你的手牌上限是手牌数，限三次"), ["你的", ["手牌上限", "limit"], "是", ["手牌", "hand"], "数，限三次"]);
});

test("a number sign stands for any number", () => {
  assert.deepEqual(find("每回合限12次"), ["每回合", ["限12次", "limit"]]);
});

test("without terms a text stays whole", () => {
  assert.deepEqual(termFinder([])("supply"), ["supply"]);
});
