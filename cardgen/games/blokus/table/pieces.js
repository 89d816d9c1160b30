/* The piece in hand: which it is, how it is turned, where it is; the pieces to choose from. */
"use strict";

(() => {
  const bl = cardgen.blokus;
  const { game } = bl;
  const { h, t } = cardgen;

  /** What each key does to a cell: w and s flip top to bottom, a turns a quarter anticlockwise, d clockwise. */
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

  /** The colours of the ruleset in their order; on a site, those of the cards. */
  bl.order = () => game.rulesets.get(game.rules)?.order ?? ["red", "green", "blue", "yellow"];

  /** Whether the colour to move has placed a shape. */
  bl.isUsed = (shape) => game.moves.slice(0, game.at).some((move) => move.colour === game.told?.colour && move.shape === shape);

  /** The cells of the piece in hand on the board; null with none in hand. */
  bl.ghost = () => (game.shape ? game.lies.map(([x, y]) => [x + game.x, y + game.y]) : null);

  bl.putBack = () => { game.shape = ""; };

  /** Takes a piece into the hand, where it can lie if it can; the one in hand goes back. */
  bl.choose = (shape) => {
    if (game.shape === shape || !game.told?.colour || bl.isUsed(shape)) {
      bl.putBack();
      bl.tell(t("bl.put-back"));
    } else {
      game.shape = shape;
      game.lies = toCorner(game.cards.shapes.get(shape));
      const { length } = game.told.board;
      [game.x, game.y] = [Math.floor((length - 3) / 2), Math.floor((length - 3) / 2)];
      const [first] = game.told.ways.get(shape) ?? [];
      if (first) layAt(first);
    }
    bl.redraw();
    bl.judge();
  };

  function layAt(cells) {
    game.lies = toCorner(cells);
    [game.x, game.y] = [Math.min(...cells.map(([x]) => x)), Math.min(...cells.map(([, y]) => y))];
  }

  /** The next way in which the piece in hand may lie. */
  bl.next = () => {
    const ways = game.told.ways.get(game.shape) ?? [];
    if (!ways.length) return bl.judge();
    const here = JSON.stringify(bl.ghost());
    const at = ways.findIndex((cells) => JSON.stringify(sorted(cells)) === here);
    layAt(ways[(at + 1) % ways.length]);
    return moved();
  };

  /** Turns the piece about its middle. */
  bl.turn = (key) => {
    const [wide, tall] = reach(game.lies);
    game.lies = toCorner(game.lies.map(TURNS[key]));
    const [across, down] = reach(game.lies);
    game.x += Math.floor((wide - across) / 2);
    game.y += Math.floor((tall - down) / 2);
    moved();
  };

  bl.slide = (right, down) => bl.moveTo(game.x + right, game.y + down);

  /** Moves the piece's upper left corner there, as far as the board goes. */
  bl.moveTo = (x, y) => {
    [game.x, game.y] = [x, y];
    moved();
  };

  /** Moves the piece so that its middle is at a point of the board, in cells. */
  bl.moveMiddle = (x, y) => {
    const [across, down] = reach(game.lies);
    const [left, top] = [Math.round(x - across / 2), Math.round(y - down / 2)];
    const before = [game.x, game.y];
    [game.x, game.y] = [left, top];
    keepOnBoard();
    if (before[0] !== game.x || before[1] !== game.y) moved();
  };

  function keepOnBoard() {
    const { length } = game.told.board;
    const [across, down] = reach(game.lies);
    game.x = Math.max(0, Math.min(length - across, game.x));
    game.y = Math.max(0, Math.min(length - down, game.y));
  }

  function moved() {
    keepOnBoard();
    bl.judge();
  }

  /** Says whether the piece may lie where it is, at once, and why not, as soon as the engine has told. */
  bl.judge = async () => {
    const cells = bl.ghost();
    game.verdict = null;
    if (!cells || !game.told?.colour) return bl.drawGhost();
    const legal = bl.isLegal(game.shape, cells);
    const judged = game.verdict = { legal, why: null };
    bl.drawGhost();
    if (legal) return bl.tell(bl.ghostText());
    judged.why = await bl.askRefusal(game.shape, cells);
    if (judged !== game.verdict) return undefined; // the piece has moved on
    bl.drawGhost();
    return bl.tell(bl.ghostText());
  };

  /** The piece in hand in words, and what the engine thinks of it. */
  bl.ghostText = () => {
    if (!game.shape) return bl.turnText();
    const where = t("bl.ghost", { shape: game.shape, column: game.x, row: game.y });
    const { legal, why } = game.verdict ?? {};
    return `${where} ${legal ? t("bl.legal") : why ? cardgen.pick(why, cardgen.settings.language) : "…"}`;
  };

  /** Lays the piece in hand where it is. */
  bl.place = () => {
    const cells = bl.ghost();
    if (!cells) return;
    if (game.verdict?.legal) bl.take({ shape: game.shape, cells }, ["stage"]);
    else bl.judge();
  };

  // ---------------------------------------------------------------- the pieces

  /** The pieces of the colour to move; those placed are ticked off, those that can lie nowhere are faint. */
  bl.piecesPanel = () => {
    const head = h("h2", {});
    const list = h("div", { class: "bl-pieces", role: "group" });
    const element = h("section", { class: "panel bl-choice-panel" }, head, list);
    const draw = () => {
      const { colour, ways } = game.told ?? {};
      element.hidden = !colour;
      if (!colour) return;
      head.textContent = t("bl.pieces", { colour: bl.colourName(colour) });
      list.setAttribute("aria-label", head.textContent);
      bl.fill(list, [...game.cards.shapes].map(([shape, cells]) => {
        const used = bl.isUsed(shape);
        const count = ways.get(shape)?.length ?? 0;
        const said = used ? t("bl.placed") : bl.movesText(count);
        return h("button", {
          type: "button", class: count ? "bl-piece" : "bl-piece bl-stuck", disabled: used, dataset: { hold: `piece-${shape}` },
          "aria-pressed": String(game.shape === shape), "aria-label": `${shape}${t("list.and")}${said}`, title: `${shape}: ${said}`,
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
