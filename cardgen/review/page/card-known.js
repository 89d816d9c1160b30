/* The facts about a card: its findings, its data with the place in the files, its boxes, its places on the sheets. */
"use strict";

(() => {
  const { h, t, state, tag, message } = cardgen;

  /** A place in a file. The folder is shown once, above the table, and in the title.
      @param {string} file @param {number} line */
  const where = (file, line) => h("code", { class: "where", title: `${file}:${line}` }, `${file.split("/").at(-1)}:${line}`);

  /** A field's value: texts with their languages, colours with a swatch, the rest as it is written.
      @param {FieldData} field */
  function value(field) {
    const it = field.value;
    if (it !== null && typeof it === "object" && !Array.isArray(it)) {
      return h("dl", { class: "texts" }, Object.entries(it).map(([lang, text]) => h("div", {},
        h("dt", {}, lang), h("dd", { lang: state.catalog.game.languages.includes(lang) ? tag(lang) : null }, Array.isArray(text)
          ? text.join("\n") : String(text)))));
    }
    if (Array.isArray(it)) {
      const lines = it.map((each) => (typeof each === "object" ? JSON.stringify(each) : String(each)));
      return h("code", { class: "lines" }, lines.join(typeof it[0] === "number" ? ", " : "\n"));
    }
    if (typeof it === "string" && /^#[0-9a-f]{6}$/i.test(it)) {
      return [h("span", { class: "swatch", style: { "--colour": it } }), h("code", {}, it)];
    }
    return typeof it === "string" ? h("span", { class: "written" }, it) : h("code", {}, String(it));
  }

  /** @param {CardFacts} about */
  function data({ card, detail }) {
    return h("section", { class: "panel data" }, h("h2", { id: "known-data" }, t("known.data")), h("p", {}, h("code", { class: "quiet" },
      `${detail.file}:${detail.line}`)),
      h("div", { class: "wide" }, h("table", { "aria-labelledby": "known-data" },
        h("thead", {}, h("tr", {}, ["known.field", "known.value", "known.where"].map((words) => h("th", { scope: "col" }, t(words))))),
        h("tbody", {}, h("tr", {}, h("th", { scope: "row" }, "id"), h("td", {}, h("code", {}, card.id)), h("td", {}, where(detail.file,
          detail.line))),
          detail.fields.map((field) => h("tr", {}, h("th", { scope: "row" }, field.name), h("td", {}, value(field)), h("td", {},
            where(field.file, field.line))))))),
      h("p", { class: "quiet" }, t("known.template"), " ", h("code", {}, detail.template.file)));
  }

  /** @param {CardFacts} about */
  function findings({ found, lightFinding }) {
    if (!found.length) return null;
    return h("section", { class: "panel findings" }, h("h2", {}, t("known.findings", { n: found.length })),
      h("ul", {}, found.map((finding) => h("li", { dataset: { severity: finding.severity } },
        h("button", { type: "button", class: "plain finding", dataset: { hold: `finding-${finding.index}` }, onclick: () =>
          lightFinding(finding) },
          h("b", {}, `⚠ ${finding.code}`), " ", cardgen.sayMessage(finding.message)),
        cardgen.pick(finding.hint) ? h("p", { class: "quiet" }, cardgen.sayMessage(finding.hint)) : null, where(finding.file, finding.line)))));
  }

  /** @param {CardFacts} about */
  function boxes({ detail, side, light }) {
    const list = detail.boxes[side] ?? [];
    if (!list.length) return null;
    /** @param {number[]} rect */
    const mm = (rect) => rect.map((each) => Math.round(each * 10) / 10).join(", ");
    return h("details", { class: "panel boxes", open: remembered.boxes, ontoggle: ({ target }) => { remembered.boxes = target.open; } },
      h("summary", {}, h("h2", {}, t("known.boxes", { n: list.length, side: t(`side.${side}`) }))),
      h("ul", { onmouseleave: () => light(null) }, list.map((box, n) => {
        const on = () => light({ side, rect: box.rect, name: box.name });
        return h("li", {}, h("button", { type: "button", class: "plain", dataset: { hold: `box-${side}-${n}` }, onmouseenter: on,
          onfocus: on, onclick: on, onblur: () => light(null) },
          h("b", {}, box.name), h("span", { class: "quiet" }, `${box.kind} · ${mm(box.rect)} mm`), where(box.file, box.line)));
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
    const slots = (list) => list.map(({ slot }) => t("known.slot", { ...slot })).join(t("list.and"));
    return h("section", { class: "panel places" }, h("h2", {}, t("known.places")),
      h("ul", {}, [...sheets].map(([sheet, pages]) => h("li", {}, h("b", {}, sheet), h("span", { class: "pages" }, [...pages].map(([page,
        list]) =>
        h("a", { href: cardgen.address("sheet", [sheet, page], { card: detail.key }), title: slots(list) }, t("known.page", { page }),
          list.length > 1 ? h("span", { class: "quiet" }, ` ×${list.length}`) : null)))))));
  }

  cardgen.cardKnown = (about) => [findings(about), data(about), boxes(about), places(about)].filter(Boolean);

  cardgen.words({
    en: {
      "known.data": message("Data"),
      "known.field": message("Field name"),
      "known.value": message("Value"),
      "known.where": message("Location"),
      "known.template": message("Template:"),
      "known.findings": message("Findings ({n})"),
      "known.boxes": message("Boxes of the {side} ({n})"),
      "known.places": message("On the sheets"),
      "known.page": message("page {page}"),
      "known.slot": message("row {row}, column {column}"),
    },
  });
})();
