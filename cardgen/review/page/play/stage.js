/* The stage of a game: its table fills the window under the header. All that is not the game's own (PlayStage in public.js)
   is here: where things are, the prompt, the story, the rail with its drawers, the look at a card. `main` of the definition is the field, `side` is the drawer "More". */

import { site } from "../app/data.js";
import { t, words } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { makeBook } from "./book.js";
import { followDrags } from "./drag.js";
import { endPanel } from "./end.js";
import { hint, mayHint } from "./hints.js";
import { beginLesson, hasLesson, makeCoach, makeLight } from "./lesson.js";
import { followLooks } from "./look.js";
import { endMotion, holdMotion } from "./motion.js";
import * as panels from "./panels.js";
import { makeRail } from "./rail.js";
import { replayBar } from "./replay-bar.js";
import { replayPanel } from "./replay.js";
import { sharedPanel } from "./shared.js";
import { rulebook, showText, withTerms } from "./terms.js";
/** @import { PlayGame, PlayPanelMaker, PlayStage } from "./public.js" */
/** @import { Play } from "./table.js" */

/** The most turns that the story shows. */
const MOST_TOLD = 3;

/** The stage of a game whose definition has none. @type {PlayStage} */
const PLAIN = { layout: "beside", cloth: "", goal: () => "", seats: [], hand: [] };

/** @param {PlayGame} game */
const stageOf = (game) => game.definition.stage ?? PLAIN;

/** The goal in a sentence, and the phases of a turn as dots, only the present one with its name. @type {PlayPanelMaker} */
const goal = (game) => {
  const sentence = h("p", {});
  const dots = h("ol", { class: "table-phases" });
  const draw = () => {
    const { facts } = game;
    if (!facts) return;
    const { names, now } = stageOf(game).phases?.(facts) ?? { names: [], now: -1 };
    showText(sentence, stageOf(game).goal(facts), "goal");
    fill(dots, game.definition.isOver(facts) ? [] : names.map((name, at) => h("li", { "aria-current": at === now ? "step" : null, class: at < now ? "table-is-done" : null },
      h("span", { class: at === now ? null : "hidden-text" }, name))));
  };
  return { element: h("section", { class: "table-goal", "aria-label": t("play.goal") }, sentence, dots), draw };
};

/** What just happened: the turns since the last one of a person, or that one. @type {PlayPanelMaker} */
const story = (game) => {
  const list = h("ol", {});
  const element = h("section", { class: "table-story", "aria-label": t("play.story") }, list);
  const draw = () => {
    const { at, made, facts } = game;
    const isOther = (/** @type {number} */ index) => (game.shared ? !game.shared.seats[made.players[index]]?.own : game.isBot(made.players[index]));
    let from = at;
    while (from > 0 && at - from < MOST_TOLD && isOther(from - 1)) from -= 1;
    if (from === at) from = Math.max(0, at - 1);
    element.hidden = !facts || !at || at > made.players.length;
    if (element.hidden) return;
    fill(list, Array.from({ length: at - from }, (_, index) => h("li", {}, stageOf(game).mark?.(from + index) ?? "", h("span", {}, withTerms(game.definition.turnName(from + index), `story-${index}`)))));
  };
  return { element, draw };
};

/** What is asked, with the buttons of what is nowhere else on the stage; in a lesson its step first.
    @param {Play} play @returns {PlayPanelMaker} */
const promptOf = (play) => (game) => {
  const coach = makeCoach(play);
  const asked = [...game.definition.ownStatus ? [] : [panels.status], ...stageOf(game).prompt ?? [panels.choices]].map((make) => make(game));
  const [first, ...rest] = asked.map(({ element }) => element);
  const hinted = h("p", { class: "table-hint" });
  const bar = replayBar(game);
  const element = h("section", { class: "table-prompt", "aria-label": t("play.prompt") }, coach.element, first, bar.element, hinted, rest);
  const draw = () => {
    for (const panel of [coach, ...asked, bar]) panel.draw();
    element.classList.toggle("is-replay", !bar.element.hidden);
    element.classList.toggle("is-lesson", Boolean(play.lesson));
    const isOwn = panels.playWaiting(game) === null;
    element.classList.toggle("is-own", isOwn);
    hinted.hidden = !game.hint.length && !game.isAsking;
    const picks = game.hint.map((pick) => game.definition.pickName(pick, game.facts)).join(" › ");
    fill(hinted, icon("bolt"), h("span", {}, game.isAsking ? t("play.hint.asking") : [t("play.hinted", { picks }), game.why ? h("span", {}, withTerms(game.why, "hint")) : ""]));
  };
  return { element, draw };
};

/** The rail of the stage, with what is drawn of it.
    @param {Play} play @param {Add} add @param {Add} addOwn */
function railOf(play, add, addOwn) {
  const { game, definition } = play;
  const book = makeBook(() => rail.close());
  const drawers = [
    { name: "rules", icon: "book", content: [add(goal), ...book?.content ?? []] },
    { name: "happened", icon: "list", content: [replayPanel, panels.turns, panels.log].map(add) },
    { name: "people", icon: "settings", content: [panels.settings, ...site ? [] : [sharedPanel]].map(add) },
    { name: "more", icon: "layers", content: definition.side.map(addOwn) },
  ];
  const tools = () => {
    const { facts, at, shared } = game;
    const last = game.turns.length;
    const isBot = game.isBot(facts?.to_move) && at >= last && !game.isReplaying && !shared;
    return [
      (!definition.ownTurns || Boolean(definition.stage?.hint)) && { name: "hint", icon: "bolt", label: t("play.hint"), run: () => hint(play), can: mayHint(play) },
      hasLesson(play) && !play.lesson && { name: "learn", icon: "flag", label: t("play.learn"), run: () => beginLesson(play) },
      !shared && { name: "undo", icon: "undo", label: t("play.undo"), run: () => game.step(-1), can: at > 0 && !play.lesson },
      !shared && { name: "redo", icon: "redo", label: t("play.redo"), run: () => game.step(1), can: at < last && !play.lesson },
      isBot && !game.paused && { name: "pause", icon: "pause", label: t("play.pause"), run: () => { game.paused = true; game.redraw(); } },
      isBot && game.paused && { name: "on", icon: "play", label: t("play.on"), run: () => game.goOn() },
      !shared && { name: "new", icon: "refresh", label: t("play.new"), run: () => game.begin() },
    ];
  };
  const rail = makeRail({ drawers: drawers.filter(({ content }) => content.length), tools, opened: (name) => {
    play.drawer = name;
    if (name === "happened" && play.mounted) panels.showCurrentTurn(play.mounted);
    if (name === "rules" && !book?.isRead()) book?.turnTo();
  } });
  if (play.drawer) rail.open(play.drawer); // the stage is made anew after a save
  rulebook.open = (anchor) => { book?.turnTo(anchor); rail.open("rules"); };
  play.turnRules = () => rail.turn("rules");
  play.panels.push({ element: rail.elements[1], draw: rail.draw });
  play.closeDrawer = rail.close;
  return rail.elements;
}

/** @typedef {(make: PlayPanelMaker) => HTMLElement} Add makes a panel that is drawn with the others, in their order */

/** @param {Play} play @param {Add} add @param {Add} addOwn the same for a panel of the game, which waits for facts
    @returns {HTMLElement} */
export function makeStage(play, add, addOwn) {
  const stage = stageOf(play.game);
  const field = h("div", { class: "table-field" }, play.definition.main.map(addOwn));
  const hand = h("div", { class: "table-hand" }, stage.hand.map(addOwn));
  const aside = h("div", { class: "table-aside" }, stage.seats.map(addOwn), [goal, story].map(add));
  const end = endPanel(play.game);
  // The prompt is drawn after what it looks for on the stage.
  const element = h("div", { class: `table-stage table-${stage.layout} ${stage.cloth}` }, aside, field, h("div", { class: "table-own" }, add(promptOf(play)), hand), end.element, railOf(play, add, addOwn));
  const closeDrawer = play.closeDrawer;
  play.closeDrawer = () => closeDrawer() || end.close();
  const light = makeLight(play);
  element.append(light.element);
  play.panels.push(end, light);
  element.addEventListener("pointerdown", holdMotion, true);
  element.addEventListener("keydown", endMotion, true);
  const looks = stage.look && followLooks(element, stage.look);
  followDrags(element, play, () => Boolean(looks?.isPressed()));
  return element;
}

words({
  en: {
    "play.goal": message("Goal"),
    "play.story": message("What just happened"),
    "play.prompt": message("What to do"),
    "play.hint": message("Hint"),
    "play.learn": message("A guided first game"),
    "play.hint.asking": message("The strongest bot is looking for a turn …"),
    "play.hinted": message("The strongest bot would do this: {picks}"),
  },
});
