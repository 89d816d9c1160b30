"""Sheets as a designer wants them: own margins, gaps, numbers of columns and rows, and sheets that are cut already."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardgen.base.records import replace
from cardgen.base.words.messages import message
from cardgen.products.imposition.plan import (
    CROP_MARK,
    CROP_MARK_GAP,
    FOLD_STRIP,
    LABEL_ROOM,
    PRINTER_MARGIN,
    FitError,
    Honeycomb,
    Margins,
    SheetPlan,
    Size,
    blank_edges,
    in_mm,
    mark_rooms,
)

if TYPE_CHECKING:
    from cardgen.data.sheet_grid import SheetGrid
    from cardgen.products.imposition.stock import Stock

#: The part of the spare room that is before a block, along x and along y, by the word of `align`; otherwise a half.
_ALIGN = ({"left": 0.0, "right": 1.0}, {"top": 0.0, "bottom": 1.0})


def own_plan(plan: SheetPlan, grid: SheetGrid, most_bleed: float, printer: Margins | None = None) -> SheetPlan:
    """Return a plan with the places of `grid` on its paper, upright or turned; lengths in mm.

    `plan` has the paper, the card, the promised bleed (0 for cards edge to edge), the backs and the flip, and a
    honeycomb if rows may be shifted. Cards edge to
    edge show a bleed of up to `most_bleed` outside of the block, as far as marks leave room for it, and half of a gap
    between them. A printer's blank edges are margins, too. FitError, which says what would fit, if this does not.
    """
    card = (max(plan.card), min(plan.card)) if grid.turned else (min(plan.card), max(plan.card))
    gap = grid.gap or (2 * plan.bleed, 2 * plan.bleed)
    check_gap(plan, grid, gap)
    own = replace(plan, card=card, gutter=gap, order=grid.order, crop=grid.marks and not plan.outline)
    ways = [*_ways(own, grid, printer)]
    best = max((way for way in ways if _fits(way, grid)), key=lambda way: way.count, default=None)
    if best is None:
        raise _too_many(max(ways, key=lambda way: _most(way, grid, 0) * _most(way, grid, 1)), grid)
    starts = [start_of(best, grid, axis, best.length(axis)) for axis in (0, 1)]
    inner = 0.0 if best.outline else most_bleed  # outlines have one bleed on all sides
    placed = replace(best, origin=(starts[0], starts[1]), inner_bleed=inner)
    check_on_paper(placed)
    if plan.bleed:
        return replace(placed, bleed=plan.bleed)
    axis = placed.fold_axis
    if axis is None:
        return replace(placed, bleed=_outer_bleed(placed, most_bleed))
    return _apart_from_fold(placed, axis, area_of(placed, grid, axis)[0], most_bleed)


def _apart_from_fold(plan: SheetPlan, axis: int, least: float, most_bleed: float) -> SheetPlan:
    """Return a plan of cards edge to edge with room for their bleed beside the fold, as far as they may move.

    Along the `axis` across the fold, cards begin at `least` mm or farther from the edge of the paper.
    """
    assert plan.origin is not None
    for tenths in range(math.floor(most_bleed * 10 + 1e-6), 0, -1):
        bleed, start = tenths / 10, [*plan.origin]
        start[axis] -= bleed
        moved = replace(plan, origin=(start[0], start[1]))
        if start[axis] >= least - 1e-9 and _outer_bleed(moved, most_bleed) >= bleed - 1e-9:
            return replace(moved, bleed=bleed)
    return replace(plan, bleed=0.0)


def _ways(plan: SheetPlan, grid: SheetGrid, printer: Margins | None) -> Iterator[SheetPlan]:
    """Yield the plan on each paper and in each honeycomb that is left open, with the columns and rows asked for."""
    for own in papers_of(plan, grid, printer):
        for honeycomb in _honeycombs(own, grid):
            way = replace(own, honeycomb=honeycomb)
            yield replace(way, columns=grid.columns or _most(way, grid, 0), rows=grid.rows or _most(way, grid, 1))


def papers_of(plan: SheetPlan, grid: SheetGrid, printer: Margins | None) -> Iterator[SheetPlan]:
    """Yield the plan on upright and on landscape paper, and folded along either edge, as far as these are left open."""
    upright = (min(plan.paper), max(plan.paper))
    margins = grid.margins or (PRINTER_MARGIN,) * 4
    for paper in (upright, upright[::-1]):
        if grid.landscape not in (None, paper[0] > paper[1]):
            continue
        for flip in ("long", "short") if plan.backs == "gutterfold" else (plan.flip,):
            if printer is None:
                blank: Margins = tuple(min(margin, PRINTER_MARGIN) for margin in margins)  # type: ignore[assignment]
            else:
                blank = blank_edges(paper, printer, None if plan.backs == "gutterfold" else flip)
            yield replace(plan, paper=paper, flip=flip, blank=blank)


def _honeycombs(plan: SheetPlan, grid: SheetGrid) -> tuple[Honeycomb, ...]:
    """Return the ways in which rows may be shifted; hexagons that lie on their side have none."""
    if plan.honeycomb == "none" or plan.card[0] > plan.card[1] or grid.honeycomb is False:
        return ("none",)
    return ("full", "short") if grid.honeycomb else ("full", "short", "none")


def area_of(plan: SheetPlan, grid: SheetGrid, axis: int) -> Size:
    """Return where cards may begin and must end along x (0) or y (1): inside the margins, and with their bleed.

    On a sheet that is folded it is the half before the fold.
    """
    top, right, bottom, left = grid.margins or (PRINTER_MARGIN,) * 4
    sides = zip(((left, right), (top, bottom))[axis], plan.blank_at(axis), strict=True)
    near, far = (max(margin, blank + plan.bleed) for margin, blank in sides)
    if plan.fold_axis == axis:
        return max(near, far), (plan.paper[axis] - FOLD_STRIP) / 2 - plan.bleed
    return near, plan.paper[axis] - far


def _most(plan: SheetPlan, grid: SheetGrid, axis: int) -> int:
    """Return the number of cards that fit along x (0) or y (1)."""
    start, end = area_of(plan, grid, axis)
    return plan.most_in(axis, end - start)


def _fits(plan: SheetPlan, grid: SheetGrid) -> bool:
    return 0 < plan.columns <= _most(plan, grid, 0) and 0 < plan.rows <= _most(plan, grid, 1)


def start_of(plan: SheetPlan, grid: SheetGrid, axis: int, length: float, area: Size | None = None) -> float:
    """Return where so many mm of cards begin along x (0) or y (1): next to a fold, else as `align` and `shift` say.

    `area` is where cards may begin and must end there, if not as in `area_of`.
    """
    start, end = area or area_of(plan, grid, axis)
    part = next((part for word, part in _ALIGN[axis].items() if word in grid.align.split()), 0.5)
    if plan.fold_axis == axis:
        part = 1.0
    return start + part * (end - start - length) + grid.shift[axis]


def _outer_bleed(plan: SheetPlan, most: float) -> float:
    """Return the bleed outside of a block of cards edge to edge, in whole tenths of a mm: marks need room, too."""
    rooms = [room for axis in (0, 1) for room in mark_rooms(plan, axis)] if plan.crop else []
    bleed = min([most, *(max(room / 3, room - CROP_MARK - CROP_MARK_GAP) for room in rooms)])
    if rooms and max(rooms) >= LABEL_ROOM:  # the page label is in the widest margin
        bleed = min(bleed, max(rooms) - LABEL_ROOM)
    return math.floor(max(0.0, bleed) * 10 + 1e-6) / 10


# ---------------------------------------------------------------- stock


def stock_plan(plan: SheetPlan, stock: Stock, grid: SheetGrid, most_bleed: float, printer: Margins | None) -> SheetPlan:
    """Return a plan with a card in the middle of each piece of a sheet that is cut already. FitError if it is larger.

    A card lies on its side if it fits in no other way.
    """
    upright = (min(plan.card), max(plan.card))
    wide, tall = stock.piece
    card = next((card for card in (upright, upright[::-1]) if card[0] <= wide + 0.05 and card[1] <= tall + 0.05), None)
    if card is None:
        problem = message(
            "{file}: a card of {card} is larger than the pieces of {stock}",
            file=plan.name,
            card=in_mm(*upright),
            stock=stock.title,
        )
        raise FitError(problem, message("expected cards of at most {size}", size=in_mm(*stock.piece)))
    gutter = (stock.pitch[0] - card[0], stock.pitch[1] - card[1])
    own = replace(
        plan,
        paper=stock.paper_size,
        card=card,
        columns=stock.columns,
        rows=stock.rows,
        gutter=gutter,
        origin=(
            stock.origin[0] + (wide - card[0]) / 2 + grid.shift[0],
            stock.origin[1] + (tall - card[1]) / 2 + grid.shift[1],
        ),
        blank=blank_edges(stock.paper_size, printer, plan.flip) if printer else (0.0,) * 4,
        order=grid.order,
        crop=False,
        honeycomb="none",
    )
    least = min(
        [2 * plan.bleed, *(gap for gap, count in zip(gutter, (own.columns, own.rows), strict=True) if count > 1)]
    )
    if least < 2 * plan.bleed - 1e-9:
        problem = message(
            "{file}: on {stock} there are {gap:g} mm between cards, no room for {bleed:g} mm bleed on all sides",
            file=plan.name,
            stock=stock.title,
            gap=round(least, 2),
            bleed=plan.bleed,
        )
        raise FitError(problem, message("expected the layout edge-to-edge, or smaller cards"))
    check_on_paper(own)
    return replace(own, bleed=plan.bleed or most_bleed)


# ---------------------------------------------------------------- refusals


def check_gap(plan: SheetPlan, grid: SheetGrid, gap: Size) -> None:
    """Raise FitError if the bleed that a plan promises does not fit the gaps between columns or rows, mm."""
    for axis, name in ((0, message("columns")), (1, message("rows"))):
        if gap[axis] < 2 * plan.bleed - 1e-9 and ((grid.columns, grid.rows)[axis] or 2) > 1:
            problem = message(
                "{file}: a gap of {gap:g} mm between {lines} has no room for {bleed:g} mm bleed on all sides",
                file=plan.name,
                gap=gap[axis],
                lines=name,
                bleed=plan.bleed,
            )
            raise FitError(problem, message("expected {least:g} mm or more", least=2 * plan.bleed))


def _too_many(plan: SheetPlan, grid: SheetGrid) -> FitError:
    columns, rows = (_most(plan, grid, axis) for axis in (0, 1))
    sizes = {"card": in_mm(*plan.card), "paper": in_mm(*plan.paper)}
    if not columns * rows:
        problem = message("{file}: a card of {card} does not fit {paper} paper", file=plan.name, **sizes)
    else:
        problem = message(
            "{file}: {columns} × {rows} cards of {card} do not fit {paper} paper",
            file=plan.name,
            columns=grid.columns or columns,
            rows=grid.rows or rows,
            **sizes,
        )
    areas = (area_of(plan, grid, axis) for axis in (0, 1))
    hint = message(
        "expected at most {columns} × {rows} inside of {area}, with gaps of {gaps}",
        columns=columns,
        rows=rows,
        area=in_mm(*(max(0.0, end - start) for start, end in areas)),
        gaps=in_mm(*plan.gutter),
    )
    return FitError(problem, hint)


def check_on_paper(plan: SheetPlan) -> None:
    """Raise FitError if a part of a card is where nothing is printed."""
    assert plan.origin is not None
    assert plan.blank is not None
    top, right, bottom, left = plan.blank
    ends = [plan.origin[axis] + plan.length(axis) for axis in (0, 1)]
    limits = [
        (plan.paper[axis] - FOLD_STRIP) / 2 if plan.fold_axis == axis else plan.paper[axis] - far
        for axis, far in ((0, right), (1, bottom))
    ]
    over = max(left - plan.origin[0], top - plan.origin[1], ends[0] - limits[0], ends[1] - limits[1])
    if over > 0.05:
        problem = message(
            "{file}: cards reach {over:g} mm into the edge that is not printed", file=plan.name, over=over
        )
        raise FitError(problem, message("expected a smaller shift, or a printer with narrower margins"))
