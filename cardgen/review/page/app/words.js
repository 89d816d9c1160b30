/* The words of the page in the reader's language, and the texts of the game in the languages chosen for page and cards. */

import { h } from "../shared/elements.js";
import { english, translated } from "../shared/messages.js";
import * as texts from "../shared/texts.js";
import { load } from "./data.js";
import { nearest, settings, wished } from "./settings.js";
/** @import { Child } from "../shared/elements.js" */
/** @import { MessageText } from "../shared/messages.js" */
/** @import { TextValues, Texts } from "../shared/texts.js" */

/** The page's texts by key, each by language. Translations of our own messages come from the server. */
const catalogue = /** @type {Map<string, Record<string, MessageText>>} */ (new Map());

/** The words that the server has sent, by language. English needs none. */
const loadedWords = /** @type {Map<string, WordsData>} */ (new Map());

/** Loads the translations into a language, once.
    @param {string} language */
export async function loadWords(language) {
  if (language !== "en" && !loadedWords.has(language)) loadedWords.set(language, await load(/** @type {any} */ (`words-${language}`)));
}

/** Adds texts: {en: {key: text}}, where a text is a `message` or a `plural`. The table of another package, whose texts are in no
    catalogue of cardgen, adds its translations as well: {en: {key: text}, zh: {key: text}}.
    @param {Record<string, Record<string, MessageText>>} more */
export function words(more) {
  for (const [language, table] of Object.entries(more)) {
    for (const [key, text] of Object.entries(table)) catalogue.set(key, { ...catalogue.get(key), [language]: text });
  }
}

/** A text of the interface with its values filled in; `count` chooses the form of a plural. An unknown key is returned itself,
    so that the mistake is visible.
    @param {string} key @param {TextValues} [values] */
export const t = (key, values = {}) => texts.fillIn(template(key, values.count), values);

/** @param {string} key @param {unknown} [count] */
function template(key, count = 1) {
  const byLanguage = catalogue.get(key);
  if (!byLanguage) return key;
  const sent = loadedWords.get(settings.language);
  const translation = sent && byLanguage.en ? translated(sent, byLanguage.en, Number(count)) : undefined;
  const language = texts.nearest(Object.keys(byLanguage), [settings.language, "en"]);
  return translation ?? english(byLanguage[language ?? "en"], Number(count));
}

/** As `t`, for values that are elements: a list of texts and elements.
    @param {string} key @param {Record<string, Child>} [values] @returns {Child[]} */
export const phrase = (key, values = {}) => texts.fillInParts(template(key, values.count), values);

/** Sentences one after another, as the language joins them; each may be a list of texts and elements.
    @param {readonly Child[]} sentences */
export const joinSentences = (sentences) => sentences.slice(1).reduce(
  (/** @type {Child[]} */ first, second) => phrase("list.sentences", { first, second }), [sentences[0] ?? ""]);

/** Sentences one after another as one text, without those that are empty. @param {...string} texts */
export const sentences = (...texts) => joinSentences(texts.filter(Boolean)).flat(Infinity).join("");

/** A text with the names of cards and places in it, such as 3-0 or T2@0,0, each kept on one line.
    @param {string} text @returns {Child[]} */
export const withCodes = (text) => texts.splitAtCodes(text)
  .map((part, at) => (at % 2 ? h("span", { class: "unbroken" }, part) : part));

/** A text of the game in the language chosen for cards, else in the nearest there is; "" when there is none. The choice counts
    even if the edition shown is in another language, because names and titles have all languages of the game.
    @param {Texts | null | undefined} translations @param {string} [language] */
export function pick(translations, language = wished.cards) {
  if (!translations) return "";
  return translations[nearest(Object.keys(translations), language)] ?? "";
}

/** The same as an element with its `lang`.
    @param {Texts | null | undefined} translations @param {string} [language] */
export function say(translations, language = wished.cards) {
  const chosen = nearest(Object.keys(translations ?? {}), language);
  return h("span", { lang: chosen ? texts.tag(chosen) : null }, chosen ? translations?.[chosen] : "");
}

/** A message of the server, which comes in all languages that it is translated into, as an element with its `lang`.
    @param {Texts} translations */
export const sayMessage = (translations) => say(translations, settings.language);

/** The reason why the server refused a request, as text; "" if there is none.
    @param {Partial<ErrorData> | null | undefined} data */
export const whyRefused = (data) => pick(data?.error?.messages, settings.language);

/** How many cards are listed, of how many; `things` are "cards", "pages" or "items" (both).
    @param {number} shown @param {number} count */
export const countText = (shown, count, things = "cards") => t(`grid.count${things === "cards" ? "" : `.${things}`}${shown === count ? ".all" : ""}`, { shown, count });
