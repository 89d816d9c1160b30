/* Players in sentences: the one person at this screen is "you". */

import { t, words } from "../app/words.js";
import { message } from "../shared/messages.js";
/** @import { PlayGame } from "./public.js" */

/** Who does something, as values of a sentence: `player`, and the `count` that chooses the form of its verb. "You" has the
    form of many: `plural("{player} draws", "{player} draw")`.
    @param {PlayGame} game @param {number} player @param {string} name that of any other player */
export const actor = (game, player, name) => (game.isYou(player) ? { player: t("play.you"), count: 2 } : { player: name, count: 1 });

/** A text that may begin with "you", as a sentence.
    @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a player is asked: with the name, unless it is you.
    @param {PlayGame} game @param {number} player @param {string} name @param {string} text */
export const asking = (game, player, name, text) => (game.isYou(player) ? text : t("play.asked", { player: name, text }));

words({
  en: {
    "play.you": message("you"),
    "play.asked": message("{player}: {text}"),
  },
});
