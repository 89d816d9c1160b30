"""The shapes of SVG as the commands of a path."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import message
from cardgen.data.svg.tree import Element
from cardgen.data.svg.values import parse_length, parse_numbers
from cardgen.scene.items import Command, ellipse, polyline, rectangle
from cardgen.scene.paths import move_path, read_path

SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")


def shape_of(element: Element, view: tuple[float, float], spend: Callable[[int], None]) -> tuple[Command, ...]:
    """Return the path of a shape element, empty for one without a size. Percentages refer to the `view`'s size.

    `spend` counts the coordinates of a list while it is read. WrongValueError for an invalid attribute.
    """
    attributes = element.attributes
    width, height = view
    diagonal = (width * width / 2 + height * height / 2) ** 0.5  # SVG 1.1, chapter 7.10

    def length(name: str, full: float) -> float:
        return parse_length(attributes.get(name, "0"), full)

    match element.tag:
        case "path":
            return read_path(attributes.get("d", ""), spend)
        case "rect":
            size = _positive(attributes, "width", width), _positive(attributes, "height", height)
            return _rounded(attributes, (length("x", width), length("y", height), *size), view)
        case "circle":
            radius = _positive(attributes, "r", diagonal)
            return ellipse(length("cx", width), length("cy", height), radius) if radius else ()
        case "ellipse":
            rx, ry = _positive(attributes, "rx", width), _positive(attributes, "ry", height)
            return ellipse(length("cx", width), length("cy", height), rx, ry) if rx and ry else ()
        case "line":
            ends = (length("x1", width), length("y1", height)), (length("x2", width), length("y2", height))
            return polyline(*ends)
    numbers = parse_numbers(attributes.get("points", ""), spend)
    if len(numbers) % 2:
        raise WrongValueError(message("points: an odd number of coordinates"), "x,y x,y …")
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    return polyline(*points, close=element.tag == "polygon") if points else ()


def _positive(attributes: Mapping[str, str], name: str, full: float) -> float:
    value = parse_length(attributes.get(name, "0"), full)
    if value < 0:
        raise WrongValueError(message("{name}: {value} given, expected at least 0", name=name, value=attributes[name]))
    return value


def _rounded(
    attributes: Mapping[str, str], rect: tuple[float, float, float, float], view: tuple[float, float]
) -> tuple[Command, ...]:
    """Return a rectangle whose corners are quarters of ellipses; a missing radius is equal to the other one."""
    x, y, width, height = rect
    if not width or not height:
        return ()
    radii = [
        _positive(attributes, name, full) if attributes.get(name, "auto") != "auto" else None
        for name, full in (("rx", view[0]), ("ry", view[1]))
    ]
    rx = min(next((radius for radius in radii if radius is not None), 0.0), width / 2)
    ry = min(next((radius for radius in reversed(radii) if radius is not None), 0.0), height / 2)
    if not rx or not ry:
        return rectangle(x, y, width, height)
    # Made with circular corners, then stretched.
    return move_path(rectangle(0, 0, width * ry / rx, height, ry), (rx / ry, 0.0, 0.0, 1.0, x, y))
