/* Asking a game's engine on the server: one request after the other, each answered once. A game's table asks through it. */
"use strict";

(() => {
  const MOST_KNOWN = 500;

  /** @param {unknown} request */
  async function send(request) {
    const { status, data } = await cardgen.post("api/engine", request);
    if (data && typeof data === "object") return data;
    return { error: { code: "unreachable", message: "", status } };
  }

  /** Somebody who asks; `unreachable` is the word for a server that gives no answer. */
  cardgen.asker = (unreachable) => {
    const answers = new Map();
    let queue = Promise.resolve();
    return {
      /** The engine's answer; equal requests have equal answers. `{error: {code, message}}` when it has none. */
      ask(request) {
        const key = JSON.stringify(request);
        if (answers.has(key)) return answers.get(key);
        if (answers.size > MOST_KNOWN) answers.clear();
        const answer = queue.then(() => send(request));
        answers.set(key, answer);
        queue = answer.then(({ error }) => { if (error) answers.delete(key); });
        return answer;
      },

      /** The same for slow requests: beside the queue, and never from the cache. */
      askAlone: send,

      /** Forgets all answers: a ruleset may have changed. */
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
