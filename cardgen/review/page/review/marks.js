/* The statuses of a card: their order, icons and names. */

import { words } from "../app/words.js";
import { icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";

/** In the order of a bar of progress; undecided is its empty rest. */
export const STATUSES = /** @type {const} */ (["approved", "stale", "rejected", "undecided"]);

const ICONS = /** @type {Record<string, string>} */ ({ approved: "s-ok", stale: "s-stale", rejected: "s-bad", undecided: "open" });

/** @param {string} status */
export const statusIcon = (status) => icon(ICONS[status]);

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
