/* The piece in hand: its shape, orientation and place; and the pieces to choose from. */
"use strict";

(() => {
  const bl = cardgen.blokus;
  const { game } = bl;
  const { h, t } = cardgen;

  /** The change of a cell by each key: w and s flip top to bottom, a turns a quarter anticlockwise, d clockwise. */
  const TURNS = { w: ([x, y]) => [x, -y], s: ([x, y]) => [x, -y], a: ([x, y]) => [y, -x], d: ([x, y]) => [-y, x] };

  function toCorner(cells) {
    const left = Math.min(...cells.map(([x]) => x));
    const top = Math.min(...cells.map(([, y]) => y));
    return sorted(cells.map(([x, y]) => [x - left, y - top]));
  }

  const sorted = (cells) => [...cells].sort(([a, b], [c, d]) => a - c || b - d);

  const reach = (cells) => [Math.max(...cells.map(([x]) => x)) + 1, Math.max(...cells.map(([, y]) => y)) + 1];

  /** So many possible moves, in words. */
  bl.movesText = (count) => t("bl.ways", { count });

  /** Return the colours of the ruleset in their order; on a site, those of the cards. */
  bl.order = () => game.rulesets.get(game.rules)?.order ?? ["red", "green", "blue", "yellow"];

  /** Return true if the colour to move has placed a shape. */
  bl.isUsed = (shape) => game.moves.slice(0, game.at).some((move) => move.colour === game.facts?.colour && move.shape === shape);

  /** Return the cells of the piece in hand on the board; null without a piece in hand. */
  bl.ghost = () => (game.shape ? game.turned.map(([x, y]) => [x + game.x, y + game.y]) : null);

  bl.putBack = () => { game.shape = ""; };

  /** Take a piece in hand, at a legal place if there is one. The piece in hand is put back. */
  bl.choose = (shape) => {
    if (game.shape === shape || !game.facts?.colour || bl.isUsed(shape)) {
      bl.putBack();
      bl.announce(t("bl.put-back"));
    } else {
      game.shape = shape;
      game.turned = toCorner(game.cards.shapes.get(shape));
      const { length } = game.facts.board;
      [game.x, game.y] = [Math.floor((length - 3) / 2), Math.floor((length - 3) / 2)];
      const [first] = game.facts.ways.get(shape) ?? [];
      if (first) moveToCells(first);
    }
    bl.redraw();
    bl.judge();
  };

  function moveToCells(cells) {
    game.turned = toCorner(cells);
    [game.x, game.y] = [Math.min(...cells.map(([x]) => x)), Math.min(...cells.map(([, y]) => y))];
  }

  /** Move the piece in hand to its next legal placement. */
  bl.next = () => {
    const ways = game.facts.ways.get(game.shape) ?? [];
    if (!ways.length) return bl.judge();
    const current = JSON.stringify(bl.ghost());
    const at = ways.findIndex((cells) => JSON.stringify(sorted(cells)) === current);
    moveToCells(ways[(at + 1) % ways.length]);
    return moved();
  };

  /** Turn the piece around its middle. */
  bl.turn = (key) => {
    const [wide, tall] = reach(game.turned);
    game.turned = toCorner(game.turned.map(TURNS[key]));
    const [across, down] = reach(game.turned);
    game.x += Math.floor((wide - across) / 2);
    game.y += Math.floor((tall - down) / 2);
    moved();
  };

  bl.slide = (right, down) => bl.moveTo(game.x + right, game.y + down);

  /** Move the upper left corner of the piece to a cell, but keep the piece on the board. */
  bl.moveTo = (x, y) => {
    [game.x, game.y] = [x, y];
    moved();
  };

  /** Move the middle of the piece to a point of the board, in cells. */
  bl.moveMiddle = (x, y) => {
    const [across, down] = reach(game.turned);
    const [left, top] = [Math.round(x - across / 2), Math.round(y - down / 2)];
    const before = [game.x, game.y];
    [game.x, game.y] = [left, top];
    keepOnBoard();
    if (before[0] !== game.x || before[1] !== game.y) moved();
  };

  function keepOnBoard() {
    const { length } = game.facts.board;
    const [across, down] = reach(game.turned);
    game.x = Math.max(0, Math.min(length - across, game.x));
    game.y = Math.max(0, Math.min(length - down, game.y));
  }

  function moved() {
    keepOnBoard();
    bl.judge();
  }

  /** Report whether the placement is legal; if not, report the reason when the engine has answered. */
  bl.judge = async () => {
    const cells = bl.ghost();
    game.verdict = null;
    if (!cells || !game.facts?.colour) return bl.drawGhost();
    const legal = bl.isLegal(game.shape, cells);
    const judged = game.verdict = { legal, why: null };
    bl.drawGhost();
    if (legal) return bl.announce(bl.ghostText());
    judged.why = await bl.askRefusal(game.shape, cells);
    if (judged !== game.verdict) return undefined; // the piece has moved on
    bl.drawGhost();
    return bl.announce(bl.ghostText());
  };

  /** Return the piece in hand as text, and whether its placement is legal. */
  bl.ghostText = () => {
    if (!game.shape) return bl.turnText();
    const where = t("bl.ghost", { shape: game.shape, column: game.x, row: game.y });
    const { legal, why } = game.verdict ?? {};
    return `${where} ${legal ? t("bl.legal") : why ? cardgen.pick(why, cardgen.settings.language) : "…"}`;
  };

  /** Place the piece in hand at its place. */
  bl.place = () => {
    const cells = bl.ghost();
    if (!cells) return;
    if (game.verdict?.legal) bl.take({ shape: game.shape, cells }, ["stage"]);
    else bl.judge();
  };

  // ---------------------------------------------------------------- the pieces

  /** Make the panel of the pieces of the colour to move: placed ones are marked, those without a placement are faint. */
  bl.piecesPanel = () => {
    const head = h("h2", {});
    const list = h("div", { class: "bl-pieces", role: "group" });
    const element = h("section", { class: "panel bl-choice-panel" }, head, list);
    const draw = () => {
      const { colour, ways } = game.facts ?? {};
      element.hidden = !colour;
      if (!colour) return;
      head.textContent = t("bl.pieces", { colour: bl.colourName(colour) });
      list.setAttribute("aria-label", head.textContent);
      bl.fill(list, [...game.cards.shapes].map(([shape, cells]) => {
        const used = bl.isUsed(shape);
        const count = ways.get(shape)?.length ?? 0;
        const label = used ? t("bl.placed") : bl.movesText(count);
        return h("button", {
          type: "button", class: count ? "bl-piece" : "bl-piece bl-stuck", disabled: used, dataset: { hold: `piece-${shape}` },
          "aria-pressed": String(game.shape === shape), "aria-label": `${shape}${t("list.and")}${label}`, title: `${shape}: ${label}`,
          onclick: () => {
            bl.choose(shape);
            if (!game.shape) return;
            const stage = /** @type {HTMLElement} */ (document.querySelector(".bl-stage"));
            stage.focus({ preventScroll: true });
            if (stage.getBoundingClientRect().bottom < 0.6 * stage.offsetHeight) stage.scrollIntoView(); // in a narrow window
          },
        }, bl.picture(bl.letter(colour), toCorner(cells)), h("span", {}, used ? "✓ " : "", shape));
      }));
    };
    return { element, draw };
  };
})();
