"""The work that one SVG picture may take, counted while it is drawn: a small file can ask for any amount of it."""

from __future__ import annotations

from cardgen.errors import DataError, Fault, Place

#: Steps that one picture may take. A step is about 5 µs, from reading the file to PDF, SVG and PNG: one coordinate of
#: a path, written and painted. 5 MB of path data have about a million coordinates.
MOST_STEPS = 1_200_000

_HINT = "a coordinate is a step: simplify the picture in your drawing program, or save it as PNG"


class Budget:
    """The steps that are left for one drawing of a picture, and the element that is being drawn."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._left = float(MOST_STEPS)

    def spend(self, steps: float) -> None:
        """Count work, before it is done where its size is known. DataError at the element that exceeds the budget."""
        self._left -= steps
        if self._left < 0:
            message = f"the picture is too complex: with this element it takes more than {MOST_STEPS:,} steps to draw"
            raise DataError(Fault(self.place, message, _HINT))
