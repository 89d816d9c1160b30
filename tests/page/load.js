/* Loads the page's rules into a context of their own, as a browser would load the scripts. */
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

const PAGE = new URL("../../cardgen/review/page/", import.meta.url);

/** The `cardgen` of a page that has only these scripts, after `start.js`. */
export function load(...scripts) {
  const context = createContext({ Intl, URL, URLSearchParams });
  const code = ["start.js", ...scripts].map((name) => readFileSync(new URL(name, PAGE), "utf8"));
  return runInContext(`${code.join("\n")}\ncardgen`, context);
}

/** A value as plain data of this context, for comparisons. */
export const plain = (value) => JSON.parse(JSON.stringify(value));
