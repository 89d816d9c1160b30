/* The list of placements, the log of the game as text, and the game as a link. */
"use strict";

(() => {
  const bl = cardgen.blokus;
  const { game } = bl;
  const { h, t } = cardgen;

  // ---------------------------------------------------------------- writing

  const cellsText = (cells) => cells.map(([x, y]) => `(${x},${y})`).join("");
  const written = () => game.moves.slice(0, game.at).map(({ colour, shape, cells }) => `${colour} ${shape} ${cellsText(cells)}\n`).join("")
    + (game.facts && !game.facts.colour && game.facts.standings.length && game.at
      ? `scores ${game.facts.standings.map(({ score }) => score).join(" ")}\n` : "");

  /** Return the moves of a log, which the engine has checked unless this is a site. Null if it cannot be read. */
  bl.readLog = (log) => {
    const entries = log.split("\n").flatMap((text) => text.split("#")[0].split(";")).map((entry) => entry.trim());
    const moves = entries.filter((entry) => entry && !/^(\S+\s+pass|scores(\s+-?\d+)+)$/.test(entry)).map(readEntry);
    return moves.includes(null) ? null : moves;
  };

  function readEntry(entry) {
    const match = /^(red|green|blue|yellow)\s+([A-Z]\d)\s*((?:\(\s*\d+\s*,\s*\d+\s*\)\s*)+)$/.exec(entry);
    if (!match) return null;
    const cells = [...match[3].matchAll(/(\d+)\s*,\s*(\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    return moveOf(match[1], match[2], cells);
  }

  const moveOf = (colour, shape, cells) =>
    ({ colour, shape, cells: cells.sort(([a, b], [c, d]) => a - c || b - d), milliseconds: 0, automatic: false });

  const COLOURS = { R: "red", G: "green", B: "blue", Y: "yellow" };

  /** Return the moves for an address: `RV5-0010202122`, one digit of base 36 for each number. */
  bl.packMoves = (moves) => moves.map(({ colour, shape, cells }) =>
    `${bl.letter(colour)}${shape}-${cells.flat().map((number) => number.toString(36)).join("")}`).join("_");

  /** Return the log of packed moves; null if they are invalid. */
  function unpack(text) {
    const lines = text.split("_").filter(Boolean).map((word) => {
      const match = /^([RGBY])([A-Z]\d)-((?:[0-9a-j]{2})+)$/.exec(word);
      if (!match) return null;
      const cells = (match[3].match(/../g) ?? []).map((pair) => [...pair].map((digit) => parseInt(digit, 36)));
      return `${COLOURS[match[1]]} ${match[2]} ${cellsText(cells)}`;
    });
    return lines.includes(null) ? null : lines.join("\n");
  }

  /** Open the game of a link. If it cannot be read, report this and leave the table as it is. */
  bl.open = async ({ rules = "", moves = "", seed = "" }) => {
    const { rulesets } = cardgen.state.catalog.game;
    const wanted = rules || rulesets[0];
    const log = unpack(moves);
    const inLanguage = (key, values) => ({ [cardgen.settings.language]: t(key, values) });
    if (!rulesets.includes(wanted)) return refuse(inLanguage("bl.bad-rules", { rules: wanted }));
    if (log === null || !/^\d{0,9}$/.test(seed)) return refuse(inLanguage("bl.bad-link"));
    return openLog(wanted, log, Number(seed || 1));
  };

  async function openLog(rules, log, seed) {
    const turn = ++game.shown;
    const { moves, fault } = await bl.verify(rules, log);
    if (turn !== game.shown) return undefined;
    if (fault) return refuse(fault);
    Object.assign(game, { rules, seed, moves, at: moves.length, fault: null });
    game.automatic.clear();
    bl.putBack();
    return bl.show();
  }

  async function refuse(fault) {
    game.fault = null;
    if (!game.facts) await bl.show();
    game.fault = fault;
    bl.redraw();
    bl.announce(cardgen.pick(fault, cardgen.settings.language));
  }

  // ---------------------------------------------------------------- panels

  /** Return a placement as text, its number first. */
  bl.moveName = (index) => {
    const { colour, shape, cells } = game.moves[index];
    return `${index + 1}. ${bl.colourName(colour)} ${shape} ${cellsText(cells.slice(0, 1))}`;
  };

  /** Make the panel that lists the placements, with the colours that are out after each. */
  bl.stepsPanel = () => {
    const list = h("ol", { class: "bl-step-list" });
    const element = h("section", { class: "panel" }, h("h2", {}, t("bl.steps")), list);
    const step = (at, text, move, gone = []) => h("li", { class: at > game.at ? "bl-undone" : "" },
      h("button", {
        type: "button", class: "plain", "aria-current": at === game.at ? "step" : null, dataset: { hold: `step-${at}` },
        onclick: () => bl.travel(at),
      }, h("span", { class: "bl-step-number", "aria-hidden": "true" }, at), move ? bl.picture(bl.letter(move.colour), [[0, 0]]) : "", text,
      move?.automatic ? h("span", { class: "quiet" }, t("bl.by-chance")) : ""),
      gone.length ? h("p", { class: "quiet bl-gone" }, t("bl.gone", { colours: gone.map(bl.colourName).join(t("bl.and")) })) : "");
    const draw = () => {
      bl.fill(list, step(0, t("bl.start"), null), game.moves.map((move, index) =>
        step(index + 1, `${bl.colourName(move.colour)} ${move.shape}`, move, cardgen.noEngine ? [] : bl.outBy(index))));
      const current = list.querySelector("[aria-current]");
      if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    };
    return { element, draw };
  };

  /** Make the panel with the log as text, to copy it or to open another one. */
  bl.logPanel = () => {
    const text = h("textarea", { class: "mono", rows: 8, spellcheck: "false", id: "bl-log", lang: "en", dataset: { hold: "log" } });
    const copy = h("button", { type: "button", dataset: { hold: "copy" }, onclick: () => copyText(text) }, t("bl.copy"));
    const open = h("button", { type: "button", dataset: { hold: "open" }, onclick: () => openLog(game.rules, text.value, game.seed) },
      t("bl.open"));
    const save = cardgen.site ? "" : h("button", { type: "button", dataset: { hold: "picture" }, onclick: download }, t("bl.picture"));
    const element = h("section", { class: "panel bl-log" }, h("h2", {}, t("bl.log")),
      h("label", { class: "above", for: "bl-log" }, t("bl.log.hint")), text, h("div", { class: "row" }, copy, open, save));
    let shown = null;
    const draw = () => {
      const now = written();
      if (now === shown) return; // keep what is being typed
      shown = text.value = now;
    };
    return { element, draw };
  };

  /** Save a picture of the position, drawn by the server. */
  async function download() {
    const play = written().split("\n").filter((text) => !text.startsWith("scores")).join(";");
    const { status, data } = await cardgen.post("api/draw", { play, rules: game.rules });
    if (status !== 200) return cardgen.toast(cardgen.whyRefused(data) || t("bl.unreachable"));
    const address = URL.createObjectURL(new Blob([data], { type: "image/svg+xml" }));
    h("a", { href: address, download: "board.svg" }).click();
    return setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  async function copyText(field) {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select(); // a page without a secure address may not write there
      document.execCommand?.("copy");
    }
    cardgen.toast(t("bl.copied"));
  }
})();
