/* The colours: their remaining cells and moves, which of them are out or play automatically, and the result. */

import { fill, h, keptList, noEngine, playSeatName, runningSums, sentences, t } from "../../play/public.js";
import { bl } from "./state.js";

const { game } = bl;

/** Return the colours between two in the order of turns, which were skipped; if `to` is null, all of them, `from` last. */
function between(from, to) {
  const order = bl.order();
  const start = order.indexOf(from);
  const round = [...order.slice(start + 1), ...order.slice(0, start + 1)];
  return to === null ? round : round.slice(0, round.indexOf(to));
}

/** Return the colours that are out after the first `count` placements. A colour that is skipped once stays out. */
function outAfter(count) {
  const moves = game.turns.slice(0, count);
  const next = game.turns[count]?.colour ?? (count === game.at ? game.facts?.colour : undefined);
  const gone = new Set();
  moves.forEach((move, index) => {
    const after = moves[index + 1]?.colour ?? next;
    if (after !== undefined) for (const skipped of between(move.colour, after)) gone.add(skipped);
  });
  return gone;
}

bl.out = () => (noEngine ? new Set() : outAfter(game.at));

/** Return the colours that are out since a placement, counted from 0. */
bl.outBy = (index) => {
  const before = outAfter(index);
  return [...outAfter(index + 1)].filter((colour) => !before.has(colour));
};

/** Return the colours that were just skipped as text; "" if there are none. */
bl.skipText = () => {
  const gone = game.at && !noEngine ? bl.outBy(game.at - 1) : [];
  return gone.length && game.facts?.colour ? t("bl.skipped", { colours: gone.map(bl.colourName).join(t("bl.and")) }) : "";
};

/** Return whose turn it is, or that the game is over, as text. */
bl.turnText = () => {
  const { colour } = game.facts ?? {};
  if (!colour) return game.facts && !noEngine ? sentences(t("bl.over"), winners()) : "";
  const count = game.facts.placements[colour];
  if (colour === game.facts.shared) {
    return t("bl.turn.shared", { colour: bl.colourName(colour), player: bl.playerName(game.facts.to_move), moves: bl.movesText(count) });
  }
  return t(game.at < bl.order().length ? "bl.turn.first" : "bl.turn", { colour: bl.colourName(colour), moves: bl.movesText(count) });
};

/** Return a player by the name of the colours that the player has. */
bl.playerName = (player) => bl.rulesets.get(game.rules).seats[player].map(bl.colourName).join(t("bl.and"));

/** Return the player who made a placement of the shared colour; null for a placement of any other colour. */
bl.sharedBy = (index) => {
  const { seats = [], shared = null } = bl.rulesets.get(game.rules) ?? {};
  if (shared === null || game.turns[index].colour !== shared) return null;
  return game.turns.slice(0, index).filter(({ colour }) => colour === shared).length % seats.length;
};

function winners() {
  const first = game.facts.standings.filter(({ rank }) => rank === 1).map(({ player }) => bl.playerName(player));
  return t(first.length > 1 ? "bl.tie" : "bl.winner", { players: first.join(t("bl.and")) });
}

/** The pieces that a colour has left, small. */
const leftOver = ([own, unused]) => h("span", { class: "bl-left-over", "aria-hidden": "true" },
  unused.map((shape) => bl.picture(bl.letter(own), bl.cards.shapes.get(shape))));

/** The time that a player has left, beside the name. */
bl.drawTimes = () => {
  for (const time of document.querySelectorAll(".bl-time")) {
    const { step, total } = bl.timeLeft(Number(time.dataset.player));
    time.textContent = step ? t("bl.time.both", { step: bl.timeText(step), total: bl.timeText(total) }) : bl.timeText(total);
    time.classList.toggle("bl-short", step + total < 10_000);
  }
};

/** Make the colours: who plays them, what is left of them, and who is to move. */
bl.panels.players = () => {
  const list = h("ul", {});
  const element = h("section", { class: "bl-players", "aria-label": t("bl.players") }, list);
  // Pictures of pieces that a colour still has stay from turn to turn: all of them anew would cost frames.
  const [rows, leftOvers] = [keptList((own) => own, () => h("li", { class: "bl-player" })), keptList((left) => left, leftOver)];
  let shown = null;
  const draw = () => {
    const now = [game.facts, game.at, game.viewer, game.turns.length, game.shared].concat(...game.seats);
    if (shown && now.every((value, index) => value === shown[index]) && now.length === shown.length) return; // a piece in hand changes nothing here
    shown = now;
    const { colour, seats = [], time_left: times } = game.facts ?? {};
    const out = bl.out();
    const all = [...bl.cards.shapes.values()].reduce((sum, cells) => sum + cells.length, 0);
    const left = (own) => all - game.turns.slice(0, game.at).filter((move) => move.colour === own).reduce((sum, move) => sum + move.cells.length, 0);
    const order = bl.order();
    const items = rows(order);
    const pieces = leftOvers(order.map((own) => [own, game.facts?.unused[own] ?? []]));
    order.forEach((own, at) => {
      const player = seats.findIndex((seat) => seat.includes(own));
      const text = out.has(own) ? t("bl.out") : noEngine || !colour ? "" : bl.movesText(game.facts?.placements[own] ?? 0);
      const isTimed = times && player >= 0 && seats[player][0] === own;
      const mover = game.at && game.turns[game.at - 1].colour === own ? game.made.players?.[game.at - 1] : undefined;
      if (mover === undefined) delete items[at].dataset.seat;
      else items[at].dataset.seat = mover;
      items[at].setAttribute("aria-current", String(own === colour));
      fill(items[at],
        h("h2", {}, bl.picture(bl.letter(own), [[0, 0]]), bl.colourName(own)),
        h("p", {}, noEngine ? "" : player < 0 ? t("bl.shared") : playSeatName(game, player), isTimed ? h("span", { class: "bl-time", dataset: { player } }) : ""),
        h("strong", { title: t("bl.left") }, left(own), h("span", { class: "hidden-text" }, ` ${t("bl.left")}`)),
        pieces[at], h("p", { class: "bl-can" }, text));
    });
    fill(list, items);
    if (times) bl.drawTimes();
  };
  return { element, draw };
};

/** The cells that each colour has placed, after each turn. */
bl.counts = () => ({
  title: t("bl.placed"),
  counts: bl.order().map((own) => ({
    name: bl.colourName(own), colour: bl.cards.colours.get(bl.letter(own))?.colour, values: runningSums(game.turns.map(({ colour, cells }) => (colour === own ? cells.length : 0))),
  })),
});

/** Let bots play for everybody to the end. */
bl.playOut = () => {
  game.facts.seats.forEach((_, player) => game.isBot(player) || game.seats.set(player, game.definition.levels.medium));
  game.goOn();
};

/** The ranks, best first, after the end. */
bl.result = () => {
  const { standings = [], seats = [], colour } = game.facts ?? {};
  if (!game.facts || colour || noEngine) return "";
  const points = bl.rulesets.get(game.rules).score === "official-bonus";
  const sorted = [...standings].sort((one, other) => one.rank - other.rank);
  return h("div", { class: "bl-result" }, h("h3", {}, t("bl.result")), h("ol", {}, sorted.map(({ player, rank, score, remaining }) =>
    h("li", {}, h("strong", {}, t("bl.rank", { n: rank })), " ",
      seats[player].map((colour) => [bl.picture(bl.letter(colour), [[0, 0]]), " ", bl.colourName(colour), " "]),
      t(points ? "bl.points" : "bl.cells", { count: points ? score : remaining })))));
};
