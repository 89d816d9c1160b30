/* Tables of games: modules and a style that come with a game's rules engine, below `page/tables/`. */

import { h } from "../shared/elements.js";

/** Whether the server or the site has a table for this engine.
    @param {string} engine */
export const hasTable = (engine) => (document.documentElement.dataset.tables ?? "").split(" ").includes(engine);

/** Load the table of an engine, which registers itself as a view.
    @param {string} engine */
export const loadTable = (engine) => Promise.all([import(`../tables/${engine}/table.js`).catch(console.error), loadStyle(`page/tables/${engine}/table.css`)]);

/** @param {string} href */
const loadStyle = (href) => new Promise((resolve) => document.head.append(h("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve })));
