/* What is asked to be built, from what the address of the page has: options of `cardgen build`. */

/** What people choose for a build, as the address has it. `part` is "file", "sheets" or "" for everything.
    @typedef {Record<string, string | undefined>} Chosen */

/** The choices that stay while another page or file is looked at. */
export const CHOICES = ["part", "paper", "language", "since", "printer", "flip", "ink"];

/** The choices that decide what is on the sheets, as members of a request.
    @param {Chosen} chosen @returns {Record<string, string | string[]>} */
function onSheets({ paper, since, printer, flip, ink }) {
  return { ...(paper ? { papers: [paper] } : {}), ...(since ? { since } : {}), ...(printer ? { printer } : {}), ...(flip ? { flip } : {}), ...(ink ? { ink } : {}) };
}

/** The query of an address whose files are those of the build, "" for one without options.
    @param {Chosen} chosen */
export function queryOf(chosen) {
  const query = new URLSearchParams(Object.entries(onSheets(chosen)).flatMap(([name, value]) => [value].flat().map((one) => [name, one])));
  return query.size ? `?${query}` : "";
}

/** The request to build what was chosen; `path` is that of the file that is shown.
    @param {Chosen} chosen @param {string} path */
export function requestOf(chosen, path) {
  const parts = /** @type {Record<string, string[]>} */ ({ file: [path], sheets: chosen.since ? [] : ["sheets"] })[chosen.part ?? ""] ?? [];
  return { ...onSheets(chosen), ...(parts.length ? { only: parts } : {}), ...(chosen.language ? { languages: [chosen.language] } : {}) };
}

/** A paper as people write it: A4, Letter, 320x450. @param {string} paper */
export const paperLabel = (paper) => `${paper.slice(0, 1).toUpperCase()}${paper.slice(1)}`;

/** A size in bytes as people read it: 8.1 MB. @param {number} bytes @param {string} language */
export function sizeText(bytes, language) {
  const [unit, name] = bytes < 1e6 ? [1e3, "kB"] : bytes < 1e9 ? [1e6, "MB"] : [1e9, "GB"];
  return `${(bytes / unit).toLocaleString(language, { maximumFractionDigits: bytes < 1e6 ? 0 : 1 })} ${name}`;
}

/** The part of the paid places of an order that cards take, from 0 to 1; null if it is not priced by places.
    @param {OrderLineData} line */
export function filled({ cards, bracket, sheets, sheet }) {
  const places = bracket || sheets * sheet;
  return places ? { places, free: places - cards, part: cards / places } : null;
}

/** The numbers that fields have; null if all are empty, undefined if some are no numbers.
    @param {readonly string[]} texts */
export function numbersOf(texts) {
  const trimmed = texts.map((text) => text.trim().replace(",", ".").replace("−", "-"));
  if (trimmed.every((text) => text === "")) return null;
  return trimmed.every((text) => /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) ? trimmed.map(Number) : undefined;
}
