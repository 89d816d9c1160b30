import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as statusRule from "../../cardgen/review/page/shared/status.js";

const CASES = JSON.parse(readFileSync(new URL("../review/status_cases.json", import.meta.url), "utf8"));
const VERSIONS = {
  now: { face: "f1", back: "b1", data: "d1" },
  "old-face": { face: "f0", back: "b1", data: "d1" },
  "old-back": { face: "f1", back: "b0", data: "d1" },
  "old-data": { face: "f1", back: "b1", data: "d0" },
  "no-back": { face: "f1", back: null, data: "d1" },
};

function eventOf(text, index) {
  const [kind, about] = text.split(" ");
  const id = String(index + 1);
  if (kind === "undo") return { ...eventOf("reopen now", index), kind, undoes: about };
  if (["reply", "resolve", "unresolve", "assign"].includes(kind)) {
    return { ...eventOf("comment now", index), kind: kind === "reply" ? "comment" : kind, thread: about };
  }
  const { face, back, data } = VERSIONS[about];
  return { id, kind, sides: back ? { face, back } : { face }, data };
}

for (const { name, events, card, status, changed, since, comments } of CASES) {
  test(`status: ${name}`, () => {
    const last = events.length ? String(events.length) : "";
    assert.deepEqual(statusRule.cardStatus(events.map(eventOf), VERSIONS[card]), { status, last, changed, since, comments });
  });
}

test("a comment is old if its own side has changed", () => {
  const [comment] = ["comment old-back"].map(eventOf);
  const isOld = (side) => statusRule.isOldComment({ ...comment, side }, VERSIONS.now);
  assert.deepEqual([isOld("face"), isOld("back"), isOld(undefined)], [false, true, true]);
});
