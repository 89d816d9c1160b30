/* The facts about a card: its findings, its data with the place in the files, its boxes, its places on the sheets. */

import { state } from "../app/data.js";
import { linePlace, place as placeLink } from "../app/places.js";
import { pick, sayMessage, t, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { tag } from "../shared/texts.js";
import { editField } from "../make/field-dialog.js";
import { button } from "./showing.js";
/** @import { LitPlace } from "./sides.js" */

/** What is shown beside a card, and how to outline places on it.
    @typedef {{ card: CardData, detail: CardDetail, findings: CardFinding[], side: string, light: (place: LitPlace | null) => void, lightFinding: (finding: CardFinding) => void }} CardFacts */

/** A finding of a card, with its index in findings.json.
    @typedef {FindingData & { index: number }} CardFinding */

/** A place in a file. The folder is shown once, above the table, and in the title.
    @param {string} file @param {number} line @param {number} [column] */
const where = (file, line, column = 0) => linePlace({ file, line, column });

/** A field's value: texts with their languages, colours with a swatch, the rest as it is written.
    @param {FieldData} field */
function value(field) {
  const content = field.value;
  if (content !== null && typeof content === "object" && !Array.isArray(content)) {
    return h("dl", { class: "texts" }, Object.entries(content).map(([lang, text]) => h("div", {},
      h("dt", {}, lang), h("dd", { lang: state.catalog.game.languages.includes(lang) ? tag(lang) : null }, Array.isArray(text)
        ? text.join("\n") : String(text)))));
  }
  if (Array.isArray(content)) {
    const lines = content.map((item) => (typeof item === "object" ? JSON.stringify(item) : String(item)));
    return h("code", { class: "lines" }, lines.join(typeof content[0] === "number" ? ", " : "\n"));
  }
  if (typeof content === "string" && /^#[0-9a-f]{6}$/i.test(content)) {
    return [h("span", { class: "swatch", style: { "--colour": content } }), h("code", {}, content)];
  }
  return typeof content === "string" ? h("span", { class: "written" }, content) : h("code", {}, String(content));
}

/** @param {CardFacts} about */
function data({ card, detail }) {
  return h("section", { class: "panel data" }, h("h2", { id: "facts-data" }, t("facts.data")), h("p", {}, placeLink(detail, `${detail.file}:${detail.line}`)),
    h("div", { class: "wide" }, h("table", { "aria-labelledby": "facts-data" },
      h("thead", {}, h("tr", {}, ["facts.field", "facts.value", "facts.where"].map((words) => h("th", { scope: "col" }, t(words))))),
      h("tbody", {}, h("tr", {}, h("th", { scope: "row" }, "id"), h("td", {}, h("code", {}, card.id)), h("td", {}, where(detail.file,
        detail.line))),
        detail.fields.map((field) => h("tr", {}, h("th", { scope: "row" }, field.name), h("td", {}, value(field)), h("td", {},
          where(field.file, field.line, field.column), state.catalog.mode === "live" ? button(`edit-field-${field.name}`, () => editField(card.key, field.name), icon("make"),
            { class: "icon-button", "aria-label": t("make.field", { field: field.name }), title: t("make.field", { field: field.name }) }) : null)))))),
    h("p", { class: "quiet" }, t("facts.template"), " ", placeLink(detail.template, detail.template.file)));
}

/** @param {CardFacts} about */
function findingsPanel({ findings, lightFinding }) {
  if (!findings.length) return null;
  return h("section", { class: "panel findings" }, h("h2", {}, t("facts.findings", { n: findings.length })),
    h("ul", {}, findings.map((finding) => h("li", { dataset: { severity: finding.severity } },
      h("button", { type: "button", class: "plain finding", dataset: { hold: `finding-${finding.index}` }, onclick: () =>
        lightFinding(finding) },
        icon(finding.severity === "error" ? "error" : "warn"), h("b", {}, finding.code), " ", sayMessage(finding.message)),
      pick(finding.hint) ? h("p", { class: "quiet" }, sayMessage(finding.hint)) : null, where(finding.file, finding.line)))));
}

/** @param {CardFacts} about */
function boxes({ detail, side, light }) {
  const list = detail.boxes[side] ?? [];
  if (!list.length) return null;
  /** @param {number[]} rect */
  const mm = (rect) => rect.map((length) => Math.round(length * 10) / 10).join(", ");
  return h("details", { class: "panel boxes", open: remembered.boxes, ontoggle: ({ target }) => { remembered.boxes = target.open; } },
    h("summary", {}, h("h2", {}, t("facts.boxes", { n: list.length, side: t(`side.${side}`) }))),
    h("ul", { onmouseleave: () => light(null) }, list.map((box, n) => {
      const on = () => light({ side, rect: box.rect, name: box.name });
      return h("li", {}, h("button", { type: "button", class: "plain", dataset: { hold: `box-${side}-${n}` }, onmouseenter: on,
        onfocus: on, onclick: on, onblur: () => light(null) },
        h("b", {}, box.name), h("span", { class: "quiet" }, `${box.kind} · ${mm(box.rect)} mm`), h("code", { class: "where", title: `${box.file}:${box.line}` }, `${box.file.split("/").at(-1)}:${box.line}`)));
    })));
}

const remembered = { boxes: false };

/** Links to the pages that the card's copies are on, sheet by sheet.
    @param {CardFacts} about */
function places({ detail }) {
  const sheets = new Map();
  for (const place of detail.places) {
    const pages = sheets.get(place.sheet) ?? new Map();
    pages.set(place.page, [...(pages.get(place.page) ?? []), place]);
    sheets.set(place.sheet, pages);
  }
  if (!sheets.size) return null;
  /** @param {SheetPlaceData[]} list */
  const slots = (list) => list.map(({ slot }) => t("facts.slot", { ...slot })).join(t("list.and"));
  return h("section", { class: "panel places" }, h("h2", {}, t("facts.places")),
    h("ul", {}, [...sheets].map(([sheet, pages]) => h("li", {}, h("b", {}, sheet), h("span", { class: "pages" }, [...pages].map(([page,
      list]) =>
      h("a", { href: address("sheet", [sheet, page], { card: detail.key }), title: slots(list) }, t("facts.page", { page }),
        list.length > 1 ? h("span", { class: "quiet" }, ` ×${list.length}`) : null)))))));
}

/** All of them.
    @param {CardFacts} facts */
export const cardFacts = (facts) => [findingsPanel(facts), data(facts), boxes(facts), places(facts)].filter(Boolean);

words({
  en: {
    "facts.data": message("Data"),
    "facts.field": message("Field name"),
    "facts.value": message("Value"),
    "facts.where": message("Location"),
    "facts.template": message("Template:"),
    "facts.findings": message("Findings ({n})"),
    "facts.boxes": message("Boxes of the {side} ({n})"),
    "facts.places": message("On the sheets"),
    "facts.page": message("page {page}"),
    "facts.slot": message("row {row}, column {column}"),
  },
});
