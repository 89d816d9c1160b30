/* The banner: files that cannot be read, with file and line, and a server that does not answer. The last good cards stay
   below it. It can be made small, and it disappears when everything is well again. */

import { byId, fill, h, icon } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { state } from "./data.js";
import { on } from "./events.js";
import { drawFrame } from "./frame.js";
import { tryNow } from "./live.js";
import * as places from "./places.js";
import { pick, sayMessage, t, words } from "./words.js";

const banner = () => byId("banner");
let small = false;
let drawn = "";
let problem = /** @type {"lost" | "refused" | "updated" | null} */ (null);

/** @type {Record<string, string>} */
const HEADINGS = { catalog: "banner.fault", review: "banner.log" };

/** A game that could never be read has no last good cards.
    @param {string} what */
const heading = (what) => (what === "catalog" && !state.catalog.cards.length ? "banner.never" : HEADINGS[what]);

/** A place in a file as it is written everywhere: file:line:column.
    @param {PlaceData} about */
export function place({ file, line, column }) {
  return [file, line, column].filter(Boolean).join(":");
}

/** One fault: its place, its message and a hint.
    @param {FaultData} fault */
export function faultItem(fault) {
  return h("li", {},
    fault.file ? places.place(fault, place(fault)) : null,
    h("span", {}, sayMessage(fault.message), pick(fault.hint) ? h("span", { class: "quiet" }, " (", sayMessage(fault.hint), ")") : null));
}

/** @param {[string, FaultsData]} about */
function faultPart([what, fault]) {
  return h("section", { class: "fault" },
    h("h2", {}, icon("warn"), t(heading(what))),
    h("ul", {}, fault.faults.map(faultItem)));
}

/** Files that cannot be read: each a name and its faults.
    @returns {[string, FaultsData][]} */
const faults = () => Object.entries({ catalog: state.catalog?.fault, review: state.review?.fault })
  .flatMap(([what, fault]) => (fault?.faults?.length ? [[what, fault]] : []));

/** @param {boolean} away */
function putAway(away) {
  small = away;
  show();
  banner().querySelector("[data-hold=banner]")?.focus();
}

function countText() {
  const count = faults().reduce((sum, [, fault]) => sum + fault.faults.length, 0);
  return t("banner.one", { count });
}

function show() {
  const unreadable = faults();
  banner().classList.toggle("small", small && unreadable.length > 0 && !problem);
  fill(banner(),
    problem ? h("div", { class: "notice" },
      h("p", {}, icon("warn"), t(`banner.${problem}`)),
      h("button", { type: "button", dataset: { hold: "banner-now" }, onclick: problem === "updated" ? () => location.reload() : () => tryNow() },
        t(problem === "updated" ? "banner.reload" : "banner.now"))) : null,
    !unreadable.length ? null : small
      ? h("button", { type: "button", class: "badge", "aria-expanded": "false", dataset: { hold: "banner" }, onclick: () => putAway(false) },
        icon("warn"), countText())
      : [unreadable.map(faultPart),
        h("button", { type: "button", class: "away", "aria-expanded": "true", dataset: { hold: "banner" }, onclick: () => putAway(true) },
          t("banner.away"))]);
}

/** Shows the current faults. If they are the same as before, nothing changes; new ones are shown even if the banner was hidden. */
export function draw() {
  const now = JSON.stringify(faults());
  if (now === drawn) return;
  drawn = now;
  small = false;
  show();
}

/** What `setNotice` has shown. */
export const notice = () => problem;

/** Shows that the server is "lost" or has "refused" the page, or that cardgen was "updated"; null for none of these.
    @param {"lost" | "refused" | "updated" | null} what */
export function setNotice(what) {
  if (what === problem) return;
  problem = what;
  show();
  if (state.catalog) drawFrame();
}

on("settings", (name) => (name === "language" ? show() : null));

words({
  en: {
    "banner.fault": message("Can't read the files. Showing the last version that worked."),
    "banner.never": message("Can't read the files. The cards appear as soon as the files can be read."),
    "banner.log": message("Can't read all decisions. Repair the review log before you decide anything."),
    "banner.lost": message("No answer from the server. Cards and drafts stay here; nothing is saved until it is back."),
    "banner.refused": message("This link has expired. Open the one that cardgen review has printed."),
    "banner.updated": message("The server now runs another version of cardgen."),
    "banner.now": message("Try now"),
    "banner.reload": message("Reload the page"),
    "banner.away": message("Hide"),
    "banner.one": plural("{count} fault", "{count} faults"),
  },
});
