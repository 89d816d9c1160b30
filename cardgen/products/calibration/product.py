"""The plan of the calibration sheets: one for each paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, overload

from cardgen.base.records import replace
from cardgen.base.units import paper_size
from cardgen.data.fonts import FontSet
from cardgen.data.kinds import Papers
from cardgen.data.model import Game
from cardgen.data.targets import Section
from cardgen.products.files import OutputFile, game_yaml, key_of, located_at_target
from cardgen.products.options import Options
from cardgen.products.product import Decks, Product
from cardgen.products.scene_files import pages_file
from cardgen.scene.items import Scene

if TYPE_CHECKING:
    from cardgen.products.imposition.plan import Flip
    from cardgen.products.printers import Printer

CALIBRATION: Section[tuple[str, ...]] = Section(
    "calibration", Papers, ("a4",), order=80, papers_of=lambda papers: papers
)


def _plan(game: Game, _: Decks, options: Options) -> Iterator[OutputFile]:
    """Yield a sheet for each paper."""
    if not game.decks and not CALIBRATION.is_in(game.file):
        return  # nothing is printed on both sides
    papers = CALIBRATION.of(game.file)
    for path, paper in options.for_papers("calibration-{paper}", papers):
        yield _file(game, path, paper, options)


PRODUCT = Product(CALIBRATION, _plan, is_listed=True)


def _file(game: Game, path: str, paper: str, options: Options) -> OutputFile:
    from cardgen.products.calibration.drawing import check_fit, sheet_fonts

    width, height = sorted(paper_size(paper))
    size, name, languages = (width, height), Path(path).stem, tuple(game.file.languages)
    with located_at_target(game, "calibration"):
        check_fit(size, name)
    fonts = sheet_fonts(languages, game.fonts)
    pages = _Pages(size, options.sheet_flip, options.printer, languages, name, fonts)
    key = key_of(size, options.sheet_flip, options.printer, languages, fonts.digest, name)
    inputs = (game_yaml(game), *fonts.files)
    file = pages_file(game, path, pages, inputs, paper, options.sheet_flip, key=key)
    return replace(file, printer=options.printer)  # the pages are corrected already


@dataclass(frozen=True)
class _Pages(Sequence[Scene]):
    """Both sides of a sheet, laid out when they are drawn. They depend only on these values and on cardgen itself."""

    paper: tuple[float, float]
    flip: Flip
    printer: Printer | None
    languages: tuple[str, ...]
    name: str
    fonts: FontSet = field(compare=False)

    def __len__(self) -> int:
        return 2

    @overload
    def __getitem__(self, index: int) -> Scene: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Scene]: ...
    def __getitem__(self, index: int | slice) -> Scene | Sequence[Scene]:
        return self._laid[index]

    @cached_property
    def _laid(self) -> tuple[Scene, Scene]:
        return _layout(self) if self.fonts.own else _layout_bundled(self)


@lru_cache(maxsize=16)  # across builds and reloads; it would keep the fonts of games
def _layout_bundled(pages: _Pages) -> tuple[Scene, Scene]:
    return _layout(pages)


def _layout(pages: _Pages) -> tuple[Scene, Scene]:
    from cardgen.products.calibration.drawing import calibration_pages

    return calibration_pages(
        pages.paper,
        flip=pages.flip,
        printer=pages.printer,
        languages=pages.languages,
        fonts=pages.fonts,
        name=pages.name,
    )
