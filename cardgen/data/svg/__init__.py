"""SVG pictures, read into scenes: shapes with their colours, nothing that runs and nothing from elsewhere.

What a picture has and this reader does not draw is a fault at its line: no part of a picture is silently missing.
"""

from __future__ import annotations

from functools import lru_cache

from cardgen.data.svg.drawing import draw_svg
from cardgen.data.svg.tree import parse_svg
from cardgen.scene.items import Scene


class Drawing:
    """An SVG picture, `width` × `height` in units of its own, which can be drawn in any `currentColor`."""

    def __init__(self, text: str, file: str) -> None:
        """DataError with everything in the picture that cannot be drawn, each at its line of `file`."""
        root = parse_svg(text, file)
        self._drawn = lru_cache(maxsize=256)(lambda colour: draw_svg(root, colour))
        first = self.scene()
        self.width, self.height = first.width, first.height

    def scene(self, colour: str = "#000000") -> Scene:
        """The picture in its own units from (0, 0), with `colour` for currentColor.

        The same scene for the same colour, so that a file holds it once however often it is shown.
        """
        return self._drawn(colour)


@lru_cache(maxsize=256)
def read_drawing(text: str, file: str) -> Drawing:
    """The SVG picture of that text. The same one for all decks of a game, which then share its scenes."""
    return Drawing(text, file)
