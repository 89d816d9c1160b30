/* Pictures, icons and fonts that are added to the game: a file is sent first, then an edit copies it into the game's folder together with
   the values that name it, in one step to undo. */

import { load } from "../app/data.js";
import { toast } from "../app/toast.js";
import { t, words } from "../app/words.js";
import { h } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { dialog } from "../review/dialogs.js";
import { ask, edit, inReadersLanguage, whyNot } from "./editing.js";
import { isFixed } from "./table-state.js";

const FONT = /\.(ttf|otf|ttc|woff2?)$/i;
export const PICTURES = "image/png,image/jpeg,image/webp,image/gif,image/bmp,image/tiff,image/avif,image/svg+xml,application/pdf";
export const FONTS = ".ttf,.otf,.ttc";

/** @param {File} file */
export const isFont = (file) => FONT.test(file.name);

/** The files of something that is dropped or pasted; none if it is text, also beside a picture of it, as spreadsheets copy cells.
    @param {DataTransfer | null} data */
export const filesOf = (data) => (data?.types.includes("text/plain") ? [] : [...data?.files ?? []]);

/** Sends a file. Returns what it would be in the game; null if it cannot be used, which a message says.
    @param {File} file @param {"picture" | "icon" | "font" | "licence"} purpose @returns {Promise<AssetAnswer | null>} */
async function send(file, purpose) {
  const query = new URLSearchParams({ name: file.name || "picture.png", as: purpose });
  const answer = /** @type {AssetAnswer | null} */ (await ask(`api/asset?${query}`, file));
  if (!answer?.faults.length) return answer;
  toast([file.name, inReadersLanguage(answer.faults[0])].join(": "), { slot: "fault", lasting: 12_000 });
  return null;
}

/** Makes an edit, and says what was added or why not. Returns whether it was made.
    @param {readonly Record<string, unknown>[]} operations @param {string} label */
async function make(operations, label) {
  const answer = await edit(operations, label);
  const isMade = Boolean(answer && !answer.faults.length && !answer.conflicts.length);
  if (answer) toast(isMade ? label : whyNot(answer), isMade ? {} : { slot: "fault", lasting: 12_000 });
  return isMade;
}

/** The edits that name the file of a picture; `size` is its width and height.
    @typedef {(file: string, at: number, size: number[]) => readonly Record<string, unknown>[] | Promise<readonly Record<string, unknown>[]>} OperationsFor */

/** Copies a picture into the game. `operationsFor` are the edits that name its file, in the same step. Returns whether it was made.
    @param {File} file @param {OperationsFor} operationsFor */
export const addPicture = (file, operationsFor = () => []) => addPictures([file], operationsFor);

/** Copies pictures into the game, in one step. @param {readonly File[]} files @param {OperationsFor} operationsFor */
export async function addPictures(files, operationsFor) {
  const sent = /** @type {AssetAnswer[]} */ ([]);
  for (const file of files) {
    const answer = await send(file, "picture");
    if (!answer) return false;
    sent.push(answer);
  }
  const label = files.length > 1 ? t("assets.added-all", { count: files.length }) : t("assets.added", { name: sent[0].file });
  const operations = [];
  for (const [at, { key, file, size }] of sent.entries()) operations.push({ kind: "add-file", key, file }, ...await operationsFor(file, at, size));
  return make(operations, label);
}

/** Makes an SVG file an icon of the game. @param {File} file */
export async function addIcon(file) {
  const sent = await send(file, "icon");
  if (sent) await make([{ kind: "add-file", key: sent.key, file: sent.file }, { kind: "add-icon", name: sent.name, file: sent.file }], t("assets.icon", { name: sent.name }));
}

/** Makes an icon of the library one of the game. @param {string} icon */
export const addLibraryIcon = (icon) => make([{ kind: "library-icon", icon }], t("assets.icon", { name: icon }));

/** Lets the person choose files, and passes each on. @param {string} accept @param {(file: File) => unknown} use */
export function chooseFiles(accept, use) {
  const field = h("input", { type: "file", accept, multiple: true, onchange: async ({ target }) => {
    for (const file of target.files ?? []) await use(file);
  } });
  field.click();
}

/** Asks for the name and the licence of a font, and adds it. A font that is refused can be corrected. @param {File} file */
export async function addFont(file) {
  const sent = await send(file, "font");
  if (!sent) return;
  const field = (/** @type {string} */ value) => h("input", { type: "text", value, autocomplete: "off", spellcheck: "false" });
  const [name, short] = [field(sent.name), field(sent.licence)];
  const text = h("textarea", { class: "make-field", rows: "6" }, sent.licence_text);
  const chosen = h("button", { type: "button", onclick: () => chooseFiles(".txt,.md,text/plain", async (licence) => {
    const read = await send(licence, "licence");
    if (!read) return;
    text.value = read.licence_text;
    short.value = read.licence || short.value;
  }) }, t("assets.font.file"));
  const body = h("div", { class: "make-column" }, h("p", {}, t("assets.font.why")), h("label", { class: "above" }, t("assets.font.name"), name),
    h("label", { class: "above" }, t("assets.font.licence"), short), h("label", { class: "above" }, t("assets.font.text"), text), h("div", { class: "row" }, chosen));
  while (await dialog(t("assets.font.title", { file: file.name }), body, [{ value: "add", label: t("assets.font.add"), main: true }, { value: "", label: t("write.later") }], { opened: () => name.focus() }) === "add") {
    const font = { kind: "add-font", key: sent.key, file: file.name, name: name.value.trim(), licence_name: short.value.trim(), licence: text.value };
    if (await make([font], t("assets.font.added", { name: name.value.trim() }))) return;
  }
}

/** The edit that gives a field of a card another text; null if the field cannot be edited.
    @param {string} deck @param {string} card @param {string} field @param {string} text */
export async function cellEdit(deck, card, field, text) {
  const query = new URLSearchParams({ card });
  const table = /** @type {TableData | null} */ (await load(/** @type {any} */ (`table/${encodeURIComponent(deck)}?${query}`)).catch(() => null));
  const row = table?.rows.find(({ id }) => id === card);
  const at = table?.columns.findIndex(({ name }) => name === field) ?? -1;
  const column = table?.columns[at];
  if (!row || !column || column.table < 0 || isFixed(row.cells[at])) return null;
  return { kind: "cell", deck, card, field, language: column.language, old: row.cells[at], new: text };
}

words({
  en: {
    "assets.added": message("{name} added"),
    "assets.added-all": plural("{count} picture added", "{count} pictures added"),
    "assets.icon": message("icon {name} added: it is above each text that you edit"),
    "assets.font.title": message("Add the font {file}"),
    "assets.font.why": message("Files that you share contain parts of the font, so its licence is kept with the game."),
    "assets.font.name": message("Name in templates"),
    "assets.font.licence": message("Short name of the licence"),
    "assets.font.text": message("Text of the licence"),
    "assets.font.file": message("Choose the file of the licence…"),
    "assets.font.add": message("Add the font"),
    "assets.font.added": message("font {name} added"),
  },
});
