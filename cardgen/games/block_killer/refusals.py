"""The reasons why a play or a turn is refused: a code and a text in both languages of the game for each."""

from __future__ import annotations

from cardgen.engines.serving import Answer, ListedError


class BlockKillerError(ListedError):
    """A play or a turn that is not legal.

    `code` is a key of refusals.yaml. `step` counts from 1, first the garbage rows from the floor up, then the blocks in
    order; it is 0 for the play as a whole.
    """

    def __init__(self, code: str, step: int = 0, what: object = "") -> None:
        super().__init__(code, what)
        self.step = step

    def place(self) -> Answer:
        """Return the line of a log, or the step, 0 for a play as a whole, as members of an answer."""
        return {"step": self.step} if self.line is None else {"line": self.line}
