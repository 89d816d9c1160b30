/* The table of Blitz: the definition of its turns. */

import { asking, playByHand, playTable, runningSums, sentences, t } from "../../play/public.js";
import { bz } from "./state.js";
import "./words.js";
import "./board.js";
import "./cards.js";
import "./puzzles.js";

const cellName = ([x, y]) => `${x},${y}`;
const cellPick = (cell) => `cell:${cellName(cell)}`;
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The picks of a turn: attackers in any order, and then their target. */
function steps(turn, { turns }) {
  const { kind, card, at, to, units, advance, answer } = turn;
  if (kind === "answer") return [/^-?\d+,-?\d+$/.test((answer ?? []).join(" ")) ? `cell:${answer[0]}` : `answer:${(answer ?? []).join(" ")}`];
  if (kind === "use") return [cellPick(at), `use:${card}`, ...to ? [cellPick(to)] : []];
  if (kind === "discard") return [`hand:${card}`, "do:discard"];
  if (kind === "skill" && !to) return [`hand:${card}`, "do:play"];
  if (card) return [`hand:${card}`, cellPick(to)];
  if (kind === "move") return [cellPick(at), cellPick(to)];
  if (!units) return [`do:${kind}`];
  const target = kind === "raid" ? `facility:${cellName(to)}` : cellPick(to);
  if (advance) return [units.map(cellPick), target, `advance:${cellName(advance)}`];
  const mayAdvance = turns.some((other) => other.advance && other.kind === kind && same(other.to, to) && same(other.units, units));
  return [units.map(cellPick), target, ...mayAdvance ? ["do:stay"] : []];
}

/** An answer in words: yes or no, cards, armies; none for nothing. */
function answerName(answer, facts) {
  if (!answer) return t("bz.none");
  const answers = { yes: t("bz.answer.yes"), no: t("bz.answer.no"), done: t("bz.answer.done"), "?": t("bz.answer.unseen") };
  return answer.split(" ").map((word) => {
    if (answers[word]) return answers[word];
    if (facts.factions.includes(word)) return bz.factionName(word);
    return /^\/?-?\d+,-?\d+$/.test(word) ? bz.placeName(word.replace("/", "").split(",").map(Number)) : bz.cardName(facts.question?.faction ?? facts.faction, word);
  }).join(", ");
}

function pickName(pick, facts) {
  const [kind, name] = pick.split(":");
  if (kind === "do") return t(`bz.do.${name}`);
  if (kind === "hand") return bz.cardName(facts.faction, name);
  const cell = name.split(",").map(Number);
  const at = (of) => facts.ground.find((card) => same(card.cell, of));
  if (kind === "advance") return t("bz.do.advance", { card: bz.shortName(at(cell)), cell: bz.placeName(cell) });
  if (kind === "answer") return answerName(name, facts);
  if (kind === "use") return t("bz.do.use", { effect: name });
  if (kind === "facility") return t("bz.cell.facility", { cell: bz.placeName(cell) });
  if (Math.abs(cell[1]) > 3) return t("bz.cell.beyond", { cell: bz.placeName(cell) });
  return at(cell) ? t("bz.cell.card", { cell: bz.placeName(cell), card: bz.shortName(at(cell)) }) : bz.placeName(cell);
}

function turnName(index) {
  const { turns, made, facts } = bz.game;
  const { kind, at, to, units, advance, answer } = turns[index];
  const faction = facts.factions[made.players[index]];
  const card = made.cards[index];
  const values = {
    player: bz.factionName(faction), card: card ? bz.cardName(faction, card) : "", at: at && bz.placeName(at), to: to && bz.placeName(to), answer: answerName((answer ?? []).join(" "), facts),
  };
  const more = kind === "skill" && !to ? "-by-hand" : answer?.[0] === "adjust" ? "-adjust" : "";
  const fight = made.fights?.[index];
  if (fight) {
    const { attack, defence } = fight;
    const comes = t(attack > defence ? "bz.because.destroyed" : "bz.because.fails", { attack, defence });
    const names = fight.units.map((card) => bz.shortName({ card }));
    return sentences(t(`bz.turn.${kind}`, { ...values, units: names.join(t("bz.and")), target: bz.shortName({ card: fight.target }) }), comes,
      advance ? t("bz.turn.advance", { card: names[units.findIndex((unit) => same(unit, advance))] }) : "");
  }
  if (more === "-adjust") values.answer = answer.slice(1).join(" ");
  return t(`bz.turn.${kind}${more}`, values);
}

function status(facts) {
  if (!facts.result) {
    const values = { round: facts.round };
    const ask = (text) => asking(bz.game, facts.to_move, bz.factionName(facts.faction), text);
    if (facts.question) {
      const [faction, id] = (facts.question.card ?? ":").split(":");
      return ask(t("bz.asked", { card: id ? bz.cardName(faction, id) : "", least: facts.question.least, most: facts.question.most }));
    }
    return sentences(ask(t(`bz.step.${facts.step}`)), facts.step === "hand" ? "" : t("bz.round", values));
  }
  const { winner, by, ended } = facts.result;
  const won = winner === "draw" ? t("bz.draw") : t("bz.wins", { side: t(`bz.side.${winner}`) });
  return sentences(won, t(`bz.by.${by}`), ended === by ? "" : t(`bz.ended.${ended}`));
}

/** What lies on the board, by its word in logs: a card in its cell, and a facility below it. */
const onBoard = ({ ground, facilities }) => [...ground.map((placed) => [cellName(placed.cell), placed]),
  ...facilities.map((placed) => [`/${cellName(placed.cell)}`, placed])];
const named = (placed) => placed.map(([word, { card, cell }]) => [word, t("bz.cell.card", { card: bz.placedName({ card }), cell: bz.placeName(cell) })]);
const piled = (names, faction, pile) => [...new Set(names)].map((id) => [`${faction}:${id}`, t(`bz.pile.${pile}`, { card: bz.placedName({ card: `${faction}:${id}` }) })]);

const byHand = playByHand({
  may: ({ step, question }) => (question ? question.kind === "by-hand" : step !== "hand"),
  cards: (facts) => [...named(onBoard(facts)), ...facts.factions.flatMap((faction, player) => [
    ...bz.game.canSee(player) ? piled(facts.hands[player].filter(Boolean), faction, "hand") : [],
    ...piled(facts.discards[player].map((card) => card.split(":")[1]), faction, "discards")])],
  turned: ({ ground }) => named(onBoard({ ground: ground.filter(({ kind }) => kind === "unit"), facilities: [] })),
  places: ({ width, factions }) => [
    ...Array.from({ length: 7 * width }, (_, at) => `${at % width},${3 - Math.floor(at / width)}`).map((cell) => [`cell:${cell}`, bz.placeName(cell.split(",").map(Number))]),
    ...factions.flatMap((faction) => ["hand", "deck", "discards"].map((pile) => [`${faction}.${pile}`, t(`bz.pile.${pile}`, { card: bz.factionName(faction) })]))],
  things: (facts) => named(onBoard({ ground: facts.ground, facilities: [] })),
  values: (thing, { ground }) => ["attack", "defence", "level"].filter((name) => name in (ground.find(({ cell }) => cellName(cell) === thing) ?? {}))
    .map((name) => [name, t(`bz.value.${name}`)]),
  value: (thing, name, { ground }) => ground.find(({ cell }) => cellName(cell) === thing)?.[name],
  turn: (_seat, words) => ({ kind: "answer", answer: ["adjust", ...words] }),
});

const STEPS = ["draw", "deploy", "facility", "skill", "attack"];

const wins = (fight) => Boolean(fight) && fight.attack > fight.defence;

/** The cards that each army has destroyed in attacks, after each turn. */
function counts() {
  const { made, facts } = bz.game;
  return {
    title: t("bz.destroyed"),
    counts: facts.factions.map((faction, own) => ({
      name: bz.factionName(faction), colour: bz.colours.get(faction),
      values: runningSums(made.players.map((player, index) => (player === own && wins(made.fights?.[index]) ? 1 : 0))),
    })),
  };
}

/** Why the strongest bot would make a turn: the sum of an attack, or what a card reaches where it will lie. */
function why({ kind, to }, { facts, after, made, index }) {
  const fight = made.fights?.[index];
  if (fight) return t(wins(fight) ? "bz.because.destroyed" : "bz.because.fails", fight);
  const placed = to && after.ground.find(({ cell }) => same(cell, to));
  if (placed) {
    const side = (card) => facts.sides[facts.factions.indexOf(card.split(":")[0])];
    const reached = after.ground.filter(({ cell, card }) => placed.reach.some((other) => same(other, cell)) && (side(card) === side(placed.card)) === (placed.kind === "resource"));
    if (placed.kind === "resource") return t("bz.why.supplies", { cells: placed.reach.length, count: reached.length });
    return sentences(reached.length ? t("bz.why.aims", { names: reached.map(bz.shortName).join(t("bz.and")) }) : t("bz.why.reach", { count: placed.reach.length }), placed.supplied ? "" : t("bz.why.unsupplied"));
  }
  return ["keep", "redraw", "skip", "discard", "pass"].includes(kind) ? t(`bz.why.${kind}`) : "";
}

/** An attack: its units strike at their target, in vain if it is not destroyed. */
function deed(index) {
  const { turns, made } = bz.game;
  const { units, to } = turns[index];
  const fight = made.fights?.[index];
  return fight ? { from: units.map(cellPick), to: [cellPick(to)], fails: !wins(fight) } : null;
}

/** The tile of the card that a turn is about. */
function mark(index) {
  const [owner, id] = cardOf(index);
  return id ? bz.face(owner, id) : "";
}

/** The army and the id of the card that a turn is about. */
function cardOf(index) {
  const { made, facts } = bz.game;
  return made.fights?.[index]?.units[0]?.split(":") ?? [facts.factions[made.players[index]], made.cards[index]];
}

const panel = (name) => (game) => bz.panels[name](game);

bz.game = playTable({
  settings: [{ name: "players", words: "bz.setting.players", values: [2, 4], label: String }],
  levels: { easy: "random", medium: "greedy", hard: "planner" },
  opponent: "greedy",
  prepare: () => bz.readColours(),
  players: (facts) => facts.factions.map((faction) => bz.factionName(faction)),
  steps, pickName, turnName, status,
  isOver: (facts) => facts.to_move === null,
  stage: {
    layout: "beside", cloth: "bz-cloth", goal: () => t("bz.goal"), mark, counts, deed, why, look: (id) => bz.look(id), cardNamed: (id, use) => bz.cardNamed(id, use), cardOf: (index) => bz.cardOf(...cardOf(index)),
    phases: ({ step }) => ({ names: STEPS.map((name) => t(`bz.phase.${name}`)), now: STEPS.indexOf(step) }),
    seats: [panel("armies")], hand: [panel("hand")],
  },
  main: [panel("board")],
  side: [panel("puzzles"), byHand],
});
