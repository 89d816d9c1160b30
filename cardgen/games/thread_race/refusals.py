"""Reasons to refuse a turn, a log or a question: one code for each, in both languages of the game.

The code that bots get is the number of the check that is broken, `T25`; texts that cannot be read have codes of words.
"""

from __future__ import annotations

from cardgen.engines.serving import ListedError


class ThreadRaceError(ListedError):
    """A turn, a log or a question that is not legal. `code` is what bots get: `T25`, or the reason."""

    letter = "T"
