/* What is added to a game: a deck, a size, a language, a sheet, an export, a back, a box, a chapter. Each is a form made of the server's
   models, and one edit of the files. */

import { load, state } from "../app/data.js";
import { on } from "../app/events.js";
import { key } from "../app/shortcuts.js";
import { toast } from "../app/toast.js";
import { settings } from "../app/settings.js";
import { go } from "../app/views.js";
import { pick, say, sayMessage, t, words } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { safeName } from "../shared/file-names.js";
import { message } from "../shared/messages.js";
import { nameOf, tag } from "../shared/texts.js";
import { cardPictures, sentTable, tablePlace } from "../home/sent.js";
import { paperLabel } from "../print/asking.js";
import { dialog } from "../review/dialogs.js";
import { canEdit, edit, whyNot } from "./editing.js";
import { addColumn } from "./shaping.js";
import { loadFiles } from "./text-list.js";
/** @import { Child } from "../shared/elements.js" */

/** What can be added, with its icon, in the order of the menu. */
const KINDS = /** @type {const} */ ([["deck", "deck"], ["size", "card"], ["language", "word"], ["sheet", "grid"], ["export", "out"], ["back", "flip"], ["tuckbox", "shape"], ["chapter", "text"]]);

/** Keys that a form shows at once; the rest are behind “More”. */
const FIRST = ["name", "deck", "decks", "papers", "width", "height", "layout", "titles", "language", "export", "size", "colour", "text", "title"];

/** @param {AdditionKey} about @param {Record<string, unknown>} values */
function control({ name, type, choices, labels, least, most, value }, values) {
  const hold = `add-${name}`;
  const label = String(value).includes("{paper}") ? t("add.key.name.paper") : labelOf(name);
  const shown = (/** @type {string} */ choice) => choiceLabel(name, choice);
  if (type === "several") {
    const chosen = new Set(/** @type {string[]} */ (value));
    return h("fieldset", {}, h("legend", {}, label), h("div", { class: "row" }, choices.map((choice) => h("label", {}, h("input", { type: "checkbox", checked: chosen.has(choice), dataset: { hold: `${hold}-${choice}` }, onchange: ({ target }) => {
      if (target.checked) chosen.add(choice);
      else chosen.delete(choice);
      values[name] = choices.filter((one) => chosen.has(one));
    } }), shown(choice)))));
  }
  if (type === "flag") return h("label", {}, h("input", { type: "checkbox", checked: value === true, dataset: { hold }, onchange: ({ target }) => { values[name] = target.checked; } }), label);
  const described = h("span", { class: "quiet" }, labels[String(value)] ? sayMessage(labels[String(value)]) : null);
  const field = type === "choice" ? h("select", { dataset: { hold }, onchange: ({ target }) => {
    values[name] = target.value;
    if (labels[target.value]) fill(described, sayMessage(labels[target.value]));
  } }, choices.map((choice) => h("option", { value: choice, selected: choice === value, lang: name === "language" ? tag(choice) : null }, shown(choice))))
  : h("input", { type: type === "number" ? "number" : type === "colour" ? "color" : "text", value: String(value ?? ""), min: least, max: most, step: type === "number" ? "any" : null, autocomplete: "off", spellcheck: "false", dataset: { hold },
    oninput: ({ target }) => { values[name] = type === "number" ? Number(target.value) : target.value; } });
  return h("label", { class: "above" }, h("span", {}, label), field, Object.keys(labels).length ? described : null);
}

/** What a choice is called, as in Print. @param {string} name @param {string} choice */
function choiceLabel(name, choice) {
  if (name === "language") return nameOf(choice);
  if (name === "papers") return paperLabel(choice);
  const titles = name.startsWith("deck") ? state.decks.get(choice)?.titles : null;
  return titles && pick(titles) ? say(titles) : t(`print.key.${name}.${choice}`) === `print.key.${name}.${choice}` ? choice : t(`print.key.${name}.${choice}`);
}

/** @param {string} name */
const labelOf = (name) => (t(`add.key.${name}`) === `add.key.${name}` ? name.replaceAll("_", " ") : t(`add.key.${name}`));

/** The cards of a new deck: none but an example, or those of a table. @param {Record<string, unknown>} values */
function tableOf(values) {
  const cards = h("div", { class: "begin-cards" });
  const table = sentTable("api/sent", (answer) => {
    values.table = table.sent;
    fill(cards, cardPictures(answer?.cards ?? [], 108));
  }, () => ({ deck: safeName(String(values.name ?? "")), size: values.size }));
  return [h("p", { class: "quiet" }, t("add.deck.how")), tablePlace(table), table.root, cards];
}

/** Asks for the values of an addition, and makes it. What is refused can be corrected. @param {string} what */
export async function add(what) {
  const forms = /** @type {AdditionData[]} */ (await load(/** @type {any} */ ("additions")).catch(() => []));
  const form = forms.find((one) => one.what === what);
  const title = t(`add.${what}`);
  const later = { value: "", label: t("write.later") };
  if (!form) return;
  if (Object.keys(form.refused).length) return void await dialog(title, h("p", {}, sayMessage(form.refused)), [later]);
  const values = /** @type {Record<string, unknown>} */ (Object.fromEntries(form.keys.map(({ name, value }) => [name, value])));
  const controls = form.keys.map((about) => ({ about, field: control(about, values) }));
  const [first, rest] = [controls.filter(({ about }) => FIRST.includes(about.name)), controls.filter(({ about }) => !FIRST.includes(about.name))];
  const extra = what === "deck" ? tableOf(values) : null;
  const more = rest.length ? h("details", {}, h("summary", {}, t("add.more")), h("div", { class: "add-fields" }, rest.map(({ field }) => field))) : null;
  let problem = /** @type {Child} */ (null);
  for (;;) {
    const body = h("div", { class: "make-dialog" }, problem ? h("p", { role: "alert" }, problem) : null, h("div", { class: "add-fields" }, first.map(({ field }) => field)), more, extra);
    const answer = await dialog(title, body, [{ value: "add", label: t("make.add.do"), main: true }, later], { opened: (box) => {
      if (extra) box.classList.add("wide");
      /** @type {HTMLElement | null} */ (box.querySelector("input, select"))?.focus();
    } });
    if (answer !== "add") return;
    const given = /** @type {Record<string, unknown>} */ ({ ...values, ...what === "deck" || what === "size" ? { name: safeName(String(values.name)) } : {} });
    const label = t(`add.done.${what}`, { name: String(given.name ?? given.export ?? (given.language && nameOf(String(given.language))) ?? given.title ?? given.deck ?? "") });
    const done = await edit([{ kind: "add", what, values: given }], label);
    if (done && !done.faults.length && !done.conflicts.length) {
      toast(label);
      if (what === "deck" && given.name) open(String(given.name));
      if (what === "chapter") openChapter(String(given.title));
      return;
    }
    problem = done ? whyNot(done) : t("make.unreachable");
  }
}

/** Opens a deck as soon as the page has it. @param {string} deck */
function open(deck) {
  if (state.decks.has(deck)) return go("make", [deck]);
  const stop = on("catalog", () => {
    if (!state.decks.has(deck)) return;
    stop();
    go("make", [deck]);
  });
  return undefined;
}

/** Opens the rulebook in the reader's language where a new chapter is written. @param {string} title */
async function openChapter(title) {
  const books = (await loadFiles()).filter(({ part }) => part === "rulebook").map(({ file }) => file);
  const file = books.find((name) => name.endsWith(`.${settings.cards}.md`)) ?? books[0];
  const data = file ? /** @type {TextData | null} */ (await load(/** @type {any} */ (`text/${file}`)).catch(() => null)) : null;
  if (data) go("text", data.file.split("/"), { line: data.text.split("\n").lastIndexOf(`## ${title}`) + 3 });
}

/** Opens the menu. It is no part of the panel, which is drawn again whenever a card changes.
    @param {HTMLElement} button */
function openMenu(button) {
  const { left, bottom } = button.getBoundingClientRect();
  const menu = h("div", { class: "menu-box make-menu", popover: "", role: "menu", "aria-label": t("add.menu"), style: { inset: `${bottom + 6}px auto auto ${left}px` }, ontoggle: ({ target }) => { if (!target.matches(":popover-open")) target.remove(); } },
    [item("make.column", "table", addColumn), KINDS.map(([what, sign]) => item(`add.${what}`, sign, () => add(what)))]);
  /** @param {string} label @param {string} sign @param {() => unknown} run */
  function item(label, sign, run) {
    return h("button", { type: "button", class: "plain", role: "menuitem", dataset: { hold: label.replace(".", "-") }, onclick: () => { menu.hidePopover(); run(); } }, icon(sign), h("span", { class: "grow" }, t(label)));
  }
  document.body.append(menu);
  menu.showPopover();
  menu.querySelector("button")?.focus();
}

/** The button “Add…” of the left panel. */
export const addSection = () => h("section", { class: "add" }, h("button", { type: "button", class: "plain", "aria-haspopup": "menu", dataset: { hold: "make-add-menu" }, onclick: ({ currentTarget }) => openMenu(currentTarget) }, icon("plus"), t("add.menu")));

for (const [what] of KINDS) key(`add-${what}`, { keys: [], words: `add.${what}`, when: canEdit, run: () => add(what) });

words({
  en: {
    "add.menu": message("Add…"),
    "add.deck": message("Add a deck"),
    "add.size": message("Add a size of cards"),
    "add.language": message("Add a language"),
    "add.sheet": message("Add a sheet"),
    "add.export": message("Add an export"),
    "add.back": message("Add a back"),
    "add.tuckbox": message("Add a tuck box"),
    "add.chapter": message("Add a chapter to the rulebook"),
    "add.more": message("More"),
    "add.done.deck": message("Deck {name} added"),
    "add.done.size": message("Size {name} added"),
    "add.done.language": message("{name} added"),
    "add.done.sheet": message("Sheet {name} added"),
    "add.done.export": message("Export {name} added"),
    "add.done.back": message("Back of {name} added"),
    "add.done.tuckbox": message("Tuck box {name} added"),
    "add.done.chapter": message("Chapter {name} added"),
    "add.deck.how": message("It begins with one card, or with those of a table: drop a CSV, TSV or XLSX file here, or paste cells."),
    "add.key.name": message("Name"),
    "add.key.name.paper": message("Name ({paper} becomes the name of the paper)"),
    "add.key.deck": message("Deck"),
    "add.key.decks": message("Decks"),
    "add.key.papers": message("Papers"),
    "add.key.layout": message("Layout"),
    "add.key.backs": message("Backs"),
    "add.key.sets": message("Sets"),
    "add.key.cut": message("Cut lines"),
    "add.key.width": message("Width, mm"),
    "add.key.height": message("Height, mm"),
    "add.key.corner": message("Corner radius, mm"),
    "add.key.bleed": message("Bleed, mm"),
    "add.key.safe": message("Safe area from the edge, mm"),
    "add.key.thickness": message("Thickness, mm"),
    "add.key.size": message("Size"),
    "add.key.language": message("Language"),
    "add.key.export": message("Export"),
    "add.key.colour": message("Colour"),
    "add.key.text": message("Text (empty: the title of the game)"),
    "add.key.titles": message("Title (empty: that of the deck)"),
    "add.key.title": message("Title"),
    "add.key.ink": message("Colour of the text"),
    "add.key.paint": message("Colour of the box"),
    "add.key.accent": message("Colour of the lines"),
    "add.key.front": message("Front"),
    "add.key.front_title": message("Titles over the back of the cards, too"),
    "add.key.bottom": message("Bottom"),
    "add.key.slits": message("Slits"),
    "add.key.sheets": message("Sheets"),
    "add.key.copies": message("Copies"),
  },
});
