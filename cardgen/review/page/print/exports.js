/* Exports by their destinations: what each makes of the game as it is now, why it is refused, and how its files are used. */

import { site, state } from "../app/data.js";
import { on } from "../app/events.js";
import { drawLeft } from "../app/left.js";
import { settings } from "../app/settings.js";
import { go, view } from "../app/views.js";
import { pick, sayMessage, t, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h, icon } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { filled } from "./asking.js";
import { commandLine, fetchData, jobBox, jobs, make, makeButton, problems } from "./job.js";
/** @import { Route } from "../shared/addresses.js" */

const GROUPS = /** @type {const} */ (["services", "tables", "press", "files"]);

let root = /** @type {HTMLElement | null} */ (null);
let route = /** @type {Route} */ (/** @type {unknown} */ (null));
let list = /** @type {ExportData[] | null} */ (null);
let report = /** @type {ExportReport | null} */ (null);
let why = "";
let asked = 0; // counts requests: an older answer is not shown

const shown = () => list?.find(({ name }) => name === route.path[0]) ?? list?.[0];
/** @param {string} at */
const day = (at) => new Date(at).toLocaleDateString(settings.language, { day: "numeric", month: "short", year: "numeric" });

/** @param {ExportData} one */
const stateText = ({ made, at, named }) => (made ? t("exports.made", { date: day(at) }) : t(named ? "exports.named" : "exports.not-made"));

/** The exports in their groups, in the panel at the left. */
const destinations = () => GROUPS.map((group) => [group, (list ?? []).filter((one) => one.group === group)]).filter(([, all]) => all.length).map(([group, all]) =>
  h("section", { class: "destinations" }, h("h2", {}, t(`exports.${group}`)), h("ul", {}, /** @type {ExportData[]} */ (all).map((one) => h("li", {},
    h("a", { href: address("exports", [one.name]), "aria-current": one === shown() ? "true" : null, dataset: { hold: `export-${one.name}` } },
      icon(one.group === "tables" ? "play" : one.group === "services" ? "deck" : one.group === "press" ? "layers" : "image"),
      h("span", { class: "destination" }, h("span", { class: "cut-off" }, one.name), h("span", { class: "quiet cut-off" }, stateText(one))),
      one.made ? icon("check") : null))))));

// ---------------------------------------------------------------- the report of one

/** @param {OrderLineData} line */
function orderLine(line) {
  const places = filled(line);
  const decks = Object.entries(line.decks).map(([deck, count]) => `${pick(state.decks.get(deck)?.titles) || deck} ${count}`).join(" · ");
  return h("li", {}, h("p", {}, h("strong", {}, line.product || t("exports.cards", { count: line.cards })), line.product ? ` ${t("exports.cards", { count: line.cards })}` : null),
    h("p", { class: "quiet" }, decks),
    places ? [h("div", { class: "places-bar", "aria-hidden": "true" }, h("i", { style: { width: `${places.part * 100}%` } })),
      h("p", { class: "quiet" }, t(line.bracket ? "exports.bracket" : "exports.sheets", { places: places.places, free: places.free, sheets: line.sheets, sheet: line.sheet }))] : null);
}

/** @param {ExportReport} about */
function makes({ files, pictures, order, left_out: left }) {
  const documents = files.filter(({ pages }) => pages > 0);
  const names = left.map((deck) => pick(state.decks.get(deck)?.titles) || deck).join(t("list.and"));
  return h("section", { class: "panel" }, h("h2", {}, t("exports.makes")),
    h("ul", { class: "facts" },
      pictures.map(({ count, width, height }) => h("li", {}, icon("image"), t("exports.pictures", { count, width, height }))),
      documents.map(({ path, pages }) => h("li", {}, icon("file"), h("span", { class: "cut-off" }, path.split("/").at(-1)), h("span", { class: "quiet" }, t("exports.pages", { count: pages })))),
      h("li", {}, icon("group"), t("exports.file-count", { count: files.length }))),
    order.length ? [h("h3", {}, t("exports.order")), h("ul", { class: "order" }, order.map(orderLine))] : null,
    names ? h("p", { class: "quiet" }, t("exports.left-out", { decks: names })) : null);
}

/** @param {ExportReport} about */
function refusal({ findings, faults, notes }) {
  const errors = findings.filter(({ severity }) => severity === "error");
  return h("section", { class: "panel export-findings" }, h("h2", {}, faults.length || errors.length ? t("exports.refused") : t("exports.ready"),
    findings.length ? h("span", { class: "count-badge" }, findings.length) : null),
  notes.map((note) => h("p", { class: "quiet" }, sayMessage(note))),
  faults.length || findings.length ? problems([...faults, ...findings]) : h("p", { class: "quiet" }, t("exports.no-findings")));
}

/** "Despite the findings", as the command has it. @param {string} name */
const despite = (name) => h("button", { type: "button", class: "reject", disabled: !jobs.may, dataset: { hold: "despite" }, onclick: () => make({ export: name, despite_findings: true }) }, icon("warn"), t("exports.despite"));

/** @param {string} name */
const foot = (name) => h("div", { class: "print-foot" }, ...footParts(name));
/** @param {string} name */
function footParts(name) {
  const refused = report?.findings.some(({ severity }) => severity === "error") ?? false;
  return [jobBox(name, (job) => (job.findings.length ? despite(name) : null)),
    h("div", { class: "row" }, makeButton(t("exports.make"), () => make({ export: name }), "out"), refused && jobs.job?.state !== "running" && !(jobs.job?.export === name && jobs.job.state === "refused") ? despite(name) : null),
    report ? commandLine(report.command) : null];
}

function body() {
  const one = shown();
  if (site) return h("p", { class: "panel" }, t("exports.site"));
  if (!list || !one) return h("p", { class: "panel" }, why || t("exports.loading"));
  const about = report?.name === one.name ? report : null;
  return [
    h("p", { class: "export-about" }, sayMessage(one.description)),
    h("div", { class: "export-grid" },
      h("div", {}, about ? [refusal(about), makes(about)] : h("p", { class: "panel", role: "status" }, why || t("exports.planning"))),
      h("div", {}, foot(one.name), about?.steps.length ? h("section", { class: "panel" }, h("h2", {}, t("exports.steps")), h("ol", { class: "steps numbered" }, about.steps.map((step) => h("li", {}, sayMessage(step))))) : null))];
}

function draw() {
  if (!root) return;
  const one = shown();
  fill(root, h("div", { class: "tool" }, h("h1", {}, t("view.exports")),
    list ? h("label", { class: "which" }, h("span", { class: "hidden-text" }, t("exports.which")), h("select", { dataset: { hold: "which" }, onchange: ({ target }) => go("exports", [target.value]) },
      GROUPS.map((group) => [group, list?.filter((item) => item.group === group) ?? []]).filter(([, all]) => all.length).map(([group, all]) => h("optgroup", { label: t(`exports.${group}`) },
        /** @type {ExportData[]} */ (all).map(({ name }) => h("option", { value: name, selected: name === one?.name }, name)))))) : null,
    h("span", { class: "grow" }), one ? h("span", { class: "quiet" }, stateText(one)) : null),
  h("div", { class: "exports" }, body()));
}

async function ask() {
  if (site) return draw();
  const number = (asked += 1);
  try {
    const exports = await fetchData("exports");
    if (number !== asked) return undefined;
    list = exports;
    why = "";
    draw();
    drawLeft();
    const one = shown();
    const about = one ? await fetchData(`export/${encodeURIComponent(one.name)}`) : null;
    if (number !== asked) return undefined;
    report = about;
  } catch (error) {
    if (number !== asked) return undefined;
    report = null;
    why = /** @type {Error} */ (error).message;
  }
  return draw();
}

view("exports", {
  mode: "print", tab: 3, icon: "out", left: destinations, when: () => !site,
  mount(main, newRoute) {
    root = main;
    route = newRoute;
    draw();
    ask();
  },
  update(newRoute) {
    route = newRoute;
    report = null;
    draw();
    ask();
  },
  changed(kind) {
    if (kind === "catalog" || kind === "checked") ask();
  },
  title: (newRoute) => [newRoute.path[0], t("view.exports")].filter(Boolean),
  unmount() {
    root = null;
    asked += 1;
  },
});

on("job-changed", () => {
  const one = root ? shown() : null;
  const box = root?.querySelector(".print-foot");
  if (one && box) fill(box, ...footParts(one.name));
  if (root && jobs.job?.state === "done") ask();
});

words({
  en: {
    "view.exports": message("Exports"),
    "exports.which": message("Export"),
    "exports.services": message("Print services"),
    "exports.tables": message("Virtual tables"),
    "exports.press": message("For a press"),
    "exports.files": message("Files"),
    "exports.made": message("made on {date}"),
    "exports.named": message("part of each build"),
    "exports.not-made": message("not made yet"),
    "exports.file-count": plural("{count} file in all", "{count} files in all"),
    "exports.makes": message("What it makes"),
    "exports.pictures": plural("{count} picture of {width} × {height} pixels", "{count} pictures of {width} × {height} pixels"),
    "exports.pages": plural("{count} page", "{count} pages"),
    "exports.cards": plural("{count} card", "{count} cards"),
    "exports.order": message("What it orders"),
    "exports.bracket": message("Priced as {places} cards: {free} places are free."),
    "exports.sheets": message("{sheets} sheets of {sheet}: {free} places are free."),
    "exports.left-out": message("Not for this export: {decks}."),
    "exports.refused": message("It is refused as long as there are errors"),
    "exports.ready": message("Ready"),
    "exports.no-findings": message("No findings."),
    "exports.despite": message("Make it despite the findings"),
    "exports.make": message("Make the files"),
    "exports.steps": message("How to use the files"),
    "exports.loading": message("Loading the exports…"),
    "exports.planning": message("Checking the cards for this export…"),
    "exports.site": message("Exports need the server: run cardgen studio."),
  },
});

