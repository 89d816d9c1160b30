import assert from "node:assert/strict";
import { test } from "node:test";
import * as markdown from "../../cardgen/review/page/shared/markdown.js";

const inline = (text) => markdown.parse(text)[0]?.items[0];
const mark = (kind, ...parts) => ({ kind, parts });

test("bold, italic and code are marked, also inside of one another", () => {
  assert.deepEqual(inline("a **b** c"), ["a ", mark("strong", "b"), " c"]);
  assert.deepEqual(inline("*a* _b_ `c*d*`"), [mark("em", "a"), " ", mark("em", "b"), " ", mark("code", "c*d*")]);
  assert.deepEqual(inline("**a *b* c**"), [mark("strong", "a ", mark("em", "b"), " c")]);
  assert.deepEqual(inline("**粗**字"), [mark("strong", "粗"), "字"]);
});

test("what is no mark stays as it was written", () => {
  for (const text of ["2 * 3 * 4", "snake_case_name", "**", "a*", "\u0060", "<b>x</b>", "[a](b c)", "5*"]) assert.deepEqual(inline(text), [text]);
  assert.deepEqual(inline("\\*a\\*").join(""), "*a*");
});

test("only safe addresses are links", () => {
  assert.deepEqual(inline("see https://example.org/a_b_c."), ["see ", { ...mark("a", "https://example.org/a_b_c"), href: "https://example.org/a_b_c" }, "."]);
  assert.deepEqual(inline("[rules](https://example.org)"), [{ ...mark("a", "rules"), href: "https://example.org/" }]);
  assert.equal(inline("[mail](mailto:a@b.c)")[0].href, "mailto:a@b.c");
  for (const address of ["javascript:alert`1`", "JaVaScRiPt:alert", "data:text/html,x", "file:///etc/passwd", "vbscript:x", "//example.org", "#/card/a/b"]) {
    const text = `[x](${address})`;
    assert.equal(inline(text).map((part) => part.href ?? "").join(""), "", address);
    assert.equal(markdown.safeAddress(address), "", address);
  }
});

test("paragraphs keep their lines, lists have items, code has neither marks nor items", () => {
  assert.deepEqual(markdown.parse("a\nb\n\nc"), [{ kind: "p", items: [["a\nb"]] }, { kind: "p", items: [["c"]] }]);
  assert.deepEqual(markdown.parse("- a\n  b\n- **c**\n1. d"), [
    { kind: "ul", start: 1, items: [["a\nb"], [mark("strong", "c")]] }, { kind: "ol", start: 1, items: [["d"]] }]);
  assert.deepEqual(markdown.parse("3) x"), [{ kind: "ol", start: 3, items: [["x"]] }]);
  assert.deepEqual(markdown.parse("```\n- *a*\n```\nb"), [{ kind: "pre", items: [["- *a*"]] }, { kind: "p", items: [["b"]] }]);
  assert.deepEqual(markdown.parse("~~~\nopen"), [{ kind: "pre", items: [["open"]] }]);
});

test("a text full of marks is parsed at once", () => {
  for (const text of ["**".repeat(5000), "*a ".repeat(3300), "[a](".repeat(2500), "`".repeat(10000), "_a ".repeat(3300), "https://".repeat(1200)]) {
    const start = performance.now();
    markdown.parse(text);
    assert.ok(performance.now() - start < 2000, text.slice(0, 8));
  }
});
