/* The position that is shown: its facts, its log, and why the engine refuses something. */

import { settings } from "../app/settings.js";
import { pick as pickText } from "../app/words.js";
import * as logComments from "../shared/log-comments.js";
import { keepGame, writeAddress } from "./beginning.js";
import { announce, redraw } from "./drawing.js";
import { choose } from "./picking.js";
import { seat } from "./players.js";
import { showShared } from "./shared-game.js";
import { goOn } from "./turns.js";
/** @import { EngineAnswer } from "../app/engine.js" */
/** @import { Play } from "./table.js" */

// ---------------------------------------------------------------- the engine

/** @param {Play} play @param {any[]} turns */
export function stateAfter(play, turns) {
  return { ...play.start, turns };
}

/** @param {Play} play @param {number} at */
export function stateAt(play, at) {
  return stateAfter(play, play.game.turns.slice(0, at));
}

/** Ask for the facts and the log of a position. They are cached: if they are asked for before a turn is made, they are there at once when it is
    shown, and nobody can take over a seat between the two.
    @param {Play} play @param {ReturnType<typeof stateAfter>} state */
export function askPosition(play, state) {
  return Promise.all([play.ask({ op: "turns", state }), play.ask({ op: "log", state })]);
}

/** Show a fault, and leave the table as it is. What has been picked is given up, but for `picks`.
    @param {Play} play @param {NonNullable<EngineAnswer["error"]>} error @param {string[]} [picks] */
export function refuse(play, error, picks = []) {
  const { game } = play;
  game.fault = play.whyNot(error);
  game.picks = picks;
  choose(play);
  redraw(play);
  announce(pickText(game.fault, settings.language));
  return false;
}

/** How many lines a log of this game has before its first turn.
    @param {Play} play */
export const countHead = async (play) => logComments.count((await play.ask({ op: "log", state: stateAt(play, 0) })).log ?? "");

/** Read the facts of the position, and draw it. A later call replaces one that still waits.
    @param {Play} play */
export async function show(play) {
  const { game, definition } = play;
  if (play.shared) return showShared(play);
  play.shown += 1;
  const turn = play.shown;
  const { at, turns } = game;
  const [[facts, log], made] = await Promise.all([askPosition(play, stateAt(play, at)), play.ask({ op: "log", state: stateAt(play, turns.length) })]);
  if (turn !== play.shown) return false;
  const { error } = [facts, log, made].find((answer) => answer.error) ?? {};
  if (error) return refuse(play, error);
  if (play.headOf !== play.start) {
    const counted = play.start;
    play.headLines = await countHead(play);
    play.headOf = counted;
    if (turn !== play.shown) return false;
  }
  const before = play.position;
  play.position = JSON.stringify([stateAt(play, at), facts.turns]);
  Object.assign(game, { facts, made, picks: play.position === before ? game.picks : [], hint: [], fault: null });
  writeLog(play, log.log);
  play.steps = definition.ownTurns ? [] : facts.turns.map((/** @type {any} */ legal) => definition.steps(legal, facts));
  seat(play);
  choose(play);
  redraw(play);
  await writeAddress(play);
  keepGame(play);
  goOn(play, false);
  return true;
}
/** @param {Play} play @param {string} text */
export function writeLog(play, text) {
  const { game } = play;
  play.plainLog = text;
  game.log = logComments.write(text, play.headLines, new Map([...game.comments].filter(([at]) => at <= game.at)));
}
