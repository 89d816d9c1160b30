/* A page of a printed file in true millimetres, with rulers, its cards as links, and its pins. */

import { state } from "../app/data.js";
import { ofCard } from "../app/drawn.js";
import { peopleAt } from "../app/people.js";
import { settings } from "../app/settings.js";
import { say, t } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h, icon, s } from "../shared/elements.js";
import { lastJudged } from "../review/events.js";
import { cardAddress } from "../review/list.js";
import { openPins, pinNumber } from "../review/pins.js";
import { isLeaved, isSideways, picture, placed, print, printed, sheetNow, sideOf } from "./sheet-pages.js";
import { ZOOMS, zoomNow } from "./sheet-tools.js";
import { statusMark } from "../review/showing.js";
import { openMark } from "../review/threads.js";
/** @import { SideName } from "../app/data.js" */

/** A card on a page: which of its copies, and the place in mm.
    @typedef {{ key: string, copy: number, copies: number, side: SideName, slot: number, rect: number[] }} PlacedCard */

const PIXELS_A_MM = 96 / 25.4;
const RULER = 20; // px
const HEAD = 76; // px above and below a page: its caption, its status, its ruler
const LEAST = 0.5; // px a mm
const MARGIN = 24; // px, left free beside the pages
const GAP = 28; // px between them
const NARROW = 480; // px: in a narrower view, the two sides of a sheet are below each other

/** A ruler as wide or high as the paper: a stroke a millimetre, fewer where they would run together.
    @param {number} length @param {number} scale @param {boolean} upright */
function ruler(length, scale, upright) {
  const every = scale >= 3 ? 1 : scale >= 1.2 ? 5 : 10;
  const numbered = scale >= 2 ? 10 : scale >= 0.9 ? 20 : 50;
  const numbers = [];
  let strokes = "";
  for (let at = 0; at <= length; at += every) {
    const long = at % 10 === 0 ? 9 : at % 5 === 0 ? 6 : 3;
    const along = (at * scale).toFixed(2);
    strokes += upright ? `M${RULER} ${along}h-${long}` : `M${along} ${RULER}v-${long}`;
    if (at % numbered || at + numbered / 4 > length) continue;
    const after = at * scale + 2;
    const turned = { transform: `translate(9 ${after}) rotate(-90)`, "text-anchor": "end" };
    numbers.push(s("text", upright ? turned : { x: after, y: 9 }, String(at)));
  }
  const size = [length * scale, RULER];
  const [width, height] = upright ? size.toReversed() : size;
  const which = upright ? "upright" : "level";
  return s("svg", { class: `sheet-ruler ${which}`, viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
    s("path", { d: strokes }), numbers);
}

/** @param {number} part @param {number} whole */
const percent = (part, whole) => `${((part / whole) * 100).toFixed(4)}%`;

/** @param {SheetData} sheet @param {number} page @param {PlacedCard} about2 */
function slotLink(sheet, page, { key, copy, copies, side, slot, rect: [x, y, width, height] }) {
  const [wide, high] = sheet.paper;
  const card = state.cards.get(key);
  const named = Object.keys(card?.names ?? {}).length > 0;
  const values = { side: side === "back" ? "back" : "" };
  const name = [named ? [say(card?.names), " "] : null, card?.id ?? key,
    t("sheet.card", { side: t(`sheet.${side}`), copy, copies })];
  return h("li", {}, h("a", {
    href: address("card", key.split("/"), values), dataset: { slot: String(slot), hold: `${page}-${slot}-${side}` },
    class: printed.route.state.card === key ? "wanted" : null,
    style: { left: percent(x, wide), top: percent(y, high), width: percent(width, wide), height: percent(height, high) },
    onpointerenter: together, onpointerleave: together, onfocus: together, onblur: together,
  }, h("span", { class: "hidden-text" }, name), card?.codes.length ? findingMark(key, side) : null));
}

/** A mark on a card with findings. @param {string} key @param {SideName} side */
function findingMark(key, side) {
  const found = print.findings.filter((finding) => finding.key === key && (!finding.side || finding.side === side));
  if (!found.length) return null;
  const worst = found.some(({ severity }) => severity === "error") ? "error" : "warning";
  return h("span", { class: "slot-findings", dataset: { severity: worst } }, icon(worst === "error" ? "error" : "warn"),
    h("span", { class: "hidden-text" }, t("sheet.findings", { count: found.length })));
}

/** A card's face and its back are shown as belonging together.
    @param {Event} event */
function together(event) {
  const on = event.type === "pointerenter" || event.type === "focus";
  const link_ = /** @type {HTMLElement} */ (event.currentTarget);
  const { slot } = link_.dataset;
  const stage = link_.closest(".sheet-stage");
  for (const copy of stage?.querySelectorAll(`.sheet-page a[data-slot="${slot}"]`) ?? []) copy.classList.toggle("same", on);
}

/** The edge that the paper is turned about, where this page has it.
    @param {SheetData} sheet @param {number} page */
function flipEdge(sheet, page) {
  if (!isLeaved(sheet)) return null;
  const front = sideOf(sheet, page) === "front";
  return isSideways(sheet) ? (front ? "right" : "left") : front ? "bottom" : "top";
}

/** The caption of a page: its side, its place in a board on several pages, or its number alone.
    @param {SheetData} about @param {number} page */
export function caption({ sides, tiles }, page) {
  const side = sides[(page - 1) % sides.length];
  const [columns] = tiles ?? [1];
  const tile = { page, row: Math.floor((page - 1) / columns) + 1, column: ((page - 1) % columns) + 1 };
  return side === "page" ? t(tiles ? "sheet.tile" : "sheet.only", tile) : t("sheet.caption", { page, side: t(`sheet.of-${side}`) });
}

/** The page as something to decide on, once it is loaded.
    @param {SheetData} sheet @param {number} page */
export const subject = (sheet, page) => state.cards.get(`${sheet.pdf}/${page}`);

/** The status of a page, its open comments, and the link to the page by itself.
    @param {SheetData} sheet @param {number} page */
function marks(sheet, page) {
  const card = subject(sheet, page);
  if (!card) return [];
  const values = { deck: card.deck };
  return [statusMark(card.key), openMark(card.key), peopleAt(card.key),
    h("a", { href: cardAddress(card.key, values), dataset: { hold: `review-${page}` } }, t("sheet.review")),
    lastJudged(card.key)
      ? h("a", { href: cardAddress(card.key, values, "compare"), dataset: { hold: `compare-${page}` } }, t("card.compare")) : null];
}

/** Draws what is decided about the pages that are shown, without the pictures. */
export function drawMarks() {
  const sheet = printed.sheets && sheetNow();
  if (!sheet || !printed.root) return;
  for (const row of printed.root.querySelectorAll(".sheet-marks")) fill(row, marks(sheet, Number(row.dataset.page)));
  for (const pins of printed.root.querySelectorAll(".sheet-pins")) fill(pins, pinsOn(sheet, Number(pins.dataset.page)));
}

/** The pins of open comments, as small marks that lead to the page.
    @param {SheetData} sheet @param {number} page */
function pinsOn(sheet, page) {
  const card = subject(sheet, page);
  if (!card) return [];
  const [wide, high] = sheet.paper;
  return openPins(card.key).map((event) => {
    const [x, y] = event.at_mm ?? [0, 0];
    return h("li", {}, h("a", { class: "pin-number", href: cardAddress(card.key, { deck: card.deck, comment: event.id }), title: event.text,
      dataset: { hold: `pin-${event.id}` }, style: { left: percent(x, wide), top: percent(y, high) } }, pinNumber(event)));
  });
}

/** @param {SheetData} sheet @param {number} page */
export function pageFigure(sheet, page) {
  const side = sideOf(sheet, page);
  const [wide, high] = sheet.paper;
  const alt = t("sheet.alt", { sheet: sheet.name, caption: caption(sheet, page) });
  const missing = () => image.closest(".sheet-page")?.classList.add("missing");
  const image = ofCard(h("img", { class: "sight", src: picture(sheet, page), alt, decoding: "async", dataset: { page }, onerror: missing }), `${sheet.key}/${page}`);
  const flip = flipEdge(sheet, page) ?? "";
  return h("figure", { class: "sheet-side", dataset: { side }, style: { "--wide": String(wide), "--high": String(high) } },
    h("figcaption", {}, caption(sheet, page)),
    h("p", { class: "sheet-marks", dataset: { page } }, marks(sheet, page)),
    h("div", { class: "sheet-measured" },
      h("div", { class: "sheet-page", dataset: { flip } },
        image,
        h("p", { class: "no-picture" }, t("sheet.missing")),
        sheet.cards.length
          ? h("ul", { class: "sheet-slots" }, placed(sheet, page).map((place) => slotLink(sheet, page, place))) : null,
        h("ul", { class: "sheet-pins", dataset: { page } }, pinsOn(sheet, page)))));
}

/** Sets the millimetre, and draws the rulers for it. */
export function measure() {
  const stage = printed.root?.querySelector(".sheet-stage");
  if (!stage) return;
  const sheet = sheetNow();
  const pages = stage.querySelectorAll(".sheet-side");
  // Where the view is as high as the window, whole pages are seen.
  const isHigh = matchMedia("(min-width: 761px) and (min-height: 521px)").matches;
  const fitting = (/** @type {number} */ columns) => {
    const room = (stage.clientWidth - MARGIN - columns * RULER - (columns - 1) * GAP) / columns;
    const rows = pages.length / columns;
    const high = isHigh ? (stage.clientHeight - (rows - 1) * GAP) / rows - HEAD : Infinity;
    return Math.max(LEAST, Math.min(room / sheet.paper[0], high / sheet.paper[1], 8));
  };
  const beside = pages.length === 2 && isSideways(sheet) && stage.clientWidth >= NARROW && fitting(2) >= (isHigh ? fitting(1) : 0);
  stage.dataset.beside = String(beside);
  const fit = fitting(beside ? 2 : 1);
  const zoom = ZOOMS[zoomNow()];
  const scale = zoom ? zoom * (settings.millimetre ?? PIXELS_A_MM) : fit;
  stage.style.setProperty("--mm", `${scale}px`);
  for (const measured of stage.querySelectorAll(".sheet-measured")) {
    for (const old of measured.querySelectorAll(".sheet-ruler")) old.remove();
    measured.prepend(ruler(sheet.paper[0], scale, false), ruler(sheet.paper[1], scale, true));
  }
}
