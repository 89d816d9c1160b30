/* The table of the engine `dice`: shuffles the deck and shows its first cards. The engine on the server decides. */
"use strict";

(() => {
  const { h, t } = cardgen;
  cardgen.words({
    en: { "dice.shuffle": "Shuffle", "dice.unreachable": "The server cannot be reached." },
    zh: { "dice.shuffle": "洗牌", "dice.unreachable": "无法连接服务器。" },
  });

  let seed = 0;

  async function shuffle(list) {
    seed += 1;
    const [ruleset] = cardgen.state.catalog.game.rulesets;
    try {
      const { data } = await cardgen.post("api/engine", { seed, ruleset });
      list.replaceChildren(...data.cards.slice(0, 5).map((card) => h("li", null, card)));
    } catch {
      list.replaceChildren(h("li", null, t("dice.unreachable")));
    }
  }

  cardgen.view("table", {
    tab: 5,
    mount(root) {
      const list = h("ol", { class: "dice-rolls" });
      root.append(h("button", { onclick: () => shuffle(list) }, t("dice.shuffle")), list);
      shuffle(list);
    },
  });
})();
