/* The replay of a game: buttons that step through its turns, and a comment on the position that is shown. */

import { t, words } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
/** @import { Child } from "../shared/elements.js" */
/** @import { PlayPanelMaker } from "./public.js" */

/** @type {PlayPanelMaker} */
export const replayPanel = (game) => {
  const buttons = h("div", { class: "row play-replay", role: "group", "aria-label": t("play.replay") });
  const field = h("textarea", { rows: 2, id: "play-comment", maxlength: 2000, dataset: { hold: "play-comment" },
    onchange: ({ currentTarget }) => game.comment(currentTarget.value) });
  const place = h("span", { class: "quiet play-replay-at" });
  const element = h("section", { class: "panel" }, h("div", { class: "row" }, h("h2", {}, t("play.replay")), place), buttons,
    h("label", { class: "above", for: "play-comment" }, t("play.comment")), field);
  let at = -1;
  /** @param {string} name @param {Child} sign @param {() => unknown} run @param {boolean} can */
  const button = (name, sign, run, can) => h("button", {
    type: "button", "aria-label": t(`play.replay.${name}`), title: t(`play.replay.${name}`), disabled: !can,
    dataset: { hold: `play-replay-${name === "stop" ? "play" : name}` }, onclick: run,
  }, h("span", { "aria-hidden": "true" }, sign));
  const draw = () => {
    element.hidden = Boolean(game.shared);
    const last = game.turns.length;
    fill(buttons,
      button("first", icon("first"), () => game.travel(0), game.at > 0),
      button("back", "‹", () => game.travel(game.at - 1), game.at > 0),
      game.isReplaying ? button("stop", icon("pause"), () => game.replay(), true) : button("play", icon("play"), () => game.replay(), last > 0),
      button("forward", "›", () => game.travel(game.at + 1), game.at < last),
      button("last", icon("last"), () => game.travel(last), game.at < last));
    place.textContent = t("play.replay.at", { at: game.at, last });
    if (at !== game.at || document.activeElement !== field) field.value = game.comments.get(game.at) ?? "";
    at = game.at;
  };
  return { element, draw };
};

words({
  en: {
    "play.replay": message("Replay"),
    "play.replay.first": message("To the start"),
    "play.replay.back": message("Step back"),
    "play.replay.play": message("Replay from here"),
    "play.replay.stop": message("Stop the replay"),
    "play.replay.forward": message("Step forward"),
    "play.replay.last": message("To the last turn"),
    "play.replay.at": message("{at} of {last}"),
    "play.comment": message("Comment on this position"),
  },
});

