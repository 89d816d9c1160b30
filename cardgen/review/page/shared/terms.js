/* Terms in texts: where the words of a glossary are. */

/** A term with the ways in which it is written: `written` in one language.
    @typedef {{ id: string, written: readonly string[] }} WrittenTerm */

const CHINESE = /\p{Script=Han}/u;

/** @param {string} form */
const pattern = (form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("#", "(?:\\d+|[XYN]|[一二三四五六七八九十]+)");

/** A pattern of any of these forms, the first ones first. Whether a word begins or ends is asked once for all forms without Chinese:
    asked for each form, it takes ten times as long. They come last, because a form with Chinese is longer than one that it begins with.
    @param {readonly string[]} forms */
function anyOf(forms) {
  const chinese = forms.filter((form) => CHINESE.test(form)).map(pattern);
  const others = forms.filter((form) => !CHINESE.test(form)).map(pattern);
  return [...chinese, ...others.length ? [`(?<![\\p{L}\\d])(?:${others.join("|")})(?![\\p{L}\\d])`] : []].join("|");
}

/** Return a function that splits a text at its terms: texts, and [words, id] for the first occurrence of each term.
    A term without capitals is also found with capitals, one with capitals only as it is; the longest term counts.
    @param {readonly WrittenTerm[]} terms @returns {(text: string) => (string | [string, string])[]} */
export function termFinder(terms) {
  const forms = terms.flatMap(({ id, written }) => written.map((form) => ({ id, form, one: new RegExp(`^(?:${anyOf([form])})$`, form === form.toLowerCase() ? "iu" : "u") })))
    .filter(({ form }) => form).sort((one, other) => other.form.length - one.form.length);
  if (!forms.length) return (text) => [text];
  const any = new RegExp(anyOf(forms.map(({ form }) => form)), "giu");
  return (text) => {
    const seen = new Set();
    /** @type {(string | [string, string])[]} */
    const parts = [];
    let from = 0;
    for (const match of text.matchAll(any)) {
      const id = forms.find(({ one }) => one.test(match[0]))?.id;
      if (id === undefined || seen.has(id)) continue;
      seen.add(id);
      parts.push(text.slice(from, match.index), [match[0], id]);
      from = match.index + match[0].length;
    }
    return [...parts, text.slice(from)].filter(Boolean);
  };
}
