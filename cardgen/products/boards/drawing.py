"""The drawing of a board, laid out whole by its template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from cardgen.base.errors import DataError, Fault
from cardgen.base.words.messages import message
from cardgen.cards.layout.cards import Laid, layout_page
from cardgen.data.model import Game
from cardgen.products.boards.target import BOARDS, BoardTarget
from cardgen.products.pages import PAGES, layout_target
from cardgen.scene.items import Scene

#: The bleed of a board, mm: an inexact cut shows no white.
LARGE_BLEED = 1.0

#: The longest side of a board, mm: some 1,000 sheets of A4 if it is square.
MOST_SIDE = 7_000


def layout_board(game: Game, name: str, cell: float | None = None, bleed: float = LARGE_BLEED) -> Laid:
    """Lay out a board of the targets, with cells of `cell` mm instead of its own and `bleed` mm beyond its edges.

    DataError as for a card, and if it is too large.
    """
    target = BOARDS.of(game.file)[name]
    size, border = _board_size(game, target, cell)
    if max(size) > MOST_SIDE:
        problem = message("a board of {width:,.0f} × {height:,.0f} mm is too large", width=size[0], height=size[1])
        hint = message("expected at most {most:,} mm a side: use smaller cells, or fewer", most=MOST_SIDE)
        raise DataError(Fault(game.marked.place("targets", "boards", name), problem, hint))
    return layout_page(game, game.pages[target.template], size, name, bleed, border)


def table_boards(game: Game) -> Iterator[tuple[str, Scene, Mapping[str, str]]]:
    """Yield what lies on the free table as name, scene and titles: the boards, and the pages that its `table` names.

    A drawing that cannot be laid out is left out: the checks report it.
    """
    for name, target in BOARDS.of(game.file).items():
        with suppress(DataError):
            yield name, layout_board(game, name, bleed=0).scene, target.titles
    for name, page in PAGES.of(game.file).items():
        if name in game.file.table.boards:
            with suppress(DataError):
                yield name, layout_target(game, page, name).scene, {}


def _board_size(game: Game, target: BoardTarget, cell: float | None) -> tuple[tuple[float, float], float]:
    """Return width and height of a board, and the border around its cells, mm."""
    if target.size is not None:
        return target.size, 0.0
    columns, rows = target.cells or game.decks[target.deck or ""].cards[0].fields["size"]
    side, border = cell or target.cell, target.border
    return (columns * side + 2 * border, rows * side + 2 * border), border
