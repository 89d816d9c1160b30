"""What a page prints: the sheets of a build and what may be chosen for it, exports, printers, files that were made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from cardgen.base.errors import DataError, Faults
from cardgen.base.records import replace
from cardgen.base.units import PAPERS
from cardgen.building.prints import read_run, run_names
from cardgen.data.model import Game
from cardgen.data.sheet_grid import SheetGrid
from cardgen.products.calibration.product import CALIBRATION
from cardgen.products.files import game_yaml
from cardgen.products.imposition.stock import all_stock
from cardgen.products.options import INK_ENDINGS, Options
from cardgen.products.printers import FLIPS, Printers, read_printers
from cardgen.products.product import products_of
from cardgen.products.sheet_targets import SHEETS, SheetTarget
from cardgen.review.server import own_printers
from cardgen.review.server.catalog import Catalog
from cardgen.review.server.edit_payloads import KeyData
from cardgen.review.server.exporting import export_report, exports_data, made_archive, made_file
from cardgen.review.server.kinds import keys_of
from cardgen.review.server.live import LiveGame
from cardgen.review.server.making_payloads import (
    ExportData,
    ExportReport,
    PrintData,
    PrintersData,
    RunData,
    SheetTargetData,
)
from cardgen.review.server.own_printers import printers_data
from cardgen.review.server.page_data import faults_of, sheets_data
from cardgen.review.server.printed_payloads import SheetData
from cardgen.review.server.recording import record_prints
from cardgen.review.server.requests import MakeRequest, command_of, options_of, output_of, read_record_request
from cardgen.review.server.sheets import SheetPages


class Printing:
    """What a page asks of the files that are built: the sheets of a build, exports, printers, files that were made.

    `language` returns that of the edition that is shown. Any thread may call any method.
    """

    def __init__(self, live: LiveGame, language: Callable[[], str]) -> None:
        self.live, self._language = live, language
        self.project, self.name, self.shown_from = live.project, live.name, live.shown_from
        self._pages = SheetPages()

    @property
    def _edition(self) -> str:
        """The language of the edition that is shown; "" for a game without editions."""
        whole = self.live.whole
        return self._language() if whole is not None and whole.file.editions else ""

    def catalog(self, request: MakeRequest = MakeRequest()) -> Catalog | None:  # noqa: B008  # frozen
        """Return the current catalog with the files that a build makes, whatever parts of them it is asked for.

        Without options they are for the printer in use. DataError if there is no such print run or printer.
        """
        state, plain = self.live.state, replace(request, only=(), languages=())
        if state.catalog is None:
            return None
        if plain == MakeRequest():
            return state.catalog.for_printer(state.printer)
        options = options_of(plain, self.project, self.name, self.shown_from)
        return state.catalog.for_options(replace(options, edition=self._edition))

    def sheets(self) -> list[SheetData]:
        self.live.read_printer()
        catalog = self.catalog()
        return sheets_data(catalog) if catalog else []

    def pdf(self, name: str, request: MakeRequest = MakeRequest()) -> bytes | None:  # noqa: B008  # frozen
        """Return the sheets of this name as the PDF that a build makes; None if there are none.

        DataError if they cannot be made, or if the printers cannot be read.
        """
        self.live.read_printer()
        state, catalog = self.live.state, self.catalog(request)
        if state.unreadable is not None:
            raise state.unreadable
        pdf = self._pages.pdf(catalog, name) if catalog else None
        if pdf is None and catalog and catalog.unprintable and state.catalog and state.catalog.file(name):
            raise catalog.unprintable
        return pdf

    def page(self, name: str, page: int, request: MakeRequest = MakeRequest()) -> bytes | None:  # noqa: B008  # frozen
        """Return a page of the sheets, from 1, as PNG; None if there is none. DataError as for `catalog`."""
        catalog = self.catalog(request)
        return self._pages.page(catalog, name, page) if catalog else None

    def data(self, request: MakeRequest) -> PrintData | None:
        """Return the sheets that a build makes, and what may be chosen for it; None if no game could be read so far.

        DataError as for `catalog`.
        """
        self.live.read_printer()
        catalog, whole = self.catalog(request), self.live.whole
        if catalog is None or whole is None:
            return None
        faults = Faults(catalog.unprintable.faults if catalog.unprintable else ())
        printers, runs = Printers(), list[RunData]()
        with faults:
            printers = read_printers()
        for name in run_names(whole.folder):
            with faults:
                copies = sum(card.copies for card in read_run(whole.folder, name, self.shown_from))
                runs.append({"name": name, "copies": copies})
        papers = [paper for product in products_of(whole) for paper in product.section.papers(whole.file)]
        return {
            "sheets": sheets_data(catalog),
            "faults": faults_of(DataError(faults)) if faults else [],
            "file": game_yaml(whole).relative_to(self.project.root).as_posix(),
            "keys": [*sheet_keys(whole)],
            "grid": _keys(SheetGrid),
            "stock": {name: {"title": one.title, "paper": one.paper} for name, one in all_stock().items()},
            "targets": [*_targets(whole)],
            "papers": list(dict.fromkeys(papers)),
            "languages": list(whole.file.editions) or sorted({book.lang for book in whole.all_books}),
            "runs": runs,
            "printers": [{"name": name, "values": list(own.options)} for name, own in sorted(printers.by_name.items())],
            "used": printers.used,
            "flips": list(FLIPS),
            "inks": list(INK_ENDINGS),
            "command": command_of(request, whole.id),
        }

    def exports(self) -> list[ExportData]:
        """Return the exports of the game, and which of them were made."""
        whole = self.live.whole
        return exports_data(whole, output_of(self.project) / self.name) if whole else []

    def export(self, name: str) -> ExportReport | None:
        """Return what an export would make; None if there is none of this name."""
        catalog = self.live.state.catalog
        return export_report(catalog, self.project, name, self._edition, self.shown_from) if catalog else None

    def printers(self, may: bool) -> PrintersData:
        """Return the user's printers; `may` says whether the page that asks may change them."""
        catalog = self.live.state.catalog
        printed = [file for file in catalog.printed if file.section == CALIBRATION.name] if catalog else []
        return printers_data({str(file.output.facts["paper"]): file.name for file in printed}, may)

    def change_printers(self, body: object) -> None:
        """Save, measure, use or delete a printer. RequestError, DataError or OSError if it cannot be done."""
        own_printers.change(body)
        self.live.read_printer()

    def record(self, body: object) -> None:
        """Record the cards as they are as a print run. RequestError or DataError if it cannot be done."""
        asked = read_record_request(body)
        if self.live.whole is not None:
            record_prints(self.project, self.live.whole, asked.name, overwrite=asked.replace)

    def made(self, path: str) -> bytes | None:
        """Return a file that a build has made; None if there is none."""
        return made_file(self.project, self.name, path)

    def made_archive(self, export: str) -> bytes | None:
        """Return an archive of the files of an export that were made; None if there are none."""
        return made_archive(self.project, self.name, export)


def sheet_keys(game: Game) -> Iterator[KeyData]:
    """Yield the keys of a target of sheets; those that name decks and papers with what they may name."""
    choices: Mapping[str, list[str]] = {"decks": [*game.decks], "papers": [*PAPERS]}
    for key in _keys(SheetTarget):
        yield {**key, "choices": choices.get(key["name"], key["choices"])}


@cache
def _keys(model: type[BaseModel]) -> list[KeyData]:
    return [*keys_of(model)]


def _targets(game: Game) -> Iterator[SheetTargetData]:
    written: Any = game.marked.value.get("targets", {}).get("sheets", {})
    for name, target in SHEETS.of(game.file).items():
        yield {
            "name": name,
            "sheets": [Path(path).stem for path, _ in Options().for_papers(name, target.papers)],
            "path": ["targets", "sheets", name],
            # Those of game.yaml as they are there: an edit says what it replaces.
            "values": {**target.model_dump(mode="json"), **written.get(name, {})},
            "written": [*written.get(name, {})],
        }
