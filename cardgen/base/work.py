"""The work of patterns and rules, counted in steps: the same on every machine, however busy it is."""

from __future__ import annotations

from cardgen.base.records import dataclass

#: Steps for the patterns of all fields of a game, when it is read; and for all of its rules, when it is checked. A step
#: takes some two millionths of a second, so both together take less than five seconds.
MOST_STEPS_READING = 1_000_000
MOST_STEPS = 1_800_000


class TooMuchWorkError(Exception):
    """The steps are used up. `pattern_at` is the place in a sentence of the pattern that took the last of them."""

    def __init__(self, pattern_at: int | None = None) -> None:
        super().__init__()
        self.pattern_at = pattern_at


@dataclass(slots=True)
class Budget:
    """The steps that are left."""

    steps: int = MOST_STEPS

    def spend(self, steps: int = 1) -> None:
        """Count steps. TooMuchWorkError if there are none left."""
        self.steps -= steps
        if self.steps < 0:
            raise TooMuchWorkError
