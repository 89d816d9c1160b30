import assert from "node:assert/strict";
import { test } from "node:test";
import * as texts from "../../cardgen/review/page/shared/texts.js";

test("placeholders are filled in, and stay if they have no value", () => {
  assert.equal(texts.fillIn("{n} of {all}, {other}", { n: 0, all: 12 }), "0 of 12, {other}");
  assert.equal(texts.fillIn("{player}获胜，{n}张", { player: "玩家 2", n: 3 }), "玩家 2 获胜，3 张");
  assert.equal(texts.fillIn("由{player}获胜", { player: "红色" }), "由红色获胜");
  assert.equal(texts.fillIn("由{player}获胜", { player: "Ann" }), "由 Ann 获胜");
});

test("parts keep values that are not texts", () => {
  const element = { tag: "b" };
  assert.deepEqual(texts.fillInParts("{card} changed.", { card: element }), ["", element, " changed."]);
  assert.deepEqual(texts.fillInParts("{card}."), ["", "{card}", "."]);
});

test("names of cards and places are split off", () => {
  assert.deepEqual(texts.splitAtCodes("card 3-0 at T2@0,0."), ["card ", "3-0", " at ", "T2@0,0", "."]);
  assert.deepEqual(texts.splitAtCodes("牌3-0。well"), ["牌3-0。well"]);
});

test("the nearest language is the same one, then one with other subtags, then the first", () => {
  assert.equal(texts.nearest(["en", "de", "de-CH"], ["de-CH"]), "de-CH");
  assert.equal(texts.nearest(["en", "de-CH"], ["de-AT"]), "de-CH");
  assert.equal(texts.nearest(["fr", "ja"], ["de", "ja-JP"]), "ja");
  assert.equal(texts.nearest(["fr", "ja"], ["de"]), "fr");
  assert.equal(texts.nearest([], ["de"]), undefined);
});

test("Chinese goes by its script, whatever the region", () => {
  const languages = ["en", "zh-Hans", "zh-Hant"];
  for (const wish of ["zh", "zh-CN", "zh-SG", "zh-Hans-TW"]) assert.equal(texts.nearest(languages, [wish]), "zh-Hans", wish);
  for (const wish of ["zh-TW", "zh-HK", "zh-Hant-CN"]) assert.equal(texts.nearest(languages, [wish]), "zh-Hant", wish);
  assert.equal(texts.nearest(["en", "zh"], ["zh-Hant", "en"]), "zh");
  assert.equal(texts.nearest(["zh-Hant", "zh-Hans"], ["no language", "zh-CN"]), "zh-Hans");
});

test("languages have the names that their readers know", () => {
  assert.deepEqual(["en", "zh-Hans", "zh-Hant", "de", "zh", "no language"].map(texts.nameOf),
    ["English", "简体中文", "繁體中文", "Deutsch", "中文", "no language"]);
});

test("Chinese is written as simplified Chinese in `lang`", () => {
  assert.deepEqual(["zh", "en", "zh-Hant"].map(texts.tag), ["zh-Hans", "en", "zh-Hant"]);
});

test("search ignores case and width", () => {
  assert.equal(texts.folded("ＡｂＣ"), "abc");
});
