/* The placements one by one, the game in writing, and as a link that holds everything. */
"use strict";

(() => {
  const bl = cardgen.blokus;
  const { game } = bl;
  const { h, t } = cardgen;

  // ---------------------------------------------------------------- writing

  const cellsText = (cells) => cells.map(([x, y]) => `(${x},${y})`).join("");
  const written = () => game.moves.slice(0, game.at).map(({ colour, shape, cells }) => `${colour} ${shape} ${cellsText(cells)}\n`).join("")
    + (game.told && !game.told.colour && game.told.standings.length && game.at
      ? `scores ${game.told.standings.map(({ score }) => score).join(" ")}\n` : "");

  /** The moves of a log: what the engine has gone through, or what a site is given. Null when it cannot be read. */
  bl.readLog = (log) => {
    const entries = log.split("\n").flatMap((text) => text.split("#")[0].split(";")).map((entry) => entry.trim());
    const moves = entries.filter((entry) => entry && !/^(\S+\s+pass|scores(\s+-?\d+)+)$/.test(entry)).map(readEntry);
    return moves.includes(null) ? null : moves;
  };

  function readEntry(entry) {
    const found = /^(red|green|blue|yellow)\s+([A-Z]\d)\s*((?:\(\s*\d+\s*,\s*\d+\s*\)\s*)+)$/.exec(entry);
    if (!found) return null;
    const cells = [...found[3].matchAll(/(\d+)\s*,\s*(\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    return moveOf(found[1], found[2], cells);
  }

  const moveOf = (colour, shape, cells) =>
    ({ colour, shape, cells: cells.sort(([a, b], [c, d]) => a - c || b - d), milliseconds: 0, automatic: false });

  const COLOURS = { R: "red", G: "green", B: "blue", Y: "yellow" };

  /** The moves for an address: `RV5-0010202122`, a digit of base 36 a number. */
  bl.packMoves = (moves) => moves.map(({ colour, shape, cells }) =>
    `${bl.letter(colour)}${shape}-${cells.flat().map((each) => each.toString(36)).join("")}`).join("_");

  /** The same as a log; null when it is none. */
  function unpack(text) {
    const lines = text.split("_").filter(Boolean).map((word) => {
      const found = /^([RGBY])([A-Z]\d)-((?:[0-9a-j]{2})+)$/.exec(word);
      if (!found) return null;
      const cells = (found[3].match(/../g) ?? []).map((pair) => [...pair].map((digit) => parseInt(digit, 36)));
      return `${COLOURS[found[1]]} ${found[2]} ${cellsText(cells)}`;
    });
    return lines.includes(null) ? null : lines.join("\n");
  }

  /** Opens what a link holds. What cannot be read is said, and the table stays as it is. */
  bl.open = async ({ rules = "", moves = "", seed = "" }) => {
    const known = cardgen.state.catalog.game.rulesets;
    const wanted = rules || known[0];
    const log = unpack(moves);
    const here = (key, values) => ({ [cardgen.settings.language]: t(key, values) });
    if (!known.includes(wanted)) return refuse(here("bl.bad-rules", { rules: wanted }));
    if (log === null || !/^\d{0,9}$/.test(seed)) return refuse(here("bl.bad-link"));
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
    if (!game.told) await bl.show();
    game.fault = fault;
    bl.redraw();
    bl.tell(cardgen.pick(fault, cardgen.settings.language));
  }

  // ---------------------------------------------------------------- panels

  /** A placement in words, its number first. */
  bl.moveName = (index) => {
    const { colour, shape, cells } = game.moves[index];
    return `${index + 1}. ${bl.colourName(colour)} ${shape} ${cellsText(cells.slice(0, 1))}`;
  };

  /** Every placement, to go back to; and who was out after it. */
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
        step(index + 1, `${bl.colourName(move.colour)} ${move.shape}`, move, cardgen.site ? [] : bl.outBy(index))));
      const current = list.querySelector("[aria-current]");
      if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    };
    return { element, draw };
  };

  /** The game in writing, to copy, and to be replaced by another. */
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
      if (now === shown) return; // what is being typed stays
      shown = text.value = now;
    };
    return { element, draw };
  };

  /** Saves the position as a picture that the server draws. */
  async function download() {
    const play = written().split("\n").filter((text) => !text.startsWith("scores")).join(";");
    const { status, data } = await cardgen.post("api/draw", { play, rules: game.rules });
    if (status !== 200) return cardgen.toast(data?.error?.message || t("bl.unreachable"));
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
