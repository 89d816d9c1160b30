/* The first line above the cards: what waits for a decision, which keys decide, and in whose name. It can be hidden for good. */

import { statusOf } from "../app/data.js";
import { settings } from "../app/settings.js";
import { joinSentences, phrase, t, words } from "../app/words.js";
import { h } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { keep, recall } from "../shared/storage.js";
import { listed } from "./list.js";
import { nameLine } from "./naming.js";
import { button } from "./showing.js";
import { mayDecide } from "./who.js";

const HIDDEN = "cardgen.welcomed";

/** @param {string} key */
const shown = (key) => h("kbd", {}, key);

/** The line; null if it was hidden, if nothing waits, or if nothing can be decided here.
    @param {() => void} redraw */
export function welcome(redraw) {
  const left = listed({}).filter(({ key }) => ["undecided", "stale"].includes(statusOf(key))).length;
  if (!left || !mayDecide() || recall(HIDDEN, false)) return null;
  const keys = settings.letters ? phrase("welcome.keys", { n: shown("N"), a: shown("A"), r: shown("R"), c: shown("C"), all: shown("?") }) : [t("welcome.open")];
  return h("div", { class: "welcome panel" },
    h("p", {}, joinSentences([h("b", {}, t("welcome.waiting", { count: left })), h("span", {}, keys), h("span", {}, nameLine())])),
    button("welcome", () => { keep(HIDDEN, true); redraw(); }, t("banner.away"), { class: "plain" }));
}

words({
  en: {
    "welcome.waiting": plural("{count} card waits for a decision.", "{count} cards wait for a decision."),
    "welcome.keys": message("{n} goes to the next one, {a} approves, {r} rejects with a reason, {c} comments on a place; {all} lists all keys."),
    "welcome.open": message("Open a card to approve it, reject it or comment on it."),
  },
});
