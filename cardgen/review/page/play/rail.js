/* The rail of a table: buttons at its right edge, and the drawers that they open over the cloth. In a narrow window it is a
   sheet behind a button. The stage of engines and the free table have the same.

     const rail = makeRail({ drawers: [{ name: "happened", icon: "list", content }], tools: () => [{ name: "undo", … }, null] });
     stage.append(...rail.elements);  rail.draw();  rail.open("happened");  rail.close();

   `open`, `turn` and `close` are for keys. The words of a drawer are `play.drawer.<name>`. `tools` is asked at each draw: null draws a line, false nothing. */

import { t, words } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
/** @import { Child } from "../shared/elements.js" */

/** @typedef {{ name: string, icon: string, content: Child }} Drawer */
/** A button: what it does, whether it can, and more attributes.
    @typedef {{ name: string, icon: string, label: string, run: () => unknown, can?: boolean, more?: Record<string, unknown> }} Tool */

/** @param {{ drawers: readonly Drawer[], tools: () => readonly (Tool | null | false)[], opened?: (name: string | null) => unknown }} rail `opened` is called when a drawer is opened or closed */
export function makeRail({ drawers: all, tools, opened }) {
  const rail = h("div", { class: "table-rail", role: "group", "aria-label": t("play.rail") });
  const drawers = new Map(all.map(({ name, content }) => [name, h("aside", {
    class: "table-drawer", id: `table-${name}`, hidden: true, "aria-label": t(`play.drawer.${name}`),
  }, h("header", {}, h("h2", {}, t(`play.drawer.${name}`)), h("button", {
    type: "button", class: "plain", "aria-label": t("play.drawer.close"), dataset: { hold: "play-drawer-close" }, onclick: () => open(null),
  }, icon("x"))), content)]));
  const isOpen = (/** @type {string} */ name) => !drawers.get(name)?.hidden;
  /** @param {string | null} name the drawer to open, alone; null for none */
  function open(name) {
    const was = [...drawers.keys()].find(isOpen) ?? "";
    const hadFocus = drawers.get(was)?.contains(document.activeElement);
    for (const [one, drawer] of drawers) drawer.hidden = one !== name;
    for (const details of drawers.get(name ?? "")?.querySelectorAll("details") ?? []) details.open = true;
    rail.classList.remove("is-open");
    draw();
    opened?.(name);
    if (name) drawers.get(name)?.querySelector("button")?.focus();
    else if (hadFocus) /** @type {HTMLElement | null} */ (rail.querySelector(`[data-hold="play-drawer-${was}"]`))?.focus();
  }
  const turn = (/** @type {string} */ name) => open(isOpen(name) ? null : name);
  /** @param {Tool} tool */
  const button = ({ name, icon: sign, label, run, can = true, more }) => h("button", { type: "button", title: label, dataset: { hold: `play-${name}` }, disabled: !can, onclick: run, ...more },
    icon(sign), h("span", {}, label));
  const screen = { name: "screen", icon: "fit", label: t("play.screen"), run: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()) };
  const draw = () => fill(rail, all.map(({ name, icon: sign }) => button({ name: `drawer-${name}`, icon: sign, label: t(`play.drawer.${name}`), run: () => turn(name),
    more: { "aria-expanded": String(isOpen(name)), "aria-controls": `table-${name}` } })), [null, ...tools(), null, screen].map((tool) => (tool === null ? h("hr", {}) : tool && button(tool))));
  const menu = h("button", { type: "button", class: "table-menu", "aria-label": t("play.rail"), dataset: { hold: "play-menu" },
    onclick: () => rail.classList.toggle("is-open") }, icon("more"));
  return {
    elements: [menu, rail, ...drawers.values()], draw, open, turn, isOpen,
    /** Close the open drawer; true if there was one. */
    close: () => [...drawers.keys()].some(isOpen) && (open(null), true),
  };
}

words({
  en: {
    "play.screen": message("Whole screen"),
    "play.rail": message("Table"),
    "play.drawer.happened": message("What happened"),
    "play.drawer.people": message("Game and players"),
    "play.drawer.more": message("More of this game"),
    "play.drawer.close": message("Close"),
    "play.key.drawer": message("Close the drawer"),
  },
});
