/* The table of any card game that is data: the areas of the players and of the middle, and the answers to its questions. */

import { actor, asking, cardPicture, columnsOf, drawnPanel, frontSeat, h, largePicture, pick, playByHand, playTable, sentence, sentences, settings as page, state, t } from "../../play/public.js";
import { cg } from "./state.js";
import "./words.js";

const settings = [{ name: "players", words: "cg.setting.players", values: [2], label: String }];
let cards = new Map();
let back = "";
let tables = /** @type {any} */ ({});

/** Read the faces of the cards, and what the rulesets call their areas, numbers and answers. */
async function prepare() {
  const all = state.catalog.cards;
  cards = new Map([...all].reverse().map((card) => [card.id, card]));
  back = all.find((card) => card.back)?.back ?? "";
  const about = await cg.game.ask({ op: "about" });
  ({ tables = {} } = about);
  const limits = Object.values(about.players ?? { any: [2, 2] });
  const [least, most] = [Math.min(...limits.map(([low]) => low)), Math.max(...limits.map(([, high]) => high))];
  settings[0].values.splice(0, Infinity, ...Array.from({ length: most - least + 1 }, (_, at) => least + at));
  if (!settings[0].values.includes(cg.game.settings.players)) cg.game.settings.players = least;
}

// ---------------------------------------------------------------- names

const rulesTable = () => tables[cg.game.rules] ?? { areas: {}, names: {} };
const inLanguage = (texts) => pick(texts, page.language);
const cardOf = (name) => cards.get(name.split(":")[0]);
const cardName = (name) => (name ? inLanguage(cardOf(name)?.names) || name : t("cg.hidden-card"));
const seatName = (seat) => t("cg.player", { n: seat + 1 });
const named = (seat) => actor(cg.game, seat, seatName(seat)).player;

/** What the ruleset calls something; else its own word, in which spaces were hyphens. */
function nameOf(word) {
  const text = inLanguage(rulesTable().names[word]);
  if (text) return text;
  return cards.has(word) ? cardName(word) : ["end", "yes", "no", "none", "use", "hand", "done"].includes(word) ? t(`cg.word.${word}`) : word.replaceAll("-", " ");
}

/** What a question is about: an effect by its name, else the card that has it. */
function aboutName({ kind, about }, stage) {
  if (kind === "window" || !about) return inLanguage(rulesTable().names[stage]) || t("cg.ask.turn");
  if (kind === "by-hand") return about;
  const [effect, thing] = typeof about === "string" ? [about, ""] : about;
  const own = inLanguage(rulesTable().names[effect]);
  return [own, thing && cardName(thing)].filter(Boolean).join(" · ") || (cards.has(effect.split("/")[0]) ? cardName(effect.split("/")[0]) : t("cg.ask.choose"));
}

// ---------------------------------------------------------------- answers as picks

/** A word of an answer as a pick: a card of the table, a player, or a word; an effect of a card is that card. */
function pickOf(word) {
  const [, verb, card, rest = ""] = /^(?:(use|do)-)?([^:]+:\d+)(.*)$/.exec(word) ?? [];
  if (card) return [`card:${card}`, ...verb && rest ? [`do:${rest.replace(/^-(as-)?/, "")}`] : []];
  if (/^seat\d+$/.test(word)) return [`seat:${word.slice(4)}`];
  return [`do:${word}`];
}

/** The picks of a turn. An answer of several things is complete when it is confirmed. */
function steps({ answer }, { question }) {
  if (!answer?.length) return ["do:none"];
  if (question.kind === "order") return answer.map((word) => pickOf(word)[0]);
  return question.most === 1 ? pickOf(answer[0]) : [answer.map((word) => pickOf(word)[0])];
}

function pickName(pick) {
  const [kind, ...rest] = pick.split(":");
  const name = rest.join(":");
  if (kind === "card") return cardName(name);
  if (kind === "seat") return seatName(Number(name));
  return name.startsWith("?") ? t("cg.hidden-card") : nameOf(name.replace(/^do-/, "").split("/")[0]);
}

/** A word of an adjustment by hand: a place, a card, a player, a number, or a word. */
function wordName(word) {
  const [, owner, area] = /^(?:seat(\d+)\.)?([a-z][a-z0-9-]*)$/.exec(word) ?? [];
  if (area && rulesTable().areas[area] && owner !== undefined) return t("cg.card-of", { card: nameOf(area), player: seatName(Number(owner)) });
  return pickName(pickOf(word)[0]);
}

function turnName(index) {
  const { answer } = cg.game.turns[index];
  if (answer?.[0] === "adjust") {
    const [verb, thing, ...rest] = answer.slice(1);
    return t("cg.turn.hand", { player: seatName(cg.game.made.players[index]), verb: t(`play.hand.${verb}`), thing: wordName(thing), to: rest.map(wordName).join(" ") });
  }
  const words = answer === undefined ? [t("cg.hidden-card")] : answer.length ? answer.map((word) => pickOf(word).map(pickName).join(" · ")) : [t("cg.word.none")];
  return sentence(t("cg.turn", { player: named(cg.game.made.players[index]), answer: words.join(t("cg.and")) }));
}

/** The card that a turn is about: the first one of its answer. */
const cardOfTurn = (index) => (cg.game.turns[index].answer ?? []).flatMap(pickOf).filter((pick) => pick.startsWith("card:")).map((pick) => cardOf(pick.slice(5)))[0];

/** A text as a sentence with an end. @param {string} text */
const ended = (text) => (/[.?!\u3002\uff1f\uff01]$/.test(text) ? text : t("cg.ended", { text }));

function status({ winners, question, stage, round, to_move: seat }) {
  if (winners) return winners.length ? sentence(t("cg.wins", { players: winners.map(named).join(t("cg.and")) })) : t("cg.nobody");
  const { kind, least, most } = question;
  const values = { about: aboutName(question, stage), count: least === most ? String(least) : `${least}–${most}` };
  const form = ["window", "order", "by-hand"].includes(kind) ? kind : kind !== "pick" ? "use" : most > 1 ? "pick-many" : "pick";
  return sentences(ended(asking(cg.game, seat, seatName(seat), form === "window" ? values.about : t(`cg.ask.${form}`, values))), t("cg.round", { round }));
}

// ---------------------------------------------------------------- the table

/** A card that lies open: a button, for looking at it and for choosing it. */
function cardButton(game, name, owner) {
  const label = owner === null ? cardName(name) : t("cg.card-of", { card: cardName(name), player: seatName(owner) });
  const more = { class: "cg-card", title: cardName(name), "aria-label": label, dataset: { look: name, thing: name } };
  return h("button", game.pickable(`card:${name}`, more), cardPicture(cardOf(name)?.face) || h("span", { class: "cg-plain" }, cardName(name)));
}

const backs = (count, shown, held) => h("span", { class: "cg-backs", dataset: held, role: "img", "aria-label": t("cg.count", { count }) },
  Array.from({ length: Math.min(count, shown) }, () => (cardPicture(back, { class: "cg-back" }) || h("span", { class: "cg-back cg-plain" }))),
  h("span", { class: "cg-number", "aria-hidden": "true" }, count));

/** The cards of an area; only the top one of the discards, only the backs of what is hidden. */
const areaOf = (key) => key.replace(/^seat\d+\./, "").replace(/[\d,]+$/, "");

/** Whether the person who sees the page sees the cards of a place. */
function isOpen(game, key) {
  const [, owner] = /^seat(\d+)\./.exec(key) ?? [];
  const kind = rulesTable().areas[areaOf(key)];
  return Boolean(kind) && (!kind.hidden || (owner !== undefined && game.canSee(Number(owner)) && !(game.isBot(Number(owner)) && game.hidden)));
}

/** The name of a pile for what moves: the discards, and what is drawn from; a hand gets new cards from there. */
const pileOf = (area, owner) => (area === rulesTable().discards ? { pile: "discards" } : owner === null && rulesTable().areas[area]?.hidden ? { pile: "draw" } : area === rulesTable().hand ? { from: "draw" } : {});

function zone(game, key, owner) {
  const { facts } = game;
  const area = areaOf(key);
  const kind = rulesTable().areas[area];
  if (!kind) return null;
  const isShown = isOpen(game, key);
  const names = isShown ? facts.zones[key] : facts.zones[key].map(() => "");
  const top = area === rulesTable().discards ? names.slice(-1) : names;
  const hidden = top.filter((name) => !name).length;
  return h("div", { class: `cg-zone${kind.works && !kind.hidden ? " cg-works" : ""}${area === rulesTable().hand ? " cg-hand" : ""}`, dataset: pileOf(area, owner), role: "group", "aria-label": nameOf(area) },
    h("h3", {}, nameOf(area), top.length < names.length ? ` (${names.length})` : ""),
    h("div", { class: "cg-cards", dataset: { rove: key } }, hidden ? backs(hidden, owner === null ? 1 : 6, owner === null ? {} : { held: key, value: hidden, from: "draw" }) : "", top.filter(Boolean).map((name) => cardButton(game, name, owner)),
      names.length ? "" : h("span", { class: "quiet" }, t("cg.empty"))));
}

function seatPanel(game, seat) {
  const { facts } = game;
  const keys = Object.keys(facts.zones).filter((key) => key.startsWith(`seat${seat}.`));
  const isHand = (key) => key.endsWith(`.${rulesTable().hand}`);
  const marks = Object.entries(facts.players[seat]).filter(([, value]) => value !== null && value !== false && value !== "");
  const states = [seat === facts.to_move ? "cg-asked" : "", facts.winners?.includes(seat) ? "cg-won" : ""];
  return h("section", { class: ["cg-seat", ...states].filter(Boolean).join(" "), dataset: { seat }, "aria-label": seatName(seat) },
    h("h2", {}, game.choice.next.includes(`seat:${seat}`) ? h("button", game.pickable(`seat:${seat}`), seatName(seat)) : seatName(seat), seat === facts.current && !facts.winners ? " ▶" : ""),
    h("ul", { class: "cg-marks" }, marks.map(([name, value]) => h("li", typeof value === "number" ? { dataset: { tally: `${name}:${seat}`, value } } : {}, t("cg.attribute", { name: nameOf(name), value: String(value) })))),
    h("div", { class: "cg-zones" }, [...keys.filter((key) => !isHand(key)), ...keys.filter(isHand)].map((key) => zone(game, key, seat))));
}

const others = drawnPanel("cg-others", (game) => {
  const own = frontSeat(game);
  return game.facts.players.map((_, at) => (own + 1 + at) % game.facts.players.length).filter((seat) => seat !== own).map((seat) => seatPanel(game, seat));
});

const middle = drawnPanel("cg-middle", (game) => {
  const rank = (key) => (rulesTable().areas[key].hidden ? 1 : 0) + (key === rulesTable().discards ? 2 : 0);
  const keys = Object.keys(game.facts.zones).filter((key) => !key.startsWith("seat") && rulesTable().areas[key]);
  return h("section", { class: "cg-zones", "aria-label": t("cg.middle") }, keys.sort((one, other) => rank(one) - rank(other)).map((key) => zone(game, key, null)));
});

/** How the game is won, in a sentence. */
function goal() {
  const { score, rounds, goal: points } = rulesTable();
  return score ? t(points === null ? "cg.goal.rounds" : "cg.goal.points", { score: nameOf(score), rounds, points }) : "";
}

/** The score of each player, after each turn; nothing if none is counted. */
const counts = () => ({
  title: rulesTable().score ? nameOf(rulesTable().score) : "",
  counts: columnsOf(cg.game.made.counts).map((values, seat) => ({ name: seatName(seat), colour: `var(--who-${seat + 1})`, values })),
});

/** Why the strongest bot would give an answer: the numbers that it changes, and the cards that it brings. */
function why(_turn, { facts, after }) {
  const seat = facts.to_move;
  const changes = facts.players.flatMap((before, player) => Object.entries(after.players[player]).flatMap(([name, value]) => (
    typeof value === "number" && value !== before[name] ? [t("cg.why.number", { player: seatName(player), name: nameOf(name), before: before[name], after: value })] : [])));
  const hand = `seat${seat}.${rulesTable().hand}`;
  const more = (after.zones[hand]?.length ?? 0) - (facts.zones[hand]?.length ?? 0);
  return sentences(...changes.slice(0, 2), more > 0 ? t("cg.why.cards", { count: more }) : "");
}

const look = (name) => [largePicture(cardOf(name)?.face), h("p", {}, cardName(name))];

const pairs = (words, name) => words.map((word) => [word, name(word)]);

const byHand = playByHand({
  may: ({ question }) => ["window", "by-hand"].includes(question?.kind),
  cards: ({ zones }) => Object.entries(zones).flatMap(([key, names]) => (isOpen(cg.game, key) ? pairs(names.filter(Boolean), cardName) : [])),
  places: ({ players }) => Object.entries(rulesTable().areas).flatMap(([name, { of }]) => (of
    ? players.map((_, seat) => [`seat${seat}.${name}`, t("cg.card-of", { card: nameOf(name), player: seatName(seat) })]) : [[name, nameOf(name)]])),
  things: ({ players }) => players.map((_, seat) => [`seat${seat}`, seatName(seat)]),
  values: () => pairs(rulesTable().values, nameOf),
  value: (thing, name, { players }) => players[Number(thing.slice(4))]?.[name],
});

cg.game = playTable({
  settings,
  levels: { easy: "random", medium: "greedy", hard: "" },
  opponent: "greedy",
  prepare,
  players: (facts) => facts.players.map((_, seat) => seatName(seat)),
  steps, pickName, turnName, status,
  isOver: (facts) => facts.to_move === null,
  stage: { layout: "below", cloth: "cg-cloth", goal, look, cardOf: cardOfTurn, counts, why, seats: [others], hand: [drawnPanel("cg-own", (game) => seatPanel(game, frontSeat(game)))] },
  main: [middle],
  side: [byHand],
});
