/* The first line above the cards: what waits for a decision, which keys decide, and in whose name. It can be hidden for good. */
"use strict";

Object.assign(cardgen, /** @satisfies {Partial<Cardgen>} */ ((() => {
  const { h, t, phrase, decisions, settings, message, plural } = cardgen;
  const HIDDEN = "cardgen.welcomed";

  /** In whose name decisions are saved, as a sentence; on a site that has not asked yet, that it will ask. */
  const nameLine = () => (decisions.who() ? phrase("welcome.name", { name: h("strong", {}, decisions.who()) }) : [t("welcome.asks")]);

  /** @param {string} key */
  const shown = (key) => h("kbd", {}, key);

  /** The line; null if it was hidden, if nothing waits, or if nothing can be decided here.
      @param {() => void} redraw */
  function welcome(redraw) {
    const left = cardgen.listed({}).filter(({ key }) => ["undecided", "stale"].includes(cardgen.statusOf(key))).length;
    if (!left || !decisions.mayDecide() || cardgen.recall(HIDDEN, false)) return null;
    const keys = settings.letters ? phrase("welcome.keys", { n: shown("N"), a: shown("A"), r: shown("R"), c: shown("C"), all: shown("?") }) : [t("welcome.open")];
    return h("div", { class: "welcome panel" },
      h("p", {}, cardgen.joinSentences([h("b", {}, t("welcome.waiting", { count: left })), h("span", {}, keys), h("span", {}, nameLine())])),
      decisions.button("welcome", () => { cardgen.keep(HIDDEN, true); redraw(); }, t("banner.away"), { class: "plain" }));
  }

  cardgen.words({
    en: {
      "welcome.waiting": plural("{count} card waits for a decision.", "{count} cards wait for a decision."),
      "welcome.keys": message("{n} goes to the next one, {a} approves, {r} rejects with a reason, {c} comments on a place; {all} lists all keys."),
      "welcome.open": message("Open a card to approve it, reject it or comment on it."),
      "welcome.name": message("You decide as {name}."),
      "welcome.asks": message("Your first decision asks for your name."),
    },
  });

  return { welcome, nameLine };
})()));
