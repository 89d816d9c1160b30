/* All findings, grouped by code; a click opens the card at the place. */

import "./check-words.js";
import * as banner from "../app/banner.js";
import * as data from "../app/data.js";
import { loadFindings } from "../app/live.js";
import { face, site, state } from "../app/data.js";
import { alter, view } from "../app/views.js";
import { pick, say, sayMessage, t } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h, icon, s } from "../shared/elements.js";
import { deckOption } from "./filter-boxes.js";
/** @import { Route } from "../shared/addresses.js" */

const FEW = 24;
const MORE = 120;
const SEVERITIES = ["error", "warning"];
const LOOKED_AT = ["fit", "safe", "glyphs", "dpi", "contrast", "covered", "small", "bleed", "empty", "colours", "backs", "tiling"];

let root = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
let route = /** @type {Route} */ (/** @type {unknown} */ (null));
let findings = /** @type {FindingData[] | null} */ (null);
let waived = /** @type {WaivedData[]} */ ([]);
let shown = new Map(); // how many of a code, when more than a few
let asked = 0;

/** All findings, once they are loaded. */
const all = () => findings ?? [];

// ---------------------------------------------------------------- choosing

/** @param {FindingData} finding */
const chosen = (finding) =>
  (!route.state.severity || finding.severity === route.state.severity) &&
  (!route.state.code || finding.code === route.state.code) &&
  (!route.state.deck || deckOf(finding) === route.state.deck);

/** @param {FindingData} finding @param {"deck" | "severity" | "code"} name */
const valueOf = (finding, name) => (name === "deck" ? deckOf(finding) : finding[name]);
/** @param {FindingData} about */
const deckOf = ({ key }) => (key ? key.split("/")[0] : "*");

/** @param {"deck" | "severity" | "code"} name @param {(string | undefined)[][]} values */
function select(name, values) {
  const chosenValue = route.state[name] ?? "";
  return h("label", { class: "above" }, t(`checks.${name}`),
    h("select", { onchange: (event) => alter({ [name]: event.target.value }), dataset: { hold: name } },
      h("option", { value: "" }, t("checks.all", { n: all().length })),
      values.map(([value, label, lang]) => h("option", { value, selected: value === chosenValue, lang },
        label, ` (${all().filter((finding) => valueOf(finding, name) === value).length})`))));
}

function filters() {
  /** @param {(finding: FindingData) => string} of */
  const present = (of) => [...new Set(all().map(of))];
  const decks = present(deckOf).sort();
  return h("div", { class: "row filters" },
    select("severity", present((finding) => finding.severity).sort().map((severity) => [severity, severityName(severity)])),
    select("code", present((finding) => finding.code).sort().map((code) => [code, `${code} ${titleText(code)}`])),
    select("deck", decks.map((deck) => (deck === "*" ? [deck, t("checks.game")] : deckOption(deck)))));
}

/** @param {string} severity */
const severityName = (severity) => (SEVERITIES.includes(severity) ? t(`checks.${severity}`) : severity);

// ---------------------------------------------------------------- one finding

/** @param {string} code */
const hasTitle = (code) => t(`checks.${code}`) !== `checks.${code}`;
/** @param {string} code */
const titleText = (code) => (hasTitle(code) ? t(`checks.${code}`) : all().find((finding) => finding.code === code)?.name ?? code);

/** The title of a code: translated for cardgen's own codes, otherwise the English name from the engine.
    @param {string} code */
const title = (code) => (hasTitle(code) ? titleText(code) : h("span", { lang: "en" }, titleText(code)));

/** @param {FindingData} about */
function sight({ key, side, rect }) {
  const card = state.cards.get(key);
  const deck = state.decks.get(card?.deck ?? "");
  const hash = (side === "back" ? card?.back : null) ?? card?.face;
  if (!hash || !deck) return h("span", { class: "sight-of-none" }, icon("file"));
  const [width, height] = deck.trim.map((length) => length + 2 * deck.bleed);
  return h("span", { class: "sight-of", style: { "--ratio": String(width / height) } },
    h("img", { class: "sight", src: face(hash), alt: "", loading: "lazy", decoding: "async" }),
    rect ? s("svg", { viewBox: `${-deck.bleed} ${-deck.bleed} ${width} ${height}`, "aria-hidden": "true" },
      s("rect", { x: rect[0] - 1, y: rect[1] - 1, width: rect[2] + 2, height: rect[3] + 2 })) : null);
}

/** @param {FindingData} finding */
function where(finding) {
  const card = state.cards.get(finding.key);
  if (!card) return t("checks.game");
  const named = Object.keys(card.names).length ? [say(card.names), " "] : [];
  return [...named, h("span", { class: "mono" }, card.id), " · ", say(data.deckOf(card).titles),
    finding.side ? ` · ${t(`checks.${finding.side}`)}` : ""];
}

/** @param {FindingData} finding */
function findingText(finding) {
  return [
    h("span", { class: "message" }, sayMessage(finding.message)),
    pick(finding.hint) ? h("span", { class: "quiet hint" }, sayMessage(finding.hint)) : null,
    h("span", { class: "quiet place mono" }, banner.place(finding)),
  ];
}

/** @param {FindingData} finding */
function item(finding) {
  const index = all().indexOf(finding);
  const inside = [sight(finding), h("span", { class: "text" }, h("strong", {}, where(finding)), findingText(finding))];
  if (!state.cards.has(finding.key)) return h("li", { class: "finding" }, inside);
  const values = { side: finding.side === "back" ? "back" : "", finding: index };
  return h("li", {},
    h("a", { class: "finding", href: address("card", finding.key.split("/"), values), dataset: { hold: `finding-${index}` } },
      inside));
}

/** @param {WaivedData} about */
function waiver({ who, until, reason }) {
  return h("span", { class: "waiver" }, until ? t("checks.waived-until", { who, until }) : t("checks.waived-by", { who }), " ", reason);
}

/** A waived finding: it leads to its card, and says who has accepted it and why.
    @param {WaivedData} finding */
function waivedItem(finding) {
  const code = [h("span", { class: "mono" }, finding.code), " ", where(finding)];
  const inside = [sight(finding), h("span", { class: "text" }, h("strong", {}, code), findingText(finding), waiver(finding))];
  if (!state.cards.has(finding.key)) return h("li", { class: "finding" }, inside);
  const values = { side: finding.side === "back" ? "back" : "" };
  return h("li", {}, h("a", { class: "finding", href: address("card", finding.key.split("/"), values) }, inside));
}

function accepted() {
  if (!waived.length) return null;
  const most = shown.get("waived") ?? FEW;
  const left = waived.length - most;
  const more = () => {
    shown.set("waived", most + MORE);
    draw();
  };
  return h("section", { class: "code panel waived", "aria-labelledby": "waived" },
    h("h2", { id: "waived" }, t("checks.waived"), h("span", { class: "count quiet" }, String(waived.length))),
    h("ul", {}, waived.slice(0, most).map(waivedItem)),
    left > 0 ? h("button", { type: "button", dataset: { hold: "more-waived" }, onclick: more },
      t("checks.more", { n: Math.min(left, MORE), left })) : null);
}

/** @param {[string, FindingData[]]} about */
function group([code, list]) {
  const most = shown.get(code) ?? FEW;
  const left = list.length - most;
  const [{ severity }] = list;
  const more = () => {
    shown.set(code, most + MORE);
    draw();
  };
  return h("section", { class: "code panel", "aria-labelledby": `code-${code}` },
    h("h2", { id: `code-${code}` }, h("span", { class: "mono" }, code), " ", title(code),
      h("span", { class: "count", dataset: { severity } }, t(`checks.count.${severity}`, { count: list.length }))),
    h("ul", {}, list.slice(0, most).map(item)),
    left > 0 ? h("button", { type: "button", dataset: { hold: `more-${code}` }, onclick: more },
      t("checks.more", { n: Math.min(left, MORE), left })) : null);
}

// ---------------------------------------------------------------- the whole

function faults() {
  const { fault } = state.catalog;
  if (!fault?.faults?.length) return null;
  return h("section", { class: "panel unreadable" },
    h("h2", {}, t("checks.fault")),
    h("ul", {}, fault.faults.map(banner.faultItem)));
}

const copies = () => state.catalog.cards.reduce((sum, card) => sum + card.copies, 0);

function lookedAt() {
  const { cards, game: { engine } } = state.catalog;
  const looked = LOOKED_AT.filter((what) => what !== "backs" || cards.length);
  return h("ul", { class: "looked" },
    [...looked.map((what) => t(`checks.at-${what}`)), engine ? t("checks.at-rules") : null].filter(Boolean).map((text) =>
      h("li", {}, icon("check", "tick"), h("span", {}, text))));
}

function nothing() {
  const { cards, decks } = state.catalog;
  return h("section", { class: "panel nothing" },
    icon("s-ok", "big"),
    h("h2", {}, t(waived.length ? "checks.nothing-open" : "checks.nothing")),
    cards.length ? h("p", { class: "quiet" }, t("checks.over", { cards: cards.length, copies: copies(), decks: decks.length })) : null,
    waived.length ? null : [h("h3", {}, t("checks.looked")), lookedAt()]);
}

function body() {
  if (!findings) {
    const spinner = h("span", { class: "spinner", "aria-hidden": "true" });
    return h("p", { class: "panel checking", role: "status" }, spinner, t("checks.checking"));
  }
  if (!findings.length) return [nothing(), accepted()];
  const picked = findings.filter(chosen);
  const groups = grouped(picked);
  return [
    filters(),
    h("p", { role: "status", class: "quiet" }, t("checks.one", { count: picked.length })),
    picked.length ? [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(group) : h("p", { class: "panel" }, t("checks.none-chosen")),
    accepted(),
  ];
}

/** @param {FindingData[]} list */
function grouped(list) {
  const groups = /** @type {Map<string, FindingData[]>} */ (new Map());
  for (const finding of list) groups.set(finding.code, [...(groups.get(finding.code) ?? []), finding]);
  return groups;
}

function draw() {
  fill(root, h("div", { class: "tool" }, h("h1", {}, t("view.checks"))), faults(), body());
}

async function ask() {
  const mine = ++asked;
  let answer = null;
  try {
    answer = state.catalog.checked || site ? await loadFindings() : null;
  } catch { /* the server is away, as the banner shows; it is loaded again later */ }
  if (mine !== asked || !root) return;
  findings = answer?.checked ? answer.findings : null;
  waived = answer?.checked ? answer.waived : [];
  draw();
}

view("checks", {
  mode: "review", tab: 2, icon: "warn",
  mount(main, shownRoute) {
    root = main;
    route = shownRoute;
    findings = null;
    shown = new Map();
    draw();
    ask();
  },
  update(shownRoute) {
    route = shownRoute;
    draw();
  },
  changed(kind) {
    if (kind === "fault") draw();
    if (kind === "checked" || kind === "catalog") ask();
  },
  unmount() {
    root = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
  },
});
