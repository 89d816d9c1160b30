/* The shortcuts of the grid, and its words. */

import { state, statusOf } from "../app/data.js";
import { key } from "../app/shortcuts.js";
import { toast } from "../app/toast.js";
import { t, words } from "../app/words.js";
import { message, plural } from "../shared/messages.js";
import { grid } from "./grid-places.js";
import { holdsFocus } from "./grid-window.js";
import { focus } from "./grid.js";
import { neighbour } from "./list.js";
/** @import { WalkOptions } from "./list.js" */

/** Goes to the next card that is wanted, and reports if there is none. Without the focus, the search begins with the active card.
    @param {number} step @param {WalkOptions} options @param {string} [none] */
function walk(step, options, none) {
  const first = holdsFocus() ? null : grid.list.find((card) => card.key === grid.active);
  const key = first && (options.wanted?.(first) ?? true) ? first.key : neighbour(grid.active ?? "", step, options);
  if (key) focus(key);
  else if (none) toast(t(none));
}

const ARROWS = ["arrowleft", "arrowright", "arrowup", "arrowdown", "home", "end", "pageup", "pagedown"];
// For the list of shortcuts only: the list of cards handles these keys itself while it has the focus.
const described = { views: ["grid"], when: () => false };
key("grid.move", { ...described, keys: ARROWS, words: "key.move" });
key("grid.open", { ...described, keys: ["enter"], words: "key.open" });
key("grid.next", { keys: ["j"], views: ["grid"], words: "key.next", run: () => walk(1, {}) });
key("grid.previous", { keys: ["k"], views: ["grid"], words: "key.previous", run: () => walk(-1, {}) });
key("grid.undecided", { keys: ["n"], views: ["grid"], words: "key.undecided",
  run: () => walk(1, { round: true, wanted: (card) => statusOf(card.key) === "undecided" }, "walk.undecided") });
key("grid.changed", { keys: ["]"], views: ["grid"], words: "key.changed",
  run: () => walk(1, { round: true, wanted: (card) => state.review.statuses[card.key]?.changed }, "walk.changed") });

words({
  en: {
    "view.grid": message("Cards"),
    "grid.search": message("Filter cards"),
    "grid.filters": message("Filters"),
    "grid.more": message("More"),
    "grid.count": plural("{shown} of {count} card", "{shown} of {count} cards"),
    "grid.count.all": plural("{count} card", "{count} cards"),
    "grid.count.pages": plural("{shown} of {count} page", "{shown} of {count} pages"),
    "grid.count.pages.all": plural("{count} page", "{count} pages"),
    "grid.count.items": plural("{shown} of {count} card or page", "{shown} of {count} cards and pages"),
    "grid.count.items.all": plural("{count} card or page", "{count} cards and pages"),
    "grid.empty": message("This game has no cards."),
    "grid.sheets": message("See the pages that it prints."),
    "grid.none": message("No matching cards. Clear the filters."),
    "grid.comparing": message("The cards are being compared…"),
    "grid.findings": plural("{count} finding", "{count} findings"),
    "grid.selected": message("Selected cards"),
    "grid.size": message("Size of the thumbnails"),
    "grid.size.s": message("Small"),
    "grid.size.m": message("Medium"),
    "grid.size.l": message("Large"),
    "key.move": message("Move through the cards"),
    "key.open": message("Open the card"),
    "key.next": message("Next card"),
    "key.previous": message("Previous card"),
    "key.undecided": message("Next undecided card"),
    "key.changed": message("Next card changed since its decision"),
    "walk.undecided": message("No other card here is undecided."),
    "walk.changed": message("No other card here has changed since its decision."),
  },
});
