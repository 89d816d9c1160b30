/* The analysis of a hand: its best plays, what the player's own play can still reach, and the step at which it loses. The
   engine is asked again and again for a short time, and continues each time, so that the search can be stopped. */

import { h, icon, pick, settings, t, toast, withCodes } from "../../play/public.js";
import { bk } from "./state.js";

const { table } = bk;
const [FIRST_SECONDS, MOST_SECONDS] = [0.3, 2];

const state = () => table.tree.current.state;

/** What an analysis is about; it is out of date if the hand or the rules are others. */
const about = ({ hand }) => JSON.stringify([table.rules, hand]);

/** The steps of the line to the current one, by the number of blocks that are placed. */
function stepsByBlocks() {
  const steps = [];
  for (let step = table.tree.current; step; step = step.parent) {
    const { rows, blocks } = step.state;
    const isOwn = JSON.stringify(rows) === JSON.stringify(state().rows);
    if (isOwn && !steps[blocks.length]) steps[blocks.length] = step;
  }
  return steps;
}

/** Analyse the hand and the play on the table until everything is proven, the time is over, or it is stopped. */
async function analyse() {
  const { hand, rows, blocks } = state();
  const { rows: laid, ...members } = bk.members({ hand, rows, blocks });
  const isPlay = Boolean(rows.length + blocks.length) && !table.work?.refusal;
  const request = { op: "analyse", ruleset: table.rules, ...members, ...(isPlay ? { rows: laid } : { blocks: [] }) };
  const run = table.analysis = { about: about(state()), steps: isPlay ? stepsByBlocks() : [], answer: null, running: true, stopped: false };
  const ends = performance.now() + 1000 * (table.seconds ?? bk.SECONDS[1]);
  bk.redraw();
  for (let seconds = FIRST_SECONDS; ; seconds = Math.min(MOST_SECONDS, 2 * seconds)) {
    const left = Math.max(0.05, (ends - performance.now()) / 1000);
    const answer = await bk.askAlone({ ...request, seconds: Math.min(seconds, left) });
    if (run !== table.analysis) return; // another one has begun
    if (answer.error) {
      toast(pick(bk.whyNot(answer.error), settings.language));
      table.analysis = null;
      break;
    }
    run.answer = answer;
    if (answer.finished || run.stopped || performance.now() >= ends) break;
    bk.redraw();
  }
  run.running = false;
  bk.redraw();
  if (table.analysis) bk.announce(summary(run).join(" "));
}

// ---------------------------------------------------------------- what was found, in words

/** The sum of an analysis as sentences. */
function summary({ answer, steps }) {
  const { attack, at_most: most, own, lost_at: lost, positions } = answer;
  const isProven = attack === most;
  const best = t(isProven ? "bk.best.proven" : "bk.best.found", { attack, most, positions });
  if (own === null) return [best];
  const yours = t(own === attack && isProven ? "bk.analysis.best" : "bk.analysis.own", { own, attack });
  const at = lost === null ? "" : lost > steps.length - 1 ? t("bk.analysis.early")
    : t("bk.analysis.lost", { step: nameOf(steps[lost]), after: answer.steps[lost].at_most, before: beforeOf(answer, lost) });
  return [best, yours, at].filter(Boolean);
}

/** The name of a step; of the garbage, the rows. */
const nameOf = (step) => (step.state.blocks.length ? bk.stepName(step)
  : t("bk.puzzle.hint.rows", { rows: step.state.rows.map(bk.rowCode).join(" ") || "–" }));

/** The attack that was possible before a step. */
const beforeOf = ({ attack, steps }, number) => (number ? steps[number - 1].attack : attack);

/** What a step keeps or loses, as a mark with words; null if nothing is known of it. */
bk.markOf = (step) => {
  const { analysis } = table;
  if (!analysis?.answer || analysis.about !== about(step.state)) return null;
  const number = analysis.steps.indexOf(step);
  const reach = analysis.answer.steps[number];
  if (number < 0 || !reach) return null;
  const before = beforeOf(analysis.answer, number);
  if (reach.at_most < before) {
    return { kind: before - reach.at_most > 2 ? "blunder" : "loss", sign: before - reach.at_most > 2 ? "▼▼" : "▼",
      short: `${before} → ${reach.at_most}`, words: t("bk.mark.loss", { before, after: reach.at_most }) };
  }
  if (reach.attack >= before) return { kind: "kept", sign: "✓", short: `${reach.attack}`, words: t("bk.mark.kept", { attack: reach.attack }) };
  return { kind: "open", sign: "?", short: `≥ ${reach.attack}`, words: t("bk.mark.open", { attack: reach.attack, most: reach.at_most }) };
};

// ---------------------------------------------------------------- the panel

/** The button, the sum, and the best plays to choose from. */
bk.analysisPanel = () => {
  const tools = h("div", { class: "row" });
  const sum = h("div", { class: "bk-analysis-sum", role: "status" });
  const list = h("ol", { class: "bk-plays", "aria-label": t("bk.analysis.lines") });
  const element = h("section", { class: "panel bk-analysis" }, h("h2", {}, t("bk.analysis")), tools, sum, list);
  const draw = () => {
    element.hidden = !table.ops.includes("analyse");
    if (element.hidden) return;
    const { hand } = state();
    const run = table.analysis?.about === about(state()) ? table.analysis : null;
    const isRunning = Boolean(table.analysis?.running);
    bk.fill(tools,
      isRunning ? h("button", { type: "button", dataset: { hold: "analyse" }, disabled: table.analysis.stopped,
        onclick: () => { table.analysis.stopped = true; bk.redraw(); } }, h("span", { "aria-hidden": "true" }, "■"), t("bk.analysis.stop"))
        : h("button", { type: "button", dataset: { hold: "analyse" }, disabled: !hand, onclick: analyse },
          h("span", { "aria-hidden": "true" }, icon("search")), t("bk.analysis.run")),
      bk.secondsChoice("analysis-seconds"));
    bk.fill(sum, !hand ? h("p", { class: "quiet" }, t("bk.best.hand")) : "",
      run?.answer ? summary(run).map((text) => h("p", {}, withCodes(text))) : "",
      isRunning ? h("p", { class: "quiet" }, t("bk.thinking")) : run?.answer && !run.answer.finished
        ? h("p", { class: "quiet" }, t("bk.analysis.unfinished")) : "");
    bk.fill(list, (run?.answer?.lines ?? []).map(lineItem));
  };
  return { element, draw };
};

/** A play of the list: its attack, its blocks, its notation; a click lays it. */
function lineItem(line, index) {
  const { attack, block, proven, text, blocks, rows } = line;
  const letters = blocks.map((placed) => placed.block);
  const words = t("bk.analysis.line", { number: index + 1, attack, blocks: letters.join(" ") });
  return h("li", {}, h("button", {
    type: "button", class: "bk-play-line", dataset: { hold: `line-${index}` }, "aria-label": [words, proven ? t("bk.analysis.proven") : ""].filter(Boolean).join(t("list.and")),
    title: proven ? t("bk.analysis.proven") : null,
    onclick: () => layLine({ rows, blocks, attack }),
  },
  h("strong", {}, attack, proven ? "" : "+"), block ? h("span", { class: "bk-chip" }, t("bk.chip.block", { n: block })) : "",
  h("span", { class: "bk-line-blocks" }, letters.map((letter) => bk.blockPicture(letter))),
  h("span", { class: "mono bk-line-text" }, text), proven ? h("span", { class: "bk-proven", "aria-hidden": "true" }, "✓") : ""));
}

function layLine({ rows, blocks, attack }) {
  const laid = bk.readRows({ rows, garbage_hand: state().hand.garbage });
  if (laid.every(Boolean)) bk.layOut({ ...state(), rows: laid, blocks: [] }, blocks, ["bk.step.line", { n: attack }]);
}
