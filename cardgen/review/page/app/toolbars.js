/* Toolbars, rows of chips, menus and long lists: one stop of the Tab key each, with arrow keys inside. */

const BARS = "[role=toolbar], [role=menu], [data-roving]";
const USABLE = ":is(a[href], button:not(:disabled), input, select):not([tabindex='-1'])";

/** Where a key goes from one of `count` controls.
    @type {Record<string, (at: number, count: number) => number>} */
const KEYS = { Home: () => 0, End: (_, count) => count - 1 };
KEYS.ArrowLeft = KEYS.ArrowUp = (at, count) => (at + count - 1) % count;
KEYS.ArrowRight = KEYS.ArrowDown = (at, count) => (at + 1) % count;

addEventListener("keydown", (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  const bar = /** @type {HTMLElement | null} */ (at.closest?.(BARS));
  if (!bar || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const stops = /** @type {HTMLElement[]} */ ([...bar.querySelectorAll(USABLE)]).filter((stop) => stop.checkVisibility() && stop.closest(BARS) === bar);
  if (event.key === "Tab" && bar.popover) {
    event.preventDefault();
    bar.hidePopover(); // the focus returns to its button
  } else if (event.key === "Tab") {
    // Tab leaves the bar: until it has, the other controls take no focus.
    const others = stops.filter((stop) => stop !== at);
    for (const stop of others) stop.tabIndex = -1;
    setTimeout(() => { for (const stop of others) stop.removeAttribute("tabindex"); });
  } else if (event.key in KEYS && !event.shiftKey) {
    event.preventDefault();
    stops[KEYS[event.key](stops.indexOf(at), stops.length)]?.focus();
  }
});
