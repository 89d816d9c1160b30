"""SVG pictures as scenes: shapes with their colours. Scripts and external files are never read.

Anything that this reader does not draw is reported with its line, so no part of a picture is silently missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from cardgen.base.records import replace
from cardgen.data.svg.drawing import draw_svg
from cardgen.data.svg.tree import parse_svg
from cardgen.scene.colour import mix, parse_hex
from cardgen.scene.items import Command, Gradient, Group, Item, Path, Placed, Scene, walk
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


# ---------------------------------------------------------------- tinting


def tint_scene(scene: Scene, tint: str) -> Scene:
    """Return a picture in shades of a colour: its darkest colour becomes the tint, white stays white.

    A picture in one colour, also one that is white, becomes the tint as a whole.
    """
    greys = [_grey(colour) for colour in _colours(scene.items)]
    darkest = min(greys, default=0.0)

    def shade(colour: str) -> str:
        return mix(tint, "#ffffff", (_grey(colour) - darkest) / (1 - darkest)) if darkest < 1 else tint

    return replace(scene, items=tuple(_tint(item, shade) for item in scene.items))


def _grey(colour: str) -> float:
    """Return the lightness of a colour as the eye weighs its channels, 0 to 1."""
    red, green, blue = parse_hex(colour)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def _colours(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            yield from _colours(item.items)
        elif isinstance(item, Placed):
            yield from _colours(item.scene.items)
        elif isinstance(item, Path):
            for paint in (item.fill, item.stroke if item.stroke_width else None):
                if isinstance(paint, Gradient):
                    yield from (stop.colour for stop in paint.stops)
                elif paint is not None:
                    yield paint


def _tint(item: Item, shade: Callable[[str], str]) -> Item:
    if isinstance(item, Group):
        return replace(item, items=tuple(_tint(inner, shade) for inner in item.items))
    if isinstance(item, Placed):
        return replace(item, scene=replace(item.scene, items=tuple(_tint(inner, shade) for inner in item.scene.items)))
    if not isinstance(item, Path):
        return item
    fill = item.fill
    if isinstance(fill, Gradient):
        fill = replace(fill, stops=tuple(replace(stop, colour=shade(stop.colour)) for stop in fill.stops))
    elif fill is not None:
        fill = shade(fill)
    return replace(item, fill=fill, stroke=None if item.stroke is None else shade(item.stroke))
