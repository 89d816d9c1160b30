/* The end of a game, over its field: how it ended in a sentence, another game first, the replay, the curve of what the game
   counts (`counts` of PlayStage) with the turns that gave the lead to somebody else, and what each card did. */

import { toast } from "../app/toast.js";
import { t, words } from "../app/words.js";
import { fill, h, icon, s } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { findMoments, spread } from "../shared/moments.js";
import { keep } from "../shared/storage.js";
import { cardFigures } from "./card-figures.js";
import { seatsKey } from "./players.js";
/** @import { PlayCount, PlayGame } from "./public.js" */

const WIDTH = 600;
const HEIGHT = 190;
/** The width of the number of a moment, as a part of the curve. */
const DIGIT = 0.03;
/** The dashes of the lines, so that they can be told apart without colour. */
const DASHES = ["none", "9 4", "2 4", "12 4 2 4", "5 5", "1 3"];

/** How a line is drawn: in the colour of what is counted, if it has one.
    @param {string | undefined} colour @param {number} index */
const lineStyle = (colour, index) => ({ class: colour ? "table-line-own" : `table-line-${index % DASHES.length}`, style: colour ? { "--line-colour": colour } : {}, "stroke-dasharray": DASHES[index % DASHES.length] });

/** Begin another game, in which everybody has the seat of the next player.
    @param {PlayGame} game */
async function playAgain(game) {
  const seats = [...game.definition.players(game.facts).keys()].map((player) => game.seats.get(player) ?? "");
  seats.forEach((_, player) => game.seats.set(player, seats[(player + seats.length - 1) % seats.length]));
  keep(seatsKey(), [...game.seats]);
  await game.begin();
}

/** What a game counts, with the turns that are its moments and their title.
    @param {PlayGame} game */
export function momentsOf({ definition: { stage } }) {
  const lines = stage?.counts?.() ?? { title: "", counts: [] };
  return { ...lines, ...lines.moments ?? { title: t("play.end.moments"), turns: findMoments(lines.counts) }, caption: lines.title };
}

/** @param {readonly PlayCount[]} counts @param {readonly number[]} moments */
function curve(counts, moments) {
  const all = counts.flatMap(({ values }) => values);
  const [low, high, last] = [Math.min(...all), Math.max(...all), Math.max(1, counts[0].values.length - 1)];
  /** @param {number} turn */
  const x = (turn) => (turn / last) * WIDTH;
  /** @param {number} value */
  const y = (value) => HEIGHT - ((value - low) / Math.max(1, high - low)) * HEIGHT;
  const places = spread(moments, last, DIGIT);
  return s("svg", { viewBox: `-8 -12 ${WIDTH + 16} ${HEIGHT + 24}`, class: "table-curve", "aria-hidden": "true" },
    s("path", { class: "table-curve-ground", d: `M0 ${HEIGHT}H${WIDTH}` }),
    moments.map((turn, index) => [s("path", { class: "table-curve-moment", d: `M${x(turn + 1)} 0V${HEIGHT}` }), s("text", { x: places[index] * WIDTH, y: -2 }, index + 1)]),
    counts.map(({ values, colour }, index) => s("polyline", { ...lineStyle(colour, index), points: values.map((value, turn) => `${x(turn)},${y(value)}`).join(" ") })));
}

/** @param {PlayGame} game */
export const endPanel = (game) => {
  const cards = cardFigures(game);
  const top = h("header", {});
  const figures = h("div", { class: "table-figures" });
  const element = h("section", { class: "table-end", "aria-label": t("play.end") }, top, figures, cards.element);
  let closedAt = /** @type {unknown} */ (null);
  let shown = /** @type {unknown} */ (null);
  /** @param {string} hold @param {string} sign @param {() => unknown} onclick @param {boolean} [isMain] */
  const button = (hold, sign, onclick, isMain = false) => h("button", { type: "button", class: isMain ? "main" : null, dataset: { hold: `play-end-${hold}` }, onclick }, icon(sign), t(`play.end.${hold}`));
  /** Look at the table behind; false if nothing is over it. */
  const close = () => {
    if (element.hidden) return false;
    closedAt = game.facts;
    game.redraw();
    return true;
  };
  const draw = () => {
    const { facts, definition, at, turns } = game;
    const isOver = facts && at > 0 && at === turns.length && definition.isOver(facts) && !game.isReplaying;
    if (facts && !isOver) closedAt = null; // the game may come to the same end again
    element.hidden = !isOver || closedAt === facts;
    if (element.hidden || shown === facts) return;
    shown = facts;
    const { caption, counts, title, turns: moments } = momentsOf(game);
    const last = definition.stage?.mark?.(turns.length - 1) ?? "";
    fill(top, last, h("div", {}, h("h2", {}, definition.status(facts)), h("p", { class: "quiet" }, t("play.end.turns", { count: turns.length }))),
      h("div", { class: "table-end-actions" }, game.shared ? null : [button("again", "refresh", () => playAgain(game), true), button("replay", "play", () => game.replay())],
        game.shared ? null : button("share", "link", () => copyLink()), button("board", "eye", close)));
    fill(figures,
      counts.length ? h("figure", {}, h("figcaption", {}, caption), curve(counts, moments),
        h("ul", { class: "table-end-names" }, counts.map(({ name, values, colour }, index) => h("li", {},
          s("svg", { viewBox: "0 0 28 8", "aria-hidden": "true" }, s("path", { ...lineStyle(colour, index), d: "M0 4H28" })), name, h("strong", {}, values.at(-1)))))) : "",
      moments.length && !game.shared ? [h("h3", {}, title), h("ol", { class: "table-moments" }, moments.map((turn, index) => h("li", {}, h("button", {
        type: "button", dataset: { hold: `play-end-moment-${index}` }, onclick: () => game.travel(turn + 1) }, h("b", {}, index + 1), definition.stage?.mark?.(turn) ?? "", h("span", {}, definition.turnName(turn))))))] : "");
    void cards.draw();
  };
  return { element, draw, close };
};

/** Copy the address, which has the whole game. */
async function copyLink() {
  await navigator.clipboard.writeText(location.href).then(() => toast(t("play.end.copied")), () => toast(t("play.end.address")));
}

words({
  en: {
    "play.end": message("The end of the game"),
    "play.end.turns": plural("{count} turn", "{count} turns"),
    "play.end.moments": message("Who took the lead"),
    "play.end.again": message("Play again, seats changed"),
    "play.end.replay": message("Replay the game"),
    "play.end.share": message("Copy the link"),
    "play.end.copied": message("The link is copied: it has the whole game."),
    "play.end.address": message("The address of this page has the whole game."),
    "play.end.board": message("Look at the table"),
  },
});
