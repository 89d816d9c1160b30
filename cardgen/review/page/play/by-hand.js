/* The panel for what people do by hand: move a card, set a value, turn a card. It is a turn of the log, as any other. */

import { t, words } from "../app/words.js";
import { fill, h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
/** @import { PlayPanelMaker } from "./public.js" */

/** Pairs of a word of the log and its text. @typedef {[string, string][]} Named */

/** What a game says of itself: whether people may adjust now, the cards that they see and the places of the table, the
    things whose values they set, the values and the present value of a thing, and a turn of these words.
    @typedef {object} ByHand
    @property {(facts: any) => boolean} may
    @property {(facts: any) => Named} cards
    @property {(facts: any) => Named} [turned] the cards that have a face, if these are not all
    @property {(facts: any) => Named} places
    @property {(facts: any) => Named} things
    @property {(thing: string, facts: any) => Named} values
    @property {(thing: string, name: string, facts: any) => unknown} value
    @property {(name: string) => Named} [options] what a value can be, if that is one of several words
    @property {(seat: number, words: string[]) => object} [turn] the turn that the words of an adjustment are, if it is no answer */

/** @param {string} name @param {string} label @param {Named} values @param {string} value @param {(value: string) => void} change */
const select = (name, label, values, value, change) => h("label", { class: "above" }, label, h("select", {
  dataset: { hold: `by-hand-${name}` }, onchange: ({ currentTarget }) => change(values[currentTarget.selectedIndex][0]),
}, values.map(([one, text]) => h("option", { selected: one === value }, text))));

/** @param {Named} values @param {string} value */
const known = (values, value) => (values.some(([one]) => one === value) ? value : values[0]?.[0] ?? "");

/** Return the maker of the panel of a game. @param {ByHand} about @returns {PlayPanelMaker} */
export const playByHand = (about) => (game) => {
  const chosen = { verb: "move", thing: "", to: "" };
  const body = h("div", { class: "play-by-hand" });
  const element = h("details", { class: "panel" }, h("summary", {}, h("h2", {}, t("play.hand"))), body);
  const draw = () => {
    const { facts } = game;
    const may = facts && about.may(facts) && !game.isBot(facts.to_move) && game.canSee(facts.to_move);
    element.hidden = !may;
    if (!may) return;
    /** @type {Record<string, (facts: any) => Named>} */
    const lists = { move: about.cards, turn: about.turned ?? about.cards, set: about.things };
    const all = lists[chosen.verb](facts);
    const thing = chosen.thing = known(all, chosen.thing);
    const targets = chosen.verb === "move" ? about.places(facts) : chosen.verb === "set" ? about.values(thing, facts)
      : /** @type {Named} */ (["up", "down", "sideways"].map((way) => [way, t(`play.hand.${way}`)]));
    const to = chosen.to = known(targets, chosen.to);
    const now = String(about.value(thing, to, facts) ?? "");
    const options = chosen.verb === "set" ? about.options?.(to) ?? [] : [];
    const dataset = { hold: "by-hand-value" };
    const value = options.length ? h("select", { dataset }, options.map(([one, text]) => h("option", { value: one, selected: one === now }, text)))
      : h("input", { type: "text", value: now, dataset });
    /** @param {"verb" | "thing" | "to"} key */
    const set = (key) => (/** @type {string} */ one) => { chosen[key] = one; draw(); };
    fill(body,
      select("verb", t("play.hand.what"), ["move", "set", "turn"].map((verb) => [verb, t(`play.hand.${verb}`)]), chosen.verb, set("verb")),
      select("thing", t("play.hand.of"), all, thing, set("thing")), select("to", t("play.hand.to"), targets, to, set("to")),
      chosen.verb === "set" ? h("label", { class: "above" }, t("play.hand.value"), value) : null,
      h("button", { type: "button", dataset: { hold: "by-hand-do" }, disabled: !thing || !to, onclick: () => {
        const adjustment = [chosen.verb, thing, ...to.split(" "), ...chosen.verb === "set" ? [value.value.trim()] : []];
        void game.take(about.turn?.(facts.to_move, adjustment) ?? { seat: facts.to_move, answer: ["adjust", ...adjustment] });
      } }, t("play.hand.do")));
  };
  return { element, draw };
};

words({
  en: {
    "play.hand": message("By hand"),
    "play.hand.what": message("What"),
    "play.hand.of": message("Of"),
    "play.hand.to": message("To"),
    "play.hand.value": message("Value"),
    "play.hand.do": message("Do it"),
    "play.hand.move": message("Move a card"),
    "play.hand.set": message("Set a value"),
    "play.hand.turn": message("Turn a card"),
    "play.hand.up": message("face up"),
    "play.hand.down": message("face down"),
    "play.hand.sideways": message("sideways"),
  },
});
