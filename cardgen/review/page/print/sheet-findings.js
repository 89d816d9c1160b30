/* The findings about the cards of a file, in the panel beside the sheets. */

import { state } from "../app/data.js";
import { alter } from "../app/views.js";
import { pick, say, sayMessage, t, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { pageNow, pagesOfLeaf, placed, print, printed } from "./sheet-pages.js";

/** The findings about cards of a file. @param {SheetData} sheet */
function findingsOn(sheet) {
  const keys = new Set(sheet.cards.map(([key]) => key));
  return print.findings.filter(({ key }) => keys.has(key));
}

/** The first page of a file that shows a card's side. @param {SheetData} sheet @param {FindingData} finding */
function pageOf(sheet, { key, side }) {
  for (let page = 1; page <= sheet.pages; page += 1) if (placed(sheet, page).some((slot) => slot.key === key && (!side || slot.side === side))) return page;
  return 1;
}

/** The findings about the cards of a file; null as long as the cards have not been checked. @param {SheetData} sheet */
export function findings(sheet) {
  const list = findingsOn(sheet);
  if (!list.length) return state.catalog.checked && sheet.cards.length ? h("section", { class: "quiet" }, h("p", {}, icon("check"), " ", t("print.no-findings"))) : null;
  const shown = list.slice(0, 6);
  return h("section", {}, h("h2", {}, t("print.findings"), h("span", { class: "count-badge" }, list.length)),
    h("ul", { class: "problems" }, shown.map((finding) => h("li", { dataset: { severity: finding.severity } }, icon(finding.severity === "warning" ? "warn" : "error"),
      h("div", {}, h("span", { class: "hidden-text" }, t(`job.${finding.severity}`), " "), sayMessage(finding.message),
        h("p", { class: "row" }, h("a", { href: address("card", finding.key.split("/"), { side: finding.side === "back" ? "back" : "" }) }, pick(state.cards.get(finding.key)?.names) ? say(state.cards.get(finding.key)?.names) : finding.key),
          h("button", { type: "button", class: "plain", onclick: () => show(sheet, finding) }, t("print.show", { page: pageOf(sheet, finding) }))))))),
    list.length > shown.length ? h("p", {}, h("a", { href: address("checks") }, t("job.more", { count: list.length - shown.length }))) : null);
}

/** Shows where a card is on the sheets. @param {SheetData} sheet @param {FindingData} finding */
function show(sheet, finding) {
  const page = pageOf(sheet, finding);
  if (!pagesOfLeaf(sheet, pageNow(sheet)).includes(page)) location.hash = address("sheet", [sheet.name, String(page)], { ...printed.route.state, card: finding.key });
  else alter({ card: finding.key });
}

words({
  en: {
    "print.findings": message("Findings"),
    "print.no-findings": message("No findings on these cards."),
    "print.show": message("Page {page}"),
  },
});
