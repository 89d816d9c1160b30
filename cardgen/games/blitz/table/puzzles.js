/* The game's positions as puzzles: their questions, answered on the board or by a choice, and proven by the engine. */

import { fill, h, pick, settings, state as page, t } from "../../play/public.js";
import { bz } from "./state.js";

/** Answers of several cells, which are marked on the board. */
const CELLS = new Set(["group", "most", "hits", "lost"]);
const CHOICES = {
  turn: ["destroyed", "fails", "legal", "refused"], supplied: ["yes", "no"], winner: ["allied", "german", "draw"],
};
/** @type {{ position: PositionData | null, questions: any[], at: number, marked: Set<string>, verdict: string | null, right: number }} */
const state = { position: null, questions: [], at: 0, marked: new Set(), verdict: null, right: 0 };

const current = () => state.questions[state.at];
bz.isMarking = () => Boolean(state.position && current() && CELLS.has(current().kind) && !state.verdict);
bz.marked = () => (state.position && current() && CELLS.has(current().kind) ? state.marked : new Set());

/** Mark a cell as a part of the answer, or take the mark back. */
bz.mark = (cell) => {
  if (!state.marked.delete(cell)) state.marked.add(cell);
  bz.game.redraw();
};

/** Ask for the questions of the position that the game began with, when it is another one. */
async function follow(game) {
  const position = page.catalog.game.positions.find(({ text }) => text === game.more.scenario) ?? null;
  if (position?.name === state.position?.name) return;
  Object.assign(state, { position, questions: [], at: 0, marked: new Set(), verdict: null, right: 0 });
  if (!position) return;
  const answer = await game.ask({ op: "questions", scenario: position.text, ruleset: game.rules });
  if (state.position !== position) return;
  // The number of legal turns is for the engine alone to count.
  state.questions = (answer.questions ?? []).filter(({ kind }) => kind !== "turns");
  game.redraw();
}

function open(game, position) {
  if (!position) return game.begin();
  game.rules = position.rules || game.rules;
  return game.begin({ scenario: position.text, seed: 0 });
}

const sorted = (text) => text.split(" ").sort().join(" ");

/** Whether a choice is the answer: a refusal is written as the number of its rule, a winner with the rule. */
function isRight({ kind, answer }, given) {
  if (CELLS.has(kind)) return sorted(answer) === sorted(given || "none");
  if (given === "refused") return /^B\d+$/.test(answer);
  return answer.split(" ")[0] === given;
}

function give(given) {
  const question = current();
  state.verdict = isRight(question, given) ? "right" : "wrong";
  if (state.verdict === "right") state.right += 1;
  bz.game.redraw();
  bz.game.announce(verdictText(question));
}

function next() {
  Object.assign(state, { at: state.at + 1, marked: new Set(), verdict: null });
  bz.game.redraw();
}

function questionText({ kind, cell, turn, faction }) {
  if (kind !== "turn") return t(`bz.ask.${kind}`, { cell: cell && bz.placeName(cell) });
  const where = (name) => turn[name] && bz.placeName(turn[name]);
  const values = { player: bz.factionName(faction), card: turn.card ? bz.cardName(faction, turn.card) : "", at: where("at"), to: where("to"),
    units: (turn.units ?? []).map(bz.placeName).join(t("bz.and")), target: where("to") };
  return t("bz.ask.turn", { turn: [t(`bz.turn.${turn.kind}`, values), turn.advance ? t("bz.turn.advance", { card: where("advance") }) : ""].filter(Boolean).join(" ") });
}

/** The answer in words: the number of a rule is that of the rulebook. */
function answerText({ kind, answer }) {
  if (CELLS.has(kind)) return answer === "none" ? t("bz.none") : answer.split(" ").map((cell) => bz.placeName(cell.split(",").map(Number))).join("; ");
  if (/^B\d+$/.test(answer)) return t("bz.answer.rule", { rule: answer.slice(1) });
  const [word, rule] = answer.split(" ");
  return `${t(`bz.answer.${word}`)}${rule ? ` (${rule})` : ""}`;
}

const verdictText = (question) => t(state.verdict === "right" ? "bz.right" : "bz.wrong", { answer: answerText(question) });

bz.panels.puzzles = (game) => {
  const body = h("div", { class: "bz-puzzles" });
  const element = h("section", { class: "panel" }, h("h2", {}, t("bz.puzzles")), body);
  const { positions } = page.catalog.game;
  element.hidden = !positions.length;
  const button = (hold, label, onclick, more = {}) => h("button", { type: "button", dataset: { hold: `puzzle-${hold}` }, onclick, ...more }, label);

  function ask(question) {
    const count = t("bz.question", { n: state.at + 1, count: state.questions.length });
    const choices = (CHOICES[question.kind] ?? []).filter((choice) => question.kind !== "turn" || choice === "refused"
      || (choice === "legal") !== ["attack", "raid"].includes(question.turn.kind));
    return [h("p", {}, h("strong", {}, `${count} `), questionText(question)),
      state.verdict ? h("p", { class: `bz-verdict bz-is-${state.verdict}` }, `${state.verdict === "right" ? "✓" : "✕"} `, verdictText(question)) : null,
      state.verdict ? button("next", t(state.at + 1 < state.questions.length ? "bz.next" : "bz.finish"), next, { class: "main" })
        : CELLS.has(question.kind) ? [h("p", { class: "quiet" }, t("bz.mark-cells")),
          button("check", t("bz.check"), () => give([...state.marked].join(" ")), { class: "main" })]
          : h("div", { class: "row" }, choices.map((choice) => button(choice, t(`bz.answer.${choice}`), () => give(choice))))];
  }

  const draw = () => {
    void follow(game);
    const { position, questions, at } = state;
    const select = h("select", { dataset: { hold: "puzzle-position" }, "aria-label": t("bz.puzzle.choose"),
      onchange: ({ target }) => void open(game, positions[target.selectedIndex - 1] ?? null) },
    h("option", { selected: !position }, t("bz.puzzle.none")),
    positions.map((one) => h("option", { selected: one.name === position?.name }, pick(one.titles, settings.language))));
    fill(body, select, !position ? h("p", { class: "quiet" }, t("bz.puzzle.hint"))
      : at < questions.length ? ask(questions[at])
        : h("p", {}, !questions.length ? "…" : t("bz.solved", { right: state.right, count: questions.length })));
  };
  return { element, draw };
};
