"""The export `tabletopia`: the faces and backs of each deck as single pictures without bleed, all of one size."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from cardgen.base.errors import DataError, Fault
from cardgen.base.words.messages import message
from cardgen.data.card_shapes import CORNERS_WORDS, Corners
from cardgen.data.kinds import DeckNames, FileModel
from cardgen.products.exports.export import Export, ExportContext
from cardgen.products.exports.images import image_rows, list_file, row_pictures
from cardgen.products.files import OutputFile


class TabletopiaOptions(FileModel):
    """The faces and backs of each deck as single pictures without bleed, and a list with the number of copies."""

    decks: DeckNames | None = Field(default=None, description="which decks; if left out, all for a table")
    dpi: Annotated[int, Field(ge=36, le=1200)] | None = Field(
        default=None, description="the resolution; if left out, that of `targets: cards:`, or 300"
    )
    corners: Corners | None = Field(default=None, description=CORNERS_WORDS)


def _files(context: ExportContext[TabletopiaOptions]) -> Iterator[OutputFile]:
    """Yield the pictures, then the list of them. DataError for a game without cards, or for too many pixels."""
    game, dpi = context.game, context.options.dpi or context.dpi
    rows = [row.below(f"{row.deck.id}/fronts", f"{row.deck.id}/backs") for row in image_rows(game, context.decks)]
    if not rows:
        raise DataError(Fault(game.marked.place(), message("the game has no cards to make images of")))
    pictures = {
        file.path: file for file in row_pictures(game, rows, dpi, context.optimise, corners=context.options.corners)
    }
    yield from pictures.values()
    yield list_file(game, rows, pictures)


TABLETOPIA = Export(
    "tabletopia",
    message("the faces and backs of each deck as single pictures for Tabletopia, all of one size"),
    TabletopiaOptions,
    _files,
    steps=(
        message("1. In the workshop of Tabletopia add a deck for each folder."),
        message("2. Upload the pictures in fronts as its faces, and those in backs as its backs."),
        message("3. Set the number of copies of each, as the column copies of cards.csv says."),
    ),
    use="table",
)
