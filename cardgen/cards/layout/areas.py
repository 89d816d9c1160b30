"""The places of boxes: sums of edges, fractions and numbers from the card, computed in mm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.base.errors import Fault, WrongValueError
from cardgen.base.records import dataclass, field, replace
from cardgen.base.units import sum_floats
from cardgen.base.values import as_written
from cardgen.base.words.messages import joined, message
from cardgen.cards.boxes.context import Chain
from cardgen.cards.layout.context import SideContext, placeholder_fault
from cardgen.cards.layout.laid import DrawnBox
from cardgen.data.placeholders import PlaceholderError, fill_text, has_placeholder, look_up
from cardgen.data.reading import Marked
from cardgen.data.templates.areas import CONTENT_EDGES, FUNCTIONS, TEXT_EDGES, Term, parse_sum, terms_in
from cardgen.data.templates.box_models import AREAS
from cardgen.scene.items import IDENTITY, GlyphRun, Item, Matrix, Rect, bounds_of, then, translate, turn, walk


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The surroundings of boxes: a side of a card, a group, or a cell of a repeat.

    `size` is its width and height. `areas` are those of the card in its coordinates, empty if it is turned. `matrix`
    maps its coordinates to the trim. `parts` are the boxes in it that are laid out so far, `chains` those that texts
    flow through, by the identity of their BoxForm, `hidden` those that wait for a text that is not there, by the same.
    `is_side` is True for a side of a card.
    """

    size: tuple[float, float]
    areas: Mapping[str, Rect] = field(default_factory=dict)
    matrix: Matrix = IDENTITY
    parts: dict[str, DrawnBox] = field(default_factory=dict)
    is_side: bool = False
    chains: dict[int, Chain[Any]] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class BoxPosition:
    """The place of a box in its surroundings, before it turns, and what follows from it.

    `outer` maps the surroundings to the trim, `inner` the inside of the box to its surroundings, `turned` is the turn
    about its middle, and `rect` the rectangle around the turned box on the trim.
    """

    area: Rect
    turn: float
    outer: Matrix
    rect: Rect
    turned: Matrix = IDENTITY
    inner: Matrix = IDENTITY


def position_of(area: Rect, degrees: float, outer: Matrix) -> BoxPosition:
    """Return the position of a box that is turned about the middle of its area."""
    turned = turn(degrees, area[0] + area[2] / 2, area[1] + area[3] / 2) if degrees else IDENTITY
    rect = bounds_of(then(turned, outer), area)
    return BoxPosition(area, degrees, outer, rect, turned, then(translate(area[0], area[1]), turned))


def areas_from(surroundings: Surroundings, x: float, y: float, turned: bool) -> dict[str, Rect]:
    """Return the areas of the card relative to the point (x, y) of the surroundings; none if those are turned."""
    areas = {} if turned else surroundings.areas
    return {name: (rect[0] - x, rect[1] - y, rect[2], rect[3]) for name, rect in areas.items()}


def fixed_area(box: Marked) -> tuple[Any, bool]:
    """Return the place of a box as the template has it, and True if it has no sums and no placeholders."""
    written = box.value.get("box")
    if isinstance(written, str):
        return written, not has_placeholder(written)
    return written, not isinstance(written, list) or not any(isinstance(entry, str) for entry in written)


def named_axes(box: Marked) -> tuple[bool, bool]:
    """Return True for x and width, and for y and height, if sums in the place of a box name areas of the card."""
    named = {i % 2 for i, term in terms_in(box.value.get("box")) if term.box in AREAS}
    return 0 in named, 1 in named


def find_area(context: SideContext, box: Marked, surroundings: Surroundings) -> tuple[Any, list[Fault]]:
    """Return the place of a box with its sums computed in mm, and the faults of the sums.

    None if the card leaves out a number in a sum, or a box whose edge is one of its terms.
    """
    written, is_fixed = fixed_area(box)
    faults: list[Fault] = []
    if is_fixed:
        return written, []
    if isinstance(written, str):
        return _filled(context, box, surroundings)
    place: list[Any] = list(written)
    for i, entry in enumerate(written):
        if isinstance(entry, str):
            try:
                # Fractions of x and width are fractions of the width of the surroundings, the others of its height.
                total = _total(parse_sum(entry), surroundings, surroundings.size[i % 2], context.values)
                place[i] = None if total is None else round(total, 6)
            except PlaceholderError as error:
                fault = placeholder_fault(error, box.place("box", i), context.source)
                faults.append(replace(fault, message=message("box: {problem}", problem=fault.message)))
            except WrongValueError as error:
                faults.append(Fault(box.place("box", i), message("box: {problem}", problem=error.text), error.hint))
    return (None if None in place else place), faults


def _filled(context: SideContext, box: Marked, surroundings: Surroundings) -> tuple[Any, list[Fault]]:
    """Return a place that is one placeholder: four numbers, or the name of an area."""
    try:
        place = fill_text(box.value["box"], context.values)
    except PlaceholderError as error:
        return None, [placeholder_fault(error, box.place("box"), context.source)]
    numbers = isinstance(place, list | tuple) and all(isinstance(number, int | float) for number in place)
    if place is None or numbers or (isinstance(place, str) and place in surroundings.areas):
        return place, []
    template = "box: {value} given, expected four numbers of mm: [x, y, width, height]"
    hint = message("or one of the areas: {areas}", areas=joined(surroundings.areas)) if surroundings.areas else ""
    return None, [Fault(box.place("box"), message(template, value=as_written(place)), hint)]


def rect_of(area: Any, surroundings: Surroundings) -> Rect | None:
    """Return the rectangle of a place as `find_area` returns it; None if it is none."""
    if isinstance(area, str):
        return surroundings.areas.get(area)
    if isinstance(area, list | tuple) and len(area) == 4 and all(isinstance(number, int | float) for number in area):
        x, y, width, height = area
        return (x, y, width, height)
    return None


def _total(terms: Sequence[Term], surroundings: Surroundings, length: float, values: Mapping[str, Any]) -> float | None:
    """Return a sum in mm; None if the card leaves out one of its terms. Errors as of _amount."""
    amounts = [_amount(term, surroundings, length, values) for term in terms]
    given = [amount for amount in amounts if amount is not None]
    return sum_floats(given) if len(given) == len(amounts) else None


def _amount(term: Term, surroundings: Surroundings, length: float, values: Mapping[str, Any]) -> float | None:
    """Return a term in mm, None if the card leaves it out. PlaceholderError or WrongValueError if it is wrong."""
    if term.is_share:
        return term.factor * length
    if term.function:  # of the sums that the card does not leave out
        totals = [_total(terms, surroundings, length, values) for terms in term.sums]
        given = [total for total in totals if total is not None]
        return term.factor * FUNCTIONS[term.function](given) if given else None
    if term.path:
        value = look_up(values, term.path)
        if value is None:
            return None
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise WrongValueError(
                message("{{{path}}} is {value}, expected a number of mm", path=term.path, value=as_written(value))
            )
        return term.factor * value
    if not term.box:
        return term.factor
    edge = _edge(term, surroundings)
    return None if edge is None else term.factor * edge


def _edge(term: Term, surroundings: Surroundings) -> float | None:
    rect = surroundings.areas.get(term.box)
    if rect is None:
        part = surroundings.parts[term.box]
        if part.area is None:
            return None
        rect = part.area
        if term.edge in TEXT_EDGES:
            rect = text_bounds(part.items) or (rect[0], rect[1], 0.0, 0.0)
        elif term.edge in CONTENT_EDGES:
            if part.boxes and part.content is None:
                raise WrongValueError(message("{name!r} is no repeat and has no {edge}", name=term.box, edge=term.edge))
            rect = part.content() if part.content else (rect[0], rect[1], 0.0, 0.0)
    elif term.edge in TEXT_EDGES:
        raise WrongValueError(message("{name!r} is an area and has no text", name=term.box))
    elif term.edge in CONTENT_EDGES:
        raise WrongValueError(message("{name!r} is no repeat and has no {edge}", name=term.box, edge=term.edge))
    x, y, width, height = rect
    edges = {
        "left": x,
        "right": x + width,
        "top": y,
        "bottom": y + height,
        "width": width,
        "height": height,
        "centre": x + width / 2,
        "middle": y + height / 2,
    }
    return edges[term.edge.removeprefix("text_").removeprefix("content_")]


#: The height of a line of text above and below its baseline, in ems; most letters and characters keep within it.
_ABOVE, _BELOW = 0.75, 0.25


def text_bounds(items: tuple[Item, ...]) -> Rect | None:
    """Return the rectangle around text, from the top of its first line to the bottom of its last; None without text.

    Lines count with their full height whatever letters they have, so that boxes below them keep their distance.
    """
    rects = [
        bounds_of(matrix, (run.x, run.baseline - _ABOVE * run.size, run.width, run.size * (_ABOVE + _BELOW)))
        for matrix, run in walk(items)
        if isinstance(run, GlyphRun) and run.text.strip() and not run.invisible
    ]
    if not rects:
        return None
    left, top = min(rect[0] for rect in rects), min(rect[1] for rect in rects)
    right, bottom = max(rect[0] + rect[2] for rect in rects), max(rect[1] + rect[3] for rect in rects)
    return (left, top, right - left, bottom - top)
