/* Motion at a table: the new state is drawn at once, and what has moved is played from its old place to the new one. Nothing moves
   with prefers-reduced-motion: what has changed is outlined for a moment. */

const CARD = 280; // ms
const STILL = 2000; // ms for which a change is outlined
const SMALL = 2; // px

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Where an element is in the window. @typedef {{ left: number, top: number }} Spot */

/** Let an element come from another place to where it is.
    @param {HTMLElement} element @param {Spot} from @param {number} [delay] ms */
export function fly(element, from, delay = 0) {
  const { left, top } = element.getBoundingClientRect();
  const [dx, dy] = [from.left - left, from.top - top];
  if (Math.hypot(dx, dy) < SMALL) return;
  if (isStill()) return outline(element);
  element.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], { duration: CARD, delay, fill: "backwards", easing: "cubic-bezier(0.2, 0, 0, 1)", composite: "add" });
}

/** Play an animation in place. @param {Element} element @param {Keyframe[]} frames @param {number} [duration] ms */
export function play(element, frames, duration = CARD) {
  if (isStill()) outline(/** @type {HTMLElement} */ (element));
  else element.animate(frames, { duration, easing: "cubic-bezier(0.2, 0, 0, 1)" });
}

/** @param {HTMLElement} element */
function outline(element) {
  element.classList.add("has-moved");
  setTimeout(() => element.classList.remove("has-moved"), STILL);
}
