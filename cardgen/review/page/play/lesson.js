/* A guided first game: a sentence at a time in the prompt, what it is about is lit, and only what the step asks for is made.
   The lesson is data of the game (docs/table.md); its turns are those of the engine. */

import { noEngine, state } from "../app/data.js";
import { pick, t, words } from "../app/words.js";
import { settings } from "../app/settings.js";
import { fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import * as pickRule from "../shared/picks.js";
import { keep, recall } from "../shared/storage.js";
import { chapterTitle } from "./book.js";
import { announce, redraw } from "./drawing.js";
import { learning } from "./learning.js";
import { choose } from "./picking.js";
import { show } from "./position.js";
import { rulebook, withTerms } from "./terms.js";
import { goOn, take, travel } from "./turns.js";
/** @import { Play } from "./table.js" */

/** A lesson that is going on: its step, how many turns were made before each step, whether another turn was tried, and whether
    the turns that follow a step are being made.
    @typedef {{ data: LessonData, step: number, ats: number[], isOther: boolean, isActing: boolean }} PlayedLesson */

const learnedKey = () => `play-learned-${state.catalog.game.id}`;

/** Whether the game has a lesson that can be played here. @param {Play} play */
export const hasLesson = (play) => Boolean(learning.lesson) && !noEngine && !play.game.shared;

/** Begin the lesson of the game: its person against the easiest computer.
    @param {Play} play */
export async function beginLesson(play) {
  const { game, definition } = play;
  const data = /** @type {LessonData} */ (learning.lesson);
  const { seed = 1, ...more } = data.begin;
  const { turns, ...start } = /** @type {{ turns: any[] }} */ (/** @type {unknown} */ (data.state));
  game.rules = data.rules;
  play.start = start;
  play.isFromLog = false;
  Object.assign(game, { seed, more, turns, at: turns.length, viewer: data.seat, paused: false, comments: new Map() });
  game.seats = new Map(Array.from({ length: data.seats }, (_, seat) => [seat, seat === data.seat ? "" : definition.levels.easy]));
  play.lesson = { data, step: 0, ats: [game.at], isOther: false, isActing: false };
  keep(learnedKey(), true);
  if (await show(play)) enterStep(play, 0);
}

/** @param {Play} play @param {number} step */
function enterStep(play, step) {
  const { lesson, game } = play;
  if (!lesson) return;
  lesson.ats[step] = game.at;
  Object.assign(lesson, { step, isOther: false, isActing: false });
  redraw(play);
  announce(pick(lesson.data.steps[step].say, settings.language));
}

/** Leave the lesson; the game goes on.
    @param {Play} play */
export function endLesson(play) {
  play.lesson = null;
  play.game.paused = false;
  goOn(play);
}

/** @param {Play} play @param {number} by */
function turnPage(play, by) {
  const lesson = /** @type {PlayedLesson} */ (play.lesson);
  const step = lesson.step + by;
  if (step >= lesson.data.steps.length) return endLesson(play);
  if (by < 0 && lesson.ats[step] !== play.game.at) {
    Object.assign(lesson, { step, isOther: false });
    return travel(play, lesson.ats[step]);
  }
  return enterStep(play, step);
}

/** Whether a lesson lets a turn be made, which is told as the engine has written it. Else the step is shown again.
    @param {Play} play @param {unknown} turn */
export function mayMake(play, turn) {
  const { lesson, game } = play;
  if (!lesson || lesson.isActing) return true;
  const { attempts, any } = lesson.data.steps[lesson.step];
  if (attempts.length && game.at === lesson.ats[lesson.step] && (any || attempts.some((one) => JSON.stringify(one) === JSON.stringify(turn)))) return true;
  lesson.isOther = true;
  game.picks = [];
  choose(play);
  redraw(play);
  announce(t("play.lesson.other"));
  return false;
}

/** After a turn of the person: the turns that follow it are made, and the next step is shown.
    @param {Play} play */
export async function followLesson(play) {
  const { lesson, game } = play;
  if (!lesson || lesson.isActing) return;
  lesson.isActing = true;
  lesson.isOther = false;
  for (const turn of lesson.data.steps[lesson.step].then) {
    await new Promise((resolve) => setTimeout(resolve, game.pace));
    const { at } = game;
    if (play.lesson !== lesson || !play.mounted) return;
    await take(play, turn, true);
    if (game.at === at) { // after a turn that counts as well, another one may be needed
      const next = lesson.data.steps[lesson.step + 1];
      return next && !next.attempts.length ? turnPage(play, 1) : endLesson(play);
    }
  }
  if (play.lesson === lesson) turnPage(play, 1);
}

// ---------------------------------------------------------------- what is seen

/** The elements that are lit: what the step names, or the next picks of the turn that it asks for.
    @param {Play} play @returns {Element[]} */
function litElements(play) {
  const { lesson, game, definition, mounted } = play;
  if (!lesson || lesson.isActing || !mounted || !game.facts) return [];
  const { look, attempts } = lesson.data.steps[lesson.step];
  const picked = attempts.length ? pickRule.remaining(definition.steps(attempts[0], game.facts), game.picks)?.[0] ?? [] : [];
  const names = [...look, ...[picked].flat().slice(0, 1)]; // picks in any order one by one
  return names.flatMap((name) => [...mounted.querySelectorAll(`.table-${CSS.escape(name)}, [data-look="${CSS.escape(name)}"], [data-hold="pick-${CSS.escape(name)}"], [data-hold="play-choice-${CSS.escape(name)}"], [data-hold="${CSS.escape(name)}"]`)])
    .filter((element) => element.getClientRects().length);
}

/** The part of an element that is seen: in a fan, the next card lies over most of a card.
    @param {Element} lit */
function seenBox(lit) {
  const { left, top, right, bottom } = lit.getBoundingClientRect();
  const cards = [...lit.closest(".table-hand")?.querySelectorAll("button") ?? []];
  const next = cards[cards.indexOf(/** @type {any} */ (lit)) + 1]?.getBoundingClientRect();
  const isCovered = next && next.left > left && next.left < right && next.top < bottom && next.bottom > top;
  return { left, top, right: isCovered ? next.left : right, bottom };
}

/** The light on what the step is about; the rest is dimmed, and works.
    @param {Play} play */
export function makeLight(play) {
  const element = h("div", { class: "table-light", hidden: true });
  const place = () => {
    const stage = element.parentElement;
    const boxes = stage && !play.drawer ? litElements(play).map(seenBox) : [];
    element.hidden = !boxes.length;
    if (!boxes.length || !stage) return;
    const { left, top } = stage.getBoundingClientRect();
    const edges = { left: Math.min(...boxes.map((box) => box.left)) - left - 6, top: Math.min(...boxes.map((box) => box.top)) - top - 6,
      right: Math.max(...boxes.map((box) => box.right)) - left + 6, bottom: Math.max(...boxes.map((box) => box.bottom)) - top + 6 };
    const px = { left: edges.left, top: edges.top, width: edges.right - edges.left, height: edges.bottom - edges.top };
    for (const [name, value] of Object.entries(px)) element.style.setProperty(name, `${value}px`);
  };
  new ResizeObserver(place).observe(element.ownerDocument.body);
  // What is lit has its place only when the whole stage has been drawn.
  return { element, draw: () => { element.hidden = !play.lesson; if (play.lesson) requestAnimationFrame(place); } };
}

/** The step in the prompt; before the first turn of a game, that there is a lesson.
    @param {Play} play */
export function makeCoach(play) {
  const element = h("section", { class: "table-coach", "aria-label": t("play.lesson") });
  let shown = "";
  /** @param {string} hold @param {() => unknown} onclick @param {string} [kind] */
  const button = (hold, onclick, kind = "") => h("button", { type: "button", class: kind, dataset: { hold: `play-lesson-${hold}` }, onclick }, t(`play.lesson.${hold}`));
  const offer = () => [h("p", { class: "table-offer" }, t("play.lesson.new")), h("div", { class: "row" }, button("begin", () => beginLesson(play), "main"),
    button("skip", () => { keep(learnedKey(), true); redraw(play); }, "plain"))];
  const draw = () => {
    const { lesson, game } = play;
    const isOffered = !lesson && hasLesson(play) && game.facts && game.at === 0 && !game.turns.length && !recall(learnedKey(), false);
    element.hidden = !lesson && !isOffered;
    const now = JSON.stringify([lesson?.step, lesson?.isOther, lesson?.isActing, isOffered]);
    if (now === shown) return;
    shown = now;
    if (!lesson) return void fill(element, isOffered ? offer() : "");
    const { steps } = lesson.data;
    const { say, attempts, open } = steps[lesson.step];
    const anchor = pick(open, settings.language);
    const isLast = lesson.step === steps.length - 1;
    fill(element,
      h("h2", {}, h("span", {}, t("play.lesson")), h("span", {}, t("play.lesson.step", { step: lesson.step + 1, count: steps.length }))),
      h("p", {}, withTerms(pick(say, settings.language), "lesson")),
      lesson.isOther ? h("p", { class: "table-hint" }, icon("bolt"), t(attempts.length ? "play.lesson.other" : "play.lesson.read")) : "",
      h("ol", { class: "table-dots", "aria-hidden": "true" }, steps.map((_, at) => h("li", { class: at < lesson.step ? "is-done" : at === lesson.step ? "is-here" : "" }))),
      anchor ? h("button", { type: "button", class: "plain table-open", onclick: () => rulebook.open(anchor) }, icon("book"), t("play.chapter", { title: chapterTitle(anchor) || anchor })) : "",
      h("div", { class: "row" }, button("leave", () => endLesson(play), "plain"), lesson.step ? button("back", () => turnPage(play, -1)) : "",
        attempts.length || lesson.isActing ? "" : button(isLast ? "end" : "next", () => turnPage(play, 1), "main")));
  };
  return { element, draw };
}

words({
  en: {
    "play.lesson": message("Your first game"),
    "play.lesson.step": message("{step} of {count}"),
    "play.lesson.new": message("New here? Play a guided first game: a few minutes, and nothing to read before."),
    "play.lesson.begin": message("Learn by playing"),
    "play.lesson.skip": message("I know the rules"),
    "play.lesson.leave": message("Leave the lesson"),
    "play.lesson.back": message("One step back"),
    "play.lesson.next": message("Next step"),
    "play.lesson.end": message("Play on"),
    "play.lesson.other": message("Later you may do that. For now, try what is lit."),
    "play.lesson.read": message("Read this first, then go on with the button."),
  },
});
