/* Texts of cards with their marks shown as they print: **bold**, *italic*, <name>in a style</name>, {icon}, {base|reading}. What is no mark
   of the deck's template stays as it is written. The rules are those of cardgen/data/templates/markup.py. */

import { h } from "./elements.js";
/** @import { Child } from "./elements.js" */

const TOKEN = /\\([\\*<>{}|.、．•-])|(\\n)|\{([^{}]*)\}|<\/([\w-]+)>|<([\w-]+)>|(\*\*?)/gu;

/** A text as elements. `icon` returns the picture of an icon, `leaf` a passage of plain characters.
    @param {string} text @param {Record<string, PrintStyle>} styles @param {readonly string[]} icons @param {(name: string) => Child} icon @param {(text: string) => Child} leaf
    @returns {Child} */
export function printed(text, styles, icons, icon, leaf) {
  const open = [{ mark: "", children: /** @type {Child[]} */ ([]) }];
  const last = () => open[open.length - 1];
  /** @param {string} mark @param {(children: Child[]) => Child} element */
  const close = (mark, element) => {
    if (last().mark !== mark) return void last().children.push(mark);
    const { children } = /** @type {typeof open[number]} */ (open.pop());
    last().children.push(element(children));
  };
  /** @param {string} mark */
  const begin = (mark) => open.push({ mark, children: [] });
  let at = 0;
  for (const token of text.matchAll(TOKEN)) {
    const [whole, escaped, line, braced, ended, begun, stars] = token;
    last().children.push(leaf(text.slice(at, token.index)));
    at = token.index + whole.length;
    if (escaped) last().children.push(escaped);
    else if (line) last().children.push("\n");
    else if (begun && begun in styles) begin(`<${begun}>`);
    else if (ended && ended in styles) close(`<${ended}>`, (children) => h("span", { class: "make-print", style: { "font-weight": styles[ended].weight, "font-size": `${styles[ended].scale}em`, "vertical-align": `${styles[ended].rise}em`, "--print": styles[ended].colour || "inherit" } }, children));
    else if (stars && last().mark === stars) close(stars, (children) => h(stars === "*" ? "em" : "strong", {}, children));
    else if (stars && (stars === "**" || (/\S/u.test(text[at] ?? "") && !/[a-z0-9]/iu.test(text[token.index - 1] ?? "")))) begin(stars);
    else if (braced !== undefined && icons.includes(braced)) last().children.push(icon(braced));
    else if (braced?.includes("|")) last().children.push(h("ruby", {}, braced.split("|")[0], h("rt", {}, braced.slice(braced.indexOf("|") + 1))));
    else last().children.push(leaf(whole));
  }
  last().children.push(leaf(text.slice(at)));
  return open.flatMap(({ mark, children }) => [mark, ...children]);
}
