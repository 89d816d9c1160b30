/* The printed files: pictures of the pages of the PDFs in true millimetres, sheet by sheet; each card is a link. */

import "./sheet-words.js";
import { load, site, state } from "../app/data.js";
import { on } from "../app/events.js";
import { loadFindings } from "../app/live.js";
import { drawLeft } from "../app/left.js";
import { key } from "../app/shortcuts.js";
import { view } from "../app/views.js";
import { t } from "../app/words.js";
import { step as stepEdit } from "../make/editing.js";
import { isTypingIn } from "../make/numbers.js";
import { queryOf } from "./asking.js";
import { fetchData } from "./job.js";
import { buildButton, drawFoot, optionsPanel, showRefused, turnOptions } from "./options.js";
import { fill, focused, h, icon } from "../shared/elements.js";
import { drawMarks, measure, pageFigure, subject } from "./page-figure.js";
import { fillStrip, forgetStrip, strip } from "./page-strip.js";
import { printerLine } from "./printer-line.js";
import { pageNow, pagesOfLeaf, print, printed, sheetNow, to } from "./sheet-pages.js";
import { about, fileList, flipNote, setZoom, tools, zoomNow } from "./sheet-tools.js";

let resized = /** @type {ResizeObserver | null} */ (null);

/** @param {number} by */
export function step(by) {
  const sheet = printed.sheets && sheetNow();
  if (!sheet) return;
  const pages = pagesOfLeaf(sheet, pageNow(sheet));
  const next = by > 0 ? pages[pages.length - 1] + 1 : pagesOfLeaf(sheet, pages[0] - 1)[0];
  if (next >= 1 && next <= sheet.pages) to(sheet, next, { replace: true });
}

// ---------------------------------------------------------------- the whole

/** @param {string} text */
function nothing(text) {
  return [h("h1", { class: "hidden-text" }, t("view.sheet")), h("p", { class: "panel" }, text)];
}

function body() {
  if (!printed.sheets) return nothing(t(printed.failed ? "sheet.failed" : "sheet.loading"));
  const sheet = sheetNow();
  if (!sheet) return nothing(t(state.catalog.fault ? "sheet.faulty" : "sheet.none"));
  if (sheet.name !== printed.route.path[0] && printed.route.path[0] && !state.catalog.checked) return nothing(t("sheet.loading"));
  const pages = pagesOfLeaf(sheet, pageNow(sheet));
  const begun = [tools(sheet, pages), h("div", { class: "sheet-head" }, about(sheet, pages), printerLine(sheet, printed.sheets), sheet.drawn ? flipNote(sheet) : null)];
  if (!sheet.drawn) return [...begun, h("p", { class: "panel" }, t("sheet.undrawn"))];
  return [
    ...begun,
    h("div", { class: "sheet-stage", tabindex: "0", role: "region", "aria-label": t("sheet.stage"),
      dataset: { hold: "stage", zoom: zoomNow() } },
      pages.map((page) => pageFigure(sheet, page))),
    sheet.pages > pages.length ? strip(sheet, pages) : null,
  ];
}

/** On narrow screens, where the options cover the sheets: a bar where the thumb is. */
const actions = () => (site || !print.data ? null : h("div", { class: "print-actions" },
  h("button", { type: "button", class: "print-options-button", dataset: { hold: "print-options" }, "aria-controls": "print-options", onclick: turnOptions }, icon("settings"), t("print.options")), buildButton()));

const whole = h("div", { class: "print-view" });

function draw() {
  if (!printed.root) return;
  const held = printed.root.contains(focused()) ? focused()?.dataset.hold : null;
  const stage = printed.root.querySelector(".sheet-stage");
  const scrolled = stage ? [stage.scrollLeft, stage.scrollTop] : [0, 0];
  const down = printed.root.querySelector(".print-scroll")?.scrollTop ?? 0;
  fill(printed.root, whole);
  fill(whole, h("div", { class: "print-left" }, body()), isTypingIn(whole) ? whole.querySelector(".print-right") : optionsPanel(), actions());
  showRefused();
  printed.root.querySelector(".print-scroll")?.scrollTo(0, down);
  const renewed = printed.root.querySelector(".sheet-stage");
  resized?.disconnect();
  if (renewed) {
    resized = new ResizeObserver(measure);
    measure();
    resized.observe(renewed);
    [renewed.scrollLeft, renewed.scrollTop] = scrolled;
    if (printed.root.querySelector(".sheet-strip")) fillStrip();
  }
  const again = held ? printed.root.querySelector(`[data-hold="${CSS.escape(held)}"]`) : null;
  (again?.matches(":disabled") ? again.parentElement?.querySelector("button:enabled") : again)?.focus({ preventScroll: true });
}

let asked = ""; // the query of the sheets that are shown

async function ask(first = false) {
  asked = queryOf(printed.route.state);
  const query = asked;
  const { made } = print;
  try {
    const data = site ? null : await fetchData(`print${query}`);
    const sheets = data?.sheets ?? await load("sheets");
    if (query !== asked || made < print.shown) return; // other options have been chosen meanwhile, or newer files are shown
    Object.assign(print, { data, why: "", shown: made });
    Object.assign(printed, { sheets, failed: false, query });
    if (state.catalog.checked) print.findings = (await loadFindings()).findings;
  } catch (error) {
    if (query !== asked) return;
    printed.failed = !printed.sheets;
    print.why = /** @type {Error} */ (error).message;
  }
  draw();
  drawLeft();
  if (first) printed.root?.querySelector("a.wanted")?.scrollIntoView({ block: "nearest" });
}

print.renew = ask;
on("made", () => { print.made += 1; });

view("sheet", {
  mode: "print", tab: 1, icon: "print", left: fileList,
  mount(main, newRoute) {
    printed.root = main;
    printed.route = newRoute;
    draw();
    ask(true);
  },
  update(newRoute) {
    printed.route = newRoute;
    draw();
    drawLeft(); // which file is shown
    if (queryOf(newRoute.state) !== asked) ask();
  },
  changed(kind) {
    if (kind === "catalog" || kind === "checked" || kind === "printer") ask();
    else if (kind === "review") drawMarks();
    if (kind === "fault") draw();
  },
  current() {
    const sheet = printed.sheets && sheetNow();
    return (sheet && subject(sheet, pageNow(sheet))?.key) ?? null;
  },
  title: (newRoute) => [newRoute.path[0] ?? printed.sheets?.[0]?.name, newRoute.path[1] && t("sheet.only", { page: newRoute.path[1] }), t("view.sheet")].filter(Boolean),
  unmount() {
    resized?.disconnect();
    forgetStrip();
    printed.root = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
  },
});

on("job-changed", () => printed.root && drawFoot(printed.root));

key("sheet-undo", { keys: ["ctrl+z"], views: ["sheet"], words: "make.undo", run: () => stepEdit("undo") });
key("sheet-redo", { keys: ["ctrl+shift+z"], views: ["sheet"], words: "make.redo", run: () => stepEdit("redo") });
key("sheet-next", { keys: ["j"], views: ["sheet"], words: "sheet.next", run: () => step(1) });
key("sheet-previous", { keys: ["k"], views: ["sheet"], words: "sheet.previous", run: () => step(-1) });
key("sheet-zoom", { keys: ["f"], views: ["sheet"], words: "sheet.size-key",
  run: () => setZoom(zoomNow() === "fit" ? "true" : "fit") });
