/* The header: the game, the modes, and the buttons of tools. */

import { format as address } from "../shared/addresses.js";
import { byId, fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { keep } from "../shared/storage.js";
import * as banner from "./banner.js";
import { hasHome, isHome, state } from "./data.js";
import { on } from "./events.js";
import { editionLinks, gameTitle } from "./games.js";
import { drawLeft, drawerButton } from "./left.js";
import { MODES, firstOf, modeOf } from "./modes.js";
import { settings } from "./settings.js";
import { key } from "./shortcuts.js";
import { peopleBar } from "./people.js";
import { current, currentKey, views } from "./views.js";
import { pick, t, words } from "./words.js";
/** @import { Child } from "../shared/elements.js" */

/** A button in the frame. `other` has functions for its language and its name if these are not the page's.
    @typedef {{ key: string, run: () => unknown, label: () => Child, kind: string, other?: { language(): string, name(): string } | null }} Tool */

const tools = /** @type {Tool[]} */ ([]);
const last = /** @type {Map<string, string>} */ (new Map()); // mode → the address that was shown last in it

/** A button in the frame: the key of its name, what it runs, and what it shows. `kind` is its class.
    `other` has functions for its language and its name if these are not the page's.
    @param {string} key @param {() => unknown} run @param {() => Child} label @param {string} [kind] @param {Tool["other"]} [other] */
export function tool(key, run, label, kind = "icon-button", other = null) {
  tools.push({ key, run, label, kind, other });
}

on("route", ({ view, path, state: values }) => {
  last.set(modeOf(view), address(view, path, values));
  if (hasHome && !isHome) keep("cardgen.last", { game: state.catalog.game.id, hash: location.hash, names: state.cards.get(currentKey() ?? "")?.names ?? {} });
  drawFrame();
});

on("whole", () => { if (state.catalog) drawFrame(); });

/** Draws the header, or if a menu in it is open, when that is closed. */
export function drawFrame() {
  const menu = byId("frame").querySelector(":popover-open");
  if (menu) return menu.addEventListener("toggle", drawFrame, { once: true });
  const game = state.catalog?.game;
  const { route } = current;
  const mode = modeOf(route.view);
  byId("skip").textContent = t("frame.skip");
  fill(byId("frame"),
    h("div", { class: "game" }, drawerButton(), homeLink(), game?.id ? [gameTitle(game), modeMark()] : h("span", { class: "game-title", lang: "en" }, "cardgen studio")),
    h("nav", { class: "modes", "aria-label": t("frame.modes") }, MODES.filter(firstOf).map((name) =>
      h("a", { href: (name !== mode && last.get(name)) || address(firstOf(name) ?? ""), "aria-current": name === mode ? "page" : null, dataset: { hold: `mode-${name}` } },
        icon(name), t(`mode.${name}`)))),
    h("div", { class: "tools" }, tools.filter(({ kind }) => kind === "finder").map(toolButton), game ? editionLinks(game) : null, peopleBar,
      tools.filter(({ kind }) => kind !== "finder").map(toolButton)));
  drawLeft();
  const title = views.get(route.view)?.title?.(route) ?? [t(`view.${route.view}`)];
  document.title = [...title, game?.id ? pick(game.titles, settings.language) : "cardgen"].filter(Boolean).join(" · ");
}

/** The mark of cardgen, which leads to Home if there is one. */
const homeLink = () => (hasHome && !isHome ? h("a", { class: "icon-button", href: "../~/", "aria-label": t("frame.home"), title: t("frame.home"), dataset: { hold: "home" } }, icon("mark", "mark")) : icon("mark", "mark"));

/** @param {Tool} about */
function toolButton({ key, run, label, kind, other }) {
  const name = other?.name() ?? t(key);
  return h("button", { type: "button", class: kind, onclick: run, "aria-label": name, title: name, lang: other?.language(), dataset: { hold: key } }, label());
}

/** The mode of the page; "lost" while the server is away. */
function modeMark() {
  const mode = ["lost", "refused"].includes(banner.notice() ?? "") ? "lost" : state.reading ? "reading" : state.catalog.mode;
  return h("span", { class: "mode", dataset: { mode }, title: mode === "live" ? t("mode.live.title") : null },
    mode === "reading" && state.reading?.laid ? t("mode.laid", { count: state.reading.laid, cards: state.reading.cards }) : t(`mode.${mode}`));
}

MODES.forEach((mode, at) => key(`mode-${mode}`, { keys: [`alt+${at + 1}`], words: `mode.${mode}`, when: () => Boolean(firstOf(mode)),
  run: () => { location.hash = last.get(mode) ?? address(firstOf(mode) ?? ""); } }));

words({
  en: {
    "frame.skip": message("Skip to the content"),
    "frame.modes": message("Modes"),
    "frame.home": message("All games"),
    "mode.make": message("Make"),
    "mode.review": message("Review"),
    "mode.play": message("Play"),
    "mode.print": message("Print"),
    "mode.live": message("live"),
    "mode.reading": message("reading…"),
    "mode.laid": message("{count} of {cards} cards drawn…"),
    "mode.live.title": message("Saved changes appear at once"),
    "mode.lost": message("not connected"),
    "mode.read-only": message("read only"),
    "mode.site": message("static copy"),
  },
});
