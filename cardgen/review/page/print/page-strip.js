/* The strip of the pages of a file, as thumbnails. */

import { t } from "../app/words.js";
import { h } from "../shared/elements.js";
import { caption } from "./page-figure.js";
import { link, pageNow, picture, printed } from "./sheet-pages.js";

const NEAR = 20; // thumbnails on each side of the page that is shown
let seen = /** @type {IntersectionObserver | null} */ (null);

/** @param {SheetData} sheet @param {number} page @param {number[]} pages */
function thumbnail(sheet, page, pages) {
  return h("li", {}, h("a", { href: link(sheet, page), dataset: { hold: `thumbnail-${page}`, shown: String(pages.includes(page)) },
    "aria-current": page === pageNow(sheet) ? "page" : null, "aria-label": caption(sheet, page) },
  h("img", { alt: "", dataset: { src: picture(sheet, page) }, style: { "--ratio": String(sheet.paper[0] / sheet.paper[1]) } }),
  h("span", {}, String(page))));
}

/** @param {SheetData} sheet @param {number[]} pages */
export function strip(sheet, pages) {
  const from = Math.max(1, pages[0] - NEAR);
  const until = Math.min(sheet.pages, pages[pages.length - 1] + NEAR);
  const numbers = Array.from({ length: until - from + 1 }, (_, index) => from + index);
  return h("nav", { class: "sheet-strip", "aria-label": t("sheet.strip") },
    h("ol", {}, numbers.map((page) => thumbnail(sheet, page, pages))));
}

/** Loads the thumbnails that are in sight, once the pages themselves are there. */
export function fillStrip() {
  const list = /** @type {HTMLElement} */ (printed.root.querySelector(".sheet-strip ol"));
  const current = /** @type {HTMLElement} */ (list.querySelector('[data-shown="true"]'));
  list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2;
  list.scrollTop = current.offsetTop - (list.clientHeight - current.offsetHeight) / 2;
  seen?.disconnect();
  seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target: element } of entries) {
      const target = /** @type {HTMLImageElement} */ (element);
      if (!isIntersecting || !target.dataset.src) continue;
      target.src = target.dataset.src;
      delete target.dataset.src;
    }
  }, { root: list, rootMargin: "200px" });
  const watch = seen;
  const settled = /** @type {HTMLImageElement[]} */ ([...printed.root.querySelectorAll(".sheet-page img")]).map((image) => image.decode().catch(() => {}));
  Promise.all(settled).then(() => list.querySelectorAll("img").forEach((image) => watch.observe(image)));
}

/** No thumbnail is watched any more. */
export const forgetStrip = () => seen?.disconnect();
