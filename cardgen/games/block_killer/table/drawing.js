/* Drawing cells: a colour and a pattern for each block, as symbols that every picture on the table uses. */
"use strict";

(() => {
  const bk = cardgen.blockKiller;
  const { s, t } = cardgen;

  /** The marks in a cell of side 100, by the names that the card data uses for them. */
  const PATTERNS = bk.PATTERNS = {
    "plain": "",
    "diagonal-down": "M28 17 83 72 72 83 17 28Z",
    "diagonal-up": "M17 72 72 17 83 28 28 83Z",
    "vertical": "M29 20h14v60H29ZM57 20h14v60H57Z",
    "horizontal": "M20 29h60v14H20ZM20 57h60v14H20Z",
    "dots": [32, 68].flatMap((x) => [32, 68].map((y) => `M${x - 11} ${y}a11 11 0 1 0 22 0a11 11 0 1 0-22 0Z`)).join(""),
    "ring": "M20 50a30 30 0 1 0 60 0a30 30 0 1 0-60 0ZM33 50a17 17 0 1 1 34 0a17 17 0 1 1-34 0Z",
    "cross": "M43 20h14v23h23v14H57v23H43V57H20V43h23Z",
    "diamond": "M50 20 80 50 50 80 20 50Z",
  };

  /** Whether marks on a colour are darker than it, or lighter. */
  function isLight(colour) {
    const [r, g, b] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18;
  }

  const symbol = (name, colour, pattern) => s("symbol", {
    id: `bk-${name}`, viewBox: "0 0 100 100", class: `bk-cell${isLight(colour) ? "" : " bk-dark"}`, style: { "--bk": colour },
  },
  s("rect", { class: "bk-ground", width: 100, height: 100 }),
  s("rect", { class: "bk-face", x: 3, y: 3, width: 94, height: 94, rx: 7 }),
  s("path", { class: "bk-light", d: "M6 94V6H94L84 16H16V84Z" }),
  PATTERNS[pattern] ? s("path", { class: "bk-marks", d: PATTERNS[pattern], "fill-rule": "evenodd" }) : null);

  /** The symbols of all cells, once on the page. */
  bk.symbols = () => s("svg", { class: "bk-symbols", width: 0, height: 0, "aria-hidden": "true" },
    symbol("garbage", "#5d6675", "plain"),
    [...bk.table.cards.blocks.values()].map(({ id, colour, pattern }) => symbol(id, colour, pattern)));

  /** One cell; y counts downwards. */
  bk.cell = (mark, x, y, more = {}) =>
    s("use", { href: `#bk-${mark === "#" ? "garbage" : mark}`, x, y, width: 1, height: 1, ...more });

  /** A block in one of its shapes, as a small picture of as many cells across and down as its box. */
  bk.blockPicture = (block, shape = 0) => {
    const { cells } = bk.table.cards.blocks.get(block).shapes[shape];
    const across = Math.max(...cells.map(([x]) => x)) + 1;
    const down = Math.max(...cells.map(([, y]) => y)) + 1;
    return s("svg", { class: "bk-block", viewBox: `-0.05 -0.05 ${across + 0.1} ${down + 0.1}`, "aria-hidden": "true",
      style: { "--across": across, "--down": down } }, cells.map(([x, y]) => bk.cell(block, x, down - 1 - y)));
  };

  /** A row as a small picture. */
  bk.rowPicture = (text) => s("svg", { class: "bk-strip", viewBox: `-0.1 -0.1 ${text.length + 0.2} 1.2`, "aria-hidden": "true" },
    s("rect", { class: "bk-well", x: -0.1, y: -0.1, width: text.length + 0.2, height: 1.2, rx: 0.12 }),
    [...text].map((mark, x) => (mark === "#" ? bk.cell("#", x, 0) : "")));

  /** The outline of cells as one path; y counts downwards from `top`. */
  bk.outline = (cells, top) => {
    const filled = new Set(cells.map(([x, y]) => `${x},${y}`));
    const has = (x, y) => filled.has(`${x},${y}`);
    return cells.flatMap(([x, y]) => {
      const down = top - y;
      return [
        has(x, y + 1) ? "" : `M${x} ${down}h1`, has(x, y - 1) ? "" : `M${x} ${down + 1}h1`,
        has(x - 1, y) ? "" : `M${x} ${down}v1`, has(x + 1, y) ? "" : `M${x + 1} ${down}v1`,
      ];
    }).join("");
  };

  /** A field in words, row by row from the floor. */
  bk.describe = (field) => field.length === 0 ? [t("bk.field.empty")] : field.map((row, y) => {
    const full = row.every(Boolean);
    const empty = !row.some(Boolean);
    const marks = row.map((mark) => (mark === "#" ? "#" : mark || ".")).join("");
    return t(full ? "bk.field.full" : empty ? "bk.field.none" : "bk.field.row",
      { row: y, columns: row.flatMap((mark, x) => (mark ? [] : [x])).join(", "), marks });
  });
})();
