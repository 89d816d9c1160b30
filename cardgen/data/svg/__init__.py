"""SVG pictures as scenes: shapes with their colours. Scripts and external files are never read.

Anything that this reader does not draw is reported with its line, so no part of a picture is silently missing.
"""

from __future__ import annotations

from functools import lru_cache

from cardgen.data.svg.drawing import draw_svg
from cardgen.data.svg.tinting import tint_scene
from cardgen.data.svg.tree import parse_svg
from cardgen.scene.items import Command, Path, Scene, walk
from cardgen.scene.paths import move_path


class Drawing:
    """An SVG picture, `width` × `height` in its own units, for any `currentColor`."""

    def __init__(self, text: str, file: str) -> None:
        """Read a picture. DataError with everything that cannot be drawn, each with its line in `file`."""
        root = parse_svg(text, file)
        self._drawn = lru_cache(maxsize=256)(lambda colour: draw_svg(root, colour))
        self._tinted = lru_cache(maxsize=256)(lambda tint: tint_scene(self.scene(), tint))
        self.has_current_colour = "currentcolor" in text.lower()
        first = self.scene()
        self.width, self.height = first.width, first.height

    def scene(self, colour: str = "#000000") -> Scene:
        """Return the picture in its own units from (0, 0), with `colour` for currentColor.

        The same colour gives the same scene object, so files store it once.
        """
        return self._drawn(colour)

    def tinted(self, tint: str) -> Scene:
        """Return the picture with its darkest colour replaced by a tint; the lighter others are the tint with white.

        The same tint gives the same scene object.
        """
        return self._tinted(tint)

    def outline(self) -> tuple[Command, ...]:
        """Return all that the picture fills as one outline, in its own units."""
        paths = ((matrix, item) for matrix, item in walk(self.scene().items) if isinstance(item, Path) and item.fill)
        return tuple(command for matrix, path in paths for command in move_path(path.commands, matrix))


@lru_cache(maxsize=256)
def read_drawing(text: str, file: str) -> Drawing:
    """Return the SVG picture of that text: the same object for all decks of a game, which share its scenes."""
    return Drawing(text, file)
