"""The plans of sheets of cards: those of one size, and those of several sizes on common sheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardgen.base.records import replace
from cardgen.base.units import paper_size
from cardgen.data.card_shapes import CIRCLE, HEXAGON, CardSize, portrait_outline
from cardgen.data.model import Game
from cardgen.data.sheet_grid import SheetGrid
from cardgen.products.files import licence_line
from cardgen.products.imposition.plan import USUAL_BLEED, Backs, Honeycomb, SheetPlan, Size, fit_plan
from cardgen.products.imposition.regmarks import check_clear, fit_marked_plan
from cardgen.products.options import Options
from cardgen.products.sheet_targets import SheetTarget

if TYPE_CHECKING:
    from cardgen.products.imposition.mixed_plan import Kind, MixedPlan


def sheet_plan(game: Game, target: SheetTarget, paper: str, name: str, options: Options) -> SheetPlan:
    """Return the plan of a target's sheets on a paper. FitError if not even one card fits."""
    size = game.decks[target.decks[0]].size
    bleed = size.bleed if target.layout == "bleed" else 0.0
    card, flip, grid = (size.width, size.height), options.sheet_flip, target.grid
    outline = portrait_outline(size)
    honeycombs: tuple[Honeycomb, ...] = ("full", "short", "none") if size.shape in (CIRCLE, HEXAGON) else ("none",)
    backs = _backs_of(target)
    most = min(size.bleed, USUAL_BLEED)
    margins = options.printer.margins if options.printer else None
    if target.regmarks is not None:
        if margins is not None:
            check_clear(target.regmarks, margins, name)
        plan = fit_marked_plan(
            paper_size(paper),
            card,
            target.regmarks,
            bleed,
            most,
            gap=grid.gap if grid else None,
            honeycombs=honeycombs,
            backs=backs,
            flip=flip,
            name=name,
        )
        plan = replace(plan, order=grid.order) if grid else plan
    elif grid is not None or outline:
        from cardgen.products.imposition.own_grid import own_plan, stock_plan

        grid = grid or SheetGrid()
        plan = SheetPlan(paper_size(paper), card, 1, 1, bleed=bleed, backs=backs, flip=flip, name=name)
        plan = replace(plan, outline=outline, honeycomb=honeycombs[0])
        if grid.stock is not None:
            from cardgen.products.imposition.stock import all_stock

            plan = stock_plan(plan, all_stock()[grid.stock], grid, most, margins)
        else:
            plan = own_plan(plan, grid, most, margins)
    else:
        plan = fit_plan(paper_size(paper), card, bleed, backs=backs, flip=flip, name=name, printer=margins)
    return replace(
        _labelled(game, plan, options),
        bleed=min(plan.bleed, size.bleed),
        cut=target.cut_in(game.file),
        corner=size.corner,
        outline=outline,
    )


def mixed_plan(
    game: Game, target: SheetTarget, counts: Sequence[tuple[str, int]], paper: str, name: str, options: Options
) -> MixedPlan:
    """Return the plan of cards of several sizes. FitError if a card does not fit.

    `counts` are decks, and how many cards of them follow each other.
    """
    from cardgen.products.imposition.mixed_plan import plan_mixed

    grid, backs = target.grid or SheetGrid(), _backs_of(target)
    plan = SheetPlan(paper_size(paper), (1.0, 1.0), 1, 1, backs=backs, flip=options.sheet_flip, name=name)
    plan = replace(_labelled(game, plan, options), marks=target.regmarks)
    kinds = {deck: _kind_of(game.decks[deck].size, target) for deck in target.decks}
    margins = options.printer.margins if options.printer else None
    return plan_mixed([kinds[deck] for deck, count in counts for _ in range(count)], plan, grid, margins)


def _kind_of(size: CardSize, target: SheetTarget) -> Kind:
    from cardgen.products.imposition.mixed_plan import Kind

    return Kind(
        portrait(size.width, size.height),
        size.bleed if target.layout == "bleed" else 0.0,
        min(size.bleed, USUAL_BLEED),
        portrait_outline(size),
        target.cut_of(size),
        size.corner,
    )


def _backs_of(target: SheetTarget) -> Backs:
    return "gutterfold" if target.layout == "gutterfold" else target.backs


def portrait(width: float, height: float) -> Size:
    """Return the size of an upright card."""
    return (min(width, height), max(width, height))


def _labelled(game: Game, plan: SheetPlan, options: Options) -> SheetPlan:
    """Return the plan with what the label of its pages says."""
    return replace(
        plan,
        title=game.file.titles,
        licence=licence_line(game),
        printer=options.printer.label if options.printer else "",
        languages=game.file.languages,
        fonts=game.fonts,
    )
