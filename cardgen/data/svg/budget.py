"""The limit of work for one SVG picture, counted while it is drawn: a small file can require any amount of work."""

from __future__ import annotations

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.words.messages import message

#: The limit in steps. A step is about 5 µs for reading, PDF, SVG and PNG together: the work for one coordinate of a
#: path. 5 MB of path data have about a million coordinates.
MOST_STEPS = 1_200_000

_HINT = message("a coordinate is a step: simplify the picture in your drawing program, or save it as PNG")


class DrawingBudget:
    """The remaining steps for one drawing of a picture, and the place of the current element."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._left = float(MOST_STEPS)

    def spend(self, steps: float) -> None:
        """Count work, if possible before it is done. DataError at the element that exceeds the limit."""
        self._left -= steps
        if self._left < 0:
            template = "the picture is too complex: with this element it takes more than {most} steps to draw"
            raise DataError(Fault(self.place, message(template, most=f"{MOST_STEPS:,}"), _HINT))
