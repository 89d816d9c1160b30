/* Messages about what others have changed, shown while no form has the focus. */

import { cardName } from "../review/showing.js";
import { who } from "../review/who.js";
import { message, plural } from "../shared/messages.js";
import { toast } from "./toast.js";
import { joinSentences, phrase, t, words } from "./words.js";
/** @import { Child } from "../shared/elements.js" */

/** Changed cards, as the server sends them or as a reload finds them.
    @typedef {Omit<CatalogMessage, "statuses" | "texts" | "by" | "waiting"> & Partial<Pick<CatalogMessage, "statuses" | "texts" | "by" | "waiting">> & Partial<Pick<CatalogData, "mode" | "who" | "checked">>} TakenCards */

// ---------------------------------------------------------------- messages, while no form has the focus

const WRITING = "textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=button])";
export const pending = { keys: /** @type {Set<string>} */ (new Set()), others: /** @type {Map<string, EventData>} */ (new Map()), lines: /** @type {Child[]} */ ([]) };
let soon = 0;

const isWriting = () => Boolean(document.activeElement?.matches?.(WRITING));

/** What somebody else has done last with a card. @param {string} key @param {EventData} event */
function deed(key, { kind, by, text, thread }) {
  const about = { by: by || t("people.somebody"), card: cardName(key) };
  if (kind === "assign" && text === who()) return phrase("live.assigned-you", about);
  return phrase("live.did-one", { ...about, did: t(kind === "comment" && thread ? "did.answer" : `did.${kind}`) });
}

function showNews() {
  soon = 0;
  if (isWriting()) return; // shown when the field loses the focus
  const { keys, others, lines } = pending;
  if (keys.size) lines.push(keys.size > 1 ? t("live.changed", { count: keys.size }) : phrase("live.changed-one", { card: cardName([...keys][0]) }));
  if (others.size) lines.push(others.size > 1 ? t("live.decided", { count: others.size }) : deed(...[...others][0]));
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
    "live.did-one": message("{by} {did}: {card}."),
    "live.assigned-you": message("{by} assigned a comment on {card} to you."),
    "live.healed": message("All files can be read again."),
    "live.back": message("The server is back."),
  },
});
