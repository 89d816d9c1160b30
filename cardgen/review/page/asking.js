/* What tables of games use: their scripts are loaded, and requests are sent to the game's engine, one after the other, with
   a cache of answers. The engine is on the server; on a site, and if the server is away, in this page. */
"use strict";

(() => {
  const MOST_CACHED = 500;

  /** @param {unknown} request @param {EngineLane} lane */
  async function send(request, lane = "quick") {
    const { status, data } = await cardgen.post("api/engine", request, lane);
    if (data && typeof data === "object") return data;
    return { error: { code: "unreachable", message: "", status } };
  }

  /** Load the scripts of an engine's table, in this order.
      @param {string} engine @param {readonly string[]} parts */
  cardgen.loadTable = (engine, parts) => Promise.all(parts.map((part) => new Promise((resolve, reject) => {
    const script = cardgen.h("script", { src: `page/tables/${engine}/${part}.js`, onload: resolve, onerror: reject });
    script.async = false; // run in order, although loaded at the same time
    document.head.append(script);
  })));

  /** Return functions that ask the engine; `unreachable` is the key of the text for a server that does not answer. */
  cardgen.asker = (unreachable) => {
    const answers = new Map();
    let queue = Promise.resolve();
    return {
      /** The engine's answer; equal requests have equal answers. `{error: {code, message}}` if it refuses. */
      ask(request) {
        const key = JSON.stringify(request);
        if (answers.has(key)) return answers.get(key);
        if (answers.size > MOST_CACHED) answers.clear();
        const answer = queue.then(() => send(request));
        answers.set(key, answer);
        queue = answer.then(({ error }) => { if (error) answers.delete(key); });
        return answer;
      },

      /** The same for slow requests: beside the queue, and never from the cache. */
      askAlone: (request) => send(request, "slow"),

      /** Empties the cache: a ruleset may have changed. */
      forget: () => answers.clear(),

      /** Why there is no answer, as texts by language. Refusals of the engine are in English. */
      whyNot(error) {
        if (error.messages) return error.messages;
        if (error.message) return { en: error.message };
        return { [cardgen.settings.language]: cardgen.t(unreachable) };
      },
    };
  };
})();
