"""The styles of the page, in the order in which they are loaded."""

from __future__ import annotations

#: The first three come before the others, which override them.
STYLES = (
    "app/tokens.css",
    "app/base.css",
    "app/frame.css",
    "app/dialogs.css",
    "app/live.css",
    "review/card.css",
    "review/checks.css",
    "review/comments.css",
    "review/compare.css",
    "review/contact-sheet.css",
    "review/decisions.css",
    "review/grid.css",
    "review/history.css",
    "shared/squares.css",
    "make/table.css",
    "make/canvas.css",
    "make/game.css",
    "make/text.css",
    "play/play.css",
    "play/stage.css",
    "play/free/free.css",
    "print/press.css",
    "print/sheet.css",
    "print/print.css",
    "home/home.css",
)
