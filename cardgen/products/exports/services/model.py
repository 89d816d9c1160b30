"""The file of a print service: what the pictures or the pages that it takes have to be like, in its own figures."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import message
from cardgen.data.kinds import FileModel, Identifier, Length, Word, as_tuple, wrong_value
from cardgen.formats.press.settings import Standard

Shape: TypeAlias = Literal["rectangle", "circle", "hexagon"]

#: The longest side of a picture that a service can ask for, in pixels.
_MOST_PIXELS = 10_000


def _as_pair(value: Any) -> Any:
    """Return a number, or two of them, as two: across and down."""
    pair = (value, value) if isinstance(value, int | float) and not isinstance(value, bool) else as_tuple(value)
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise wrong_value(value, message("a number, or two: across and down"), message("such as 36 or [30, 28.5]"))
    return pair


_Pixels = Annotated[int, Field(ge=1, le=_MOST_PIXELS)]
_Inset = Annotated[float, Field(ge=0, le=_MOST_PIXELS)]
_Insets = Annotated[tuple[_Inset, _Inset], BeforeValidator(_as_pair)]
_Size = Annotated[tuple[Length, Length], BeforeValidator(as_tuple)]
_Words = Annotated[tuple[Word, ...], BeforeValidator(as_tuple)]

_SHAPE: Any = Field(default="rectangle", description="the shape that is cut out")
_VERIFIED: Any = Field(default=True, description="false if a first order has to show whether the figures are right")


class PictureProduct(FileModel):
    """A product of a service that takes pictures: their exact size, how far the cut is from their edges, the safe area.

    If the service does not say where the cut is, `trim` is the size of the card, which is taken to be in the middle.
    """

    pixels: Annotated[tuple[_Pixels, _Pixels], BeforeValidator(as_tuple)] = Field(
        description="width and height of a picture"
    )
    bleed: _Insets | None = Field(
        default=None,
        description="pixels between the edge of the picture and the cut: a number, or two, across and down",
    )
    trim: _Size | None = Field(
        default=None, description="instead of the bleed, width and height of the card in mm; it is in the middle"
    )
    safe: _Insets = Field(
        default=(0.0, 0.0), description="pixels between the cut and the safe area: a number, or two, across and down"
    )
    shape: Shape = _SHAPE
    sheet: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="how many cards are on a sheet, if an order is priced by sheets"
    )
    named_only: bool = Field(default=False, description="true if only a deck becomes it for which products: names it")
    verified: bool = _VERIFIED

    @model_validator(mode="after")
    def _check_cut(self) -> Self:
        if (self.bleed is None) == (self.trim is None):
            raise WrongValueError(message("expected either bleed or trim"), message("such as bleed: 36"))
        for pixels, bleed in zip(self.pixels, self.bleed or (0.0, 0.0), strict=True):
            if 2 * bleed >= pixels:
                what = message("bleed: {bleed:g} given, expected less than {most:g}", bleed=bleed, most=pixels / 2)
                raise WrongValueError(what)
        return self


class BookletProduct(FileModel):
    """A booklet of a service that takes a picture of each page: its exact size, and how many pages it has at most."""

    pixels: Annotated[tuple[_Pixels, _Pixels], BeforeValidator(as_tuple)] = Field(
        description="width and height of a picture"
    )
    bleed: _Insets = Field(
        description="pixels between the edge of the picture and the cut: a number, or two, across and down"
    )
    most_pages: Annotated[int, Field(ge=4)] = Field(default=40, description="the most pages, a multiple of 4")
    verified: bool = _VERIFIED


class PageProduct(FileModel):
    """A product of a service that takes PDFs: the size of the card, the bleed of a page, and the safe area."""

    trim: _Size | None = Field(
        default=None, description="width and height of the card in mm; if left out, those of the deck"
    )
    bleed: Annotated[float, Field(ge=0, le=20)] = Field(description="mm between the cut and the edge of the page")
    safe: Annotated[float, Field(ge=0, le=50)] = Field(default=0.0, description="mm between the cut and the safe area")
    shape: Shape = _SHAPE
    verified: bool = _VERIFIED


class _ServiceFile(FileModel):
    """What the files of all services have."""

    title: Word = Field(description="the name of the service")
    link: Annotated[str, Field(pattern=r"^https://\S+$", max_length=400)] | None = Field(
        default=None, description="where to upload"
    )
    sources: _Words = Field(default=(), description="where the figures come from")
    checked: Annotated[str, Field(pattern=r"^\d{4}-\d{2}(-\d{2})?$")] | None = Field(
        default=None, description="when they were last compared, such as 2026-09"
    )
    most_cards: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="the most cards of a product in one order"
    )
    most_mb: Annotated[float, Field(gt=0)] | None = Field(default=None, description="the most megabytes of a file")


class PictureService(_ServiceFile):
    """A print service that takes pictures of cards: its products, and how it takes copies."""

    makes: Literal["pictures"] = Field(default="pictures", description="what the service takes")
    dpi: Annotated[int, Field(ge=72, le=2400)] = Field(default=300, description="the resolution that pixels are for")
    most_dpi: Annotated[int, Field(ge=72, le=2400)] | None = Field(
        default=None, description="if the service takes larger pictures, the highest resolution"
    )
    copies: Literal["files", "list", "order"] = Field(
        default="list", description="how copies are made: a file for each, a number in cards.csv, or an order file"
    )
    brackets: Annotated[tuple[int, ...], BeforeValidator(as_tuple)] = Field(
        default=(), description="the numbers of cards that an order of a product is priced by"
    )
    stocks: _Words = Field(default=(), description="the stocks that an order can name, the default first")
    no_foil: _Words = Field(default=(), description="those of the stocks that are not made with foil")
    products: Annotated[dict[Identifier, PictureProduct], Field(min_length=1)] = Field(
        description="the products by name"
    )
    booklets: dict[Identifier, BookletProduct] = Field(default={}, description="the booklets by name")


class PageService(_ServiceFile):
    """A print service that takes PDFs with one side of a card a page: its products, and the order of the pages."""

    makes: Literal["pages"] = Field(description="what the service takes")
    pages: Literal["alternate", "fronts-then-backs", "two-files"] = Field(
        default="alternate",
        description="alternate: each face with its back; fronts-then-backs: in one file; two-files: a file of each",
    )
    first: Literal["front", "back"] = Field(default="front", description="the side that comes first in alternate pages")
    backs: Literal["each", "once"] = Field(
        default="each",
        description="each: a back for each face; once: a back that all cards of a deck share is one page",
    )
    copies: Literal["repeat", "once"] = Field(
        default="repeat",
        description="repeat: a page for each copy; once: a page for each face, and a number in cards.csv",
    )
    file_for: Literal["deck", "product"] = Field(
        default="deck", description="whether all decks of a product are in one file"
    )
    outline_text: bool = Field(default=False, description="whether text has to be outlines instead of fonts")
    colours: Literal["rgb", "cmyk"] = Field(default="rgb", description="the colours that the service asks for")
    standard: Standard | None = Field(default=None, description="the PDF/X standard that the service asks for")
    products: Annotated[dict[Identifier, PageProduct], Field(min_length=1)] = Field(description="the products by name")


Service: TypeAlias = PictureService | PageService
"""The file of a print service."""


def model_of(value: object) -> type[PictureService] | type[PageService]:
    """Return the model of the file of a service, by what it makes."""
    return PageService if isinstance(value, Mapping) and value.get("makes") == "pages" else PictureService
