/* Who plays, and who may see what. */

import { state } from "../app/data.js";
import { t } from "../app/words.js";
import { keep } from "../shared/storage.js";
import { redraw } from "./drawing.js";
import { goOn } from "./turns.js";
/** @import { Play } from "./table.js" */

// ---------------------------------------------------------------- players

/** @param {Play} play */
export function names(play) {
  return (play.game.facts ? play.definition.players(play.game.facts) : []);
}

/** Give every player of this game somebody who plays, and show the hand of the only person.
    @param {Play} play */
export function seat(play) {
  const { game, definition } = play;
  names(play).forEach((_, player) => {
    const policy = game.seats.get(player) ?? (player ? definition.opponent : "");
    game.seats.set(player, policy && game.policies.includes(policy) ? policy : "");
  });
  play.persons = names(play).map((_, player) => player).filter((player) => !isBot(play, player));
  const mover = game.facts.to_move;
  if (play.persons.length === 1) [game.viewer] = play.persons;
  else if (game.viewer !== mover && play.persons.includes(mover)) game.viewer = null;
}

export function seatsKey() {
  return `play-seats-${state.catalog.game.engine}`;
}

/** Who plays, in words: a strength, another policy, or a person.
    @param {Play} play @param {string} policy */
export function policyName(play, policy) {
  const { definition } = play;
  if (!policy) return t("play.person");
  const level = Object.entries(definition.levels).find(([, name]) => name === policy)?.[0];
  return level ? t(`play.level.${level}`) : definition.policies?.[policy] ? t(definition.policies[policy]) : policy;
}

/** Let a person, "", or a policy play for a player, now and when the page is loaded again.
    @param {Play} play @param {number} player @param {string} policy */
export function setSeat(play, player, policy) {
  const { game } = play;
  game.seats.set(player, policy);
  keep(seatsKey(), [...game.seats]);
  reveal(play);
  goOn(play);
}

/** @param {Play} play @param {number | null | undefined} player */
export function isBot(play, player) {
  const { game } = play;
  return typeof player === "number" && Boolean(game.seats.get(player));
}

// A definition may ask this for the names of players, so it does not ask for the names itself.
/** @param {Play} play */
const someoneHides = (play) => play.game.hidden && play.game.facts && !play.definition.isOver(play.game.facts) && play.persons.length > 0;

/** @param {Play} play @param {number} player */
export function canSee(play, player) {
  const { game, definition } = play;
  if (game.shared) return game.viewer === player || definition.isOver(game.facts);
  return !someoneHides(play) || game.viewer === player;
}

/** Whether a player is the one person at this screen.
    @param {Play} play @param {number} player */
export const isYou = ({ game, persons }, player) => player === game.viewer && persons.length === 1;

/** The seat at the front of the table: that of the person who sees the page, if it is known, else of the person to move.
    @param {import("./public.js").PlayGame} game */
export function frontSeat({ facts, hidden, viewer, isBot: isBotOf, definition }) {
  if (hidden && viewer !== null) return viewer;
  if (facts.to_move !== null && !isBotOf(facts.to_move)) return facts.to_move;
  return Math.max(0, definition.players(facts).findIndex((_, player) => !isBotOf(player)));
}

/** Show the hand of the player to move.
    @param {Play} play */
export function reveal(play) {
  const { game } = play;
  if (play.shared) return redraw(play);
  if (!isBot(play, game.facts?.to_move)) game.viewer = game.facts?.to_move ?? null;
  seat(play);
  redraw(play);
}
