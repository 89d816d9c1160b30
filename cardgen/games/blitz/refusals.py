"""Reasons to refuse a turn, a log or a question: each belongs to a numbered rule and is in both languages."""

from __future__ import annotations

from cardgen.engines.serving import ListedError


class BlitzError(ListedError):
    """A turn, a log or a position that is not legal. `code` is B and the number of the broken rule, or the reason."""

    letter = "B"
