/* The panel at the left: the views of the mode, and what the view adds. It can be folded and made wider; on narrow screens it is a drawer.
   A panel at the right, as a card has it, can be folded, too. */

import { format as address } from "../shared/addresses.js";
import { byId, fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { keep, recall } from "../shared/storage.js";
import { on } from "./events.js";
import { modeOf, shownUnder, viewsOf } from "./modes.js";
import { peopleList } from "./people.js";
import { key } from "./shortcuts.js";
import { current, views } from "./views.js";
import { t, words } from "./words.js";

const STORE = "cardgen.left";
const [LEAST, MOST, STEP] = [200, 480, 16]; // px
const root = document.documentElement;
/** What is kept: the modes whose panel is closed, at first Play, where the table needs the room. */
const kept = { closed: ["play"], right: true, width: 0, ...recall(STORE, {}) };
const narrow = matchMedia("(max-width: 960px)");

function apply() {
  root.dataset.left = kept.closed.includes(modeOf(current.route.view)) ? "closed" : "open";
  root.dataset.right = kept.right ? "open" : "closed";
  if (kept.width) root.style.setProperty("--w-left", `${kept.width}px`);
}

/** Applies and keeps what was changed; views fit themselves to the room that is left. */
function change() {
  keep(STORE, kept);
  apply();
  dispatchEvent(new Event("resize"));
}

/** Folds the panel, or shows it again. On a narrow screen, opens or closes the drawer. */
function turn() {
  if (narrow.matches) return setDrawer(!("drawer" in root.dataset));
  const mode = modeOf(current.route.view);
  kept.closed = kept.closed.includes(mode) ? kept.closed.filter((name) => name !== mode) : [...kept.closed, mode];
  change();
  drawLeft();
  return undefined;
}

function turnRight() {
  kept.right = !kept.right;
  change();
}

/** @param {boolean} isOpen */
function setDrawer(isOpen) {
  root.toggleAttribute("data-drawer", isOpen);
  for (const button of document.querySelectorAll(".drawer-button")) button.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) byId("left").querySelector("a")?.focus();
  else if (byId("left").contains(document.activeElement)) document.querySelector(".drawer-button")?.focus();
}

export const drawerButton = () => h("button", { type: "button", class: "icon-button drawer-button", hidden: isEmpty(), "aria-label": t("left.turn"), title: t("left.turn"),
  "aria-expanded": String(narrow.matches ? "drawer" in root.dataset : root.dataset.left === "open"), "aria-controls": "left", onclick: turn, dataset: { hold: "drawer" } }, icon("panel-l"));

const isEmpty = () => viewsOf(modeOf(current.route.view)).length < 2 && !views.get(current.route.view)?.left;

/** The edge that makes the panel wider, by the pointer and by arrow keys. */
function edge() {
  const width = () => byId("left").offsetWidth;
  /** @param {number} px */
  const set = (px) => {
    kept.width = Math.min(MOST, Math.max(LEAST, px));
    made.setAttribute("aria-valuenow", String(kept.width));
    change();
  };
  const made = h("div", { class: "left-edge", role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": t("left.width"), "aria-valuemin": LEAST, "aria-valuemax": MOST,
    "aria-valuenow": kept.width || 240, dataset: { hold: "left-edge" },
    onpointerdown: (event) => { made.setPointerCapture(event.pointerId); event.preventDefault(); },
    onpointermove: (event) => { if (made.hasPointerCapture(event.pointerId)) set(event.clientX); },
    onkeydown: (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!way) return;
      event.preventDefault();
      set(width() + way * STEP);
    } });
  return made;
}

let border = /** @type {HTMLElement | null} */ (null);

export function drawLeft() {
  const panel = byId("left");
  const { route } = current;
  const mode = modeOf(route.view);
  panel.hidden = isEmpty();
  apply();
  if (panel.hidden) return void fill(panel);
  panel.setAttribute("aria-label", t("left.name"));
  const under = shownUnder(route.view);
  const listed = viewsOf(mode);
  let scroll = panel.querySelector(".left-scroll");
  if (!scroll) fill(panel, scroll = h("div", { class: "left-scroll" }), peopleList, border = edge());
  border?.setAttribute("aria-label", t("left.width"));
  const nav = h("nav", { class: "views", "aria-label": t("left.views") }, h("h2", {}, t(`mode.${mode}`),
    h("button", { type: "button", class: "icon-button fold", "aria-label": t("left.turn"), title: `${t("left.turn")}  [`, onclick: turn, dataset: { hold: "fold" } }, icon("panel-l"))),
  listed.length > 1 ? h("ul", {}, listed.map(([name, { badge, icon: sign = "file" }]) => h("li", {},
    h("a", { href: address(name), "aria-current": name === under ? "page" : null, dataset: { hold: name } }, icon(sign), h("span", { class: "cut-off" }, t(`view.${name}`)),
      badge?.() ? h("span", { class: "count-badge" }, badge()) : null)))) : null);
  const parts = /** @type {Node[]} */ ([nav, views.get(route.view)?.left?.(route)].flat(Infinity).filter(Boolean));
  const before = scroll.childNodes;
  fill(scroll, parts.map((part, at) => (before[at]?.isEqualNode(part) ? before[at] : part))); // pictures that are drawn again flicker
}

for (const what of ["review", "catalog"]) on(what, drawLeft);
on("route", () => setDrawer(false));
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !("drawer" in root.dataset)) return;
  event.preventDefault();
  setDrawer(false);
}, true);
byId("scrim").addEventListener("click", () => setDrawer(false));
key("left", { keys: ["["], words: "left.turn", run: turn });
key("right", { keys: ["]"], views: ["card", "compare", "sheet", "make"], words: "right.turn", run: turnRight });

words({
  en: {
    "left.name": message("Views and lists"),
    "left.views": message("Views"),
    "left.turn": message("Left panel"),
    "right.turn": message("Right panel"),
    "left.width": message("Width of the panel"),
  },
});
