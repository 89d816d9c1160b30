"""SVG pictures in shades of one colour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from cardgen.base.records import replace
from cardgen.scene.colour import mix, parse_hex
from cardgen.scene.items import Gradient, Group, Item, Path, Placed, Scene


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
