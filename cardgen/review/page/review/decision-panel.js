/* The decision panel of one card: its status, the buttons, the form, and all events. */

import { statusOf } from "../app/data.js";
import { on } from "../app/events.js";
import { settings } from "../app/settings.js";
import { t, words } from "../app/words.js";
import { fill, focused, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { act } from "./acting.js";
import { waitingFor } from "./decisions.js";
import { draft } from "./drafts.js";
import { editInDialog, editor } from "./editor.js";
import { deed, eventItem, toStage } from "./event-items.js";
import { eventsOf, isOld, lastDecision, undoOf } from "./events.js";
import { cardPanels } from "./parts.js";
import { canPick, drawPins, pickPlace, pinNumber, resolvedSwitch, stopPicking } from "./pins.js";
import { button, shownKey, statusMark } from "./showing.js";
import { siteBox, whyNot } from "./site-box.js";
import { isInThread, thread } from "./threads.js";
import { goOn, onwardSwitch } from "./todo.js";
import { approve } from "./together.js";
import { nameLine } from "./naming.js";
import { isMine, mayDecide } from "./who.js";
/** @import { Attributes } from "../shared/elements.js" */
/** @import { WrittenKind } from "./decisions.js" */

const FEW = 24; // events that are shown at first, the newest ones
const MORE = 100;
/** @type {Record<string, string>} */
const SIGNS = { approve: "check", reject: "x", comment: "comment" };

let panel = /** @type {ReturnType<typeof makePanel> | null} */ (null);

/** The panel of a card, for the card view and for Compare. The same element as long as the card is the same.
    @param {string} key */
export function decisionPanel(key) {
  if (panel?.key !== key || panel.language !== settings.language) {
    panel?.close();
    panel = makePanel(key);
  }
  panel.draw();
  return panel.root;
}

/** @param {string} key */
function makePanel(key) {
  const standing = h("div", { class: "standing" });
  const buttons = h("div", { class: "decisions" });
  const writing = h("div", { class: "writing" });
  const history = h("div", { class: "activity" });
  const list = h("ol", { class: "events" });
  const onward = onwardSwitch();
  const root = h("section", { class: "panel decision", dataset: { key }, "aria-label": t("panel.title") }, standing, buttons, writing, history);
  let open = /** @type {WrittenKind | null} */ (null);
  let most = FEW;
  const items = /** @type {Map<string, { shown: string, element: HTMLElement }>} */ (new Map()); // event id → {shown, element}: an unchanged entry keeps its element and its selection

  /** Opens the form of a kind; null closes it.
      @param {WrittenKind | null} kind */
  function write(kind, focus = true) {
    if (open !== kind) {
      open = kind;
      stopPicking();
      writing.replaceChildren(kind ? editor(key, kind, (saved) => { write(null); if (saved) decided(kind); else focusOn(kind); }) : "");
      drawPins();
      drawButtons();
    }
    const form = openWriting();
    if (!focus || !form) return;
    if (kind === "comment" && !form.place().at_mm && !form.place().text && canPick(key)) pickPlace(form);
    else form.field.focus();
  }

  /** Gives the focus to the picture; after a rejection, goes on to the next card first.
      @param {WrittenKind} kind */
  function decided(kind) {
    if (kind === "reject") goOn(key);
    toStage();
  }

  const openWriting = () => /** @type {HTMLFormElement | null} */ (writing.firstElementChild)?.writing;

  /** Waits for a decision made by a button; then Space turns the card, and undoes nothing.
      @param {unknown} decision */
  const decide = async (decision) => { if (await decision) toStage(); };

  /** @param {string} hold */
  const focusOn = (hold) => (buttons.querySelector(`[data-hold="${hold}"]`) ?? buttons.querySelector("button"))?.focus();

  function drawButtons() {
    if (!mayDecide()) return fill(buttons, whyNot());
    const status = statusOf(key);
    /** @param {string} name @param {string} letter @param {() => unknown} run @param {Attributes} more */
    const make = (name, letter, run, more) =>
      button(name, run, [SIGNS[name] ? icon(SIGNS[name]) : null, h("span", {}, t(`button.${name}`)), letter && shownKey(letter)], { class: name, ...more });
    /** @param {WrittenKind} kind */
    const opened = (kind) => String(open === kind);
    return fill(buttons,
      make("approve", "A", () => decide(approve(key)), { class: status === "approved" ? "approve" : "approve main", "aria-pressed": String(status === "approved") }),
      make("reject", "R", () => write("reject"), { "aria-pressed": String(status === "rejected"), "aria-expanded": opened("reject") }),
      make("comment", "C", () => write("comment"), { "aria-expanded": opened("comment") }),
      make("reopen", "", () => decide(act({ kind: "reopen", key })), { disabled: status === "undecided" }),
      h("p", { class: "quiet name-line" }, nameLine()),
      onward,
      siteBox());
  }

  function drawStanding() {
    const last = lastDecision(key);
    const now = waitingFor(key);
    fill(standing,
      h("h2", {}, statusMark(key)),
      last && last.kind !== "reopen" ? h("p", {}, deed(last)) : h("p", { class: "quiet" }, t("panel.none")),
      h("p", { role: "status", class: "state" }, now && open !== now.kind ? t(`waiting.${now.state}`, { message: now.message }) : ""),
      now && now.state !== "saving" && !open ? button("again", () => act(now.request), t("write.again")) : null);
  }

  const shownEvents = () => eventsOf(key).filter((event) => event.kind !== "undo" && !isInThread(event)).reverse();

  function drawActivity() {
    const all = shownEvents();
    const left = all.length - most;
    fill(history, all.length ? h("h3", {}, t("panel.events", { n: all.length })) : null, resolvedSwitch(key),
      eventList(all.slice(0, most)),
      left > 0 ? button("more-events", showMore, t("panel.more", { n: Math.min(left, MORE), left })) : null);
  }

  /** @param {ShownEvent[]} events */
  function eventList(events) {
    fill(list, events.map((event) => {
      const shown = JSON.stringify([event, undoOf(event) ?? null, isOld(event), isMine(event) && mayDecide(), pinNumber(event)]);
      if (items.get(event.id)?.shown !== shown) items.set(event.id, { shown, element: eventItem(event) });
      else if (event.kind === "comment") thread(event);
      return items.get(event.id)?.element;
    }));
    return list;
  }

  /** Shows older events, too, and gives the focus to the first of them. */
  function showMore() {
    const first = most;
    most += MORE;
    drawActivity();
    const item = history.querySelectorAll(".events > li")[first];
    item.tabIndex = -1;
    item.focus();
  }

  /** Gives the focus to the comment of a pin, however old it is.
      @param {string} id */
  function focusPin(id) {
    const at = shownEvents().findIndex((event) => event.id === id);
    if (at >= most) {
      most = at + 1;
      drawActivity();
    }
    history.querySelector(`[data-hold="pin-${CSS.escape(id)}"]`)?.focus();
  }

  /** Scrolls to a comment and gives it the focus.
      @param {string} id */
  function focusComment(id) {
    focusPin(id);
    const item = history.querySelector(`[data-event="${CSS.escape(id)}"]`);
    item?.scrollIntoView({ block: "nearest" });
    if (!item || item.contains(focused())) return;
    item.tabIndex = -1;
    item.focus({ preventScroll: true });
  }

  const draw = () => {
    drawStanding();
    drawButtons();
    drawActivity();
  };
  const stops = ["review", "waiting", "catalog"].map((what) => on(what, (more) => {
    if (root.isConnected && (!more?.keys?.length || more.keys.includes(key))) draw();
  }));
  const kind = /** @type {const} */ (["comment", "reject"]).find((written) => draft(key, written));
  if (kind && mayDecide()) write(kind, false);
  const close = () => stops.forEach((stop) => stop());
  return { key, root, draw, write, close, focusPin, focusComment, language: settings.language, open: openWriting };
}

/** Opens the form for a reason or a comment: in the card's panel if it is shown, otherwise in a dialog.
    @param {WrittenKind} kind @param {string} key */
export function write(kind, key) {
  if (!mayDecide()) return;
  if (panel?.key === key && panel.root.isConnected) panel.write(kind);
  else editInDialog(key, kind);
}

cardPanels.push({ name: "decision", order: 10, draw: ({ key }) => decisionPanel(key) });

words({
  en: {
    "panel.title": message("Decision"),
    "panel.none": message("No decision yet."),
    "panel.events": message("Activity ({n})"),
    "panel.more": message("Show {n} of {left} earlier ones"),
    "button.approve": message("Approve"),
    "button.reject": message("Reject"),
    "button.comment": message("Comment"),
    "button.reopen": message("Reopen"),
    "side.face": message("face"),
    "side.back": message("back"),
    "write.reject.label": message("Why is it rejected?"),
    "write.comment.label": message("Comment"),
    "write.reject.send": message("Reject"),
    "write.comment.send": message("Save"),
    "write.again": message("Try again"),
    "write.later": message("Close"),
    "write.discard": message("Discard"),
    "write.kept": message("Draft saved in this browser."),
    "write.unkept": message("This browser does not save drafts."),
    "waiting.saving": message("Saving…"),
    "waiting.away": message("Not saved: no answer from the server. Your text is kept."),
    "waiting.refused": message("Not saved: {message}"),
    "place.at": message("{side}, {x} / {y} mm from the top left"),
    "place.none": message("For the whole card."),
    "place.pick": message("Click the place on the card, or use the arrow keys and Enter."),
    "place.choose": message("Choose a place"),
    "place.change": message("Change the place"),
    "place.without": message("Without a place"),
    "event.undo": message("Undo"),
    "event.undo.label": message("Undo: {what}"),
    "event.undone": message("Undone by {by}"),
    "event.old": message("On an earlier picture"),
    "event.old.alt": message("The {side} as it was when the comment was made"),
  },
});

/** The form that is open in the panel of a card, as `editor` makes it, or null.
    @param {string} key */
export function writingNow(key) {
  return (panel?.key === key && panel.root.isConnected ? panel.open() : null);
}

/** Gives the focus to the comment of a pin.
    @param {string} id */
export function focusPin(id) {
  return panel?.focusPin(id);
}

/** Gives the focus to a comment, whether it has a pin or not.
    @param {string} id */
export function focusComment(id) {
  return panel?.focusComment(id);
}
