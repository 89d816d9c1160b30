"""The options of the export `tabletop-simulator`, and the limits of the program."""

from typing import Annotated, Literal

from pydantic import Field

from cardgen.data.kinds import Address, DeckNames, FileModel
from cardgen.products.exports.atlas import AtlasLimits
from cardgen.products.exports.sheets import SheetLayout

#: The most columns and rows of a sheet of cards. A card's number is that of its sheet times 100, and its cell.
COLUMNS, ROWS = 10, 7


class TabletopSimulatorOptions(FileModel):
    """A saved object for Tabletop Simulator: decks, boards, pieces and rulebooks, and the pictures that it shows."""

    decks: DeckNames | None = Field(default=None, description="which decks; if left out, all for a table")
    url: Address | None = Field(
        default=None,
        description="the address at which the files in `assets` are put; if left out, the folder on this computer",
    )
    dpi: Annotated[int, Field(ge=36, le=1200)] | None = Field(
        default=None, description="the highest resolution; if left out, that of `targets: cards:`, or 300"
    )
    pixels: Annotated[int, Field(ge=256, le=8192)] = Field(
        default=4096, description="the most pixels along a side of a picture"
    )
    hidden: Literal["back", "cell"] = Field(
        default="back",
        description="what others see of a card in a hand: its back, or the last cell of its sheet, which then shows"
        " the back of the first card",
    )
    turn: Literal[90, 270] = Field(
        default=270, description="by how many degrees cards that lie are turned clockwise on a sheet"
    )
    board_size: Annotated[float, Field(gt=0, le=1000)] = Field(
        default=27.0, description="the height of a board at scale 1, in units of the table (inches)"
    )
    pieces: bool = Field(default=True, description="whether pieces that are cut out are on the table, in bags")
    token_size: Annotated[float, Field(gt=0, le=1000)] = Field(
        default=2.0, description="the longer side of a piece at scale 1, in units of the table (inches)"
    )
    rulebooks: bool = Field(default=True, description="whether the rulebooks are on the table")

    def sheet_layout(self, dpi: float) -> SheetLayout:
        """Return how sheets of cards are made whose resolution is at most `dpi`."""
        return SheetLayout(AtlasLimits(COLUMNS, ROWS, self.pixels, dpi), asset_path, self.turn, self.hidden == "cell")


#: The folder of the pictures and books, below that of the export.
ASSETS = "assets"

#: The characters of a content key in a file name.
_KEY = 12


def asset_path(name: str, key: str, ending: str = ".png") -> str:
    """Return the path of a file whose name changes with its content: the program keeps pictures by their address."""
    return f"{ASSETS}/{name}-{key[:_KEY]}{ending}"
