import assert from "node:assert/strict";
import { test } from "node:test";

import { lengths, operations } from "../../cardgen/review/page/print/grid-edits.js";

const at = { file: "game.yaml", path: ["grid"] };

test("lengths are one number or as many as there are sides", () => {
  assert.equal(lengths("2.5", 2), 2.5);
  assert.deepEqual(lengths("10, 5，5、5", 4), [10, 5, 5, 5]);
  assert.equal(lengths("10, 5", 4), null);
  assert.equal(lengths("2, x", 2), null);
  assert.equal(lengths("2,", 2), null);
});

test("a grid changes by its keys", () => {
  assert.deepEqual(operations(null, at, "gap", 2), [{ kind: "insert", ...at, value: { gap: 2 } }]);
  assert.deepEqual(operations({ gap: 2 }, at, "gap", 3), [{ kind: "set", file: "game.yaml", path: ["grid", "gap"], old: 2, new: 3 }]);
  assert.deepEqual(operations({ gap: 2 }, at, "rows", 3), [{ kind: "insert", file: "game.yaml", path: ["grid", "rows"], value: 3 }]);
  assert.deepEqual(operations({ gap: 2, rows: 3 }, at, "gap", undefined), [{ kind: "delete", file: "game.yaml", path: ["grid", "gap"] }]);
  assert.deepEqual(operations({ gap: 2 }, at, "gap", undefined), [{ kind: "delete", ...at }]);
  assert.deepEqual(operations({ gap: 2 }, at, "rows", undefined), []);
});

test("stock leaves nothing but the order", () => {
  assert.deepEqual(operations({ gap: 2, order: "stacks" }, at, "stock", "avery-l7165"), [
    { kind: "insert", file: "game.yaml", path: ["grid", "stock"], value: "avery-l7165" },
    { kind: "delete", file: "game.yaml", path: ["grid", "gap"] },
  ]);
});
