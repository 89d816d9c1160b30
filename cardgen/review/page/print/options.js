/* The panel beside the sheets: what a build is asked for, what game.yaml says of these sheets, findings, and the build itself. */

import { site, state } from "../app/data.js";
import { on } from "../app/events.js";
import { alter } from "../app/views.js";
import { pick, say, t, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h, icon } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import * as texts from "../shared/texts.js";
import { tag } from "../shared/texts.js";
import { canEdit, edit, makeQueue, whyNot } from "../make/editing.js";
import { taken } from "../make/numbers.js";
import { keepRefusal, showRefusals } from "../make/refused.js";
import { toast } from "../app/toast.js";
import { findings } from "./sheet-findings.js";
import { print, printed, sheetNow } from "./sheet-pages.js";
import { CHOICES, paperLabel, requestOf } from "./asking.js";
import { recordButton } from "./recording.js";
import { gridForm } from "./grid-form.js";
import { commandLine, jobBox, jobs, make, makeButton, problems } from "./job.js";
/** @import { Child } from "../shared/elements.js" */

const chosen = () => printed.route.state;

/** @param {string} name @param {Child} label @param {Child} control */
const option = (name, label, control) => h("div", { class: "option" }, h("label", { for: `print-${name}` }, label), control);

const BESIDE = 20; // letters that fit side by side in the panel; a Chinese character counts as two

/** A choice: buttons side by side where the labels are short, otherwise a menu.
    @param {string} name @param {string} label @param {readonly (readonly [value: string, label: string, lang?: string])[]} values @param {string} now @param {(value: string) => unknown} take */
function oneOf(name, label, values, now, take, disabled = false) {
  const id = `print-${name}`;
  if (values.length < 2 || values.map(([, text]) => text).join("").replace(/[^ -~]/g, "xx").length > BESIDE) {
    return option(name, label, h("select", { id, disabled, dataset: { hold: id }, onchange: ({ target }) => take(target.value) }, values.map(([value, text, lang]) => h("option", { value, lang, selected: value === now }, text))));
  }
  return h("div", { class: "option", role: "group", "aria-label": label }, h("span", {}, label), h("div", { class: "group" }, values.map(([value, text, lang]) =>
    h("button", { type: "button", lang, disabled, "aria-pressed": String(value === now), dataset: { hold: `${id}-${value}` }, onclick: () => take(value) }, text))));
}

/** A choice that is kept in the address. The first is the usual one, with the value "".
    @param {string} name @param {readonly (readonly [value: string, label: string, lang?: string])[]} values */
const choose = (name, values) => oneOf(name, t(`print.${name}`), values, chosen()[name] ?? "", (value) => alter({ [name]: value }));

/** @param {PrintData} data @param {SheetData} sheet */
function forBuild(data, sheet) {
  const any = /** @type {[string, string]} */ (["", data.used ? t("print.printer.used", { name: data.used }) : t("print.printer.any")]);
  return h("section", {}, h("h2", {}, t("print.options"),
    Object.keys(chosen()).some((name) => CHOICES.includes(name))
      ? h("button", { type: "button", class: "plain", dataset: { hold: "print-reset" }, onclick: () => alter(Object.fromEntries(CHOICES.map((name) => [name, ""]))) }, t("print.reset")) : null),
  choose("part", [["", t("print.part.all")], ["sheets", t("print.part.sheets")], ["file", t("print.part.file", { name: sheet.name })]]),
  choose("paper", [["", t("print.paper.all")], ...data.papers.map((paper) => /** @type {[string, string]} */ ([paper, paperLabel(paper)]))]),
  data.languages.length > 1 ? choose("language", [["", t("print.language.all")], ...data.languages.map((language) => /** @type {[string, string, string]} */ ([language, texts.nameOf(language), tag(language)]))]) : null,
  choose("since", [["", t("print.since.none")], ...data.runs.map(({ name, copies }) => /** @type {[string, string]} */ ([name, t("print.since.run", { name, count: copies })]))]),
  recordButton(data.runs.map(({ name }) => name)),
  choose("printer", [any, ...(data.used ? [/** @type {[string, string]} */ (["none", t("print.printer.any")])] : []),
    ...data.printers.filter(({ name }) => name !== data.used).map(({ name }) => /** @type {[string, string]} */ ([name, name]))]),
  choose("flip", [["", t("print.flip.usual")], ...data.flips.map((flip) => /** @type {[string, string]} */ ([flip, t(`print.flip.${flip}`)]))]),
  choose("ink", [["", t("print.ink.full")], ...data.inks.map((ink) => /** @type {[string, string]} */ ([ink, t(`print.ink.${ink}`)]))]),
  h("p", {}, h("a", { href: address("printers") }, t("print.printers"))));
}

// ---------------------------------------------------------------- what game.yaml says

const inTurn = makeQueue();

/** Changes a key of a target, in one step to undo, when the changes before it are written and known here: who chooses quickly chooses beside values
    that are still shown. `operations` makes them of the values that the target has then.
    @param {string} name @param {string} key @param {(target: SheetTargetData) => Record<string, unknown>[]} operations
    @param {HTMLInputElement} [field] where it was typed, which says why it is refused */
const change = (name, key, operations, field) => inTurn(async () => {
  if (print.shown < print.made) await print.renew();
  const target = print.data?.targets.find((one) => one.name === name);
  const made = target ? operations(target) : [];
  const answer = made.length ? await edit(made, t("print.label", { name, key })) : null;
  if (!answer || !(answer.faults.length || answer.conflicts.length)) return;
  if (field) return refuse(name, field, whyNot(answer));
  toast(whyNot(answer), { slot: "fault", lasting: 12_000 });
  await print.renew(); // a choice is again what it was
});

/** Says at its field why a value of a target is refused. @param {string} name @param {HTMLInputElement} field @param {string} reason */
function refuse(name, field, reason) {
  keepRefusal(name, field.id, field.value, reason);
  showRefused();
}

/** The target of the sheet that is shown. */
const targetNow = () => print.data?.targets.find(({ sheets }) => sheets.includes(sheetNow()?.name ?? ""));

/** Shows in the fields of the target what was typed there and refused. */
export const showRefused = () => showRefusals(document.getElementById("print-options"), targetNow()?.name ?? "");

/** Changes a key of a target: `valueFrom` makes the value of the one that it has then; null leaves the key out.
    @param {PrintData} data @param {string} target @param {KeyData} key @param {(old: unknown) => unknown} valueFrom @param {HTMLInputElement} [field] */
const write = (data, target, { name }, valueFrom, field) => change(target, name, ({ path, written, values }) => {
  const [at, value] = [{ file: data.file, path: [...path, name] }, valueFrom(values[name])];
  if (value === null) return written.includes(name) ? [{ kind: "delete", ...at }] : [];
  return [written.includes(name) ? { kind: "set", ...at, old: values[name], new: value } : { kind: "insert", ...at, value }];
}, field);

/** The words for a key or one of its values; the name itself for one that has none. @param {string} name */
const named = (name) => (t(`print.key.${name}`) === `print.key.${name}` ? name : t(`print.key.${name}`));

/** What a number may be. @param {{ least: number | null, most: number | null }} limits */
const outside = ({ least, most }) => t(Number.isInteger(least) ? "print.whole" : "print.between", { least: least ?? 0, most: most ?? 0 });

/** @param {PrintData} data @param {SheetTargetData} target @param {KeyData} key */
function keyControl(data, target, key) {
  const value = target.values[key.name];
  const off = !canEdit() || !jobs.may;
  const id = `print-target-${key.name}`;
  const attributes = { id, disabled: off, dataset: { hold: id } };
  if (key.type === "choice") {
    return oneOf(`target-${key.name}`, named(key.name), key.choices.map((choice) => /** @type {[string, string]} */ ([choice, named(`${key.name}.${choice}`)])), String(value), (now) => write(data, target.name, key, () => now), off);
  }
  if (key.type === "flag") {
    return h("div", { class: "checks" }, h("label", {}, h("input", { ...attributes, type: "checkbox", checked: Boolean(value), disabled: off || (typeof value === "object" && value !== null),
      onchange: ({ target: { checked } }) => write(data, target.name, key, () => checked || null) }), named(key.name)));
  }
  if (key.type === "number") {
    return option(`target-${key.name}`, named(key.name), h("input", { ...attributes, type: "number", min: key.least, max: key.most, step: Number.isInteger(key.least) ? 1 : "any", value: value === null ? "" : String(value), placeholder: value === null ? t("print.no-limit") : null,
      onchange: ({ target: field }) => {
        if (!field.checkValidity()) return refuse(target.name, field, outside(key));
        const number = field.value === "" ? null : Number(taken(field));
        return write(data, target.name, key, () => number, field);
      } }));
  }
  if (!key.choices.length) return null;
  const listOf = (/** @type {unknown} */ entries) => /** @type {string[]} */ (Array.isArray(entries) ? entries : [entries]);
  const list = listOf(value);
  const all = [...key.choices, ...list.filter((one) => typeof one === "string" && !key.choices.includes(one))];
  const label = (/** @type {string} */ choice) => (pick(state.decks.get(choice)?.titles) ? say(state.decks.get(choice)?.titles) : paperLabel(choice));
  return h("fieldset", { class: "option" }, h("legend", {}, named(key.name)), h("div", { class: "checks" }, all.map((choice) => h("label", {},
    h("input", { type: "checkbox", checked: list.includes(choice), disabled: off || (list.length === 1 && list.includes(choice)), dataset: { hold: `${id}-${choice}` },
      onchange: ({ target: { checked } }) => write(data, target.name, key, (old) => [...listOf(old).filter((one) => one !== choice), ...checked ? [choice] : []]) }), label(choice)))));
}

/** Choices of one first, then lists: papers, and decks, which may be many. @param {KeyData} key */
const rank = ({ type, name }) => (["choice", "flag"].includes(type) ? 0 : type === "number" ? 1 : name === "papers" ? 2 : 3);

/** @param {PrintData} data */
function ofTarget(data) {
  const target = targetNow();
  if (!target) return null;
  return h("section", {}, h("h2", {}, t("print.target", { name: target.name })), data.keys.toSorted((a, b) => rank(a) - rank(b)).map((key) => keyControl(data, target, key)),
    gridForm(data, target, (operations, field) => change(target.name, "grid", operations, field), (field, reason) => refuse(target.name, field, reason ?? outside({ least: Number(field.min), most: Number(field.max) }))),
    h("p", { class: "quiet" }, t(canEdit() && jobs.may ? "print.written" : "print.only-read", { file: data.file })));
}

// ---------------------------------------------------------------- the build

/** What is asked to be built now. */
const request = () => requestOf(chosen(), sheetNow()?.pdf ?? "");
export const build = () => make(request());
/** As long as findings refuse a build, a draft may be made. */
const draft = () => h("button", { type: "button", dataset: { hold: "draft" }, onclick: () => make({ ...request(), draft: true }) }, t("print.draft"));
/** @param {JobData} job */
const remedy = (job) => (job.findings.length ? draft() : null);

/** The panel; null on a site, which builds nothing. */
export function optionsPanel() {
  const { data } = print;
  const sheet = printed.sheets && sheetNow();
  if (site || !data) return null;
  return h("aside", { class: "print-right", id: "print-options", "aria-label": t("print.options"), dataset: { hold: "print-right" } },
    h("button", { type: "button", class: "icon-button print-close", "aria-label": t("print.close"), onclick: turnOptions }, icon("x")),
    h("div", { class: "print-scroll" },
      sheet ? forBuild(data, sheet) : null,
      print.why ? h("section", { role: "alert" }, h("p", { class: "refusal" }, print.why)) : null,
      data.faults.length ? h("section", { role: "alert" }, problems(data.faults)) : null,
      sheet ? ofTarget(data) : null,
      sheet ? findings(sheet) : null),
    h("div", { class: "print-foot" }, footParts(data)));
}

/** @param {PrintData} data @returns {Child[]} */
const footParts = (data) => [jobBox("", remedy), buildButton(), commandLine(command(data))];

/** The server has the command for what is on the sheets; the parts are added here, as they are asked for.
    @param {PrintData} data */
function command(data) {
  const { only = [], languages = [] } = request();
  return [data.command, ...only.map((part) => `--only ${/^[\w./-]+$/.test(part) ? part : `'${part}'`}`), ...languages.map((language) => `--lang ${language}`)].join(" ");
}

export const buildButton = () => makeButton(t("print.build"), build);

/** Draws what is known of the build again, below the options and in the bar. @param {ParentNode} root */
export function drawFoot(root) {
  const foot = root.querySelector(".print-foot");
  if (foot && print.data) fill(foot, ...footParts(print.data));
  const button = root.querySelector(".print-actions .make-files");
  const next = buildButton();
  if (button && next) button.replaceWith(next);
}

/** Opens or closes the panel where it covers the sheets. */
export function turnOptions() {
  const root = document.documentElement;
  root.toggleAttribute("data-print");
  (root.hasAttribute("data-print") ? document.querySelector("#print-options select") : document.querySelector(".print-options-button"))?.focus();
}

on("route", ({ view }) => (view === "sheet" ? null : document.documentElement.removeAttribute("data-print")));
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !document.documentElement.hasAttribute("data-print")) return;
  event.preventDefault();
  turnOptions();
});

words({
  en: {
    "print.options": message("Options"),
    "print.close": message("Close the options"),
    "print.reset": message("Reset"),
    "print.build": message("Build"),
    "print.draft": message("Build a draft all the same"),
    "print.part": message("Make"),
    "print.part.all": message("Everything"),
    "print.part.sheets": message("All sheets"),
    "print.part.file": message("Only {name}"),
    "print.paper": message("Paper"),
    "print.paper.all": message("All"),
    "print.language": message("Language"),
    "print.language.all": message("All"),
    "print.since": message("Changes"),
    "print.since.none": message("All cards"),
    "print.since.run": plural("since {name} ({count} card)", "since {name} ({count} cards)"),
    "print.printer": message("Printer"),
    "print.printer.used": message("{name} (in use)"),
    "print.printer.any": message("Any printer"),
    "print.printers": message("Printers and calibration"),
    "print.flip": message("Turned on"),
    "print.flip.usual": message("the usual edge"),
    "print.flip.long": message("the long edge"),
    "print.flip.short": message("the short edge"),
    "print.ink": message("Ink"),
    "print.ink.full": message("The full design"),
    "print.ink.low": message("Less: white grounds"),
    "print.ink.grey": message("Less, in greys"),
    "print.ink.black": message("Less, black alone"),
    "print.target": message("Sheets {name}"),
    "print.written": message("Written to {file}. Ctrl+Z undoes it."),
    "print.only-read": message("As {file} has it."),
    "print.label": message("{name}: {key}"),
    "print.key.decks": message("Decks"),
    "print.key.papers": message("Papers"),
    "print.key.layout": message("Layout"),
    "print.key.layout.edge-to-edge": message("Edge to edge"),
    "print.key.layout.bleed": message("Each with its bleed"),
    "print.key.layout.gutterfold": message("Folded: faces beside backs"),
    "print.key.backs": message("Backs"),
    "print.key.backs.interleaved": message("On the reverse"),
    "print.key.backs.fronts": message("None: only faces"),
    "print.key.backs.backs": message("Only backs"),
    "print.key.sets": message("Copies"),
    "print.key.serial": message("Serial numbers from"),
    "print.key.serial_digits": message("Serial digits"),
    "print.key.cut": message("Cut lines"),
    "print.key.cut.none": message("None"),
    "print.key.cut.line": message("Drawn"),
    "print.key.cut.spot": message("Spot colour"),
    "print.key.regmarks": message("Marks for a cutter"),
    "print.key.ink": message("Ink of these sheets"),
    "print.key.ink.full": message("The full design"),
    "print.key.ink.low": message("Less: white grounds"),
    "print.key.ink.grey": message("Less, in greys"),
    "print.key.ink.black": message("Less, black alone"),
    "print.key.picture_dpi": message("Dots per inch of pictures"),
    "print.key.most_mb": message("Megabytes, at most"),
    "print.no-limit": message("no limit"),
    "print.whole": message("A whole number from {least} to {most}"),
    "print.between": message("A number from {least} to {most}"),
  },
});
