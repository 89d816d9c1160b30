"""SVG pictures, read into scenes: shapes with their colours, nothing that runs and nothing from elsewhere.

What a picture has and this reader does not draw is a fault at its line: no part of a picture is silently missing.
"""

from __future__ import annotations

from cardgen.data.svg.drawing import draw_svg
from cardgen.data.svg.tree import parse_svg
from cardgen.draw.scene import Scene


class Drawing:
    """An SVG picture, `width` × `height` in units of its own, which can be drawn in any `currentColor`."""

    def __init__(self, text: str, file: str) -> None:
        """DataError with everything in the picture that cannot be drawn, each at its line of `file`."""
        self._root = parse_svg(text, file)
        self._scenes: dict[str, Scene] = {}
        first = self.scene()
        self.width, self.height = first.width, first.height

    def scene(self, colour: str = "#000000") -> Scene:
        """The picture in its own units from (0, 0), with `colour` for currentColor.

        The same scene for the same colour, so that a file holds it once however often it is shown.
        """
        if colour not in self._scenes:
            self._scenes[colour] = draw_svg(self._root, colour)
        return self._scenes[colour]
