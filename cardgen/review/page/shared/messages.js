/* Messages: English texts, marked so that `make words` collects them, and their translations as the server sends them. */

/** An English text for translation: one text, or two for a number.
    @typedef {{ one: string, many: string }} PluralText */

/** @typedef {string | PluralText} MessageText */

/** Marks an English text, which may have {placeholders}, for translation. The text must be a literal.
    @param {string} text */
export const message = (text) => text;

/** Marks two English texts about a number, which is their {count}: one for 1, and one for any other number.
    @param {string} one @param {string} many @returns {PluralText} */
export const plural = (one, many) => ({ one, many });

/** The English template for a number. @param {MessageText} text @param {number} count */
export const english = (text, count) => (typeof text === "string" ? text : count === 1 ? text.one : text.many);

/** The translated template for a number; undefined if there is none.
    @param {WordsData} words @param {MessageText} text @param {number} count */
export function translated(words, text, count) {
  if (typeof text === "string") return words.texts[text];
  const number = Math.abs(Math.trunc(count)) || 0;
  return words.plurals[text.one]?.[words.forms[number < words.forms.length ? number : 100 + (number % 100)]];
}
