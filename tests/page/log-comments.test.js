/* Comments in a log: written after their turns, and read again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as logComments from "../../cardgen/review/page/shared/log-comments.js";

const LOG = "game us wm seed 7\nus keep\nwm keep\nresult draw\n";

test("comments follow the line of their turn", () => {
  const comments = new Map([[0, "a hard deal"], [2, "two\nlines"]]);
  const written = logComments.write(LOG, 1, comments);
  assert.equal(written, "game us wm seed 7\n# a hard deal\nus keep\nwm keep\n# two\n# lines\nresult draw\n");
  assert.deepEqual([...logComments.read(written, 1, 2)], [...comments]);
  assert.equal(logComments.write(LOG, 1, new Map()), LOG);
});

test("a log without a head has its first comment at the top", () => {
  const comments = new Map([[0, "empty board"], [1, "in the corner"]]);
  const written = logComments.write("red I1 (0,0)\ngreen I1 (19,0)\n", 0, comments);
  assert.equal(written, "# empty board\nred I1 (0,0)\n# in the corner\ngreen I1 (19,0)\n");
  assert.deepEqual([...logComments.read(written, 0, 2)], [...comments]);
  assert.equal(logComments.write("", 0, comments), "# empty board\n");
});

test("comments of logs that people write are read", () => {
  const text = "# before\n\ngame us wm seed 7   # the deal\nus keep #  kept \n";
  assert.deepEqual([...logComments.read(text, 1, 1)], [[0, "before\nthe deal"], [1, " kept"]]);
  assert.equal(logComments.count(text), 2);
  assert.deepEqual([...logComments.read("a\nb\nc\n# at the end", 0, 2)], [[2, "at the end"]]);
});
