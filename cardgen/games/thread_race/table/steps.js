/* What happened in the speed stages of the turn, step by step with its reason. */

import { fill, h, icon, t } from "../../play/public.js";
import { tr } from "./state.js";

/** The step that is shown; the last one after every turn. */
const shown = { of: null, at: 0 };

const isChange = new Set(["speed", "element", "copy"]);

function stepText({ what, player, slot, card, detail, stage }) {
  const values = {
    stage, player: player === undefined ? "" : tr.playerName(player), slot: slot === undefined ? "" : slot + 1, card: card ? tr.cardName(card) : "",
    detail: what === "element" ? t(`tr.element.${detail}`) : what === "copy" ? tr.cardName(detail) : what === "lock"
      ? detail.split(" ").map((number) => tr.playerName(Number(number))).join(t("tr.and")) : detail ?? "",
  };
  return t(what === "act" && detail ? "tr.step.triggered" : `tr.step.${what}`, values);
}

tr.panels.steps = (game) => {
  const body = h("div", { class: "tr-steps" });
  const element = h("section", { class: "panel" }, h("h2", {}, t("tr.steps")), body);
  /** Show a step: its slot is outlined on the field. */
  function show(at) {
    shown.at = at;
    const { player, slot } = game.facts.turn_steps[at] ?? {};
    tr.lit = player === undefined ? null : `${player}:${slot}`;
    game.redraw();
    game.announce(stepText(game.facts.turn_steps[at]));
  }
  const draw = () => {
    const { facts } = game;
    const steps = facts?.turn_steps ?? [];
    if (shown.of !== facts) {
      Object.assign(shown, { of: facts, at: steps.length });
      tr.lit = null;
    }
    if (!steps.length) return fill(body, h("p", { class: "quiet" }, t("tr.no-steps")));
    const move = (hold, sign, words, at) => h("button", { type: "button", dataset: { hold }, title: t(words), "aria-label": t(words),
      disabled: at < 0 || at >= steps.length, onclick: () => show(at) }, sign);
    let stage = -1;
    const items = steps.map((step, at) => {
      const isFirst = step.stage !== stage && step.stage > 0;
      stage = step.stage;
      return h("li", { class: [isFirst ? "tr-first" : "", isChange.has(step.what) ? "tr-change" : ""].join(" ") }, h("button", {
        type: "button", class: "plain", "aria-current": at === shown.at ? "step" : null, dataset: { hold: `step-${at}` }, onclick: () => show(at),
      }, step.stage ? h("span", { class: "tr-step-stage" }, step.stage) : "", stepText(step)));
    });
    return fill(body, h("div", { class: "row" }, move("step-first", icon("first"), "tr.first-step", 0), move("step-back", "‹", "tr.step-back", shown.at - 1),
      move("step-on", "›", "tr.step-on", shown.at >= steps.length ? -1 : shown.at + 1)), h("ol", { class: "tr-step-list" }, items));
  };
  return { element, draw };
};
