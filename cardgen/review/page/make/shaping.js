/* The menu of the spreadsheet: rows moved up and down, a column added. */

import { announce } from "../app/events.js";
import { toast } from "../app/toast.js";
import { t, words } from "../app/words.js";
import { h, icon, menuButton } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { dialog } from "../review/dialogs.js";
import { button } from "../review/showing.js";
import { edit, whyNot } from "./editing.js";
import { bounds } from "./range.js";
import { ROW, cellNow, draw, drawFoot, focusCell, select } from "./sheet.js";
import { sheet } from "./table-state.js";
import { deleteRows, duplicate, fillDown } from "./writing.js";
/** @import { DeckOperation } from "./editing.js" */

const MENU = "make-menu";
const KINDS = ["text", "texts", "integer", "number", "colour", "list", "image"];

/** The button of the menu, and the menu. */
export const shapeMenu = () => [
  menuButton(MENU, "right", { class: "icon-button", "aria-label": t("make.menu"), title: t("make.menu"), dataset: { hold: MENU } }, icon("more")),
  h("div", { id: MENU, class: "menu-box make-menu", popover: "", role: "menu", "aria-label": t("make.menu") }, [
    item("make-duplicate", duplicate, "copy"), item("make-up", () => moveRows(-1), "up", "Alt+↑"), item("make-down", () => moveRows(1), "down", "Alt+↓"), item("make-fill", fillDown, "copy", "Ctrl+D"), item("make-delete", deleteRows, "trash"),
    item("make-column", addColumn, "plus")])];

/** @param {string} hold @param {() => unknown} run @param {string} sign @param {string} [keys] */
const item = (hold, run, sign, keys = "") => button(hold, ({ currentTarget }) => {
  document.getElementById(MENU)?.hidePopover();
  if (document.activeElement === currentTarget) focusCell(); // the cell that had the focus was drawn anew
  run();
}, [icon(sign), h("span", { class: "grow" }, t(hold.replace("-", "."))), keys ? h("kbd", { "aria-hidden": "true" }, keys) : null], { class: "plain", role: "menuitem", autofocus: hold === "make-duplicate" });

/** Opens the menu at the cell at hand, for the right button of the mouse and the menu key.
    @param {MouseEvent} event */
export function openMenu(event) {
  const menu = document.getElementById(MENU);
  if (!menu || sheet.editor) return;
  event.preventDefault();
  const { left, top } = cellNow()?.getBoundingClientRect() ?? { left: event.clientX, top: event.clientY };
  const at = event.button === 2 ? { left: event.clientX, top: event.clientY } : { left, top: top + ROW };
  menu.style.setProperty("inset", `${Math.min(at.top, innerHeight - 280)}px auto auto ${Math.min(at.left, innerWidth - 260)}px`);
  if (event.buttons) addEventListener("pointerup", () => setTimeout(() => menu.showPopover()), { once: true }); // letting the button go would close it
  else menu.showPopover();
}

/** @param {DeckOperation} operation @param {string} label */
async function write(operation, label) {
  const answer = await edit([operation], label);
  const isDone = answer && !answer.faults.length && !answer.conflicts.length;
  if (answer && !isDone) toast(whyNot(answer), { slot: "fault", lasting: 12_000 });
  drawFoot(isDone ? t("make.saved", { count: 1, file: sheet.table.files[0] }) : t("make.refused"));
  return Boolean(isDone);
}

/** Moves the selected rows by one: the row beside them goes to their other end.
    @param {-1 | 1} way */
export async function moveRows(way) {
  const { top, bottom } = bounds(sheet.range);
  const { rows, deck } = sheet.table;
  const from = way < 0 ? top - 1 : bottom + 1;
  if (from < 0 || from >= rows.length) return;
  const to = way < 0 ? bottom : top;
  const { at, to: end } = sheet.range;
  const [row] = rows.splice(from, 1);
  rows.splice(to, 0, row);
  select({ at: { ...at, row: at.row + way }, to: { ...end, row: end.row + way } });
  const label = t("make.moved", { card: rows[top + way].id });
  if (await write({ kind: "move-row", deck, card: row.id, at: to }, label)) return;
  announce("rows");
  draw();
}

/** Asks for the name and the kind of a new column, and declares it in game.yaml. */
export async function addColumn() {
  const name = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  const kind = h("select", {}, KINDS.map((value) => h("option", { value }, t(`make.kind.${value}`))));
  const labels = [h("label", { class: "above" }, t("make.column.name"), name), h("label", { class: "above" }, t("make.column.kind"), kind)];
  let problem = "";
  for (;;) {
    const body = h("div", { class: "make-column" }, problem ? h("p", { role: "alert" }, problem) : null, labels);
    const answer = await dialog(t("make.column"), body, [{ value: "add", label: t("make.column.add"), main: true }, { value: "", label: t("write.later") }], { opened: () => name.focus() });
    const field = name.value.trim();
    if (answer !== "add") return;
    const done = field ? await edit([{ kind: "add-column", deck: sheet.table.deck, name: field, declared: kind.value }], t("make.column.label", { name: field })) : null;
    if (done && !done.faults.length && !done.conflicts.length) {
      drawFoot(t("make.saved", { count: 1, file: sheet.table.files[0] }));
      return announce("rows", "", 0, field);
    }
    problem = done ? whyNot(done) : t(field ? "make.unreachable" : "make.column.nameless");
  }
}

words({
  en: {
    "make.menu": message("Rows and columns"),
    "make.up": message("Move up"),
    "make.down": message("Move down"),
    "make.moved": message("{card} moved"),
    "make.column": message("Add a column"),
    "make.column.name": message("Name, such as cost"),
    "make.column.kind": message("Kind"),
    "make.column.add": message("Add"),
    "make.column.label": message("Column {name} added"),
    "make.column.nameless": message("The column needs a name."),
    "make.kind.text": message("Text"),
    "make.kind.texts": message("Text in each language"),
    "make.kind.integer": message("Whole number"),
    "make.kind.number": message("Number"),
    "make.kind.colour": message("Colour"),
    "make.kind.list": message("List"),
    "make.kind.image": message("Picture"),
  },
});
