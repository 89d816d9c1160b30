/* Marks in texts that are being written: bold and italic words, words in a style, icons. Pure functions. */

/** A text with a selection in it. @typedef {{ text: string, from: number, to: number }} Marked */

/** Sets marks around the selected words, or takes away those that they have; without words the caret is between them.
    @param {Marked} marked @param {string} before @param {string} after @returns {Marked} */
export function around({ text, from, to }, before, after) {
  const [start, end] = [from - before.length, to + after.length];
  // `*` inside of `**` is another mark.
  const isMarked = text.slice(Math.max(0, start), from) === before && text.slice(to, end) === after
    && !(before === "*" && text[start - 1] === "*" && text[start - 2] !== "*");
  if (isMarked) return { text: text.slice(0, start) + text.slice(from, to) + text.slice(end), from: start, to: start + to - from };
  return { text: text.slice(0, from) + before + text.slice(from, to) + after + text.slice(to), from: from + before.length, to: to + before.length };
}

/** Makes the selected words a term of the glossary; its own name without any.
    @param {Marked} marked @param {string} id @param {string} name @returns {Marked} */
export function asTerm(marked, id, name) {
  const words = marked.text.slice(marked.from, marked.to);
  return instead(marked, words && words !== name ? `[[${id}|${words}]]` : `[[${name}]]`);
}

/** Writes something in place of the selection, the caret after it.
    @param {Marked} marked @param {string} written @returns {Marked} */
export const instead = ({ text, from, to }, written) => ({ text: text.slice(0, from) + written + text.slice(to), from: from + written.length, to: from + written.length });
