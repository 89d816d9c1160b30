"""The plan of a sheet of cards, the places that follow from it, and the geometry of turning paper over."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.errors import DataError, Fault, Place
from cardgen.scene.items import CUT, IDENTITY, Command, Matrix, Path, Rect, Scene, bounds_of, then, translate, turn
from cardgen.words.messages import message

Backs: TypeAlias = Literal["interleaved", "fronts", "backs", "gutterfold"]
Flip: TypeAlias = Literal["long", "short"]
Size: TypeAlias = tuple[float, float]

#: Crop marks in mm, as the trade has them: length, width, and their distance from the bleed if there is room.
CROP_MARK = 3.0
CROP_MARK_WIDTH = 0.15
CROP_MARK_GAP = 0.7

#: How a line to cut along is drawn, by `cut`: its colour and its width in mm. One for people is dark, so that it shows
#: on every colour; machines look for the spot colour, which is shown as magenta.
CUT_LINES = {"line": ("#10131a", 0.2), "spot": ("#e6007e", 0.1)}

#: The strip in mm, left free of cards, that a gutterfold sheet is folded in.
FOLD_STRIP = 3.0

#: What home printers leave blank at every edge of the paper, mm.
PRINTER_MARGIN = 5.0

#: The most that is shown of a bleed that was not asked for, mm.
USUAL_BLEED = 3.0

#: What a block without gutters leaves of its widest margin for the page label, mm: one small line.
LABEL_ROOM = 2.25


class FitError(DataError, ValueError):
    """Something is larger than the place it was given. The hint says what was expected."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(Fault(Place(), message, hint))


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """How cards are laid out on paper; all lengths in mm.

    `paper` is already the right way up for the sheet, `card` is the trim size, portrait; `gutter` is between columns
    and between rows. `bleed` is the most that is shown round a card: between cards no more than half of the gutter,
    outside the block no more than the paper has room for. `margin` is what the printer cannot print on.

    `flip` is the edge that the paper is turned about (for a gutterfold sheet: that the fold runs along).
    `back_offset` (x, y, angle) corrects the printer: see `back_correction`. `cut` draws each card's outline beside its
    face, its corners rounded by `corner`, as in CUT_LINES. `title`, `subtitle` (by language) and
    `licence` are for the label, which is written in each of `languages` in the game's `fonts`; `name` begins the names
    of the pages.
    """

    paper: Size
    card: Size
    columns: int
    rows: int
    gutter: Size = (0.0, 0.0)
    bleed: float = USUAL_BLEED
    margin: float = PRINTER_MARGIN
    backs: Backs = "interleaved"
    flip: Flip = "long"
    back_offset: tuple[float, float, float] = (0.0, 0.0, 0.0)
    name: str = "sheet"
    title: Mapping[str, str] = field(default_factory=dict)
    subtitle: Mapping[str, str] = field(default_factory=dict)
    licence: str = ""
    languages: tuple[str, ...] = ("zh", "en")
    cut: str = "none"
    corner: float = 0.0
    fonts: FontSet = field(default=BUNDLED, repr=False)

    @property
    def fold_axis(self) -> int | None:
        """0 when the sheet is folded left over right, 1 when top over bottom, None when it is not folded."""
        if self.backs != "gutterfold":
            return None
        return 0 if back_mirror(self.paper, self.flip)[0] < 0 else 1

    @property
    def promised_bleed(self) -> float:
        """The bleed that every card must have all round because the gutters are made for it; else 0."""
        return self.bleed if min(self.gutter) >= 2 * self.bleed - 1e-9 else 0.0

    def free(self, axis: int) -> float:
        """The length in mm along x (0) or y (1) that is for cards and their bleed."""
        if self.fold_axis == axis:
            return (self.paper[axis] - FOLD_STRIP) / 2 - self.margin
        return self.paper[axis] - 2 * self.margin

    def most(self, axis: int) -> int:
        """How many cards fit along x (0) or y (1)."""
        free = self.free(axis) - 2 * self.promised_bleed + self.gutter[axis]
        return max(0, math.floor(free / (self.card[axis] + self.gutter[axis]) + 1e-9))


@dataclass(frozen=True, slots=True)
class Grid:
    """Where things are on the front of a sheet, mm.

    `slots` are the cards' places row by row, `block` the rectangle round them, `bleed` what is shown outside the
    block, `inner` what is shown between columns and between rows, `gap` from the bleed to the crop marks at the
    sides and at the top and bottom.
    """

    slots: tuple[Rect, ...]
    block: Rect
    bleed: float
    inner: Size
    gap: Size

    def edges(self, axis: int) -> list[float]:
        """Return where the knife cuts across x (0) or y (1), each place once."""
        edges = (edge for slot in self.slots for edge in (slot[axis], slot[axis] + slot[axis + 2]))
        return sorted({round(edge, 6): edge for edge in edges}.values())

    def bands(self, axis: int) -> list[tuple[float, float]]:
        """Return the start and the end along x (0) or y (1) of each column or row of cards."""
        return sorted({(slot[axis], slot[axis] + slot[axis + 2]) for slot in self.slots})


# ---------------------------------------------------------------- turning paper over


def back_mirror(paper: Size, flip: Flip) -> Matrix:
    """Return where a point of the back page lies on the front page, seen through the paper; and the other way round.

    Paper turned about its long edge is mirrored left to right if it is upright, top to bottom if it lies.
    """
    width, height = paper
    if (flip == "long") == (height >= width):
        return (-1.0, 0.0, 0.0, 1.0, width, 0.0)
    return (1.0, 0.0, 0.0, -1.0, 0.0, height)


def back_correction(paper: Size, offset: tuple[float, float, float]) -> Matrix:
    """Return how a back page is moved to put a printer right: `offset` is (x mm, y mm, angle in degrees).

    Looking at the back page, the right way up: turned clockwise by the angle about the middle of the paper, then
    moved x to the right and y down. It is the opposite of the printer's error: when backs come out 1 mm too far to
    the right, x is -1.
    """
    x, y, angle = offset
    return then(turn(angle, paper[0] / 2, paper[1] / 2), translate(x, y)) if any(offset) else IDENTITY


def clip_to(scene: Scene, matrix: Matrix, shown: Rect) -> Rect:
    """Return the part of `scene` that shows in the rectangle `shown` if it is placed by `matrix`.

    It is in the scene's own coordinates and ends at its bleed; `matrix` turns by quarters only.
    """
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    back: Matrix = (d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size)
    x, y, width, height = bounds_of(back, shown)
    left, top = max(x, -scene.bleed), max(y, -scene.bleed)
    right, bottom = min(x + width, scene.width + scene.bleed), min(y + height, scene.height + scene.bleed)
    return (left, top, right - left, bottom - top)


def cut_line(commands: tuple[Command, ...], cut: str) -> tuple[Path, ...]:
    """Return a path as the line to cut along, for people (`line`) or for machines (`spot`); none for `none`."""
    if cut == "none":
        return ()
    colour, width = CUT_LINES[cut]
    return (Path(commands, stroke=colour, stroke_width=width, spot=CUT if cut == "spot" else ""),)


def cut_pieces(pieces: Iterable[tuple[Command, ...]]) -> tuple[Path, ...]:
    """Return the outline of each piece as a path of its own: the machine's software can move or leave out a piece."""
    return tuple(path for outline in pieces for path in cut_line(outline, "spot"))


# ---------------------------------------------------------------- places


def in_mm(*lengths: float) -> str:
    """Return lengths as people write them: `63 × 88 mm`."""
    return " × ".join(f"{length:.5g}" for length in lengths) + " mm"


def lay_grid(plan: SheetPlan) -> Grid:
    """Return the places of the cards, the bleed and the room for marks. FitError if the paper is too small.

    Without gutters the bleed outside the block is as much as fits: all of it if the marks have room, too, otherwise
    a third of what lies between block and printer's margin (1.8 mm for nine 63 × 88 mm cards on A4, 0.9 on Letter).
    """
    _check_plan(plan)
    counts, fold = (plan.columns, plan.rows), plan.fold_axis
    spans = [counts[a] * plan.card[a] + (counts[a] - 1) * plan.gutter[a] for a in (0, 1)]
    spare = [plan.free(a) - spans[a] for a in (0, 1)]
    bleed = plan.promised_bleed or min(plan.bleed, _most_bleed(spare, fold))
    # Beside a fold the cards are close to it; elsewhere they are in the middle.
    outside = [spare[a] - bleed if a == fold else spare[a] / 2 for a in (0, 1)]
    if min(outside) + plan.margin < bleed + CROP_MARK - 1e-6:
        hint = message(
            "expected {least:g} mm or more of paper outside the cards: set a wider margin", least=bleed + CROP_MARK
        )
        raise FitError(message("{file}: there is no room for crop marks", file=plan.name), hint)
    gap = [min(CROP_MARK_GAP, max(0.0, room - bleed - CROP_MARK)) for room in outside]
    left, top = (plan.margin + room for room in outside)
    slots = tuple(
        (left + c * (plan.card[0] + plan.gutter[0]), top + r * (plan.card[1] + plan.gutter[1]), *plan.card)
        for r in range(plan.rows)
        for c in range(plan.columns)
    )
    inner = (min(bleed, plan.gutter[0] / 2), min(bleed, plan.gutter[1] / 2))
    return Grid(slots, (left, top, spans[0], spans[1]), bleed, inner, (gap[0], gap[1]))


def _most_bleed(spare: list[float], fold: int | None) -> float:
    """Return the bleed, in whole tenths of a mm, that a block of cards with `spare` mm along x and y can have."""
    # Beside a fold the bleed is needed twice, inside and outside, while the marks are outside only.
    room = [(spare[axis], 2) if axis == fold else (spare[axis] / 2, 1) for axis in (0, 1)]
    most = min(max(free / (2 + sides), (free - CROP_MARK - CROP_MARK_GAP) / sides) for free, sides in room)
    label = max(free / sides for free, sides in room) - LABEL_ROOM
    return math.floor(max(0.0, min(most, label)) * 10 + 1e-6) / 10


def _check_plan(plan: SheetPlan) -> None:
    positive = (*plan.paper, *plan.card, plan.columns, plan.rows)
    others = (*plan.gutter, plan.bleed, plan.margin)
    if not all(map(math.isfinite, (*positive, *others, *plan.back_offset))) or min(positive) <= 0 or min(others) < 0:
        raise FitError(
            message("{file}: a length or a number of the sheet is out of range", file=plan.name),
            message("expected paper, card, columns and rows above 0, and gutters, bleed and margin of 0 or more"),
        )
    if plan.columns > plan.most(0) or plan.rows > plan.most(1):
        what = message(
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
        raise FitError(what, hint)


def fit_plan(
    paper: Size,
    card: Size,
    bleed: float = 0.0,
    margin: float = PRINTER_MARGIN,
    *,
    backs: Backs = "interleaved",
    flip: Flip = "long",
    name: str = "sheet",
) -> SheetPlan:
    """Return the plan with the most cards of `card` mm on a page, the paper upright if that is as good as lying.

    With a `bleed` every card has it all round, in gutters twice as wide. With none the cards meet edge to edge and
    only the block's outside bleeds, up to 3 mm, as far as the paper has room. A gutterfold sheet is folded along
    whichever edge takes more cards, whatever `flip` says. FitError if not even one card fits.
    """
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
                margin=margin,
                backs=backs,
                flip=edge,
                name=name,
            )
            counts = (plan.most(0), plan.most(1))
            # Of equal numbers the one with its cards near the fold: they suffer least from a fold that is not straight.
            depth = 0.0 if plan.fold_axis is None else counts[plan.fold_axis] * plan.card[plan.fold_axis]
            rank = (counts[0] * counts[1], -depth)
            if rank[0] and (best is None or rank > best[0]):
                best = (rank, replace(plan, columns=counts[0], rows=counts[1], bleed=bleed or USUAL_BLEED))
    if best is None:
        what = message(
            "{file}: a card of {card} does not fit {paper} paper", file=name, card=in_mm(*card), paper=in_mm(*paper)
        )
        hint = message(
            "it must fit with {bleed:g} mm bleed inside {margin:g} mm that the printer leaves blank",
            bleed=bleed,
            margin=margin,
        )
        raise FitError(what, hint)
    return best[1]
