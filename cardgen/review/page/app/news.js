/* Messages about what others have changed, shown while no form has the focus. */

import { cardName } from "../review/showing.js";
import { message, plural } from "../shared/messages.js";
import { toast } from "./toast.js";
import { joinSentences, phrase, t, words } from "./words.js";
/** @import { Child } from "../shared/elements.js" */

/** Changed cards, as the server sends them or as a reload finds them.
    @typedef {Omit<CatalogMessage, "statuses" | "texts" | "by" | "waiting"> & Partial<Pick<CatalogMessage, "statuses" | "texts" | "by" | "waiting">> & Partial<Pick<CatalogData, "mode" | "who" | "checked">>} TakenCards */

// ---------------------------------------------------------------- messages, while no form has the focus

const WRITING = "textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=button])";
export const pending = { keys: /** @type {Set<string>} */ (new Set()), others: /** @type {Set<string>} */ (new Set()), lines: /** @type {Child[]} */ ([]) };
let soon = 0;

const isWriting = () => Boolean(document.activeElement?.matches?.(WRITING));

function showNews() {
  soon = 0;
  if (isWriting()) return; // shown when the field loses the focus
  const { keys, others, lines } = pending;
  /** @param {string} words @param {Set<string>} about */
  const line = (words, about) => (about.size > 1 ? t(words, { count: about.size }) : phrase(`${words}-one`, { card: cardName([...about][0]) }));
  if (keys.size) lines.push(line("live.changed", keys));
  if (others.size) lines.push(line("live.decided", others));
  if (lines.length) toast(joinSentences(lines), { slot: "news" });
  keys.clear();
  others.clear();
  lines.length = 0;
}

/** Shows a line, or the changes noted so far, in a moment: together with all that follow until then. */
export function showNewsSoon(line = "") {
  if (line) pending.lines.push(line);
  soon ||= setTimeout(showNews, 250);
}

addEventListener("focusout", () => setTimeout(() => (soon ? null : showNews()), 50));

words({
  en: {
    "live.changed": plural("{count} card changed.", "{count} cards changed."),
    "live.changed-one": message("{card} changed."),
    "live.decided": plural("Others have decided on {count} card.", "Others have decided on {count} cards."),
    "live.decided-one": message("Somebody else has decided on {card}."),
    "live.healed": message("All files can be read again."),
    "live.back": message("The server is back."),
  },
});
