/* The results of the engine: the play line by line, an attack and its answer, and the best play of a hand. */

import { h, noEngine, pick, say, settings, t, texts, toast, withCodes } from "../../play/public.js";
import { bk } from "./state.js";

const { table } = bk;
const SECONDS = bk.SECONDS = [2, 10, 30];

/** The languages in which the engine explains a play. */
const EXPLAINED_IN = ["zh", "en"];

const state = () => table.tree.current.state;

/** The special features of a clear, as small signs with words. */
bk.chips = ({ spin, mini, back_to_back: again, combo, combo_bonus: bonus, attack, block }) => h("p", { class: "bk-chips" },
  spin ? chip("spin", `↻ ${t(mini ? "bk.mini" : "bk.spin")}`) : "",
  again ? chip("again", `↔ ${t("bk.back-to-back", { n: again })}`) : "",
  combo > 1 || bonus ? chip("combo", `× ${t("bk.combo", { combo, bonus })}`) : "",
  chip("attack", `⚔ ${t("bk.chip.attack", { n: attack })}`),
  block ? chip("block", `■ ${t("bk.chip.block", { n: block })}`) : "");

const chip = (kind, text) => h("span", { class: `bk-chip bk-chip-${kind}` }, text);

/** The engine's explanation in a language: a line for the stack, for each block and for the sum. */
bk.scorePanel = () => {
  const head = h("div", { class: "row bk-head" });
  const list = h("ol", { class: "bk-lines" });
  const element = h("section", { class: "panel bk-score" }, head, list);
  const draw = () => {
    const { answer } = table.work ?? {};
    const language = texts.nearest(EXPLAINED_IN, [table.language ?? settings.language, "en"]);
    const choice = (lang) => h("button", {
      type: "button", lang: texts.tag(lang), "aria-pressed": String(lang === language), dataset: { hold: `explain-${lang}` },
      onclick: () => { table.language = lang; draw(); },
    }, texts.nameOf(lang));
    bk.fill(head, h("h2", {}, t("bk.score")), noEngine ? "" : h("div", {
      class: "group", role: "group", "aria-label": t("bk.score.language"),
    }, EXPLAINED_IN.map(choice)));
    const lines = answer?.explanation[language] ?? [];
    const clears = new Map((answer?.clears ?? []).map((clear) => [clear.index + 1, clear]));
    bk.fill(list, lines.map((line, index) => h("li", { class: index === lines.length - 1 ? "bk-line-sum" : "" },
      h("span", { lang: texts.tag(language) }, withCodes(line)), clears.has(index) ? bk.chips(clears.get(index)) : "")),
    lines.length ? "" : h("li", { class: "quiet" }, t(noEngine ? "bk.score.site" : "bk.score.none")));
  };
  return { element, draw };
};

/** An incoming attack, its answer, and the draws of both players. */
bk.answerPanel = () => {
  const number = h("input", { type: "number", min: 0, max: 999, step: 1, inputmode: "numeric", id: "bk-attack",
    onchange: () => { show(inRange(number.value)); setAttack(shownAttack); } });
  let shownAttack = null;
  /** @param {number} attack */
  const show = (attack) => { shownAttack = attack; number.value = String(attack); };
  const take = h("div", { class: "row" });
  const resolved = h("div", { class: "bk-resolved", "aria-live": "polite" });
  const element = h("section", { class: "panel bk-answer" }, h("h2", {}, t("bk.answer")),
    h("div", { class: "row" }, h("label", { for: "bk-attack" }, t("bk.incoming")), number), take, resolved);
  const draw = () => {
    const { attack } = state();
    const made = table.work?.answer?.attack ?? 0;
    if (attack !== shownAttack) show(attack); // text that is being typed stays
    bk.fill(take,
      h("button", { type: "button", disabled: made < 1, dataset: { hold: "switch" }, onclick: switchSides },
        h("span", { "aria-hidden": "true" }, "⇅"), made ? t("bk.switch", { n: made }) : t("bk.switch.none")),
      attack ? h("button", { type: "button", dataset: { hold: "no-attack" }, onclick: () => setAttack(0) }, t("bk.no-attack")) : "");
    resolve(resolved);
  };
  return { element, draw };
};

const inRange = (text) => Math.min(999, Math.max(0, Math.trunc(Number(text)) || 0));

function setAttack(attack) {
  if (attack !== state().attack) bk.act({ ...state(), attack }, ["bk.step.attack", { n: attack }]);
  else bk.redraw();
}

/** Make the play an attack on the next player, who answers it, with the own hand of the deal if there is one. */
function switchSides() {
  const { attack } = table.work.answer;
  const { seed, player, hand } = state();
  table.focus = ["no-attack"];
  if (hand && seed) bk.deal(Number(seed), player + 1, { attack });
  else bk.act({ ...bk.EMPTY, attack }, ["bk.step.switch", { n: attack }]);
}

async function resolve(element) {
  const { attack } = state();
  const turn = table.shown;
  const { answer } = table.work ?? {};
  if (!attack) return bk.fill(element, h("p", { class: "quiet" }, t("bk.answer.none")));
  const made = { attack: answer?.attack ?? 0, block: answer?.block ?? 0 };
  const draws = await bk.ask({ op: "resolve", ruleset: table.rules, attack, answer_attack: made.attack, answer_block: made.block });
  if (turn !== table.shown) return undefined;
  if (draws.error) return bk.fill(element, h("p", {}, say(bk.whyNot(draws.error), settings.language)));
  const { defender_draws: defender, attacker_draws: attacker } = draws;
  const outcome = defender ? "bk.draws.defender" : attacker ? "bk.draws.attacker" : "bk.draws.nobody";
  return bk.fill(element,
    h("p", {}, t(answer ? "bk.answered" : "bk.unanswered", { attack, answer: made.attack, block: made.block })),
    h("p", { class: "bk-outcome" }, t(outcome, { count: defender || attacker, attack })),
    h("p", { class: "row" }, h("span", { class: "bk-chip" }, t("bk.draws.chip.defender", { n: defender })),
      h("span", { class: "bk-chip" }, t("bk.draws.chip.attacker", { n: attacker }))));
}

// ---------------------------------------------------------------- the best play

/** The choice of the seconds to search. */
bk.secondsChoice = (hold) => h("label", {}, t("bk.best.seconds"), h("select", {
  dataset: { hold }, onchange: (event) => { table.seconds = Number(event.target.value); bk.redraw(); },
}, SECONDS.map((seconds) => h("option", { value: seconds, selected: seconds === (table.seconds ?? SECONDS[1]) }, seconds))));

/** The button for the best play of the hand, the seconds to search, and the last result. */
bk.bestTools = (hand) => {
  const { best } = table;
  const last = best && best.hand === JSON.stringify([table.rules, hand]) ? best : null;
  return [
    h("div", { class: "row" },
      h("button", { type: "button", disabled: !hand || table.thinking, dataset: { hold: "best" }, onclick: () => think(hand) },
        h("span", { "aria-hidden": "true" }, "★"), t(table.thinking ? "bk.thinking" : "bk.best")),
      bk.secondsChoice("seconds")),
    h("p", { class: "quiet", role: "status" }, !hand ? t("bk.best.hand") : last ? last.text() : ""),
  ];
};

async function think(hand) {
  const { rules } = table;
  const at = table.tree.current;
  table.thinking = true;
  bk.redraw();
  const answer = await bk.askAlone({
    op: "best", ruleset: rules, block_hand: hand.blocks, garbage_hand: hand.garbage, seconds: table.seconds ?? SECONDS[1],
  });
  table.thinking = false;
  if (answer.error) {
    toast(pick(bk.whyNot(answer.error), settings.language));
    return bk.redraw();
  }
  table.best = {
    hand: JSON.stringify([rules, hand]),
    text: () => t(answer.proven ? "bk.best.proven" : "bk.best.found",
      { attack: answer.attack, most: answer.at_most, positions: answer.positions }),
  };
  bk.announce(table.best.text());
  if (table.tree.current !== at) return bk.redraw(); // the player has made another step: announce only
  const rows = bk.readRows({ rows: answer.rows, garbage_hand: hand.garbage });
  return bk.layOut({ ...state(), rows, blocks: [] }, answer.blocks, ["bk.step.best", { n: answer.attack }]);
}
