/* Dragging a card of the hand to where it may go: the drag chooses the card, the drop chooses the place. */

import { fill, h, holding } from "../shared/elements.js";
import { choice } from "../shared/picks.js";
import { endMotion, leave } from "./motion.js";
/** @import { Play } from "./table.js" */

const FAR = 8; // px after which a press is a drag

/** What is dragged: its pick, and where the press began.
    @typedef {{ pick: string, card: HTMLElement, id: number, x: number, y: number, isDrag: boolean }} Press */

/** @param {HTMLElement} stage @param {Play} play @param {() => boolean} isLook whether the press looks at the card */
export function followDrags(stage, play, isLook) {
  const { game } = play;
  const ghost = h("div", { class: "table-ghost", "aria-hidden": "true", hidden: true });
  stage.append(ghost);
  let press = /** @type {Press | null} */ (null);
  let isDropped = false;

  /** The button for a pick at a point, outside of the hand. @param {PointerEvent} event */
  const placeAt = ({ clientX, clientY }) => /** @type {HTMLElement | null} */ (document.elementFromPoint(clientX, clientY)?.closest(".table-field [data-hold^='pick-']") ?? null);

  /** @param {PointerEvent} event */
  function move(event) {
    if (!press || event.pointerId !== press.id || isLook()) return;
    if (!press.isDrag && Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR) return;
    if (!press.isDrag) begin(press);
    const { left, top } = stage.getBoundingClientRect();
    ghost.style.translate = `${event.clientX - left}px ${event.clientY - top}px`;
    const place = placeAt(event);
    for (const other of stage.querySelectorAll(".is-aimed")) other.classList.toggle("is-aimed", other === place);
    place?.classList.add("is-aimed");
  }

  /** Choose the card, unless this makes the turn at once: then the drop does. @param {Press} now */
  function begin(now) {
    now.isDrag = true;
    endMotion();
    stage.setPointerCapture(now.id); // the card may be drawn again
    const { width, height } = now.card.getBoundingClientRect();
    Object.assign(ghost.style, { width: `${width}px`, height: `${height}px` });
    fill(ghost, ...[...now.card.childNodes].map((node) => node.cloneNode(true)));
    ghost.hidden = false;
    if (!game.picks.includes(now.pick) && choice(play.steps, [...game.picks, now.pick]).next.length) game.pick(now.pick);
  }

  /** @param {PointerEvent} event */
  function drop(event) {
    const done = press;
    if (done && event.pointerId !== done.id) return;
    press = null;
    const box = ghost.getBoundingClientRect();
    ghost.hidden = true;
    for (const other of stage.querySelectorAll(".is-aimed")) other.classList.remove("is-aimed");
    if (!done?.isDrag) return;
    isDropped = true;
    const isField = event.type === "pointerup" && Boolean(document.elementFromPoint(event.clientX, event.clientY)?.closest(".table-field"));
    const place = isField && placeAt(event)?.dataset.hold?.slice("pick-".length);
    const { complete, next } = game.choice;
    const isRefused = place ? game.picks.includes(done.pick) && !next.includes(place) : !isField;
    if (isRefused) glance(done, box);
    else play.dropped = { thing: thingOf(done.card), box };
    if (isField && !game.picks.includes(done.pick)) game.pick(done.pick);
    else if (place) game.pick(place);
    else if (isField && complete >= 0) game.pick("");
    else if (isField && next.length === 1 && !holding(stage, `pick-${next[0]}`)) game.pick(next[0]);
    else if (game.picks.includes(done.pick)) game.pick(done.pick); // back to the hand
  }

  /** Let a card go back to the hand from where it was let go. @param {Press} done @param {DOMRect} box */
  function glance({ pick }, box) {
    const card = holding(stage, `pick-${pick}`);
    if (card) leave(h("div", { class: "table-glance" }, ...[...ghost.childNodes].map((node) => node.cloneNode(true))), box, card.getBoundingClientRect(), stage);
  }

  /** The name of what a card of the hand is, for what moves. @param {HTMLElement} card */
  const thingOf = (card) => /** @type {HTMLElement | null} */ (card.closest("[data-thing]"))?.dataset.thing ?? "";

  stage.addEventListener("pointerdown", ({ target, button, pointerId, clientX, clientY }) => {
    isDropped = false;
    play.dropped = null;
    const card = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(".table-hand :is(.play-can, .play-is-picked)[data-hold^='pick-']")) : null;
    press = card && button === 0 ? { pick: card.dataset.hold?.slice("pick-".length) ?? "", card, id: pointerId, x: clientX, y: clientY, isDrag: false } : null;
  });
  stage.addEventListener("pointermove", move);
  stage.addEventListener("pointerup", drop);
  stage.addEventListener("pointercancel", drop);
  stage.addEventListener("click", (event) => { // the click after a drop chooses nothing
    if (isDropped) event.stopPropagation();
    isDropped = false;
  }, { capture: true });
}
