/* The frame: the game, the links of the views, and the buttons of tools. */

import { format as address } from "../shared/addresses.js";
import { byId, focused, h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import * as banner from "./banner.js";
import { state } from "./data.js";
import { editionLinks, gameTitle } from "./games.js";
import { settings } from "./settings.js";
import { current, views } from "./views.js";
import { pick, t, words } from "./words.js";

/** A button in the frame. `other` has functions for its language and its name if these are not the page's.
    @typedef {{ key: string, run: () => unknown, label: string | (() => string), other?: { language(): string, name(): string } | null }} Tool */

const tools = /** @type {Tool[]} */ ([]);

/** A button in the frame: the key of its name, what it runs, and what it shows (a text, or a function that returns one).
    `other` has functions for its language and its name if these are not the page's.
    @param {string} key @param {() => unknown} run @param {string | (() => string)} label @param {Tool["other"]} [other] */
export function tool(key, run, label, other = null) {
  tools.push({ key, run, label, other });
}

export function drawFrame() {
  const game = state.catalog?.game;
  const { route } = current;
  const tabs = [...views].filter(([, definition]) => definition.tab && (definition.when?.() ?? true)).sort(([, a], [, b]) => (a.tab ?? 0) - (b.tab ?? 0));
  const under = views.get(route.view)?.under?.(route) ?? route.view;
  byId("skip").textContent = t("frame.skip");
  const hold = focused()?.closest?.("#frame [data-hold]")?.dataset.hold;
  /** @param {string} name */
  const badge = (name) => views.get(name)?.badge?.() || null;
  byId("frame").replaceChildren(
    h("div", { class: "game" }, game ? [gameTitle(game), editionLinks(game), modeMark()] : ""),
    h("nav", { "aria-label": t("frame.views") }, tabs.map(([name]) =>
      h("a", { href: address(name), "aria-current": name === under ? "page" : null, dataset: { hold: name } }, t(`view.${name}`),
        badge(name) ? h("span", { class: "count-badge" }, badge(name)) : null))),
    h("div", { class: "tools" }, tools.map(toolButton)),
  );
  if (hold) byId("frame").querySelector(`[data-hold="${CSS.escape(hold)}"]`)?.focus();
  showCurrent(/** @type {HTMLElement} */ (byId("frame").querySelector("nav")));
  const title = views.get(route.view)?.title?.(route) ?? [t(`view.${route.view}`)];
  document.title = [...title, game ? pick(game.titles, settings.language) : "cardgen"].filter(Boolean).join(" · ");
}

/** @param {Tool} about */
function toolButton({ key, run, label, other }) {
  const name = other?.name() ?? t(key);
  return h("button", { type: "button", onclick: run, "aria-label": name, title: name, lang: other?.language(), dataset: { hold: key } },
    typeof label === "function" ? label() : label);
}

/** The mode of the page; "lost" while the server is away. */
function modeMark() {
  const mode = ["lost", "refused"].includes(banner.notice() ?? "") ? "lost" : state.reading ? "reading" : state.catalog.mode;
  return h("span", { class: "quiet mode", dataset: { mode }, title: mode === "live" ? t("mode.live.title") : null }, t(`mode.${mode}`));
}

/** Scrolls the links of a narrow frame until the view that is shown is among them.
    @param {HTMLElement} nav */
function showCurrent(nav) {
  const link = nav.querySelector("[aria-current]")?.getBoundingClientRect();
  const frame = nav.getBoundingClientRect();
  if (link) nav.scrollLeft += Math.ceil(Math.max(0, link.right - frame.right)) + Math.min(0, link.left - frame.left);
}

words({
  en: {
    "frame.skip": message("Skip to the content"),
    "frame.views": message("Views"),
    "mode.live": message("live"),
    "mode.reading": message("reading…"),
    "mode.live.title": message("Saved changes appear at once"),
    "mode.lost": message("not connected"),
    "mode.read-only": message("read only"),
    "mode.site": message("static copy"),
  },
});
