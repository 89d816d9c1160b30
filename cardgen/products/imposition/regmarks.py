"""Registration marks of Silhouette machines on a sheet: their shapes, the places that stay white, and their values.

The machine's sensor looks for a black square at the top left and for angles at the other corners, at the places that
are entered in its software. Other dark things near an angle are mistaken for it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import Message, message, printed
from cardgen.data.fonts import FontSet
from cardgen.data.languages.own_words import printed_texts
from cardgen.products.imposition.plan import (
    PRINTER_MARGIN,
    USUAL_BLEED,
    Backs,
    FitError,
    Flip,
    Honeycomb,
    Margins,
    SheetPlan,
    Size,
    in_mm,
)
from cardgen.scene.items import Item, Path, Rect, polyline, rectangle
from cardgen.text.blocks import place_flow
from cardgen.text.paragraphs import fit_paragraph
from cardgen.text.spans import Span

if TYPE_CHECKING:
    from cardgen.data.regmarks import RegistrationMarks

#: Black ink alone: the sensor sees neither magenta nor yellow as dark.
_BLACK = "#000000"
_QUIET = "#4a5466"

#: The white space around the square, mm. The machine is steered to it by hand, so it needs less than an angle.
SQUARE_CLEAR = 2.0

#: The bleed that the outer ones of cards edge to edge have at least, if they have any: machines are that exact, mm.
LEAST_BLEED = 0.5

#: The usual and the smallest size of the printed values, and their distance from the lines above them, mm.
_VALUES, _LEAST_VALUES, _APART = 1.8, 1.2, 0.6


def mark_paths(marks: RegistrationMarks, paper: Size) -> tuple[Path, ...]:
    """Return the marks as black shapes: the square or angle at the top left, then the angles, clockwise from there."""
    square = Path(rectangle(marks.inset, marks.inset, marks.square, marks.square), fill=_BLACK)
    angles = [Path(_angle(marks, corner, inward), fill=_BLACK) for corner, inward in _corners(marks, paper)]
    return tuple(angles) if marks.four else (square, *angles)


def _corners(marks: RegistrationMarks, paper: Size) -> Iterator[tuple[Size, Size]]:
    """Yield the corner of each angle, and the directions from there to the middle of the paper."""
    for across, down in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        if marks.four or across != down:
            yield (
                (
                    marks.inset if across > 0 else paper[0] - marks.inset,
                    marks.inset if down > 0 else paper[1] - marks.inset,
                ),
                (across, down),
            )


def _angle(marks: RegistrationMarks, corner: Size, inward: Size) -> tuple[tuple[str, *tuple[float, ...]], ...]:
    """Return an angle as a closed shape. The middle of its lines is on the inset."""
    half, arm = marks.width / 2, marks.length
    shape = ((-half, -half), (arm, -half), (arm, half), (half, half), (half, arm), (-half, arm))
    return polyline(*((corner[0] + inward[0] * x, corner[1] + inward[1] * y) for x, y in shape), close=True)


def reach(marks: RegistrationMarks) -> float:
    """Return how far from its corner an angle and the white space at its lines extend, mm."""
    return max(marks.length, marks.width / 2 + marks.clear)


def clear_places(marks: RegistrationMarks, paper: Size) -> tuple[Rect, ...]:
    """Return the places at the marks where nothing else is printed."""
    places: list[Rect] = []
    if not marks.four:
        side = marks.square + SQUARE_CLEAR
        places.append((marks.inset, marks.inset, side, side))
    half, deep = marks.width / 2, marks.width / 2 + marks.clear
    for (x, y), (across, down) in _corners(marks, paper):
        # As deep as it is clear, beside both arms; a square if the arms are not longer than that.
        for wide, tall in {(max(marks.length, deep), deep), (deep, max(marks.length, deep))}:
            left = x - half if across > 0 else x - wide
            top = y - half if down > 0 else y - tall
            places.append((left, top, wide + half, tall + half))
    return tuple(sorted(places))


def cut_area(marks: RegistrationMarks, paper: Size) -> Rect:
    """Return the area between the marks, the only one that the machine cuts in."""
    inset = marks.inset
    return (inset, inset, paper[0] - 2 * inset, paper[1] - 2 * inset)


def free_areas(marks: RegistrationMarks, paper: Size) -> tuple[Rect, Rect]:
    """Return the two areas without white places: over the full width, and over the full height."""
    x, y, width, height = cut_area(marks, paper)
    deep = reach(marks)
    return (x, y + deep, width, height - 2 * deep), (x + deep, y, width - 2 * deep, height)


def _strip(marks: RegistrationMarks, paper: Size) -> Rect:
    """Return the strip below the cutting area, between its corners, for text."""
    start = marks.inset + reach(marks) + 2 * _APART
    top = paper[1] - marks.inset + marks.width / 2 + _APART
    end = paper[0] - (start if marks.four else marks.inset)
    return (start, top, end - start, paper[1] - PRINTER_MARGIN - top)


def marks_values(marks: RegistrationMarks, paper: Size) -> Message:
    """Return the values to enter in the machine's software."""
    _, _, across, down = cut_area(marks, paper)
    distance = in_mm(across, down)
    if marks.four:
        return printed(
            "four registration marks: inset {inset:g} mm, length {length:g} mm, thickness {width:g} mm, "
            "from mark to mark {distance}",
            inset=marks.inset,
            length=marks.length,
            width=marks.width,
            distance=distance,
        )
    return printed(
        "registration marks: inset {inset:g} mm, square {square:g} mm, length {length:g} mm, thickness {width:g} mm, "
        "from mark to mark {distance}",
        inset=marks.inset,
        square=marks.square,
        length=marks.length,
        width=marks.width,
        distance=distance,
    )


def label_place(marks: RegistrationMarks, paper: Size) -> Rect:
    """Return the place for the label of a sheet, below the values."""
    x, y, width, height = _strip(marks, paper)
    return (x, y + height / 2, width, height / 2)


def draw_marks(
    marks: RegistrationMarks, paper: Size, languages: Sequence[str], fonts: FontSet, name: str
) -> tuple[Item, ...]:
    """Draw the marks on a page, and their values below the cutting area. FitError if the paper is too small."""
    check_marks(marks, paper, name)
    x, y, width, height = _strip(marks, paper)
    texts = printed_texts(marks_values(marks, paper), languages, fonts)
    for shown in (texts, texts[:1]):  # in the first language alone if there is no room for all of them
        spans = [Span("    " * bool(i) + text, colour=_QUIET, lang=lang) for i, (text, lang) in enumerate(shown)]
        words = fit_paragraph(fonts.of_game(spans), _VALUES, width, height / 2, floor=_LEAST_VALUES, leading=1.2)
        if words.fits:
            return (*mark_paths(marks, paper), *place_flow(words, x, y))
    problem = message("{file}: the values of the registration marks do not fit below them", file=name)
    raise FitError(problem, message("expected larger paper than {paper}", paper=in_mm(*paper)))


def check_marks(marks: RegistrationMarks, paper: Size, name: str) -> None:
    """Raise FitError if the marks leave no room between them."""
    least = 2 * (marks.inset + reach(marks)) + 1.0
    if min(paper) < least:
        problem = message("{file}: registration marks do not fit {paper} paper", file=name, paper=in_mm(*paper))
        raise FitError(problem, message("expected {least} of paper or more", least=in_mm(least, least)))


def check_clear(marks: RegistrationMarks, blank: Margins, name: str) -> None:
    """Raise FitError if a printer with these margins leaves out a part of the marks."""
    least = max(blank) + marks.width / 2
    if marks.inset < least:
        problem = message("{file}: the printer leaves the place of the registration marks blank", file=name)
        hint = message("expected an inset of {least:g} mm or more, or another printer with --printer", least=least)
        raise FitError(problem, hint)


# ---------------------------------------------------------------- cards between marks


@dataclass(frozen=True, slots=True)
class _Way:
    """A block of cards at a place of the paper: the number of its cards, their bleed, and its empty places."""

    plan: SheetPlan
    origin: Size
    count: int
    bleed: float
    empty: tuple[tuple[int, int], ...]


def fit_marked_plan(
    paper: Size,
    card: Size,
    marks: RegistrationMarks,
    bleed: float = 0.0,
    most_bleed: float = USUAL_BLEED,
    *,
    gap: Size | None = None,
    honeycombs: Sequence[Honeycomb] = ("none",),
    backs: Backs = "interleaved",
    flip: Flip = "long",
    name: str = "sheet",
) -> SheetPlan:
    """Return the plan with the most cards of `card` mm between registration marks.

    With a `bleed`, every card has it on all sides. Without one the cards meet edge to edge, and the outer ones have as
    much as there is room for, LEAST_BLEED to `most_bleed`. Places that reach into the white space of a mark stay empty.
    The block of cards is in the middle or at an edge of the cutting area, where the fewest do so. FitError if no card
    fits.
    """
    ways: list[_Way] = []
    for size in ((min(paper), max(paper)), (max(paper), min(paper))):
        check_marks(marks, size, name)
        plan = SheetPlan(
            paper=size,
            card=(min(card), max(card)),
            columns=1,
            rows=1,
            gutter=gap or (2 * bleed, 2 * bleed),
            bleed=bleed,
            margin=marks.inset,
            backs=backs,
            flip=flip,
            name=name,
            marks=marks,
        )
        for honeycomb in honeycombs:
            ways += _ways(replace(plan, honeycomb=honeycomb), marks, most_bleed)
    best = max(ways, key=lambda way: (way.count, way.bleed), default=None)
    if best is None or not best.count:
        problem = message(
            "{file}: no card of {card} fits {paper} paper between registration marks",
            file=name,
            card=in_mm(*card),
            paper=in_mm(*paper),
        )
        hint = message(
            "with {bleed:g} mm bleed it must fit in {area}, beside the {clear:g} mm at each mark that stay white",
            bleed=bleed,
            area=in_mm(*cut_area(marks, (min(paper), max(paper)))[2:]),
            clear=marks.clear,
        )
        raise FitError(problem, hint)
    return replace(best.plan, bleed=best.bleed, origin=best.origin, empty=best.empty)


def _ways(plan: SheetPlan, marks: RegistrationMarks, most_bleed: float) -> Iterator[_Way]:
    """Yield blocks of cards on the paper of a plan, each in the middle first, then at the edges."""
    most_columns, most_rows = plan.most(0), plan.most(1)
    outside = plan.bleed or min(LEAST_BLEED, most_bleed)
    for columns, rows in product((most_columns, most_columns - 1), (most_rows, most_rows - 1)):
        block = replace(plan, columns=columns, rows=rows)
        spare = [block.free(axis) - 2 * outside - block.length(axis) for axis in (0, 1)]
        if min(columns, rows) >= 1 and min(spare) >= -1e-6:
            for x, y in product((0.5, 0.0, 1.0), repeat=2):
                origin = (marks.inset + outside + x * spare[0], marks.inset + outside + y * spare[1])
                yield _way(block, marks, origin, outside, most_bleed)


def _way(plan: SheetPlan, marks: RegistrationMarks, origin: Size, outside: float, most_bleed: float) -> _Way:
    """Return a block of cards without those that are too close to a mark."""
    area, clear = cut_area(marks, plan.paper), clear_places(marks, plan.paper)
    places = plan.places(*origin)
    rooms = {cell: _room(rect, area, clear) for cell, rect in places.items()}
    kept = {cell for cell, room in rooms.items() if room >= outside - 1e-6}
    if marks.skip and kept:
        corner = (area[0], area[1] + area[3])
        kept.remove(min(sorted(kept), key=lambda cell: _distance(corner, places[cell])))
    bleed = plan.bleed or max(0.0, math.floor(min([most_bleed, *(rooms[cell] for cell in kept)]) * 10 + 1e-6) / 10)
    return _Way(plan, origin, len(kept), bleed, tuple(cell for cell in places if cell not in kept))


def _room(rect: Rect, area: Rect, clear: Sequence[Rect]) -> float:
    """Return the bleed that a card can have inside of `area` and outside of the white places; negative if none."""
    x, y, width, height = rect
    right, bottom = x + width, y + height
    inside = min(x - area[0], y - area[1], area[0] + area[2] - right, area[1] + area[3] - bottom)
    beside = (max(left - right, x - left - wide, top - bottom, y - top - tall) for left, top, wide, tall in clear)
    return min([inside, *beside])


def _distance(point: Size, rect: Rect) -> float:
    """Return the distance from a point to the middle of a rectangle."""
    return math.dist(point, (rect[0] + rect[2] / 2, rect[1] + rect[3] / 2))
