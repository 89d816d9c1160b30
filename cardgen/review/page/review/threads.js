/* Threads of comments: answers under a comment, and whether it is resolved. The element of a thread stays while other
   people write, so that a form in it keeps its focus. */

import { on } from "../app/events.js";
import { t, words } from "../app/words.js";
import { fill, h, icon, holding } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { openComments } from "../shared/status.js";
import { act } from "./acting.js";
import { answerOf, beginAnswer } from "./answering.js";
import { attaching } from "./attaching.js";
import { undoing } from "./decisions.js";
import { canEditBoxes, editBox, showOnCanvas } from "./edit-box.js";
import { draft, draftKind, keepDraft } from "./drafts.js";
import { assigneeOf, eventsOf, keyOf, openCount, partOf } from "./events.js";
import { button, when, written } from "./showing.js";
import { isMine, mayDecide, people } from "./who.js";
/** @import { Draft } from "./drafts.js" */

/** Whether an event belongs to the thread of another comment.
    @param {ShownEvent} event */
export const isInThread = (event) => Boolean(event.thread);

/** The answers to a comment, oldest first, and the event that last resolved it or opened it again.
    @param {ShownEvent} first */
function threadOf(first) {
  const events = eventsOf(keyOf(first)).filter((event) => event.thread === first.id);
  return { answers: events.filter(({ kind }) => kind === "comment"),
    turn: events.findLast(({ kind, undone }) => (kind === "resolve" || kind === "unresolve") && !undone) };
}

const boxes = /** @type {Map<string, { root: HTMLElement, draw(): void }>} */ (new Map());

/** The thread under a comment.
    @param {ShownEvent} first */
export function thread(first) {
  const box = boxes.get(first.id) ?? makeBox(first);
  boxes.set(first.id, box);
  box.draw();
  return box.root;
}

/** @param {ShownEvent} first */
function makeBox(first) {
  const key = keyOf(first);
  const kind = draftKind({ kind: "comment", thread: first.id });
  const [answers, assigned, state, writing, buttons] = [h("ol", { class: "answers" }), h("p", { class: "quiet thread-assigned" }), h("p", { class: "quiet thread-state" }), h("div", {}),
    h("div", { class: "row" })];
  const root = h("div", { class: "thread" }, answers, assigned, state, writing, buttons);

  /** Closes the form, and gives the focus to the button that has opened it. @param {string} hold */
  function close(hold) {
    writing.replaceChildren();
    draw();
    holding(root, hold)?.focus();
  }

  /** Opens the form for the person that the comment is assigned to: one who is known, or a new name; nobody without one. */
  function assign() {
    const [list, hold] = [`people-${first.id}`, `assign-${first.id}`];
    const field = h("input", { type: "text", value: assigneeOf(first), maxlength: 200, list, autocomplete: "off", spellcheck: "false" });
    const save = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (text === assigneeOf(first) || await act({ kind: "assign", key, thread: first.id, text })) close(hold);
    };
    fill(writing, h("form", { class: "editor", onsubmit: save, onkeydown: (event) => {
      if (event.key === "Escape" && !event.isComposing) { event.preventDefault(); event.stopPropagation(); close(hold); }
    } }, h("label", { class: "above" }, t("thread.assign.label"), field), h("datalist", { id: list }, people().map((name) => h("option", { value: name }))),
    h("div", { class: "row" }, h("button", { type: "submit", class: "main" }, t("thread.send")), button("close-assign", () => close(hold), t("write.later")))));
    draw();
    field.select();
  }

  function write() {
    let kept = draft(key, kind) ?? { text: "" };
    /** @param {Draft} part */
    const keepIt = (part) => { kept = { ...kept, ...part }; keepDraft(key, kind, kept); };
    /** @type {HTMLTextAreaElement} */
    const field = h("textarea", { maxlength: 10000, required: true, oninput: () => keepIt({ text: field.value }) });
    field.value = kept.text ?? "";
    const pictures = attaching(field, kept.attached ?? [], (attached) => keepIt({ attached }));
    const leave = () => close(`answer-${first.id}`);
    /** @param {Event} event */
    const save = async (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (!text) return field.reportValidity();
      return (await act({ kind: "comment", key, text, attached: kept.attached, thread: first.id })) ? leave() : undefined;
    };
    const form = h("form", { class: "editor", novalidate: true, onsubmit: save, onkeydown: (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save(event);
      if (event.key === "Escape") { event.preventDefault(); event.stopPropagation(); leave(); }
    } }, h("label", { class: "above" }, t("thread.label"), field), pictures.root,
      h("div", { class: "row" }, h("button", { type: "submit", class: "main" }, t("thread.send")), button("close-answer", leave, t("write.later"))));
    pictures.takeDrops(form);
    fill(writing, form);
    draw();
    field.focus();
  }

  /** Resolves the comment, or opens it again; the focus stays on the button.
      @param {"resolve" | "unresolve"} turn @param {string} [text] what was done */
  async function settle(turn, text) {
    await act({ kind: turn, key, thread: first.id, text });
    holding(root, `settle-${first.id}`)?.focus();
  }

  function draw() {
    const thread = threadOf(first);
    const now = partOf(first.id, key);
    const open = openComments(eventsOf(key)).some(({ id }) => id === first.id);
    const may = mayDecide() && !now?.undone;
    fill(answers, thread.answers.map(answer));
    const [name, done] = [assigneeOf(first), answerOf(first)];
    fill(assigned, name ? t("thread.assigned", { name }) : null);
    fill(state, thread.turn?.kind === "resolve" ? [icon("check"), " ", t("thread.resolved", { by: thread.turn.by }), " · ", when(thread.turn.at), thread.turn.text ? [" · ", thread.turn.text] : null] : null);
    fill(buttons,
      may && open && done ? button(`answered-${first.id}`, () => settle("resolve", done), t("thread.answered", { edit: done }), { class: "plain" }) : null,
      ...(may && first.at_mm && first.card && canEditBoxes() ? [button(`edit-${first.id}`, () => { beginAnswer(first); editBox(first); }, t("thread.edit"), { class: "plain" }),
        button(`canvas-${first.id}`, () => { beginAnswer(first); showOnCanvas(first); }, t("thread.canvas"), { class: "plain" })] : []),
      may && !writing.firstChild ? button(`answer-${first.id}`, write, t("thread.answer"), { class: "plain" }) : null,
      may && !writing.firstChild ? button(`assign-${first.id}`, assign, t("thread.assign"), { class: "plain" }) : null,
      may ? button(`settle-${first.id}`, () => settle(open ? "resolve" : "unresolve"), t(open ? "thread.resolve" : "thread.unresolve"), { class: "plain" }) : null);
  }

  if (draft(key, kind)?.text && mayDecide()) queueMicrotask(write);
  return { root, draw };
}

/** @param {ShownEvent} event */
function answer(event) {
  const deed = [h("strong", {}, event.by), " · ", when(event.at)];
  return h("li", { class: event.undone ? "undone" : null, dataset: { event: event.id } },
    h("div", {}, h("p", {}, event.undone ? h("s", {}, deed) : deed), written(event.text ?? "", event.pictures)),
    !event.undone && isMine(event) && mayDecide() ? button(`undo-${event.id}`, () => act(undoing(event)), t("event.undo"),
      { class: "plain take-back", "aria-label": t("event.undo.label", { what: t("do.comment") }) }) : null);
}

/** The number of open comments on a card as a mark with words for screen readers; null if there are none.
    @param {string} key */
export function openMark(key) {
  const count = openCount(key);
  return count ? h("span", { class: "open-comments" }, icon("comment"), h("span", { "aria-hidden": "true" }, count),
    h("span", { class: "hidden-text" }, t("thread.open", { count }))) : null;
}

on("settings", () => boxes.clear());

words({
  en: {
    "thread.answer": message("Reply"),
    "thread.edit": message("Edit this box"),
    "thread.canvas": message("On the canvas"),
    "thread.label": message("Reply"),
    "thread.send": message("Save"),
    "thread.resolve": message("Resolve"),
    "thread.unresolve": message("Reopen comment"),
    "thread.resolved": message("Resolved by {by}"),
    "thread.assign": message("Assign to…"),
    "thread.assign.label": message("Assign to"),
    "thread.assigned": message("Assigned to {name}"),
    "thread.answered": message("Resolve with: {edit}"),
    "thread.open": plural("{count} open comment", "{count} open comments"),
  },
});
