/* The marks and names of a card's statuses. */

import { words } from "../app/words.js";
import { message } from "../shared/messages.js";

/** @type {Record<StatusData["status"], string>} */
export const STATUS_MARKS = { undecided: "○", approved: "✓", rejected: "✕", stale: "↻" };

words({
  en: {
    "status.undecided": message("undecided"),
    "status.approved": message("approved"),
    "status.rejected": message("rejected"),
    "status.stale": message("changed"),
    "status.since.approval": message("changed since approval"),
    "status.since.rejection": message("changed since rejection"),
  },
});
