/* The table of a game of turns: its view, and how it is drawn. The engine knows the rules; a turn is picked step by step
   from the legal turns that it lists. What the game looks like is in the definition. */

import * as data from "../app/data.js";
import { noEngine, state } from "../app/data.js";
import { on } from "../app/events.js";
import * as shortcuts from "../app/shortcuts.js";
import * as views from "../app/views.js";
import { current } from "../app/views.js";
import { t, words } from "../app/words.js";
import * as addresses from "../shared/addresses.js";
import { format as address } from "../shared/addresses.js";
import { h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { recall } from "../shared/storage.js";
import * as asking from "./asking.js";
import { begin, openAddress, openLog, resume } from "./beginning.js";
import { announce, redraw } from "./drawing.js";
import { hint, mayHint } from "./hints.js";
import { readLearning } from "./learning.js";
import { NOTHING, pick, pickable, unpick } from "./picking.js";
import { canSee, isBot, isYou, policyName, reveal, seatsKey, setSeat } from "./players.js";
import { refuse, show } from "./position.js";
import { askShared, joinShared, leaveShared, openShared, showShared } from "./shared-game.js";
import { makeStage } from "./stage.js";
import { comment, goOn, playOn, replay, step, stopReplay, take, travel } from "./turns.js";
/** @import { EngineAnswer } from "../app/engine.js" */
/** @import { KeyDefinition } from "../app/shortcuts.js" */
/** @import { PickStep } from "../shared/picks.js" */
/** @import { PlayedLesson } from "./lesson.js" */
/** @import { PlayDefinition, PlayGame, PlayPanel, PlayPanelMaker } from "./public.js" */

/** The pause before a turn of the computer, in ms: long enough to follow it. */
const PACE = 650;
/** The pause between two turns of a replay, in ms. */
const REPLAY_PACE = 900;

/** A game at the table, with what only the table knows of it.
    @typedef {object} Play
    @property {PlayDefinition} definition
    @property {PlayGame} game
    @property {string} view the name of its view
    @property {boolean} isPlayable
    @property {(request: any) => Promise<EngineAnswer>} ask
    @property {ReturnType<typeof asking.asker>["forget"]} forget
    @property {ReturnType<typeof asking.asker>["whyNot"]} whyNot
    @property {PlayPanel[]} panels
    @property {HTMLElement | null} mounted
    @property {any} start the engine's state before the first turn
    @property {boolean} isFromLog then its log is in the address, because its deal may not be that of any settings
    @property {string} written the address that the table has written
    @property {string} drawn the version of the cards that are drawn
    @property {number} shown the number of the position that was asked for last
    @property {number[]} persons
    @property {{ table: string, key: string } | null} shared a table of the server, and the key of this window's seat
    @property {string} plainLog the log without comments
    @property {number} headLines the lines of its log before the first turn
    @property {unknown} headOf the start that these lines belong to
    @property {PickStep[][]} steps
    @property {string[]} first the picks that turns begin with
    @property {PlayedLesson | null} lesson the lesson that is going on
    @property {string | null} drawer the drawer that is open
    @property {() => unknown} turnRules open or close the rulebook
    @property {() => boolean} closeDrawer close the open drawer of the stage, or the end of the game over it
    @property {{ thing: string, box: DOMRect } | null} dropped what has just been let go, and where
    @property {string} position what the facts are about: picks are kept as long as it is the same
    @property {Promise<void>} taking the turn that is being made */

/** Registers a view for a game of turns, `table` unless the definition names another, and returns the game.
    @param {PlayDefinition} definition @returns {PlayGame} */
export function playTable(definition) {
  const asker = asking.asker("play.unreachable");
  const play = /** @type {Play} */ ({
    definition, game: /** @type {any} */ (null), view: definition.view ?? "table", isPlayable: !noEngine || Boolean(definition.withoutEngine),
    ask: (request) => (noEngine && definition.withoutEngine ? Promise.resolve(definition.withoutEngine(request)) : asker.ask(request)),
    forget: asker.forget, whyNot: asker.whyNot, panels: [], mounted: null, start: null, isFromLog: false, written: "", drawn: "", shown: 0,
    persons: [], shared: null, plainLog: "", headLines: 0, headOf: null, steps: [], first: [], position: "", taking: Promise.resolve(), lesson: null, drawer: null, turnRules: () => undefined, closeDrawer: () => false, dropped: null,
  });
  const game = play.game = newPlayGame(play);

  on("play-table", (/** @type {string | null} */ table) => {
    if (play.shared && play.mounted && (table === null || table === play.shared.table)) void showShared(play);
    else if (play.mounted && !play.shared && game.facts) redraw(play);
  });

  views.view(play.view, {
    tab: play.view === "table" ? 5 : 6,
    mount(root) {
      if (!play.isPlayable) {
        root.append(h("h1", {}, t(`view.${play.view}`)), h("p", { class: "panel", role: "note" }, t("play.site")));
        return;
      }
      play.mounted = root;
      if (game.facts && play.drawn === state.catalog.version) draw(play, root); // at once, so that the focus can stay
      else root.append(h("p", { class: "quiet" }, "…"));
      void enter(play, root);
    },
    update(route) {
      if (game.facts && play.mounted && address(play.view, [], route.state) !== play.written) void openAddress(play, route.state);
    },
    changed(kind) {
      if (kind === "catalog" && play.mounted && game.facts) void enter(play, play.mounted);
    },
    unmount() {
      play.mounted = null;
      stopReplay(play);
      definition.entered?.(false);
    },
  });

  /** @param {string} name @param {string[]} keys @param {KeyDefinition["run"]} run @param {KeyDefinition["when"]} [when] */
  const key = (name, keys, run, when) => shortcuts.key(`${play.view}-${name}`, { keys, views: [play.view], words: `play.key.${name}`, run, ...when && { when } });
  key("undo", ["ctrl+z"], () => step(play, -1));
  key("redo", ["ctrl+y", "ctrl+shift+z"], () => step(play, 1));
  key("back", ["arrowleft"], () => travel(play, game.at - 1), () => game.at > 0);
  key("forward", ["arrowright"], () => travel(play, game.at + 1), () => game.at < game.turns.length);
  key("replay", ["p"], () => void replay(play), () => game.turns.length > 0);
  if (definition.stage?.look) key("look", [" "], () => undefined, () => false); // the stage listens itself
  key("rules", ["r"], () => play.turnRules());
  if (!definition.ownTurns || definition.stage?.hint) key("hint", ["h"], () => void hint(play), () => mayHint(play));
  key("drawer", ["escape"], () => play.closeDrawer(), () => game.picks.length === 0);
  key("unpick", ["escape", "backspace"], () => unpick(play), () => game.picks.length > 0);
  return game;
}

/** The game that panels and tables see.
    @param {Play} play @returns {PlayGame} */
function newPlayGame(play) {
  const { definition } = play;
  /** A function of the table as one of the game.
      @template {any[]} Arguments @template Result
      @param {(play: Play, ...rest: Arguments) => Result} run @returns {(...rest: Arguments) => Result} */
  const bound = (run) => (...rest) => run(play, ...rest);
  return {
    definition, settings: Object.fromEntries(definition.settings.map(({ name, values }) => [name, values[0]])),
    rules: "", seed: 1, more: {}, turns: [], made: { players: [] }, at: 0, facts: null, log: "", picks: [], hint: [], why: "", isAsking: false, choice: NOTHING, policies: [],
    seats: new Map(), hidden: recall("play-hidden", true), viewer: null,
    paused: false, pace: PACE, replayPace: REPLAY_PACE, fault: null, comments: new Map(), isReplaying: false, shared: null, ops: [],
    openShared: bound(openShared), joinShared: bound(joinShared), leaveShared: bound(leaveShared), askShared: bound(askShared),
    ask: play.ask, isBot: bound(isBot), isYou: bound(isYou), canSee: bound(canSee), setSeat: bound(setSeat), policyName: bound(policyName), reveal: bound(reveal), pickable: bound(pickable), pick: bound(pick), unpick: bound(unpick), travel: bound(travel), step: bound(step), goOn: bound(goOn), playOn: bound(playOn), begin: bound(begin), openLog: bound(openLog), redraw: bound(redraw), announce, take: bound(take), refuse: bound(refuse), replay: bound(replay), askHint: bound(hint), comment: bound(comment),
    get start() { return play.start; },
  };
}

/** A panel of the definition. It draws facts, so it waits until the engine has answered.
    @param {Play} play @param {PlayPanelMaker} make @returns {PlayPanelMaker} */
const withFacts = (play, make) => (of) => {
  const panel = make(of);
  return { ...panel, draw: () => (play.game.facts ? panel.draw() : undefined) };
};

/** @param {Play} play @param {HTMLElement} root */
function draw(play, root) {
  const { game, definition } = play;
  /** @param {PlayPanelMaker} make */
  const add = (make) => {
    const panel = make(game);
    play.panels.push(panel);
    return panel.element;
  };
  play.panels = [];
  definition.entered?.(true);
  play.drawn = state.catalog.version;
  root.replaceChildren(h("h1", { class: "hidden-text" }, t(`view.${play.view}`)),
    noEngine ? h("p", { class: "play-site panel", role: "note" }, t("play.site")) : "",
    definition.symbols?.() ?? "",
    h("p", { class: "hidden-text", id: "play-live", "aria-live": "polite" }),
    makeStage(play, add, (make) => add(withFacts(play, make))));
  redraw(play);
}

/** @param {Play} play @param {HTMLElement} root */
async function enter(play, root) {
  const { game, definition } = play;
  await play.taking; // a save must not take it back
  const { version, game: { rulesets } } = data.state.catalog;
  const isChanged = Boolean(play.drawn);
  const anew = play.drawn !== version;
  if (anew) {
    play.forget();
    const [about] = await Promise.all([play.ask({ op: "about" }), definition.prepare?.()]);
    ({ policies: game.policies = [], ops: game.ops = [] } = about);
    if (!game.seats.size) game.seats = new Map(recall(seatsKey(), /** @type {[number, string][]} */ ([])));
  }
  if (play.mounted !== root) return;
  game.rules = rulesets.includes(game.rules) ? game.rules : rulesets[0] ?? "";
  draw(play, root);
  await showGame(play, anew && isChanged);
  if (!anew) return;
  await readLearning(); // the engine plays the lesson for it, which takes longer than the table
  if (play.mounted === root && play.drawn === version) redraw(play);
}

/** Show the game of the address, the one in this browser, or a new one: also if the cards have changed before the first turn.
    @param {Play} play @param {boolean} isChanged */
async function showGame(play, isChanged) {
  const { game } = play;
  const { state } = current.route;
  const address = Object.keys(state).length ? addresses.format(play.view, [], state) : "";
  if (!play.start && !state.at && await resume(play, address)) return;
  if (address && address !== play.written) await openAddress(play, state);
  else if (!play.start || (isChanged && !game.turns.length)) await begin(play, { ...game.more, seed: game.seed });
  else await show(play);
}

words({ en: { "view.table": message("Table") } });
