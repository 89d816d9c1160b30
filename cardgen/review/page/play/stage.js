/* The stage of a game: its table fills the window under the header. A game is on it if its definition has `stage`
   (PlayStage in public.js); all that is not the game's own is here: where things are, the prompt, the story, the rail
   with its drawers, the look at a card. `main` of the definition is the field, `side` is the drawer "More". */

import { noEngine, site } from "../app/data.js";
import { t, words } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { redraw } from "./drawing.js";
import { endPanel } from "./end.js";
import { followLooks } from "./look.js";
import * as panels from "./panels.js";
import { stateAt } from "./position.js";
import { replayPanel } from "./replay.js";
import { sharedPanel } from "./shared.js";
/** @import { PlayGame, PlayPanelMaker, PlayStage } from "./public.js" */
/** @import { Play } from "./table.js" */

/** The most turns that the story shows. */
const MOST_TOLD = 3;

/** @param {PlayGame} game */
const stageOf = (game) => /** @type {PlayStage} */ (game.definition.stage);

/** The goal in a sentence, and the phases of a turn as dots, only the present one with its name. @type {PlayPanelMaker} */
const goal = (game) => {
  const sentence = h("p", {});
  const dots = h("ol", { class: "table-phases" });
  const draw = () => {
    const { facts } = game;
    if (!facts) return;
    const { names, now } = stageOf(game).phases?.(facts) ?? { names: [], now: -1 };
    sentence.textContent = stageOf(game).goal(facts);
    fill(dots, names.map((name, at) => h("li", { "aria-current": at === now ? "step" : null, class: at < now ? "table-is-done" : null },
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
    fill(list, Array.from({ length: at - from }, (_, index) => h("li", {}, stageOf(game).mark?.(from + index) ?? "", h("span", {}, game.definition.turnName(from + index)))));
  };
  return { element, draw };
};

/** What is asked, with the buttons of what is nowhere else on the stage. @type {PlayPanelMaker} */
const prompt = (game) => {
  const asked = [...game.definition.ownStatus ? [] : [panels.status], ...stageOf(game).prompt ?? [panels.choices]].map((make) => make(game));
  const [first, ...rest] = asked.map(({ element }) => element);
  const hinted = h("p", { class: "table-hint" });
  const element = h("section", { class: "table-prompt", "aria-label": t("play.prompt") }, first, hinted, rest);
  const draw = () => {
    for (const panel of asked) panel.draw();
    const isOwn = panels.playWaiting(game) === null;
    element.classList.toggle("is-own", isOwn);
    hinted.hidden = !game.hint.length;
    fill(hinted, icon("bolt"), t("play.hinted", { picks: game.hint.map((pick) => game.definition.pickName(pick, game.facts)).join(" › ") }));
  };
  return { element, draw };
};

/** Ask the strongest bot what it would do, and light it.
    @param {Play} play */
async function hint(play) {
  const { game, definition } = play;
  const { at, facts } = game;
  if (definition.stage?.hint) return definition.stage.hint();
  const { turn } = await play.ask({ op: "choose", state: stateAt(play, at), policy: definition.levels.hard });
  if (!turn || game.facts !== facts) return;
  game.hint = definition.steps(turn, facts).flat();
  redraw(play);
}

/** The buttons at the right edge, and the drawers that they open over the cloth.
    @param {Play} play @param {Add} add @param {Add} addOwn */
function railOf(play, add, addOwn) {
  const { game, definition } = play;
  const rail = h("div", { class: "table-rail", role: "group", "aria-label": t("play.rail") });
  const contents = Object.entries({
    happened: [replayPanel, panels.turns, panels.log].map(add), people: [panels.settings, ...site ? [] : [sharedPanel]].map(add), more: definition.side.map(addOwn),
  });
  const drawers = new Map(contents.filter(([, content]) => content.length).map(([name, content]) => [name, h("aside", {
    class: "table-drawer", id: `table-${name}`, hidden: true, "aria-label": t(`play.drawer.${name}`),
  }, h("header", {}, h("h2", {}, t(`play.drawer.${name}`)), h("button", {
    type: "button", class: "plain", "aria-label": t("play.drawer.close"), dataset: { hold: "play-drawer-close" }, onclick: () => open(null),
  }, icon("x"))), content)]));
  /** @param {string | null} name the drawer to open, alone; null for none */
  function open(name) {
    const was = [...drawers].find(([, drawer]) => !drawer.hidden)?.[0] ?? "";
    const hadFocus = drawers.get(was)?.contains(document.activeElement);
    for (const [one, drawer] of drawers) drawer.hidden = one !== name;
    for (const details of drawers.get(name ?? "")?.querySelectorAll("details") ?? []) details.open = true;
    rail.classList.remove("is-open");
    draw();
    if (name) drawers.get(name)?.querySelector("button")?.focus();
    else if (hadFocus) /** @type {HTMLElement | null} */ (rail.querySelector(`[data-hold="play-drawer-${was}"]`))?.focus();
  }
  /** @param {string} hold @param {string} sign @param {string} name @param {() => unknown} onclick @param {{ [attribute: string]: unknown }} [more] */
  const button = (hold, sign, name, onclick, more = {}) => h("button", { type: "button", title: name, dataset: { hold: `play-${hold}` }, onclick, ...more },
    icon(sign), h("span", {}, name));
  const draw = () => {
    const { facts, at, shared } = game;
    const last = game.turns.length;
    const isBot = game.isBot(facts?.to_move) && at >= last && !game.isReplaying && !shared;
    const mayHint = facts && !shared && !noEngine && panels.playWaiting(game) === null;
    fill(rail,
      [["happened", "list"], ["people", "settings"], ["more", "layers"]].map(([name, sign]) => drawers.has(name) && button(`drawer-${name}`, sign, t(`play.drawer.${name}`),
        () => open(drawers.get(name)?.hidden ? name : null), { "aria-expanded": String(!drawers.get(name)?.hidden), "aria-controls": `table-${name}` })),
      h("hr", {}),
      definition.ownTurns && !definition.stage?.hint ? null : button("hint", "bolt", t("play.hint"), () => hint(play), { disabled: !mayHint }),
      shared ? null : [button("undo", "undo", t("play.undo"), () => game.step(-1), { disabled: at === 0 }),
        button("redo", "redo", t("play.redo"), () => game.step(1), { disabled: at >= last })],
      isBot && !game.paused ? button("pause", "pause", t("play.pause"), () => { game.paused = true; game.redraw(); }) : null,
      isBot && game.paused ? button("on", "play", t("play.on"), () => game.goOn()) : null,
      shared ? null : button("new", "refresh", t("play.new"), () => game.begin()),
      h("hr", {}),
      button("screen", "fit", t("play.screen"), () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())));
  };
  const menu = h("button", { type: "button", class: "table-menu", "aria-label": t("play.rail"), dataset: { hold: "play-menu" },
    onclick: () => rail.classList.toggle("is-open") }, icon("more"));
  play.panels.push({ element: rail, draw });
  play.closeDrawer = () => [...drawers.values()].some((drawer) => !drawer.hidden) && (open(null), true);
  return [menu, rail, ...drawers.values()];
}

/** @typedef {(make: PlayPanelMaker) => HTMLElement} Add makes a panel that is drawn with the others, in their order */

/** @param {Play} play @param {Add} add @param {Add} addOwn the same for a panel of the game, which waits for facts
    @returns {HTMLElement} */
export function makeStage(play, add, addOwn) {
  const stage = stageOf(play.game);
  const field = h("div", { class: "table-field" }, play.definition.main.map(addOwn));
  const hand = h("div", { class: "table-hand" }, stage.hand.map(addOwn));
  const aside = h("div", { class: "table-aside" }, stage.seats.map(addOwn), [goal, story].map(add));
  const look = h("div", { class: "table-look", hidden: true });
  // The prompt is drawn after what it looks for on the stage.
  const element = h("div", { class: `table-stage table-${stage.layout} ${stage.cloth}` }, aside, field, h("div", { class: "table-own" }, add(prompt), hand), add(endPanel), railOf(play, add, addOwn), look);
  if (stage.look) followLooks(element, look, stage.look);
  return element;
}

words({
  en: {
    "play.goal": message("Goal"),
    "play.story": message("What just happened"),
    "play.prompt": message("What to do"),
    "play.rail": message("Table"),
    "play.hint": message("Hint"),
    "play.hinted": message("The strongest bot would do this: {picks}"),
    "play.screen": message("Whole screen"),
    "play.drawer.happened": message("What happened"),
    "play.drawer.people": message("Game and players"),
    "play.drawer.more": message("More of this game"),
    "play.drawer.close": message("Close"),
    "play.key.look": message("Look at the card in focus"),
    "play.key.drawer": message("Close the drawer"),
  },
});
