/* The tools above a printed file, and what is known of it. */

import { alter } from "../app/views.js";
import { joinSentences, pick, say, t } from "../app/words.js";
import { h, icon } from "../shared/elements.js";
import { button, clamp, isLeaved, isSideways, link, pageNow, paperName, pdfAddress, printed, sheetNow, short, sideOf, to } from "./sheet-pages.js";
import { step } from "./sheet.js";

/** @type {Record<string, number>} */
export const ZOOMS = { fit: 0, true: 1, double: 2 };

/** The files, in groups if they are of several kinds.
    @param {SheetData} sheet */
export function options(sheet) {
  const sections = [...new Set(printed.sheets.map((file) => file.section))];
  /** @param {string} section */
  const of = (section) => printed.sheets.filter((file) => file.section === section).map((file) =>
    h("option", { value: file.name, selected: file === sheet }, `${file.name} (${file.pages})`));
  return sections.map((section) => (sections.length > 1 ? h("optgroup", { label: t(`sheet.in-${section}`) }, of(section)) : of(section)));
}

/** The files as a list, in groups if they are of several kinds, beside the sheets. */
export function fileList() {
  const shown = printed.sheets && sheetNow();
  return [...new Set((printed.sheets ?? []).map((file) => file.section))].map((section) => h("section", { class: "files" }, h("h2", {}, t(`sheet.in-${section}`)),
    h("ul", {}, printed.sheets.filter((file) => file.section === section).map((file) => h("li", {},
      h("a", { href: link(file, 1), "aria-current": file === shown ? "true" : null, dataset: { hold: `file-${file.name}` } },
        icon("file"), h("span", { class: "cut-off" }, file.name), h("span", { class: "number" }, file.pages)))))));
}

/** @param {SheetData} sheet @param {number[]} pages */
export function tools(sheet, pages) {
  const last = pages[pages.length - 1] >= sheet.pages;
  return h("div", { class: "tool tools-of-sheet" }, h("h1", { class: "hidden-text" }, t("view.sheet")),
    h("label", { class: "which" }, h("span", { class: "hidden-text" }, t("sheet.which")),
      h("select", { dataset: { hold: "which" }, onchange: (event) => to(printed.sheets.find((file) => file.name === event.target.value), 1) },
        options(sheet))),
    h("span", { class: "group" },
      button("previous", { disabled: pages[0] <= 1, "aria-label": t("sheet.previous"), onclick: () => step(-1) }, icon("left")),
      button("next", { disabled: last, "aria-label": t("sheet.next"), onclick: () => step(1) }, icon("right"))),
    h("label", { class: "page-number" }, t("sheet.page"),
      h("input", { type: "number", min: 1, max: sheet.pages, value: pageNow(sheet), dataset: { hold: "page" },
        onchange: (event) => to(sheet, clamp(Math.trunc(Number(event.target.value)) || 1, 1, sheet.pages), { replace: true }) }), t("sheet.of", { n: sheet.pages })),
    h("span", { class: "group", role: "group", "aria-label": t("sheet.zoom") }, Object.keys(ZOOMS).map((zoom) =>
      button(zoom, { "aria-pressed": String(zoomNow() === zoom), onclick: () => setZoom(zoom) }, t(`sheet.${zoom}`)))),
    h("span", { class: "grow" }), h("a", { class: "button", href: pdfAddress(sheet), dataset: { hold: "pdf" } }, icon("download"), t("sheet.pdf")));
}

export const zoomNow = () => (printed.route.state.zoom in ZOOMS ? printed.route.state.zoom : "fit");
/** @param {string} zoom */
export const setZoom = (zoom) => alter({ zoom: zoom === "fit" ? "" : zoom });

/** @param {SheetData} sheet @param {number[]} pages */
export function about(sheet, pages) {
  const [width, height] = sheet.paper;
  const name = paperName(sheet);
  return h("p", { class: "sheet-about quiet" },
    h("strong", {}, t(`sheet.in-${sheet.section}`),
      pick(sheet.title) ? [t("sheet.colon"), say(sheet.title)] : null),
    h("span", {}, `${name ? `${name}, ` : ""}${short(width)} × ${short(height)} mm`),
    h("span", {}, isLeaved(sheet)
      ? t("sheet.leaf", { n: (pages[0] + 1) / 2, of: Math.ceil(sheet.pages / 2), pages: pages.join(t("sheet.and")) })
      : t("sheet.pages", { n: pages[0], of: sheet.pages })),
    sheet.mm ? h("span", {}, t(sheet.tiles ? "sheet.together" : "sheet.cut", { size: sheet.mm.map(short).join(" × ") })) : null,
    sheet.cell ? h("span", {}, t("sheet.cell", { mm: short(sheet.cell) })) : null);
}

/** @param {SheetData} sheet */
export function flipNote(sheet) {
  if (!isLeaved(sheet)) return sideOf(sheet, 1) === "fold" ? h("p", { class: "flip-note" }, t("sheet.fold")) : null;
  return h("p", { class: "flip-note" }, h("span", { class: "flip-mark", "aria-hidden": "true" }),
    h("span", {}, joinSentences([t(`sheet.${sheet.flip}`), t(isSideways(sheet) ? "sheet.sideways" : "sheet.upwards")])));
}
