/* Turns that are picked step by step. */

import * as pickRule from "../shared/picks.js";
import { redraw } from "./drawing.js";
import { canSee, isBot } from "./players.js";
import { refuse, stateAt } from "./position.js";
import { take } from "./turns.js";
/** @import { Attributes } from "../shared/elements.js" */
/** @import { PickChoice } from "../shared/picks.js" */
/** @import { Play } from "./table.js" */

export const NOTHING = /** @type {PickChoice} */ ({ next: [], complete: -1 });

// ---------------------------------------------------------------- picks

/** @param {Play} play */
const mayPick = (play) => play.game.facts && !isBot(play, play.game.facts.to_move) && canSee(play, play.game.facts.to_move);

/** @param {Play} play */
export function choose(play) {
  const { game } = play;
  game.choice = game.facts && play.steps.length ? pickRule.choice(play.steps, game.picks) : NOTHING;
  play.first = game.picks.length ? pickRule.choice(play.steps, []).next : game.choice.next;
}

/** @param {Play} play @param {string} id @param {Attributes<HTMLButtonElement>} [more] @returns {Attributes<HTMLButtonElement>} */
export function pickable(play, id, more = {}) {
  const { game } = play;
  const can = Boolean(mayPick(play)) && game.choice.next.includes(id);
  const picked = game.picks.includes(id);
  return {
    type: "button", ...more, class: [more.class, can ? "play-can" : "", picked ? "play-is-picked" : "", game.hint.includes(id) ? "play-hint" : ""].filter(Boolean).join(" "),
    "aria-pressed": picked ? "true" : null, "aria-disabled": can || picked || (mayPick(play) && play.first.includes(id)) ? null : "true",
    dataset: { hold: `pick-${id}`, .../** @type {object} */ (more.dataset ?? {}) }, onclick: () => pick(play, id),
  };
}

/** Say why a pick cannot be made, as the engine refuses the turn.
    @param {Play} play @param {string} id */
async function sayWhyNot(play, id) {
  const { facts, picks } = play.game;
  const turn = play.definition.attempt?.(id, picks, facts);
  if (!turn) return;
  const { error } = typeof turn === "string" ? { error: { code: "", message: turn } } : await play.ask({ op: "apply", state: stateAt(play, play.game.at), turn });
  if (error && play.game.facts === facts) refuse(play, error, picks);
}

/** Pick a step of a turn, "" to make the turn that is complete. A pick that was made is taken back; one that another turn begins
    with begins that turn.
    @param {Play} play @param {string} id */
export function pick(play, id) {
  const { game } = play;
  if (!mayPick(play)) return;
  if (game.picks.includes(id)) game.picks = game.picks.slice(0, game.picks.indexOf(id));
  else if (id && !game.choice.next.includes(id) && play.first.includes(id)) game.picks = [id];
  else if (id && !game.choice.next.includes(id)) return void sayWhyNot(play, id);
  else if (id) game.picks = [...game.picks, id];
  game.fault = null;
  choose(play);
  if (game.choice.complete >= 0 && (!id || !game.choice.next.length)) void take(play, game.facts.turns[game.choice.complete]);
  else redraw(play);
}

/** @param {Play} play */
export function unpick(play) {
  const { game } = play;
  game.picks = game.picks.slice(0, -1);
  choose(play);
  redraw(play);
}
