/* Requests to the game's engine, one after the other, with a cache of answers. The engine is on the server; on a site, and if
   the server is away, in this page. */

import { post } from "../app/post.js";
import { settings } from "../app/settings.js";
import { t } from "../app/words.js";
/** @import { EngineAnswer, EngineLane } from "../app/engine.js" */
/** @import { Texts } from "../shared/texts.js" */

const MOST_CACHED = 500;

/** @param {unknown} request @param {EngineLane} lane @returns {Promise<EngineAnswer>} */
async function send(request, lane = "quick") {
  const { status, data } = await post("api/engine", request, lane);
  if (data && typeof data === "object") return data;
  return { error: { code: "unreachable", message: "", status } };
}

/** Return functions that ask the engine; `unreachable` is the key of the text for a server that does not answer.
    @param {string} unreachable */
export function asker(unreachable) {
  const answers = /** @type {Map<string, Promise<EngineAnswer>>} */ (new Map());
  let queue = /** @type {Promise<unknown>} */ (Promise.resolve());
  return {
    /** The engine's answer; equal requests have equal answers. `{error: {code, message}}` if it refuses.
        @param {unknown} request */
    ask(request) {
      const key = JSON.stringify(request);
      const known = answers.get(key);
      if (known) return known;
      if (answers.size > MOST_CACHED) answers.clear();
      const answer = queue.then(() => send(request));
      answers.set(key, answer);
      queue = answer.then(({ error }) => { if (error) answers.delete(key); });
      return answer;
    },

    /** The same for slow requests: beside the queue, and never from the cache.
        @param {unknown} request */
    askAlone: (request) => send(request, "slow"),

    /** Empties the cache: a ruleset may have changed. */
    forget: () => answers.clear(),

    /** Why there is no answer, as texts by language. Refusals of the engine are in English.
        @param {NonNullable<EngineAnswer["error"]>} error @returns {Texts} */
    whyNot(error) {
      if (error.messages) return error.messages;
      if (error.message) return { en: error.message };
      return { [settings.language]: t(unreachable) };
    },
  };
}
