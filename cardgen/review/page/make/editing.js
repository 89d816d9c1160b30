/* Edits of the game's files: sent to the server, which lays the cards out and writes the files, or says why not. */

import { hasHome, state } from "../app/data.js";
import { cardsInSight } from "../app/drawn.js";
import { announce, on } from "../app/events.js";
import { post } from "../app/post.js";
import { toast } from "../app/toast.js";
import { t, whyRefused, words } from "../app/words.js";
import { message, plural } from "../shared/messages.js";
import { who } from "../review/who.js";

/** What is edited in a deck: a cell, a new row, a row that goes; or any place that the server has found.
    @typedef {{ kind: "cell", deck: string, card: string, field: string, language: string, old: string, new: string }
      | { kind: "add-row", deck: string, card: string, cells: Record<string, string>, at?: number, table?: number }
      | { kind: "delete-row", deck: string, card: string } | Record<string, unknown>} DeckOperation */

/** How many edits can be undone, and made again. */
export const counts = { done: 0, undone: 0 };

/** Whether this page can edit: not a static copy, and not a page that only reads. */
export const canEdit = () => state.catalog?.mode === "live";

/** Makes an edit. Returns the answer; null if the server cannot be reached or refuses, which a message says. `digests` are those of the files that it was made for.
    @param {readonly DeckOperation[]} operations @param {string} label @param {Record<string, string>} [digests] @returns {Promise<EditAnswer | null>} */
export async function edit(operations, label, digests = {}) {
  const answer = await send("api/edit", { operations, digests, label, cards: cardsInSight(), by: who() });
  if (answer && !answer.faults.length && !answer.conflicts.length) announce("made", label);
  return answer;
}

/** Undoes the last edit of the project, or makes it again, and says which it was.
    @param {"undo" | "redo"} verb */
export async function step(verb) {
  const answer = await send(`api/${verb}`, { cards: cardsInSight(), by: who() });
  if (!answer) return;
  announce("made", "");
  if (answer.faults.length) toast(whyNot(answer), { slot: "fault" });
  else if (answer.gone && hasHome) location.href = "../~/"; // the beginning of the game was undone
  else toast(t(`make.${verb}.done`, { label: answer.label }));
}

/** Asks the server; null if it cannot be reached or refuses, which a message says.
    @param {string} path @param {unknown} body */
export async function ask(path, body) {
  const { status, data } = await post(path, body);
  if (status === 200) return data;
  toast(status ? whyRefused(data) : t("make.unreachable"), { slot: "fault" });
  return null;
}

/** Makes a queue of work: each piece begins when those before it are done, also if one of them failed. Returns what adds a piece, and with
    it what comes of the piece. */
export function makeQueue() {
  let last = /** @type {Promise<unknown>} */ (Promise.resolve());
  return /** @template Result @param {() => Result | Promise<Result>} work @returns {Promise<Result>} */ (work) => {
    const done = last.catch(() => {}).then(work);
    last = done;
    return done;
  };
}

const [inOrder, inTurn] = [makeQueue(), makeQueue()];

/** Makes a change of what there is in its turn: who types quickly types into what is still shown of it.
    @template Value @param {() => Value} find what is changed; nothing is, if it is no longer there
    @param {(value: NonNullable<Value>) => unknown} change is done when it is written, and known here */
export const changeInTurn = (find, change) => inTurn(() => {
  const value = find();
  return value ? change(value) : undefined;
});

/** Edits one after the other: each is made of the files that the one before has written.
    @param {string} path @param {unknown} body @returns {Promise<EditAnswer | null>} */
const send = (path, body) => inOrder(() => sendNow(path, body));

/** @param {string} path @param {unknown} body @returns {Promise<EditAnswer | null>} */
async function sendNow(path, body) {
  const data = await ask(path, body);
  if (!data) return null;
  Object.assign(counts, { done: data.done, undone: data.undone });
  announce("edits");
  return data;
}

/** A message and its hint. @param {{ message: Record<string, string>, hint: Record<string, string> }} problem */
export function inReadersLanguage({ message: texts, hint }) {
  const [reason, advice] = [texts, hint].map((messages) => whyRefused({ error: { code: "", message: "", messages } }));
  return advice ? t("make.advised", { reason, hint: advice }) : reason;
}

/** Why an edit was not made, as text: the first reason with its hint, and how many others there are.
    @param {EditAnswer} answer */
export function whyNot({ faults, conflicts }) {
  const [first, ...others] = [...faults, ...conflicts];
  return [inReadersLanguage(first), ...others.length ? [t("make.others", { count: others.length })] : []].join(" ");
}

for (const what of ["edited", "steps"]) on(what, ({ done, undone }) => {
  Object.assign(counts, { done, undone });
  announce("edits");
});

words({
  en: {
    "make.unreachable": message("The server cannot be reached. Nothing was saved."),
    "make.undo.done": message("Undone: {label}"),
    "make.redo.done": message("Done again: {label}"),
    "make.advised": message("{reason} ({hint})"),
    "make.others": plural("({count} more)", "({count} more)"),
  },
});
