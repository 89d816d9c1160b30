/* What moves on a free table when it is drawn anew: things glide from where they were, or from the pile that they come from. */

import { h } from "../../shared/elements.js";
import { fly, isStill, play } from "../motion.js";
import { cardPicture } from "./cloth.js";
import { free } from "./state.js";
/** @import { Facts } from "./state.js" */

const NEXT = 90; // ms between two cards of a packet
const MOST = 5; // cards that move one by one
const RIFFLE = 360;
const TUMBLE = 500;
/** Gestures that take things from a pile which nobody could follow before. */
const FROM_PILE = ["draw", "deal", "turn-up", "split", "fan"];

let boxes = /** @type {Map<string, DOMRect>} */ (new Map());
let last = /** @type {Facts | null} */ (null);
/** Where things were let go: they do not come from the place before the drag. */
const dropped = /** @type {Map<string, DOMRect>} */ (new Map());

/** Note where something is let go. @param {readonly number[]} things @param {HTMLElement | null} ghost */
export function noteDrop(things, ghost) {
  dropped.clear();
  if (ghost) for (const thing of things) dropped.set(String(thing), ghost.getBoundingClientRect());
}

/** @param {HTMLElement} root @returns {HTMLElement[]} */
const elements = (root) => [...root.querySelectorAll("[data-thing]")].map((element) => /** @type {HTMLElement} */ (element));

/** Note where everything is, before it is drawn anew. @param {HTMLElement} root */
export function noteBoxes(root) {
  boxes = free.facts === last ? boxes : new Map(elements(root).map((element) => [element.dataset.thing ?? "", element.getBoundingClientRect()]));
}

/** Play the difference, after it has been drawn. @param {HTMLElement} root */
export function playMoves(root) {
  const [was, { facts }] = [last, free];
  last = facts;
  if (!was || was === facts || !boxes.size) return;
  const line = facts.lines.at(-1);
  const { code, values } = line && line.at > (was.lines.at(-1)?.at ?? 0) ? line : { code: "", values: /** @type {Record<string, any>} */ ({}) };
  const pile = facts.stacks.find(({ pile: name }) => name && name === values.pile);
  const source = pile ? root.querySelector(`[data-stack="${pile.id}"]`) : null;
  const from = FROM_PILE.includes(code) ? source?.getBoundingClientRect() ?? null : null;
  let order = 0;
  for (const element of elements(root)) {
    const thing = element.dataset.thing ?? "";
    const old = dropped.get(thing) ?? boxes.get(thing);
    if (old) fly(element, old);
    else if (from && element !== source) fly(element, from, NEXT * Math.min(order++, MOST));
  }
  dropped.clear();
  if (code === "shuffle" && source) play(source, [{ rotate: "0deg" }, { rotate: "-4deg", offset: 0.3 }, { rotate: "4deg", offset: 0.7 }, { rotate: "0deg" }], RIFFLE);
  for (const die of values.dice ?? []) {
    const element = root.querySelector(`[data-thing="${die}"] .free-turned`);
    if (element) play(element, [{ rotate: "0deg", scale: "1" }, { rotate: "200deg", scale: "1.3" }, { rotate: "360deg", scale: "1" }], TUMBLE);
  }
  turnOver(root, was);
  flyToHands(root, was, from);
}

/** Cards whose other side is up now. @param {HTMLElement} root @param {Facts} was */
function turnOver(root, was) {
  const up = new Map(was.stacks.flatMap(({ top }) => (top ? [[top.id, top.up]] : [])));
  for (const { id, top } of free.facts.stacks) {
    const turned = top && up.has(top.id) && up.get(top.id) !== top.up ? root.querySelector(`[data-stack="${id}"] .free-turned`) : null;
    if (turned) play(turned, [{ transform: "rotateY(90deg)" }, { transform: "rotateY(0)" }]);
  }
}

/** Backs that go to the hands of the others. @param {HTMLElement} root @param {Facts} was @param {DOMRect | null} from */
function flyToHands(root, was, from) {
  if (isStill()) return;
  const there = new Set(elements(root).map((element) => element.dataset.thing));
  const gone = [...boxes].filter(([thing]) => !there.has(thing)).map(([, box]) => box);
  free.facts.hands.forEach(({ count, decks }, seat) => {
    const more = Math.min(MOST, count - (was.hands[seat]?.count ?? 0));
    const target = root.querySelector(`.free-other[data-seat="${seat}"] .free-backs`)?.getBoundingClientRect();
    for (let at = 0; at < more && seat !== free.seat && target; at += 1) {
      const origin = gone.shift() ?? from;
      if (!origin) return;
      const ghost = h("span", { class: "free-flying", "aria-hidden": "true", style: { left: `${target.left}px`, top: `${target.top}px` } },
        cardPicture({ id: -1, kind: "card", up: false, turned: 0, back: decks.at(-1) ?? "" }, 0.5));
      root.append(ghost);
      fly(ghost, origin, NEXT * at);
      void Promise.all(ghost.getAnimations().map(({ finished }) => finished)).finally(() => ghost.remove());
    }
  });
}
