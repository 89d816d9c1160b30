/* Drafts of reasons and comments: stored in this browser until they are saved. */

import { state } from "../app/data.js";
import { keep, recall } from "../shared/storage.js";
import { eventsOf } from "./events.js";
import { isMine } from "./who.js";
/** @import { SideName } from "../app/data.js" */
/** @import { DecisionRequest } from "./decisions.js" */

/** @typedef {{ text?: string, side?: SideName | null, at_mm?: number[] | null, attached?: string[], sent?: string }} Draft */

/** @param {string} key @param {string} kind */
const draftName = (key, kind) => `cardgen.draft/${state.catalog.game.id}/${key}/${kind}`;

/** The draft of a reason or a comment, or null. Stored in this browser until it is saved.
    @param {string} key @param {string} kind @returns {Draft | null} */
export function draft(key, kind) {
  const kept = recall(draftName(key, kind), /** @type {Draft | null} */ (null));
  if (!kept || !isSaved(key, kind, kept)) return kept;
  keepDraft(key, kind, null);
  return null;
}

/** Whether a draft that was sent is among the events since then: the page may have been closed before the answer.
    @param {string} key @param {string} kind @param {Draft} about2 */
function isSaved(key, kind, { text = "", sent }) {
  const events = eventsOf(key);
  const before = events.findIndex(({ id }) => id === sent);
  return (before >= 0 || sent === "")
    && events.slice(before + 1).some((event) => isMine(event) && draftKind(event) === kind && event.text === asStored(text));
}

/** The name that the draft of a reason, a comment or an answer has among those of its card.
    @param {Pick<DecisionRequest, "kind" | "thread">} about */
export const draftKind = ({ kind, thread }) => (kind === "comment" && thread ? `answer-${thread}` : kind);

/** A text as it is stored.
    @param {string} text */
export const asStored = (text) => text.trim().normalize("NFC");

/** Notes that a draft is being sent, and after which event.
    @param {string} key @param {string} kind */
export function markSent(key, kind) {
  const kept = draft(key, kind);
  if (kept) keepDraft(key, kind, { .../** @type {Draft} */ (kept), sent: eventsOf(key).at(-1)?.id ?? "" });
}

/** Stores a draft; null or an empty one is removed.
    @param {string} key @param {string} kind @param {Draft | null} value */
export const keepDraft = (key, kind, value) => keep(draftName(key, kind), value?.text || value?.at_mm || value?.attached?.length ? value : null);
