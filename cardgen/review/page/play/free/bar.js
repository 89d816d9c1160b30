/* The prompt of a free table: one sentence about what is chosen, and what can be done with it. Keys do the same. */

import { key } from "../../app/shortcuts.js";
import { t, words } from "../../app/words.js";
import { fill, h, icon } from "../../shared/elements.js";
import { message, plural } from "../../shared/messages.js";
import { middle } from "./cloth.js";
import { editNote, showSearch } from "./drawers.js";
import { seatName, stackName, thingName } from "./names.js";
import { chooseNothing, chosenCards, chosenStacks, chosenThings, free, hand, handOn, look, make, nextSeat, withPointed } from "./state.js";
/** @import { Stack } from "./state.js" */

/** An action on what is chosen. `when` says whether it fits, `run` does it.
    @typedef {{ name: string, icon: string, keys: string[], when: () => boolean, run: () => unknown }} Action */

/** The pile that is chosen alone: it has several cards or a name. */
const pile = () => {
  const stacks = chosenStacks();
  return stacks.length === 1 && !chosenCards().length && (stacks[0].count > 1 || stacks[0].pile) && stacks[0].top ? stacks[0] : null;
};
const number = () => Math.max(1, free.count);
const stackOf = () => /** @type {Stack} */ (pile()).id;
const kinds = () => new Set(chosenThings().map(({ kind }) => kind));
/** @param {...string} wanted */
const onlyKinds = (...wanted) => kinds().size > 0 && [...kinds()].every((kind) => wanted.includes(kind));
/** What is chosen as members of a gesture. */
const sources = () => (chosenStacks().length ? { stacks: chosenStacks().map(({ id }) => id) } : { things: chosenCards().map(({ id }) => id) });
const things = () => chosenThings().map(({ id }) => id);

/** @type {Action[]} */
export const actions = [
  { name: "draw", icon: "hand", keys: ["d"], when: () => Boolean(pile()), run: () => make({ do: "draw", stack: stackOf(), count: number() }) },
  { name: "deal", icon: "deck", keys: ["e"], when: () => Boolean(pile()), run: () => make({ do: "deal", stack: stackOf(), count: number() }) },
  { name: "shuffle", icon: "shuffle", keys: ["s"], when: () => (pile()?.count ?? 0) > 1, run: () => make({ do: "shuffle", stack: stackOf() }) },
  { name: "search", icon: "search", keys: ["f"], when: () => Boolean(pile()), run: () => showSearch(stackOf()) },
  { name: "turn-up", icon: "flip", keys: ["t"], when: () => Boolean(pile()), run: () => make({ do: "turn-up", stack: stackOf(), count: number() }) },
  { name: "flip", icon: "flip", keys: ["t"], when: () => !pile() && onlyKinds("card", "token") && chosenStacks().length > 0, run: () => make({ do: "flip", things: things() }) },
  { name: "flip-pile", icon: "refresh", keys: ["o"], when: () => (pile()?.count ?? 0) > 1, run: () => make({ do: "flip", stack: stackOf() }) },
  { name: "split", icon: "dv", keys: ["x"], when: () => (pile()?.count ?? 0) > 1, run: () => make({ do: "split", stack: stackOf(), ...free.count && { count: free.count } }) },
  { name: "roll", icon: "dice", keys: ["r"], when: () => onlyKinds("die"), run: () => make({ do: "roll", things: things() }) },
  { name: "turn", icon: "redo", keys: ["r"], when: () => !pile() && onlyKinds("card", "token") && chosenStacks().length > 0, run: () => make({ do: "turn", things: things(), by: 90 }) },
  { name: "less", icon: "minus", keys: ["-"], when: () => onlyKinds("counter"), run: () => make({ do: "add", things: things(), by: -number() }) },
  { name: "more", icon: "plus", keys: ["+", "="], when: () => onlyKinds("counter"), run: () => make({ do: "add", things: things(), by: number() }) },
  { name: "play", icon: "card", keys: ["p"], when: () => chosenCards().length > 0 && !chosenStacks().length, run: () => make({ do: "lay", things: chosenCards().map(({ id }) => id), ...middle() }) },
  { name: "play-down", icon: "eye-off", keys: ["o"], when: () => chosenCards().length > 0 && !chosenStacks().length, run: () => make({ do: "lay", things: chosenCards().map(({ id }) => id), up: false, ...middle() }) },
  { name: "take", icon: "hand", keys: ["h"], when: () => !pile() && chosenStacks().length > 0 && onlyKinds("card", "token"), run: () => make({ do: "give", ...sources() }) },
  { name: "stack", icon: "group", keys: ["g"], when: () => chosenStacks().length > 1 && onlyKinds("card", "token"), run: () => make({ do: "put", stacks: chosenStacks().slice(1).map(({ id }) => id), onto: chosenStacks()[0].id }) },
  { name: "fan", icon: "list", keys: ["a"], when: () => (pile()?.count ?? 0) > 1, run: () => make({ do: "fan", stack: stackOf() }) },
  { name: "edit", icon: "text", keys: ["e"], when: () => onlyKinds("note") && chosenThings().length === 1, run: () => editNote(chosenThings()[0]) },
];

/** @param {HTMLElement} root */
export function drawBar(root) {
  const fitting = free.seat === null || free.at !== null ? [] : actions.filter(({ when }) => when());
  const all = chosenThings();
  const next = nextSeat();
  const one = chosenStacks().length + chosenCards().length === 1;
  const sentence = free.at !== null ? t("free.back", { at: free.at, count: free.facts.steps }) : one ? (chosenStacks()[0] ? stackName(chosenStacks()[0]) : thingName({ ...chosenCards()[0], up: true }))
    : all.length ? t("free.chosen", { count: all.length }) : free.seat === null ? t("free.watching") : hand().length ? t("free.hint") : t("free.hint.pile");
  const givers = all.length && !pile() && onlyKinds("card", "token") && free.seat !== null && free.at === null ? free.seats.map((_, seat) => seat).filter((seat) => seat !== free.seat) : [];
  fill(root, h("p", {}, sentence),
    free.at !== null ? h("button", { type: "button", class: "main", dataset: { hold: "free-now" }, onclick: () => { free.at = null; void look(); } }, t("free.now")) : null,
    next !== null && !all.length && free.seat !== null && free.at === null ? h("button", { type: "button", class: "main", dataset: { hold: "free-hand-on" }, onclick: handOn }, t("free.hand-it", { name: seatName(next) })) : null,
    h("div", { class: "free-actions" },
      pile() || onlyKinds("counter") ? h("span", { class: "free-step" },
        h("button", { type: "button", class: "icon-button", "aria-label": t("free.fewer"), dataset: { hold: "free-fewer" }, onclick: () => count(number() - 1) }, icon("minus")),
        h("b", { "aria-live": "polite" }, number()),
        h("button", { type: "button", class: "icon-button", "aria-label": t("free.many"), dataset: { hold: "free-many" }, onclick: () => count(number() + 1) }, icon("plus"))) : null,
      fitting.map(({ name, icon: mark, keys, run }) => h("button", { type: "button", dataset: { hold: `free-${name}`, action: name }, title: `${t(`free.do.${name}`)} (${keys[0]})`, onclick: run }, icon(mark), h("span", {}, t(`free.do.${name}`)))),
      givers.map((seat) => h("button", { type: "button", dataset: { hold: `free-give-${seat}` }, onclick: () => make({ do: "give", ...sources(), to: seat }) }, icon("out"), h("span", {}, t("free.give", { name: seatName(seat) }))))));
}

/** @param {number} value */
function count(value) {
  free.count = Math.max(1, Math.min(999, value));
  free.draw();
}

for (const { name, keys, when, run } of actions) {
  key(`free-${name}`, { keys, views: ["free"], words: `free.do.${name}`, when: () => isPlaying() && withPointed(when), run: () => withPointed(run) });
}
const isPlaying = () => Boolean(free.facts) && free.seat !== null && free.at === null;
for (let digit = 0; digit < 10; digit += 1) {
  key(`free-number-${digit}`, { keys: [String(digit)], views: ["free"], words: "free.key.number", when: () => isPlaying() && (digit > 0 || free.count > 0), run: () => count(free.count * 10 + digit) });
}
key("free-undo", { keys: ["u", "ctrl+z"], views: ["free"], words: "free.undo", when: () => isPlaying() && free.facts.undo, run: () => make({ do: "undo" }) });
key("free-redo", { keys: ["ctrl+y", "ctrl+shift+z"], views: ["free"], words: "free.redo", when: () => isPlaying() && free.facts.redo, run: () => make({ do: "redo" }) });
key("free-hand-on", { keys: ["c"], views: ["free"], words: "free.key.hand-on", when: () => isPlaying() && nextSeat() !== null, run: handOn });
key("free-nothing", { keys: ["escape"], views: ["free"], words: "free.key.nothing", when: () => free.chosen.size > 0, run: chooseNothing });
key("free-all", { keys: ["ctrl+a"], views: ["free"], words: "free.key.all", when: isPlaying, run: () => {
  for (const { id } of free.facts.stacks) free.chosen.add(`s${id}`);
  free.draw();
} });

words({
  en: {
    "free.do.draw": message("Draw"),
    "free.do.deal": message("Deal to all"),
    "free.do.shuffle": message("Shuffle"),
    "free.do.search": message("Search"),
    "free.do.turn-up": message("Turn the top up"),
    "free.do.flip": message("Turn over"),
    "free.do.flip-pile": message("Turn the pile over"),
    "free.do.split": message("Split"),
    "free.do.roll": message("Roll"),
    "free.do.turn": message("Turn by 90°"),
    "free.do.less": message("Less"),
    "free.do.more": message("More"),
    "free.do.play": message("Play face up"),
    "free.do.play-down": message("Play face down"),
    "free.do.take": message("Take into the hand"),
    "free.do.stack": message("Stack"),
    "free.do.fan": message("Lay out"),
    "free.do.edit": message("Write"),
    "free.give": message("Give to {name}"),
    "free.chosen": plural("{count} thing is chosen", "{count} things are chosen"),
    "free.hint": message("Choose a card or a pile, or drag it."),
    "free.hint.pile": message("Choose a pile to draw from, or drag its top card."),
    "free.watching": message("You are looking on. Take a free seat to play."),
    "free.back": message("The table after {at} of {count} gestures"),
    "free.now": message("Back to now"),
    "free.fewer": message("One fewer"),
    "free.many": message("One more"),
    "free.key.hand-on": message("Hand the screen to the next player"),
    "free.key.number": message("How many, for the next action"),
    "free.key.nothing": message("Choose nothing"),
    "free.key.all": message("Choose everything"),
  },
});
