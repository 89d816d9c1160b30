/* The printers of the person who runs the server: their values, and what was measured on a calibration sheet. */

import { site } from "../app/data.js";
import { post } from "../app/post.js";
import { toast } from "../app/toast.js";
import { view } from "../app/views.js";
import { t, whyRefused, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { dialog } from "../review/dialogs.js";
import { numbersOf, paperLabel } from "./asking.js";
import { fetchData, problems } from "./job.js";
/** @import { Child } from "../shared/elements.js" */

/** What is read on a calibration sheet, with the letters that it has there. */
const READINGS = /** @type {const} */ ([
  ["margins", ["top", "right", "bottom", "left"]], ["lengths", ["G", "H"]], ["distances", ["C", "D", "E", "F"]], ["first", ["x", "y"]], ["second", ["x", "y"]]]);
/** The numbers of each value. @type {Record<string, readonly string[]>} */
const PARTS = { margins: ["top", "right", "bottom", "left"], back_offset: ["x", "y", "angle"], front_offset: ["x", "y"], scale: ["across", "down"] };

let root = /** @type {HTMLElement | null} */ (null);
let data = /** @type {PrintersData | null} */ (null);
let why = "";
/** The printer whose form is open, "" for a new one; null for none. */
let open = /** @type {string | null} */ (null);
let way = /** @type {"measure" | "values"} */ ("measure");

async function ask() {
  if (!site) {
    try {
      data = await fetchData("printers");
      if (!data?.printers.length) open ??= "";
    } catch (error) {
      why = /** @type {Error} */ (error).message;
    }
  }
  draw();
}

/** Has the server change the printers; false if it refuses, which a message says. @param {Record<string, unknown>} body */
async function send(body) {
  const { status, data: answer } = await post("api/printers", body);
  if (status !== 200) {
    toast((status && whyRefused(answer)) || t("job.unreachable"), { slot: "fault", lasting: 12_000 });
    return false;
  }
  data = answer;
  draw();
  return true;
}

/** @param {string} name */
async function remove(name) {
  const answers = [{ value: "yes", label: t("printers.delete"), main: true }, { value: "", label: t("printers.keep") }];
  if (await dialog(t("printers.delete.ask", { name }), h("p", {}, t("printers.delete.why")), answers) !== "yes") return;
  if (open === name) open = null;
  send({ work: "delete", name });
}

/** @param {OwnPrinterData} printer */
function item(printer) {
  const { name, options } = printer;
  const used = data?.used === name;
  const off = !data?.may;
  return h("li", { class: "panel own-printer" }, icon("print"),
    h("div", { class: "grow" }, h("p", {}, h("strong", {}, name), used ? h("span", { class: "used" }, icon("check"), t("printers.used")) : null),
      h("p", { class: "quiet" }, options.length ? options.flatMap((option, at) => [at ? " " : "", h("code", { class: "unbroken" }, option)]) : t("printers.no-values"))),
    h("div", { class: "row" },
      h("button", { type: "button", disabled: off, dataset: { hold: `use-${name}` }, onclick: () => send({ work: "use", name: used ? "" : name }) }, t(used ? "printers.unuse" : "printers.use")),
      h("button", { type: "button", disabled: off, "aria-expanded": String(open === name), dataset: { hold: `change-${name}` }, onclick: () => { open = open === name ? null : name; draw(); } }, t("printers.change")),
      h("button", { type: "button", class: "icon-button", disabled: off, "aria-label": t("printers.delete.ask", { name }), title: t("printers.delete"), dataset: { hold: `delete-${name}` }, onclick: () => remove(name) }, icon("trash"))));
}

// ---------------------------------------------------------------- the form

/** Fields for the numbers of a value. @param {string} name @param {readonly string[]} parts @param {readonly number[]} numbers */
const fields = (name, parts, numbers) => h("fieldset", { class: "numbers", dataset: { name } }, h("legend", {}, t(`printers.${name}`)),
  h("p", { class: "quiet" }, t(`printers.${name}.help`)),
  h("div", { class: "row" }, parts.map((part, at) => h("label", { class: "above" }, h("span", {}, part.length === 1 ? part : t(`printers.part.${part}`)),
    h("input", { type: "text", inputmode: "decimal", autocomplete: "off", value: numbers[at] ?? "", dataset: { hold: `${name}-${part}` } })))));

/** The numbers in the form by their names; null, with a message, if some are no numbers. @param {HTMLFormElement} form */
function read(form) {
  const values = /** @type {Record<string, number[]>} */ ({});
  for (const set of /** @type {NodeListOf<HTMLFieldSetElement>} */ (form.querySelectorAll(".numbers"))) {
    const inputs = [...set.querySelectorAll("input")];
    const numbers = numbersOf(inputs.map(({ value }) => value));
    if (numbers === undefined) {
      toast(t("printers.not-numbers", { name: set.querySelector("legend")?.textContent ?? "" }), { slot: "fault" });
      (inputs.find(({ value }) => !numbersOf([value])) ?? inputs[0]).focus();
      return null;
    }
    if (numbers) values[String(set.dataset.name)] = numbers;
  }
  return values;
}

/** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event @param {string} was */
async function submit(event, was) {
  event.preventDefault();
  const form = event.currentTarget;
  const text = (/** @type {string} */ name) => String(new FormData(form).get(name) ?? "");
  const values = read(form);
  if (!values) return;
  const name = text("name").trim();
  const body = way === "values" ? { work: "save", name, was, values, flip: text("flip") }
    : { work: "measure", name, readings: { ...values, paper: text("paper"), add: form.querySelector("[name=add]:checked") !== null } };
  if (await send(body)) {
    open = null;
    draw();
    toast(t("printers.saved", { name }));
  }
}

/** @param {string} name */
function formOf(name) {
  const printer = data?.printers.find((one) => one.name === name);
  const sheets = Object.entries(data?.sheets ?? {});
  const tab = (/** @type {typeof way} */ one) => h("button", { type: "button", "aria-pressed": String(way === one), dataset: { hold: `way-${one}` }, onclick: ({ currentTarget }) => {
    const typed = currentTarget.closest("form")?.querySelector("[name=name]");
    way = one;
    draw();
    const again = /** @type {HTMLInputElement | null | undefined} */ (root?.querySelector("[name=name]"));
    if (again && typed instanceof HTMLInputElement) again.value = typed.value; // a name that is not saved yet
  } }, t(`printers.way.${one}`));
  return h("form", { class: "panel printer-form", onsubmit: (event) => submit(/** @type {any} */ (event), name) },
    h("h2", {}, name ? t("printers.form", { name }) : t("printers.new")),
    h("div", { class: "row" }, h("label", { class: "above" }, h("span", {}, t("printers.name")), h("input", { type: "text", name: "name", value: name, required: true, maxlength: 40, readonly: way === "measure" && Boolean(name), dataset: { hold: "printer-name" } })),
      h("div", { class: "group", role: "group", "aria-label": t("printers.way") }, tab("measure"), tab("values"))),
    way === "values" ? [
      (data?.values ?? []).map((value) => fields(value.name, PARTS[value.name] ?? [], printer?.values[value.name] ?? [])),
      h("label", { class: "above" }, h("span", {}, t("printers.flip")), h("select", { name: "flip", dataset: { hold: "printer-flip" } }, [["", t("printers.flip.both")], ...(data?.flips ?? []).map((flip) => [flip, t(`print.flip.${flip}`)])]
        .map(([value, label]) => h("option", { value, selected: value === (printer?.flip ?? "") }, label)))),
    ] : [
      h("ol", { class: "steps" }, h("li", {}, t("printers.step.print"), " ", sheets.map(([paper, sheet]) => [h("a", { href: address("sheet", [sheet], { printer: name || "none" }) }, t("printers.sheet", { paper: paperLabel(paper) })), " "])),
        h("li", {}, t("printers.step.measure")), h("li", {}, t("printers.step.enter"))),
      h("label", {}, t("printers.paper"), h("select", { name: "paper", dataset: { hold: "printer-paper" } }, sheets.map(([paper]) => h("option", { value: paper }, paperLabel(paper))))),
      READINGS.map(([reading, parts]) => fields(reading, parts, [])),
      printer?.options.length ? h("label", {}, h("input", { type: "checkbox", name: "add", checked: true }), t("printers.add")) : null,
    ],
    h("div", { class: "row" }, h("button", { type: "submit", class: "main", dataset: { hold: "printer-save" } }, t(way === "values" ? "printers.save" : "printers.calculate")),
      data?.printers.length ? h("button", { type: "button", class: "plain", onclick: () => { open = null; draw(); } }, t("printers.cancel")) : null));
}

/** @returns {Child} */
function body() {
  if (site) return h("p", { class: "panel" }, t("printers.site"));
  if (!data) return h("p", { class: "panel" }, why || t("printers.loading"));
  return [
    h("p", { class: "export-about" }, t("printers.about")),
    data.faults.length ? h("section", { class: "panel", role: "alert" }, problems(data.faults)) : null,
    data.may ? null : h("p", { class: "panel" }, t("printers.not-here")),
    h("ul", { class: "own-printers" }, data.printers.map(item)),
    data.may && open !== null ? formOf(open) : null,
    data.file ? h("p", { class: "quiet" }, t("printers.file"), " ", h("code", {}, data.file)) : null];
}

function draw() {
  if (!root) return;
  fill(root, h("div", { class: "tool" }, h("h1", {}, t("view.printers")), h("span", { class: "grow" }),
    data?.may ? h("button", { type: "button", disabled: open === "", dataset: { hold: "printer-new" }, onclick: () => { open = ""; draw(); } }, icon("plus"), t("printers.add-one")) : null),
  h("div", { class: "exports" }, body()));
}

view("printers", {
  mode: "print", tab: 4, icon: "settings", when: () => !site,
  mount(main) {
    root = main;
    draw();
    ask();
  },
  changed(kind) {
    if (kind === "printer" && open === null) ask();
  },
  title: () => [t("view.printers")],
  unmount() {
    root = null;
  },
});

words({
  en: {
    "view.printers": message("Printers"),
    "printers.about": message("Sheets can be corrected for what your printer does: the edges that it leaves blank, where it puts fronts and backs, and its scale. Printers are yours, for all games."),
    "printers.used": message("in use"),
    "printers.use": message("Use it"),
    "printers.unuse": message("Use none"),
    "printers.change": message("Change"),
    "printers.delete": message("Delete"),
    "printers.delete.ask": message("Delete the printer {name}?"),
    "printers.delete.why": message("Its values are lost. They can be measured again."),
    "printers.keep": message("Keep it"),
    "printers.no-values": message("No corrections."),
    "printers.add-one": message("Add a printer"),
    "printers.new": message("A new printer"),
    "printers.form": message("Printer {name}"),
    "printers.name": message("Name"),
    "printers.way": message("How to give its values"),
    "printers.way.measure": message("Measured"),
    "printers.way.values": message("Numbers"),
    "printers.step.print": message("Print the calibration sheet on both sides at 100 %, from the tray that your cards will be printed from."),
    "printers.step.measure": message("Measure what its numbered steps say."),
    "printers.step.enter": message("Enter it here. What you have not measured stays as it is."),
    "printers.sheet": message("Open the sheet for {paper}"),
    "printers.paper": message("Printed on"),
    "printers.margins": message("Margins, mm"),
    "printers.margins.help": message("The edges that stay blank: at each, the number of the mark nearest to it that is printed whole."),
    "printers.lengths": message("Rulers G and H, mm"),
    "printers.lengths.help": message("How long they are on paper: 100 if the scale is right."),
    "printers.distances": message("Distances C to F, mm"),
    "printers.distances.help": message("From the thick lines straight to the edges of the paper."),
    "printers.first": message("Cross A, mm"),
    "printers.first.help": message("Where the red cross of the back meets the scales, held against the light."),
    "printers.second": message("Cross B, mm"),
    "printers.second.help": message("The same at the other target."),
    "printers.back_offset": message("Move the backs, mm and degrees"),
    "printers.back_offset.help": message("To the right, down, and clockwise."),
    "printers.front_offset": message("Move the fronts, mm"),
    "printers.front_offset.help": message("To the right and down; the backs move with them."),
    "printers.scale": message("Scale, %"),
    "printers.scale.help": message("The size to print at: 101 for paper that is fed 1 % short."),
    "printers.flip": message("Turns paper on"),
    "printers.flip.both": message("both edges"),
    "printers.part.top": message("top"),
    "printers.part.right": message("right"),
    "printers.part.bottom": message("bottom"),
    "printers.part.left": message("left"),
    "printers.part.angle": message("angle"),
    "printers.part.across": message("across"),
    "printers.part.down": message("down"),
    "printers.add": message("The sheet was printed for this printer: add what is left to its values"),
    "printers.save": message("Save"),
    "printers.calculate": message("Calculate and save"),
    "printers.cancel": message("Cancel"),
    "printers.saved": message("Saved: {name}"),
    "printers.not-numbers": message("{name}: enter all of its numbers, or none"),
    "printers.not-here": message("Only the computer that runs the server can change its printers."),
    "printers.file": message("Kept in"),
    "printers.loading": message("Loading the printers…"),
    "printers.site": message("Printers need the server: run cardgen studio."),
  },
});
