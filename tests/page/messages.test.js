import assert from "node:assert/strict";
import { test } from "node:test";
import * as messages from "../../cardgen/review/page/shared/messages.js";

const cards = messages.plural("{count} card", "{count} cards");

/** The words of a language with the plural rule of Polish. */
const POLISH = {
  language: "pl",
  texts: { Checks: "Kontrole" },
  plurals: { "{count} card": ["{count} karta", "{count} karty", "{count} kart"] },
  forms: Array.from({ length: 200 }, (_, n) => (n === 1 ? 0 : [2, 3, 4].includes(n % 10) && ![12, 13, 14].includes(n % 100) ? 1 : 2)),
};

test("in English, one thing is singular and any other number plural", () => {
  assert.deepEqual([0, 1, 2, 1.5].map((count) => messages.english(cards, count)),
    ["{count} cards", "{count} card", "{count} cards", "{count} cards"]);
  assert.equal(messages.english(messages.message("Checks"), 2), "Checks");
});

test("a translated number has the form of its language", () => {
  const form = (count) => messages.translated(POLISH, cards, count)?.split(" ")[1];
  assert.deepEqual([0, 1, 3, 5, 12, 22, 112, 199, 200, 1001, 1022].map(form),
    ["kart", "karta", "karty", "kart", "kart", "karty", "kart", "kart", "kart", "kart", "karty"]);
});

test("a text without a translation is undefined", () => {
  assert.equal(messages.translated(POLISH, "Checks", 1), "Kontrole");
  assert.equal(messages.translated(POLISH, "Sheets", 1), undefined);
  assert.equal(messages.translated(POLISH, messages.plural("{count} page", "{count} pages"), 1), undefined);
});
