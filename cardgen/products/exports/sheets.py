"""The sheets of a deck for a virtual table: its distinct faces in one or more atlases, and their backs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path

from cardgen.base.errors import DataError, Fault
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.data.card_shapes import Corners, cut_outline
from cardgen.data.model import Deck, Game
from cardgen.products.exports.atlas import (
    LEAST_DPI,
    Atlas,
    AtlasLimits,
    Grid,
    atlas_file,
    atlas_list,
    choose_grid,
    highest_dpi,
    share_out,
)
from cardgen.products.exports.images import ListedCard, rows_inputs
from cardgen.products.files import OutputFile
from cardgen.scene.items import Scene


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """How sheets are made: their limits, and the function that returns the path of one by its name and its content key.

    Cells stand, and cards that lie are turned by `turn` degrees clockwise; with 0 the cells are as the cards are drawn.
    With a hidden face, the last cell of each sheet shows the back of the first card.
    """

    limits: AtlasLimits
    path_of: Callable[[str, str], str]
    turn: int = 0
    has_hidden_face: bool = False
    corners: Corners | None = "square"


@dataclass(frozen=True, slots=True)
class AtlasPair:
    """Distinct cards in one atlas, and the atlas of their backs: of a single cell if all have the same."""

    rows: Sequence[ListedCard]
    faces: Atlas
    backs: Atlas
    faces_path: str
    backs_path: str
    has_own_backs: bool
    has_hidden_face: bool

    @property
    def deck(self) -> Deck:
        """The deck that the cards belong to."""
        return self.rows[0].deck

    @property
    def atlases(self) -> dict[str, Atlas]:
        """The atlases by their paths."""
        return {self.faces_path: self.faces, self.backs_path: self.backs}


def deck_sheets(game: Game, rows: Sequence[ListedCard], layout: SheetLayout) -> list[AtlasPair]:
    """Return the sheets of the distinct cards of a deck. DataError if their resolution would be too low."""
    face, limits = rows[0].card.face.scene, layout.limits
    trim = (face.width, face.height)
    if layout.turn:
        trim = (min(trim), max(trim))
    counts = share_out(len(rows), limits.cells - layout.has_hidden_face)
    grid = choose_grid(max(counts) + layout.has_hidden_face, trim, limits)
    if highest_dpi(grid, trim, limits.side) < LEAST_DPI:
        raise DataError(_too_coarse(game, rows[0].deck, grid, limits))
    numbers = [f"-{number}" if len(counts) > 1 else "" for number in range(1, len(counts) + 1)]
    starts = accumulate(counts, initial=0)
    has_own_backs = len({_back(row) for row in rows}) > 1
    return [
        _sheet(number, rows[start : start + count], grid, layout, has_own_backs)
        for number, start, count in zip(numbers, starts, counts, strict=False)
    ]


def _sheet(number: str, rows: Sequence[ListedCard], grid: Grid, layout: SheetLayout, has_own_backs: bool) -> AtlasPair:
    deck = rows[0].deck.id
    scenes: list[Scene | None] = [row.card.face.scene for row in rows]
    if layout.has_hidden_face:
        scenes += [None] * (grid.columns * grid.rows - 1 - len(rows))
        scenes.append(_back(rows[0]))
    turn = layout.turn or 270  # a back that is drawn otherwise than its face
    face, back, size = rows[0].card.face.scene, _back(rows[0]), rows[0].deck.size
    faces = Atlas(grid, scenes, turn, cut_outline(size, face.width, face.height, layout.corners))
    cut = cut_outline(size, back.width, back.height, layout.corners, is_back=True) if back else ()
    if has_own_backs:
        backs, name = Atlas(grid, [_back(row) for row in rows], turn, cut), f"{deck}-backs{number}"
    else:
        backs, name = Atlas(Grid(1, 1, grid.cell), [back], turn, cut), f"{deck}-back"
    faces_path, backs_path = layout.path_of(f"{deck}-faces{number}", faces.key), layout.path_of(name, backs.key)
    return AtlasPair(rows, faces, backs, faces_path, backs_path, has_own_backs, layout.has_hidden_face)


def _back(row: ListedCard) -> Scene | None:
    return row.card.back.scene if row.card.back else None


def _too_coarse(game: Game, deck: Deck, grid: Grid, limits: AtlasLimits) -> Fault:
    problem = message(
        "the cards of {deck} would have {width} × {height} pixels on a sheet, less than {least} dpi",
        deck=deck.id,
        width=grid.cell[0],
        height=grid.cell[1],
        least=LEAST_DPI,
    )
    advice = message(
        "a sheet has at most {most:,} pixels a side: raise pixels, or leave the deck out", most=limits.side
    )
    return Fault(game.marked.place("decks", deck.id), problem, advice)


def sheet_inputs(game: Game, sheets: Sequence[AtlasPair]) -> tuple[Path, ...]:
    """Return the files that the cards of sheets come from."""
    return rows_inputs(game, (row for sheet in sheets for row in sheet.rows))


def sheet_files(game: Game, sheets: Sequence[AtlasPair], list_path: str, optimise: bool) -> Iterator[OutputFile]:
    """Yield the atlases of sheets, each once, and the list of them."""
    atlases: dict[str, Atlas] = {}
    for sheet in sheets:
        inputs = sheet_inputs(game, [sheet])
        for path, atlas in sheet.atlases.items():
            if path not in atlases:
                atlases[path] = atlas
                yield atlas_file(path, atlas, inputs, optimise)
    if atlases:
        yield atlas_list(list_path, atlases, sheet_inputs(game, sheets))
