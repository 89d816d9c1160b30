/* Games that are begun: new ones, those of an address or a log, and the one that this browser keeps. */

import { site, state } from "../app/data.js";
import { settings } from "../app/settings.js";
import { current, go } from "../app/views.js";
import { pick as pickText, t } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import * as logComments from "../shared/log-comments.js";
import { MOST_COMMENT } from "../shared/log-comments.js";
import { keep, recall } from "../shared/storage.js";
import { announce, redraw } from "./drawing.js";
import * as links from "./links.js";
import { unpacked } from "./links.js";
import { countHead, refuse, show } from "./position.js";
import { joinShared } from "./shared-game.js";
import { stopReplay } from "./turns.js";
/** @import { TextValues } from "../shared/texts.js" */
/** @import { Play } from "./table.js" */

/** @param {Play} play @param {object} request */
const newGame = (play, request) => play.ask({ op: "new_game", ruleset: play.game.rules, seed: play.game.seed, ...request });

/** Begin a new game with the settings. Without `seed` the deal is another one.
    @param {Play} play @param {Record<string, unknown>} [more] */
export async function begin(play, { seed, ...more } = {}) {
  const { game } = play;
  const before = game.seed;
  stopReplay(play);
  game.seed = typeof seed === "number" ? seed : play.start ? (game.seed % 999_999) + 1 : game.seed;
  const answer = await newGame(play, { ...(Object.keys(more).length ? {} : settingMembers(play)), ...more });
  if (answer.error) {
    game.seed = before;
    return refuse(play, answer.error);
  }
  play.start = answer.state;
  play.isFromLog = false;
  play.lesson = null;
  Object.assign(game, { more, turns: [], at: 0, viewer: null, paused: false, comments: new Map() });
  return show(play);
}

/** The settings as members of `new_game`.
    @param {Play} play */
export function settingMembers(play) {
  return play.definition.newGame?.(play.game.settings) ?? play.game.settings;
}

/** Open a game with these turns.
    @param {Play} play @param {any[]} turns @param {Record<string, unknown>} more @param {unknown} comments */
async function open(play, turns, more, comments = []) {
  const { game } = play;
  const answer = await newGame(play, Object.keys(more).length ? more : settingMembers(play));
  if (answer.error) return refuse(play, answer.error);
  const state = { ...answer.state, turns };
  const made = await play.ask({ op: "log", state });
  if (made.error) return refuse(play, made.error);
  play.start = answer.state;
  play.isFromLog = false;
  play.lesson = null;
  Object.assign(game, { more, turns, at: turns.length, viewer: null, paused: turns.length > 0, comments: readComments(comments) });
  return show(play);
}

/** The comments of an address or of this browser: [[step, text], …].
    @param {unknown} entries */
const readComments = (entries) => new Map((Array.isArray(entries) ? entries : []).filter((entry) => Array.isArray(entry) && Number.isInteger(entry[0])
  && typeof entry[1] === "string").map(([at, text]) => [at, text.slice(0, MOST_COMMENT)]));

/** Open the game of a log.
    @param {Play} play @param {string} log */
export async function openLog(play, log) {
  const { game } = play;
  const answer = await play.ask({ op: "verify", ruleset: game.rules, log });
  if ((answer.error || !answer.legal) && !game.facts) await begin(play, { seed: game.seed }); // a link is refused, and a game is shown
  if (answer.error) return refuse(play, answer.error);
  if (!answer.legal) {
    game.fault = answer.message;
    redraw(play);
    return announce(pickText(game.fault, settings.language));
  }
  play.start = { ...answer.state, turns: [] };
  const { turns } = answer.state;
  play.isFromLog = true;
  play.lesson = null;
  const comments = logComments.read(log, await countHead(play), turns.length);
  Object.assign(game, { more: {}, turns, at: turns.length, viewer: null, paused: true, comments });
  return show(play);
}

// ---------------------------------------------------------------- the game in this browser

/** @param {Play} play */
const keptKey = (play) => `play-game-${state.catalog.game.id}-${play.view}`;

/** Keep the whole game in this browser, so that it goes on when the page is loaded again.
    @param {Play} play */
export function keepGame(play) {
  const { game } = play;
  const { rules, seed, more, settings, turns, at, comments, paused } = game;
  keep(keptKey(play), turns.length || comments.size ? { rules, seed, more, settings, turns, at, comments: [...comments], paused, start: play.start, isFromLog: play.isFromLog, written: play.written } : null);
}

/** Go on with the game in this browser. False if there is none, or none that can be read.
    @param {Play} play @param {string} address "" for any, else only the game of this address */
export async function resume(play, address) {
  const { game } = play;
  const kept = recall(keptKey(play), /** @type {any} */ (null));
  if (!kept || (address && kept.written !== address) || !state.catalog.game.rulesets.includes(kept.rules)) return false;
  const made = await play.ask({ op: "log", state: { ...kept.start, turns: kept.turns } });
  if (made.error) return false;
  const { rules, seed, more, settings, turns, at, comments, paused } = kept;
  ({ start: play.start, isFromLog: play.isFromLog } = kept);
  play.lesson = null;
  Object.assign(game, { rules, seed, more, settings, turns, at, paused, comments: readComments(comments), viewer: null });
  return show(play);
}

/** @param {Play} play */
export async function writeAddress(play) {
  const { game, definition } = play;
  const count = play.shown;
  const first = state.catalog.game.rulesets[0];
  const usual = !Object.keys(game.more).length && definition.settings.every(({ name, values }) => game.settings[name] === values[0]);
  const comments = [...game.comments].filter(([at]) => at <= game.at);
  const packed = async () => links.packed(play.isFromLog ? [{ log: game.log }, []]
    : [Object.keys(game.more).length ? { more: game.more } : game.settings, game.turns.slice(0, game.at), ...comments.length ? [comments] : []]);
  const readable = usual && !comments.length && definition.link?.write(game.turns.slice(0, game.at));
  const plain = !game.at && !play.isFromLog && usual && !comments.length;
  const values = {
    rules: game.rules === first ? "" : game.rules, ...readable || {}, seed: game.seed === 1 ? "" : game.seed,
    game: plain || readable ? "" : await packed(),
  };
  if (count !== play.shown) return; // the address of a later position is written already, or will be
  play.written = address(play.view, [], values);
  if (play.mounted && current.route.view === play.view) go(play.view, [], values, { replace: true });
}

/** Open the game of an address.
    @param {Play} play @param {Record<string, string>} state */
export async function openAddress(play, { rules = "", seed = "1", game: text = "", at: table = "", ...others }) {
  const { game, definition } = play;
  stopReplay(play);
  if (table && !site) return joinShared(play, table, null, "");
  [play.shared, game.shared] = [null, null];
  const { rulesets } = state.catalog.game;
  /** @param {string} key @param {TextValues} [values] */
  const refusal = (key, values) => ({ code: "link", message: "", messages: { [settings.language]: t(key, values) } });
  /** @type {any} */
  const [about, turns, comments] = text ? await unpacked(text) ?? [] : [{}, []];
  const log = text ? undefined : definition.link?.read(others);
  const readable = about && typeof about === "object" && Array.isArray(turns) && /^\d{1,9}$/.test(seed);
  const wrong = rules && !rulesets.includes(rules) ? refusal("play.bad-rules", { rules }) : readable && log !== null ? null : refusal("play.bad-link");
  if (!wrong) {
    game.rules = rules || rulesets[0] || "";
    game.seed = Number(seed);
    if (typeof about.log === "string") return openLog(play, about.log);
    if (log) return openLog(play, log);
    for (const { name, values } of definition.settings) if (values.includes(about[name])) game.settings[name] = about[name];
    return open(play, turns, about.more ?? {}, comments);
  }
  if (!game.facts) await begin(play, { seed: game.seed });
  return refuse(play, wrong);
}
