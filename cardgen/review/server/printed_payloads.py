"""The shapes of printed files as the server sends them to the page: sheets.json, pages.json and press.json.

Lengths are in mm from the top left of the paper.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class SheetSizes(TypedDict):
    """Sizes of a file that has no cards: the columns and rows of a board on several pages, its size put together, and
    the size of its cells.
    """

    tiles: NotRequired[list[int]]
    mm: NotRequired[list[float]]
    cell: NotRequired[float]


class PrinterData(TypedDict):
    """The printer that a file is made for, and its values as options of the command line."""

    name: str
    values: list[str]


class SheetData(SheetSizes):
    """A file that is printed, in sheets.json. `cards` are pairs of a card's key and its copies; `slots` the places of
    cards on a page by side; `stacked`: the next card is on the next sheet. If its cards have several sizes,
    there is a place for each card, and `sheet_numbers` has their sheets. `flip` is the edge of a two-sided sheet;
    `drawn`: there are pictures of its pages. It is made for the `printer`, or for any.
    """

    name: str
    section: str
    key: str
    title: dict[str, str]
    paper: list[float]
    pages: int
    flip: str | None
    backs: str | None
    sides: list[str]
    stacked: bool
    sheet_numbers: list[int]
    slots: dict[str, list[list[float]]]
    cards: list[tuple[str, int]]
    pdf: str
    drawn: bool
    printer: PrinterData | None


# ---------------------------------------------------------------- press.json


class PressFileData(TypedDict):
    """A PDF for a press, in press.json. `captions` are of its pages, `plates` the names of its plates, the four process
    inks first; `trim` is the part of a page that is cut out, `limit` that of the ink, in percent.
    """

    name: str
    key: str
    pages: int
    captions: list[str]
    paper: list[float]
    trim: list[float]
    plates: list[str]
    standard: str
    condition: str
    limit: int


class InkPlaceData(TypedDict):
    """A place with more ink than the limit, in mm of the page, and the most ink in it, in percent."""

    rect: list[float]
    most: float


class PressPageData(TypedDict):
    """How much ink there is on a page. `coverage`: how much of the page each plate covers, in percent; `most`: the most
    of the process inks together, `at` a place; `places`: the largest of `count` places over the limit.
    """

    coverage: list[float]
    most: float
    at: list[float]
    limit: int
    count: int
    places: list[InkPlaceData]


# ---------------------------------------------------------------- pages.json


class PageFileData(TypedDict):
    """A printed file whose pages can be decided on: its `name` among the sheets, the width and height of its pages.

    `pictures` are the picture keys of its pages, `texts` their printed text for search; none for sheets of cards.
    `drawn`: there are pictures `faces/<key>.svg`; otherwise there are those of the sheets.
    """

    file: str
    name: str
    section: str
    paper: list[float]
    pictures: list[str]
    texts: list[str]
    drawn: bool


class PagesData(TypedDict):
    """pages.json: the printed files of the catalog of `version`, sheets of cards last."""

    version: str
    files: list[PageFileData]
