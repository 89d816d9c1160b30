"""Cards of several sizes on common sheets: blocks of equal cards below each other, each with its own crop marks.

A row has cards of one size, so straight cuts across the paper separate the rows, and then straight cuts the cards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, product
from typing import TYPE_CHECKING, Literal, NamedTuple

from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message
from cardgen.products.imposition.impose import SheetCard, Sheets, SideWords, Spot, side_words, sides_of
from cardgen.products.imposition.label import Side, choose_place
from cardgen.products.imposition.own_grid import area_of, check_gap, check_on_paper, papers_of, start_of
from cardgen.products.imposition.plan import (
    CROP_MARK,
    CROP_MARK_GAP,
    FitError,
    Grid,
    Margins,
    SheetPlan,
    Size,
    back_mirror,
    in_mm,
    lay_grid,
)
from cardgen.scene.items import Item, Rect, Scene, bounds_of

if TYPE_CHECKING:
    from cardgen.data.sheet_grid import SheetGrid

#: So many sizes are tried upright and on their side. More than these lie upright.
_TRIED = 6

#: The bleed around a block of cards edge to edge, mm. With more of it, fewer rows fit.
BLOCK_BLEED = 1.0


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


def portrait(width: float, height: float) -> Size:
    """Return the size of an upright card."""
    return (min(width, height), max(width, height))


class _Part(NamedTuple):
    """A block of a sheet as a page of its own, the indexes of its cards in the file, and the rows above it."""

    plan: SheetPlan
    pages: Sheets
    grid: Grid
    cards: Sequence[int]
    rows_above: int


class MixedSheets(Sheets):
    """The pages of cards of several sizes, in printing order, on the paper that needs fewest sheets.

    `plan` has the paper, the backs, the flip and the words of the label; `bleeds` is what each size (portrait) promises
    on all sides and shows at most. `grid` has the gaps, the margins, the alignment, the shift and the marks. FitError
    if a card does not fit the paper.
    """

    def __init__(
        self,
        cards: Sequence[SheetCard],
        plan: SheetPlan,
        grid: SheetGrid,
        bleeds: Mapping[Size, tuple[float, float]],
        printer: Margins | None = None,
    ) -> None:
        self._cards = tuple(cards)
        kinds: dict[Size, list[int]] = {}
        for index, card in enumerate(cards):
            kinds.setdefault(portrait(card.face.width, card.face.height), []).append(index)
        promised = max(promise for promise, _ in bleeds.values())
        shown = {size: promise or min(most, BLOCK_BLEED) for size, (promise, most) in bleeds.items()}
        gutter = grid.gap or (2 * promised, 2 * promised)
        marks = 2 * (max(shown.values()) + CROP_MARK_GAP + CROP_MARK) if grid.marks else 0.0
        usual = replace(plan, bleed=promised, gutter=gutter, order=grid.order, crop=grid.marks)
        check_gap(usual, grid, gutter)
        counts = [(size, len(indexes)) for size, indexes in kinds.items()]
        packed = _choose_way(usual, counts, grid, max(gutter[1], marks), printer)
        self._plan = packed.plan
        self._sides = sides_of(self._cards, self._plan)
        self._sheets = len(packed.sheets)
        self._mirror = back_mirror(self._plan.paper, self._plan.flip)
        self._parts = [
            [
                _Part(own, Sheets([self._cards[index] for index in chosen], own), lay_grid(own), chosen, rows_above)
                for own, chosen, rows_above in _blocks(packed, blocks, list(kinds.items()), grid, shown)
            ]
            for blocks in packed.sheets
        ]
        self._grids = [_grid_around([part.grid for part in parts]) for parts in self._parts]
        self._found = {
            index: (number, part, slot)
            for number, parts in enumerate(self._parts)
            for part in parts
            for slot, index in enumerate(part.cards)
        }
        self._words_at: dict[tuple[Grid, Side], SideWords] = {}

    @property
    def plan(self) -> SheetPlan:
        """The plan, with the paper as it lies."""
        return self._plan

    @property
    def blocks(self) -> tuple[SheetPlan, ...]:
        """The plans of the blocks of cards of all sheets, from top to bottom."""
        return tuple(part.plan for parts in self._parts for part in parts)

    @property
    def sheet_numbers(self) -> list[int]:
        """The sheet of each card, from 0: `slots` are the places of all sheets."""
        return [self._found[index][0] for index in range(len(self._cards))]

    @property
    def draws_twice(self) -> bool:
        """False: no card has an outline."""
        return False

    def _page(self, index: int) -> Scene:
        number, which = divmod(index, len(self._sides))
        side, grid, parts = self._sides[which], self._grids[number], self._parts[number]
        words = self._words_of(grid, side)
        items: list[Item] = [words.labels.layout(self._number(number))] if words.labels else []
        for part in parts:
            items += part.pages.draw(0, side)
        cards = (self._cards[index] for part in parts for index in part.cards)
        return self._scene(number, side, words, items, cards, grid)

    def _words_of(self, grid: Grid, side: Side) -> SideWords:
        """Return the words of a side; equal sheets share them."""
        if (grid, side) not in self._words_at:
            plan = replace(self._plan, origin=grid.block[:2])
            self._words_at[grid, side] = side_words(plan, side, choose_place(plan, grid, self._sheets))
        return self._words_at[grid, side]

    def _is_mirrored(self, side: Side) -> bool:
        return side == "back"

    def slots(self, side: Literal["face", "back"]) -> list[Rect]:
        """Return the places of the faces or the backs of all cards on their pages, mm."""
        places = (self._found[index] for index in range(len(self._cards)))
        slots = [part.grid.slots[slot] for _, part, slot in places]
        return slots if side == "face" else [bounds_of(self._mirror, slot) for slot in slots]

    def first_page(self, index: int) -> int:
        """Return the first page, from 0, of the sheet with the card `index`."""
        return self._found[index][0] * len(self._sides)

    def spots(self, index: int) -> Iterator[Spot]:
        """Yield the places of the sides of card `index`, without those that these pages leave out."""
        number, part, slot = self._found[index]
        for spot in part.pages.spots(slot):
            is_back = spot.side == "back"
            above = part.rows_above
            if is_back and self._mirror[3] < 0:  # the last row of the front is the first one of the back
                above = sum(other.plan.rows for other in self._parts[number]) - above - part.plan.rows
            page = self.first_page(index) + self._sides.index("back" if is_back else "front")
            yield replace(spot, page=page, row=above + spot.row)


class _Packed(NamedTuple):
    """The plan on its paper, the sizes of the cards of each kind as they lie, and the blocks of each sheet."""

    plan: SheetPlan
    sizes: Sequence[Size]
    sheets: Sequence[Sequence[Block]]


def _choose_way(
    plan: SheetPlan, kinds: Sequence[tuple[Size, int]], grid: SheetGrid, strip: float, printer: Margins | None
) -> _Packed:
    """Return how the paper and the cards of each size lie on fewest sheets, upright if both need as many."""
    best: _Packed | None = None
    areas: list[Size] = []
    for way in papers_of(plan, grid, printer):
        area = _room(way, grid)
        areas.append(area)
        for sizes in _turns([size for size, _ in kinds], grid):
            if all(size[axis] <= area[axis] + 1e-9 for size in sizes for axis in (0, 1)):
                counted = [(size, count) for size, (_, count) in zip(sizes, kinds, strict=True)]
                packed = pack_rows(counted, area, plan.gutter, strip)
                if best is None or len(packed) < len(best.sheets):
                    best = _Packed(way, sizes, packed)
    if best is None:
        largest = max((size for size, _ in kinds), key=lambda size: size[::-1])
        measures = {"card": in_mm(*largest), "paper": in_mm(*plan.paper)}
        problem = message("{file}: a card of {card} does not fit {paper} paper", file=plan.name, **measures)
        raise FitError(problem, message("expected at most {area} inside of the margins", area=in_mm(*max(areas))))
    return best


def _turns(sizes: Sequence[Size], grid: SheetGrid) -> Iterator[list[Size]]:
    """Yield the sizes as the cards may lie; the first are as upright as `grid` wants them."""
    tried = 0 if grid.given("turned") else _TRIED
    upright = [size[::-1] if grid.turned else size for size in sizes]
    for ways in product(*((size, size[::-1]) for size in upright[:tried])):
        yield [*ways, *upright[tried:]]


def _room(plan: SheetPlan, grid: SheetGrid) -> Size:
    """Return the width and the height of the area with cards, mm."""
    starts_and_ends = [area_of(plan, grid, axis) for axis in (0, 1)]
    width, height = (end - start for start, end in starts_and_ends)
    return (width, height)


def _blocks(
    packed: _Packed,
    blocks: Sequence[Block],
    kinds: Sequence[tuple[Size, Sequence[int]]],
    grid: SheetGrid,
    shown: Mapping[Size, float],
) -> Iterator[tuple[SheetPlan, Sequence[int], int]]:
    """Yield the plan of each block of a sheet, the indexes of its cards, and the number of rows above it."""
    plan = packed.plan
    top, rows_above = start_of(plan, grid, 1, blocks[-1].top + blocks[-1].height), 0
    for block in blocks:
        size, indexes = kinds[block.kind]
        own = replace(plan, card=packed.sizes[block.kind], columns=block.columns, rows=block.rows, bleed=shown[size])
        own = replace(own, origin=(start_of(plan, grid, 0, own.length(0)), top + block.top))
        check_on_paper(own)
        yield own, indexes[block.first : block.first + block.count], rows_above
        rows_above += block.rows


def _grid_around(grids: Sequence[Grid]) -> Grid:
    """Return all places of the blocks of a sheet, with the rectangle around them."""
    left, top = (min(grid.block[axis] for grid in grids) for axis in (0, 1))
    right, bottom = (max(grid.block[axis] + grid.block[axis + 2] for grid in grids) for axis in (0, 1))
    slots = tuple(slot for grid in grids for slot in grid.slots)
    bleed = max(grid.bleed for grid in grids)
    gaps = [max(grid.gap[axis] for grid in grids) for axis in (0, 1)]
    return Grid(slots, (left, top, right - left, bottom - top), bleed, (0.0, 0.0), (gaps[0], gaps[1]), ())
