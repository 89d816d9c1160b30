"""The options of print services in game.yaml."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from cardgen.data.kinds import DeckNames, FileModel, FileName, Identifier, Word, as_tuple
from cardgen.formats.press.options import PressOptions


class _ServiceOptions(FileModel):
    """The options that all print services have."""

    service: FileName | None = Field(
        default=None, description="the file of a service of one's own, or of other figures for this one"
    )
    decks: DeckNames | None = Field(
        default=None, description="which decks; if left out, all for orders that the service has a product for"
    )
    products: dict[Identifier, Identifier] = Field(
        default={}, description="the product for a deck; if left out, the nearest in size"
    )
    fit: Literal["scale", "pad"] = Field(
        default="scale",
        description="scale: cards become as large as those of the product; pad: they keep their size",
    )

    @property
    def is_scaled(self) -> bool:
        """Whether cards are made as large as those of the product."""
        return self.fit == "scale"


class PictureOptions(_ServiceOptions):
    """The pictures that a print service takes: exactly as large, turned, and with as much bleed as it wants."""

    dpi: Annotated[int, Field(ge=72, le=2400)] | None = Field(
        default=None, description="the resolution, for services that take larger pictures"
    )
    copies: Literal["files", "list"] | None = Field(
        default=None, description="files: a file for each copy; list: a number in cards.csv; as the service if left out"
    )
    booklets: dict[Identifier, Identifier] = Field(
        default={}, description="the booklet for a book, such as rules; it is laid out anew in that size"
    )
    stock: Word | None = Field(default=None, description="the stock that an order names; if left out, the first")
    foil: bool = Field(default=False, description="whether an order is for cards with foil")
    contact_sheet: bool = Field(default=True, description="whether to add contact-sheet.pdf: all pictures in small")
    zip: bool = Field(default=False, description="whether to add an archive of the pictures of each product")


class PageOptions(_ServiceOptions):
    """PDFs for a print service, with one side of a card a page. What is left out is as the service wants it."""

    pages: Literal["alternate", "fronts-then-backs", "two-files"] | None = Field(
        default=None,
        description="alternate: each face with its back; fronts-then-backs: in one file; two-files: a file of each",
    )
    first: Literal["front", "back"] | None = Field(
        default=None, description="the side that comes first in alternate pages"
    )
    backs: Literal["each", "once"] | None = Field(
        default=None, description="each: a back for each face; once: a back that all cards of a deck share is one page"
    )
    copies: Literal["repeat", "once"] | None = Field(
        default=None, description="repeat: a page for each copy; once: a page for each face, and a number in cards.csv"
    )
    bleed: Annotated[float, Field(ge=0, le=20)] | None = Field(
        default=None, description="mm between the cut and the edge of the page"
    )
    marks: Literal["none", "crop"] = Field(default="none", description="crop: marks at the corners, on a larger page")
    outline_text: bool | None = Field(default=None, description="whether text is made of outlines instead of fonts")
    finish_files: bool = Field(
        default=False,
        description="whether each finish, such as foil, is a black PDF of its own instead of a plate of the pages",
    )
    press: PressOptions | None = Field(
        default=None, description="the inks of a press, by its ICC profile; if left out, the pages are RGB"
    )
    also: Annotated[tuple[Identifier, ...], BeforeValidator(as_tuple)] = Field(
        default=(),
        description="parts of targets whose PDFs are made for the press, too, such as [tuckboxes, boards]",
    )


ServiceOptions = PictureOptions | PageOptions
"""The options of a print service."""
