"""Sheets that are cut or perforated already: labels, and card stock."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from cardgen.base.records import dataclass
from cardgen.base.units import paper_size
from cardgen.products.imposition.plan import Size

_FILE = Path(__file__).parents[2] / "assets" / "stock.csv"


@dataclass(frozen=True, slots=True)
class Stock:
    """A sheet of equal pieces; all lengths in mm.

    `paper` is the name of the paper, which is `landscape` or upright. The first piece has its upper left corner at
    `origin`, the next ones are at distances of `pitch`. `source` says where the figures are from.
    """

    name: str
    title: str
    paper: str
    landscape: bool
    piece: Size
    columns: int
    rows: int
    origin: Size
    pitch: Size
    source: str

    @property
    def paper_size(self) -> Size:
        """Width and height of the paper as it lies, mm."""
        width, height = paper_size(self.paper)
        return (height, width) if self.landscape else (width, height)


@cache
def all_stock() -> Mapping[str, Stock]:
    """Return all stock that cardgen knows, by its name."""
    with _FILE.open(encoding="utf-8", newline="") as file:
        return {row["name"]: _read(row) for row in csv.DictReader(file)}


def _read(row: Mapping[str, str]) -> Stock:
    def pair(first: str, second: str) -> Size:
        return (float(row[first]), float(row[second]))

    return Stock(
        name=row["name"],
        title=row["title"],
        paper=row["paper"],
        landscape=row["lies"] == "landscape",
        piece=pair("width", "height"),
        columns=int(row["columns"]),
        rows=int(row["rows"]),
        origin=pair("left", "top"),
        pitch=pair("pitch_x", "pitch_y"),
        source=row["source"],
    )
