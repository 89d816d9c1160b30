"""The gradients of SVG pictures."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from cardgen.base.errors import WrongValueError
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message
from cardgen.data.svg.budget import DrawingBudget
from cardgen.data.svg.styles import INHERITED, StyleSheets, style_of
from cardgen.data.svg.tree import Element
from cardgen.data.svg.values import parse_colour, parse_length, parse_share, parse_transform
from cardgen.scene.items import Gradient, Rect, Stop, then

GRADIENTS = ("linearGradient", "radialGradient")

#: The largest distance of a focus from the centre, in radii. Viewers differ for a focus on or outside the circle.
_FARTHEST_FOCUS = 0.999
# Steps of a drawing's budget.
_STEPS_PER_STOP = 8
_STEPS_PER_LINK = 5


@dataclass(frozen=True, slots=True)
class GradientContext:
    """The context of a gradient: elements by id, style sheet, currentColor, the size of the view, the budget."""

    by_id: Mapping[str, Element]
    sheet: StyleSheets
    current: str
    view: tuple[float, float]
    budget: DrawingBudget


def read_gradient(element: Element, bounds: Rect, context: GradientContext) -> Gradient | Stop | None:
    """Return the gradient of an element, filling a shape of the given bounds.

    A gradient of one colour is returned as a Stop; one that paints nothing as None. WrongValueError for one that is
    not supported.
    """
    chain = _chain(element, context)
    attributes = {name: value for link in reversed(chain) for name, value in link.attributes.items()}
    stops = next((own for link in chain if (own := _stops(link, context))), ())
    if attributes.get("spreadMethod", "pad") != "pad":
        text = message("spreadMethod {method!r} is not drawn", method=attributes["spreadMethod"])
        raise WrongValueError(text, message("leave it out"))
    if not stops:
        return None
    if len(stops) == 1:
        return stops[0]
    boxed = attributes.get("gradientUnits", "objectBoundingBox") != "userSpaceOnUse"
    if boxed and not (bounds[2] and bounds[3]):
        return None
    matrix = parse_transform(attributes.get("gradientTransform", ""), context.budget.spend)
    if boxed:
        matrix = then(matrix, (bounds[2], 0.0, 0.0, bounds[3], bounds[0], bounds[1]))
    if abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < 1e-12:
        return None
    width, height = (1.0, 1.0) if boxed else context.view
    diagonal = (width * width / 2 + height * height / 2) ** 0.5

    def length(name: str, default: str, full: float) -> float:
        return parse_length(attributes.get(name, default), full)

    if element.tag == "linearGradient":
        start = length("x1", "0%", width), length("y1", "0%", height)
        end = length("x2", "100%", width), length("y2", "0%", height)
        return Gradient(stops, start, end, None, matrix) if start != end else stops[-1]
    centre = length("cx", "50%", width), length("cy", "50%", height)
    radius, focal_radius = length("r", "50%", diagonal), length("fr", "0%", diagonal)
    focus = (
        length("fx", "0", width) if "fx" in attributes else centre[0],
        length("fy", "0", height) if "fy" in attributes else centre[1],
    )
    if radius <= 0 or focal_radius >= radius:
        return stops[-1]
    if focal_radius > 0:
        if focus != centre:
            raise WrongValueError(message("a gradient with fr and a focus outside its centre is not drawn in pictures"))
        # The same colours in a gradient from the centre, which has one colour up to the focal circle.
        moved = (
            replace(stop, offset=(focal_radius + stop.offset * (radius - focal_radius)) / radius) for stop in stops
        )
        stops = (stops[0], *moved)
    return Gradient(stops, _focus_inside(focus, centre, radius), centre, radius, matrix)


def _focus_inside(focus: tuple[float, float], centre: tuple[float, float], radius: float) -> tuple[float, float]:
    """Return the focus, moved inside the circle."""
    x, y = focus[0] - centre[0], focus[1] - centre[1]
    distance = hypot(x, y)
    if distance <= radius * _FARTHEST_FOCUS:
        return focus
    return centre[0] + x * radius * _FARTHEST_FOCUS / distance, centre[1] + y * radius * _FARTHEST_FOCUS / distance


def _chain(element: Element, context: GradientContext) -> list[Element]:
    """Return the gradient and those that it refers to, itself first."""
    chain = {element: None}
    while "href" in element.attributes:
        context.budget.spend(_STEPS_PER_LINK + len(element.attributes))
        name = element.attributes["href"]
        target = context.by_id.get(name[1:]) if name.startswith("#") else None
        if target is None or target.tag not in GRADIENTS:
            raise WrongValueError(message("there is no gradient {name!r} in this picture", name=name))
        if target in chain:
            raise WrongValueError(message("the gradient {name!r} refers to itself", name=name))
        chain[target] = None
        element = target
    return [*chain]


def _stops(element: Element, context: GradientContext) -> tuple[Stop, ...]:
    stops: list[Stop] = []
    for child in element.children:
        if child.tag != "stop":
            continue
        context.budget.spend(_STEPS_PER_STOP)
        style = style_of(context.sheet.declared(child, context.budget), INHERITED)
        colour, opacity = parse_colour(style["stop-color"], _current(style, context.current))
        share = max(parse_share(child.attributes.get("offset", "0")), stops[-1].offset if stops else 0.0)
        stops.append(Stop(share, colour, opacity * parse_share(style["stop-opacity"])))
    if len(stops) < 2:
        return tuple(stops)
    # Add stops at 0 and 1 if there are none.
    first, last = stops[0], stops[-1]
    before = () if first.offset == 0 else (Stop(0.0, first.colour, first.opacity),)
    return (*before, *stops, *(() if last.offset == 1 else (Stop(1.0, last.colour, last.opacity),)))


def _current(style: Mapping[str, str], current: str) -> str:
    own = style["color"]
    return current if own.lower() == "currentcolor" else parse_colour(own, current)[0]
