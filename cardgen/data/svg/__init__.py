"""SVG pictures as scenes: shapes with their colours. Scripts and external files are never read.

Anything that this reader does not draw is reported with its line, so no part of a picture is silently missing.
"""

from __future__ import annotations

from functools import lru_cache

from cardgen.data.svg.drawing import draw_svg
from cardgen.data.svg.tree import parse_svg
from cardgen.scene.items import Scene


class Drawing:
    """An SVG picture, `width` × `height` in its own units, for any `currentColor`."""

    def __init__(self, text: str, file: str) -> None:
        """Read a picture. DataError with everything that cannot be drawn, each with its line in `file`."""
        root = parse_svg(text, file)
        self._drawn = lru_cache(maxsize=256)(lambda colour: draw_svg(root, colour))
        first = self.scene()
        self.width, self.height = first.width, first.height

    def scene(self, colour: str = "#000000") -> Scene:
        """Return the picture in its own units from (0, 0), with `colour` for currentColor.

        The same colour gives the same scene object, so files store it once.
        """
        return self._drawn(colour)


@lru_cache(maxsize=256)
def read_drawing(text: str, file: str) -> Drawing:
    """Return the SVG picture of that text: the same object for all decks of a game, which share its scenes."""
    return Drawing(text, file)
