/* The data of cards that the table needs, from the catalog's details: rows, shapes, colours and patterns. */

import { detail, pick, settings, state, t } from "../../play/public.js";
import { bk } from "./state.js";

const TURNS = ["0", "R", "2", "L"];

/** The garbage and block cards by id, and how many columns a row has. */
bk.readCards = async () => {
  const cards = { garbage: new Map(), blocks: new Map(), width: 10 };
  const wanted = state.catalog.cards.filter(({ deck }) => deck in cards);
  const details = await Promise.all(wanted.map(({ key }) => detail(key)));
  wanted.forEach((card, index) => {
    const fields = Object.fromEntries(details[index].fields.map(({ name, value }) => [name, value]));
    const read = card.deck === "garbage" ? readGarbage : readBlock;
    cards[card.deck].set(card.id, { id: card.id, names: card.names, copies: card.copies, ...read(fields, card) });
  });
  for (const { row } of cards.garbage.values()) cards.width = row.length;
  return cards;
};

/** A card in words. All garbage cards of one kind have the same name. */
bk.cardTitle = (id) => {
  const { garbage, blocks } = bk.table.cards;
  const name = pick((garbage.get(id) ?? blocks.get(id))?.names, settings.language);
  return garbage.has(id) ? `${name} ${id}` : name || id;
};

const reversed = (row) => [...row].reverse().join("");

/** `turned` is the notation of the turned card; the same as its id if both ways look the same. */
function readGarbage({ row = "", turned = "" }, { id, kind }) {
  return { row, turned: turned || id, merges: kind === "checkerboard" };
}

function readBlock({ cells = [], colour = "#888888", pattern = "plain" }) {
  const shapes = [];
  let shape = drawn(cells);
  for (const name of TURNS) {
    if (!shapes.some((other) => other.key === keyOf(shape))) shapes.push({ name, cells: shape, key: keyOf(shape) });
    shape = toOrigin(shape.map(([x, y]) => [y, -x])); // a quarter turn clockwise
  }
  return { colour, pattern, shapes };
}

/** A drawing, top row first, as cells [x, y], y up. */
const drawn = (rows) =>
  toOrigin(rows.flatMap((row, down) => [...row].flatMap((mark, x) => (mark === "#" ? [[x, rows.length - 1 - down]] : []))));

function toOrigin(cells) {
  const left = Math.min(...cells.map(([x]) => x));
  const low = Math.min(...cells.map(([, y]) => y));
  return cells.map(([x, y]) => [x - left, y - low]);
}

const keyOf = (cells) => toOrigin(cells).map(([x, y]) => `${x},${y}`).sort().join(" ");

/** The index of the shape, of those of a block, that the cells have; -1 for none. */
bk.shapeOf = (shapes, cells) => shapes.findIndex(({ key }) => key === keyOf(cells));

/** A laid row as text, `#` filled, `.` a hole. */
bk.rowText = ({ code, turned, solid }) => {
  const { garbage, width } = bk.table.cards;
  const row = garbage.get(code)?.row ?? ".".repeat(width);
  return solid ? "#".repeat(width) : turned ? reversed(row) : row;
};

/** The notation of a row: `1-0`, `1-0~`, `x+x`. */
bk.rowCode = ({ code, turned, solid }) =>
  solid ? `${code}+${code}` : turned ? bk.table.cards.garbage.get(code)?.turned ?? `${code}~` : code;

/** The row {code, turned} of a card given as ten characters, or null. */
bk.rowOf = (text, turned = false) => {
  for (const [code, { row }] of bk.table.cards.garbage) {
    if (row === text || reversed(row) === text) {
      const other = row !== text;
      return { code, turned: row !== reversed(row) && other !== turned, solid: false };
    }
  }
  return null;
};

/** The holes of a row in words. */
bk.holes = (text) => {
  const columns = [...text].flatMap((mark, x) => (mark === "#" ? [] : [x]));
  return columns.length ? t("bk.holes", { columns: columns.join(", ") }) : t("bk.solid");
};
