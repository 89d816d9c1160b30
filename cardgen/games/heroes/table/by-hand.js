/* What people do by hand at the table: the words of adjustments, and their panel. */

import { playByHand, t } from "../../play/public.js";
import { he } from "./state.js";

const AREAS = ["hand", "equipment", "judgement", "plot"];
const TRUTHS = ["true", "false"];
/** The values of a character that people set, and the words that some of them can be. */
const VALUES = { hp: [], "max-hp": [], chained: TRUTHS, turned: TRUTHS, faction: ["han", "yi", "rong", "man", "di"], role: ["loyalist", "rebel", "spy"] };
let marks = {};

/** Read the marks of each ruleset. */
he.readMarks = async () => { ({ marks = {} } = await he.game.ask({ op: "about" })); };

const optionName = (word) => t(`he.${TRUTHS.includes(word) ? "truth" : "camp"}.${word}`);
const valueName = (word) => (word in VALUES ? t(`he.value.${word}`) : word);
const areaName = (seat, area) => t(`he.place.${area}`, { player: t("he.seat", { n: seat + 1 }) });

/** A word of an adjustment: a card, a seat, a place, what is set, or what it is set to. */
function wordName(word, at, verb, facts) {
  const [, seat, area] = /^(\d)\.(.+)$/.exec(word) ?? [];
  if (area) return areaName(Number(seat), area);
  if (at === 0) return /^\d$/.test(word) ? he.seatName(Number(word), facts) : he.cardName(word);
  if (verb === "move") return t(`he.place.${word}`);
  if (verb === "turn") return t(`play.hand.${word}`);
  return at === 1 ? valueName(word) : /^-?\d+$/.test(word) ? word : optionName(word);
}

/** The words of an adjustment as people read them. */
he.adjustmentName = ([verb, ...words], facts) => [t(`play.hand.${verb}`), ...words.map((word, at) => wordName(word, at, verb, facts))].join(t("he.and"));

const seen = (game, { seats, discarded }) => [...seats.flatMap(({ hand, equipment, judgement, plots }, seat) => [
  ...game.canSee(seat) && !(game.isBot(seat) && game.hidden) ? hand : [], ...Object.values(equipment), ...judgement, ...plots]), ...discarded];

he.panels.byHand = (game) => playByHand({
  may: ({ question, asked }) => ["play", "by-hand"].includes(question?.kind ?? asked),
  cards: (facts) => seen(game, facts).filter(Boolean).map((code) => [code, he.cardName(code)]),
  places: (facts) => [...facts.seats.flatMap((_, seat) => AREAS.map((area) => [`${seat}.${area}`, areaName(seat, area)])),
    ...["discards", "pile top", "pile", "removed"].map((place) => [place, t(`he.place.${place.replace("pile top", "top")}`)])],
  things: (facts) => facts.seats.map((_, seat) => [`${seat}`, he.seatName(seat, facts)]),
  values: () => [...Object.keys(VALUES), ...marks[game.rules] ?? []].map((name) => [name, valueName(name)]),
  value: (seat, name, facts) => facts.seats[seat]?.[name === "role" ? "camp" : name.replace("-", "_")],
  options: (name) => (VALUES[name] ?? []).map((word) => [word, optionName(word)]),
  turn: (seat, names) => ({ seat, verb: "adjust", names, cards: [], targets: [] }),
})(game);
