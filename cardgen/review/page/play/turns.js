/* Turns that are made, by a person or the computer; undo, redo, replay, and comments on positions. */

import { noEngine } from "../app/data.js";
import { toast } from "../app/toast.js";
import { t, words } from "../app/words.js";
import { MOST_COMMENT } from "../shared/log-comments.js";
import { plural, message } from "../shared/messages.js";
import { keepGame, writeAddress } from "./beginning.js";
import { announce, redraw } from "./drawing.js";
import { followLesson, mayMake } from "./lesson.js";
import { motionSpeed } from "./motion.js";
import { isBot } from "./players.js";
import { askPosition, refuse, show, stateAfter, stateAt, writeLog } from "./position.js";
import { askShared, showShared } from "./shared-game.js";
/** @import { Play } from "./table.js" */

/** Turns of the computer in a row after which it goes on faster. */
const MANY = 4;

// ---------------------------------------------------------------- replay and comments

/** @param {Play} play */
export function stopReplay(play) {
  const { game } = play;
  game.isReplaying = false;
}

/** Play the turns one after the other, from the start if the last one is shown; or stop.
    @param {Play} play */
export async function replay(play) {
  const { game } = play;
  game.isReplaying = !game.isReplaying && game.turns.length > 0;
  if (!game.isReplaying) return redraw(play);
  if (game.at >= game.turns.length) await goTo(play, 0);
  redraw(play);
  while (game.isReplaying && game.at < game.turns.length && play.mounted) {
    await new Promise((resolve) => setTimeout(resolve, game.replayPace));
    if (game.isReplaying && play.mounted) await goTo(play, game.at + 1);
  }
  stopReplay(play);
  return redraw(play);
}

/** Write a comment on the position that is shown; "" removes it.
    @param {Play} play @param {string} text */
export async function comment(play, text) {
  const { game } = play;
  const trimmed = text.trim().slice(0, MOST_COMMENT);
  if (trimmed === (game.comments.get(game.at) ?? "")) return;
  if (trimmed) game.comments.set(game.at, trimmed);
  else game.comments.delete(game.at);
  writeLog(play, play.plainLog);
  redraw(play);
  await writeAddress(play);
  keepGame(play);
}

// ---------------------------------------------------------------- turns

/** Make a turn. Turns that were undone are removed.
    @param {Play} play @param {any} turn @param {boolean} [isOfLesson] whether it follows a step of a lesson */
export function take(play, turn, isOfLesson = false) {
  play.taking = makeTurn(play, turn, isOfLesson);
  return play.taking;
}

/** @param {Play} play @param {any} turn @param {boolean} isOfLesson */
async function makeTurn(play, turn, isOfLesson) {
  if (play.lesson?.isActing && !isOfLesson) return;
  const { game, definition } = play;
  if (play.shared) return void ((await askShared(play, { op: "take", ...play.shared, turn })) && showShared(play));
  play.shown += 1;
  const [count, at, player] = [play.shown, game.at, game.facts.to_move];
  const isOfBot = isBot(play, player) && !game.paused;
  const answer = await play.ask({ op: "apply", state: stateAt(play, at), turn });
  if (isOfBot && !answer.error) await askPosition(play, stateAfter(play, answer.state.turns));
  if (count !== play.shown || (isOfBot && (game.paused || !isBot(play, player)))) return;
  if (answer.error) {
    refuse(play, answer.error);
    return;
  }
  if (!mayMake(play, answer.state.turns.at(-1))) return;
  stopReplay(play);
  game.turns = answer.state.turns;
  game.at = game.turns.length;
  for (const commented of game.comments.keys()) if (commented >= game.at) game.comments.delete(commented);
  // Undo needs to know at once who made the turn.
  game.made = { ...game.made, players: [...game.made.players.slice(0, at), player] };
  // Meanwhile another position may have been opened, with fewer turns.
  if (await show(play) && at < game.turns.length) announce(`${definition.turnName(at)}.`, definition.status(game.facts));
  void followLesson(play);
}

/** Let the computer go on with its turns, if it is to move.
    @param {Play} play */
export function goOn(play, always = true) {
  const { game } = play;
  if (always) game.paused = false;
  const { facts } = game;
  if (play.shared || play.lesson) return redraw(play);
  if (!facts || !play.mounted || !isBot(play, facts.to_move) || game.paused || noEngine) {
    if (always) redraw(play);
    return;
  }
  if (always) game.turns = game.turns.slice(0, game.at);
  if (game.at < game.turns.length) return; // a position of the past is looked at
  if (always) redraw(play);
  const [count, policy] = [play.shown, game.seats.get(facts.to_move)];
  const isOutdated = () => count !== play.shown || game.paused || game.seats.get(facts.to_move) !== policy;
  setTimeout(async () => {
    if (isOutdated()) return;
    const { turn, error } = await play.ask({ op: "choose", state: stateAt(play, game.at), policy });
    if (isOutdated()) return;
    if (error) refuse(play, error);
    else void take(play, turn);
  }, pause(play));
}

/** Go on from the position that is shown. The turns after it can be taken back from the message about it.
    @param {Play} play */
export async function playOn(play) {
  const { game } = play;
  const [turns, players, paused] = [game.turns, game.made, game.paused];
  stopReplay(play);
  game.turns = turns.slice(0, game.at);
  game.paused = false;
  await show(play);
  toast(t("play.on.cut", { count: turns.length - game.at }), { action: { label: t("play.on.restore"), run: () => {
    Object.assign(game, { turns, made: players, paused });
    travel(play, turns.length);
  } } });
}

/** The pause before a turn of the computer, by the speed of motion. Many turns in a row are faster.
    @param {Play} play */
function pause(play) {
  const { game } = play;
  let row = 0;
  while (row < game.at && row <= MANY && isBot(play, game.made.players[game.at - 1 - row])) row += 1;
  return game.pace / (motionSpeed() || 1) / (row > MANY ? 2 : 1);
}

/** Go to the position after so many turns. The computer waits there.
    @param {Play} play @param {number} at */
export function travel(play, at) {
  stopReplay(play);
  void goTo(play, at);
}

/** @param {Play} play @param {number} at */
async function goTo(play, at) {
  const { game, definition } = play;
  const target = Math.min(game.turns.length, Math.max(0, at));
  if (target === game.at || play.shared) return redraw(play);
  game.at = target;
  game.paused = true;
  if (await show(play)) announce(t("play.at", { count: target }), game.comments.get(target), definition.status(game.facts));
}

/** Undo or redo up to the next turn of a person.
    @param {Play} play @param {number} by */
export function step(play, by) {
  const { game } = play;
  let at = game.at + by;
  const last = by < 0 ? 0 : game.turns.length;
  while (at !== last && at > 0 && at < game.turns.length && isBot(play, game.made.players[at])) at += by;
  travel(play, at);
}

words({
  en: {
    "play.on.cut": plural("The game goes on from here, without {count} later turn.", "The game goes on from here, without {count} later turns."),
    "play.on.restore": message("Restore them"),
  },
});
