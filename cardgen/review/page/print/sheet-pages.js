/* The printed files: which of them is shown, its pages, leaves and cards. */

import { site, state } from "../app/data.js";
import { go } from "../app/views.js";
import { CHOICES } from "./asking.js";
import { slotsOf } from "./slots.js";
import { format as address } from "../shared/addresses.js";
import { h } from "../shared/elements.js";
/** @import { SideName } from "../app/data.js" */
/** @import { Route } from "../shared/addresses.js" */
/** @import { Attributes, Child } from "../shared/elements.js" */

/** @type {Record<string, string>} */
const PAPERS = { "210x297": "A4", "297x210": "A4", "215.9x279.4": "Letter", "279.4x215.9": "Letter" };

/** The state of the view. */
export const printed = {
  root: /** @type {HTMLElement} */ (/** @type {unknown} */ (null)),
  route: /** @type {Route} */ (/** @type {unknown} */ (null)),
  sheets: /** @type {SheetData[]} */ (/** @type {unknown} */ (null)),
  failed: false,
  query: "", // of the build whose files these are
};

/** What may be chosen, as the server has said last; null on a site. `made` counts the edits that were made here, `shown` those that `data` knows. */
export const print = { data: /** @type {PrintData | null} */ (null), why: "", findings: /** @type {FindingData[]} */ ([]), made: 0, shown: 0, renew: async () => {} };

// ---------------------------------------------------------------- the pages that are shown

export const sheetNow = () => printed.sheets.find((file) => file.name === printed.route.path[0]) ?? printed.sheets[0];
/** @param {number} number @param {number} least @param {number} most */
export const clamp = (number, least, most) => Math.min(Math.max(number, least), most);
/** @param {SheetData} sheet */
export const pageNow = (sheet) => clamp(Math.trunc(Number(printed.route.path[1])) || 1, 1, Math.max(1, sheet.pages));

/** Whether a page and the next are the two sides of one leaf.
    @param {SheetData} sheet */
export const isLeaved = (sheet) => sheet.flip !== null && sheet.sides.length === 2;

/** The pages that are shown together: both sides of a leaf, or one page.
    @param {SheetData} sheet @param {number} page */
export function pagesOfLeaf(sheet, page) {
  const first = isLeaved(sheet) ? page - ((page - 1) % 2) : page;
  return isLeaved(sheet) && first < sheet.pages ? [first, first + 1] : [first];
}

/** @param {SheetData} sheet @param {number} page */
export const sideOf = (sheet, page) => sheet.sides[(page - 1) % sheet.sides.length];

/** Whether the back is beside the front: paper flipped on its long edge is mirrored left to right if it is upright.
    @param {SheetData} about */
export const isSideways = ({ flip, paper: [width, height] }) => (flip === "long") === (height >= width);

/** The cards on a page, in the order of the slots.
    @param {SheetData} sheet @param {number} page */
export function placed(sheet, page) {
  const side = sideOf(sheet, page);
  const on = /** @type {SideName[]} */ (side === "fold" ? ["face", "back"] : side === "back" ? ["back"] : ["face"]);
  return slotsOf(sheet, page).flatMap((found) => on.filter((which) => which === "face" || state.cards.get(found.key)?.back !== null)
    .map((which) => ({ ...found, side: which, rect: sheet.slots[which][found.slot] })));
}

/** The address of a page's picture; in a live page it changes when the page's content may have changed.
    @param {SheetData} sheet @param {number} page */
export const picture = (sheet, page) => `sheets/${sheet.name}/${page}.png${site ? "" : `${printed.query || "?"}&v=${sheet.key}`.replace("?&", "?")}`;

/** The address of a PDF as it is built. @param {SheetData} sheet */
export const pdfAddress = (sheet) => (site || !printed.query ? sheet.pdf : `sheets/${sheet.name}.pdf${printed.query}`);

const kept = () => ({ ...Object.fromEntries(CHOICES.map((name) => [name, printed.route.state[name]])), zoom: printed.route.state.zoom, card: printed.route.state.card });
/** @param {SheetData} sheet @param {number} page */
export const link = (sheet, page) => address("sheet", [sheet.name, String(page)], kept());
/** @param {SheetData | undefined} sheet @param {number} page @param {{ replace?: boolean }} [options] */
export const to = (sheet, page, options) => sheet && go("sheet", [sheet.name, String(page)], kept(), options);

// ---------------------------------------------------------------- the tools

/** @param {number} mm */
export const short = (mm) => String(Math.round(mm * 100) / 100);
/** @param {SheetData} about */
export const paperName = ({ paper }) => PAPERS[paper.join("x")] ?? "";

/** @param {string} name @param {Attributes} attributes @param {...Child} children */
export const button = (name, attributes, ...children) => h("button", { type: "button", dataset: { hold: name }, ...attributes }, children);
