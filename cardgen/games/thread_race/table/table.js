/* The table of Thread Race: the definition of its turns. */

import { actor, asking, columnsOf, playByHand, playTable, sentence, sentences, t } from "../../play/public.js";
import { tr } from "./state.js";
import "./words.js";
import "./field.js";
import "./steps.js";

const slotPick = (player, slot) => `slot:${player}:${slot}`;
const isFaces = (word) => /^(up|down)(-(up|down))*$/.test(word);

/** The player and the slot of `1.3` or `slot1.3`, from 0; null for any other word. */
function placeOf(word) {
  const match = /^(?:slot)?([1-9])\.([1-9])$/.exec(word);
  return match && [Number(match[1]) - 1, Number(match[2]) - 1];
}
const pickOf = (word) => (placeOf(word) ? slotPick(.../** @type {number[]} */ (placeOf(word))) : word === "yes" || word === "no" ? `do:${word}` : `word:${word}`);

/** The picks of a turn: cards and slots, and a word where a turn has neither. */
function steps(turn, { to_move: player, question, turns }) {
  const { answer } = turn;
  if (answer[0] === "done") return ["do:done"];
  const [verb, first, second, face] = answer[0]?.split("-") ?? [];
  switch (question.kind) {
    case "start": return answer[0].split("-").map((word, at) => `${word}:${at}`);
    case "flip": return answer.length ? [answer.map(pickOf), "do:flip"] : ["do:no-flip"];
    case "order": return answer.map(pickOf);
    case "play": {
      if (verb === "away") return [slotPick(player, first - 1), "do:put-away"];
      if (verb !== "play") return [`do:${verb}`];
      const both = turns.some(({ answer: [other] }) => other !== answer[0] && other.startsWith(`play-${first}-${second}`));
      return [[`card:${first - 1}`, slotPick(player, second - 1)], ...both ? [face ? "do:face-down" : "do:face-up"] : []]; // the card or the slot first
    }
    default: return question.least === question.most ? answer.map(pickOf) : [answer.map(pickOf), "do:chosen"];
  }
}

/** The turn that a click on a slot that is not lit asks for, or why there is none. */
function attempt(pick, picks, { to_move: player, question }) {
  const [kind, owner, slot] = pick.split(":");
  if (kind !== "slot") return null;
  const place = Number(slot) + 1;
  if (question.kind !== "play") return { seat: player, answer: question.kind === "start" ? [`play-1-${place}`] : [`${Number(owner) + 1}.${place}`] };
  if (Number(owner) !== player) return t("tr.not-own");
  const card = picks.find((other) => other.startsWith("card:"));
  return { seat: player, answer: [card ? `play-${Number(card.slice(5)) + 1}-${place}` : `away-${place}`] };
}

/** A card of a deck or a rebirth zone, a player, or a word of a card's text. */
function wordName(word, facts) {
  const match = /^(deck|rebirth|core)([1-9])\.([0-9]+)$/.exec(word);
  const at = match && facts.players[Number(match[2]) - 1][match[1]]?.[Number(match[3]) - 1];
  return at ? t("tr.pick.pile", { card: tr.cardName(at.name), n: Number(match[3]) }) : word;
}

function pickName(pick, facts) {
  const [kind, first, second] = pick.split(":");
  if (kind === "do") return t(`tr.do.${first}`);
  if (kind === "word") return wordName(first, facts);
  if (kind === "card") return tr.cardName(facts.players[facts.to_move].deck[Number(first)].name);
  if (kind === "up" || kind === "down") {
    const lying = facts.players[facts.to_move].deck[Number(first)];
    return t(`tr.pick.${kind}`, { slot: Number(first) + 1, card: lying ? tr.cardName(lying.name) : "" });
  }
  const player = Number(first);
  const lying = facts.players[player].slots[Number(second)];
  const values = { place: tr.placeName(player, Number(second)), card: lying && tr.isKnown(player, lying) ? tr.cardName(lying.card.name) : "" };
  return lying ? t(values.card ? "tr.pick.card" : "tr.pick.face-down", values) : values.place;
}

const turnName = (index) => sentence(deedName(index));

function deedName(index) {
  const { turns, made } = tr.game;
  const { answer } = turns[index];
  const player = made.players[index];
  const values = { ...actor(tr.game, player, tr.playerName(player)), card: made.cards[index] ? tr.cardName(made.cards[index]) : "" };
  if (!answer) return t("tr.turn.hidden", values);
  if (!answer.length) return t(values.card ? "tr.turn.none" : "tr.turn.no-flip", values);
  const [verb, first, second, face] = answer[0].split("-");
  if (verb === "adjust") return t("tr.turn.adjust", { ...values, words: answer.slice(1).join(" ") });
  if (isFaces(answer[0])) return t("tr.turn.start", values);
  if (verb === "play") {
    const card = face && !tr.game.canSee(player) ? t("tr.a-card") : values.card;
    return t("tr.turn.play", { ...values, card, slot: second });
  }
  if (verb === "away") return t("tr.turn.put-away", { ...values, slot: first });
  if (["pass", "core", "yes", "no", "done"].includes(verb)) return t(`tr.turn.${verb}`, values);
  const places = answer.map(placeOf);
  if (!values.card) return t("tr.turn.flip", { ...values, slots: places.map(([, slot]) => slot + 1).join(" ") });
  if (places.length === 1 && places[0]) return t("tr.turn.choose", { ...values, place: tr.placeName(...places[0]) });
  return t("tr.turn.words", { ...values, words: answer.join(", ") });
}

function status(facts) {
  if (facts.to_move === null) {
    const names = facts.winners.map(tr.playerName).join(t("tr.and"));
    return facts.winners.length === 1 ? sentence(t("tr.wins", actor(tr.game, facts.winners[0], names))) : facts.winners.length ? t("tr.draw", { players: names }) : t("tr.nobody");
  }
  const { question, stage, turn } = facts;
  const values = { card: question.card ? tr.cardName(question.card) : "" };
  const asks = { act: "act", pick: "pick", order: "pick", "by-hand": "by-hand" }[question.kind] ?? "may";
  return sentences(asking(tr.game, facts.to_move, tr.playerName(facts.to_move), t(question.card ? `tr.ask.${asks}` : `tr.stage.${stage}`, values)), t("tr.turn-number", { n: turn }));
}

/** The cards that people see, by their places: those in slots, the next ones of the decks, the place of the dead. */
const slotsOf = ({ players }) => players.flatMap(({ slots }, player) => slots.map((lying, slot) => ({ lying, player, slot, word: `${player + 1}.${slot + 1}` })));
const lyingCards = (facts) => slotsOf(facts).filter(({ lying }) => lying).map(({ player, slot, word }) => [word, pickName(slotPick(player, slot), facts)]);
const pile = (facts, name, player) => facts.players[player][name].map((card, at) => [`${name}${player + 1}.${at + 1}`, card.name && t(`tr.card-of.${name}`, {
  player: tr.playerName(player), card: tr.cardName(card.name), n: at + 1 })]).filter(([, text]) => text);

const byHand = playByHand({
  may: ({ question }) => ["play", "by-hand"].includes(question?.kind),
  cards: (facts) => [...lyingCards(facts), ...facts.players.flatMap((_, player) => [...pile(facts, "rebirth", player),
    ...tr.game.canSee(player) ? pile(facts, "deck", player).slice(0, 3) : []])],
  turned: lyingCards,
  places: (facts) => facts.players.flatMap(({ slots }, player) => [
    ...slots.map((_, slot) => [`slot${player + 1}.${slot + 1}`, t("tr.where", { player: tr.playerName(player), slot: slot + 1 })]),
    ...["deck", "rebirth"].map((name) => [`${name}${player + 1}`, t(`tr.pile.${name}`, { player: tr.playerName(player) })])]),
  things: lyingCards,
  values: () => ["speed", "element"].map((name) => [name, t(`tr.${name}`)]),
  value: (thing, name, facts) => slotsOf(facts).find(({ word }) => word === thing)?.lying?.[`${name}_now`],
});

/** The stages of a turn; there is no flip stage by the brief rules. */
function phases({ stage }) {
  const stages = ["effects", ...tr.game.start.rules.flip_stage ? ["flips"] : [], "play"];
  return { names: stages.map((name) => t(`tr.phase.${name}`)), now: stages.indexOf(stage) };
}

/** Why the strongest bot would make a turn: the cards that are left, and how fast a played card is. */
function why({ answer }, { facts, after, made, index }) {
  const player = facts.to_move;
  const [own, others] = [tr.cardsLeft(after.players[player]) - tr.cardsLeft(facts.players[player]),
    facts.players.findIndex((other, at) => at !== player && tr.cardsLeft(after.players[at]) > tr.cardsLeft(other))];
  const [verb, , slot] = answer[0]?.split("-") ?? [];
  if (own < 0) return t("tr.why.rid", { count: tr.cardsLeft(after.players[player]) });
  if (others >= 0) return t("tr.why.hinders", { player: tr.playerName(others) });
  const lying = verb === "play" ? after.players[player].slots[Number(slot) - 1] : null;
  if (lying?.speed_now) {
    const slower = after.players.flatMap((other, at) => (at === player ? [] : other.slots)).filter((other) => other?.speed_now && other.speed_now < lying.speed_now).length;
    return slower ? t("tr.why.faster", { card: tr.cardName(made.cards[index]), speed: lying.speed_now, count: slower }) : t("tr.why.speed", { card: tr.cardName(made.cards[index]), speed: lying.speed_now });
  }
  const target = placeOf(answer[0] ?? "");
  if (target && target[0] !== player) return t("tr.why.against", { player: tr.playerName(target[0]), count: tr.cardsLeft(facts.players[target[0]]) });
  return ["pass", "core", "away"].includes(verb) ? t(`tr.why.${verb}`) : "";
}

/** The cards that have acted by a turn, in their order. */
function deed(index, before) {
  const { turn, turn_steps: steps } = tr.game.facts;
  const acts = steps.slice(before.turn === turn ? before.turn_steps.length : 0).filter(({ what, slot }) => what === "act" && slot !== undefined);
  return { acts: acts.map(({ player, slot }) => slotPick(player, slot)) };
}

/** The cards that each player is rid of, after each turn. */
const counts = () => ({
  title: t("tr.rid"),
  counts: columnsOf(tr.game.made.counts).map((left, player) => ({ name: tr.playerName(player), colour: `var(--who-${player + 1})`, values: left.map((value) => left[0] - value) })),
});

const panel = (name) => (game) => tr.panels[name](game);

tr.game = playTable({
  settings: [{ name: "players", words: "tr.setting.players", values: [2, 3, 4], label: String }],
  levels: { easy: "random", medium: "racer", hard: "dodger" },
  policies: { hinderer: "tr.policy.hinderer" },
  opponent: "racer",
  prepare: () => tr.readCards(),
  players: (facts) => facts.players.map((_, player) => tr.playerName(player)),
  steps, pickName, turnName, status,
  isOver: (facts) => facts.to_move === null,
  attempt,
  stage: {
    layout: "beside", cloth: "tr-cloth", goal: () => t("tr.goal"), look: (name) => tr.look(name),
    mark: (index) => tr.face(tr.game.made.cards[index]), cardOf: (index) => tr.cardOf(tr.game.made.cards[index]),
    phases, counts, deed, why,
    seats: [panel("race")], hand: [panel("hand")],
  },
  main: [panel("field")],
  side: [panel("steps"), byHand],
});
