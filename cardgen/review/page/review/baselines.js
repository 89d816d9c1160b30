/* What Compare can show a card against, besides the last approval and rejection: any event of the card that kept its
   pictures, a print run, an earlier version of the game. The server compares; on a site, only events can be chosen. */

import * as data from "../app/data.js";
import { site, state } from "../app/data.js";
import { announce, on } from "../app/events.js";
import { toast } from "../app/toast.js";
import { alter, changed, current } from "../app/views.js";
import { t, words } from "../app/words.js";
import { h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { eventsOf } from "./events.js";
import { when } from "./showing.js";

/** What a card is compared with: an event, or a print run or version with its `label`.
    @typedef {Pick<ShownEvent, "id" | "by" | "at" | "sides" | "data" | "text"> & { kind: ShownEvent["kind"] | "print" | "version", label?: string }} Baseline */

const KINDS = ["approve", "reject", "comment"]; // those that keep pictures
const names = /** @type {{ data: BaselinesData }} */ ({ data: { prints: [], versions: [] } });
const load = /** @type {(name: string) => Promise<any>} */ (data.load);
const asked = /** @type {Map<string, Promise<ComparisonData | null>>} */ (new Map());

/** Loads the names of print runs and versions; again whenever the view is opened. */
export async function loadNames() {
  if (site) return;
  try {
    names.data = await data.load("baselines");
  } catch { /* the server is away: the names of before stay */ }
}

/** The events of a card that it can be compared with, the latest first.
    @param {string} key */
const eventsFor = (key) => eventsOf(key).filter(({ kind, thread, undone }) => KINDS.includes(kind) && !thread && !undone).reverse();

/** The kind of a print run or version, and its own name; nothing for other names.
    @param {string} name */
const partsOf = (name) => (/^(print|version):(.+)$/.exec(name) ?? []).slice(1);

/** Whether the server has a print run or version of that name.
    @param {string} name */
function isOffered(name) {
  const [kind, own] = partsOf(name);
  return kind !== undefined && names.data[kind === "print" ? "prints" : "versions"].includes(own);
}

/** The baseline of that name, as an event: a run and a version have no author and no time.
    @param {string} key @param {string} name @returns {Baseline | null} */
export function find(key, name) {
  if (isOffered(name)) {
    const [kind, label] = partsOf(name);
    return { id: name, kind: /** @type {"print" | "version"} */ (kind), label: versionText(label), by: "", at: "", sides: {}, data: "" };
  }
  return eventsFor(key).find(({ id }) => id === name) ?? null;
}

/** The comparison of a card with a baseline, from the server; null if there is none. Cached until the card changes.
    @param {string} key @param {string} name @returns {Promise<ComparisonData | null>} */
export function compare(key, name) {
  if (site) return Promise.resolve(null);
  const { face, back, data } = /** @type {CardData} */ (state.cards.get(key));
  const id = JSON.stringify([key, name, face, back, data]);
  if (!asked.has(id)) {
    const answer = load(`compare/${key.split("/").map(encodeURIComponent).join("/")}?with=${encodeURIComponent(name)}`);
    answer.catch(() => asked.delete(id));
    asked.set(id, answer);
  }
  return /** @type {Promise<ComparisonData | null>} */ (asked.get(id));
}

/** A list of everything that the card can be compared with; null if there is nothing more than two buttons show.
    @param {string} key @param {string} chosen @param {readonly string[]} shown */
export function list(key, chosen, shown) {
  const events = eventsFor(key).filter(({ id }) => !shown.includes(id));
  const older = groups(chosen);
  if (!older.length && !events.length) return null;
  return h("label", { class: "baselines" }, h("span", { class: "hidden-text" }, t("compare.bases")),
    h("select", { dataset: { hold: "baseline" }, onchange: ({ target }) => alter({ base: target.value }) },
      shown.includes(chosen) || !chosen ? h("option", { value: "", selected: true }, t("base.others")) : null,
      events.length ? group(t("base.events"), events.map(({ id, kind, by, at }) => [id, `${t(`compare.by.${kind}`, { by })} · ${when(at).textContent}`]), chosen) : null,
      older));
}

/** @param {string} label @param {string[][]} options values and texts @param {string} chosen */
const group = (label, options, chosen) =>
  h("optgroup", { label }, options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));

/** Print runs and versions as groups of options; one that is chosen but not known is an option, too.
    @param {string} chosen */
export function groups(chosen) {
  const { prints, versions } = names.data;
  const made = [
    prints.length ? group(t("base.prints"), prints.map((name) => [`print:${name}`, name]), chosen) : [],
    versions.length ? group(t("base.versions"), versions.map((name) => [`version:${name}`, versionText(name)]), chosen) : [],
  ].flat();
  const isKnown = made.some((part) => part.querySelector("option[selected]"));
  const [, gone] = partsOf(chosen);
  return gone && !isKnown ? [...made, group(t("base.unknown"), [[chosen, gone]], chosen)] : made;
}

/** A version's name; that of a branch with "..." is where the current branch left it.
    @param {string} name */
const versionText = (name) => (name.endsWith("...") ? t("base.branch", { branch: name.slice(0, -3) }) : name);

/** The cards that have changed since a baseline, by its name: null while the server compares, or if it cannot. */
const changes = /** @type {Map<string, { version: string, keys: Set<string> | null }>} */ (new Map());

/** Whether a card has changed since a baseline. False until the server has answered; then the list is filtered again.
    @param {string} key @param {string} baseline */
export function isChangedSince(key, baseline) {
  if (changes.get(baseline)?.version !== state.catalog.version) void askChanges(baseline, state.catalog.version);
  return changes.get(baseline)?.keys?.has(key) ?? false;
}

/** @param {string} baseline @param {string} version */
async function askChanges(baseline, version) {
  changes.set(baseline, { version, keys: changes.get(baseline)?.keys ?? null }); // the cards of before stay meanwhile
  let keys = new Set();
  try {
    await begun; // only what is offered can be asked for
    if (!isOffered(baseline)) throw new Error(baseline);
    keys = new Set((await load(`changed?with=${encodeURIComponent(baseline)}`)).keys);
  } catch {
    toast(t("base.failed", { name: partsOf(baseline)[1] ?? baseline }), { slot: "fault" });
  }
  if (changes.get(baseline)?.version !== version) return;
  changes.set(baseline, { version, keys });
  changed("list", {});
}

/** Whether the server is still looking for the cards that the address asks for. */
export const isAsking = () => Boolean(current.route.state.since && changes.get(current.route.state.since)?.keys === null);

/** Fulfilled when the names have been loaded for the first time. */
const begun = new Promise((resolve) => {
  on("begun", async () => {
    await loadNames();
    resolve(null);
    announce("baselines", null);
  });
});

words({
  en: {
    "base.others": message("Other versions…"),
    "base.events": message("Decisions and comments"),
    "base.prints": message("Print runs"),
    "base.versions": message("Versions of the game"),
    "base.unknown": message("Not known here"),
    "base.branch": message("where this branch left {branch}"),
    "base.failed": message("The cards cannot be compared with {name}."),
  },
});
