/* Who decides on this page. */

import { site, state } from "../app/data.js";
import { keep, recall } from "../shared/storage.js";

const NAME = "cardgen.name";

/** Whose decisions are made here: the name given in this browser, otherwise that of the server; "" if it is not known yet. */
export const who = () => recall(NAME, "") || (site ? "" : state.catalog.who);
/** @param {string} name */
export const callMyself = (name) => keep(NAME, name);
/** The people who have decided or have comments assigned to them, and the one at this page, by name. */
export function people() {
  const names = (state.review?.events ?? []).flatMap(({ kind, by, text }) => (kind === "assign" && text ? [by, text] : [by]));
  return [...new Set([...names, who()])].filter(Boolean).sort();
}
/** @param {EventData} event */
export const isMine = (event) => event.by === who() && who() !== "";
export const mayDecide = () => state.catalog.mode !== "read-only" && !state.review.fault;
