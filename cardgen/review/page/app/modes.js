/* The modes of the page, each with its views. */

import { isHome, noEngine, state } from "./data.js";
import { current, hasAll, views } from "./views.js";
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

/** The first views of the modes that are loaded after the first card, if this page will have them.
    @type {Record<string, () => string | false>} */
const COMING = { make: () => state.catalog?.mode === "live" && "make", play: () => !noEngine && "free", print: () => "sheet" };

/** The first view of a mode; nothing if this page does not have the mode.
    @param {string} mode */
export const firstOf = (mode) => viewsOf(mode)[0]?.[0] ?? (!hasAll() && COMING[mode]?.() || undefined);
