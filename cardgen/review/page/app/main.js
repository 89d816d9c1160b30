/* The beginning of the page: its modules register views, keys and words; then the data are loaded and the view of the address is shown. */

import { byId, h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { isHome, load, state, takeCatalog } from "./data.js";
import { announce } from "./events.js";
import { drawFrame } from "./frame.js";
import { dressPage, recallSettings, settings } from "./settings.js";
import { hasTable, loadTable } from "./tables.js";
import { changed, follow, isLoaded, loadRest, readAddress } from "./views.js";
import { loadWords, t, words } from "./words.js";

// Shortcuts and tools stand in this order; of two shortcuts that fit, the later one is taken.
import "../review/contact-sheet.js";
import "../review/decision-keys.js";
import "./keys.js";
import "./palette.js";
import "./regions.js";
import "./toolbars.js";
import "./live.js";
import "./settings-dialog.js";
import "./sight.js";
import "../review/card.js";
import "../review/checks.js";
import "../review/comments.js";
import "../review/compare.js";
import "../review/grid.js";
import "../review/grid-keys.js";
import "../review/history.js";
import "../home/home.js";
import "../home/begin.js";

async function begin() {
  recallSettings();
  readAddress();
  history.scrollRestoration = "manual";
  if (location.search) history.replaceState(null, "", location.pathname + location.hash); // a link's token is kept in a cookie
  addEventListener("hashchange", () => { readAddress(); follow(); });
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address is the view's
    byId("main").focus();
  });
  try {
    const [catalog, review] = await Promise.all([load("catalog"), load("review"), beginWords(), isLoaded() || loadRest()]);
    state.review = review;
    takeCatalog(catalog);
  } catch {
    byId("main").replaceChildren(h("p", {}, t("frame.unreachable")));
    return;
  }
  const { engine } = state.catalog.game;
  const loadAll = async () => { await loadRest(); if (engine && hasTable(engine)) await loadTable(engine); };
  if (/^#\/(table|game)\b/.test(location.hash)) await loadAll();
  follow();
  resumePlace();
  if (isHome) return; // what follows is about a game
  announce("begun");
  await idle();
  // The links of their views appear. A script that is not sent (the server is away, as its sign says) is asked for again
  // by an address of its views.
  loadAll().then(drawFrame, (reason) => { if (!(reason instanceof Event)) console.error(reason); });
  try {
    [state.texts, state.alts] = await Promise.all([load("texts"), load("alts")]);
  } catch {
    return; // the server is away: the next request shows that
  }
  changed("texts", {});
}

/** Loads the words of the page's language. If there are none, the page is in English. */
async function beginWords() {
  try {
    await loadWords(settings.language);
  } catch {
    settings.language = "en";
    dressPage();
  }
}

const PLACE = "cardgen.place";

/** A page that is loaded again keeps its scroll position; another address begins at its top. */
function resumePlace() {
  const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  try {
    const { hash, top } = JSON.parse(sessionStorage.getItem(PLACE) ?? "{}");
    if (loaded?.type === "reload" && hash === location.hash) scrollTo(0, top);
    addEventListener("pagehide", () => sessionStorage.setItem(PLACE, JSON.stringify({ hash: location.hash, top: scrollY })));
  } catch {
    // A browser that stores nothing begins at the top.
  }
}

/** When a first picture of the view has been painted, or a view has shown none for two seconds, and there is nothing better to do. */
async function idle() {
  const signal = AbortSignal.timeout(2000);
  await new Promise((resolve) => {
    document.addEventListener("load", ({ target }) => { if (target instanceof HTMLImageElement && byId("main").contains(target)) resolve(null); }, { capture: true, signal });
    signal.addEventListener("abort", resolve);
  });
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve, { timeout: 400 }));
}

document.addEventListener("DOMContentLoaded", begin);

words({
  en: {
    "frame.unreachable": message("The cards could not be loaded. Is the server still running?"),
  },
});
