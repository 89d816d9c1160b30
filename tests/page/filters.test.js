import assert from "node:assert/strict";
import { test } from "node:test";
import * as filterRule from "../../cardgen/review/page/shared/filters.js";

const card = (id, more = {}) => ({ key: `main/${id}`, deck: "main", id, kind: "", codes: [], ...more });
const CARDS = [card("a", { kind: "red" }), card("b", { codes: ["CG101"] }), card("c", { deck: "other", key: "other/c" })];

const listed = (filter) => {
  const passes = filterRule.passes(filter, (key) => (key === "main/a" ? "approved" : "undecided"), ({ id }) => `card ${id} 中文`);
  return CARDS.filter(passes).map(({ id }) => id).join("");
};

test("only the filter's part of an address is taken", () => {
  assert.deepEqual(filterRule.filterOf({ deck: "main", q: "", side: "back", code: "CG101" }), { deck: "main", code: "CG101" });
});

test("each part of the filter lets some cards pass", () => {
  assert.equal(listed({}), "abc");
  assert.equal(listed({ deck: "main" }), "ab");
  assert.equal(listed({ kind: "red" }), "a");
  assert.equal(listed({ code: "CG101" }), "b");
  assert.equal(listed({ code: "CG102" }), "");
  assert.equal(listed({ code: filterRule.ANY }), "b");
  assert.equal(listed({ status: "undecided" }), "bc");
  assert.equal(listed({ deck: "main", status: "undecided" }), "b");
});

test("cards that have changed since a baseline", () => {
  const changed = { "print:first": ["main/b"], "version:v1": [] };
  const isChanged = (key, name) => changed[name].includes(key);
  const listed = (since) => CARDS
    .filter(filterRule.passes({ since }, () => "undecided", () => "", () => 0, isChanged))
    .map(({ key }) => key);
  assert.deepEqual(listed("print:first"), ["main/b"]);
  assert.deepEqual(listed("version:v1"), []);
  assert.equal(filterRule.filterOf({ since: "version:v1", zoom: "2" }).since, "version:v1");
});

test("cards with open comments", () => {
  const passes = filterRule.passes({ comments: "open" }, () => "undecided", () => "", (key) => (key === "main/b" ? 2 : 0));
  assert.equal(CARDS.filter(passes).map(({ id }) => id).join(""), "b");
});

test("search finds cards with all words", () => {
  assert.equal(listed({ q: " CARD  b" }), "b");
  assert.equal(listed({ q: "中文" }), "abc");
  assert.equal(listed({ q: "card x" }), "");
});

test("the neighbour is the next card that is wanted", () => {
  const next = (key, step, round, wanted = () => true) => filterRule.neighbour(CARDS, key, step, wanted, round);
  assert.equal(next("main/a", 1), "main/b");
  assert.equal(next("main/a", -1), null);
  assert.equal(next("main/a", -1, true), "other/c");
  assert.equal(next("other/c", 1, true), "main/a");
  assert.equal(next("main/a", 1, false, ({ deck }) => deck === "other"), "other/c");
  assert.equal(next("main/a", 1, true, () => false), null);
});

test("a card that was removed has the first card as its next one", () => {
  assert.equal(filterRule.neighbour(CARDS, "main/gone", 1, () => true), "main/a");
  assert.equal(filterRule.neighbour([], "main/gone", 1, () => true), null);
});
