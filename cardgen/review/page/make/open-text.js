/* From what is selected on the canvas, in the grid or on a card to the line of the file that has it. */

import { detail } from "../app/data.js";
import { key } from "../app/shortcuts.js";
import { current, currentKey, go, views } from "../app/views.js";
import { t, words } from "../app/words.js";
import { h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { canvas, cardKey, pickedBox } from "./canvas-state.js";
import { canEdit } from "./editing.js";

/** Goes to a place of a file. @param {PlaceData} place @param {string} [card] the card to be shown beside it */
const goToText = ({ file, line, column }, card = "") => go("text", file.split("/"), { line: line || 1, column: column || 1, card });

/** Where the selected box is written: its own first value, or what it inherits. */
export function boxPlace() {
  const values = pickedBox()?.values ?? [];
  const own = values.filter((value) => value.own);
  return [...(own.length ? own : values)].sort((a, b) => a.line - b.line || a.column - b.column)[0] ?? { file: canvas.data?.file ?? "", line: 1, column: 1 };
}

/** Opens the file of what is selected. */
export async function openInText() {
  const { view } = current.route;
  if (view === "canvas") return void (canvas.data && goToText(boxPlace(), cardKey()));
  const cardNow = currentKey();
  if (!cardNow) return undefined;
  const { fields, file, line } = await detail(cardNow);
  const { field } = views.get(view)?.whereabouts?.() ?? {};
  return goToText(fields.find(({ name }) => name === field) ?? { file, line, column: 1 }, cardNow);
}

/** The name of a file at the foot of a view, which opens it where the selected cell or box is. @param {string} file */
export const fileButton = (file) => h("button", { type: "button", class: "plain make-file", title: t("text.open"), dataset: { hold: "open-text" }, onclick: openInText }, icon("file"), h("code", { class: "cut-off" }, file));

key("text.open", { keys: ["f4"], views: ["make", "canvas", "card"], words: "text.open", when: canEdit, run: openInText });

words({
  en: {
    "text.open": message("Open in Text"),
  },
});
