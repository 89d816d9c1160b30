"""What is printed beside the sheets of cards: pieces, boards, cut-outs, pages, boxes, as a build plans them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, TypeVar

from cardgen.data.model import Game
from cardgen.errors import DataError, Fault
from cardgen.targets.options import Options
from cardgen.targets.plan import PRINTED
from cardgen.targets.product import Product

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF under sheets/, the section of the game's targets that asks for it, and its pages: all are as large.

    `paper` is their width and height, mm.
    """

    section: str
    product: Product
    paper: tuple[float, float]

    @property
    def name(self) -> str:
        return PurePosixPath(self.product.path).stem

    @property
    def pages(self) -> int:
        return int(self.product.facts["pages"])

    def pdf(self) -> bytes:
        """The same bytes as a build writes."""
        assert self.product.make is not None  # only a PNG has none
        return self.product.make()


def printed_files(game: Game) -> tuple[tuple[Printed, ...], tuple[Fault, ...]]:
    """Every such file, and why others cannot be made."""
    found: list[Printed] = []
    faults: list[Fault] = []
    for section, products_of in PRINTED.items():
        products, wrong = until_fault(products_of(game, Options(only=("sheets/*.pdf",))))
        found += [Printed(section, each, (each.scenes[0].width, each.scenes[0].height)) for each in products]
        faults += wrong
    return tuple(found), tuple(faults)


def until_fault(items: Iterable[Item]) -> tuple[tuple[Item, ...], tuple[Fault, ...]]:
    """The items up to the one that cannot be made, and its faults."""
    made: list[Item] = []
    try:
        made.extend(items)
    except DataError as error:
        return tuple(made), error.faults
    return tuple(made), ()


def printed_data(file: Printed, drawn: bool) -> dict[str, Any]:
    """A file as sheets.json tells it: as one of cards, with nothing in its slots.

    `tiles` are the columns and rows of a board that is parted over its pages, `mm` what these measure together.
    """
    facts = file.product.facts
    two_sided = facts["duplex"] != "simplex"
    return {
        "name": file.name,
        "section": file.section,
        "key": file.product.key[:16],
        "title": dict(file.product.titles),
        "paper": list(file.paper),
        "pages": file.pages,
        "flip": facts["duplex"] if two_sided else None,
        "backs": None,
        "sides": ["front", "back"] if two_sided else ["page"],
        "slots": {"face": [], "back": []},
        "cards": [],
        **{fact: facts[fact] for fact in ("tiles", "mm", "cell") if fact in facts},
        "pdf": file.product.path,
        "drawn": drawn,
    }
