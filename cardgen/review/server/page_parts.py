"""The scripts and styles of the page, in the order in which they are loaded."""

from __future__ import annotations

#: `start.js` makes the global that all others add to. Rules use nothing of the page. `core.js` is the frame; scripts
#: after it register something. Of two keys that fit, the one registered last is taken.
SCRIPTS = (
    "start.js",
    "rules/texts.js",
    "rules/messages.js",
    "rules/addresses.js",
    "rules/filters.js",
    "rules/key-names.js",
    "rules/picks.js",
    "rules/status.js",
    "elements.js",
    "core.js",
    "asking.js",
    "banner.js",
    "card-facts.js",
    "contact-sheet.js",
    "decide.js",
    "deciding.js",
    "decision-panel.js",
    "filters.js",
    "keys.js",
    "list.js",
    "live.js",
    "picture-queue.js",
    "pins.js",
    "settings.js",
    "sides.js",
    "sight.js",
    "squares.js",
    "toast.js",
    "views/card.js",
    "views/checks.js",
    "views/compare.js",
    "views/grid.js",
    "views/history.js",
    "views/sheet.js",
    "play/links.js",
    "play/rove.js",
    "play/panels.js",
    "play/table.js",
)

#: `base.css` comes first: the others override it.
STYLES = (
    "base.css",
    "card.css",
    "checks.css",
    "compare.css",
    "contact-sheet.css",
    "decide.css",
    "dialogs.css",
    "grid.css",
    "history.css",
    "live.css",
    "sheet.css",
    "squares.css",
    "play/play.css",
)
