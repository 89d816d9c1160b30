/* The drawing of cells: a colour and a pattern for each block, as symbols that all pictures of the table use. */

import { s, squares, t } from "../../play/public.js";
import { bk } from "./state.js";

/** The symbols of all cells, once on the page. */
bk.symbols = () => squares.symbols([
  { id: "bk-garbage", colour: "#5d6675", pattern: "plain" },
  ...[...bk.table.cards.blocks.values()].map(({ id, colour, pattern }) => ({ id: `bk-${id}`, colour, pattern })),
]);

/** One cell; y counts downwards. */
bk.cell = (mark, x, y, more = {}) => squares.cell(`bk-${mark === "#" ? "garbage" : mark}`, x, y, more);

/** A small picture of a block in one of its shapes. */
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
bk.outline = (cells, top) => squares.outline(cells.map(([x, y]) => [x, top - y]));

/** A field in words, row by row from the floor. */
bk.describe = (field) => field.length === 0 ? [t("bk.field.empty")] : field.map((row, y) => {
  const full = row.every(Boolean);
  const empty = !row.some(Boolean);
  const marks = row.map((mark) => (mark === "#" ? "#" : mark || ".")).join("");
  return t(full ? "bk.field.full" : empty ? "bk.field.none" : "bk.field.row",
    { row: y, columns: row.flatMap((mark, x) => (mark ? [] : [x])).join(", "), marks });
});
