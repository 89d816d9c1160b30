/* The views that register themselves, and the address that chooses one of them. */

import * as addresses from "../shared/addresses.js";
import { byId, focused, holding } from "../shared/elements.js";
import { hasCards, isHome, state } from "./data.js";
import { announce } from "./events.js";
/** @import { Route, RouteState } from "../shared/addresses.js" */

/** @typedef {object} View
    @property {(root: HTMLElement, route: Route) => unknown} mount
    @property {(route: Route) => void} [update]
    @property {(kind: string, change?: any) => void} [changed]
    @property {() => void} [unmount]
    @property {() => boolean | undefined} [focus]
    @property {() => string | null | undefined} [current]
    @property {() => { at?: string, key?: string, field?: string, language?: string, editing?: boolean }} [whereabouts] what others are told of this page, beside its address and card
    @property {(route: Route) => (string | undefined)[]} [title]
    @property {"make" | "review" | "play" | "print"} [mode] its mode; Play without
    @property {number} [tab] the position of its link among those of its mode; none without
    @property {string} [icon] of its link
    @property {(route: Route) => any} [left] what it adds to the panel at the left
    @property {() => boolean} [when] whether this page has the view at all; without, it always has
    @property {() => number} [badge] a number in its link; 0 for none
    @property {boolean} [atHome] it is a view of Home, which has no game
    @property {(route: Route) => string} [under] the view whose link is marked while this one is shown */

/** The views by their names, and the one whose address is open. */
export const views = /** @type {Map<string, View>} */ (new Map());
export const current = { route: /** @type {Route} */ ({ view: "grid", path: [], state: {} }) };
let shown = /** @type {{ name: string } | null} */ (null);
let hash = ""; // of the route; the browser's address may follow later
let written = ""; // what the browser's address was when it was read or written last
let retry = 0;
let isLeaving = false; // a view: a field in it commits what was typed, but takes nobody back

/** Registers a view: {mount(root, route), update(route), changed(kind, detail), unmount()}; all but mount optional.
    `under` returns the view whose link is marked. `tab` gives it a link in its mode, in the order of `tab`, if `when()` is true;
    `title(route)` the words that begin the document's title;
    `focus()` takes the focus if the element that had it is gone, and returns whether it did.
    @param {string} name @param {View} definition */
export function view(name, definition) {
  views.set(name, definition);
}

let rest = /** @type {Promise<void> | null} */ (null);
let isWhole = isHome; // which has no other modes

/** Loads the views of the modes that the first card does without. After a failure, the next call tries again. */
export const loadRest = () => rest ??= import("./rest.js").then(() => {
  isWhole = true;
  announce("whole");
}, (error) => {
  rest = null;
  throw error;
});

/** Whether the views of all modes are there. */
export const hasAll = () => isWhole;

/** Whether the view of the address is there, or will never be. */
export const isLoaded = () => isWhole || views.has(addresses.parse(hash).view || first());

/** The view of an address that names none. */
const first = () => (isHome ? "home" : hasCards() ? "grid" : "sheet");

/** The view, path and state of an address; an unknown view is the one that an empty address shows.
    @returns {Route} */
function parse() {
  const parsed = addresses.parse(hash);
  return { ...parsed, view: views.has(parsed.view) && Boolean(views.get(parsed.view)?.atHome) === isHome ? parsed.view : first() };
}

/** Goes there; with `replace`, without a step in the browser's history (a filter being typed, a zoom).
    @param {string} name @param {readonly (string | number)[]} [path] @param {RouteState} [values] @param {{ replace?: boolean }} about3 */
export function go(name, path = [], values = {}, { replace = false } = {}) {
  const target = addresses.format(name, path, values);
  if (target === hash || isLeaving) return;
  if (replace && location.hash !== written) return; // the reader has just gone elsewhere: the page hears of it next
  hash = target;
  writeHash(replace ? "replaceState" : "pushState");
  follow();
}

/** Write the address. Safari refuses more than 100 changes in 10 s: the last one is written later.
    @param {"replaceState" | "pushState"} method */
function writeHash(method) {
  clearTimeout(retry);
  try {
    history[method](null, "", hash);
    written = location.hash;
  } catch {
    retry = setTimeout(writeHash, 1000, method);
  }
}

/** Changes parts of the current view's state in the address.
    @param {RouteState} values @param {{ replace?: boolean }} [options] */
export const alter = (values, options = { replace: true }) =>
  go(current.route.view, current.route.path, { ...current.route.state, ...values }, options);

/** Read the browser's address, which the page or the user has opened. */
export function readAddress() {
  clearTimeout(retry);
  hash = written = location.hash;
  current.route = parse();
}

/** Show the view of the address. */
export function follow() {
  if (state.catalog && !isLoaded()) return void loadRest().then(follow, console.error);
  current.route = parse();
  const { route } = current;
  if (!state.catalog) return;
  announce("route", route); // the frame comes first: it decides how wide the view is
  if (shown?.name === route.view) views.get(route.view)?.update?.(route);
  else remount();
}

/** Draws the current view again. Another view begins at its top, unless its mount returns true; the same view (in
    another language) keeps its scroll position and its focus (elements with data-hold). */
export function remount() {
  const { route } = current;
  if (!state.catalog || !views.has(route.view)) return;
  const first = shown === null;
  const moved = shown?.name !== route.view;
  const hold = focused()?.closest?.("#main [data-hold]")?.dataset.hold;
  const place = scrollY;
  if (shown) views.get(shown.name)?.unmount?.();
  const main = byId("main");
  isLeaving = true;
  main.replaceChildren();
  isLeaving = false;
  main.dataset.view = route.view;
  shown = { name: route.view };
  const settled = views.get(route.view)?.mount(main, route) === true;
  if (moved && !first && !settled) {
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  } else if (!moved) {
    scrollTo(0, place);
    if (hold) main.querySelector(`[data-hold="${CSS.escape(hold)}"]`)?.focus({ preventScroll: true });
  }
}

/** Asks the shown view to take a change: "catalog" {keys}, "review" {keys}, "checked" {}.
    @param {string} kind @param {any} what */
export function changed(kind, what) {
  if (shown) views.get(shown.name)?.changed?.(kind, what);
  announce(kind, what);
}

/** The card in question: the one shown, or in the grid the one that has the focus. Null elsewhere. */
export function currentKey() {
  const { route } = current;
  const asked = views.get(route.view)?.current?.();
  if (asked !== undefined) return asked;
  const key = route.path.join("/");
  return state.cards.has(key) ? key : null;
}

/** Remembers the focus. The function returned gives it back: to the same element, to the one that has its data-hold
    now, or to what the view offers instead. */
export function rememberFocus(element = focused()) {
  const hold = element?.closest?.("[data-hold]")?.dataset.hold;
  return () => {
    const next = element?.checkVisibility() ? element : hold ? holding(document.body, hold) : null;
    if (next) next.focus({ preventScroll: true });
    else if (!views.get(current.route.view)?.focus?.()) byId("main").focus({ preventScroll: true });
  };
}
