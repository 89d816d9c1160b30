/* The modes of the page, each with its views. */

import { isHome } from "./data.js";
import { current, views } from "./views.js";
/** @import { View } from "./views.js" */

/** In the order of the header; each has the icon of its name. */
export const MODES = /** @type {const} */ (["make", "review", "play", "print"]);

/** The view that is marked while another is shown: that of all cards for a card.
    @param {string} name */
export const shownUnder = (name) => views.get(name)?.under?.(current.route) ?? name;

/** The mode of a view. The tables of games are in Play.
    @param {string} name */
export const modeOf = (name) => views.get(shownUnder(name))?.mode ?? "play";

/** The views of a mode that this page has, in their order.
    @param {string} mode @returns {[string, View][]} */
export const viewsOf = (mode) => [...views].filter(([name, { tab, when }]) => tab && !isHome && (when?.() ?? true) && modeOf(name) === mode)
  .sort(([, a], [, b]) => (a.tab ?? 0) - (b.tab ?? 0));

/** The first view of a mode.
    @param {string} mode */
export const firstOf = (mode) => viewsOf(mode)[0][0];
