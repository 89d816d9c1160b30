/* A deck as a spreadsheet: a row a card with its picture, a column a field and language. Cells are edited in place, copied from
   and to spreadsheet programs, and written to the deck's file at once. Only the rows in sight are in the document. */

import { load, state } from "../app/data.js";
import { on } from "../app/events.js";
import { key } from "../app/shortcuts.js";
import { toast } from "../app/toast.js";
import { alter, current, view } from "../app/views.js";
import { pick, say, t } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, focused, h, icon } from "../shared/elements.js";
import { deckItems } from "../review/deck-list.js";
import { button } from "../review/showing.js";
import { assetsButton } from "./asset-dialog.js";
import { addSection } from "./adding.js";
import { besideGrid } from "./beside.js";
import { close, open, takeBack } from "./cell-editor.js";
import { parseCells, parseTable } from "./clipboard.js";
import { widthOf } from "./columns.js";
import { dropOnCells, watchFiles } from "./dropping.js";
import { canEdit, counts, step } from "./editing.js";
import { drawFaults, faultBox, forgetAll, renewFindings } from "./faults.js";
import { addCard } from "./field-dialog.js";
import { watchHandle } from "./fill-handle.js";
import { STEPS, isInside, moved } from "./range.js";
import { replaceBar, turnReplace } from "./replace.js";
import { moveRows, openMenu, shapeMenu } from "./shaping.js";
import { cellNow, draw, drawFoot, drawHead, drawMore, drawRows, focusCell, select } from "./sheet.js";
import { none, sheet, size } from "./table-state.js";
import "./table-words.js";
import { clear, copied, fillDown, paste } from "./writing.js";
/** @import { ListChange } from "../review/list.js" */

let loading = 0;
let renewal = /** @type {Promise<unknown>} */ (Promise.resolve());

// ---------------------------------------------------------------- what is pressed and clicked

const DOUBLE = 400; // ms between two presses of a double click
const pressed = { at: 0, cell: "" };

/** @param {KeyboardEvent} event */
function onKey(event) {
  pressed.cell = "";
  const control = event.ctrlKey || event.metaKey;
  const stepKey = STEPS[event.key];
  if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) moveRows(event.key === "ArrowUp" ? -1 : 1);
  else if (stepKey && !event.altKey) {
    const far = /** @type {[number, number]} */ (control ? stepKey.map((part) => part * 1e6) : stepKey);
    select(moved(sheet.range, far, size(), event.shiftKey));
  } else if (control && event.key.toLowerCase() === "a") {
    select({ at: { row: 0, column: 0 }, to: { row: sheet.table.rows.length - 1, column: sheet.table.columns.length - 1 } });
  } else if (control && event.key.toLowerCase() === "d") fillDown();
  else if (control && event.key.toLowerCase() === "z") step(event.shiftKey ? "redo" : "undo");
  else if (control && event.key.toLowerCase() === "y") step("redo");
  else if (control && event.key.toLowerCase() === "h") turnReplace();
  else if (control && event.key === "Enter") addCard();
  else if (event.key === "Enter" || event.key === "F2") open();
  else if (event.key === "Delete" || event.key === "Backspace") clear();
  else if (event.key === "Escape") takeBack() || select({ at: sheet.range.at, to: sheet.range.at });
  else if (!control && !event.altKey && event.key.length === 1) open("");
  else return;
  // A character that opens a cell is typed into it.
  if (event.key.length > 1 || control || event.altKey) event.preventDefault();
  event.stopPropagation();
}

/** The cell of an event, or under a captured pointer.
    @param {MouseEvent} event */
function cellUnder({ target, clientX, clientY }) {
  const element = target === sheet.body ? document.elementFromPoint(clientX, clientY) : /** @type {HTMLElement} */ (target);
  const at = element?.closest?.("[data-at]")?.getAttribute("data-at");
  if (!at) return null;
  const [row, column] = at.split(",").map(Number);
  return { row, column };
}

/** @param {ClipboardEvent} event */
function onPaste(event) {
  if (sheet.editor) return;
  event.preventDefault();
  const html = event.clipboardData?.getData("text/html") ?? "";
  paste((html && parseTable(html)) || parseCells(event.clipboardData?.getData("text/plain") ?? ""));
}

/** @param {ClipboardEvent} event @param {boolean} cut */
function onCopy(event, cut) {
  if (sheet.editor) return;
  event.preventDefault();
  event.clipboardData?.setData("text/plain", copied());
  if (cut) clear();
}

function watch() {
  sheet.window.addEventListener("keydown", onKey);
  watchHandle(cellUnder);
  sheet.body.addEventListener("pointerdown", (event) => {
    const cell = cellUnder(event);
    if (!cell || sheet.editor?.contains(/** @type {Node} */ (event.target))) return;
    event.preventDefault();
    if (event.button && isInside(sheet.range, cell.row, cell.column)) return; // the menu is about all selected cells
    // A cell is drawn anew when it is selected, so browsers see no double click.
    const isSecond = event.timeStamp - pressed.at < DOUBLE && pressed.cell === `${cell.row},${cell.column}`;
    Object.assign(pressed, { at: event.timeStamp, cell: `${cell.row},${cell.column}` });
    select(event.shiftKey ? { at: sheet.range.at, to: cell } : { at: cell, to: cell });
    if (isSecond) open();
  });
  sheet.body.addEventListener("pointermove", (event) => {
    const cell = event.buttons === 1 && !sheet.body.hasPointerCapture(event.pointerId) ? cellUnder(event) : null;
    if (cell && !sheet.editor && (cell.row !== sheet.range.to.row || cell.column !== sheet.range.to.column)) select({ at: sheet.range.at, to: cell });
  });
  sheet.body.addEventListener("contextmenu", openMenu);
  watchFiles(sheet.window, (files, event) => dropOnCells(files, event instanceof DragEvent ? cellUnder(event) : sheet.range.at));
  sheet.window.addEventListener("paste", onPaste);
  sheet.window.addEventListener("copy", (event) => onCopy(event, false));
  sheet.window.addEventListener("cut", (event) => onCopy(event, true));
  sheet.window.addEventListener("scroll", () => { if (!sheet.editor) drawMore(); }, { passive: true });
  sheet.window.addEventListener("scroll", drawFaults, { passive: true });
}

// ---------------------------------------------------------------- the view

const deckNow = () => current.route.path[0] ?? state.catalog.decks[0]?.id ?? "";

/** Loads the deck again, and keeps the place. */
const renew = () => (renewal = renewNow());

async function renewNow() {
  const mine = loading += 1;
  const data = await load(/** @type {any} */ (`table/${encodeURIComponent(deckNow())}`)).catch(() => null);
  if (mine !== loading || !sheet.root) return;
  if (!data) {
    fill(sheet.root, drawBar(false), h("p", { class: "make-none" }, icon("lock"), t("make.none")));
    return;
  }
  const isNew = sheet.table?.deck !== data.deck || !sheet.window?.isConnected || sheet.table.columns.length !== data.columns.length;
  if (sheet.table?.deck !== data.deck) forgetAll();
  if (isNew) close(true);
  const card = sheet.table?.rows[sheet.range.at.row]?.id;
  sheet.table = data;
  const row = sheet.table.rows.findIndex(({ id }) => id === card);
  const { at, to } = sheet.range;
  if (!isNew && row >= 0) sheet.range = { at: { ...at, row }, to: moved({ at: to, to }, [row - at.row, 0], size(), false).to }; // the selection stays with its card
  showFindings();
  const last = { row: Math.max(0, Math.min(sheet.range.at.row, sheet.table.rows.length - 1)), column: Math.min(sheet.range.at.column, sheet.table.columns.length - 1) };
  if (isNew || sheet.range.at.row >= sheet.table.rows.length) sheet.range = { at: last, to: last };
  if (isNew) build();
  drawFoot();
  if (!sheet.editor) draw();
  selectAsked();
}

/** Selects the cell that the address names, once. */
function selectAsked() {
  const { card, field, language } = current.route.state;
  if (!card) return;
  const row = sheet.table.rows.findIndex(({ id }) => id === card);
  const named = sheet.table.columns.flatMap((column, at) => (column.name === field ? [at] : []));
  const column = named.find((at) => sheet.table.columns[at].language === language) ?? named[0] ?? 0;
  alter({ card: "", field: "", language: "" });
  if (row >= 0) select({ at: { row, column }, to: { row, column } }, !focused()?.closest("[role=search]")); // who steps through places stays there
}

/** Loads the findings about values again, and marks their cells. */
async function showFindings() {
  await renewFindings();
  if (sheet.body?.isConnected && !sheet.editor) draw();
}

/** Changed cards of which only the rows are loaded again, and the ms that their pictures have before that. */
const MOST_ROWS = 100;
const FIRST = 60;

/** Loads the rows of changed cards again, or the whole deck if others may have changed, too.
    @param {ListChange} [change] */
async function renewRows({ keys = [], removed = [], order = true } = {}) {
  const deck = deckNow();
  const ids = keys.filter((key) => key.startsWith(`${deck}/`)).map((key) => key.slice(deck.length + 1));
  if (order || removed.length || !ids.length || ids.length > MOST_ROWS || sheet.table?.deck !== deck) return renew();
  const mine = loading += 1;
  if (!sheet.editor) drawRows(new Set(ids)); // with their new pictures
  await new Promise((resolve) => setTimeout(resolve, FIRST));
  const asked = new URLSearchParams(ids.map((id) => ["card", id]));
  const data = await load(/** @type {any} */ (`table/${encodeURIComponent(deck)}?${asked}`)).catch(() => null);
  if (mine !== loading || !sheet.root) return undefined;
  if (!data || data.columns.length !== sheet.table.columns.length) return renew();
  const rows = new Map(sheet.table.rows.map((row) => [row.id, row]));
  const others = /** @type {RowData[]} */ (data.rows).filter((row) => JSON.stringify(row) !== JSON.stringify(rows.get(row.id)));
  for (const row of others) Object.assign(rows.get(row.id) ?? {}, row);
  if (!sheet.editor) drawRows(new Set(others.map(({ id }) => id)));
  return undefined;
}

/** The name of the deck, and with `withTools` what can be done with it. */
function drawBar(withTools = true) {
  const deck = state.decks.get(deckNow());
  return h("div", { class: "make-bar" }, h("h1", {}, deck ? say(deck.titles) : t("view.make")),
    deck ? h("span", { class: "quiet wide-only" }, t("make.counts", { count: state.catalog.cards.filter((card) => card.deck === deck.id).length })) : null,
    withTools && h("div", { class: "make-tools", role: "toolbar", "aria-label": t("make.tools") },
      tool("make-undo", () => step("undo"), "undo", { disabled: !counts.done }),
      tool("make-redo", () => step("redo"), "redo", { disabled: !counts.undone }),
      tool("make-replace", turnReplace, "replace", { "aria-keyshortcuts": "Control+H" }),
      assetsButton(),
      shapeMenu(),
      button("make-add", addCard, [icon("plus"), h("span", { class: "wide-only" }, t("make.add"))], { class: "main", "aria-label": t("make.add"), "aria-keyshortcuts": "Control+Enter" })));
}

/** A button with an icon; its name is that of its words.
    @param {string} hold @param {() => unknown} run @param {string} sign @param {Record<string, unknown>} [more] */
const tool = (hold, run, sign, more = {}) => button(hold, run, icon(sign), { class: "icon-button", "aria-label": t(hold.replace("-", ".")), title: t(hold.replace("-", ".")), ...more });

/** Shows whether there is an edit to undo or to make again. */
function markSteps() {
  for (const [hold, count] of /** @type {const} */ ([["make-undo", counts.done], ["make-redo", counts.undone]])) {
    const step = /** @type {HTMLButtonElement | null} */ (sheet.root?.querySelector(`[data-hold=${hold}]`));
    if (step) step.disabled = !count;
  }
}

function build() {
  const hold = sheet.window?.contains(document.activeElement);
  sheet.body = h("div", { class: "make-body", role: "rowgroup" });
  sheet.foot = h("div", { class: "make-foot" });
  sheet.line = h("div", { class: "make-line" });
  sheet.window = h("div", { class: "make-window", role: "grid", tabindex: "-1", "aria-multiselectable": "true", style: { "--id": `${widthOf(0)}px` }, "aria-label": pick(state.decks.get(sheet.table.deck)?.titles) || sheet.table.deck,
    "aria-rowcount": String(sheet.table.rows.length + 1), "aria-colcount": String(sheet.table.columns.length + 1) }, drawHead(), sheet.body);
  fill(sheet.root, drawBar(), replaceBar(), sheet.window, faultBox(open, takeBack), sheet.line, sheet.foot, besideGrid());
  watch();
  if (hold) sheet.window.focus();
}

view("make", {
  mode: "make", tab: 1, icon: "table",
  when: canEdit,
  left: () => [state.catalog.decks.length > 1 ? h("section", { class: "decks" }, h("h2", {}, t("left.decks")), h("ul", {}, deckItems(deckNow(), (deck) => address("make", [deck])))) : null, addSection()],
  mount(main) {
    sheet.table = none;
    sheet.root = h("div", { class: "make" });
    main.append(sheet.root);
    renew();
  },
  update() {
    if (sheet.table?.deck !== deckNow()) renew();
    else selectAsked();
  },
  changed(kind, change) {
    if (kind === "catalog") renewRows(change);
    else if (kind === "checked") showFindings();
  },
  focus() {
    focusCell();
    return Boolean(cellNow());
  },
  whereabouts() {
    const [row, column] = [sheet.table?.rows[sheet.range.at.row], sheet.table?.columns[sheet.range.at.column]];
    if (!row || !column) return {};
    const cell = { field: column.name, language: column.language };
    return { ...cell, at: address("make", [sheet.table.deck], { card: row.id, ...cell }), editing: Boolean(sheet.editor) };
  },
  current: () => (sheet.table?.rows[sheet.range.at.row] ? `${sheet.table.deck}/${sheet.table.rows[sheet.range.at.row].id}` : null),
  unmount() {
    sheet.root = sheet.window = sheet.body = sheet.foot = sheet.line = none;
    sheet.editor = null;
  },
});

on("edits", markSteps);
on("rows", async (id = "", table = 0, field = "") => {
  if (!sheet.root) return;
  await renew();
  await renewal; // a newer one may have taken its place
  const column = field ? sheet.table.columns.findIndex(({ name }) => name === field) : -1;
  if (column >= 0) select({ at: { row: sheet.range.at.row, column }, to: { row: sheet.range.at.row, column } });
  const row = id ? sheet.table.rows.findIndex(({ row_ids: ids }) => ids[table] === id) : -1;
  if (id && row < 0) toast(t("make.no-card", { row: id, file: sheet.table.files[table] }), { lasting: 12_000 });
  if (row >= 0) select({ at: { row, column: 0 }, to: { row, column: 0 } });
});
on("write", () => open());

key("make.edit", { keys: ["Enter"], views: ["make"], words: "make.key.edit", when: () => false });
key("make.replace", { keys: ["ctrl+h"], views: ["make"], words: "make.replace", run: turnReplace });
key("make.undo", { keys: ["ctrl+z"], views: ["make"], words: "make.undo", run: () => step("undo") });
