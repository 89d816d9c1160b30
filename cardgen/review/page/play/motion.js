/* Motion at a table: the new state is drawn at once, and what has moved is played from its old place to the new one. The reader
   chooses how fast. Nothing moves "at once", nor with prefers-reduced-motion: what has changed is outlined for a moment. */

import { keep, recall } from "../shared/storage.js";

const CARD = 280; // ms
const STILL = 2000; // ms for which a change is outlined
const SMALL = 2; // px
const SLOW = 32; // ms of a frame
const LONG = 500; // ms of slow frames after which nothing moves any more
const EASE = "cubic-bezier(0.2, 0, 0, 1)";

/** How many times as fast as usual things move; 0: not at all. */
export const SPEEDS = [0.5, 1, 2, 0];
let speed = recall("play-speed", 1);
export const motionSpeed = () => speed;
/** @param {number} value */
export function setMotionSpeed(value) {
  speed = value;
  keep("play-speed", value);
}

export const isStill = () => speed === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;

const outlined = /** @type {Set<Element>} */ (new Set());
const running = /** @type {Set<Animation>} */ (new Set());

/** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions & { duration: number, delay?: number }} options */
function animate(element, frames, { duration, delay = 0, ...options }) {
  return follow(element.animate(frames, { easing: EASE, ...options, duration: duration / speed, delay: delay / speed, fill: "backwards" }));
}

/** @param {Animation} animation */
function follow(animation) {
  if (!running.size) watch(performance.now(), null);
  running.add(animation);
  const end = () => running.delete(animation);
  animation.finished.then(end, end);
  return animation;
}

/** Show the end of what moves if this computer draws slowly.
    @param {number} before the time of the last frame @param {number | null} since when frames began to be slow */
function watch(before, since) {
  requestAnimationFrame((now) => {
    if (!running.size) return;
    const slow = now - before > SLOW ? since ?? before : null;
    if (slow !== null && now - slow >= LONG) endMotion();
    else watch(now, slow);
  });
}

/** Go on with what was moving or is outlined, after it has been drawn again: by its `data-thing`. @param {Element} root */
export function resumeMotion(root) {
  /** @param {Element | null} element @returns {HTMLElement | null} */
  const again = (element) => (element instanceof HTMLElement && element.dataset.thing ? root.querySelector(`[data-thing="${CSS.escape(element.dataset.thing)}"]`) : null);
  for (const animation of [...running]) {
    const { effect, currentTime } = animation;
    if (!(effect instanceof KeyframeEffect) || effect.target?.isConnected) continue;
    const element = again(effect.target);
    running.delete(animation);
    if (element && currentTime !== null) follow(element.animate(effect.getKeyframes(), effect.getTiming())).currentTime = currentTime;
  }
  for (const element of [...outlined]) if (!element.isConnected) again(element)?.classList.add("has-moved");
}

/** Show at once what everything that moves comes to. */
export function endMotion() {
  for (const animation of running) animation.finish();
}

const CLICK = 50; // ms from the release of a finger to its click

/** Hold what moves while a pointer is pressed: a click needs the same element under the pointer at the press and at the
    release. Then show at once what it comes to. */
export function holdMotion() {
  const held = [...running];
  if (!held.length) return;
  for (const animation of held) animation.pause();
  const listening = new AbortController();
  const release = () => {
    listening.abort();
    setTimeout(() => { for (const animation of held) animation.finish(); }, CLICK);
  };
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, release, { capture: true, signal: listening.signal });
}

/** Where an element is in the window. @typedef {{ left: number, top: number, width: number, height: number }} Spot */

/** The way from one place to another, from middle to middle.
    @param {Spot} from @param {Spot} to */
const wayTo = (from, to) => ({ dx: to.left + to.width / 2 - from.left - from.width / 2, dy: to.top + to.height / 2 - from.top - from.height / 2 });

/** Let an element come from another place to where it is, in the size that it had there.
    @param {HTMLElement | SVGGraphicsElement} element @param {Spot} from @param {number} [delay] ms */
export function fly(element, from, delay = 0) {
  const now = element.getBoundingClientRect();
  const { dx, dy } = wayTo(now, from);
  const way = Math.hypot(dx, dy);
  if (way < SMALL) return;
  if (isStill()) return way > now.width / 2 ? outline(element) : undefined; // not what only makes room
  // Lengths of an SVG picture are in its own units.
  const unit = element instanceof SVGElement ? element.getScreenCTM()?.a || 1 : 1;
  animate(element, [{ translate: `${dx / unit}px ${dy / unit}px` }, { translate: "0 0" }], { duration: CARD, delay, composite: "add" });
  const scale = from.width / now.width;
  if (element instanceof HTMLElement && Math.abs(scale - 1) > 0.1 && Number.isFinite(scale)) animate(element, [{ scale }, { scale: 1 }], { duration: CARD, delay });
}

/** Let a card come from a pile and turn over on its way; `back` is a picture of its other side.
    @param {HTMLElement} element @param {HTMLElement} back @param {Spot} from @param {HTMLElement} root @param {number} [delay] ms */
export function turnOver(element, back, from, root, delay = 0) {
  const spot = element.getBoundingClientRect();
  fly(element, from, delay);
  if (isStill()) return;
  animate(element, [{ opacity: 0, transform: "rotateY(-90deg)" }, { opacity: 0, transform: "rotateY(-90deg)", offset: 0.5 }, { opacity: 1, transform: "rotateY(-90deg)", offset: 0.5 }, { opacity: 1, transform: "none" }], { duration: CARD, delay });
  const { dx, dy } = wayTo(from, spot);
  over(back, from, root, [{ translate: "0 0", transform: "none" }, { translate: `${dx / 2}px ${dy / 2}px`, transform: "rotateY(90deg)" }], CARD / 2, delay);
}

/** Let a ring go from one place to another: whose turn it is.
    @param {Spot} from @param {Spot} to @param {HTMLElement} root */
export function passOn(from, to, root) {
  if (isStill()) return;
  const ring = document.createElement("span");
  ring.className = "table-turn";
  const { dx, dy } = wayTo(from, to);
  over(ring, from, root, [{ translate: "0 0", scale: "1 1" }, { translate: `${dx}px ${dy}px`, scale: `${to.width / from.width} ${to.height / from.height}` }], CARD, 0);
}

/** Lay something over the page at a place while it moves.
    @param {HTMLElement} ghost @param {Spot} at @param {HTMLElement} root @param {Keyframe[]} frames @param {number} duration ms @param {number} delay ms */
function over(ghost, at, root, frames, duration, delay) {
  ghost.classList.add("is-leaving");
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  for (const marked of [ghost, .../** @type {HTMLElement[]} */ ([...ghost.querySelectorAll("[data-hold], [data-thing], [data-look]")])]) for (const name of ["hold", "thing", "look"]) delete marked.dataset[name];
  for (const name of /** @type {const} */ (["left", "top", "width", "height"])) ghost.style.setProperty(name, `${at[name]}px`);
  root.append(ghost);
  void animate(ghost, frames, { duration, delay }).finished.finally(() => ghost.remove());
}

/** Play an animation in place. @param {Element} element @param {Keyframe[]} frames @param {number} [duration] ms @param {number} [delay] ms */
export function play(element, frames, duration = CARD, delay = 0) {
  if (isStill()) outline(element);
  else animate(element, frames, { duration, delay });
}

/** Let something that is drawn no more go to a place, or fade where it was. It lies over the page until then.
    @param {HTMLElement} ghost @param {Spot} from @param {Spot | null} to @param {HTMLElement} root @param {number} [delay] ms */
export function leave(ghost, from, to, root, delay = 0) {
  if (isStill()) return;
  const { dx, dy } = to ? wayTo(from, to) : { dx: 0, dy: 0 };
  const end = { translate: `${dx}px ${dy}px`, scale: to ? Math.min(1, to.width / from.width) : 0.6, rotate: "3deg", opacity: to ? 0.9 : 0 };
  over(ghost, from, root, [{ translate: "0 0", scale: 1, rotate: "0deg", opacity: 1 }, end], CARD, delay);
}

/** Let a number rise from a place: damage, points, cards.
    @param {string} text @param {Spot} at @param {HTMLElement} root @param {number} [delay] ms */
export function floatNumber(text, at, root, delay = 0) {
  if (isStill()) return;
  const element = document.createElement("span");
  Object.assign(element, { className: "table-amount", textContent: text });
  element.setAttribute("aria-hidden", "true");
  element.style.setProperty("left", `${at.left + at.width / 2}px`);
  element.style.setProperty("top", `${at.top + at.height / 2}px`);
  root.append(element);
  const frames = [{ scale: 0.4, opacity: 0 }, { scale: 1.15, opacity: 1, offset: 0.2 }, { scale: 1, translate: "0 0", opacity: 1, offset: 0.7 }, { translate: "0 -24px", opacity: 0 }];
  void animate(element, frames, { duration: 760, delay }).finished.finally(() => element.remove());
}

/** Let something strike at a place and come back; half of the way if nothing comes of it.
    @param {HTMLElement} element @param {Spot} to @param {boolean} [fails] */
export function lunge(element, to, fails = false) {
  if (isStill()) return;
  const { dx, dy } = wayTo(element.getBoundingClientRect(), to);
  const part = fails ? 0.4 : 0.75;
  const there = `${dx * part}px ${dy * part}px`;
  animate(element, [{ translate: "0 0", zIndex: 9 }, { translate: "0 -8px", offset: 0.25, zIndex: 9 }, { translate: there, offset: 0.6, zIndex: 9, easing: "ease-in" }, { translate: "0 0", zIndex: 9 }], { duration: 540, composite: "add" });
}

/** Let something be hit. @param {Element} element @param {number} [delay] ms */
export const shake = (element, delay = 0) => play(element, [{ translate: "0 0" }, { translate: "10px 0", offset: 0.3 }, { translate: "-6px 0", offset: 0.6 }, { translate: "0 0" }], 180, delay);

/** @param {Element} element */
function outline(element) {
  element.classList.add("has-moved");
  outlined.add(element);
  setTimeout(() => {
    for (const each of [element, ...document.querySelectorAll(`.has-moved[data-thing="${CSS.escape(/** @type {HTMLElement} */ (element).dataset.thing ?? "")}"]`)]) each.classList.remove("has-moved");
    outlined.delete(element);
  }, STILL);
}
