/* Places in files: a link that opens the line in an editor on the computer that runs the server, elsewhere a button that
   copies the place. */

import { h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { keep, recall } from "../shared/storage.js";
import { state } from "./data.js";
import { toast } from "./toast.js";
import { t, words } from "./words.js";

const NAME = "cardgen.editor";
const DEFAULT = "vscode://file/{path}:{line}:{column}";
const ADDRESS = /^(?!javascript:|data:)[a-z][a-z0-9+.-]*:\/\//i;

/** The address of editors that this browser uses; "" copies places instead. */
const editor = () => recall(NAME, DEFAULT);

/** @param {string} file */
const pathOf = (file) => (/^([A-Za-z]:)?[\\/]/.test(file) ? file : `${state.catalog.root}/${file}`).replaceAll("\\", "/").replace(/^\//, "");

/** The address that opens a place in the editor; null where there is none.
    @param {PlaceData} place */
function addressOf({ file, line, column }) {
  if (!state.catalog?.root || !ADDRESS.test(editor())) return null;
  const values = /** @type {Record<string, string | number>} */ ({ path: encodeURI(pathOf(file)), line: line || 1, column: column || 1 });
  return editor().replace(/\{(path|line|column)\}/g, (_, name) => String(values[name]));
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("place.copied", { text }), { slot: "place" });
  } catch {
    toast(t("place.not-copied", { text }), { slot: "place", lasting: 12000 });
  }
}

/** A place in a file, written as `text`.
    @param {{ file: string, line: number, column?: number }} where @param {string} text */
export function place({ file, line, column = 0 }, text) {
  const whole = [file, line, column].filter(Boolean).join(":");
  const address = addressOf({ file, line, column });
  const code = h("code", { class: "where" }, text);
  if (address) return h("a", { class: "place", href: address, title: t("place.open", { place: whole }) }, code);
  return h("button", { type: "button", class: "plain place", title: t("place.copy", { place: whole }), onclick: () => copy(whole) }, code);
}

/** A place, written as the name of the file and the line. @param {{ file: string, line: number, column?: number }} where */
export const linePlace = (where) => place(where, `${where.file.split("/").at(-1)}:${where.line}`);

/** The setting of the editor's address; null where places cannot be opened. */
export function editorSetting() {
  if (!state.catalog?.root) return null;
  return h("label", { class: "above" }, h("span", {}, t("set.editor")), h("input", { type: "text", name: "set-editor", value: editor(),
    spellcheck: "false", onchange: ({ target }) => keep(NAME, target.value.trim()) }));
}

words({
  en: {
    "place.open": message("Open {place} in the editor"),
    "place.copy": message("Copy {place}"),
    "place.copied": message("Copied: {text}"),
    "place.not-copied": message("Not copied: {text}"),
    "set.editor": message("Address of your editor ({path}, {line}, {column}); empty: places are copied"),
  },
});
