/* Dragging on a free table, by mouse and finger: a card, the top of a pile, or all that is chosen; and a frame around things. */

import { clothAt, shownAt } from "./cloth.js";
import { free, chooseNothing, choose, chosenStacks, hand, make } from "./state.js";
import { tellPointer } from "./cursors.js";
import { noteDrop } from "./moves.js";
/** @import { Stack } from "./state.js" */

const FAR = 5; // px after which a press is a drag

/** What is being pressed: where it began, and what is carried.
    @typedef {{ name: string, x: number, y: number, isTouch: boolean, ghost: HTMLElement | null, whole: boolean, frame: HTMLElement | null }} Press */
let press = /** @type {Press | null} */ (null);

/** @param {string} name */
const elementOf = (name) => /** @type {HTMLElement | null} */ (document.querySelector(`.free [data-name="${name}"]`));

/** @param {HTMLElement} root @param {() => boolean} isLooking whether a long press looks at something: it does not drag */
export function followPointer(root, isLooking) {
  root.addEventListener("pointerdown", (event) => begin(event, root));
  root.addEventListener("pointermove", (event) => (isLooking() ? cancel() : move(event, root)));
  root.addEventListener("pointerup", (event) => void (isLooking() ? cancel() : end(event)));
  root.addEventListener("pointerleave", () => tellPointer(null));
  root.addEventListener("pointercancel", () => cancel());
  root.addEventListener("click", (event) => { // after a drag; a press alone chooses
    const name = /** @type {HTMLElement} */ (event.target).closest?.("[data-name]")?.getAttribute("data-name");
    if (name && event.detail === 0) choose(name, event.shiftKey); // by the keyboard
  });
  const point = (/** @type {Event} */ { target }) => { free.pointed = /** @type {HTMLElement} */ (target).closest?.("[data-name]")?.getAttribute("data-name") ?? ""; };
  root.addEventListener("focusin", point);
  // A pointer that rests must not take the keys from the focus when things move below it.
  root.addEventListener("pointermove", (event) => (event.movementX || event.movementY ? point(event) : null));
}

/** @param {PointerEvent} event @param {HTMLElement} root */
function begin(event, root) {
  const target = /** @type {HTMLElement} */ (event.target);
  const name = target.closest("[data-name]")?.getAttribute("data-name") ?? "";
  const isCloth = !name && Boolean(target.closest(".free-field"));
  if (event.button !== 0 || (!name && !isCloth)) return;
  const isTouch = event.pointerType === "touch";
  press = { name, x: event.clientX, y: event.clientY, isTouch, ghost: null, whole: free.chosen.has(name), frame: null };
  if (name || !isTouch) root.setPointerCapture(event.pointerId);
}

/** @param {PointerEvent} event @param {HTMLElement} root */
function move(event, root) {
  tellPointer(isOnCloth(event) ? placeAt(event) : null, press?.ghost ? press.name : "");
  if (!press) return;
  const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
  if (!press.ghost && !press.frame && Math.hypot(dx, dy) < FAR) return;
  if (!press.name) return press.isTouch ? undefined : void drawFrame(event, root); // a finger scrolls the cloth
  if (free.seat === null || free.at !== null) return;
  if (!press.ghost) {
    const source = elementOf(press.name);
    press.ghost = /** @type {HTMLElement} */ (source?.cloneNode(true) ?? document.createElement("span"));
    const box = source?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 };
    press.ghost.classList.add("free-ghost");
    press.ghost.removeAttribute("data-name");
    press.ghost.setAttribute("aria-hidden", "true");
    for (const [property, value] of Object.entries({ left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px`, rotate: "none" })) press.ghost.style.setProperty(property, value);
    root.append(press.ghost);
  }
  press.ghost.style.setProperty("transform", `translate(${dx}px, ${dy}px)`);
  for (const lit of root.querySelectorAll(".is-aimed")) lit.classList.remove("is-aimed", "is-under");
  const aim = aimAt(event);
  aim?.element.classList.add("is-aimed");
  aim?.element.classList.toggle("is-under", aim.under);
}

/** What is under the pointer: another stack, with the half of it, or a hand.
    @param {PointerEvent} event */
function aimAt(event) {
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    if (element.closest(".free-ghost")) continue;
    const stack = /** @type {HTMLElement | null} */ (element.closest(".free-stack"));
    if (stack && stack.dataset.name !== press?.name && !free.chosen.has(stack.dataset.name ?? "") && ["card", "token", "empty"].includes(stack.dataset.kind ?? "")) {
      const box = stack.getBoundingClientRect();
      return { element: stack, stack: Number(stack.dataset.stack), seat: null, under: event.clientY > box.top + box.height / 2 };
    }
    const other = /** @type {HTMLElement | null} */ (element.closest(".free-other"));
    if (other) return { element: other, stack: null, seat: Number(other.dataset.seat), under: false };
    const own = /** @type {HTMLElement | null} */ (element.closest(".free-hand"));
    if (own) return { element: own, stack: null, seat: free.seat, under: false };
    if (element.closest(".free-field")) return null;
  }
  return null;
}

/** @param {PointerEvent} event */
async function end(event) {
  const done = press;
  if (!done) return;
  const aim = done.ghost ? aimAt(event) : null;
  cancel(done.ghost);
  if (done.frame) return chooseInside(done, event);
  if (!done.ghost) return done.name ? choose(done.name, event.shiftKey) : free.chosen.size ? chooseNothing() : undefined;
  await drop(done, event, aim);
  done.ghost.remove(); // only now: what was carried is where it was let go
}

/** @param {Press} done @param {PointerEvent} event @param {ReturnType<typeof aimAt>} aim */
function drop(done, event, aim) {
  const id = Number(done.name.slice(1));
  const snap = !event.altKey; // to the places of a zone
  if (done.name.startsWith("h")) {
    const things = done.whole ? hand().filter((thing) => free.chosen.has(`h${thing.id}`)).map((thing) => thing.id) : [id];
    free.chosen.clear();
    noteDrop(things, done.ghost);
    if (aim?.seat === free.seat) return free.draw();
    if (aim?.seat !== null && aim?.seat !== undefined) return make({ do: "give", things, to: aim.seat });
    if (aim?.stack !== null && aim?.stack !== undefined) return make({ do: "put", things, onto: aim.stack, under: aim.under });
    return make({ do: "lay", things, ...placeAt(event), snap });
  }
  const stack = /** @type {Stack} */ (free.facts.stacks.find((one) => one.id === id));
  if (!stack.top) return free.draw();
  // All that is chosen, or a stack of one; of a pile that is not chosen, its top.
  const isWhole = done.whole || (stack.count === 1 && !stack.pile);
  const stacks = done.whole ? chosenStacks().map((one) => one.id) : [id];
  if (stacks.length === 1) noteDrop([stack.top.id], done.ghost);
  const what = isWhole ? { stacks } : { things: [stack.top.id] };
  if (aim?.seat !== null && aim?.seat !== undefined) return make({ do: "give", ...what, to: aim.seat });
  if (aim?.stack !== null && aim?.stack !== undefined) return make({ do: "put", ...what, onto: aim.stack, under: aim.under });
  const [from, to] = [stack.at, placeMoved(stack.at, done, event)];
  return make(isWhole ? { do: "move", stacks, dx: to.x - from[0], dy: to.y - from[1], snap } : { do: "lay", ...what, ...to, snap });
}

/** @param {PointerEvent} event */
const isOnCloth = ({ clientX, clientY }) => document.elementsFromPoint(clientX, clientY).some((element) => element.closest(".free-field"));

/** The point of the cloth under the pointer, mm. @param {PointerEvent} event */
function placeAt(event) {
  const box = /** @type {HTMLElement} */ (document.querySelector(".free-cloth")).getBoundingClientRect();
  return clothAt({ x: (event.clientX - box.left) / free.scale, y: (event.clientY - box.top) / free.scale });
}

/** Where a point of the cloth comes to by a drag, mm.
    @param {readonly number[]} at @param {Press} done @param {PointerEvent} event */
function placeMoved([x, y], done, event) {
  const shown = shownAt({ x, y });
  return clothAt({ x: shown.x + (event.clientX - done.x) / free.scale, y: shown.y + (event.clientY - done.y) / free.scale });
}

/** @param {HTMLElement | null} [kept] a ghost that stays */
function cancel(kept = null) {
  if (!press) return;
  if (press.ghost !== kept) press.ghost?.remove();
  press.frame?.remove();
  for (const lit of document.querySelectorAll(".is-aimed")) lit.classList.remove("is-aimed", "is-under");
  press = null;
}

/** @param {PointerEvent} event @param {HTMLElement} root */
function drawFrame(event, root) {
  if (!press) return;
  if (!press.frame) {
    press.frame = document.createElement("div");
    press.frame.className = "free-frame";
    root.append(press.frame);
  }
  const { x, y } = press;
  for (const [property, value] of Object.entries({ left: Math.min(x, event.clientX), top: Math.min(y, event.clientY), width: Math.abs(event.clientX - x), height: Math.abs(event.clientY - y) })) {
    press.frame.style.setProperty(property, `${value}px`);
  }
}

/** Choose everything whose middle is inside of the frame.
    @param {Press} done @param {PointerEvent} event */
function chooseInside({ x, y }, event) {
  if (!event.shiftKey) free.chosen.clear();
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".free-cloth .free-stack"))) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [mx, my] = [left + width / 2, top + height / 2];
    if ((mx - x) * (mx - event.clientX) <= 0 && (my - y) * (my - event.clientY) <= 0) free.chosen.add(element.dataset.name ?? "");
  }
  free.draw();
}
