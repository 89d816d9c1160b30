/* What people do by hand at the table: move a card, set a number or a word, turn a card. It is a turn of the log, as any other. */

import { fill, h, t } from "../../play/public.js";
import { cg } from "./state.js";

const chosen = { verb: "move", thing: "", to: "" };

const select = (name, words, values, value, change) => h("label", { class: "above" }, words, h("select", {
  dataset: { hold: `cg-hand-${name}` }, onchange: ({ currentTarget }) => change(values[currentTarget.selectedIndex][0]),
}, values.map(([one, text]) => h("option", { selected: one === value }, text))));

const known = (values, value) => (values.some(([one]) => one === value) ? value : values[0]?.[0] ?? "");

cg.hand = (game) => {
  const body = h("div", { class: "cg-by-hand" });
  const element = h("details", { class: "panel" }, h("summary", {}, h("h2", {}, t("cg.hand"))), body);

  /** The places of the table, each with its name. */
  const places = ({ players }) => Object.entries(cg.table().areas).flatMap(([name, { of }]) => (of
    ? players.map((_, seat) => [`seat${seat}.${name}`, t("cg.card-of", { card: cg.nameOf(name), player: cg.seatName(seat) })]) : [[name, cg.nameOf(name)]]));

  function things(facts) {
    const seats = facts.players.map((_, seat) => [`seat${seat}`, cg.seatName(seat)]);
    const cards = Object.entries(facts.zones).flatMap(([zone, names]) => (cg.isOpen(game, zone) ? names.filter(Boolean) : []).map((name) => [name, cg.cardName(name)]));
    return chosen.verb === "set" ? seats : cards;
  }

  const draw = () => {
    const { facts } = game;
    const may = facts?.question && ["window", "by-hand"].includes(facts.question.kind) && !game.isBot(facts.to_move) && game.canSee(facts.to_move);
    element.hidden = !may;
    if (!may) return;
    const all = things(facts);
    chosen.thing = known(all, chosen.thing);
    const seat = Number(chosen.thing.slice(4));
    const targets = { move: () => places(facts), turn: () => ["up", "down", "sideways"].map((way) => [way, t(`cg.hand.${way}`)]),
      set: () => cg.table().values.map((name) => [name, cg.nameOf(name)]) }[chosen.verb]();
    chosen.to = known(targets, chosen.to);
    const value = h("input", { type: "text", value: String(facts.players[seat]?.[chosen.to] ?? ""), dataset: { hold: "cg-hand-value" } });
    const set = (key) => (one) => { chosen[key] = one; draw(); };
    fill(body,
      select("verb", t("cg.hand.what"), ["move", "set", "turn"].map((verb) => [verb, t(`cg.hand.${verb}`)]), chosen.verb, set("verb")),
      select("thing", t("cg.hand.of"), all, chosen.thing, set("thing")), select("to", t("cg.hand.to"), targets, chosen.to, set("to")),
      chosen.verb === "set" ? h("label", { class: "above" }, t("cg.hand.value"), value) : null,
      h("button", { type: "button", dataset: { hold: "cg-hand-do" }, disabled: !chosen.thing || !chosen.to, onclick: () => {
        const words = [chosen.verb, chosen.thing, chosen.to, ...chosen.verb === "set" ? [value.value.trim()] : []];
        void game.take({ seat: facts.to_move, answer: ["adjust", ...words] });
      } }, t("cg.hand.do")));
  };
  return { element, draw };
};
