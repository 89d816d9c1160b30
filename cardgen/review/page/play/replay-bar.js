/* The bar of a replay, in the prompt: it is there while an earlier position of a game that is over is looked at, or while its
   turns are played back. Its numbers are the moments of the end. */

import { t, words } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { MOST_COMMENT } from "../shared/log-comments.js";
import { message } from "../shared/messages.js";
import { spread } from "../shared/moments.js";
import { momentsOf } from "./end.js";
/** @import { Attributes } from "../shared/elements.js" */
/** @import { PlayPanelMaker } from "./public.js" */

/** @type {PlayPanelMaker} */
export const replayBar = (game) => {
  /** @type {HTMLInputElement} */
  const range = h("input", { type: "range", min: 0, step: 1, "aria-label": t("play.bar.turn"), dataset: { hold: "play-bar-range" }, oninput: () => game.travel(Number(range.value)) });
  const moments = h("div", { class: "table-replay-moments" });
  const buttons = h("div", { class: "row" });
  /** @type {HTMLTextAreaElement} */
  const field = h("textarea", { rows: 2, maxlength: MOST_COMMENT, hidden: true, "aria-label": t("play.comment"), placeholder: t("play.comment"), onchange: () => game.comment(field.value) });
  const on = h("button", { type: "button", class: "table-replay-on", dataset: { hold: "play-bar-on" }, onclick: () => game.playOn() }, icon("play"), t("play.bar.on"));
  const place = h("span", { class: "table-replay-at", "aria-hidden": "true" });
  const element = h("section", { class: "table-replay", hidden: true, "aria-label": t("play.replay") }, h("div", { class: "table-replay-line" }, range, moments), buttons, field, h("div", { class: "table-replay-foot" }, on, place));
  let over = /** @type {unknown} */ (null); // the turns of a game that has ended
  let drawnAt = -1;
  /** @param {string} hold @param {string} sign @param {string} label @param {() => unknown} run @param {Attributes} [more] */
  const button = (hold, sign, label, run, more) => h("button", { type: "button", "aria-label": label, title: label, dataset: { hold: `play-bar-${hold}` }, onclick: run, ...more }, icon(sign));
  const write = () => {
    field.hidden = !field.hidden;
    draw();
    field.focus();
  };
  const draw = () => {
    const { facts, at, turns, definition, comments, isReplaying } = game;
    const last = turns.length;
    if (facts && at === last && definition.isOver(facts)) over = turns;
    element.hidden = !facts || Boolean(game.shared) || !(isReplaying || (over === turns && at < last));
    if (element.hidden) return;
    const comment = comments.get(at) ?? "";
    if (at !== drawnAt) field.hidden = !comment;
    if (at !== drawnAt || document.activeElement !== field) field.value = comment;
    drawnAt = at;
    place.textContent = `${at} / ${last}`;
    range.max = String(last);
    range.value = String(at);
    range.setAttribute("aria-valuetext", t("play.replay.at", { at, last }));
    const marked = over === turns ? momentsOf(game).turns : [];
    const places = spread(marked, last);
    fill(moments, marked.map((turn, index) => h("button", { type: "button", title: definition.turnName(turn), style: { "--at": String(places[index]) },
      "aria-label": `${index + 1}: ${definition.turnName(turn)}`, "aria-current": at === turn + 1 ? "true" : null, dataset: { hold: `play-bar-moment-${index}` }, onclick: () => game.travel(turn + 1) }, index + 1)));
    fill(buttons,
      button("first", "first", t("play.replay.first"), () => game.travel(0), { disabled: !at }),
      button("back", "left", t("play.replay.back"), () => game.travel(at - 1), { disabled: !at }),
      isReplaying ? button("play", "pause", t("play.replay.stop"), () => game.replay(), { class: "main" }) : button("play", "play", t("play.replay.play"), () => game.replay(), { class: "main" }),
      button("forward", "right", t("play.replay.forward"), () => game.travel(at + 1), { disabled: at >= last }),
      button("last", "last", t("play.replay.last"), () => game.travel(last), { disabled: at >= last }),
      button("comment", "comment", t("play.comment"), write, { "aria-pressed": String(!field.hidden) }));
    on.hidden = isReplaying;
  };
  return { element, draw };
};

words({
  en: {
    "play.bar.turn": message("Turn"),
    "play.bar.on": message("Play on from this turn"),
  },
});
