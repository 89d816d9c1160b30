/* A table that becomes a deck: a file or pasted cells, what its columns are, and the cards that it makes. */

import { t, whyRefused, words, sayMessage } from "../app/words.js";
import { post } from "../app/post.js";
import { nearest, settings } from "../app/settings.js";
import { fill, h, icon } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { nameOf, tag } from "../shared/texts.js";
import { parseCells, parseTable } from "../make/clipboard.js";
import { cutOf } from "../shared/outlines.js";
/** @import { Child } from "../shared/elements.js" */

/** What was chosen instead of what a table shows. @typedef {{ heading?: number, fields: Record<string, string>, kinds: Record<string, string> }} Choices */
/** What is sent. @typedef {{ file?: string, content?: string, cells?: string[][], sheets: string[], languages: string[], choices: Record<string, Choices> }} Sent */

/** Kinds of columns in the order of the menu; "" leaves the column out. */
const KINDS = ["id", "copies", "text", "integer", "number", "colour", "image", ""];

/** Languages that a column can be in, besides those that the table has. */
const LANGUAGES = ["en", "zh", "zh-Hant", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru"];

export const MOST_BYTES = 5_500_000; // of a file: the server takes 8 MB as text

/** The file as base64. @param {Blob} file @returns {Promise<string>} */
const encoded = (file) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
});

/** The cells of a clipboard; null if it has none. @param {DataTransfer | null} data */
export function cellsOf(data) {
  const cells = parseTable(data?.getData("text/html") ?? "") ?? parseCells(data?.getData("text/plain") ?? "");
  return cells.some((row) => row.some((cell) => cell.trim())) ? cells : null;
}

/** The field that a column is, as it is sent. @param {string} field @param {string} language */
const fieldOf = (field, language) => (language ? `${field}.${language}` : field);

/** The names of images that are shown, so that they can be forgotten. @type {string[]} */
let shownUrls = [];

/** The cards of an answer as pictures. @param {readonly ShownCard[]} cards @param {number} width px */
export function cardPictures(cards, width) {
  for (const url of shownUrls) URL.revokeObjectURL(url);
  shownUrls = cards.map(({ face }) => URL.createObjectURL(new Blob([face], { type: "image/svg+xml" })));
  return cards.map(({ key, trim: [wide, high], bleed, corner, outline }, at) => {
    const scale = Math.min(width / wide, (1.5 * width) / high);
    return h("span", { class: "thumb", style: { "--w": `${wide * scale}px`, "--h": `${high * scale}px`, "--bleed": `${bleed * scale}px`, "--corner": `${corner * scale}px`, "--cut": cutOf({ outline }) } },
      h("img", { class: "sight", src: shownUrls[at], alt: key.split("/").at(-1) ?? "", width: Math.round((wide + 2 * bleed) * scale), height: Math.round((high + 2 * bleed) * scale) }));
  });
}

/** A table that is being prepared. `root` has its form; `changed` is called with each answer of the server.
    @param {string} path of the request @param {(answer: SentAnswer | null) => void} changed @param {(() => Record<string, unknown>) | null} [about] what is sent with it for a game that there is */
export function sentTable(path, changed, about = null) {
  const root = h("div", { class: "sent" });
  const sent = /** @type {Sent} */ ({ sheets: [], languages: [], choices: {} });
  let answer = /** @type {SentAnswer | null} */ (null);
  let title = "";
  let problem = /** @type {Child} */ (null);
  let asked = 0;
  let first = ""; // the language that was chosen to be that of the game

  /** Asks what the table would become; the answer to an older question is not shown. @returns {Promise<void>} */
  async function ask() {
    const mine = asked += 1;
    const { status, data } = await post(path, { ...about?.(), ...sent });
    if (mine !== asked) return;
    problem = status === 200 ? null : status ? whyRefused(data) : t("make.unreachable");
    if (status === 200 && !about && !sent.languages.length && data.languages.length > 1) {
      const main = nearest(data.languages, first || settings.language);
      sent.languages = [main, ...data.languages.filter((/** @type {string} */ language) => language !== main)];
      if (main !== data.languages[0]) return ask();
    }
    if (status === 200 && !data.faults.length) chosen.clear();
    if (status === 200) answer = data.tables.length || !answer ? data : { ...answer, cards: [], faults: data.faults };
    draw();
    changed(answer);
    return undefined;
  }

  /** @param {Partial<Sent>} source @param {string} name */
  function take(source, name) {
    for (const key of /** @type {const} */ (["file", "content", "cells"])) delete sent[key];
    Object.assign(sent, source, { sheets: [], languages: [], choices: {} });
    [title, answer, problem] = [name, null, null];
    chosen.clear();
    draw();
    return ask();
  }

  /** @param {File} file */
  async function takeFile(file) {
    if (file.size > MOST_BYTES) {
      problem = t("sent.too-large", { file: file.name, size: (file.size / 1e6).toFixed(1) });
      return draw();
    }
    return take({ file: file.name, content: await encoded(file) }, file.name);
  }

  /** @param {SentTable} table */
  const choicesOf = (table) => (sent.choices[table.sheet] ??= { fields: {}, kinds: {} });

  /** What a column was chosen to be since the last answer without faults, by its sheet and header. @type {Map<string, SentColumn>} */
  const chosen = new Map();
  /** @param {SentTable} table @param {SentColumn} column */
  const now = ({ sheet }, column) => chosen.get(`${sheet}/${column.head}`) ??
    answer?.tables.find((table) => table.sheet === sheet)?.columns.find(({ head }) => head === column.head) ?? column; // a field that is being drawn again knows the last answer

  /** @param {SentTable} table @param {SentColumn} column @param {Partial<SentColumn>} change */
  function choose(table, column, change) {
    const choices = choicesOf(table);
    const wanted = { ...now(table, column), ...change };
    chosen.set(`${table.sheet}/${column.head}`, wanted);
    const { field, language, kind } = wanted;
    const plain = ["id", "copies", ""].includes(kind);
    const named = ["id", "copies", ""].includes(field) ? column.head : field;
    choices.fields[column.head] = plain ? kind : fieldOf(named, language);
    if (!plain) choices.kinds[column.head] = kind;
    else delete choices.kinds[column.head];
    sent.languages = []; // those of the columns
    ask();
  }

  /** @param {SentTable} table @param {SentColumn} column @param {number} at */
  function columnRow(table, column, at) {
    const { head, samples, field, language, kind } = now(table, column);
    const plain = ["id", "copies", ""].includes(kind);
    const languages = [...new Set([...language ? [language] : [], ...answer?.languages ?? [], ...LANGUAGES])];
    const hold = `column-${table.sheet}-${at}`;
    return h("tr", {},
      h("th", { scope: "row" }, h("span", { class: "cut-off" }, head)),
      h("td", { class: "samples quiet", lang: language ? tag(language) : null }, h("span", { class: "cut-off" }, samples.join(" · "))),
      h("td", {}, h("select", { "aria-label": t("sent.kind.of", { column: head }), dataset: { hold: `${hold}-kind` }, onchange: ({ target }) => choose(table, column, { kind: target.value, ...target.value === "text" ? {} : { language: "" } }) },
        [...new Set([...KINDS, kind])].map((name) => h("option", { value: name, selected: name === kind }, t(`sent.kind.${name || "none"}`))))),
      h("td", {}, plain ? null : h("input", { type: "text", value: field, spellcheck: "false", "aria-label": t("sent.field.of", { column: head }), dataset: { hold: `${hold}-field` }, onchange: ({ target }) => choose(table, column, { field: target.value.trim() || head }) })),
      h("td", {}, plain || kind !== "text" ? null : h("select", { "aria-label": t("sent.language.of", { column: head }), dataset: { hold: `${hold}-language` }, onchange: ({ target }) => choose(table, column, { language: target.value }) },
        ["", ...languages].map((name) => h("option", { value: name, selected: name === language, lang: name ? tag(name) : null }, name ? nameOf(name) : t("sent.language.any"))))));
  }

  /** @param {SentTable} table @param {boolean} isOne */
  function tableForm(table, isOne) {
    const { sheet, cards, heading, named, columns } = table;
    return h("section", { class: "sent-table", "aria-label": sheet || title },
      h("div", { class: "row" }, isOne ? null : h("h3", {}, sheet), h("span", { class: "quiet" }, t("home.cards", { count: cards })), h("span", { class: "grow" }),
        h("label", {}, t("sent.heading"), h("input", { type: "number", min: "1", value: heading, dataset: { hold: `heading-${sheet}` }, onchange: ({ target }) => {
          sent.choices[sheet] = { heading: Math.max(1, Number(target.value) || 1), fields: {}, kinds: {} };
          ask();
        } }))),
      h("div", { class: "sent-columns" }, h("table", {}, h("thead", {}, h("tr", {}, ["column", "samples", "kind", "field", "language"].map((name) => h("th", { scope: "col" }, t(`sent.${name}`))))),
        h("tbody", {}, columns.map((column, at) => columnRow(table, column, at))))),
      columns.some(({ kind }) => kind === "text") ? h("p", { class: "quiet" }, t("sent.languages")) : null,
      columns.some(({ kind }) => kind === "id") ? null : h("p", { class: "quiet" }, named ? t("sent.ids.of", { column: named }) : t("sent.ids")));
  }

  function sheetBoxes() {
    const { sheets = [], tables = [] } = answer ?? {};
    if (sheets.length < 2) return null;
    const taken = sent.sheets.length ? sent.sheets : tables.map(({ sheet }) => sheet); // one without cards stays chosen, beside its fault
    return h("fieldset", { class: "row" }, h("legend", {}, t("sent.sheets")), sheets.map((name) => h("label", {}, h("input", { type: "checkbox", checked: taken.includes(name), dataset: { hold: `sheet-${name}` }, onchange: ({ target }) => {
      const chosen = sheets.filter((sheet) => (sheet === name ? target.checked : taken.includes(sheet)));
      if (!chosen.length) return void (target.checked = true); // one has to be taken
      sent.sheets = chosen;
      ask();
    } }), name)));
  }

  function mainLanguage() {
    const languages = answer?.languages ?? [];
    if (about || languages.length < 2) return null;
    return h("label", { class: "above" }, h("span", {}, t("sent.main")), h("select", { dataset: { hold: "sent-main" }, onchange: ({ target }) => {
      first = target.value;
      sent.languages = [];
      ask();
    } }, languages.map((language, at) => h("option", { value: language, selected: at === 0, lang: tag(language) }, nameOf(language)))));
  }

  function draw() {
    const { tables = [], faults = [] } = answer ?? {};
    fill(root, title ? h("p", { class: "row", role: "status" }, icon("table"), h("strong", {}, title), answer || problem ? null : h("span", { class: "quiet" }, t("sent.reading"))) : null,
      problem || faults.length ? h("ul", { class: "sent-faults", role: "alert" }, problem ? h("li", {}, icon("error"), problem) : null, faults.slice(0, 8).map(({ message: text, hint, cell }) => h("li", {}, icon("error"),
        h("span", {}, cell ? h("span", { class: "mono" }, cell, " ") : null, sayMessage(text), Object.keys(hint).length ? h("span", { class: "quiet" }, " (", sayMessage(hint), ")") : null)))) : null,
      mainLanguage(), sheetBoxes(), tables.map((table) => tableForm(table, tables.length === 1)));
  }

  return { root, sent, take, takeFile, isReady: () => Boolean(answer?.tables.length && !answer.faults.length && !problem) };
}

/** A place where a file is dropped or chosen, or cells are pasted. `named` is called with the name of a file.
    @param {ReturnType<typeof sentTable>} table @param {(name: string) => void} [named] */
export function tablePlace(table, named = () => {}) {
  /** @param {File | null | undefined} file */
  const takeFile = async (file) => {
    if (!file) return;
    await table.takeFile(file);
    named(file.name.replace(/\.[^.]*$/, ""));
  };
  const input = h("input", { type: "file", accept: ".csv,.tsv,.txt,.xlsx", class: "hidden-text", tabindex: "-1", "aria-hidden": "true", onchange: ({ target }) => takeFile(target.files?.[0]) });
  /** @param {DragEvent} event */
  const isFile = (event) => event.dataTransfer?.types.includes("Files");
  return h("div", { class: "begin-drop", ondragover: (/** @type {DragEvent} */ event) => (isFile(event) ? event.preventDefault() : null), ondrop: (/** @type {DragEvent} */ event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    takeFile(event.dataTransfer?.files[0]);
  } }, icon("table"), h("div", { class: "row" }, h("button", { type: "button", dataset: { hold: "sent-file" }, onclick: () => input.click() }, t("sent.choose")), input,
    h("textarea", { rows: "1", spellcheck: "false", "aria-label": t("sent.paste"), placeholder: t("sent.paste"), dataset: { hold: "sent-cells" }, onpaste: (/** @type {ClipboardEvent} */ event) => {
      event.preventDefault();
      const cells = cellsOf(event.clipboardData);
      if (cells) table.take({ cells }, t("sent.rows", { count: cells.length }));
    }, onkeydown: (event) => { if (event.key === "Enter" || (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey)) event.preventDefault(); } })));
}

words({
  en: {
    "sent.choose": message("Choose a file…"),
    "sent.paste": message("Paste cells (Ctrl+V)"),
    "sent.too-large": message("{file} has {size} MB: at most 5.5 MB can be sent"),
    "sent.heading": message("Row with the names of the columns"),
    "sent.sheets": message("Sheets"),
    "sent.languages": message("Columns with the same field, each in its language, are one text in several languages."),
    "sent.main": message("First language of the game"),
    "sent.column": message("Column"),
    "sent.samples": message("First cells"),
    "sent.kind": message("Is"),
    "sent.field": message("Field"),
    "sent.language": message("Language"),
    "sent.kind.of": message("What {column} is"),
    "sent.field.of": message("Field of {column}"),
    "sent.language.of": message("Language of {column}"),
    "sent.language.any": message("—"),
    "sent.kind.id": message("Id"),
    "sent.kind.copies": message("Number of copies"),
    "sent.kind.text": message("Text"),
    "sent.kind.integer": message("Whole number"),
    "sent.kind.number": message("Number"),
    "sent.kind.colour": message("Colour"),
    "sent.kind.image": message("Picture"),
    "sent.kind.none": message("Left out"),
    "sent.ids.of": message("The table has no ids: a column with ids made of “{column}” is added."),
    "sent.ids": message("The table has no ids: a column with ids is added."),
    "sent.reading": message("Reading…"),
    "sent.rows": plural("{count} row pasted", "{count} rows pasted"),
  },
});
