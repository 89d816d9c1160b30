/* The bar of a replay, in the prompt: it is there while an earlier position of a game that is over is looked at, or while its
   turns are played back. Its numbers are the moments of the end. */

import { settings } from "../app/settings.js";
import { toast } from "../app/toast.js";
import { pick, t, words } from "../app/words.js";
import { decide } from "../review/decisions.js";
import { mayDecide } from "../review/who.js";
import { fill, h, icon } from "../shared/elements.js";
import { MOST_COMMENT } from "../shared/log-comments.js";
import { message } from "../shared/messages.js";
import { spread } from "../shared/moments.js";
import { momentsOf } from "./end.js";
/** @import { Attributes } from "../shared/elements.js" */
/** @import { PlayGame, PlayPanelMaker } from "./public.js" */

/** The card that the turn before a position is about, if it can be commented on.
    @param {PlayGame} game @param {number} at */
const cardAt = ({ definition }, at) => (at && mayDecide() ? definition.stage?.cardOf?.(at - 1) : undefined);

/** A comment on a position, which is also one on the card of the turn before it, in review. It is written there when the focus leaves
    both the text and the box that says so.
    @param {PlayGame} game */
function commentField(game) {
  /** @type {HTMLTextAreaElement} */
  const field = h("textarea", { rows: 2, maxlength: MOST_COMMENT, "aria-label": t("play.comment"), placeholder: t("play.comment"), onchange: () => game.comment(field.value) });
  const also = h("input", { type: "checkbox", checked: true, dataset: { hold: "play-bar-also" } });
  const words = h("span", {});
  const label = h("label", { class: "row" }, also, words);
  const element = h("div", { class: "table-replay-comment", hidden: true }, field, label);
  const sent = new Set();
  async function send() {
    const card = cardAt(game, game.at);
    const text = field.value.trim();
    const key = `${card?.key} ${text}`;
    if (!card || !text || !also.checked || sent.has(key)) return;
    sent.add(key);
    const name = pick(card.names, settings.language);
    const { saved, failed } = await decide([{ kind: "comment", key: card.key, text }]);
    if (!saved.length) sent.delete(key);
    toast(saved.length ? t("play.bar.sent", { name }) : failed?.message || t("play.bar.unsent"));
  }
  let written = ""; // the comment when the focus came
  element.addEventListener("focusin", ({ relatedTarget }) => { if (!element.contains(/** @type {Node | null} */ (relatedTarget))) written = field.value; });
  element.addEventListener("focusout", ({ relatedTarget }) => {
    // Safari gives no focus to a box that is clicked.
    if (!element.contains(/** @type {Node | null} */ (relatedTarget)) && !label.matches(":hover") && field.value !== written) void send();
  });
  /** @param {string} comment @param {boolean} isOther whether it is about another position than before */
  const draw = (comment, isOther) => {
    if (isOther) element.hidden = !comment;
    if (isOther || document.activeElement !== field) field.value = comment;
    const card = cardAt(game, game.at);
    label.hidden = !card;
    words.textContent = card ? t("play.bar.also", { card: pick(card.names, settings.language) }) : "";
  };
  return { element, field, draw };
}

/** @type {PlayPanelMaker} */
export const replayBar = (game) => {
  /** @type {HTMLInputElement} */
  const range = h("input", { type: "range", min: 0, step: 1, "aria-label": t("play.bar.turn"), dataset: { hold: "play-bar-range" }, oninput: () => game.travel(Number(range.value)) });
  const moments = h("div", { class: "table-replay-moments" });
  const buttons = h("div", { class: "row" });
  const written = commentField(game);
  const on = h("button", { type: "button", class: "table-replay-on", dataset: { hold: "play-bar-on" }, onclick: () => game.playOn() }, icon("play"), t("play.bar.on"));
  const place = h("span", { class: "table-replay-at", "aria-hidden": "true" });
  const element = h("section", { class: "table-replay", hidden: true, "aria-label": t("play.replay") }, h("div", { class: "table-replay-line" }, range, moments), buttons, written.element, h("div", { class: "table-replay-foot" }, on, place));
  let over = /** @type {unknown} */ (null); // the turns of a game that has ended
  let drawnAt = -1;
  let drawn = ""; // what the buttons show
  /** @param {string} hold @param {string} sign @param {string} label @param {() => unknown} run @param {Attributes} [more] */
  const button = (hold, sign, label, run, more) => h("button", { type: "button", "aria-label": label, title: label, dataset: { hold: `play-bar-${hold}` }, onclick: run, ...more }, icon(sign));
  const write = () => {
    draw(); // the position may be another one since the last time, and its comment is shown or hidden with it
    written.element.hidden = !written.element.hidden;
    draw();
    written.field.focus();
  };
  const draw = () => {
    const { facts, at, turns, definition, comments, isReplaying } = game;
    const last = turns.length;
    if (facts && at === last && definition.isOver(facts)) over = turns;
    element.hidden = !facts || Boolean(game.shared) || !(isReplaying || (over === turns && at < last));
    if (element.hidden) return;
    const comment = comments.get(at) ?? "";
    written.draw(comment, at !== drawnAt);
    drawnAt = at;
    place.textContent = `${at} / ${last}`;
    range.max = String(last);
    range.value = String(at);
    range.setAttribute("aria-valuetext", t("play.replay.at", { at, last }));
    const marked = over === turns ? momentsOf(game).turns : [];
    on.hidden = isReplaying;
    const shown = JSON.stringify([at, last, marked, isReplaying, written.element.hidden, settings.language]);
    if (shown === drawn) return; // a comment is written when its field is left, by a click on a button that must stay
    drawn = shown;
    const places = spread(marked, last);
    fill(moments, marked.map((turn, index) => h("button", { type: "button", title: definition.turnName(turn), style: { "--at": String(places[index]) },
      "aria-label": `${index + 1}: ${definition.turnName(turn)}`, "aria-current": at === turn + 1 ? "true" : null, dataset: { hold: `play-bar-moment-${index}` }, onclick: () => game.travel(turn + 1) }, index + 1)));
    fill(buttons,
      button("first", "first", t("play.replay.first"), () => game.travel(0), { disabled: !at }),
      button("back", "left", t("play.replay.back"), () => game.travel(at - 1), { disabled: !at }),
      isReplaying ? button("play", "pause", t("play.replay.stop"), () => game.replay(), { class: "main" }) : button("play", "play", t("play.replay.play"), () => game.replay(), { class: "main" }),
      button("forward", "right", t("play.replay.forward"), () => game.travel(at + 1), { disabled: at >= last }),
      button("last", "last", t("play.replay.last"), () => game.travel(last), { disabled: at >= last }),
      button("comment", "comment", t("play.comment"), write, { "aria-pressed": String(!written.element.hidden) }));
  };
  return { element, draw };
};

words({
  en: {
    "play.bar.turn": message("Turn"),
    "play.bar.on": message("Play on from this turn"),
    "play.bar.also": message("Also a comment on {card} in review"),
    "play.bar.sent": message("It is in the comments on {name}"),
    "play.bar.unsent": message("The comment could not be saved"),
  },
});
