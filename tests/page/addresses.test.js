import assert from "node:assert/strict";
import { test } from "node:test";
import * as addresses from "../../cardgen/review/page/shared/addresses.js";

test("an address has a view, a path and a state", () => {
  assert.deepEqual(addresses.parse("#/card/garbage/1-0?side=back&q=a+b"),
    { view: "card", path: ["garbage", "1-0"], state: { side: "back", q: "a b" } });
});

test("an empty address names no view", () => {
  for (const hash of ["", "#", "#/"]) assert.deepEqual(addresses.parse(hash), { view: "", path: [], state: {} });
});

test("parts that are badly encoded are taken as they are", () => {
  assert.deepEqual(addresses.parse("#/card/100%/%41").path, ["100%", "A"]);
});

test("empty values are left out", () => {
  assert.equal(addresses.format("grid", [], { q: "", deck: null, kind: undefined, page: 0 }), "#/grid?page=0");
});

test("every address leads back to its parts", () => {
  const parts = { view: "card", path: ["a/b", "?", "中文", "#"], state: { q: "x&y=z?", side: "面" } };
  assert.deepEqual(addresses.parse(addresses.format(parts.view, parts.path, parts.state)), parts);
});
