/* Beside the games: what was done last, and what the check has found. */

import { addressOf, nearestOf } from "../app/games.js";
import { initials } from "../app/people.js";
import { settings } from "../app/settings.js";
import { phrase, say, sayMessage, t, words } from "../app/words.js";
import { ago } from "../review/showing.js";
import { format as address } from "../shared/addresses.js";
import { h, icon } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
/** @import { Child } from "../shared/elements.js" */

const COLOURS = 8;
const MOST_MISTAKES = 6;

/** What is known of a game so far. @typedef {{ game: GameName, tile?: TileData, progress?: ProgressData }} KnownGame */

/** A link to a place in a game; no link without one. @param {string} href @param {Child[]} content */
const row = (href, ...content) => h("li", {}, href ? h("a", { class: "deed", href }, content) : h("span", { class: "deed" }, content));

// ---------------------------------------------------------------- recent

/** What somebody did, in words. @param {RecentData} deed @returns {Child} */
function said({ kind, by, label, cards, key, names }) {
  const who = h("strong", {}, by);
  if (kind === "edit") return phrase("recent.edit", { who, label });
  const named = Object.keys(names).length ? say(names, settings.language) : key.split("/").at(-1);
  return phrase(`recent.${kind}`, { who, card: cards > 1 ? t("home.cards", { count: cards }) : named });
}

/** @param {readonly RecentData[]} recent @param {readonly GameName[]} games */
export function recentList(recent, games) {
  const people = [...new Set(recent.map(({ by }) => by))];
  return h("section", { "aria-labelledby": "home-recent" }, h("h2", { id: "home-recent" }, t("recent")),
    recent.length ? h("ul", { class: "feed" }, recent.map((deed) => {
      const decided = games.find(({ address: at }) => at === deed.game);
      const game = decided && deed.kind === "edit" ? nearestOf(games.filter(({ id }) => id === decided.id)) : decided;
      const { kind, key, cards, text, files, at } = deed;
      const place = kind === "edit" ? "#/make" : cards === 1 && key.split("/").length === 2 ? address("card", key.split("/")) : "#/history";
      const about = [text ? `“${text}”` : files.length > 1 ? t("recent.files", { count: files.length }) : files[0], game ? say(game.titles, settings.language) : null, at ? ago(at) : null].filter(Boolean);
      return row(game ? addressOf(game) + place : "", h("span", { class: "avatar", "aria-hidden": "true", style: { "--who": `var(--who-${people.indexOf(deed.by) % COLOURS + 1})` } }, initials(deed.by)),
        h("span", { class: "what" }, said(deed)), h("span", { class: "quiet" }, about.map((part, number) => [number ? " · " : "", h("span", { class: "about" }, part)])));
    })) : h("p", { class: "quiet" }, t("recent.none")));
}

// ---------------------------------------------------------------- checks

/** @param {"error" | "warning" | "ok"} kind */
const sign = (kind) => h("span", { class: "sign", dataset: { kind } }, icon(kind === "error" ? "error" : kind === "ok" ? "s-ok" : "s-warn"));

/** The state of a game in a few words; null until it is known. @param {ProgressData | undefined} progress */
export function stateOf(progress) {
  if (!progress?.checked) return null;
  const { errors, warnings } = progress;
  return h("span", { class: "home-state" }, sign(errors ? "error" : warnings ? "warning" : "ok"), errors + warnings ? t("home.findings", { count: errors + warnings }) : t("home.ready"));
}

/** @typedef {"error" | "warning" | "ok"} Kind */

/** What the check has found in a game: why it cannot be read, or its mistakes. @param {KnownGame} about @returns {{ kind: Kind, item: HTMLElement }[]} */
function foundIn({ game, tile, progress }) {
  const fault = tile?.fault ?? {};
  if (!Object.keys(fault).length && !progress?.checked) return [];
  /** @param {Kind} kind @param {Child} what @param {number} [more] */
  const line = (kind, what, more) => ({ kind, item: row(`${addressOf(game)}#/checks`, sign(kind), h("span", { class: "what" }, what),
    h("span", { class: "quiet" }, say(game.titles, settings.language), more ? ` · ${t("home.more", { count: more })}` : "")) });
  if (Object.keys(fault).length) return [line("error", sayMessage(fault))];
  const mistakes = progress?.mistakes ?? [];
  return mistakes.length ? mistakes.map(({ severity, message: text, count }) => line(severity, sayMessage(text), count - 1)) : [line("ok", t("home.unfound"))];
}

/** What the check has found in the games that are known so far, errors first. @param {readonly KnownGame[]} known */
export function checkList(known) {
  const rows = known.flatMap(foundIn);
  if (!rows.length) return null;
  const order = ["error", "warning", "ok"];
  rows.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  const faults = known.filter(({ tile }) => Object.keys(tile?.fault ?? {}).length).length;
  /** @param {"errors" | "warnings"} name */
  const sum = (name) => known.reduce((all, { progress }) => all + (progress?.[name] ?? 0), 0);
  /** @param {"error" | "warning"} kind @param {number} count */
  const number = (kind, count) => (count ? h("span", { class: "count", dataset: { kind } }, sign(kind), h("span", { class: "hidden-text" }, t(`checks.count.${kind}`, { count })), h("span", { "aria-hidden": "true" }, count)) : null);
  return h("section", { "aria-labelledby": "home-checks" }, h("div", { class: "row" }, h("h2", { id: "home-checks" }, t("view.checks")), h("span", { class: "grow" }), number("error", sum("errors") + faults), number("warning", sum("warnings"))),
    h("ul", { class: "feed" }, rows.slice(0, MOST_MISTAKES).map(({ item }) => item)));
}

words({
  en: {
    "recent": message("Recent"),
    "recent.none": message("What you and others change and decide is listed here."),
    "recent.files": plural("{count} file", "{count} files"),
    "recent.edit": message("{who}: {label}"),
    "recent.approve": message("{who} approved {card}"),
    "recent.reject": message("{who} rejected {card}"),
    "recent.comment": message("{who} commented on {card}"),
    "recent.reopen": message("{who} reopened {card}"),
    "recent.resolve": message("{who} resolved a comment on {card}"),
    "recent.assign": message("{who} assigned a comment on {card}"),
    "home.ready": message("ready"),
    "home.findings": plural("{count} finding", "{count} findings"),
    "home.unfound": message("No findings"),
    "home.more": plural("and {count} more", "and {count} more"),
  },
});
