/* A game at a table of the server, which several windows share. */

import { post } from "../app/post.js";
import { current, go } from "../app/views.js";
import { format as address } from "../shared/addresses.js";
import { recall } from "../shared/storage.js";
import { begin, resume, settingMembers } from "./beginning.js";
import { announce, redraw } from "./drawing.js";
import { choose } from "./picking.js";
import { names, seatsKey } from "./players.js";
import { refuse } from "./position.js";
import { stopReplay } from "./turns.js";
/** @import { Play } from "./table.js" */

// ---------------------------------------------------------------- a table that windows share

const keyName = (/** @type {string} */ table) => `cardgen.table.${table}`;

/** Ask the server about a table. Faults are shown.
    @param {Play} play @param {Record<string, unknown>} request @returns {Promise<any>} */
export async function askShared(play, request) {
  const { status, data } = await post("api/tables", request);
  if (status === 200) return data;
  refuse(play, data?.error ?? { code: "unreachable", message: "" });
  return null;
}

/** Sit down at a seat, or look on without one.
    @param {Play} play @param {string} table @param {number | null} seat @param {string} name */
export async function joinShared(play, table, seat, name) {
  const key = play.shared?.table === table ? play.shared.key : sessionStorage.getItem(keyName(table)) ?? "";
  const answer = seat === null ? { key } : await askShared(play, { op: "sit", table, seat, name, key });
  if (!answer) return false;
  stopReplay(play);
  play.shared = { table, key: answer.key };
  sessionStorage.setItem(keyName(table), answer.key);
  return showShared(play);
}

/** Open a table with a new game by the settings, and take its first seat.
    @param {Play} play @param {string} name */
export async function openShared(play, name) {
  const { game } = play;
  const settings = { ruleset: game.rules, ...settingMembers(play) };
  const answer = await askShared(play, { op: "open", settings, seats: names(play).length, name });
  if (!answer) return false;
  sessionStorage.setItem(keyName(answer.table), answer.key);
  return joinShared(play, answer.table, null, name);
}

/** Leave the table of the server, and go on with the game of this window.
    @param {Play} play */
export async function leaveShared(play) {
  const { game } = play;
  if (play.shared?.key && game.shared?.seat !== null) await askShared(play, { op: "stand", ...play.shared });
  if (play.shared) sessionStorage.removeItem(keyName(play.shared.table));
  [play.shared, game.shared] = [null, null];
  game.seats = new Map(recall(seatsKey(), /** @type {[number, string][]} */ ([])));
  play.start = null;
  if (!await resume(play, "")) await begin(play, { seed: game.seed });
}

/** Look at the table of the server: what this window's seat may see.
    @param {Play} play */
export async function showShared(play) {
  const { game, definition } = play;
  if (!play.shared) return false;
  play.shown += 1;
  const turn = play.shown;
  const { status, data } = await post("api/tables", { op: "look", ...play.shared });
  if (turn !== play.shown) return false;
  if (status !== 200) {
    if (status === 400) [play.shared, game.shared] = [null, null];
    if (status === 400 && !game.facts) await begin(play, { seed: game.seed });
    return refuse(play, data?.error ?? { code: "unreachable", message: "" });
  }
  const { facts, seats, seat, table, rules, fault } = data;
  const { record, made, log } = facts;
  const isNew = record.length !== game.turns.length;
  const before = play.position;
  play.position = JSON.stringify([table, seat, record, facts.turns]);
  Object.assign(game, { rules, facts, made, log, turns: record, at: record.length, picks: play.position === before ? game.picks : [], hint: [], fault: fault && play.whyNot(fault), viewer: seat, shared: { table, seat, seats }, comments: new Map() });
  game.seats = new Map(seats.map((/** @type {{ policy: string, own: boolean }} */ { policy, own }, /** @type {number} */ player) => [player, own ? "" : policy || "other"]));
  play.persons = seat === null ? [] : [seat];
  play.steps = definition.ownTurns ? [] : facts.turns.map((/** @type {any} */ legal) => definition.steps(legal, facts));
  choose(play);
  redraw(play);
  play.written = address(play.view, [], { at: table });
  if (play.mounted && current.route.view === play.view) go(play.view, [], { at: table }, { replace: true });
  if (isNew && record.length) announce(`${definition.turnName(record.length - 1)}.`, definition.status(facts));
  return true;
}
