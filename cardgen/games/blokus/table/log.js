/* Placements in words and in notation, the game as a readable link, and its picture. */

import { h, noEngine, post, t, toast, whyRefused } from "../../play/public.js";
import { bl } from "./state.js";

const { game } = bl;

const cellsText = (cells) => cells.map(([x, y]) => `(${x},${y})`).join("");

/** Placements as a log, without an engine. */
bl.writeMoves = (moves) => moves.map(({ colour, shape, cells }) => `${colour} ${shape} ${cellsText(cells)}\n`).join("");

/** Return the moves of a log that no engine has checked. Null if it cannot be read. */
bl.readLog = (log) => {
  const entries = log.split("\n").flatMap((text) => text.split("#")[0].split(";")).map((entry) => entry.trim());
  const moves = entries.filter((entry) => entry && !/^(\S+\s+pass|scores(\s+-?\d+)+)$/.test(entry)).map(readEntry);
  return moves.includes(null) ? null : moves;
};

function readEntry(entry) {
  const match = /^(red|green|blue|yellow)\s+([A-Z]\d)\s*((?:\(\s*\d+\s*,\s*\d+\s*\)\s*)+)$/.exec(entry);
  if (!match) return null;
  const cells = [...match[3].matchAll(/(\d+)\s*,\s*(\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  return { colour: match[1], shape: match[2], cells: cells.sort(([a, b], [c, d]) => a - c || b - d) };
}

const COLOURS = { R: "red", G: "green", B: "blue", Y: "yellow" };

/** Moves for an address: `RV5-0010202122`, one digit of base 36 for each number. */
bl.writeLink = (moves) => ({ moves: moves.map(({ colour, shape, cells }) =>
  `${bl.letter(colour)}${shape}-${cells.flat().map((number) => number.toString(36)).join("")}`).join("_") });

/** The log of such moves; "" if there are none, null if they are invalid. */
bl.readLink = ({ moves = "" }) => {
  const lines = moves.split("_").filter(Boolean).map((word) => {
    const match = /^([RGBY])([A-Z]\d)-((?:[0-9a-j]{2})+)$/.exec(word);
    if (!match) return null;
    const cells = (match[3].match(/../g) ?? []).map((pair) => [...pair].map((digit) => parseInt(digit, 36)));
    return `${COLOURS[match[1]]} ${match[2]} ${cellsText(cells)}`;
  });
  return lines.includes(null) ? null : lines.join("\n");
};

/** Where cells lie on the board, in words: one of nine parts. */
function placeName(cells) {
  const size = game.facts.board.length;
  const part = (axis) => Math.min(2, Math.floor((cells.reduce((sum, cell) => sum + cell[axis] + 0.5, 0) / cells.length / size) * 3));
  return t(`bl.at.${["top", "middle", "bottom"][part(1)]}-${["left", "middle", "right"][part(0)]}`);
}

/** Return a placement as text. */
bl.moveName = (index) => {
  const { colour, shape, cells, automatic } = game.turns[index];
  const player = bl.sharedBy(index);
  const placed = t("bl.move", { colour: bl.colourName(colour), shape, place: placeName(cells) });
  const name = player === null ? placed : t("bl.move.shared", { move: placed, player: bl.playerName(player) });
  return automatic ? t("bl.by-chance.of", { move: name }) : name;
};

/** The colours that are out after a placement, in words. */
bl.turnNote = (index) => {
  const gone = noEngine ? [] : bl.outBy(index);
  return gone.length ? h("p", { class: "quiet bl-gone" }, t("bl.gone", { colours: gone.map(bl.colourName).join(t("bl.and")) })) : "";
};

/** Save a picture of the position, drawn by the server. */
bl.download = async () => {
  const play = bl.writeMoves(game.turns.slice(0, game.at)).trim().replaceAll("\n", ";");
  const { status, data } = await post("api/draw", { play, rules: game.rules });
  if (status !== 200) return toast(whyRefused(data) || t("play.unreachable"));
  const address = URL.createObjectURL(new Blob([data], { type: "image/svg+xml" }));
  h("a", { href: address, download: "board.svg" }).click();
  return setTimeout(() => URL.revokeObjectURL(address), 10_000);
};
