"""The gradients of SVG pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot

from cardgen.data.svg.budget import Budget
from cardgen.data.svg.styles import INHERITED, Sheet, style_of
from cardgen.data.svg.tree import Element
from cardgen.data.svg.values import parse_colour, parse_length, parse_share, parse_transform
from cardgen.errors import WrongValueError
from cardgen.scene.items import Gradient, Rect, Stop, then

GRADIENTS = ("linearGradient", "radialGradient")

#: A focus on the edge of its circle or beyond it is drawn this far out, in radii.
_FOCUS_WITHIN = 0.999


# Steps of a drawing's budget.
_STEPS_PER_STOP = 8
_STEPS_PER_LINK = 5


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What reading a gradient needs: elements by id, style sheet, currentColor, the size of the view, the budget."""

    by_id: Mapping[str, Element]
    sheet: Sheet
    current: str
    view: tuple[float, float]
    budget: Budget


def read_gradient(element: Element, bounds: Rect, around: Surroundings) -> Gradient | Stop | None:
    """The gradient of an element as it fills a shape of the given bounds; a Stop for one that is one colour, None for
    one that paints nothing. WrongValueError for what is not drawn."""
    chain = _chain(element, around)
    given = {name: value for each in reversed(chain) for name, value in each.attributes.items()}
    stops = next((found for each in chain if (found := _stops(each, around))), ())
    if given.get("spreadMethod", "pad") != "pad":
        raise WrongValueError(f"spreadMethod {given['spreadMethod']!r} is not drawn", "leave it out")
    if not stops:
        return None
    if len(stops) == 1:
        return stops[0]
    boxed = given.get("gradientUnits", "objectBoundingBox") != "userSpaceOnUse"
    if boxed and not (bounds[2] and bounds[3]):
        return None
    matrix = parse_transform(given.get("gradientTransform", ""), around.budget.spend)
    if boxed:
        matrix = then(matrix, (bounds[2], 0.0, 0.0, bounds[3], bounds[0], bounds[1]))
    if abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < 1e-12:
        return None
    width, height = (1.0, 1.0) if boxed else around.view
    slant = (width * width / 2 + height * height / 2) ** 0.5

    def length(name: str, usual: str, whole: float) -> float:
        return parse_length(given.get(name, usual), whole)

    if element.tag == "linearGradient":
        start = length("x1", "0%", width), length("y1", "0%", height)
        end = length("x2", "100%", width), length("y2", "0%", height)
        return Gradient(stops, start, end, None, matrix) if start != end else stops[-1]
    centre = length("cx", "50%", width), length("cy", "50%", height)
    radius, within = length("r", "50%", slant), length("fr", "0%", slant)
    focus = (
        length("fx", "0", width) if "fx" in given else centre[0],
        length("fy", "0", height) if "fy" in given else centre[1],
    )
    if radius <= 0 or within >= radius:
        return stops[-1]
    if within > 0:
        if focus != centre:
            raise WrongValueError("a gradient of fr with a focus aside is not drawn in pictures")
        # What runs from one circle to another runs from the middle, where it stays as it begins as far as the first.
        begun = (replace(stop, share=(within + stop.share * (radius - within)) / radius) for stop in stops)
        stops = (stops[0], *begun)
    return Gradient(stops, _within(focus, centre, radius), centre, radius, matrix)


def _within(focus: tuple[float, float], centre: tuple[float, float], radius: float) -> tuple[float, float]:
    """The focus, brought inside the circle."""
    x, y = focus[0] - centre[0], focus[1] - centre[1]
    away = hypot(x, y)
    if away <= radius * _FOCUS_WITHIN:
        return focus
    return centre[0] + x * radius * _FOCUS_WITHIN / away, centre[1] + y * radius * _FOCUS_WITHIN / away


def _chain(element: Element, around: Surroundings) -> list[Element]:
    """The gradient and those that it goes on from, itself first."""
    chain = {element: None}
    while "href" in element.attributes:
        around.budget.spend(_STEPS_PER_LINK + len(element.attributes))
        name = element.attributes["href"]
        below = around.by_id.get(name[1:]) if name.startswith("#") else None
        if below is None or below.tag not in GRADIENTS:
            raise WrongValueError(f"there is no gradient {name!r} in this picture")
        if below in chain:
            raise WrongValueError(f"the gradient {name!r} goes on from itself")
        chain[below] = None
        element = below
    return [*chain]


def _stops(element: Element, around: Surroundings) -> tuple[Stop, ...]:
    stops: list[Stop] = []
    for child in element.children:
        if child.tag != "stop":
            continue
        around.budget.spend(_STEPS_PER_STOP)
        style = style_of(around.sheet.declared(child, around.budget), INHERITED)
        colour, opacity = parse_colour(style["stop-color"], _current(style, around.current))
        share = max(parse_share(child.attributes.get("offset", "0")), stops[-1].share if stops else 0.0)
        stops.append(Stop(share, colour, opacity * parse_share(style["stop-opacity"])))
    if len(stops) < 2:
        return tuple(stops)
    # From one end to the other, whatever part of the way the stops take.
    first, last = stops[0], stops[-1]
    before = () if first.share == 0 else (Stop(0.0, first.colour, first.opacity),)
    return (*before, *stops, *(() if last.share == 1 else (Stop(1.0, last.colour, last.opacity),)))


def _current(style: Mapping[str, str], current: str) -> str:
    own = style["color"]
    return current if own.lower() == "currentcolor" else parse_colour(own, current)[0]
