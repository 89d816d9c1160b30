"""The plan of a sheet of cards, the grid of places that follows from it, and the geometry of turning paper over."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Literal, TypeAlias

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.messages import message
from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.scene.items import (
    IDENTITY,
    Command,
    Matrix,
    Rect,
    Scene,
    bounds_of,
    rectangle,
    then,
    translate,
    turn,
)
from cardgen.scene.paths import move_path

if TYPE_CHECKING:
    from cardgen.data.regmarks import RegistrationMarks
    from cardgen.data.sheet_grid import Order

Backs: TypeAlias = Literal["interleaved", "fronts", "backs", "gutterfold"]
Flip: TypeAlias = Literal["long", "short"]
Honeycomb: TypeAlias = Literal["none", "full", "short"]
Size: TypeAlias = tuple[float, float]
Margins: TypeAlias = tuple[float, float, float, float]
"""The widths of the edges of a page that stay blank, mm: top, right, bottom, left."""

#: Crop marks as usual in print shops, mm: length, width, and distance from the bleed if there is room.
CROP_MARK = 3.0
CROP_MARK_WIDTH = 0.15
CROP_MARK_GAP = 0.7

#: The width of the strip without cards in which a gutterfold sheet is folded, mm.
FOLD_STRIP = 3.0

#: The margin that home printers cannot print on, mm.
PRINTER_MARGIN = 5.0

#: The least room for crop marks between the cards with their bleed and what a printer leaves blank, mm.
MARK_ROOM = 1.0

#: The most bleed that is shown if none was asked for, mm.
USUAL_BLEED = 3.0

#: The room for the page label that a block without gutters leaves in its widest margin, mm: one small line.
LABEL_ROOM = 2.25


class FitError(DataError, ValueError):
    """Something is larger than its place. The hint says what was expected."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(Fault(Place(), message, hint))


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """The layout of cards on paper; all lengths in mm.

    `paper` is portrait or landscape as the sheet is, `card` is the trim size as the places are: portrait, or landscape
    for cards that are turned; `gutter` is between columns and between rows. `bleed` is the most that is shown around a
    card: outside the block at most what the paper has room for, between cards at most half of the gutter, and up to
    `inner_bleed` if that is more. `margin` is what any printer cannot print on; `blank` are the edges of the front that
    the printer in use leaves blank, if they are known: see `blank_edges`.

    `flip` is the edge that the paper is turned about; the fold of a gutterfold sheet is parallel to it. `cut` draws the
    outline of each card on the side of the faces, with corners of the radius `corner`, as in CUT_LINES. `title`,
    `subtitle` (by language), `licence` and the `printer` are for the label, which is set in each of `languages` in the
    game's `fonts`. The names of the pages begin with `name`.

    Cards that are not rectangular have an `outline`, upright, from the upper left corner of their places; it is what is
    cut, and there are no crop marks. In a `honeycomb`, every second row is shifted by half a card, and the rows are
    nearer to each other; such a row has as many cards as the others if it is "full", or one fewer if it is "short".

    A block of cards that need not be in the middle has its upper left corner at `origin`: see `own_plan`. With
    registration `marks`, nothing is in its `empty` places (row, column): see `fit_marked_plan`. There are no crop marks
    then, nor without `crop`. `order` is how the cards follow each other.
    """

    paper: Size
    card: Size
    columns: int
    rows: int
    gutter: Size = (0.0, 0.0)
    bleed: float = USUAL_BLEED
    inner_bleed: float = 0.0
    margin: float = PRINTER_MARGIN
    blank: Margins | None = None
    backs: Backs = "interleaved"
    flip: Flip = "long"
    name: str = "sheet"
    title: Mapping[str, str] = field(default_factory=dict)
    subtitle: Mapping[str, str] = field(default_factory=dict)
    licence: str = ""
    printer: str = ""
    languages: tuple[str, ...] = ("zh", "en")
    cut: str = "none"
    corner: float = 0.0
    fonts: FontSet = field(default=BUNDLED, repr=False)
    marks: RegistrationMarks | None = None
    origin: Size | None = None
    empty: tuple[tuple[int, int], ...] = ()
    order: Order = "rows"
    crop: bool = True
    outline: tuple[Command, ...] = field(default=(), repr=False)
    honeycomb: Honeycomb = field(default="none", repr=False)

    @property
    def shape_key(self) -> tuple[str, ...]:
        """The part of keys that says how cards that are not rectangular lie; nothing for the others."""
        return (f"{self.outline} {self.honeycomb}",) if self.outline else ()

    @property
    def count(self) -> int:
        """The number of places in the rows and columns."""
        return self.columns * self.rows - (self.rows // 2 if self.honeycomb == "short" else 0)

    def pitch(self, axis: int) -> float:
        """Return the distance from a card to the next one along x (0) or y (1), mm."""
        if self.honeycomb == "none":
            return self.card[axis] + self.gutter[axis]
        return (self.card[0] + max(self.gutter)) * (1.0, math.sqrt(0.75))[axis]

    def outline_at(self, place: Rect) -> tuple[Command, ...]:
        """Return what is cut of the card at a place of the front of the sheet."""
        if not self.outline:
            return rectangle(*place, self.corner)
        x, y, width, height = place
        lies: Matrix = (0.0, -1.0, 1.0, 0.0, 0.0, height)
        return move_path(self.outline, then(lies if width > height else IDENTITY, translate(x, y)))

    @property
    def is_centred(self) -> bool:
        """True if the cards are in the middle of the paper, where their backs are, too."""
        return self.blank is None and self.origin is None

    @property
    def fold_axis(self) -> int | None:
        """0 if the sheet is folded left over right, 1 if it is folded top over bottom, None if it is not folded."""
        if self.backs != "gutterfold":
            return None
        return 0 if back_mirror(self.paper, self.flip)[0] < 0 else 1

    @property
    def promised_bleed(self) -> float:
        """The bleed that every card has on all sides, because the gutters have room for it; 0 if they have not."""
        return self.bleed if min(self.gutter) >= 2 * self.bleed - 1e-9 else 0.0

    def blank_at(self, axis: int) -> Size:
        """Return the width of the blank edges at the start and at the end of x (0) or y (1), mm."""
        if self.blank is None:
            return (self.margin, self.margin)
        top, right, bottom, left = self.blank
        near, far = ((left, right), (top, bottom))[axis]
        return (near, far) if self.fold_axis != axis else (max(near, far), max(near, far))

    def free(self, axis: int) -> float:
        """Return the length along x (0) or y (1) for cards and their bleed, mm."""
        near, far = self.blank_at(axis)
        if self.fold_axis == axis:
            return (self.paper[axis] - FOLD_STRIP) / 2 - near
        return self.paper[axis] - (near + far)

    def most(self, axis: int) -> int:
        """Return the number of cards that fit along x (0) or y (1)."""
        free = self.free(axis) - 2 * self.promised_bleed
        if self.honeycomb != "none":
            return self.most_in(axis, free)
        free += self.gutter[axis]
        if self.blank is not None:  # the edges are really blank, and marks must be seen
            room = max(MARK_ROOM, 1.5 * (CROP_MARK - min(self.blank_at(axis))))
            free -= room if self.fold_axis == axis else 2 * room
        return max(0, math.floor(free / (self.card[axis] + self.gutter[axis]) + 1e-9))

    def most_in(self, axis: int, room: float) -> int:
        """Return the number of cards along x (0) or y (1) in so much room."""
        if self.honeycomb == "none":
            return max(0, math.floor((room + self.gutter[axis]) / (self.card[axis] + self.gutter[axis]) + 1e-9))
        room -= self.pitch(0) / 2 if axis == 0 and self.honeycomb == "full" else 0.0
        return max(0, math.floor((room - self.card[axis]) / self.pitch(axis) + 1 + 1e-9))

    def length(self, axis: int) -> float:
        """Return the length of the block of cards along x (0) or y (1), mm."""
        count = (self.columns, self.rows)[axis]
        if self.honeycomb != "none":
            shifted = self.pitch(0) / 2 if axis == 0 and self.honeycomb == "full" and self.rows > 1 else 0.0
            return self.card[axis] + (count - 1) * self.pitch(axis) + shifted
        return count * self.card[axis] + (count - 1) * self.gutter[axis]

    def places(self, left: float, top: float) -> dict[tuple[int, int], Rect]:
        """Return the places of the cards by row and column, of a block with its upper left corner there, in order."""
        across, down = self.pitch(0), self.pitch(1)
        shifted = 0.0 if self.honeycomb == "none" else across / 2
        cells: Iterator[tuple[int, int]] = product(range(self.rows), range(self.columns))
        if self.order == "columns":
            cells = ((row, column) for column, row in product(range(self.columns), range(self.rows)))
        return {
            (row, column): (left + column * across + row % 2 * shifted, top + row * down, *self.card)
            for row, column in cells
            if (row, column) not in self.empty and column < self.columns_in(row)
        }

    def columns_in(self, row: int) -> int:
        """Return the number of places in a row."""
        return self.columns - (row % 2 if self.honeycomb == "short" else 0)


@dataclass(frozen=True, slots=True)
class Grid:
    """The places on the front of a sheet, mm.

    `slots` are the places of the cards in their order, `cells` the row and column of each, `block` is the rectangle
    around the whole block. `bleed` is shown outside the block, `inner` between columns and between rows. `gap` is the
    distance from the bleed to the crop marks at the sides and at the top and bottom.
    """

    slots: tuple[Rect, ...]
    block: Rect
    bleed: float
    inner: Size
    gap: Size
    cells: tuple[tuple[int, int], ...]

    def edges(self, axis: int) -> list[float]:
        """Return the positions of the cuts along x (0) or y (1), each once."""
        edges = (edge for slot in self.slots for edge in (slot[axis], slot[axis] + slot[axis + 2]))
        return sorted({round(edge, 6): edge for edge in edges}.values())

    def bands(self, axis: int) -> list[tuple[float, float]]:
        """Return the start and the end along x (0) or y (1) of each column or row of cards."""
        return sorted({(slot[axis], slot[axis] + slot[axis + 2]) for slot in self.slots})


# ---------------------------------------------------------------- turning paper over


def back_mirror(paper: Size, flip: Flip) -> Matrix:
    """Return the transform from the back page to the front page, seen through the paper. It is its own inverse.

    Paper that is turned about its long edge is mirrored left to right if it is portrait, top to bottom if landscape.
    """
    width, height = paper
    if (flip == "long") == (height >= width):
        return (-1.0, 0.0, 0.0, 1.0, width, 0.0)
    return (1.0, 0.0, 0.0, -1.0, 0.0, height)


def blank_edges(paper: Size, margins: Margins, flip: Flip | None) -> Margins:
    """Return the edges of the front of a sheet that stay blank, for the `margins` of a printer.

    The margins are those of each portrait page, front or back, seen upright; a landscape page is printed turned, with
    its top to the left. With a `flip` both sides have them, and of two edges that lie on each other the wider counts.
    """
    size = (min(paper), max(paper))
    top, right, bottom, left = margins
    if flip is not None and back_mirror(size, flip)[0] < 0:
        right = left = max(right, left)
    elif flip is not None:
        top = bottom = max(top, bottom)
    return (top, right, bottom, left) if paper == size else (left, top, right, bottom)


def back_correction(paper: Size, offset: tuple[float, float, float]) -> Matrix:
    """Return the transform of a back page that corrects a printer: `offset` is (x mm, y mm, angle in degrees).

    Seen on the back page, it is a clockwise turn about the middle of the paper, then a shift by x to the right and by y
    down. It is the opposite of the printer's error: if backs are 1 mm too far to the right, x is -1.
    """
    x, y, angle = offset
    return then(turn(angle, paper[0] / 2, paper[1] / 2), translate(x, y)) if any(offset) else IDENTITY


def clip_to(scene: Scene, matrix: Matrix, shown: Rect) -> Rect:
    """Return the part of a scene, placed by `matrix`, that is visible in the rectangle `shown`.

    It is in the scene's own coordinates and ends at its bleed. `matrix` may turn by quarters only.
    """
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    back: Matrix = (d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size)
    x, y, width, height = bounds_of(back, shown)
    left, top = max(x, -scene.bleed), max(y, -scene.bleed)
    right, bottom = min(x + width, scene.width + scene.bleed), min(y + height, scene.height + scene.bleed)
    return (left, top, right - left, bottom - top)


# ---------------------------------------------------------------- places


def in_mm(*lengths: float) -> str:
    """Return lengths as text: `63 × 88 mm`."""
    return " × ".join(f"{length:.5g}" for length in lengths) + " mm"


def cards_on_sheets(count: int, places: int, order: Order) -> tuple[int, int]:
    """Return how many of `count` cards are on a sheet with so many `places`, and on those sheets that have fewer.

    The second number is 0 if there are none: with `stacks` they are as full as possible, otherwise only one has fewer.
    """
    sheets = math.ceil(count / places)
    if order == "stacks" and sheets:
        full, fewer = math.ceil(count / sheets), count // sheets
        return full, fewer if fewer < full else 0
    return (places, count % places) if count >= places else (count, 0)


def lay_grid(plan: SheetPlan) -> Grid:
    """Return the places of the cards, the bleed and the room for marks. FitError if the paper is too small.

    Without gutters, the bleed outside the block is as large as it fits: all of it if the marks have room as well,
    otherwise a third of the distance from the block to the printer's margin (1.8 mm for nine 63 × 88 mm cards on A4,
    0.9 mm on Letter).
    """
    _check_plan(plan)
    if plan.origin is not None:
        return _grid(plan, plan.origin, plan.bleed, (mark_gap(plan, 0), mark_gap(plan, 1)))
    fold = plan.fold_axis
    spare = [plan.free(axis) - plan.length(axis) for axis in (0, 1)]
    bleed = plan.promised_bleed or min(plan.bleed, _most_bleed(spare, fold))
    # Beside a fold the cards are close to it; elsewhere they are in the middle.
    outside = [spare[a] - bleed if a == fold else spare[a] / 2 for a in (0, 1)]
    if min(outside[a] + min(plan.blank_at(a)) for a in (0, 1)) < bleed + CROP_MARK - 1e-6:
        hint = message(
            "expected {least:g} mm or more of paper outside the cards: set a wider margin", least=bleed + CROP_MARK
        )
        raise FitError(message("{file}: there is no room for crop marks", file=plan.name), hint)
    gap = [min(CROP_MARK_GAP, max(0.0, room - bleed - CROP_MARK)) for room in outside]
    corner = [_start(plan, axis, outside[axis], bleed + gap[axis] + CROP_MARK) for axis in (0, 1)]
    return _grid(plan, (corner[0], corner[1]), bleed, (gap[0], gap[1]))


def mark_rooms(plan: SheetPlan, axis: int) -> list[float]:
    """Return the room beside a block with an `origin`, at either end of x (0) or y (1), where marks are on the paper.

    It ends where the printer does. Beside a fold there is only one end; a known printer must show a part of a mark.
    """
    assert plan.origin is not None
    near, far = plan.blank_at(axis)
    before, after = plan.origin[axis], plan.paper[axis] - plan.origin[axis] - plan.length(axis)
    ends = [(before, near)] if plan.fold_axis == axis else [(before, near), (after, far)]
    return [room - blank for room, blank in ends if room >= 1.5 * CROP_MARK and room - blank >= 0]


def mark_gap(plan: SheetPlan, axis: int) -> float:
    """Return the distance from the bleed of a block with an `origin` to its crop marks along x (0) or y (1), mm."""
    if plan.marks is not None:
        return 0.0
    return max(0.0, min([CROP_MARK_GAP, *(room - plan.bleed - CROP_MARK for room in mark_rooms(plan, axis))]))


def _start(plan: SheetPlan, axis: int, outside: float, needed: float) -> float:
    """Return where a block of cards begins along x (0) or y (1).

    It is in the middle, or so far from there that marks and bleed have the room that is `needed` beside blank edges;
    if there is too little, as much at either side. `outside` is half of the room, or all of it beside a fold.
    """
    near, far = plan.blank_at(axis)
    if plan.blank is None or plan.fold_axis == axis:
        return near + outside
    room = min(needed, outside)
    middle = (plan.paper[axis] - plan.length(axis)) / 2
    return min(max(middle, near + room), plan.paper[axis] - far - plan.length(axis) - room)


def _grid(plan: SheetPlan, corner: Size, bleed: float, gap: Size) -> Grid:
    """Return the places of a block of cards with its upper left corner at `corner`."""
    places = plan.places(*corner)
    most = max(bleed, plan.inner_bleed)
    inner = (min(most, plan.gutter[0] / 2), min(most, plan.gutter[1] / 2))
    block = (*corner, plan.length(0), plan.length(1))
    return Grid(tuple(places.values()), block, bleed, inner, gap, tuple(places))


def _most_bleed(spare: list[float], fold: int | None) -> float:
    """Return the most bleed, in whole tenths of a mm, of a block of cards with `spare` mm along x and y."""
    # Beside a fold, bleed is needed inside and outside, but marks only outside.
    room = [(spare[axis], 2) if axis == fold else (spare[axis] / 2, 1) for axis in (0, 1)]
    most = min(max(free / (2 + sides), (free - CROP_MARK - CROP_MARK_GAP) / sides) for free, sides in room)
    label = max(free / sides for free, sides in room) - LABEL_ROOM
    return math.floor(max(0.0, min(most, label)) * 10 + 1e-6) / 10


def _check_plan(plan: SheetPlan) -> None:
    positive = (*plan.paper, *plan.card, plan.columns, plan.rows)
    others = (*plan.gutter, plan.bleed, plan.margin)
    if not all(map(math.isfinite, (*positive, *others))) or min(positive) <= 0 or min(others) < 0:
        raise FitError(
            message("{file}: a length or a number of the sheet is out of range", file=plan.name),
            message("expected paper, card, columns and rows above 0, and gutters, bleed and margin of 0 or more"),
        )
    if plan.origin is None and (plan.columns > plan.most(0) or plan.rows > plan.most(1)):
        problem = message(
            "{file}: {columns} × {rows} cards of {card} do not fit {paper} paper",
            file=plan.name,
            columns=plan.columns,
            rows=plan.rows,
            card=in_mm(*plan.card),
            paper=in_mm(*plan.paper),
        )
        hint = message(
            "expected at most {columns} × {rows} with gutters of {gutters}, "
            "{bleed:g} mm bleed all round and {margin:g} mm that the printer leaves blank",
            columns=plan.most(0),
            rows=plan.most(1),
            gutters=in_mm(*plan.gutter),
            bleed=plan.promised_bleed,
            margin=plan.margin,
        )
        raise FitError(problem, hint)


def fit_plan(
    paper: Size,
    card: Size,
    bleed: float = 0.0,
    *,
    backs: Backs = "interleaved",
    flip: Flip = "long",
    name: str = "sheet",
    printer: Margins | None = None,
) -> SheetPlan:
    """Return the plan with the most cards of `card` mm on a page, portrait if that is as good as landscape.

    With a `bleed`, every card has it on all sides, in gutters twice as wide. Without one, the cards meet edge to edge,
    and only the outside of the block has a bleed, up to 3 mm if the paper has room. A gutterfold sheet is folded along
    the edge that gives more cards, whatever `flip` is. For a `printer` with these margins the cards are moved, or else
    laid out anew, so that none of them is in the margins. FitError if not even one card fits.
    """
    plan = _most_cards(paper, card, bleed, backs, flip, name, None)
    if plan is None:
        problem = message(
            "{file}: a card of {card} does not fit {paper} paper", file=name, card=in_mm(*card), paper=in_mm(*paper)
        )
        hint = message(
            "it must fit with {bleed:g} mm bleed inside {margin:g} mm that the printer leaves blank",
            bleed=bleed,
            margin=PRINTER_MARGIN,
        )
        raise FitError(problem, hint)
    if printer is None:
        return plan
    moved = replace(plan, blank=blank_edges(plan.paper, printer, None if backs == "gutterfold" else plan.flip))
    if plan.columns <= moved.most(0) and plan.rows <= moved.most(1):
        return moved
    fewer = _most_cards(paper, card, bleed, backs, flip, name, printer)
    if fewer is None:
        problem = message(
            "{file}: no card of {card} fits {paper} paper inside the margins of the printer",
            file=name,
            card=in_mm(*card),
            paper=in_mm(*paper),
        )
        raise FitError(problem, message("add a larger paper to game.yaml, or choose another printer with --printer"))
    return fewer


def _most_cards(
    paper: Size,
    card: Size,
    bleed: float,
    backs: Backs,
    flip: Flip,
    name: str,
    printer: Margins | None,
) -> SheetPlan | None:
    """Return the plan with the most cards; None if no card fits."""
    best: tuple[tuple[float, float], SheetPlan] | None = None
    edges: tuple[Flip, ...] = ("long", "short") if backs == "gutterfold" else (flip,)
    for size in ((min(paper), max(paper)), (max(paper), min(paper))):
        for edge in edges:
            plan = SheetPlan(
                paper=size,
                card=(min(card), max(card)),
                columns=1,
                rows=1,
                gutter=(2 * bleed, 2 * bleed),
                bleed=bleed,
                blank=printer and blank_edges(size, printer, None if backs == "gutterfold" else edge),
                backs=backs,
                flip=edge,
                name=name,
            )
            counts = (plan.most(0), plan.most(1))
            # Of equal numbers, prefer cards near the fold: a fold that is not straight affects them least.
            depth = 0.0 if plan.fold_axis is None else counts[plan.fold_axis] * plan.card[plan.fold_axis]
            rank = (counts[0] * counts[1], -depth)
            if rank[0] and (best is None or rank > best[0]):
                best = (rank, replace(plan, columns=counts[0], rows=counts[1], bleed=bleed or USUAL_BLEED))
    return None if best is None else best[1]
