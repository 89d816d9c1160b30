"""Reasons to refuse a placement, a position or a log: one code for each, in both languages of the game."""

from __future__ import annotations

from cardgen.engines.serving import Answer, ListedError


class BlokusError(ListedError):
    """A placement, position or log that is not legal. `code` is a key of refusals.yaml, `cell` the wrong cell."""

    def place(self) -> Answer:
        """Return the rule, the line and the cell, as members of an answer."""
        return {**super().place(), "cell": None if self.cell is None else list(self.cell)}
