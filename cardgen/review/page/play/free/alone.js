/* The free table of a page without a server: the requests are the same, and a worker answers them. All people sit at this screen, one game
   is kept in this browser, and the key of a seat is its number. */

import { load, state } from "../../app/data.js";
import * as engine from "../../app/engine.js";
import { keep, recall } from "../../shared/storage.js";

const TABLE = "here";

/** What this browser keeps. @typedef {{ game: unknown, names: string[] }} Kept */

let names = /** @type {string[]} */ ([]);
let isBegun = false;
let pictures = /** @type {Record<string, string>} */ ({});

const place = () => `free.${state.catalog.game.id}`;
/** @returns {Kept | null} */
const kept = () => recall(place(), /** @type {Kept | null} */ (null));

/** Ask the worker, and keep the game that it answers with.
    @param {Record<string, unknown>} request @returns {Promise<{ status: number, data: any }>} */
async function run(request) {
  const { game, ...answer } = /** @type {Record<string, any>} */ (await engine.ask(request, "free"));
  if (answer.error) return { status: 400, data: answer };
  isBegun = true;
  if (game) keep(place(), { game, names });
  return { status: 200, data: answer };
}

/** Let the worker have the game that this browser keeps; false if there is none. */
async function restore() {
  if (isBegun) return true;
  const before = kept();
  if (!before) return false;
  names = before.names;
  ({ pictures } = await load("free"));
  const { status } = await run({ op: "restore", game: before.game });
  return status === 200;
}

/** @param {Record<string, any>} request @returns {Promise<{ status: number, data: any }>} */
export async function askAlone(request) {
  const { op, key } = request;
  const seat = key === "" || key === undefined ? null : Number(key);
  if (op === "open") {
    const free = await load("free");
    ({ pictures } = free);
    names = Array.from({ length: request.seats }, (_, at) => (at ? "" : request.name));
    const answer = await run({ op: "new_game", setup: free.setups[request.settings.players] });
    return answer.status === 200 ? { status: 200, data: { table: TABLE, key: "0" } } : answer;
  }
  if (op === "list") {
    const before = kept();
    return { status: 200, data: { tables: before ? [{ id: TABLE, free: true, seats: before.names.map((name) => ({ name, taken: true })) }] : [] } };
  }
  if (request.table !== TABLE || !await restore()) return { status: 404, data: null };
  if (op === "sit") {
    names[request.seat] = request.name;
    return { status: 200, data: { table: TABLE, key: String(request.seat) } };
  }
  if (op === "take") return run({ op: "apply", seat, turn: request.turn });
  if (op === "stand") keep(place(), null);
  if (op !== "look") return { status: 200, data: {} };
  const { status, data } = await run({ op: "view", seat, at: request.at });
  if (status !== 200) return { status, data };
  for (const area of data.areas) area.picture = area.board ? pictures[area.name] ?? "" : "";
  return { status, data: { facts: data, seat, seats: names.map((name, at) => ({ name, taken: true, own: at === seat })) } };
}
