/* Puzzles: a hand and the attack to find. The engine makes and proves them, from a strength and a seed or from a date. */

import { h, keep, pick, recall, settings, t, toast, withCodes } from "../../play/public.js";
import { bk } from "./state.js";

const { table } = bk;
const STRENGTHS = ["easy", "medium", "hard"];
const MOST_SEED = 1_000_000;
const NAME = /^(\d{4}-\d\d-\d\d|(easy|medium|hard)-(\d{1,15}))$/;
const SOLVED = "cardgen.block-killer.solved";
const HINTS = 4;

const state = () => table.tree.current.state;
const puzzles = () => (table.puzzles ??= new Map());
const keyOf = (name) => `${table.rules}/${name}`;

/** The date of this computer as the name of the day's puzzle. The engine never reads a clock. */
bk.today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((number) => String(number).padStart(2, "0")).join("-");
};

/** Whether a text names a puzzle: a date, or a strength and a seed. */
bk.isPuzzle = (name) => NAME.test(name);

const requestOf = (name) => {
  const [, date, strength, seed] = name.match(NAME) ?? [];
  return { op: "puzzle", ruleset: table.rules, ...(strength ? { strength, seed: Number(seed) } : { date }) };
};

/** The puzzle of that name under the rules of the table, or {error}. */
bk.readPuzzle = async (name) => {
  const key = keyOf(name);
  const known = puzzles().get(key);
  if (known) return known;
  const answer = await bk.askAlone(requestOf(name));
  if (!answer.error) puzzles().set(key, { ...answer, name, hints: 0 });
  return puzzles().get(key) ?? answer;
};

/** Open a puzzle on an empty table. */
bk.openPuzzle = async (name) => {
  table.making = true;
  bk.redraw();
  const puzzle = await bk.readPuzzle(name);
  table.making = false;
  if (puzzle.error) {
    toast(pick(bk.whyNot(puzzle.error), settings.language));
    return bk.redraw();
  }
  return bk.act({ ...bk.EMPTY, hand: bk.handOf(puzzle), puzzle: name }, ["bk.step.puzzle", { attack: puzzle.attack }]);
};

bk.handOf = ({ block_hand: blocks, garbage_hand: garbage }) => ({ blocks, garbage });

/** The puzzle on the table; undefined for none. */
bk.puzzle = () => (state().puzzle ? puzzles().get(keyOf(state().puzzle)) : undefined);

const isSolved = ({ attack }) => (table.work?.answer?.attack ?? -1) >= attack && !table.work?.refusal;

// ---------------------------------------------------------------- hints

/** One hint more: the solution is asked for with the first one. */
async function hint() {
  const puzzle = bk.puzzle();
  if (!puzzle.solution) {
    const answer = await bk.askAlone({ ...requestOf(puzzle.name), solution: true });
    if (answer.error) return toast(pick(bk.whyNot(answer.error), settings.language));
    puzzle.solution = { rows: bk.readRows(answer), blocks: answer.blocks };
  }
  puzzle.hints = Math.min(HINTS, puzzle.hints + 1);
  if (puzzle.hints === HINTS) {
    return bk.layOut({ ...state(), rows: puzzle.solution.rows, blocks: [] }, puzzle.solution.blocks, ["bk.step.solution"]);
  }
  bk.announce(hintTexts(puzzle).at(-1) ?? "");
  return bk.redraw();
}

/** The hints that were asked for, the weakest first. They are about one solution; there may be others. */
function hintTexts({ hints, solution }) {
  if (!solution) return [];
  const { rows, blocks } = solution;
  const [first] = blocks;
  return [
    t("bk.puzzle.hint.cards", { count: rows.length, blocks: blocks.map(({ block }) => block).join(" ") }),
    t("bk.puzzle.hint.rows", { rows: rows.map(bk.rowCode).join(" ") }),
    t("bk.puzzle.hint.first", { block: first.block, columns: bk.columnWords(bk.columnsOf(first.cells)), row: Math.min(...first.cells.map(([, y]) => y)) }),
  ].slice(0, hints);
}

// ---------------------------------------------------------------- the panel

/** The day's puzzle, puzzles by strength and seed, and the one on the table: its aim, hints, and the proof. */
bk.puzzlePanel = () => {
  const strength = h("select", { "aria-label": t("bk.puzzle.strength"), dataset: { hold: "strength" } },
    STRENGTHS.map((name) => h("option", { value: name, selected: name === "medium" }, t(`bk.puzzle.${name}`))));
  const seed = h("input", { type: "text", inputmode: "numeric", id: "bk-puzzle-seed", autocomplete: "off", placeholder: "1",
    onkeydown: (event) => event.key === "Enter" && open() });
  const open = () => {
    const typed = seed.value.trim();
    const right = /^\d{0,15}$/.test(typed);
    seed.setAttribute("aria-invalid", String(!right));
    if (right) bk.openPuzzle(`${strength.value}-${Number(typed || Math.floor(Math.random() * MOST_SEED))}`);
    else toast(t("bk.bad-seed"));
  };
  const another = h("div", { class: "row" }, strength, h("label", { for: "bk-puzzle-seed" }, t("bk.puzzle.seed")), seed);
  const tools = h("div", { class: "row" });
  const about = h("div", { class: "bk-puzzle-text", role: "status" });
  const element = h("section", { class: "panel bk-puzzle" }, h("h2", {}, t("bk.puzzle")), about, tools, another);
  const button = (hold, sign, onclick, enabled = true) => h("button", { type: "button", onclick, dataset: { hold }, disabled: !enabled },
    sign ? h("span", { "aria-hidden": "true" }, sign) : "", t(`bk.puzzle.${hold}`));
  const draw = () => {
    element.hidden = !table.ops.includes("puzzle");
    const puzzle = bk.puzzle();
    const solved = Boolean(puzzle) && isSolved(puzzle);
    if (solved) note(puzzle);
    bk.fill(tools, button("daily", "☀", () => bk.openPuzzle(bk.today()), !table.making), button("open", "", open, !table.making),
      puzzle && !solved ? button(puzzle.hints < HINTS - 1 ? "hint" : "solution", "?", hint) : "");
    bk.fill(about, table.making ? h("p", { class: "quiet" }, t("bk.puzzle.making")) : puzzle ? describe(puzzle, solved)
      : h("p", { class: "quiet" }, t("bk.puzzle.none")));
  };
  return { element, draw };
};

function describe(puzzle, solved) {
  const isDaily = puzzle.name !== `${puzzle.strength}-${puzzle.seed}`;
  const values = { strength: t(`bk.puzzle.${puzzle.strength}`), name: isDaily ? puzzle.name : puzzle.seed, attack: puzzle.attack };
  return [
    h("p", {}, h("strong", {}, t(isDaily ? "bk.puzzle.day" : "bk.puzzle.one", values))),
    h("p", { class: "bk-aim" }, t("bk.puzzle.aim", values)),
    hintTexts(puzzle).map((text) => h("p", {}, "? ", withCodes(text))),
    solved ? h("p", { class: "bk-solved" }, "★ ", t(puzzle.hints === HINTS ? "bk.puzzle.shown" : "bk.puzzle.solved", values))
      : solvedBefore().includes(keyOf(puzzle.name)) ? h("p", { class: "quiet" }, "★ ", t("bk.puzzle.before")) : "",
  ];
}

const solvedBefore = () => recall(SOLVED, /** @type {string[]} */ ([]));

/** Remember in this browser that a puzzle was solved without its solution. */
function note({ name, hints }) {
  const solved = solvedBefore();
  if (hints < HINTS && !solved.includes(keyOf(name))) keep(SOLVED, [...solved.slice(-999), keyOf(name)]);
}
