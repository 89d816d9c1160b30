"""The plan of cards of several sizes on common sheets: blocks of equal cards below each other.

A row has cards of one kind, so straight cuts across the paper separate the rows, and then straight cuts the cards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import count, product
from typing import TYPE_CHECKING, NamedTuple

from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message
from cardgen.products.imposition.own_grid import area_of, check_gap, check_on_paper, papers_of, start_of
from cardgen.products.imposition.plan import (
    CROP_MARK,
    CROP_MARK_GAP,
    FitError,
    Grid,
    Margins,
    SheetPlan,
    Size,
    in_mm,
    lay_grid,
)
from cardgen.products.imposition.regmarks import check_clear, check_marks, free_areas
from cardgen.scene.items import Command

if TYPE_CHECKING:
    from cardgen.data.sheet_grid import SheetGrid

#: So many kinds are tried upright and on their side. More than these lie upright.
_TRIED = 6

#: The bleed around a block of cards edge to edge, mm. With more of it, fewer rows fit.
BLOCK_BLEED = 1.0


@dataclass(frozen=True, slots=True)
class Kind:
    """Cards of one size and shape. `size` and `outline` are those of upright cards, mm; a rectangle has no outline.

    `bleed` is what each card has on all sides, 0 for cards edge to edge; `most_bleed` is what these show at most
    outside of their block. `cut` and `corner` are as in a SheetPlan.
    """

    size: Size
    bleed: float = 0.0
    most_bleed: float = 3.0
    outline: tuple[Command, ...] = ()
    cut: str = "none"
    corner: float = 0.0

    @property
    def shown(self) -> float:
        """The bleed outside of a block of these cards, mm."""
        return self.bleed or min(self.most_bleed, BLOCK_BLEED)


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of equal cards on a sheet: `count` cards of the kind with the index `kind`, from its `first` one.

    `top` is the distance from the top of the area with cards, `height` that of all rows, mm.
    """

    kind: int
    top: float
    height: float
    columns: int
    rows: int
    first: int
    count: int


def pack_rows(kinds: Sequence[tuple[Size, int]], area: Size, gutter: Size, strip: float) -> list[list[Block]]:
    """Return the blocks of each sheet, for the size and the number of the cards of each kind.

    The tallest cards come first. The cards of a kind stay in their order, on the first sheets with room for a row of
    them. There is a `gutter` between columns and between rows of a block, and a `strip` between blocks; all lengths are
    in mm. Each card must fit the `area`.
    """
    sheets: list[list[Block]] = []
    for kind, (size, total) in sorted(enumerate(kinds), key=lambda entry: -entry[1][0][1]):
        columns = _most(size[0], area[0], gutter[0])
        assert columns * _most(size[1], area[1], gutter[1]), "a card is larger than the area"
        first, numbers = 0, count()
        while first < total:
            number = next(numbers)
            if number == len(sheets):
                sheets.append([])
            above = sheets[number][-1:]
            top = above[0].top + above[0].height + strip if above else 0.0
            cards = min(columns * _most(size[1], area[1] - top, gutter[1]), total - first)
            if cards:
                rows = math.ceil(cards / columns)
                height = rows * (size[1] + gutter[1]) - gutter[1]
                sheets[number].append(Block(kind, top, height, min(columns, cards), rows, first, cards))
                first += cards
    return sheets


def _most(length: float, room: float, gutter: float) -> int:
    return max(0, math.floor((room + gutter) / (length + gutter) + 1e-9))


class Part(NamedTuple):
    """A block of a sheet: its plan and its places, the indexes of its cards in the file, and the rows above it."""

    plan: SheetPlan
    grid: Grid
    cards: Sequence[int]
    rows_above: int


class MixedPlan(NamedTuple):
    """The plan of all sheets, with the paper as it lies, and the blocks of each sheet from top to bottom."""

    plan: SheetPlan
    sheets: Sequence[Sequence[Part]]


def plan_mixed(kinds: Sequence[Kind], plan: SheetPlan, grid: SheetGrid, printer: Margins | None = None) -> MixedPlan:
    """Return the plan of cards of these kinds, one for each card, on the paper that needs fewest sheets.

    `plan` has the paper, the backs, the flip, the registration marks and the words of the label. `grid` has the gaps,
    the margins, the alignment, the shift and the crop marks. FitError if a card does not fit the paper.
    """
    indexes: dict[Kind, list[int]] = {}
    for index, kind in enumerate(kinds):
        indexes.setdefault(kind, []).append(index)
    promised = max((kind.bleed for kind in indexes), default=0.0)
    gutter = grid.gap or (2 * promised, 2 * promised)
    has_crop = grid.marks and plan.marks is None
    usual = replace(plan, bleed=promised, gutter=gutter, order=grid.order, crop=has_crop)
    check_gap(usual, grid, gutter)
    if plan.marks is not None and printer is not None:
        check_clear(plan.marks, printer, plan.name)
    marks = CROP_MARK_GAP + CROP_MARK if has_crop and not all(kind.outline for kind in indexes) else 0.0
    shown = max((kind.shown for kind in indexes), default=0.0)
    counts = [(kind.size, len(own)) for kind, own in indexes.items()]
    packed = _choose_way(usual, counts, grid, max(gutter[1], 2 * (shown + marks)), shown, printer)
    sheets = [[*_parts(packed, blocks, list(indexes.items()), grid)] for blocks in packed.sheets]
    return MixedPlan(packed.way.plan, sheets)


class _Way(NamedTuple):
    """The plan on a paper as it lies, and where cards begin and end there along x and along y, mm."""

    plan: SheetPlan
    areas: tuple[Size, Size]

    @property
    def size(self) -> Size:
        """The width and the height of the area with cards, mm."""
        (left, right), (top, bottom) = self.areas
        return (right - left, bottom - top)


class _Packed(NamedTuple):
    """The way that the paper lies, the sizes of the cards of each kind as they lie, and the blocks of each sheet."""

    way: _Way
    sizes: Sequence[Size]
    sheets: Sequence[Sequence[Block]]


def _choose_way(
    plan: SheetPlan,
    kinds: Sequence[tuple[Size, int]],
    grid: SheetGrid,
    strip: float,
    shown: float,
    printer: Margins | None,
) -> _Packed:
    """Return how the paper and the cards of each size lie on fewest sheets, upright if both need as many."""
    best: _Packed | None = None
    ways = [*_ways(plan, grid, shown, printer)]
    for way in ways:
        for sizes in _turns([size for size, _ in kinds], grid):
            if all(size[axis] <= way.size[axis] + 1e-9 for size in sizes for axis in (0, 1)):
                counted = [(size, count) for size, (_, count) in zip(sizes, kinds, strict=True)]
                packed = pack_rows(counted, way.size, plan.gutter, strip)
                if best is None or len(packed) < len(best.sheets):
                    best = _Packed(way, sizes, packed)
    if best is None:
        largest = max((size for size, _ in kinds), key=lambda size: size[::-1])
        area = in_mm(*max((way.size for way in ways), key=lambda size: (size[0] * size[1], size[0])))
        measures = {"card": in_mm(*largest), "paper": in_mm(*plan.paper)}
        if plan.marks is not None:
            template = "{file}: no card of {card} fits {paper} paper between registration marks"
            problem = message(template, file=plan.name, **measures)
            raise FitError(problem, message("expected at most {area} beside the marks", area=area))
        problem = message("{file}: a card of {card} does not fit {paper} paper", file=plan.name, **measures)
        raise FitError(problem, message("expected at most {area} inside of the margins", area=area))
    return best


def _ways(plan: SheetPlan, grid: SheetGrid, shown: float, printer: Margins | None) -> Iterator[_Way]:
    """Yield the ways that the paper may lie. Between registration marks, cards lie beside the white space of all."""
    marks = plan.marks
    for way in papers_of(plan, grid, printer):
        if marks is None:
            # Beside a fold there is room for the bleed, too, of cards edge to edge.
            inner = [shown if axis == way.fold_axis and not way.bleed else 0.0 for axis in (0, 1)]
            (left, right), (top, bottom) = (area_of(way, grid, axis) for axis in (0, 1))
            yield _Way(way, ((left, right - inner[0]), (top, bottom - inner[1])))
            continue
        check_marks(marks, way.paper, plan.name)
        own = replace(way, margin=marks.inset, blank=(marks.inset,) * 4)
        for x, y, width, height in free_areas(marks, way.paper):
            yield _Way(own, ((x + shown, x + width - shown), (y + shown, y + height - shown)))


def _turns(sizes: Sequence[Size], grid: SheetGrid) -> Iterator[list[Size]]:
    """Yield the sizes as the cards may lie; the first are as upright as `grid` wants them."""
    tried = 0 if grid.given("turned") else _TRIED
    upright = [size[::-1] if grid.turned else size for size in sizes]
    for ways in product(*((size, size[::-1]) for size in upright[:tried])):
        yield [*ways, *upright[tried:]]


def _parts(
    packed: _Packed, blocks: Sequence[Block], kinds: Sequence[tuple[Kind, Sequence[int]]], grid: SheetGrid
) -> Iterator[Part]:
    """Yield the blocks of a sheet in their places."""
    plan, areas = packed.way
    top, rows_above = start_of(plan, grid, 1, blocks[-1].top + blocks[-1].height, areas[1]), 0
    for block in blocks:
        kind, indexes = kinds[block.kind]
        own = replace(
            plan,
            card=packed.sizes[block.kind],
            columns=block.columns,
            rows=block.rows,
            bleed=kind.shown,
            marks=None,
            crop=plan.crop and not kind.outline,
            outline=kind.outline,
            cut=kind.cut,
            corner=kind.corner,
        )
        own = replace(own, origin=(start_of(plan, grid, 0, own.length(0), areas[0]), top + block.top))
        check_on_paper(own)
        yield Part(own, lay_grid(own), indexes[block.first : block.first + block.count], rows_above)
        rows_above += block.rows


def grid_around(grids: Sequence[Grid]) -> Grid:
    """Return all places of the blocks of a sheet, with the rectangle around them."""
    left, top = (min(grid.block[axis] for grid in grids) for axis in (0, 1))
    right, bottom = (max(grid.block[axis] + grid.block[axis + 2] for grid in grids) for axis in (0, 1))
    slots = tuple(slot for grid in grids for slot in grid.slots)
    bleed = max(grid.bleed for grid in grids)
    gaps = [max(grid.gap[axis] for grid in grids) for axis in (0, 1)]
    return Grid(slots, (left, top, right - left, bottom - top), bleed, (0.0, 0.0), (gaps[0], gaps[1]), ())
