/* The file that is open as text, and the drafts of files: what is typed is kept in this tab until it is saved, also when it is reloaded. */

import { state } from "../app/data.js";
import { current } from "../app/views.js";

/** A text that is not saved, with the one of the file that it was made from. @typedef {{ base: TextData, text: string }} TextDraft */

/** What is open: the file as it was read; what it may have; its faults, or those of the draft; the cell or box at the cursor; and the card at hand as drafted.
    `theirs` is the file as it is by now, if it has changed in the part that the draft has changed. */
export const open = {
  base: /** @type {TextData | null} */ (null),
  theirs: /** @type {TextData | null} */ (null),
  about: /** @type {TextAbout} */ ({ schema: {}, names: {} }),
  faults: /** @type {FaultData[]} */ ([]),
  findings: /** @type {FindingData[]} */ ([]),
  target: /** @type {TargetData | null} */ (null),
  key: "",
  drafted: /** @type {DraftedCard | null} */ (null),
};

export const fileNow = () => current.route.path.join("/");

const PREFIX = () => `cardgen.text/${state.catalog.game.id}/`;

/** The draft of a file; null if there is none. @param {string} file @returns {TextDraft | null} */
export function draftOf(file) {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX() + file) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a draft of a file; null removes it. @param {string} file @param {TextDraft | null} draft */
export function keepTextDraft(file, draft) {
  try {
    if (draft) sessionStorage.setItem(PREFIX() + file, JSON.stringify(draft));
    else sessionStorage.removeItem(PREFIX() + file);
  } catch {
    // It is only in the editor, then.
  }
}

/** The files that have drafts. @returns {string[]} */
export function draftedFiles() {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX())).map((name) => name.slice(PREFIX().length));
  } catch {
    return [];
  }
}
