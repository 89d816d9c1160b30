/* F6 goes round the regions of the page: the header, the panel at the left, the tools, the stage and the panel at the right. */

import { message } from "../shared/messages.js";
import { key } from "./shortcuts.js";
import { words } from "./words.js";

const REGIONS = "#frame, #left, main .tool, main .make-bar, .stage, .cards, .make-window, .text-host, .text-side, .card-right, .compare-aside, .free-others, .free-cloth, .free-hand, .free-bar, .table-field, .table-hand, .table-prompt, .table-rail, .table-drawer";
const USABLE = "a[href], button:not(:disabled), input, select, textarea, [tabindex='0']";

/** What takes the focus in a region: the region itself, what is current in it, or its first control.
    @param {HTMLElement} region */
const entry = (region) => (region.tabIndex === 0 ? region
  : [...region.querySelectorAll(`[aria-current]:is(${USABLE})`), ...region.querySelectorAll(USABLE)].find((element) => element.checkVisibility() && element.tabIndex >= 0));

/** @param {number} way */
function goRound(way) {
  const regions = [...document.querySelectorAll(REGIONS)].filter((region) => region.checkVisibility() && entry(region));
  const at = regions.findLastIndex((region) => region.contains(document.activeElement));
  entry(regions[(at + way + regions.length) % regions.length])?.focus();
}

key("region", { keys: ["f6"], words: "key.region", run: ({ event }) => goRound(event.shiftKey ? -1 : 1) });

words({
  en: {
    "key.region": message("Next region of the page (with Shift, the previous one)"),
  },
});
