/* A game that begins: from a starter, a file or pasted cells. What it will be is drawn at once; nothing is written before it is created. */

import { load } from "../app/data.js";
import { post } from "../app/post.js";
import { settings } from "../app/settings.js";
import { current, go, view } from "../app/views.js";
import { say, sayMessage, t, whyRefused, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h, icon } from "../shared/elements.js";
import { safeName } from "../shared/file-names.js";
import { message } from "../shared/messages.js";
import { nameOf, tag } from "../shared/texts.js";
import { facts, fan } from "./home.js";
import { cardPictures, cellsOf, sentTable, tablePlace } from "./sent.js";
/** @import { Child } from "../shared/elements.js" */

/** Languages that a starter has texts in, one or two on a card. */
const LANGUAGES = [["en"], ["zh"], ["zh-Hant"], ["en", "zh"], ["zh", "en"], ["zh-Hant", "en"]];
const KINDS = /** @type {const} */ (["starter", "table", "paste"]);

const begin = { title: "", isTyped: false, starter: "", languages: /** @type {string[]} */ ([]), busy: false, problem: /** @type {Child} */ (null), field: "" };
let root = /** @type {HTMLElement | null} */ (null);
const preview = h("aside", { class: "begin-preview" });
const foot = h("form", { class: "begin-foot", onsubmit: (event) => { event.preventDefault(); create(); } });
const table = sentTable("api/sent", (answer) => { drawPreview(answer?.cards ?? []); drawFoot(); });

const kind = () => KINDS.find((name) => name === current.route.path[0]) ?? "starter";

/** Creates the game, and opens it. */
async function create() {
  const name = safeName(begin.title);
  if (!name) return refuse("name", t("begin.no-name"));
  Object.assign(begin, { busy: true, problem: null, field: "" });
  drawFoot();
  const from = kind() === "starter" ? { starter: begin.starter, languages: begin.languages } : table.sent;
  const { status, data } = await post("api/begin", { ...from, name, title: begin.title.trim() });
  begin.busy = false;
  if (status !== 200) return refuse("source", status ? whyRefused(data) : t("make.unreachable"));
  if (!data.address) return refuse(data.field, data.faults.map((/** @type {FaultData} */ { message: text, hint }, /** @type {number} */ at) => [at ? h("br") : "", sayMessage(text), Object.keys(hint).length ? [" (", sayMessage(hint), ")"] : ""]));
  location.href = `../${encodeURIComponent(data.address)}/#/make`;
  return undefined;
}

/** @param {string} field @param {Child} problem */
function refuse(field, problem) {
  Object.assign(begin, { problem, field });
  drawFoot();
  if (field === "name") foot.querySelector("input")?.focus();
}

/** A name for the game, until one is typed. @param {string} title */
function propose(title) {
  if (begin.isTyped) return;
  begin.title = title;
  const field = foot.querySelector("input");
  if (field) field.value = title;
  drawFoot();
}

const nameField = h("input", { type: "text", id: "begin-name", autocomplete: "off", spellcheck: "false", maxlength: "120", oninput: ({ target }) => {
  Object.assign(begin, { title: target.value, isTyped: Boolean(target.value), problem: null, field: "" });
  drawFoot();
} });

const nameLabel = h("label", { for: "begin-name" });
const folder = h("span", { class: "quiet", id: "begin-folder" });
const naming = h("div", { class: "begin-name" }, nameLabel, nameField, folder); // stays: a field that is moved loses what is typed next

function drawFoot() {
  const name = safeName(begin.title);
  const isReady = kind() === "starter" ? Boolean(begin.starter) : table.isReady();
  const isName = begin.field === "name";
  nameField.placeholder = t("begin.name.example");
  nameField.setAttribute("aria-invalid", String(isName));
  nameField.setAttribute("aria-describedby", "begin-folder begin-problem");
  fill(nameLabel, t("begin.name"));
  fill(folder, name ? t("begin.folder", { folder: `card_data/${name}` }) : t("begin.name.hint"));
  fill(foot, naming, h("button", { class: "main", type: "submit", disabled: begin.busy || !isReady, dataset: { hold: "begin-create" } }, t(begin.busy ? "begin.creating" : "begin.create")),
  h("p", { class: "begin-problem", id: "begin-problem", role: "alert" }, begin.problem ? [icon("error"), h("span", {}, begin.problem)] : null));
}

/** @param {readonly ShownCard[]} cards */
function drawPreview(cards) {
  fill(preview, h("h2", {}, t("begin.preview")), cards.length ? h("div", { class: "begin-cards" }, cardPictures(cards, cards.length > 1 ? 148 : 220)) : h("p", { class: "quiet" }, t("begin.preview.none")));
}

// ---------------------------------------------------------------- from a starter

/** @param {StarterData} starter */
function starterTile({ name, titles, about, copied }) {
  const picture = h("span", { class: "fan-place" });
  const line = h("span", { class: "quiet" });
  const id = `starter-${name}`;
  load(/** @type {any} */ (`starter/${name}/${settings.language}`)).then((/** @type {TileData} */ tile) => {
    fill(picture, fan(tile.pictures, 3, 84, 14));
    if (copied) fill(line, facts(tile));
  }, () => {});
  return h("label", { class: "starter", for: id }, picture, h("span", { class: "home-text" },
    h("span", { class: "row" }, h("input", { type: "radio", name: "starter", id, value: name, checked: begin.starter === name, onchange: () => chooseStarter(name, copied) }), h("strong", {}, say(titles, settings.language))),
    h("span", { class: "quiet about" }, sayMessage(about)), line));
}

const languageField = h("div", {});

/** @param {string} name @param {boolean} copied */
function chooseStarter(name, copied) {
  begin.starter = name;
  fill(languageField, copied ? h("p", { class: "quiet" }, t("begin.copied")) : h("label", { class: "above" }, h("span", {}, t("begin.languages")), h("select", { dataset: { hold: "begin-languages" }, onchange: ({ target }) => { begin.languages = target.value.split(","); } },
    LANGUAGES.map((languages) => h("option", { value: languages.join(), selected: languages.join() === begin.languages.join(), lang: tag(languages[0]) }, languages.map(nameOf).join(" + "))))));
  drawFoot();
}

/** @param {HTMLElement} place */
async function drawStarters(place) {
  const home = /** @type {HomeData | null} */ (await load(/** @type {any} */ ("home")).catch(() => null));
  if (!place.isConnected) return;
  if (!home) return void fill(place, h("p", {}, t("frame.unreachable")));
  fill(place, h("div", { class: "starters", role: "radiogroup", "aria-label": t("begin.starter") }, home.starters.map(starterTile)), languageField);
  const chosen = home.starters.find(({ name }) => name === begin.starter) ?? home.starters[0];
  chooseStarter(chosen.name, chosen.copied);
  const radio = /** @type {HTMLInputElement | null} */ (place.querySelector(`#starter-${CSS.escape(chosen.name)}`));
  if (radio) radio.checked = true;
}

// ---------------------------------------------------------------- from a table

/** Goes to where a table is taken from, if the page shows the games or the starters. @param {"table" | "paste"} name */
const turnTo = (name) => { if (!root || kind() === "starter") go("begin", [name]); };
const isTaking = () => root !== null || current.route.view === "home";

/** Cells that are pasted anywhere on the page, and files that are dropped anywhere. */
addEventListener("paste", (event) => {
  const cells = isTaking() && !event.defaultPrevented && !/** @type {Element} */ (event.target).closest?.("input") ? cellsOf(event.clipboardData) : null;
  if (!cells || (!root && cells.length < 2)) return; // one line on Home is no table
  event.preventDefault();
  turnTo("paste");
  table.take({ cells }, t("sent.rows", { count: cells.length }));
});
addEventListener("dragover", (event) => { if (isTaking() && event.dataTransfer?.types.includes("Files")) event.preventDefault(); }); // else the browser would open the file
addEventListener("drop", (event) => {
  const [file] = event.dataTransfer?.files ?? [];
  if (!isTaking() || !file || event.defaultPrevented) return;
  event.preventDefault();
  turnTo("table");
  table.takeFile(file).then(() => propose(file.name.replace(/\.[^.]*$/, "")));
});

// ---------------------------------------------------------------- the view

function draw() {
  if (!root) return;
  const what = kind();
  const form = h("div", { class: "begin-form" });
  fill(root, h("div", { class: "begin-head" }, h("a", { class: "icon-button", href: address("home"), "aria-label": t("begin.back"), title: t("begin.back"), dataset: { hold: "begin-back" } }, icon("left")), h("h1", {}, t("home.begin")),
    h("nav", { class: "group", "aria-label": t("home.begin") }, KINDS.map((name) => h("a", { href: address("begin", [name]), "aria-current": name === what ? "page" : null, dataset: { hold: `kind-${name}` } }, t(`begin.${name}`))))),
  h("div", { class: what === "starter" ? "begin-body alone" : "begin-body" }, form, what === "starter" ? null : preview), foot);
  if (what === "starter") drawStarters(form);
  else fill(form, h("p", { class: "quiet" }, t(`begin.${what}.how`)), tablePlace(table, propose), table.root);
  drawFoot();
}

view("begin", {
  atHome: true,
  title: () => [t("home.begin")],
  mount(main) {
    if (!begin.languages.length) begin.languages = { "zh-Hans": ["zh"], "zh-Hant": ["zh-Hant"] }[settings.language] ?? ["en"];
    root = h("div", { class: "begin" });
    main.append(root);
    drawPreview([]);
    draw();
  },
  update: draw,
  unmount() { root = null; },
});

words({
  en: {
    "view.begin": message("Begin a new game"),
    "begin.back": message("Back to all games"),
    "begin.name": message("Name of the game"),
    "begin.name.example": message("Sea of Stars"),
    "begin.name.hint": message("It becomes the name of the game's folder, too."),
    "begin.no-name": message("a name with a letter is missing"),
    "begin.folder": message("Its files will be in {folder}"),
    "begin.create": message("Create the game"),
    "begin.creating": message("Creating…"),
    "begin.languages": message("Languages of the cards"),
    "begin.copied": message("It is copied with all of its languages."),
    "begin.preview": message("The cards"),
    "begin.preview.none": message("The first cards are drawn here as soon as there is a table."),
    "begin.table.how": message("Drop a file with a table anywhere here, or choose it: CSV, TSV or XLSX. The first row names the columns, each further row is a card."),
    "begin.paste.how": message("Copy the cells in Excel, LibreOffice, Numbers or Google Sheets, with the names of the columns, and paste them here."),
  },
});
