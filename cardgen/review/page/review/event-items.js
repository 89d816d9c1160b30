/* The events of a card as a list: who did what, and when. */

import { state } from "../app/data.js";
import { t } from "../app/words.js";
import { focused, h, icon } from "../shared/elements.js";
import { act } from "./acting.js";
import { undoing } from "./decisions.js";
import { placeWords } from "./editor.js";
import { deckOf, isOld, keyOf, undoOf } from "./events.js";
import { pinNumber, showPin } from "./pins.js";
import { button, pictureOf, when, written } from "./showing.js";
import { thread } from "./threads.js";
import { isMine, mayDecide } from "./who.js";
/** @import { Place } from "../app/data.js" */

// ---------------------------------------------------------------- the panel

/** Gives the focus to the picture, unless another element has it by now. */
export function toStage() {
  const active = focused();
  const elsewhere = active !== document.body && !active?.closest("section.decision");
  if (elsewhere || active?.matches("textarea")) return;
  document.querySelector("#main [data-hold=stage]")?.focus({ preventScroll: true });
}

// ---------------------------------------------------------------- events

/** The icons of what was done. */
const MARKS = { approve: "s-ok", reject: "s-bad", comment: "comment", reopen: "open", undo: "undo", resolve: "check", unresolve: "refresh", assign: "tag" };

/** @param {ShownEvent} event */
export const markOf = (event) => h("span", { class: "mark" }, icon(MARKS[event.kind]));

/** @param {ShownEvent} event */
export function eventItem(event) {
  const undone = undoOf(event);
  const number = pinNumber(event);
  return h("li", { dataset: { kind: event.kind, event: event.id }, class: undone ? "undone" : null },
    markOf(event),
    h("div", { class: "body" },
      h("p", {}, undone ? h("s", {}, deed(event)) : deed(event)),
      undone ? h("p", { class: "quiet" }, t("event.undone", { by: undone.by }), " · ", when(undone.at)) : null,
      event.text ? written(event.text, event.pictures) : null,
      number ? placeLine(event, number) : null,
      event.kind === "comment" && isOld(event) ? oldPicture(event, number) : null,
      event.kind === "comment" ? thread(event) : null),
    !undone && isMine(event) && mayDecide() ? takeBack(event) : null);
}

/** Who did what, when.
    @param {ShownEvent} event */
export const deed = (event) => [h("strong", {}, event.by), " ", t(`did.${event.kind}`), " · ", when(event.at)];

/** @param {ShownEvent} event */
const takeBack = (event) => button(`undo-${event.id}`, async () => { if (await act(undoing(event))) toStage(); }, t("event.undo"),
  { class: "plain take-back", "aria-label": t("event.undo.label", { what: t(`do.${event.kind}`) }) });

/** @param {ShownEvent} event @param {number} number */
function placeLine(event, number) {
  const chip = h("span", { class: "pin-number" }, number);
  const words = placeWords(/** @type {Place} */ (event), Boolean(event.page));
  if (isOld(event) || event.undone) return h("p", { class: "quiet" }, chip, " ", words);
  return h("p", {}, button(`pin-${event.id}`, () => showPin(event), [chip, " ", words], { class: "plain place" }));
}

/** The picture an old comment was made on, shown when asked for.
    @param {ShownEvent} event @param {number} number */
function oldPicture(event, number) {
  const side = event.side ?? "face";
  const { trim, bleed } = state.decks.get(deckOf(event)) ?? { trim: [63, 88], bleed: 3 };
  /** @param {number} at @param {number} size */
  const part = (at, size) => `${((at + bleed) / (size + 2 * bleed)) * 100}%`;
  const shown = h("div", { class: "old-picture" });
  return h("details", { ontoggle: ({ target }) => {
    if (!target.open || shown.childElementCount) return;
    const alt = t("event.old.alt", { side: t(event.page ? "page.side" : `side.${side}`) });
    shown.append(h("img", { src: pictureOf(event.sides[side], keyOf(event)), alt, class: "sight" }));
    if (!event.at_mm) return;
    const [left, top] = event.at_mm.map((at, axis) => part(at, trim[axis]));
    shown.append(h("span", { class: "pin-number", style: { left, top } }, number));
  } }, h("summary", {}, t("event.old")), shown);
}
