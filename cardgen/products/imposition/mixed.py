"""Cards of several sizes and shapes on common sheets: each block of equal cards with its own crop marks or outlines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from cardgen.base.records import replace
from cardgen.products.imposition.impose import (
    SheetCard,
    Sheets,
    SideWords,
    Spot,
    draw_fold_line,
    side_words,
    sides_of,
)
from cardgen.products.imposition.label import Side, choose_place
from cardgen.products.imposition.mixed_plan import MixedPlan, grid_around
from cardgen.products.imposition.plan import Grid, SheetPlan, back_mirror
from cardgen.products.imposition.regmarks import draw_marks
from cardgen.scene.items import Item, Rect, Scene, bounds_of


class MixedSheets(Sheets):
    """The pages of cards of several sizes, in printing order, as `plan_mixed` has planned them.

    FitError if a card is not of the size of its place.
    """

    def __init__(self, cards: Sequence[SheetCard], planned: MixedPlan) -> None:
        self._cards = tuple(cards)
        self._plan = planned.plan
        self._sides = sides_of(self._cards, self._plan)
        self._parts = planned.sheets
        self._sheets = len(self._parts)
        self._mirror = back_mirror(self._plan.paper, self._plan.flip)
        self._blocks = [
            [Sheets([self._cards[index] for index in part.cards], part.plan) for part in parts] for parts in self._parts
        ]
        self._grids = [grid_around([part.grid for part in parts]) for parts in self._parts]
        self._at = {
            index: (number, which, slot)
            for number, parts in enumerate(self._parts)
            for which, part in enumerate(parts)
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
        return [self._at[index][0] for index in range(len(self._cards))]

    @property
    def draws_twice(self) -> bool:
        """True if the sides of the cards of a block are drawn twice on their page."""
        return any(block.draws_twice for blocks in self._blocks for block in blocks)

    def _page(self, index: int) -> Scene:
        number, which = divmod(index, len(self._sides))
        side, grid, parts = self._sides[which], self._grids[number], self._parts[number]
        words = self._words_of(grid, side)
        items = [*self._sheet_marks(number, side)]
        items += [words.labels.layout(self._number(number))] if words.labels else []
        for block in self._blocks[number]:
            items += block.draw(0, side)
        cards = (self._cards[index] for part in parts for index in part.cards)
        return self._scene(number, side, words, items, cards, grid)

    def _sheet_marks(self, number: int, side: Side) -> tuple[Item, ...]:
        """Return the marks of a whole sheet: the fold between cards of the last block, or registration marks."""
        plan = self._plan
        if plan.marks is not None:  # the machine reads the side that it cuts
            return () if side == "back" else draw_marks(plan.marks, plan.paper, plan.languages, plan.fonts, plan.name)
        last = self._parts[number][-1].grid
        return draw_fold_line(self._plan_of(self._grids[number]), replace(self._grids[number], slots=last.slots))

    def _plan_of(self, grid: Grid) -> SheetPlan:
        """Return the plan of a sheet, whose cards begin at the corner of `grid`."""
        return replace(self._plan, origin=grid.block[:2])

    def _words_of(self, grid: Grid, side: Side) -> SideWords:
        """Return the words of a side; equal sheets share them."""
        if (grid, side) not in self._words_at:
            plan = self._plan_of(grid)
            self._words_at[grid, side] = side_words(plan, side, choose_place(plan, grid, self._sheets))
        return self._words_at[grid, side]

    def _is_mirrored(self, side: Side) -> bool:
        return side == "back"

    def slots(self, side: Literal["face", "back"]) -> list[Rect]:
        """Return the places of the faces or the backs of all cards on their pages, mm."""
        places = (self._at[index] for index in range(len(self._cards)))
        slots = [self._parts[number][which].grid.slots[slot] for number, which, slot in places]
        return slots if side == "face" else [bounds_of(self._mirror, slot) for slot in slots]

    def first_page(self, index: int) -> int:
        """Return the first page, from 0, of the sheet with the card `index`."""
        return self._at[index][0] * len(self._sides)

    def spots(self, index: int) -> Iterator[Spot]:
        """Yield the places of the sides of card `index`, without those that these pages leave out."""
        number, which, slot = self._at[index]
        parts = self._parts[number]
        rows = sum(part.plan.rows for part in parts)
        for spot in self._blocks[number][which].spots(slot):
            above, is_back = parts[which].rows_above, spot.side == "back"
            if is_back and self._mirror[3] < 0:  # the last row of the front is the first one of the back
                above = (rows - parts[which].plan.rows) * (1 if self._plan.fold_axis is None else 2) - above
            page = self.first_page(index)
            if self._plan.fold_axis is None:
                page += self._sides.index("back" if is_back else "front")
            yield replace(spot, page=page, row=above + spot.row)
