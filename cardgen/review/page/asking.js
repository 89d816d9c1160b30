/* Asking a game's engine on the server: one request after the other, each answered once. A game's table asks through it. */
"use strict";

(() => {
  const MOST_KNOWN = 500;

  async function send(request) {
    const { status, data } = await cardgen.post("api/engine", request);
    if (data && typeof data === "object") return data;
    return { error: { code: "unreachable", message: "", status } };
  }

  /** Somebody who asks; `unreachable` is the word for a server that gives no answer. */
  cardgen.asker = (unreachable) => {
    const known = new Map();
    let queue = Promise.resolve();
    return {
      /** The engine's answer; equal requests have equal answers. `{error: {code, message}}` when it has none. */
      ask(request) {
        const key = JSON.stringify(request);
        if (known.has(key)) return known.get(key);
        if (known.size > MOST_KNOWN) known.clear();
        const answer = queue.then(() => send(request));
        known.set(key, answer);
        queue = answer.then(({ error }) => { if (error) known.delete(key); });
        return answer;
      },

      /** The same, beside the queue and never from memory: for what takes long. */
      askAlone: send,

      /** Forgets all answers: a ruleset may have changed. */
      forget: () => known.clear(),

      /** Why there is no answer, as texts by language. The engine says what it refuses to read in English. */
      whyNot(error) {
        if (error.messages) return error.messages;
        if (error.message) return { en: error.message };
        return { [cardgen.settings.language]: cardgen.t(unreachable) };
      },
    };
  };
})();
