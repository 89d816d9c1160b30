/* One decision or many: made, reported, and undone; conflicts with those of others are settled. */

import { face, isPage, load, site, state, takeCatalog } from "../app/data.js";
import { tryNow } from "../app/live.js";
import { isToasted, toast } from "../app/toast.js";
import { changed } from "../app/views.js";
import { phrase, t } from "../app/words.js";
import { h } from "../shared/elements.js";
import "./decision-words.js";
import { MOST_AT_ONCE, answered, canUndo, decide, decideMany, lastOfMine, undoing } from "./decisions.js";
import { dialog } from "./dialogs.js";
import { draftKind, keepDraft, markSent } from "./drafts.js";
import { keyOf, partOf } from "./events.js";
import { named } from "./naming.js";
import { loadPages } from "./pages.js";
import { cardName, when as momentOf, written } from "./showing.js";
import { mayDecide } from "./who.js";
/** @import { Child } from "../shared/elements.js" */
/** @import { Conflict, DecisionRequest } from "./decisions.js" */

/** Words about several cards, or about items if pages are among them.
    @param {string} words @param {string[]} keys @param {Record<string, unknown>} values */
export const tOf = (words, keys, values) => t(keys.some(isPage) ? `${words}.items` : words, values);

// ---------------------------------------------------------------- one decision

/** Whether the panel of a card is shown, which says what has failed.
    @param {string} key */
const showsDecision = (key) => document.querySelector(`section.decision[data-key="${CSS.escape(key)}"]`) !== null;

/** Makes a decision {kind, key, text?, side?, at_mm?, thread?, undoes?}, and reports the result. True if it is saved. A failure
    is reported once: by the panel that shows the card's decision, or here.
    @param {DecisionRequest} request @param {{ reportsFailure?: boolean }} about1 */
export async function act(request, { reportsFailure = !showsDecision(request.key) } = {}) {
  if (!mayDecide() || !(await named())) return false;
  if (request.text) markSent(request.key, draftKind(request));
  const { saved, conflicts, failed } = await decide([request]);
  if (saved.length) {
    if (request.text) keepDraft(request.key, draftKind(request), null);
    reportSaved(saved);
  }
  if (failed?.status === 0) tryNow();
  if (failed && reportsFailure) reportFailure(failed);
  if (conflicts.length) await settle(conflicts);
  return saved.length > 0;
}

/** A message about saved decisions; on a static copy it says where they are.
    @param {Child} message */
const savedText = (message) => (site ? phrase("saved.here", { message }) : message);
/** @param {{ status: number; message: string }} about */
const reportFailure = ({ status, message }) =>
  toast(status === 0 ? t("decide.away") : t("decide.refused", { message }), { slot: "fault", lasting: 12000 });

/** The decisions that the message in the corner counts: all of one kind, made while it was shown. */
let counted = { kind: "", events: /** @type {ShownEvent[]} */ ([]) };

/** Reports what was saved, together with earlier decisions while their message is still shown, and offers to undo it.
    @param {ShownEvent[]} saved */
function reportSaved(saved) {
  const [{ kind }] = saved;
  const goesOn = counted.kind === kind && isToasted("decision");
  counted = { kind, events: goesOn ? [...counted.events, ...saved] : saved };
  const { events } = counted;
  const keys = ["approve", "reject", "reopen"].includes(kind) ? events.map(keyOf) : [];
  const words = events.length > 1 ? tOf(`many.${kind}`, keys, { count: events.length }) : phrase(`one.${kind}`, { card: cardName(keyOf(events[0])) });
  toast(savedText(words), { slot: "decision", lasting: 8000,
    action: kind === "undo" ? null : { label: t("event.undo"), run: () => undoThese(events) } });
}

/** An event as a sentence: who, what, when, and the text.
    @param {EventData} event */
function eventText(event) {
  return h("div", { class: "event-text" },
    h("p", {}, h("strong", {}, event.by), " ", t(`did.${event.kind}`), " · ", momentOf(event.at)),
    event.text ? written(event.text) : null);
}

// ---------------------------------------------------------------- conflicts

/** Shows the newer decisions of others, and asks whether to keep them or to save one's own anyway.
    @param {Conflict[]} conflicts */
async function settle(conflicts) {
  const changed = conflicts.filter(({ why }) => why === "card-changed");
  if (changed.length) await refresh(changed.map(({ key }) => key));
  const again = conflicts.filter(({ key, why }) => why !== "already-undone" && state.cards.has(key)).map(({ request }) => request);
  const answer = await dialog(t("conflict.title", { count: conflicts.length }), [
    h("p", {}, t("conflict.nothing")),
    h("ul", { class: "conflicts" }, conflicts.map(conflictItem)),
  ], [{ value: "", label: t(changed.length === conflicts.length ? "conflict.leave" : "conflict.keep") },
    ...(again.length ? [{ value: "again", label: t("conflict.again") }] : [])]);
  if (answer !== "again") return;
  if (again.length === 1) await act(again[0]);
  else await many(again, t("conflict.again"));
}

/** @param {Conflict} about */
function conflictItem({ key, why, events, request }) {
  const card = state.cards.get(key);
  return h("li", {},
    card ? h("img", { src: face(card.face), alt: "", class: "small" }) : null,
    h("div", {},
      h("h3", {}, cardName(key)),
      h("p", {}, t(`why.${why}`)),
      events.map(eventText),
      h("p", { class: "quiet" }, t("conflict.yours", { what: t(`do.${request.kind}`) })),
      request.text ? written(request.text) : null));
}

/** Loads the catalog, so that decisions are about the current version of the card.
    @param {string[]} keys */
async function refresh(keys) {
  if (site) return;
  try {
    takeCatalog(await load("catalog"));
    changed("catalog", { keys });
    if (keys.some(isPage)) await loadPages();
  } catch { /* the server is away: the dialog stays as it is */ }
}

/** Makes many decisions. If they take a while, a dialog shows the progress and has a button to stop.
    @param {DecisionRequest[]} requests @param {string} title */
export async function many(requests, title) {
  const bar = h("progress", { max: requests.length, value: 0, "aria-label": title });
  const line = h("p", { role: "status" }, t("all.progress", { done: 0, n: requests.length }));
  let stopped = false;
  let box = /** @type {HTMLDialogElement | null} */ (null);
  const closed = requests.length <= MOST_AT_ONCE ? new Promise((resolve) => resolve(""))
    : dialog(title, [bar, line], [{ value: "stop", label: t("all.stop") }], { opened: (made) => { box = made; } });
  if (box) closed.then(() => { stopped = true; });
  const all = await decideMany(requests, (done) => {
    bar.value = done;
    line.textContent = t("all.progress", { done, n: requests.length });
  }, () => stopped);
  const halted = stopped && all.saved.length + all.conflicts.length < requests.length;
  /** @type {HTMLDialogElement | null} */ (box)?.close("done");
  await closed;
  reportMany(all.saved, requests, halted);
  if (all.failed) reportFailure(all.failed);
  if (all.conflicts.length) await settle(all.conflicts);
  return all;
}

/** @param {ShownEvent[]} saved @param {DecisionRequest[]} requests @param {boolean} halted */
function reportMany(saved, requests, halted) {
  const kinds = new Set(requests.map(({ kind }) => kind));
  if (!halted && kinds.size === 1 && saved.length === requests.length) return reportSaved(saved);
  return toast(savedText(t(halted ? "all.stopped" : "all.part", { n: saved.length, of: requests.length })),
    { slot: "decision", lasting: 10000, action: saved.length ? { label: t("event.undo"), run: () => undoThese(saved) } : null });
}

// ---------------------------------------------------------------- undo

/** Undoes this tab's last decision, with those made together with it. The page may show a decision before the server has
    answered, because the stream of changes was faster. */
export async function undoLast() {
  await answered();
  return undoThese(lastOfMine());
}

/** Undoes those of the decisions that were not undone yet; asks first if they are several.
    @param {ShownEvent[]} events */
async function undoThese(events) {
  const group = events.flatMap((event) => partOf(event.id, keyOf(event)) ?? []).filter(canUndo);
  if (!mayDecide()) return undefined;
  if (!group.length) return toast(t("undo.none"));
  if (group.length === 1) return act(undoing(group[0]));
  if (group.every(({ id }) => id === group[0].id)) return many(group.map(undoing), t("undo.doing")); // one decision
  const answer = await dialog(t("undo.title", { count: group.length }), h("p", {}, t("undo.what")),
    [{ value: "yes", label: t("undo.yes", { count: group.length }), main: true }, { value: "", label: t("decide.cancel") }]);
  return answer === "yes" ? many(group.map(undoing), t("undo.doing")) : undefined;
}
