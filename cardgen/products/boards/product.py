"""The plan of the boards: each in as many tiles as it needs, and whole if that is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.errors import all_of
from cardgen.data.languages.editions import translation_files
from cardgen.data.model import Game
from cardgen.products.boards.target import BOARDS, WHOLE, BoardTarget, whole_name
from cardgen.products.files import OutputFile, game_yaml, licence_line, located_at_target
from cardgen.products.fit_size import limits_of
from cardgen.products.options import Options
from cardgen.products.product import Decks, Product
from cardgen.products.scene_files import pages_file

if TYPE_CHECKING:
    from cardgen.cards.layout.cards import Laid


def _plan(game: Game, _: Decks, options: Options) -> Iterator[OutputFile]:
    return all_of(
        files
        for name in BOARDS.of(game.file)
        for files in (_plan_tiles(game, name, options), _plan_whole(game, name, options))
    )


def _decks_of_files(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every file of a board, which shows no faces of cards."""
    for name, target in BOARDS.of(game.file).items():
        tiles = Options().for_papers(name, target.papers)
        whole = Options().for_papers(whole_name(name), (WHOLE,) if target.whole else ())
        yield from ((path, ()) for path, _ in (*tiles, *whole))


def _layouts(game: Game, options: Options) -> Iterator[Laid]:
    from cardgen.products.boards.drawing import layout_board

    for name, target in BOARDS.of(game.file).items():
        if any(options.for_papers(name, target.papers)):
            yield layout_board(game, name, options.cell)


PRODUCT = Product(BOARDS, _plan, is_listed=True, decks_of_files=_decks_of_files, layouts=_layouts)


def _plan_tiles(game: Game, name: str, options: Options) -> Iterator[OutputFile]:
    from cardgen.products.boards.drawing import layout_board
    from cardgen.products.boards.tile_pages import TileLabel, tile_pages
    from cardgen.products.boards.tiles import lay_tiles

    target = BOARDS.of(game.file)[name]
    wanted = list(options.for_papers(name, target.papers))
    if not wanted:
        return
    drawing = layout_board(game, name, options.cell).scene
    size = (drawing.width, drawing.height)
    limits = limits_of(game, target, "boards", name)
    label = TileLabel(game.file.titles, target.titles, licence_line(game), game.file.languages, game.fonts)

    def plan_paper(path: str, paper: str) -> Iterator[OutputFile]:
        file = Path(path).stem
        with located_at_target(game, "boards", name):
            part = options.part_of(paper, file)
            tiling = lay_tiles(size, part.size, target.overlap, name=file)
            pages = part.place(tile_pages(drawing, tiling, label, file))
        facts = {"tiles": [tiling.columns, tiling.rows], "mm": list(size), **_cell(target, options)}
        inputs, printer = _inputs(game, target), options.printer
        yield pages_file(
            game, path, pages, inputs, paper, facts=facts, titles=target.titles, printer=printer, limits=limits
        )

    yield from all_of(plan_paper(path, paper) for path, paper in wanted)


def _plan_whole(game: Game, name: str, options: Options) -> Iterator[OutputFile]:
    """Yield the board as one page. It is on none of the papers, so options that name papers leave it out."""
    from cardgen.products.boards.drawing import layout_board
    from cardgen.products.boards.whole import WHOLE_BLEED, whole_page

    target = BOARDS.of(game.file)[name]
    for path, paper in options.for_papers(whole_name(name), (WHOLE,) if target.whole else ()):
        with located_at_target(game, "boards", name):
            page = whole_page(layout_board(game, name, options.cell, WHOLE_BLEED).scene, Path(path).stem)
        assert page.trim is not None
        facts = {"mm": list(page.trim[2:]), **_cell(target, options)}
        inputs, limits = _inputs(game, target), limits_of(game, target, "boards", name)
        yield pages_file(game, path, [page], inputs, paper, facts=facts, titles=target.titles, limits=limits)


def _cell(target: BoardTarget, options: Options) -> dict[str, float]:
    """Return the side of a cell as a fact of the file, if the board is made of cells."""
    return {} if target.size is not None else {"cell": options.cell or target.cell}


def _inputs(game: Game, target: BoardTarget) -> tuple[Path, ...]:
    deck = [game.decks[target.deck].file] if target.deck else []
    files = [*deck, *translation_files(game), *game.pages[target.template].files, *game.fonts.files]
    return (game_yaml(game), *files)
