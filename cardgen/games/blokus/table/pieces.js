/* The piece in hand: its shape, orientation and place; and the pieces to choose from. */

import { fill, h, pick, sentences, settings, t } from "../../play/public.js";
import { bl } from "./state.js";

const { game } = bl;

/** The change of a cell by each key: w and s flip top to bottom, a turns a quarter anticlockwise, d clockwise. */
const TURNS = { w: ([x, y]) => [x, -y], s: ([x, y]) => [x, -y], a: ([x, y]) => [y, -x], d: ([x, y]) => [-y, x] };

function toCorner(cells) {
  const left = Math.min(...cells.map(([x]) => x));
  const top = Math.min(...cells.map(([, y]) => y));
  return sorted(cells.map(([x, y]) => [x - left, y - top]));
}

bl.toCorner = toCorner;

const sorted = (cells) => [...cells].sort(([a, b], [c, d]) => a - c || b - d);

const reach = (cells) => [Math.max(...cells.map(([x]) => x)) + 1, Math.max(...cells.map(([, y]) => y)) + 1];

/** So many possible moves, in words. */
bl.movesText = (count) => t("bl.ways", { count });

/** Return the colours of the ruleset in their order; on a site, those of the cards. */
bl.order = () => bl.rulesets.get(game.rules)?.order ?? ["red", "green", "blue", "yellow"];

/** Return true if the colour to move has placed a shape. */
bl.isUsed = (shape) => (game.facts?.unused[game.facts.colour] ?? [shape]).indexOf(shape) < 0;

/** Return the cells of the piece in hand on the board; null without a piece in hand. */
bl.ghost = () => (bl.shape ? bl.turned.map(([x, y]) => [x + bl.x, y + bl.y]) : null);

/** Whether a person may place a piece now. */
bl.mayPlace = () => Boolean(game.facts?.colour) && !game.isBot(game.facts.to_move);

/** Take the piece in hand that a strong bot would place. */
bl.hint = ({ shape, cells }) => {
  bl.shape = shape;
  moveToCells(cells);
  bl.judge();
  document.querySelector(".bl-stage")?.focus({ preventScroll: true });
  return [shape];
};

/** Why a bot would place a piece: its cells, the free corners for its next ones, and the moves that it takes from the others. */
bl.why = ({ colour, cells }, { facts, after }) => {
  const taken = bl.order().map((other) => [other, other === colour ? 0 : facts.placements[other] - (after.placements[other] ?? 0)]);
  const [worst, count] = taken.reduce((most, one) => (one[1] > most[1] ? one : most));
  return sentences(t("bl.why.cells", { count: cells.length }), t("bl.why.corners", { count: after.corners[colour]?.length ?? 0 }),
    count > 0 ? t("bl.why.takes", { count, other: bl.colourName(worst) }) : "");
};

bl.putBack = () => { bl.shape = ""; };

/** Take a piece in hand, at a legal place if there is one. The piece in hand is put back. */
bl.choose = (shape) => {
  if (bl.shape === shape || !bl.mayPlace() || bl.isUsed(shape)) {
    bl.putBack();
    game.announce(t("bl.put-back"));
  } else {
    bl.shape = shape;
    bl.turned = toCorner(bl.cards.shapes.get(shape));
    const { length } = game.facts.board;
    [bl.x, bl.y] = [Math.floor((length - 3) / 2), Math.floor((length - 3) / 2)];
    const ways = bl.ways().get(shape) ?? [];
    const first = ways.find((cells) => bl.spot && hasCell(cells, bl.spot)) ?? ways[0];
    bl.spot = null;
    if (first) moveToCells(first);
  }
  game.redraw();
  bl.judge();
};

function moveToCells(cells) {
  bl.turned = toCorner(cells);
  [bl.x, bl.y] = [Math.min(...cells.map(([x]) => x)), Math.min(...cells.map(([, y]) => y))];
}

/** Move the piece in hand to its next legal placement. */
bl.next = () => {
  const ways = bl.ways().get(bl.shape) ?? [];
  if (!ways.length) return bl.judge();
  const current = JSON.stringify(bl.ghost());
  const at = ways.findIndex((cells) => JSON.stringify(sorted(cells)) === current);
  moveToCells(ways[(at + 1) % ways.length]);
  return moved();
};

/** Turn the piece around its middle. */
bl.turn = (key) => {
  const [wide, tall] = reach(bl.turned);
  bl.turned = toCorner(bl.turned.map(TURNS[key]));
  const [across, down] = reach(bl.turned);
  bl.x += Math.floor((wide - across) / 2);
  bl.y += Math.floor((tall - down) / 2);
  moved();
};

bl.slide = (right, down) => bl.moveTo(bl.x + right, bl.y + down);

/** Move the upper left corner of the piece to a cell, but keep the piece on the board. */
bl.moveTo = (x, y) => {
  [bl.x, bl.y] = [x, y];
  moved();
};

/** Move the middle of the piece to a point of the board, in cells. */
bl.moveMiddle = (x, y) => {
  const [across, down] = reach(bl.turned);
  const [left, top] = [Math.round(x - across / 2), Math.round(y - down / 2)];
  const before = [bl.x, bl.y];
  [bl.x, bl.y] = [left, top];
  keepOnBoard();
  if (before[0] !== bl.x || before[1] !== bl.y) moved();
};

function keepOnBoard() {
  const { length } = game.facts.board;
  const [across, down] = reach(bl.turned);
  bl.x = Math.max(0, Math.min(length - across, bl.x));
  bl.y = Math.max(0, Math.min(length - down, bl.y));
}

function moved() {
  keepOnBoard();
  bl.judge();
}

/** Report whether the placement is legal; if not, report the reason when the engine has answered. */
bl.judge = async () => {
  const cells = bl.ghost();
  bl.verdict = null;
  if (!cells || !game.facts?.colour) return bl.drawGhost();
  const legal = bl.isLegal(bl.shape, cells);
  const judged = bl.verdict = { legal, why: null };
  bl.drawGhost();
  if (legal) return game.announce(bl.ghostText());
  judged.why = await bl.askRefusal(bl.shape, cells);
  if (judged !== bl.verdict) return undefined; // the piece has moved on
  bl.drawGhost();
  return game.announce(bl.ghostText());
};

/** Return the piece in hand as text, and whether its placement is legal. */
bl.ghostText = () => {
  if (!bl.shape) return bl.turnText();
  const where = t("bl.ghost", { shape: bl.shape, column: bl.x, row: bl.y });
  const { legal, why } = bl.verdict ?? {};
  return `${where} ${legal ? t("bl.legal") : why ? pick(why, settings.language) : "…"}`;
};

/** Put the piece in hand back among the others. */
bl.drop = () => bl.choose(bl.shape);

/** Place the piece in hand at its place. */
bl.place = () => {
  const cells = bl.ghost();
  if (!cells) return;
  if (!bl.verdict?.legal) return void bl.judge();
  const turn = bl.withTime({ shape: bl.shape, cells });
  bl.putBack();
  void game.take(turn);
};

/** The free corners of the colour to move: those that the piece in hand can cover, or any piece. */
bl.corners = () => {
  const { colour, corners } = game.facts;
  const all = corners[colour] ?? [];
  return bl.shape ? all.filter((corner) => covers(bl.shape, corner)) : all;
};

const hasCell = (cells, [x, y]) => cells.some(([column, row]) => column === x && row === y);

const covers = (shape, cell) => (bl.ways().get(shape) ?? []).some((cells) => hasCell(cells, cell));

/** Light the pieces that can cover a free corner; none if the cell is no such corner. */
bl.light = (cell) => {
  const isCorner = bl.mayPlace() && hasCell(bl.corners(), cell);
  if (!isCorner && !bl.spot) return;
  bl.spot = isCorner ? cell : null;
  game.redraw();
};

// ---------------------------------------------------------------- the pieces

/** Make the hand: the pieces that the colour to move has left; those without a placement are faint. */
bl.panels.pieces = () => {
  const list = h("div", { class: "bl-pieces", role: "group", dataset: { rove: "pieces" } });
  const element = h("section", { class: "bl-tray" }, list);
  const draw = () => {
    const { colour } = game.facts ?? {};
    const ways = bl.ways();
    element.hidden = !colour;
    if (!colour) return;
    list.setAttribute("aria-label", t("bl.pieces", { colour: bl.colourName(colour) }));
    fill(list, [...bl.cards.shapes].filter(([shape]) => !bl.isUsed(shape)).map(([shape, cells]) => {
      const count = ways.get(shape)?.length ?? 0;
      const label = bl.movesText(count);
      const fits = bl.spot && covers(shape, bl.spot);
      return h("button", {
        type: "button", class: ["bl-piece", count ? "" : "bl-stuck", fits ? "play-can" : "", bl.shape === shape ? "play-is-picked" : ""].filter(Boolean).join(" "),
        disabled: !bl.mayPlace(), dataset: { hold: `piece-${shape}` },
        "aria-pressed": String(bl.shape === shape), "aria-label": `${shape}${t("list.and")}${label}`, title: `${shape}: ${label}`,
        onpointerdown: (event) => bl.dragFrom(event, shape),
        onclick: () => {
          bl.choose(shape);
          if (bl.shape) /** @type {HTMLElement} */ (document.querySelector(".bl-stage")).focus({ preventScroll: true });
        },
      }, bl.picture(bl.letter(colour), toCorner(cells)));
    }));
  };
  return { element, draw };
};
