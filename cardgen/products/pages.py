"""Pages with a template of their own, in the middle of the paper: a mat, a score sheet.

The paper is in portrait, or in landscape if the page fits only so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.errors import DataError, Fault, all_of
from cardgen.base.records import replace
from cardgen.base.units import paper_size
from cardgen.base.words.messages import message
from cardgen.data.kinds import CopiesOfFile, FileName, PageSize, Papers
from cardgen.data.model import Game
from cardgen.data.targets import Section, paper_names
from cardgen.products.files import OutputFile, game_yaml
from cardgen.products.fit_size import LimitedTarget, limits_of
from cardgen.products.options import Options
from cardgen.products.product import Decks, Product
from cardgen.products.scene_files import pages_file
from cardgen.scene.items import Placed, translate

if TYPE_CHECKING:
    from cardgen.cards.layout.cards import Laid


class PageTarget(LimitedTarget):
    """A page drawn by a template of its own, `size` mm in the middle of the paper: a mat, a score sheet.

    The file has `copies` of it.
    """

    template: FileName
    papers: Papers
    size: PageSize
    copies: CopiesOfFile = 1


PAGES: Section[Mapping[str, PageTarget]] = Section(
    "pages", dict[FileName, PageTarget], {}, order=60, file_names=paper_names, has_templates=True
)


def _plan(game: Game, _: Decks, options: Options) -> Iterator[OutputFile]:
    return all_of(
        _plan_page(game, name, target, path, paper, options)
        for name, target in PAGES.of(game.file).items()
        for path, paper in options.for_papers(name, target.papers)
    )


def _layouts(game: Game, options: Options) -> Iterator[Laid]:
    for name, target in PAGES.of(game.file).items():
        if any(options.for_papers(name, target.papers)):
            yield layout_target(game, target, name)


PRODUCT = Product(PAGES, _plan, is_listed=True, layouts=_layouts)


def layout_target(game: Game, target: PageTarget, name: str) -> Laid:
    """Lay out a page by its template, without its paper. DataError as for a card."""
    from cardgen.cards.layout.cards import layout_page

    return layout_page(game, game.pages[target.template], target.size, name)


def _plan_page(
    game: Game, name: str, target: PageTarget, path: str, paper: str, options: Options
) -> Iterator[OutputFile]:
    from cardgen.products.imposition.printed import PrintablePaper, printable_paper

    page = layout_target(game, target, Path(path).stem)
    scene = page.scene
    whole = PrintablePaper(paper_size(paper))
    # A page as large as the paper has edges that no printer prints.
    parts = [printable_paper(whole.paper, options.printer), whole] if options.printer else [whole]
    fitting = [
        (part, way)
        for part in parts
        for way in (part.size, part.size[::-1])
        if scene.width <= way[0] and scene.height <= way[1]
    ]
    if not fitting:
        width, height = whole.paper
        problem = message(
            "{file}: {width:g} × {height:g} mm do not fit {paper_width:g} × {paper_height:g} mm paper",
            file=Path(path).stem,
            width=scene.width,
            height=scene.height,
            paper_width=width,
            paper_height=height,
        )
        place = game.marked.place("targets", "pages", name, "size")
        raise DataError(Fault(place, problem, message("a board can be split over several sheets")))
    part, (width, height) = fitting[0]
    shift = translate((width - scene.width) / 2, (height - scene.height) / 2)
    centred = replace(scene, width=width, height=height, items=(Placed(scene, shift),))
    inputs = (game_yaml(game), *game.pages[target.template].files, *game.fonts.files)
    pages = part.place([centred]) * target.copies
    limits = limits_of(game, target, "pages", name)
    yield pages_file(game, path, pages, inputs, paper, titles=page.descriptions, printer=options.printer, limits=limits)
