/* What moves on the stage of a game when a turn is made. A table marks what it draws:

     data-thing    a card or a piece, by a name that is its own wherever it lies: it goes from its old place to the new one. A
                   name that begins with "?" is of a card that is not known: the one that is known at its place later is its other side
     data-pile     a place by its name: things leave for the pile "discards"; what is new inside `data-from` comes from the pile of that name, whose
                   picture is the other side of its cards
     data-held     cards of which only the number is seen, by a name, with their `data-value`: new ones come from the pile of `data-from`
     data-seat     the place of a player: what else is new comes from the player who made the turn, and a ring goes to whose turn it is
     data-tally    a number by its name, with its `data-value`: a change rises from it

   and `deed` of its stage says who strikes whom, and what is cleared. */

import { floatNumber, fly, isStill, leave, lunge, passOn, play as animate, resumeMotion, shake, turnOver } from "./motion.js";
/** @import { Play } from "./table.js" */

const NEXT = 90; // ms between two things of a packet
const MOST = 5; // things that move one by one
const CROWD = 12; // more than these are another position, not a turn
const HIT = 320; // ms until a strike hits

/** @typedef {{ element: HTMLElement | SVGGraphicsElement, box: DOMRect, place: string }} Seen */
/** What was on the stage, before it is drawn anew.
    @typedef {{ at: number, start: unknown, facts: any, viewer: number | null, things: Map<string, Seen[]>, values: Map<string, number>, turn: DOMRect | null }} Noted */

/** The position that was drawn last, by the table. @type {WeakMap<Play, any>} */
const drawn = new WeakMap();

/** @param {Play} play @returns {HTMLElement | null} */
const stageOf = ({ mounted }) => mounted?.querySelector(".table-stage") ?? null;

/** @param {Element} root @param {string} name @returns {any[]} */
const marked = (root, name) => [...root.querySelectorAll(`[data-${name}]`)];

/** @param {Element} root */
function seen(root) {
  const things = /** @type {Map<string, Seen[]>} */ (new Map());
  for (const element of marked(root, "thing")) {
    const { thing } = element.dataset;
    things.set(thing, [...things.get(thing) ?? [], { element, box: element.getBoundingClientRect(), place: thing.startsWith("?") ? thing.slice(1) : element.closest("[data-hold]")?.dataset.hold ?? "" }]);
  }
  return things;
}

/** Note where everything is, if another position is about to be drawn.
    @param {Play} play @returns {Noted | null} */
export function noteStage(play) {
  const root = stageOf(play);
  const { at, facts, viewer, shared } = play.game;
  const last = drawn.get(play);
  if (!root || last?.facts === facts) return null;
  const now = { at, facts, viewer, start: shared?.table ?? play.start };
  drawn.set(play, now);
  const isNext = last && last.start === now.start && Math.abs(at - last.at) <= MOST && at !== last.at && last.viewer === viewer && !document.hidden;
  if (!isNext) return null;
  const things = seen(root);
  const { dropped } = play;
  if (dropped) for (const place of things.get(dropped.thing) ?? []) place.box = dropped.box; // it is where it was let go
  return { ...last, things, values: new Map([...marked(root, "tally"), ...marked(root, "held")].map(({ dataset }) => [dataset.tally ?? dataset.held, Number(dataset.value)])), turn: seatOf(root, last.facts.to_move) };
}

/** @param {HTMLElement} root @param {number | null} player */
const seatOf = (root, player) => root.querySelector(`[data-seat="${player}"]`)?.getBoundingClientRect() ?? null;

/** Play the difference, after it has been drawn.
    @param {Play} play @param {Noted | null} was */
export function playStage(play, was) {
  const root = stageOf(play);
  if (!root) return;
  if (!was) return resumeMotion(root);
  const { game, definition } = play;
  const isForward = game.at > was.at;
  const player = game.made.players[isForward ? game.at - 1 : game.at];
  /** @param {string | undefined} name */
  const pileOf = (name) => /** @type {HTMLElement | null} */ (name ? root.querySelector(`[data-pile="${CSS.escape(name)}"]`) : null);
  const discards = pileOf("discards")?.getBoundingClientRect() ?? null;
  const [seat, next] = [seatOf(root, player), seatOf(root, game.facts.to_move)];
  const fresh = /** @type {Seen[]} */ ([]);
  const old = new Map(was.things);
  for (const [thing, places] of seen(root)) {
    const before = [...old.get(thing) ?? []];
    for (const place of places) {
      const from = before.shift();
      if (from) fly(place.element, from.box);
      else fresh.push(place);
    }
    old.set(thing, before);
  }
  const deed = isForward ? definition.stage?.deed?.(game.at - 1, was.facts) : null;
  const hidden = new Set([...old].flatMap(([thing, places]) => (thing.startsWith("?") && places.length ? thing.slice(1) : [])));
  const gone = [...old].flatMap(([thing, places]) => (thing.startsWith("?") ? [] : places)).filter(({ element, box }) => element instanceof HTMLElement && !element.isConnected && box.width);
  if (fresh.length <= CROWD && isForward) fresh.forEach(({ element, place }, index) => {
    if (hidden.has(place)) return animate(element, [{ transform: "rotateY(90deg)" }, { transform: "rotateY(0)" }]);
    const pile = pileOf(/** @type {HTMLElement | null} */ (element.closest("[data-from]"))?.dataset.from);
    const from = pile?.getBoundingClientRect() ?? seat;
    const delay = NEXT * Math.min(index, MOST);
    const back = backOf(pile);
    if (from && back && element instanceof HTMLElement) turnOver(element, back, from, root, delay);
    else if (from) fly(element, from, delay);
  });
  if (gone.length <= CROWD && isForward) for (const { element, box } of gone) leave(/** @type {HTMLElement} */ (element), box, discards, root, deed ? HIT : 0);
  if (deed) strike(root, deed);
  if (isForward && was.turn && next && game.facts.to_move !== was.facts.to_move) passOn(was.turn, next, root);
  if (isForward) for (const element of marked(root, "held")) {
    const pile = pileOf(element.dataset.from);
    const count = Math.min(MOST, Number(element.dataset.value) - (was.values.get(element.dataset.held) ?? NaN));
    for (let at = 0; pile && at < count; at += 1) {
      const back = backOf(pile);
      if (back) leave(back, pile.getBoundingClientRect(), element.getBoundingClientRect(), root, NEXT * at);
    }
  }
  for (const element of marked(root, "tally")) {
    const change = Number(element.dataset.value) - (was.values.get(element.dataset.tally) ?? NaN);
    if (!change) continue;
    if (isStill()) shake(element); // its outline
    else floatNumber(change > 0 ? `+${change}` : `−${-change}`, element.getBoundingClientRect(), root, deed ? HIT : 0);
  }
}

/** The back of a card of a pile. @param {HTMLElement | null} pile */
const backOf = (pile) => /** @type {HTMLElement | undefined} */ (pile?.querySelector("img")?.cloneNode());

/** @param {HTMLElement} root @param {import("./public.js").PlayDeed} deed */
function strike(root, { from = [], to = [], fails = false, acts = [], clears = [] }) {
  /** @param {string} name @returns {HTMLElement | null} */
  const find = (name) => {
    const place = /** @type {HTMLElement | null} */ (root.querySelector(`[data-hold="pick-${CSS.escape(name)}"], [data-thing="${CSS.escape(name)}"]`));
    return place?.querySelector(":scope > [data-thing]") ?? place; // what lies there, not the place
  };
  const targets = to.map(find).filter((element) => element !== null);
  const [target] = targets;
  if (target) for (const name of from) {
    const element = find(name);
    if (element && element !== target) lunge(element, target.getBoundingClientRect(), fails);
  }
  if (!fails) for (const element of targets) shake(element, HIT);
  const own = from.map(find).find((element) => element !== null)?.getBoundingClientRect();
  if (own) clears.forEach((row, at) => leave(row, { left: own.left, top: own.bottom - 8 + 16 * at, width: own.width, height: own.width / 10 }, null, root, HIT + NEXT * at));
  acts.forEach((name, index) => {
    const element = find(name);
    if (element) animate(element, [{ scale: 1 }, { scale: 1.12, offset: 0.5 }, { scale: 1 }], 240, 200 * index);
  });
}
