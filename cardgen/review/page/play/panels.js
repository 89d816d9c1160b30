/* The panels of every game of turns: what to do, choices, players, the list of turns, and the log as text. */

import { state } from "../app/data.js";
import { settings as page } from "../app/settings.js";
import { toast } from "../app/toast.js";
import { pick, t, words } from "../app/words.js";
import { fill, h, holding } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { keep } from "../shared/storage.js";
import { motionSpeed, setMotionSpeed, SPEEDS } from "./motion.js";
import { showText } from "./terms.js";
/** @import { Attributes, Child } from "../shared/elements.js" */
/** @import { PlayGame, PlayPanelMaker } from "./public.js" */

/** A button of the table.
    @param {string} hold @param {Child} label @param {() => unknown} onclick @param {Attributes<HTMLButtonElement>} [more] */
const button = (hold, label, onclick, more = {}) => h("button", { type: "button", dataset: { hold: `play-${hold}` }, onclick, ...more }, label);

/** @param {Child} sign @param {string} text */
const signed = (sign, text) => [h("span", { "aria-hidden": "true" }, sign), text];

/** @type {PlayPanelMaker} */
export const status = (game) => {
  const sign = document.createTextNode("");
  const text = h("span", {});
  const element = h("p", { class: "play-status", tabindex: -1, dataset: { hold: "play-status" } }, sign, text);
  const draw = () => {
    const { fault, facts } = game;
    element.classList.toggle("play-refused", Boolean(fault));
    sign.data = fault ? "✕ " : "";
    showText(text, fault ? pick(fault, page.language) : facts ? game.definition.status(facts) : "…", "status");
  };
  return { element, draw };
};

/** What is shown to a person who cannot move now; null if the person can.
    @param {PlayGame} game @returns {Child[] | null} */
export const playWaiting = (game) => {
  const { facts } = game;
  const player = facts?.to_move;
  if (!facts) return [h("p", { class: "quiet" }, "…")];
  if (game.definition.isOver(facts)) return [h("p", { class: "quiet" }, t("play.over"))];
  const name = game.definition.players(facts)[player];
  const other = game.shared?.seats[player];
  if (other && !other.own) {
    return [h("p", { class: "quiet" }, other.name || other.policy
      ? t("play.shared.plays", { player: name, name: other.name || game.policyName(other.policy) }) : t("play.shared.free-seat", { player: name }))];
  }
  if (game.isBot(player)) return [h("p", { class: "quiet" }, t("play.thinking", { player: name }))];
  if (game.canSee(player)) return null;
  return [h("h2", {}, t("play.pass-on", { player: name })), h("p", {}, t("play.pass-on.why")),
    button("reveal", t("play.reveal", { player: name }), () => game.reveal(), { class: "main" })];
};

/** Whether the field or the hand of the stage has a button for a pick, which the prompt need not repeat.
    @param {string} pick */
const isOnStage = (pick) => Boolean(holding(document, `pick-${pick}`));

/** The picks that were made, and what can be picked next: all that the board shows, as a list.
    @type {PlayPanelMaker} */
export const choices = (game) => {
  const element = h("section", { class: "panel play-choices", "aria-label": t("play.choices") });
  /** @param {string} pick */
  const choose = (pick) => h("li", {}, button(`choice-${pick}`, game.definition.pickName(pick, game.facts), () => game.pick(pick), { class: game.hint.includes(pick) ? "play-hint" : null }));
  const draw = () => {
    const { facts, picks, choice } = game;
    const nothing = playWaiting(game);
    if (nothing) return fill(element, ...nothing);
    return fill(element, h("h2", {}, t("play.choices")),
      picks.length ? h("p", { class: "play-picked" }, picks.map((pick) => h("span", {}, game.definition.pickName(pick, facts))),
        button("unpick", signed("✕", t("play.unpick")), () => game.unpick(), { class: "plain" })) : null,
      choice.complete >= 0 ? button("confirm", t("play.confirm"), () => game.pick(""), { class: "main" }) : null,
      h("ul", { class: "play-choice-list" }, choice.next.filter((pick) => !isOnStage(pick)).map(choose)));
  };
  return { element, draw };
};

/** @param {string} hold @param {readonly (string | number)[]} values @param {string | number} value
    @param {(value: string | number) => string} name @param {(value: string | number) => void} change
    @param {Attributes<HTMLSelectElement>} [more] */
const select = (hold, values, value, name, change, more = {}) => h("select", {
  dataset: { hold: `play-set-${hold}` }, onchange: ({ currentTarget }) => change(values[currentTarget.selectedIndex]), ...more,
}, values.map((one) => h("option", { selected: one === value }, name(one))));

/** Who plays for a player.
    @param {PlayGame} game @param {number} player */
export const playSeatName = (game, player) => {
  if (!game.shared) return game.policyName(game.seats.get(player) ?? "");
  const { name = "", policy = "", own = false, taken = false } = game.shared.seats[player] ?? {};
  const text = policy ? game.policyName(policy) : name || t(taken ? "play.person" : "play.shared.free");
  return own ? t("play.shared.you", { name: text }) : text;
};

/** The field that chooses who plays for a player: a person, a bot of one of three strengths, or another policy.
    @param {PlayGame} game @param {number} player @param {Attributes<HTMLSelectElement>} more */
const seat = (game, player, more) => {
  const levels = Object.values(game.definition.levels).filter((name) => game.policies.includes(name));
  const others = game.policies.filter((name) => !levels.includes(name));
  return select(`seat-${player}`, ["", ...levels, ...others], game.seats.get(player) ?? "", (name) => game.policyName(String(name)),
    (value) => game.setSeat(player, String(value)), more);
};

/** Who plays for each player: fields, or the names at a table that windows share.
    @param {PlayGame} game @param {readonly string[]} names @param {{ disabled?: boolean, note?: (player: number) => Child }} [options] */
export const playSeats = (game, names, { disabled = false, note = () => null } = {}) => h("fieldset", { class: "play-seats" }, h("legend", {}, t("play.played-by")),
  names.map((name, player) => h("div", {}, game.shared?.seats[player] ? h("p", {}, `${name}: `, h("strong", {}, playSeatName(game, player)))
    : h("label", { class: "above" }, name, seat(game, player, { disabled })), note(player))));

/** @type {PlayPanelMaker} */
export const settings = (game) => {
  const body = h("div", { class: "play-settings" });
  const element = h("details", { class: "panel" }, h("summary", {}, h("h2", {}, t("play.settings"))), body);
  /** @param {string} label @param {Child} field */
  const labelled = (label, field) => h("label", { class: "above" }, label, field);
  const draw = () => {
    const { definition, facts } = game;
    element.hidden = Boolean(game.shared);
    const rulesets = state.catalog.game.rulesets;
    const names = facts ? definition.players(facts) : [];
    fill(body,
      rulesets.length > 1 ? labelled(t("play.rules"), select("rules", rulesets, game.rules, (name) => definition.rulesName?.(String(name)) ?? String(name), (value) => { game.rules = String(value); game.begin(); })) : null,
      definition.settings.map(({ name, words, values, label }) => labelled(t(words),
        select(name, values, game.settings[name], label, (value) => { game.settings[name] = value; game.begin(); }))),
      labelled(t("play.seed"), h("input", { type: "number", min: 0, max: 999999999, value: game.seed, dataset: { hold: "play-set-seed" },
        onchange: ({ currentTarget }) => { game.begin({ ...game.more, seed: Math.trunc(Number(currentTarget.value)) || 0 }); } })),
      definition.ownSeats ? null : playSeats(game, names),
      labelled(t("play.speed"), select("speed", SPEEDS, motionSpeed(), (value) => t(`play.speed.${value}`), (value) => { setMotionSpeed(Number(value)); game.redraw(); })),
      definition.isOpen ? null : h("label", {}, h("input", { type: "checkbox", checked: game.hidden, dataset: { hold: "play-set-hidden" }, onchange: ({ currentTarget }) => {
        game.hidden = currentTarget.checked;
        keep("play-hidden", game.hidden);
        game.redraw();
      } }), t("play.hidden")));
  };
  return { element, draw };
};

/** @type {PlayPanelMaker} */
export const turns = (game) => {
  const list = h("ol", { class: "play-turn-list" });
  const element = h("section", { class: "panel" }, h("h2", {}, t("play.turns")), list);
  /** @param {number} at @param {string} text */
  const item = (at, text) => h("li", { class: at > game.at ? "play-undone" : null }, h("button", {
    type: "button", class: "plain", "aria-current": at === game.at ? "step" : null, dataset: { hold: `play-turn-${at}` }, onclick: () => game.travel(at),
  }, h("span", { class: "play-turn-number", "aria-hidden": "true" }, at), at ? game.definition.turnMark?.(at - 1) ?? "" : "", h("span", {}, text)),
  at ? game.definition.turnNote?.(at - 1) ?? "" : "",
  game.comments.has(at) ? h("p", { class: "play-comment" }, game.comments.get(at)) : "");
  let shown = /** @type {unknown[]} */ ([]);
  const draw = () => {
    const now = [game.made, game.at, game.facts, game.viewer, JSON.stringify([...game.comments])];
    if (now.every((value, index) => value === shown[index])) return; // a pick changes nothing in a long list
    shown = now;
    fill(list, item(0, t("play.start")), game.turns.map((_, index) => item(index + 1, game.definition.turnName(index))));
    if (!element.closest("[hidden]")) showCurrentTurn(element); // in a closed drawer, the page would only be laid out once more
  };
  return { element, draw };
};

/** Scroll the list of turns to the turn that is shown.
    @param {HTMLElement} root */
export function showCurrentTurn(root) {
  const current = /** @type {HTMLElement | null} */ (root.querySelector(".play-turn-list [aria-current]"));
  const list = /** @type {HTMLElement | null | undefined} */ (current?.closest(".play-turn-list"));
  if (current && list) list.scrollTop = current.offsetTop - list.clientHeight / 2;
}

/** @type {PlayPanelMaker} */
export const log = (game) => {
  const text = h("textarea", { class: "mono", rows: 8, spellcheck: "false", id: "play-log", lang: "en", dataset: { hold: "play-log" } });
  const element = h("details", { class: "panel play-log" }, h("summary", {}, h("h2", {}, t("play.log"))),
    h("label", { class: "above", for: "play-log" }, t("play.log.hint")), text,
    h("div", { class: "row" }, button("copy", t("play.copy"), () => copy(text)), button("open", t("play.open"), () => game.openLog(text.value)),
      button("save", t("play.save"), () => save(text.value)),
      h("label", { class: "button" }, t("play.load"), h("input", { type: "file", class: "hidden-text", accept: ".txt,.log,text/plain", dataset: { hold: "play-load" },
        onchange: async ({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = "";
          if (file) await game.openLog(await file.text());
        } })), game.definition.logTools?.(game) ?? ""));
  let shown = /** @type {string | null} */ (null);
  const draw = () => {
    if (game.log === shown) return; // what is being typed stays
    shown = text.value = game.log;
  };
  return { element, draw };
};

/** Save a log as a file.
    @param {string} text */
function save(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: `${state.catalog.game.id}.txt` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {HTMLTextAreaElement} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // a page without a secure address may not write there
    document.execCommand?.("copy");
  }
  toast(t("play.copied"));
}

words({
  en: {
    "play.level.easy": message("Computer: easy"),
    "play.level.medium": message("Computer: medium"),
    "play.level.hard": message("Computer: hard"),
    "play.undo": message("Undo"),
    "play.redo": message("Redo"),
    "play.pause": message("Pause"),
    "play.on": message("Play on"),
    "play.new": message("New game"),
    "play.choices": message("Your turn"),
    "play.over": message("The game is over."),
    "play.thinking": message("{player} is played by the computer."),
    "play.pass-on": message("{player} to move"),
    "play.pass-on.why": message("The hand is hidden until its player looks at the screen."),
    "play.reveal": message("I am {player}: show my hand"),
    "play.unpick": message("Take back"),
    "play.confirm": message("Do it"),
    "play.settings": message("Game and players"),
    "play.person": message("Person"),
    "play.rules": message("Rules"),
    "play.seed": message("Seed of the deal"),
    "play.played-by": message("Played by"),
    "play.hidden": message("Show a hand to its player only"),
    "play.speed": message("Motion"),
    "play.speed.0.5": message("Slow"),
    "play.speed.1": message("Normal"),
    "play.speed.2": message("Fast"),
    "play.speed.0": message("Off"),
    "play.turns": message("Turns"),
    "play.start": message("Start"),
    "play.at": plural("After {count} turn.", "After {count} turns."),
    "play.shared.free": message("free"),
    "play.shared.you": message("{name} (you)"),
    "play.shared.plays": message("{player} is played by {name}."),
    "play.shared.free-seat": message("{player}: this seat is free."),
    "play.log": message("Log"),
    "play.log.hint": message("The game as text: one turn a line"),
    "play.copy": message("Copy"),
    "play.copied": message("Copied."),
    "play.open": message("Load this game"),
    "play.save": message("Save as a file"),
    "play.load": message("Load a file"),
    "play.unreachable": message("The server cannot be reached. Is it still running?"),
    "play.bad-link": message("The game in this link cannot be read."),
    "play.bad-rules": message("There are no rules called {rules}."),
    "play.site": message("This is a static copy. Playing needs the program: cardgen review shows this table with its rules."),
    "play.key.undo": message("Undo (with Shift: redo)"),
    "play.key.redo": message("Redo"),
    "play.key.hint": message("Hint: what the strongest bot would do, and why"),
    "play.key.unpick": message("Take back the last pick"),
    "play.key.back": message("Step back"),
    "play.key.forward": message("Step forward"),
    "play.key.replay": message("Replay, or stop"),
  },
});

