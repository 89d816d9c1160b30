/* Approving and rejecting: one card, those that are listed, or those that are selected. */

import { state, statusOf } from "../app/data.js";
import { toast } from "../app/toast.js";
import { phrase, t } from "../app/words.js";
import { h } from "../shared/elements.js";
import { keep, recall } from "../shared/storage.js";
import { act, many, tOf } from "./acting.js";
import { dialog } from "./dialogs.js";
import { named } from "./naming.js";
import * as selection from "./selection.js";
import { cardName } from "./showing.js";
import { goOn } from "./todo.js";
/** @import { DecisionRequest } from "./decisions.js" */

/** Approves a card, unless it is approved as it is.
    @param {string} key */
export async function approve(key) {
  if (statusOf(key) === "approved") return void toast(phrase("decide.already", { card: cardName(key) }));
  const saved = await act({ kind: "approve", key });
  if (saved) goOn(key);
  return saved;
}

// ---------------------------------------------------------------- many at once

/** Approves those of `keys` that are not approved, after asking. It shows its progress and can be stopped.
    @param {string[]} keys */
export async function approveAll(keys) {
  const open = keys.filter((key) => statusOf(key) !== "approved");
  if (!open.length) return toast(t(keys.length ? "all.none" : "all.empty"));
  /** @param {string} status */
  const count = (status) => open.filter((key) => statusOf(key) === status).length;
  const facts = /** @type {[string, number][]} */ ([["all.approved", keys.length - open.length], ["all.stale", count("stale")], ["all.rejected", count("rejected")]]);
  const answer = await dialog(tOf("all.title", keys, { count: open.length }), [
    h("p", {}, tOf("all.what", keys, { count: open.length, shown: keys.length })),
    h("ul", { class: "facts" }, facts.filter(([, n]) => n).map(([words, n]) => h("li", {}, t(words, { n })))),
  ], [{ value: "yes", label: tOf("all.yes", keys, { count: open.length }), main: true }, { value: "", label: t("decide.cancel") }]);
  if (answer === "yes" && (await named())) await many(open.map((key) => ({ kind: "approve", key })), t("all.doing"));
  return undefined;
}

/** Approves those of `keys` that are not approved, without asking.
    @param {string[]} keys */
export async function approveThese(keys) {
  const open = keys.filter((key) => statusOf(key) !== "approved");
  if (!open.length) return void toast(t("these.none"));
  if (await named()) await decideThese(open.map((key) => ({ kind: "approve", key })), t("all.doing"));
}

const REASON = () => `cardgen.draft/${state.catalog.game.id}/several`;

/** Asks for the reason, and rejects all of `keys` for it. The text is stored until it is saved.
    @param {string[]} keys */
export async function rejectThese(keys) {
  const count = keys.length;
  /** @type {HTMLTextAreaElement} */
  const field = h("textarea", { maxlength: "10000", oninput: () => keep(REASON(), field.value || null) });
  field.value = recall(REASON(), "");
  const answer = await dialog(tOf("these.reject", keys, { count }), h("label", { class: "above" }, tOf("these.why", keys, { count }), field),
    [{ value: "yes", label: tOf("these.reject.yes", keys, { count }), main: true }, { value: "", label: t("decide.cancel") }], { opened: () => field.focus() });
  const text = field.value.trim();
  if (answer !== "yes") return;
  if (!text) return void toast(t("these.reason"));
  if (!(await named())) return;
  const all = await decideThese(keys.map((key) => ({ kind: "reject", key, text })), t("these.rejecting"));
  if (!all.failed) keep(REASON(), null);
}

/** @param {DecisionRequest[]} requests @param {string} title */
async function decideThese(requests, title) {
  const all = await many(requests, title);
  if (all.saved.length) {
    selection.clear();
    goOn(requests[requests.length - 1].key);
  }
  return all;
}
