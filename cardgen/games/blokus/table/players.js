/* The colours: their remaining cells and moves, which of them are out or play automatically, and the result. */
"use strict";

(() => {
  const bl = cardgen.blokus;
  const { game } = bl;
  const { h, t } = cardgen;

  const made = () => game.moves.slice(0, game.at);

  /** Return the colours between two in the order of turns, which were skipped; if `to` is null, all of them, `from` last. */
  function between(from, to) {
    const order = bl.order();
    const start = order.indexOf(from);
    const round = [...order.slice(start + 1), ...order.slice(0, start + 1)];
    return to === null ? round : round.slice(0, round.indexOf(to));
  }

  /** Return the colours that are out after the first `count` placements. A colour that is skipped once stays out. */
  function outAfter(count) {
    const moves = game.moves.slice(0, count);
    const next = game.moves[count]?.colour ?? (count === game.at ? game.facts?.colour : undefined);
    const gone = new Set();
    moves.forEach((move, index) => {
      const after = moves[index + 1]?.colour ?? next;
      if (after !== undefined) for (const skipped of between(move.colour, after)) gone.add(skipped);
    });
    return gone;
  }

  bl.out = () => (cardgen.noEngine ? new Set() : outAfter(game.at));

  /** Return the colours that are out since a placement, counted from 0. */
  bl.outBy = (index) => {
    const before = outAfter(index);
    return [...outAfter(index + 1)].filter((colour) => !before.has(colour));
  };

  /** Return the colours that were just skipped as text; "" if there are none. */
  bl.skipText = () => {
    const gone = game.at && !cardgen.noEngine ? bl.outBy(game.at - 1) : [];
    return gone.length && game.facts?.colour ? t("bl.skipped", { colours: gone.map(bl.colourName).join(t("bl.and")) }) : "";
  };

  /** Return whose turn it is, or that the game is over, as text. */
  bl.turnText = () => {
    const { colour, ways } = game.facts ?? {};
    if (!colour) return game.facts && !cardgen.noEngine ? `${t("bl.over")} ${winners()}` : "";
    const count = [...ways.values()].reduce((sum, all) => sum + all.length, 0);
    return t(game.at < bl.order().length ? "bl.turn.first" : "bl.turn", { colour: bl.colourName(colour), moves: bl.movesText(count) });
  };

  function winners() {
    const seats = game.rulesets.get(game.rules).seats;
    const names = ({ player }) => seats[player].map(bl.colourName).join(t("bl.and"));
    const first = game.facts.standings.filter(({ rank }) => rank === 1).map(names);
    return t(first.length > 1 ? "bl.tie" : "bl.winner", { players: first.join(t("bl.and")) });
  }

  bl.playersPanel = () => {
    const body = h("div", { class: "bl-players" });
    const element = h("section", { class: "panel" }, h("h2", {}, t("bl.players")), body);
    const draw = bl.drawPlayers = () => {
      const { colour, standings = [], ways } = game.facts ?? {};
      const out = bl.out();
      const seats = game.rulesets.get(game.rules)?.seats ?? bl.order().map((own) => [own]);
      const over = Boolean(game.facts) && !colour && !cardgen.noEngine;
      const all = [...game.cards.shapes.values()].reduce((sum, cells) => sum + cells.length, 0);
      const left = (own) => all - made().filter((move) => move.colour === own).reduce((sum, move) => sum + move.cells.length, 0);
      const row = (own, seat) => {
        const count = own === colour ? [...ways.values()].reduce((sum, all) => sum + all.length, 0) : game.counts.get(own);
        const can = typeof count === "number" ? bl.movesText(count) : "…";
        const text = out.has(own) ? t("bl.out") : cardgen.noEngine ? "" : can;
        return h("tr", { class: own === colour ? "bl-to-move" : "", "aria-current": own === colour ? "true" : null },
          h("th", { scope: "row" }, bl.picture(bl.letter(own), [[0, 0]]), " ", bl.colourName(own)),
          seats.length < bl.order().length ? h("td", { class: "bl-figure" }, seat + 1) : "",
          h("td", { class: "bl-figure" }, left(own)),
          h("td", {}, text),
          cardgen.noEngine ? "" : h("td", {}, h("label", {}, h("input", {
            type: "checkbox", checked: game.automatic.has(own), disabled: over, dataset: { hold: `auto-${own}` },
            "aria-label": t("bl.automatic.of", { colour: bl.colourName(own) }),
            onchange: (event) => {
              if (event.target.checked) game.automatic.add(own);
              else game.automatic.delete(own);
              bl.goOn();
            },
          }))));
      };
      const many = seats.length < bl.order().length;
      bl.fill(body,
        h("table", {}, h("thead", {}, h("tr", {},
          h("th", { scope: "col" }, t("bl.colour")), many ? h("th", { scope: "col", class: "bl-figure" }, t("bl.seat")) : "",
          h("th", { scope: "col", class: "bl-figure" }, t("bl.left")), h("th", { scope: "col" }, t("bl.can")),
          cardgen.noEngine ? "" : h("th", { scope: "col" }, t("bl.automatic")))),
        h("tbody", {}, bl.order().map((own) => row(own, seats.findIndex((seat) => seat.includes(own)))))),
        cardgen.noEngine || over ? "" : h("div", { class: "row" },
          h("button", { type: "button", dataset: { hold: "random" }, disabled: !colour, onclick: () => bl.take(null, ["random"]) },
            h("span", { "aria-hidden": "true" }, "⚂"), t("bl.random")),
          h("button", { type: "button", dataset: { hold: "finish" }, disabled: !colour, onclick: () => {
            for (const own of bl.order()) game.automatic.add(own);
            bl.drawPlayers();
            bl.goOn();
          } }, h("span", { "aria-hidden": "true" }, "»"), t("bl.finish"))),
        over ? result(standings, seats) : "");
    };
    return { element, draw };
  };

  /** Return the ranks, best first. */
  function result(standings, seats) {
    const points = game.rulesets.get(game.rules).score === "official-bonus";
    const sorted = [...standings].sort((one, other) => one.rank - other.rank);
    return h("div", { class: "bl-result" }, h("h3", {}, t("bl.result")), h("ol", {}, sorted.map(({ player, rank, score, remaining }) =>
      h("li", {}, h("strong", {}, t("bl.rank", { n: rank })), " ",
        seats[player].map((colour) => [bl.picture(bl.letter(colour), [[0, 0]]), " ", bl.colourName(colour), " "]),
        t(points ? "bl.points" : "bl.cells", { count: points ? score : remaining })))));
  }
})();
