/* The table of Tale of Many Heroes: the definition of its turns. */

import { actor, asking, columnsOf, frontSeat, playTable, sentence, sentences, t } from "../../play/public.js";
import { he } from "./state.js";
import "./words.js";
import "./cards.js";
import "./seats.js";
import "./by-hand.js";

const seatPicks = (targets = []) => targets.map((seat) => `seat:${seat}`);
const same = (one, other) => JSON.stringify(one ?? []) === JSON.stringify(other ?? []);

/** The picks of a turn: a card or a skill, what it is used as, and its targets. */
function steps(turn, { turns }) {
  const { verb, names = [], cards = [], targets = [] } = turn;
  const cardPicks = cards.map((card) => `card:${card}`);
  if (verb === "keep") return names.map((name) => `hero:${name}`);
  if (verb === "play" || verb === "discard") return cardPicks;
  if (verb === "choose") {
    const picks = [...cardPicks, ...seatPicks(targets), ...names.map((name) => `word:${name}`)];
    const size = (other) => [other.cards, other.targets, other.names].flatMap((items) => items ?? []).length;
    // If more can be chosen, a click says that these are all.
    return turns.some((other) => size(other) !== picks.length) ? [...picks, "do:choose"] : picks;
  }
  if (verb === "skill") return [`skill:${names[0]}`, ...cardPicks, ...seatPicks(targets)];
  if (verb === "use") {
    const alike = turns.filter((other) => other.verb === verb && same(other.cards, cards));
    const uses = new Set(alike.map((other) => other.names?.[0]));
    const sameUse = alike.filter((other) => same(other.names, names));
    const as = uses.size > 1 ? [`as:${names[0]}`] : [];
    // If there is nothing to choose, one click more: a card that was clicked by mistake is not used at once.
    return [...cardPicks, ...as, ...sameUse.length > 1 ? seatPicks(targets) : ["do:use"]];
  }
  return [...cardPicks, ...targets.length ? [`do:${verb}`, ...seatPicks(targets)] : [`do:${verb}`]];
}

function pickName(pick, facts) {
  const [kind, name] = pick.split(":");
  if (kind === "do") return t(`he.do.${name}`);
  if (kind === "card") return he.cardName(name);
  if (kind === "as") return t("he.pick.as", { name: he.kindName(name) });
  if (kind === "skill") return t("he.pick.skill", { name: he.skillName(name) });
  if (kind === "hero") return he.heroName(name);
  if (kind === "word") return wordName(name);
  return he.named(Number(name), facts);
}

/** A word that is chosen: a hidden card by its number, or a word of a card's text. */
function wordName(word) {
  const [, hidden] = /^hidden-(\d+)$/.exec(word) ?? [];
  return hidden ? t("he.pick.hidden", { n: hidden }) : word;
}

function turnName(index) {
  const { turns, made, facts } = he.game;
  const { seat, verb, names = [], cards = [], targets = [] } = turns[index];
  const list = (items, nameOf) => items.map(nameOf).join(t("he.and"));
  const isSecret = verb === "keep" && !he.game.canSee(seat) && (facts.asked === "keep" || !he.knows(seat, facts));
  const values = {
    ...actor(he.game, seat, verb === "keep" ? t("he.seat", { n: seat + 1 }) : he.named(seat, facts)), names: isSecret ? t("he.hidden") : list(names, verb === "keep" ? he.heroName : verb === "skill" ? he.skillName : he.kindName),
    cards: list(cards, he.cardName), targets: list(targets, (target) => he.named(target, facts)),
  };
  if (verb === "adjust") values.names = he.adjustmentName(names, facts);
  if (verb === "choose") values.names = list([...cards.map(he.cardName), ...targets.map((target) => he.named(target, facts)), ...names.map(wordName)], String) || t("he.nothing");
  const ofUse = verb === "use" && he.isPlainUse(cards, names) ? "-plain" : cards.length ? "-card" : "";
  const more = verb === "use" || verb === "skill" ? `${ofUse}${targets.some((target) => target !== seat) ? "-targets" : ""}` : "";
  const asked = verb === "pass" ? made.asked?.[index] : null;
  const deed = asked ? t("he.turn.pass-asked", { ...values, need: he.kindName(asked[0]), other: he.named(asked[1], facts) }) : t(`he.turn.${verb}${more}`, values);
  return sentence(verb === "keep" ? deed : [deed, ...changes(index)].join(t("he.then")));
}

/** Who has lost or recovered HP by a turn, and who has died. */
function changes(index) {
  const { made: { counts = [] }, facts } = he.game;
  return (counts[index] ?? []).flatMap((hp, seat) => {
    const by = hp - (counts[index - 1]?.[seat] ?? hp);
    const who = actor(he.game, seat, he.named(seat, facts));
    return by ? [hp || by > 0 ? t(by > 0 ? "he.recovers" : "he.loses", { ...who, count: Math.abs(by) }) : t("he.dies", who)] : [];
  });
}

/** Who uses something on whom by a turn, and who loses HP by it. */
function deed(index) {
  const { turns, made: { counts = [] } } = he.game;
  const { seat, targets = [] } = turns[index];
  const hurt = (counts[index] ?? []).flatMap((hp, other) => (hp < (counts[index - 1]?.[other] ?? hp) ? [other] : []));
  return { from: targets.length ? [`seat:${seat}`] : [], to: seatPicks([...new Set([...targets, ...hurt])]) };
}

/** The HP of a seat, from the first turn on what its characters begin with: there is none until they are chosen.
    @param {number[]} values */
function sinceChosen(values) {
  const first = values.findIndex(Boolean);
  return values.map((hp, at) => (at < first ? values[first] : hp));
}

/** The HP of the characters after each turn, and the turns in which somebody was down to none. */
function counts() {
  const { made, facts } = he.game;
  const isDeath = (row, at) => row.some((hp, seat) => !hp && made.counts[at - 1]?.[seat]);
  return {
    title: t("he.health"), counts: columnsOf(made.counts).map((values, seat) => ({ name: sentence(he.named(seat, facts)), values: sinceChosen(values) })),
    moments: { title: t("he.deaths"), turns: made.counts.flatMap((row, at) => (isDeath(row, at) ? [at] : [])).slice(-3) },
  };
}

const PHASES = ["prepare", "draw", "play", "discard", "end"];
const phases = ({ phase }) => ({ names: phase ? PHASES.map((name) => t(`he.phase.${name}`)) : [], now: PHASES.indexOf(phase) });

function status(facts) {
  const { outcome, to_move: seat, asked, about, need, round } = facts;
  if (outcome) {
    const others = outcome.winners.filter((winner) => !he.game.isYou(winner));
    const players = others.map((winner) => he.named(winner, facts)).join(t("he.and"));
    const isWon = others.length < outcome.winners.length;
    const isLost = facts.seats.some((_, other) => he.game.isYou(other));
    const won = isWon ? (players ? "with" : "you") : isLost ? "others" : "";
    return sentences(outcome.winners.length ? t(`he.wins${won && `.${won}`}`, { players }) : t("he.draw"), t(`he.by.${outcome.by}`));
  }
  const values = { other: about === null ? "" : he.named(about, facts), need: need ? he.kindName(need) : "", skill: need ? he.skillName(need) : "" };
  const text = sentence(t(`he.ask.${asked === "choose" && !values.skill ? "choose-any" : asked}`, values));
  return sentences(asking(he.game, seat, he.named(seat, facts), text), round ? t("he.round", { round }) : "");
}

/** The goal of the person who sees the page, by mode and side. */
function goal(facts) {
  if (facts.mode === "realm") return t("he.goal.realm");
  const seat = frontSeat(he.game);
  const { camp } = facts.seats[seat];
  if (!he.game.canSee(seat) || !camp) return t(`he.goal.${facts.mode}`);
  if (facts.mode === "identity") return t(`he.goal.${camp}`);
  return camp.startsWith("ambition:") ? t("he.goal.ambition") : t("he.goal.faction", { faction: t(`he.camp.${camp}`) });
}

/** The turn that a click on a card or a seat that is not lit asks for: the engine answers why it is not legal. */
function attempt(pick, picks, facts) {
  const [kind, name] = pick.split(":");
  const cards = (kind === "card" ? [pick] : picks.filter((other) => other.startsWith("card:"))).map((other) => other.slice(5));
  if (!cards.length || !["card", "seat"].includes(kind)) return null;
  if (facts.asked !== "play") return { seat: facts.to_move, verb: ["answer", "rescue"].includes(facts.asked) ? "play" : facts.asked, names: [], cards, targets: [] };
  return { seat: facts.to_move, verb: "use", names: [he.kindOf(cards[0])], cards, targets: kind === "seat" ? [Number(name)] : [] };
}

/** Why the strongest bot would make a turn. */
function why({ seat, verb, targets = [] }, { facts, after }) {
  const [now, then] = [facts.seats[seat], after.seats[seat]];
  const by = (name, of = seat) => after.seats[of][name].length - facts.seats[of][name].length;
  if (["keep", "discard", "end", "pass"].includes(verb)) return t(`he.why.${verb}`);
  if (verb === "play") return t("he.why.play");
  if (then.hp > now.hp) return t("he.why.recovers", { count: then.hp - now.hp });
  if (then.range > now.range) return t("he.why.range", { before: now.range, range: then.range });
  if (Object.keys(then.equipment).length > Object.keys(now.equipment).length) return t("he.why.equips");
  const others = targets.filter((other) => other !== seat);
  const robbed = others.find((other) => by("hand", other) < 0);
  if (robbed !== undefined) return t("he.why.takes", { player: he.named(robbed, facts) });
  if (after.asked === "answer" && others.length) {
    const [other] = others;
    return t(others.length > 1 ? "he.why.attacks" : "he.why.attack", { player: he.named(other, facts), hp: facts.seats[other].hp, count: others.length });
  }
  return by("hand") > 0 ? t("he.why.draws") : "";
}

/** The hero who made a turn; "" if it is not known. */
function heroOf(index) {
  const { made, facts } = he.game;
  const seat = made.players[index];
  const { heroes = [], shown } = facts.seats[seat] ?? {};
  return heroes.length && (shown || he.game.canSee(seat)) ? heroes[0] : "";
}

/** The portrait of the hero who made a turn. */
const mark = (index) => he.heroFace(heroOf(index));

const panel = (name) => (game) => he.panels[name](game);

he.game = playTable({
  settings: [
    { name: "mode", words: "he.setting.mode", values: ["identity", "nation", "realm"], label: (mode) => t(`he.mode.${mode}`) },
    { name: "players", words: "he.setting.players", values: [5, 2, 3, 4, 6, 7, 8, 9, 10], label: String },
  ],
  levels: { easy: "random", medium: "hasty", hard: "careful" },
  opponent: "hasty",
  prepare: () => Promise.all([he.readCards(), he.readMarks()]),
  players: (facts) => facts.seats.map((_, seat) => he.seatName(seat, facts)),
  steps, pickName, turnName, status,
  isOver: (facts) => facts.to_move === null,
  attempt,
  stage: { layout: "ring", cloth: "he-cloth", goal, phases, counts, deed, why, mark, cardOf: (index) => he.cardOfTurn(he.game.turns[index], heroOf(index)), look: (id) => he.look(id), seats: [], hand: [panel("hand")] },
  main: [panel("seats"), panel("groups")],
  side: [panel("byHand")],
});
