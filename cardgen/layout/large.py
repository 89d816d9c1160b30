"""Drawings that may be larger than the paper, laid out whole: boards of cells, maps, posters."""

from __future__ import annotations

from cardgen.data.model import BoardTarget, Game
from cardgen.errors import DataError, Fault
from cardgen.layout.cards import Laid, layout_page

#: How far such a drawing goes on beyond its edges, mm, so that a cut a little off shows no white.
LARGE_BLEED = 1.0

#: Millimetres of a board's longest side: some 1,000 sheets of A4 if it is square.
MOST_SIDE = 7_000


def layout_board(game: Game, name: str, cell: float | None = None, bleed: float = LARGE_BLEED) -> Laid:
    """A board among the targets, with cells of `cell` mm where not of the target's own, and `bleed` mm beyond its
    edges. DataError as for a deck."""
    target = game.file.targets.boards[name]
    size, border = board_size(game, target, cell)
    if max(size) > MOST_SIDE:
        told = f"a board of {size[0]:,.0f} × {size[1]:,.0f} mm"
        hint = f"at most {MOST_SIDE:,} a side: smaller cells, or fewer"
        raise DataError(Fault(game.marked.place("targets", "boards", name), told, hint))
    return layout_page(game, game.pages[target.template], size, name, bleed, border)


def board_size(game: Game, target: BoardTarget, cell: float | None = None) -> tuple[tuple[float, float], float]:
    """Width and height of a board, and the border round its cells; mm."""
    if target.size is not None:
        return target.size, 0.0
    columns, rows = target.cells or game.decks[target.deck or ""].cards[0].fields["size"]
    side, border = cell or target.cell, target.border
    return (columns * side + 2 * border, rows * side + 2 * border), border
