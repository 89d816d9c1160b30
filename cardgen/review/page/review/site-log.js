/* The log of a site of plain files: its decisions are stored in this browser until they are downloaded. */

import { detail, site, state } from "../app/data.js";
import { on } from "../app/events.js";
import { toast } from "../app/toast.js";
import { changed } from "../app/views.js";
import { t } from "../app/words.js";
import { keep, recall } from "../shared/storage.js";
import { isKnown, keyOf, nameIn, takeEvents } from "./events.js";
import { who } from "./who.js";

const logName = () => `cardgen.log/${state.catalog.game.id}`;

/** A site's own events: {events, taken: how many of them have been downloaded}. */
export const siteLog = () => recall(logName(), { events: /** @type {ShownEvent[]} */ ([]), taken: 0 });

/** @param {number} count */
export const hex = (count) => [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {ProposalData} proposal @param {string} id */
async function siteEvent(proposal, id) {
  const { kind, sides, text, attached, side, at_mm, thread, undoes, seen } = proposal;
  const at = new Date().toISOString().replace(/\.\d+/, "");
  const event = /** @type {ShownEvent} */ ({ id, at, by: who(), tool: toolName(), kind, ...nameIn(proposal), sides });
  if (kind === "approve" && !proposal.page) {
    const { fields } = await detail(keyOf(proposal));
    event.fields = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  }
  return Object.assign(event, text && { text }, attached && { pictures: attached }, side && { side }, at_mm && { at_mm }, thread && { thread }, undoes && { undoes }, { seen });
}

const toolName = () => (/^\d/.test(state.catalog.tool) ? `cardgen ${state.catalog.tool}` : state.catalog.tool);

/** @param {ProposalData[]} messages @param {string} [id] */
export async function writeHere(messages, id) {
  const saved = [];
  for (const message of messages) saved.push(await siteEvent(message, id ?? hex(8)));
  const log = siteLog(); // read after all waiting, so that another tab's events stay
  const stored = keep(logName(), { ...log, events: [...log.events, ...saved] });
  if (!stored) toast(t("decide.unkept"), { slot: "fault", lasting: 12000 });
  return { status: 200, data: { saved, conflicts: [] } };
}

/** A site's decisions as lines of review.jsonl, each with the last event of its card that was `seen` when it was made. */
export const siteLines = () => Object.values(Object.groupBy(siteLog().events, ({ id }) => id))
  .map((parts) => `${JSON.stringify(siteLine(/** @type {ShownEvent[]} */ (parts)))}\n`).join("");

/** One event as a line: about one card, or with a list of cards.
    @param {ShownEvent[]} parts */
function siteLine(parts) {
  if (parts.length === 1) return withAttached(parts[0]);
  const { id, at, by, tool, kind, text, undoes } = parts[0];
  const cards = parts.map((part) => ({ ...nameIn(part), sides: part.sides, fields: part.fields, seen: /** @type {any} */ (part).seen }));
  return { id, at, by, tool, kind, cards, text, undoes };
}

/** An event with its pictures as the data that they are, for `review import`.
    @param {ShownEvent} event */
const withAttached = ({ pictures, ...event }) => (pictures ? { ...event, attached: pictures } : event);

export const markDownloaded = () => keep(logName(), { ...siteLog(), taken: siteLog().events.length });

function beginSite() {
  if (!site) return;
  const log = siteLog();
  const left = log.events.filter((event) => !isKnown(event)); // the others are in the events of a newer site
  if (left.length < log.events.length) keep(logName(), { events: left, taken: Math.max(0, log.taken - log.events.length + left.length) });
  const keys = takeEvents(left.map((event) => ({ ...event })));
  if (keys.length) changed("review", { keys });
}

on("begun", beginSite);
addEventListener("storage", ({ key }) => { if (site && state.review && key === logName()) beginSite(); });
