/* Hints: the turn that the strongest bot would make, and why. The reason is what comes of the turn when it is tried out. */

import { noEngine } from "../app/data.js";
import { redraw } from "./drawing.js";
import { playWaiting } from "./panels.js";
import { stateAt } from "./position.js";
/** @import { Play } from "./table.js" */

/** Ask the strongest bot what it would do; null if there is no answer, or another position meanwhile.
    @param {Play} play @returns {Promise<{ turn: any, why: string } | null>} */
export async function suggest(play) {
  const { game, definition } = play;
  const { at, facts } = game;
  const policy = Object.values(definition.levels).findLast((level) => game.policies.includes(level)); // not every game has a hard one
  const state = stateAt(play, at);
  const { turn } = await play.ask({ op: "choose", state, policy });
  if (!turn || game.facts !== facts) return null;
  const tried = await play.ask({ op: "apply", state, turn });
  const [after, made] = tried.error ? [] : await Promise.all([play.ask({ op: "turns", state: tried.state }), play.ask({ op: "log", state: tried.state })]);
  if (game.facts !== facts) return null;
  return { turn, why: after && !after.error ? definition.stage?.why?.(turn, { facts, after, made: /** @type {any} */ (made), index: at }) ?? "" : "" };
}

/** Whether a person may ask for a hint: at their turn, and not against others.
    @param {Play} play */
export const mayHint = ({ game, lesson }) => Boolean(game.facts && !lesson && !game.shared && !noEngine && !game.isAsking && playWaiting(game) === null);

/** Light the hinted turn. A game whose steps do not say what is picked shows it itself, before the reason.
    @param {Play} play */
export async function hint(play) {
  const { game, definition } = play;
  if (!mayHint(play)) return;
  game.isAsking = true;
  redraw(play);
  const hinted = await suggest(play).finally(() => { game.isAsking = false; });
  if (hinted) {
    game.hint = definition.stage?.hint ? definition.stage.hint(hinted.turn) : definition.steps(hinted.turn, game.facts).flat();
    game.why = hinted.why;
  }
  redraw(play);
}
