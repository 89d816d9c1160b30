/* The table of Thread Race: the definition of its turns. The frame loads this file, which loads its parts in order. */
"use strict";

cardgen.threadRace = { panels: {}, lit: null };

(() => {
  const tr = cardgen.threadRace;
  const { t } = cardgen;
  const PARTS = ["words", "field", "steps"];
  const loaded = cardgen.noEngine ? null : cardgen.loadTable("thread-race", PARTS);

  const slotPick = (player, slot) => `slot:${player}:${slot}`;

  /** The picks of a turn: cards and slots, and a word where a turn has neither. */
  function steps(turn, { to_move: player, turns }) {
    const { kind, up, target, yes, slots, choice, slot } = turn;
    switch (kind) {
      case "start": return up.map((face, at) => `${face ? "up" : "down"}:${at}`);
      case "choose": return [slotPick(...target)];
      case "decide": return [yes ? "do:yes" : "do:no"];
      case "flip": return slots.length ? [slots.map((at) => slotPick(player, at)), "do:flip"] : ["do:no-flip"];
      case "play": {
        const both = turns.some((other) => other.kind === kind && other.choice === choice && other.slot === slot && other.up !== up);
        return [`card:${choice}`, slotPick(player, slot), ...both ? [up ? "do:face-up" : "do:face-down"] : []];
      }
      case "put-away": return [slotPick(player, slot), "do:put-away"];
      default: return [`do:${kind}`];
    }
  }

  function pickName(pick, facts) {
    const [kind, first, second] = pick.split(":");
    if (kind === "do") return t(`tr.do.${first}`);
    if (kind === "card") return tr.cardName(facts.players[facts.to_move].deck[Number(first)].name);
    if (kind === "up" || kind === "down") {
      const lying = facts.players[facts.to_move].deck[Number(first)];
      return t(`tr.pick.${kind}`, { slot: Number(first) + 1, card: lying ? tr.cardName(lying.name) : "" });
    }
    const player = Number(first);
    const lying = facts.players[player].slots[Number(second)];
    const values = { player: tr.playerName(player), slot: Number(second) + 1, card: lying && tr.isKnown(player, lying) ? tr.cardName(lying.card.name) : "" };
    return t(lying ? (values.card ? "tr.pick.card" : "tr.pick.face-down") : "tr.pick.slot", values);
  }

  function turnName(index) {
    const { turns, made } = tr.game;
    const { kind, up, target, yes, slots, slot } = turns[index];
    const player = made.players[index];
    const isHidden = kind === "play" && !up && !tr.game.canSee(player);
    const values = {
      player: tr.playerName(player), card: isHidden ? t("tr.a-card") : tr.cardName(made.cards[index]), slot: (slot ?? target?.[1] ?? 0) + 1,
      slots: (slots ?? []).map((at) => at + 1).join(" "), other: target ? tr.playerName(target[0]) : "",
    };
    if (kind === "decide") return t(yes ? "tr.turn.yes" : "tr.turn.no", values);
    if (kind === "flip" && !slots.length) return t("tr.turn.no-flip", values);
    return t(`tr.turn.${kind}`, values);
  }

  function status(facts) {
    if (facts.to_move === null) {
      const names = facts.winners.map(tr.playerName).join(t("tr.and"));
      return facts.winners.length === 1 ? t("tr.wins", { player: names }) : facts.winners.length ? t("tr.draw", { players: names }) : t("tr.nobody");
    }
    const { question, stage, turn } = facts;
    const values = { player: tr.playerName(facts.to_move), card: question ? tr.cardName(question.card) : "" };
    return `${t(question ? `tr.ask.${question.kind}` : `tr.stage.${stage}`, values)} ${t("tr.turn-number", { n: turn })}`;
  }

  const panel = (name) => (game) => tr.panels[name](game);

  tr.game = cardgen.playTable({
    settings: [{ name: "players", words: "tr.setting.players", values: [2, 3, 4], label: String }],
    levels: { easy: "random", medium: "racer", hard: "dodger" },
    policies: { hinderer: "tr.policy.hinderer" },
    opponent: "racer",
    prepare: () => loaded.then(() => tr.readCards()),
    players: (facts) => facts.players.map((_, player) => tr.playerName(player)),
    steps, pickName, turnName, status,
    isOver: (facts) => facts.to_move === null,
    main: [panel("stages"), panel("field")],
    side: [panel("steps"), panel("inspector")],
  });
})();
