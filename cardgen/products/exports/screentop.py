"""The export `screentop`: sheets of cards without gaps, and a list of their cards.

Screentop.gg takes no file that describes a deck: its editor asks for the columns and rows of each sheet.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated

from pydantic import Field

from cardgen.base.errors import DataError, Fault, all_of
from cardgen.base.words.messages import message
from cardgen.data.card_shapes import CORNERS_WORDS, Corners
from cardgen.data.cells import to_csv
from cardgen.data.kinds import DeckNames, FileModel
from cardgen.products.exports.atlas import AtlasLimits
from cardgen.products.exports.export import Export, ExportContext
from cardgen.products.exports.images import image_rows, title_of
from cardgen.products.exports.sheets import AtlasPair, SheetLayout, deck_sheets, sheet_files, sheet_inputs
from cardgen.products.files import BytesFile, OutputFile, key_of

#: The list of the sheets, and that of the cards.
SHEETS, CARDS = "atlas.json", "cards.csv"
COLUMNS = ("sheet", "column", "row", "back", "copies", "title", "deck")


class ScreentopOptions(FileModel):
    """Sheets of cards without gaps for Screentop.gg, and a list of their cards."""

    decks: DeckNames | None = Field(default=None, description="which decks; if left out, all for a table")
    dpi: Annotated[int, Field(ge=36, le=1200)] | None = Field(
        default=None, description="the highest resolution; if left out, that of `targets: cards:`, or 300"
    )
    pixels: Annotated[int, Field(ge=256, le=8192)] = Field(
        default=4096, description="the most pixels along a side of a sheet"
    )
    corners: Corners | None = Field(default=None, description=CORNERS_WORDS)


def _files(context: ExportContext[ScreentopOptions]) -> Iterator[OutputFile]:
    """Yield the sheets and the lists. DataError for a game without cards, or for cards that are too large."""
    game, options = context.game, context.options
    layout = SheetLayout(
        AtlasLimits(side=options.pixels, dpi=options.dpi or context.dpi),
        lambda name, _: f"{name}.png",
        corners=options.corners,
    )

    def lay_out(deck: str) -> Iterator[AtlasPair]:
        rows = image_rows(game, context.decks, [deck])
        yield from deck_sheets(game, rows, layout) if rows else ()

    sheets = list(all_of(lay_out(deck) for deck in context.decks))
    if not sheets:
        raise DataError(Fault(game.marked.place(), message("the game has no cards to make sheets of")))
    yield from sheet_files(game, sheets, SHEETS, context.optimise)
    lines = [line for sheet in sheets for line in _lines(context, sheet)]
    yield BytesFile(
        path=CARDS, key=key_of(CARDS, *lines), inputs=sheet_inputs(game, sheets), make=partial(_list_bytes, lines)
    )


SCREENTOP = Export(
    "screentop",
    message("sheets of cards without gaps for Screentop.gg, and a list of their cards"),
    ScreentopOptions,
    _files,
    steps=(
        message("1. Add each sheet in the editor of Screentop.gg, with the columns and rows that atlas.json has."),
        message("2. Choose the back of the deck, and the copies of each card, as cards.csv says."),
    ),
    use="table",
)


def _lines(context: ExportContext[ScreentopOptions], sheet: AtlasPair) -> Iterator[tuple[object, ...]]:
    """Yield a line for each card of a sheet; columns and rows count from 1."""
    for index, row in enumerate(sheet.rows):
        down, across = divmod(index, sheet.faces.grid.columns)
        title = title_of(context.game, row.deck, row.card.card)
        back = sheet.backs_path if row.back else ""
        yield sheet.faces_path, across + 1, down + 1, back, row.copies, title, row.deck.id


def _list_bytes(lines: Sequence[tuple[object, ...]]) -> bytes:
    return to_csv([COLUMNS, *lines])
