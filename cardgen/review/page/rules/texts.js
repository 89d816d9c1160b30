/* Texts: templates with placeholders, and the choice among languages. */
"use strict";

cardgen.texts = (() => {
  /** A template with its {placeholders} filled in; those without a value stay as they are.
      @param {string} template @param {Record<string, unknown>} [values] */
  const fillIn = (template, values = {}) =>
    template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));

  /** A template as a list of texts and values, which may be elements.
      @template Value @param {string} template @param {Record<string, Value>} [values] @returns {(string | Value)[]} */
  const fillInParts = (template, values = {}) =>
    template.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? values[part] ?? `{${part}}` : part));

  /** A text split at the names of cards and places in it, such as 3-0 or T2@0,0; these have odd indices.
      @param {string} text */
  const splitAtCodes = (text) => text.split(/((?<![\p{L}\d])[A-Za-z\d]+(?:[-@~+][A-Za-z\d,]*[A-Za-z\d])+)/u);

  /** The `lang` attribute for a language of the game.
      @param {string} language */
  const tag = (language) => (language === "zh" ? "zh-Hans" : language);

  /** @param {string} language */
  const base = (language) => language.split("-")[0];

  /** The first of the known languages that is one of the wanted ones, or the same with other subtags; otherwise the
      first known one.
      @param {readonly string[]} known @param {readonly string[]} wanted */
  function nearest(known, wanted) {
    for (const language of wanted) {
      const match = known.find((other) => other === language) ?? known.find((other) => base(other) === base(language));
      if (match) return match;
    }
    return known[0];
  }

  /** A text as search compares it: NFKC, lower case.
      @param {string} text */
  const folded = (text) => text.normalize("NFKC").toLowerCase();

  return { fillIn, fillInParts, splitAtCodes, tag, nearest, folded };
})();
