/* The data of the cards that the table uses: the shapes, and the colour and pattern of each colour. */

import { detail, pick, s, settings, squares, state } from "../../play/public.js";
import { bl } from "./state.js";

const fieldsOf = async (card) =>
  Object.fromEntries((await detail(card.key)).fields.map(({ name, value }) => [name, value]));

/** Read the shapes by name (cells [x, y]), the colours by letter (names, colour, pattern), and the fields of the board. */
bl.readCards = async () => {
  const { cards } = state.catalog;
  const aids = cards.filter(({ deck }) => deck === "aids");
  const pieces = cards.filter(({ deck }) => deck === "pieces");
  // The pieces of a colour are in sequence; all colours have the same shapes.
  const first = pieces.slice(0, pieces.length / Math.max(1, aids.length));
  const board = cards.filter(({ deck }) => deck === "board").slice(0, 1);
  const [looks, fields, [plan = {}]] = await Promise.all([aids, first, board].map((some) => Promise.all(some.map(fieldsOf))));
  return {
    board: plan,
    colours: new Map(aids.map((card, index) => [card.id, { names: card.names, ...looks[index] }])),
    shapes: new Map(fields.map(({ shape, cells }) => [shape, drawn(cells)])),
    pieces: new Map(fields.map(({ shape }, index) => [shape, first[index]])),
  };
};

const drawn = (rows) => rows.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "#" ? [[x, y]] : [])));

bl.letter = (colour) => colour[0].toUpperCase();

/** Return a colour's name in the language of the interface. */
bl.colourName = (colour) => pick(bl.cards.colours.get(bl.letter(colour))?.names, settings.language) || colour;

const look = (letter) => `bl-${letter}`;

/** Return the symbols of all cells, which are once on the page. */
bl.symbols = () => squares.symbols([...bl.cards.colours].map(([letter, { colour, pattern }]) =>
  ({ id: look(letter), colour, pattern })));

/** Return one cell of a colour, by its letter. */
bl.cell = (letter, x, y, more = {}) => squares.cell(look(letter), x, y, more);

/** Return cells as a small picture of their own size. */
bl.picture = (letter, cells) => {
  const across = Math.max(...cells.map(([x]) => x)) + 1;
  const down = Math.max(...cells.map(([, y]) => y)) + 1;
  return s("svg", { class: "bl-shape sight", viewBox: `-0.05 -0.05 ${across + 0.1} ${down + 0.1}`, "aria-hidden": "true",
    style: { "--across": across, "--down": down } }, cells.map(([x, y]) => bl.cell(letter, x, y)));
};
