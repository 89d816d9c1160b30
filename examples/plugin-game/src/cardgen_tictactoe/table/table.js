/* The table of tic-tac-toe: a board of buttons. The engine knows the rules, the page does the rest. */

import { fill, h, playTable, t, words } from "../../play/public.js";

words({
  en: { "ttt.cell": "Row {y}, column {x}: {mark}", "ttt.empty": "empty", "ttt.turn": "{mark} is to move.", "ttt.won": "{mark} wins.", "ttt.draw": "A draw." },
  zh: { "ttt.cell": "第 {y} 行第 {x} 列：{mark}", "ttt.empty": "空", "ttt.turn": "轮到 {mark}。", "ttt.won": "{mark} 获胜。", "ttt.draw": "平局。" },
});
const cellName = (cell, { size, board }) =>
  t("ttt.cell", { x: cell % size + 1, y: Math.floor(cell / size) + 1, mark: board[cell] === "." ? t("ttt.empty") : board[cell] });

const board = (game) => {
  const element = h("div", { class: "ttt-board" });
  const draw = () => fill(element, ...[...game.facts.board].map((mark, cell) => h("button", { type: "button", disabled: !game.pickable(String(cell)),
    "aria-label": cellName(cell, game.facts), dataset: { hold: `ttt-${cell}` }, onclick: () => game.pick(String(cell)) }, mark === "." ? "" : mark)));
  return { element, draw: () => { element.style.setProperty("--size", game.facts?.size ?? 3); if (game.facts) draw(); } };
};

const game = playTable({
  settings: [], isOpen: true, levels: { easy: "random", medium: "careful", hard: "careful" }, opponent: "careful",
  players: () => ["X", "O"],
  steps: ({ cell }) => [String(cell)],
  pickName: (pick, facts) => cellName(Number(pick), facts),
  turnName: (index) => `${"XO"[index % 2]} ${game.turns[index].cell + 1}`,
  status: ({ to_move: seat, winner }) => winner ? t("ttt.won", { mark: winner }) : seat === null ? t("ttt.draw") : t("ttt.turn", { mark: "XO"[seat] }),
  isOver: (facts) => facts.to_move === null, main: [board], side: [],
});
