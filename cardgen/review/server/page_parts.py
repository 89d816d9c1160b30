"""The styles of the page, in the order in which they are loaded."""

from __future__ import annotations

#: `base.css` comes first: the others override it.
STYLES = (
    "base.css",
    "card.css",
    "checks.css",
    "comments.css",
    "compare.css",
    "contact-sheet.css",
    "decisions.css",
    "dialogs.css",
    "grid.css",
    "history.css",
    "live.css",
    "press.css",
    "sheet.css",
    "squares.css",
    "make/table.css",
    "play/play.css",
)

#: The style that is loaded after those, but not on sites: it names the whole fonts.
WHOLE_FONTS_STYLE = "whole-fonts.css"
