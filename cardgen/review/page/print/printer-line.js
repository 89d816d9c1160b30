/* Printers: for which of the user's printers a file is made, with the values that were measured on the calibration sheet. They
   are kept by `cardgen printer`, not by the page, so that builds and the page cannot disagree. */

import { site } from "../app/data.js";
import { phrase, t, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { h } from "../shared/elements.js";
import { message } from "../shared/messages.js";

const CALIBRATION = "calibration";

/** The calibration sheet for the paper of a file.
    @param {SheetData} sheet @param {readonly SheetData[]} sheets */
const calibrationFor = (sheet, sheets) => {
  const all = sheets.filter((file) => file.section === CALIBRATION);
  /** @param {SheetData} about */
  const paper = (about) => about.paper.toSorted((a, b) => a - b).join();
  return all.find((file) => paper(file) === paper(sheet)) ?? all[0];
};

/** @param {readonly string[]} values */
const options = (values) => values.flatMap((value, at) => [at ? " " : "", h("code", { class: "unbroken" }, value)]);

/** Which printer a file is made for. A rulebook is for any, and so is everything on a site: it is not for this reader alone.
    @param {SheetData} sheet @param {readonly SheetData[]} sheets */
export function printerLine(sheet, sheets) {
  if (site || sheet.section === "rulebook") return null;
  const { printer } = sheet;
  const measure = calibrationFor(sheet, sheets);
  return h("p", { class: "sheet-printer quiet" }, printer
    ? phrase(printer.values.length ? "printers.for" : "printers.plain", { name: h("strong", {}, printer.name), values: options(printer.values) })
    : t("printers.any"),
    measure && measure !== sheet ? [" ", h("a", { href: address("sheet", [measure.name]), dataset: { hold: "calibration" } },
      t(printer ? "printers.again" : "printers.measure"))] : null);
}

words({
  en: {
    "printers.for": message("For the printer {name}: {values}"),
    "printers.plain": message("For the printer {name}, without corrections."),
    "printers.any": message("For any printer."),
    "printers.measure": message("Measure yours with the calibration sheet."),
    "printers.again": message("Check it with the calibration sheet."),
  },
});
