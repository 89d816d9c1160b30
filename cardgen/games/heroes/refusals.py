"""Reasons to refuse a turn, a log or a question: the number of the broken rule, and the sentence in both languages."""

from __future__ import annotations

from cardgen.engines.serving import Answer, ListedError


class HeroesError(ListedError):
    """A turn, a log or a question that is not legal. `code` is H and the number of the broken rule, or the reason."""

    letter = "H"

    def data(self) -> Answer:
        """Return the refusal as members of an answer, with the reason instead of the code."""
        return {**super().data(), "reason": self.reason}
