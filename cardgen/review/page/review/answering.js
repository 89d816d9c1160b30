/* The edit that answers a comment: the last one that this tab has made since "Edit this box" was chosen for it. */

import { on } from "../app/events.js";
import { toast } from "../app/toast.js";
import { t, words } from "../app/words.js";
import { message } from "../shared/messages.js";
import { openComments } from "../shared/status.js";
import { act } from "./acting.js";
import { eventsOf, keyOf } from "./events.js";

let comment = /** @type {ShownEvent | null} */ (null);
let edit = "";

/** Takes the next edits for answers to a comment.
    @param {ShownEvent} first */
export const beginAnswer = (first) => { [comment, edit] = [first, ""]; };

/** What was edited for a comment; "" if nothing was.
    @param {ShownEvent} first */
export const answerOf = (first) => (comment?.id === first.id ? edit : "");

/** Offers to resolve the comment by an edit. One that is undone, "", answers nothing. */
on("made", (/** @type {string} */ label) => {
  const first = comment;
  edit = label;
  if (!first || !edit || !openComments(eventsOf(keyOf(first))).some(({ id }) => id === first.id)) return;
  toast(label, { slot: "answer", lasting: 12_000, action: { label: t("answer.resolve"), run: () => act({ kind: "resolve", key: keyOf(first), thread: first.id, text: label }) } });
});

words({
  en: {
    "answer.resolve": message("Resolve the comment"),
  },
});
