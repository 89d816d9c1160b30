"""Where boxes come to lie: sums of edges, shares and numbers that cards fill in, added up into mm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cardgen.data.placeholders import PlaceholderError, fill_text, has_placeholder, look_up
from cardgen.data.reading import Marked
from cardgen.data.templates.areas import TEXT_EDGES, Term, parse_sum
from cardgen.data.wording import as_written
from cardgen.errors import Fault, WrongValueError
from cardgen.layout.context import SideContext
from cardgen.layout.laid import Part
from cardgen.scene.items import IDENTITY, GlyphRun, Item, Matrix, Rect, bounds_of, walk


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What boxes that stand together are placed in: a side of a card, a group, a cell of a repeat.

    `size` is its width and height, `areas` those of the card as they lie from its top left (none in what is turned),
    `matrix` how it lies on the trim, `parts` the boxes in it that have been laid.
    """

    size: tuple[float, float]
    areas: Mapping[str, Rect] = field(default_factory=dict)
    matrix: Matrix = IDENTITY
    parts: dict[str, Part] = field(default_factory=dict)


def areas_from(around: Surroundings, x: float, y: float, turned: bool) -> dict[str, Rect]:
    """The areas of the card as they lie from the point (x, y) of its surroundings; none for what is turned there."""
    areas = {} if turned else around.areas
    return {name: (rect[0] - x, rect[1] - y, rect[2], rect[3]) for name, rect in areas.items()}


def find_area(context: SideContext, box: Marked, around: Surroundings) -> tuple[Any, list[Fault]]:
    """What a box says of where it is, with every sum added up to mm; and what is wrong with the sums.

    None where the card leaves out what would tell: a number in a sum, or the box whose edge is one of its terms.
    """
    written = box.value.get("box")
    faults: list[Fault] = []
    if isinstance(written, str) and has_placeholder(written):
        return _filled(context, box, around)
    if not isinstance(written, list) or not any(isinstance(entry, str) for entry in written):
        return written, []
    found: list[Any] = list(written)
    for i, entry in enumerate(written):
        if isinstance(entry, str):
            try:
                # Widths are shares of the width, as is what counts from the left.
                amounts = [_amount(term, around, around.size[i % 2], context.values) for term in parse_sum(entry)]
                known = [amount for amount in amounts if amount is not None]
                found[i] = round(sum(known), 6) if len(known) == len(amounts) else None
            except (PlaceholderError, WrongValueError) as error:
                faults.append(Fault(box.place("box", i), f"box: {error}", error.hint))
    return (None if None in found else found), faults


def _filled(context: SideContext, box: Marked, around: Surroundings) -> tuple[Any, list[Fault]]:
    """A whole area that the card says: four numbers, or the name of one that there is here."""
    try:
        found = fill_text(box.value["box"], context.values)
    except PlaceholderError as error:
        return None, [Fault(box.place("box"), str(error), error.hint)]
    numbers = isinstance(found, list | tuple) and all(isinstance(each, int | float) for each in found)
    if found is None or numbers or (isinstance(found, str) and found in around.areas):
        return found, []
    told = f"box: {as_written(found)} given, expected four numbers of mm: [x, y, width, height]"
    return None, [Fault(box.place("box"), told, "or " + ", ".join(around.areas) if around.areas else "")]


def rect_of(area: Any, around: Surroundings) -> Rect | None:
    """The rectangle that an area is, as found by `find_area`; None for what is none."""
    if isinstance(area, str):
        return around.areas.get(area)
    if isinstance(area, list | tuple) and len(area) == 4 and all(isinstance(each, int | float) for each in area):
        x, y, width, height = area
        return (x, y, width, height)
    return None


def _amount(term: Term, around: Surroundings, length: float, values: Mapping[str, Any]) -> float | None:
    """A term in mm, None where the card leaves it out. PlaceholderError or WrongValueError when it cannot be told."""
    if term.is_share:
        return term.factor * length
    if term.path:
        value = look_up(values, term.path)
        if value is None:
            return None
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise WrongValueError(f"{{{term.path}}} is {as_written(value)}, expected a number of mm")
        return term.factor * value
    if not term.box:
        return term.factor
    edge = _edge(term, around)
    return None if edge is None else term.factor * edge


def _edge(term: Term, around: Surroundings) -> float | None:
    rect = around.areas.get(term.box)
    if rect is None:
        part = around.parts[term.box]
        if part.area is None:
            return None
        rect = part.area
        if term.edge in TEXT_EDGES:
            rect = text_bounds(part.items) or (rect[0], rect[1], 0.0, 0.0)
    elif term.edge in TEXT_EDGES:
        raise WrongValueError(f"{term.box!r} is an area, which sets no text")
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
    return edges[term.edge.removeprefix("text_")]


#: Of a line of text, over and under its baseline, in ems: what most letters and characters keep within.
_ABOVE, _BELOW = 0.75, 0.25


def text_bounds(items: tuple[Item, ...]) -> Rect | None:
    """The rectangle round the set text, from the top of its first line to the foot of its last; None without text.

    Lines count with their full height whatever letters they have, so that what stands under them keeps its distance.
    """
    rects = [
        bounds_of(matrix, (run.x, run.baseline - _ABOVE * run.size, run.width, run.size * (_ABOVE + _BELOW)))
        for matrix, run in walk(items)
        if isinstance(run, GlyphRun) and run.text.strip() and not run.unseen
    ]
    if not rects:
        return None
    left, top = min(rect[0] for rect in rects), min(rect[1] for rect in rects)
    right, bottom = max(rect[0] + rect[2] for rect in rects), max(rect[1] + rect[3] for rect in rects)
    return (left, top, right - left, bottom - top)
