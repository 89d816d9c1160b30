/* The tools of the table: undo and redo, a new table, the rules; and the sum of the play. */

import { h, noEngine, phrase, say, sayMessage, settings, t } from "../../play/public.js";
import { bk } from "./state.js";

const { table } = bk;

/** Undo and redo, a new table, and the rules. */
bk.toolPanel = () => {
  const element = h("div", { class: "row bk-tools" });
  const draw = () => {
    const rules = [...table.rulesets];
    const { current } = table.tree;
    const { state } = current;
    const empty = !state.hand && !state.rows.length && !state.attack && !state.seed;
    const tool = (hold, sign, enabled, onclick) => h("button", { type: "button", disabled: !enabled, dataset: { hold }, onclick },
      sign ? h("span", { "aria-hidden": "true" }, sign) : "", t(`bk.${hold}`));
    const ruleset = ([name, { titles }]) => h("button", {
      type: "button", "aria-pressed": String(name === table.rules), dataset: { hold: `rules-${name}` }, onclick: () => changeRules(name),
    }, say(titles, settings.language));
    bk.fill(element,
      tool("undo", "↶", current.parent, () => bk.travel("undo")),
      tool("redo", "↷", current.next, () => bk.travel("redo")),
      tool("clear", "", !empty || state.blocks.length, () => bk.act(bk.EMPTY, ["bk.step.clear"])),
      rules.length > 1 ? h("div", { class: "group bk-rules", role: "group", "aria-label": t("bk.rules") }, rules.map(ruleset)) : "");
  };
  return { element, draw };
};

function changeRules(name) {
  table.rules = name;
  const { puzzle } = table.tree.current.state;
  if (puzzle) return bk.openPuzzle(puzzle); // other rules make another puzzle
  return bk.show();
}

/** The sum of the play, or the reason why it is refused. */
bk.sumPanel = () => {
  const element = h("div", { class: "bk-sum" });
  const draw = () => {
    const { answer, refusal, placed } = table.work ?? {};
    const fault = table.fault ?? refusal;
    const last = answer?.clears.find(({ index }) => index === placed - 1);
    bk.fill(element,
      fault ? h("p", { class: "bk-refusal", role: "alert" }, h("span", { "aria-hidden": "true" }, "✕ "),
        table.fault ? phrase("bk.bad-link", { reason: sayMessage(fault) }) : sayMessage(fault)) : "",
      noEngine ? "" : [total("bk.attack", answer?.attack), total("bk.block", answer?.block)],
      last ? bk.chips(last) : "");
  };
  return { element, draw };
};

const total = (word, value) => h("p", { class: "bk-total" }, h("span", {}, t(word)),
  h("strong", { class: value === undefined ? "quiet" : null }, value ?? "–"));
