"""The shapes of SVG as the commands of a path."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cardgen.data.svg.tree import Element
from cardgen.data.svg.values import parse_length, parse_numbers
from cardgen.errors import WrongValueError
from cardgen.scene.items import Command, ellipse, polyline, rectangle
from cardgen.scene.paths import move_path, read_path

SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")


def shape_of(element: Element, view: tuple[float, float], spend: Callable[[int], None]) -> tuple[Command, ...]:
    """What a shape element draws; nothing for one without a size. Percentages are of the `view`'s width and height.

    `spend` is told of the coordinates of a list while it is read. WrongValueError for an attribute that cannot be read.
    """
    given = element.attributes
    width, height = view
    slant = (width * width / 2 + height * height / 2) ** 0.5  # SVG 1.1, chapter 7.10

    def length(name: str, whole: float) -> float:
        return parse_length(given.get(name, "0"), whole)

    match element.tag:
        case "path":
            return read_path(given.get("d", ""), spend)
        case "rect":
            wide, tall = _positive(given, "width", width), _positive(given, "height", height)
            return _rounded(given, (length("x", width), length("y", height), wide, tall), view)
        case "circle":
            radius = _positive(given, "r", slant)
            return ellipse(length("cx", width), length("cy", height), radius) if radius else ()
        case "ellipse":
            rx, ry = _positive(given, "rx", width), _positive(given, "ry", height)
            return ellipse(length("cx", width), length("cy", height), rx, ry) if rx and ry else ()
        case "line":
            ends = (length("x1", width), length("y1", height)), (length("x2", width), length("y2", height))
            return polyline(*ends)
    numbers = parse_numbers(given.get("points", ""), spend)
    if len(numbers) % 2:
        raise WrongValueError("points: an odd number of coordinates", "x,y x,y …")
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    return polyline(*points, close=element.tag == "polygon") if points else ()


def _positive(given: Mapping[str, str], name: str, whole: float) -> float:
    value = parse_length(given.get(name, "0"), whole)
    if value < 0:
        raise WrongValueError(f"{name}: {given[name]} given, expected at least 0")
    return value


def _rounded(
    given: Mapping[str, str], rect: tuple[float, float, float, float], view: tuple[float, float]
) -> tuple[Command, ...]:
    """A rectangle whose corners are quarters of ellipses; a radius that is not given is the other one."""
    x, y, width, height = rect
    if not width or not height:
        return ()
    radii = [
        _positive(given, name, whole) if given.get(name, "auto") != "auto" else None
        for name, whole in (("rx", view[0]), ("ry", view[1]))
    ]
    rx = min(next((radius for radius in radii if radius is not None), 0.0), width / 2)
    ry = min(next((radius for radius in reversed(radii) if radius is not None), 0.0), height / 2)
    if not rx or not ry:
        return rectangle(x, y, width, height)
    # One with round corners, made wider or narrower.
    return move_path(rectangle(0, 0, width * ry / rx, height, ry), (rx / ry, 0.0, 0.0, 1.0, x, y))
