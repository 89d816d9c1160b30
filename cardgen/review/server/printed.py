"""The printed files beside the sheets of cards, as a build plans them: pieces, boards, cut-outs, pages, boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any, TypeVar

from cardgen.base.errors import DataError, Fault, Faults
from cardgen.base.records import dataclass, replace
from cardgen.base.temporary import bytes_of
from cardgen.data.model import Game
from cardgen.products.files import BytesFile, PagesFile
from cardgen.products.options import Options
from cardgen.products.printers import Printer
from cardgen.products.product import Decks, products_for, products_of
from cardgen.review.server.printed_payloads import PrinterData, SheetData, SheetSizes

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF under sheets/ or rules/, the section of the game's targets that asks for it, and the size of its pages.

    `paper` is their width and height, mm: all pages have the same.
    """

    section: str
    output: BytesFile | PagesFile
    paper: tuple[float, float]

    @property
    def name(self) -> str:
        return PurePosixPath(self.output.path).stem

    @property
    def pages(self) -> int:
        return int(self.output.facts["pages"])

    def pdf(self) -> bytes:
        """Return the same bytes as a build writes."""
        return bytes_of(self.output.make())


def printer_data(printer: Printer | None) -> PrinterData | None:
    """Return a printer as sheets.json has it."""
    return None if printer is None else {"name": printer.name, "values": list(printer.options)}


def printed_files(
    game: Game,
    decks: Decks,
    options: Options = Options(),  # noqa: B008  # frozen
) -> tuple[tuple[Printed, ...], tuple[Fault, ...]]:
    """Return every PDF of the products that the review lists, and the faults of those that cannot be made."""
    options = replace(options, only=(f"{options.sheets_folder}/*.pdf",))
    printed: list[Printed] = []
    faults = Faults()
    for product in products_for(game, options):
        if product.is_listed:
            files, file_faults = until_fault(product.plan(game, decks, options))
            pages = (file for file in files if isinstance(file, PagesFile))
            printed += [Printed(product.section.name, file, file.size) for file in pages]
            faults += file_faults
    return tuple(printed), tuple(faults)


def printed_books(
    game: Game, decks: Decks, progress: Callable[[], None] = lambda: None
) -> tuple[tuple[Printed, ...], tuple[Fault, ...]]:
    """Return the rulebooks, and all else that products list besides, laid out; and the faults of those that fail.

    `progress` is called after each.
    """
    printed: list[Printed] = []
    faults = Faults()
    for product in products_of(game):
        with faults:
            for file in product.listed(game, decks):
                printed.append(Printed(product.section.name, file, file.size))
                progress()
    return tuple(printed), tuple(faults)


def until_fault(items: Iterable[Item]) -> tuple[tuple[Item, ...], tuple[Fault, ...]]:
    """Return the items up to the first that cannot be made, and its faults."""
    made: list[Item] = []
    try:
        made.extend(items)
    except DataError as error:
        return tuple(made), error.faults
    return tuple(made), ()


def printed_data(file: Printed, drawn: bool) -> SheetData:
    """Return a file as sheets.json has it: like one of cards, with nothing in its slots."""
    facts = file.output.facts
    two_sided = facts["duplex"] != "simplex"
    return {
        "name": file.name,
        "section": file.section,
        "key": file.output.key[:16],
        "title": dict(file.output.titles) if isinstance(file.output, PagesFile) else {},
        "paper": list(file.paper),
        "pages": file.pages,
        "flip": facts["duplex"] if two_sided else None,
        "backs": None,
        "sides": ["front", "back"] if two_sided else ["page"],
        "stacked": False,
        "sheet_numbers": [],
        "slots": {"face": [], "back": []},
        "cards": [],
        **_sizes(facts),
        "pdf": file.output.path,
        "drawn": drawn,
        "printer": printer_data(file.output.printer) if isinstance(file.output, PagesFile) else None,
    }


def _sizes(facts: Mapping[str, Any]) -> SheetSizes:
    sizes: SheetSizes = {}
    if "tiles" in facts:
        sizes["tiles"] = facts["tiles"]
    if "mm" in facts:
        sizes["mm"] = facts["mm"]
    if "cell" in facts:
        sizes["cell"] = facts["cell"]
    return sizes
