/* What opens over a free table: its history, a pile that is looked through, a note. */

import { t, words } from "../../app/words.js";
import { state } from "../../app/data.js";
import { toast } from "../../app/toast.js";
import { decide } from "../../review/decisions.js";
import { dialog } from "../../review/dialogs.js";
import { mayDecide } from "../../review/who.js";
import { byId, fill, h, icon } from "../../shared/elements.js";
import { message, plural } from "../../shared/messages.js";
import { cardPicture, middle, sizeOf } from "./cloth.js";
import { avatar, cardName, lineText, pileName, seatName, thingName } from "./names.js";
import { chosenCards, chosenThings, free, look, make } from "./state.js";
/** @import { Line, Stack, Thing } from "./state.js" */

/** Cards that have changed in the files while this page was open: the gesture after which, and the name. */
export const news = /** @type {{ at: number, name: string }[]} */ ([]);

// ---------------------------------------------------------------- the history

/** @param {Line} line */
function lineItem(line) {
  const { at, seat, undone } = line;
  return h("li", { class: undone ? "is-undone" : null }, h("button", { type: "button", class: "plain", "aria-current": at === free.facts.at ? "step" : null, dataset: { hold: `line-${at}` },
    onclick: () => { free.at = at === free.facts.steps ? null : at; void look(); } },
  avatar(seat),
  h("span", {}, h("b", {}, seatName(seat)), " ", lineText(line), undone ? h("em", {}, " ", t("free.undone")) : null)));
}

/** @param {HTMLElement} root */
export function drawHistory(root) {
  const items = free.facts.lines.flatMap((line) => [lineItem(line), ...news.filter(({ at }) => at === line.at)
    .map(({ name }) => h("li", { class: "is-news" }, icon("file"), h("span", {}, t("free.line.changed", { name }))))]);
  const list = h("ol", { tabindex: "-1" }, items);
  fill(root, list,
    h("label", { class: "free-scrub" }, h("span", { class: "hidden-text" }, t("free.scrub")),
      h("input", { type: "range", min: 1, max: free.facts.steps, value: String(free.facts.at), dataset: { hold: "free-scrub" },
        oninput: ({ currentTarget }) => { const at = Number(currentTarget.value); free.at = at === free.facts.steps ? null : at; void look(); } })));
  const current = list.querySelector("[aria-current]") ?? list.lastElementChild;
  if (current) list.scrollTop = /** @type {HTMLElement} */ (current).offsetTop - list.clientHeight + 80;
}

/** Say what somebody did to those who do not see it. */
export function announceLast() {
  const last = free.facts.lines.at(-1);
  const live = byId("free-live");
  if (last && live) live.textContent = free.at === null ? `${seatName(last.seat)} ${lineText(last)}` : t("free.back", { at: free.at, count: free.facts.steps });
}

// ---------------------------------------------------------------- dialogs

/** Look through a pile, and take one of its cards out. The others see that somebody looks, not at what.
    @param {number} id */
export async function showSearch(id) {
  if (!await make({ do: "look", stack: id })) return;
  const stack = /** @type {Stack} */ (free.facts.stacks.find((one) => one.id === id));
  let taken = 0;
  const cards = [...stack.things ?? []].reverse().map((thing) => h("li", {}, h("button", { type: "button", class: "free-found", "aria-label": thingName({ ...thing, up: true }),
    onclick: ({ currentTarget }) => {
      taken = thing.id;
      /** @type {HTMLDialogElement} */ (currentTarget.closest("dialog")).close("take");
    } }, cardPicture({ ...thing, up: true }, 92 / sizeOf(thing)[0]))));
  const answer = await dialog(t("free.search", { pile: pileName(stack.pile) || t("free.pile"), count: stack.count }), [h("p", { class: "quiet" }, t("free.search.hint")), h("ol", { class: "free-search" }, cards)],
    [{ value: "", label: t("keys.close") }]);
  if (answer === "take" && taken) await make({ do: "give", things: [taken] });
  await make({ do: "close", stack: id });
}

/** Write a new note. About one card that is chosen it is a comment in review, too; about a card of the hand nothing else. */
export function writeNote() {
  const cards = chosenThings().filter(({ kind, what }) => kind === "card" && what && state.cards.has(what));
  const [card] = cards.length === 1 ? cards : [];
  const isHeld = chosenCards().some(({ id }) => id === card?.id);
  const stack = free.facts.stacks.find(({ top }) => top?.id === card?.id);
  const place = stack ? { x: stack.at[0] + sizeOf(stack.top)[0] * 0.3, y: stack.at[1] - sizeOf(stack.top)[1] * 0.3 } : middle();
  return editNote(null, place, card && (isHeld || card.up) ? card.what : "", isHeld);
}

/** Write a note, a new one without `thing`.
    @param {Thing | null} thing @param {{ x: number, y: number }} [place] @param {string} [card] what it is about @param {boolean} [isHeld] whether the others do not see this card */
export async function editNote(thing, place, card = "", isHeld = false) {
  const text = h("textarea", { maxlength: 400, rows: 4, "aria-label": t("free.note") }, thing?.text ?? "");
  const sent = h("input", { type: "checkbox", checked: true });
  const isComment = Boolean(card) && mayDecide();
  const answer = await dialog(card ? t("free.note.on", { name: cardName(card) }) : t("free.note"),
    [text, isComment ? h("label", { class: "row" }, sent, h("span", {}, t("free.note.comment"))) : null],
    [{ value: "", label: t("free.cancel") }, ...thing ? [{ value: "remove", label: t("free.remove") }] : [], { value: "write", label: t("free.do.edit"), main: true }], { opened: () => text.focus() });
  const written = answer === "remove" ? "" : text.value.trim();
  if (!answer || (!thing && !written)) return;
  if (isComment && sent.checked && written) {
    const { saved, failed } = await decide([{ kind: "comment", key: card, text: written }]);
    toast(saved.length ? t("free.note.sent", { name: cardName(card) }) : failed?.message || t("free.note.unsent"));
  }
  if (!isHeld) await make({ do: "note", text: written, ...thing ? { thing: thing.id } : { ...place, ...card && { card } } });
}

words({
  en: {
    "free.scrub": message("Look back at"),
    "free.undone": message("(taken back)"),
    "free.search": plural("{pile}, {count} card", "{pile}, {count} cards"),
    "free.search.hint": message("Choose a card to take it into your hand. The others see that you look, but not at what. Shuffle afterwards if the order must be secret."),
    "free.note": message("Note"),
    "free.note.on": message("Note on {name}"),
    "free.note.comment": message("Also a comment on this card in review"),
    "free.note.sent": message("It is in the comments on {name}"),
    "free.note.unsent": message("The comment could not be saved"),
    "free.cancel": message("Cancel"),
    "free.remove": message("Remove"),
  },
});
