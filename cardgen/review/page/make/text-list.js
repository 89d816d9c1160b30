/* The list of the game's text files, by the part of the game that they are; a draft is marked. */

import { load } from "../app/data.js";
import { t, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { draftedFiles, fileNow } from "./text-state.js";

const PARTS = /** @type {const} */ (["game", "cards", "translations", "templates", "rulebook"]);
let files = /** @type {TextFile[]} */ ([]);

/** Loads the list. */
export async function loadFiles() {
  files = await load(/** @type {any} */ ("files")).catch(() => []);
  return files;
}

/** A file's name as its folder has it. @param {string} file */
export const short = (file) => file.replace(/^card_data\/[^/]+\/|^templates\//, "");

/** @param {string[]} drafted @param {string} file */
const item = (drafted, file) => h("li", {}, h("a", { href: address("text", file.split("/")), title: file, "aria-current": file === fileNow() ? "true" : null, dataset: { hold: `file-${file}` } },
  icon("file"), h("span", { class: "cut-off" }, short(file)), drafted.includes(file) ? h("span", { class: "count-badge" }, t("text.unsaved")) : null));

export function fileList() {
  const drafted = draftedFiles();
  return PARTS.map((part) => ({ part, own: files.filter((file) => file.part === part) })).filter(({ own }) => own.length).map(({ part, own }) => (
    h("section", { class: "text-files" }, h("h2", {}, t(part === "game" ? "text.part.game" : `make.part.${part}`)), h("ul", {}, own.map(({ file }) => item(drafted, file))))));
}

words({
  en: {
    "text.part.game": message("Game"),
    "text.unsaved": message("not saved"),
  },
});
