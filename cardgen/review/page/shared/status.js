/* The status of a card by its events: the same rule as in server/status.py. The page needs its own, since no server
   computes it in a site of plain files. tests/review/status_cases.json holds for both. */

/** The version of a card that an event is compared with.
    @typedef {Pick<CardData, "face" | "back" | "data">} CardVersion */

/** An event as far as the status rule needs it.
    @typedef {Pick<EventData, "id" | "by" | "kind" | "sides" | "data" | "side" | "thread" | "undoes">} PageEvent */

const DECISIONS = ["approve", "reject", "reopen"];

/** The events that approve, reject or reopen, without those that were undone.
    @template {PageEvent} Decision @param {readonly Decision[]} events */
export function standingDecisions(events) {
  const undone = new Set(events.map((event) => event.undoes));
  return events.filter((event) => DECISIONS.includes(event.kind) && !undone.has(event.id));
}

/** The last approval or rejection that was not undone.
    @template {PageEvent} Decision @param {readonly Decision[]} events */
export const lastVerdict = (events) => standingDecisions(events).findLast((event) => event.kind !== "reopen");

/** @param {PageEvent} event @param {CardVersion | undefined} card @param {"face" | "back"} side */
const isSameSide = (event, card, side) => (event.sides[side] ?? null) === (card?.[side] ?? null);

/** Whether a card looks different, or has other data, than when the event was written.
    @param {PageEvent} event @param {CardVersion | undefined} card */
export const changedSince = (event, card) =>
  !card || !isSameSide(event, card, "face") || !isSameSide(event, card, "back") || (event.data ?? "") !== card.data;

/** Whether a comment is about a picture that the card no longer has.
    @param {PageEvent} event @param {CardVersion | undefined} card */
export const isOldComment = (event, card) =>
  (event.side ? [event.side] : /** @type {const} */ (["face", "back"])).some((side) => !isSameSide(event, card, side));

/** The comments that begin a thread and are neither resolved nor undone, given all events of a card.
    @template {PageEvent} Comment @param {readonly Comment[]} events */
export function openComments(events) {
  const undone = new Set(events.map((event) => event.undoes));
  const standing = events.filter((event) => !undone.has(event.id));
  const resolved = new Map(standing.filter(({ kind }) => kind === "resolve" || kind === "unresolve").map(({ kind, thread }) => [thread, kind === "resolve"]));
  return standing.filter((event) => event.kind === "comment" && !event.thread && !resolved.get(event.id));
}

/** The people who have approved a card as it is, since it was last rejected or reopened.
    @param {readonly PageEvent[]} decisions @param {CardVersion | undefined} card */
function approversOf(decisions, card) {
  const from = decisions.findLastIndex((event) => event.kind !== "approve") + 1;
  return new Set(decisions.slice(from).filter((event) => !card || !changedSince(event, card)).map((event) => event.by)).size;
}

/** The status of a card after its events, oldest first; without a `card`, it was removed. `needed` people must approve it.
    @param {readonly PageEvent[]} events @param {CardVersion | undefined} card @param {number} [needed] @returns {StatusData} */
export function cardStatus(events, card, needed = 1) {
  const decisions = standingDecisions(events);
  const decision = decisions.at(-1);
  const verdict = lastVerdict(events);
  const last = events.at(-1)?.id ?? "";
  const changed = Boolean(verdict && card && changedSince(verdict, card));
  const since = !changed || !verdict ? null : verdict.kind === "approve" ? "approval" : "rejection";
  const comments = openComments(events).length;
  if (!decision || decision.kind === "reopen") return { status: "undecided", last, changed, since, comments };
  const approvals = approversOf(decisions, card);
  if (!changed && decision.kind === "approve" && approvals < needed) return { status: "undecided", last, changed, since, comments, approvals };
  return { status: changed ? "stale" : decision.kind === "approve" ? "approved" : "rejected", last, changed, since, comments };
}
