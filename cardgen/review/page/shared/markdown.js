/* Markdown in comments: paragraphs, lists, code, bold, italic and links, as a tree. Anything else is text. The page makes
   elements of the tree, so nothing that is written becomes markup of the page. */

/** A part of a line of Markdown: plain text, or text with a mark.
    @typedef {string | { kind: "strong" | "em" | "code" | "a", parts: InlinePart[], href?: string }} InlinePart */

/** A paragraph or code (one item), or a list; `start` is the first number of an ordered one.
    @typedef {{ kind: "p" | "pre" | "ul" | "ol", items: InlinePart[][], start?: number }} MarkdownBlock */

const DEEPEST = 4; // marks inside of marks
const FENCE = /^(```|~~~)/;
const ITEM = /^ {0,3}(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/;
const INLINE = new RegExp([
  /\\([\\`*_[\]()])/u, // 1: a character that is no mark
  /(`+)([^`]+)\2(?!`)/u, // 2, 3: code
  /\[([^[\]\n]+)\]\(([^()\s]+)\)/u, // 4, 5: a link with its text
  /\*\*(?=\S)((?:(?!\*\*)[^])+)\*\*/u, // 6: bold
  /\*(?=[^\s*])([^*\n]+)\*/u, // 7: italic
  /(?<![\p{L}\p{N}_])_(?=[^\s_])([^_\n]+)_(?![\p{L}\p{N}_])/u, // 8: italic
  /(https?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]，。；：！？）】」])/u, // 9: an address
].map(({ source }) => source).join("|"), "gu");

/** Return an address that a comment may link to; "" for any other. A link that runs something is none.
    @param {string} address */
export function safeAddress(address) {
  try {
    const { protocol, href } = new URL(address);
    return ["http:", "https:", "mailto:"].includes(protocol) ? href : "";
  } catch {
    return "";
  }
}

/** Return a text as a list of plain texts and marked parts.
    @param {string} text @returns {InlinePart[]} */
function inline(text, depth = 0) {
  if (depth === DEEPEST) return [text];
  const parts = /** @type {InlinePart[]} */ ([]);
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, escaped, , code, label, target, bold, star, underscore, address] = match;
    if (match.index > end) parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    const href = safeAddress(target ?? address ?? "");
    const italic = star ?? underscore;
    if (escaped) parts.push(escaped);
    else if (code) parts.push({ kind: "code", parts: [code] });
    else if (bold) parts.push({ kind: "strong", parts: inline(bold, depth + 1) });
    else if (italic) parts.push({ kind: "em", parts: inline(italic, depth + 1) });
    else if (href) parts.push({ kind: "a", parts: label ? inline(label, depth + 1) : [whole], href });
    else parts.push(whole);
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** Return a text as a list of blocks: paragraphs (their lines stay lines), code, and lists of items.
    @param {string} text @returns {MarkdownBlock[]} */
export function parse(text) {
  const blocks = /** @type {MarkdownBlock[]} */ ([]);
  const lines = text.split("\n");
  let paragraph = /** @type {string[]} */ ([]);
  const endParagraph = () => {
    if (paragraph.length) blocks.push({ kind: "p", items: [inline(paragraph.join("\n"))] });
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const fence = FENCE.exec(line)?.[1];
    const item = ITEM.exec(line);
    if (fence) {
      endParagraph();
      const close = lines.findIndex((other, index) => index > at && other.trim() === fence);
      const until = close < 0 ? lines.length : close;
      blocks.push({ kind: "pre", items: [[lines.slice(at + 1, until).join("\n")]] });
      at = until;
    } else if (item) {
      endParagraph();
      const kind = item[1] === undefined ? "ul" : "ol";
      const items = /** @type {string[]} */ ([]);
      const start = Number(item[1] ?? 1);
      for (; at < lines.length; at += 1) {
        const next = ITEM.exec(lines[at]);
        if (next && (next[1] === undefined) === (kind === "ul")) items.push(next[2]);
        else if (!next && /^ {2,}\S/.test(lines[at])) items[items.length - 1] += `\n${lines[at].trim()}`;
        else break;
      }
      at -= 1;
      blocks.push({ kind, start, items: items.map((words) => inline(words)) });
    } else if (line.trim()) paragraph.push(line);
    else endParagraph();
  }
  endParagraph();
  return blocks;
}
