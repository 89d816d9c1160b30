/* Texts: templates with placeholders, and the choice among languages. */

/** @typedef {Record<string, string>} Texts */

/** Values of a text's placeholders; `count` is the number of a plural.
    @typedef {{ readonly [name: string]: unknown }} TextValues */

/** Between Han characters and letters or digits there is a space. */
const HAN = /\p{Script=Han}/u;
const LATIN = /[\p{Script=Latin}\d]/u;
/** @param {string} [left] @param {string} [right] */
const gap = (left = "", right = "") => ((HAN.test(left) && LATIN.test(right)) || (LATIN.test(left) && HAN.test(right)) ? " " : "");

/** A template with its {placeholders} filled in; those without a value stay as they are.
    @param {string} template @param {Record<string, unknown>} [values] */
export const fillIn = (template, values = {}) =>
  template.replace(/\{(\w+)\}/g, (whole, name, at) => {
    if (!(name in values)) return whole;
    const value = String(values[name]);
    return `${gap(template[at - 1], value[0])}${value}${gap(value.at(-1), template[at + whole.length])}`;
  });

/** A template as a list of texts and values, which may be elements.
    @template Value @param {string} template @param {Record<string, Value>} [values] @returns {(string | Value)[]} */
export const fillInParts = (template, values = {}) =>
  template.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? values[part] ?? `{${part}}` : part));

/** A text split at the names of cards and places in it, such as 3-0 or T2@0,0; these have odd indices.
    @param {string} text */
export const splitAtCodes = (text) => text.split(/((?<![\p{L}\d])[A-Za-z\d]+(?:[-@~+][A-Za-z\d,]*[A-Za-z\d])+)/u);

/** The `lang` attribute for a language of the game.
    @param {string} language */
export const tag = (language) => (language === "zh" ? "zh-Hans" : language);

/** The subtags of a language, with those that are likely: `zh-TW` is written in the script Hant.
    @param {string} language */
function subtags(language) {
  try {
    return new Intl.Locale(language).maximize();
  } catch {
    return { language: language.split("-")[0], script: undefined };
  }
}

/** The first language of a list that is one of the wanted ones, or the same in the same script, or at least the same
    with other subtags; otherwise the first of the list.
    @param {readonly string[]} languages @param {readonly string[]} wanted */
export function nearest(languages, wanted) {
  for (const wish of wanted) {
    if (languages.includes(wish)) return wish;
    const { language, script } = subtags(wish);
    const same = languages.map((other) => ({ language: other, parts: subtags(other) })).filter(({ parts }) => parts.language === language);
    const [match] = [...same.filter(({ parts }) => parts.script === script), ...same];
    if (match) return match.language;
  }
  return languages[0];
}

/** A language's name in the language itself: "Deutsch", "繁體中文". The tag, if the browser has no name for it.
    @param {string} language */
export function nameOf(language) {
  try {
    const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return language;
  }
}

/** A text as search compares it: NFKC, lower case.
    @param {string} text */
export const folded = (text) => text.normalize("NFKC").toLowerCase();
