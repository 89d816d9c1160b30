"""Sheets of pieces that are cut out side by side, lines for cutting machines, and boards larger than the paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.data.languages.editions import translation_files
from cardgen.data.model import BoardTarget, Game
from cardgen.data.target_references import WHOLE, sheet_names, whole_name
from cardgen.errors import all_of
from cardgen.scene.items import Scene, rectangle
from cardgen.scene.keys import content_key
from cardgen.targets.options import Options
from cardgen.targets.product import Product, deck_inputs, key_of, placed, told
from cardgen.targets.sheets import of_scenes, sheet_plan
from cardgen.units import PAPERS

if TYPE_CHECKING:
    from cardgen.sheets.diecuts import DiecutSheet


#: How the files of cut lines alone end; and of those of a last sheet of cards that has fewer of them.
_OUTLINES = "-cut.svg"
_LAST_OUTLINES = "-cut-last.svg"


def diecut_products(game: Game, options: Options) -> Iterator[Product]:
    """The sheets of pieces: front and back as a PDF, their cut lines as an SVG for each sheet.

    What is wrong with how the pieces lie is told by the check before. DataError when the cells are too large.
    """
    return all_of(part for name in game.file.targets.diecuts for part in _diecut(game, name, options))


def _diecut(game: Game, name: str, options: Options) -> Iterator[Iterator[Product]]:
    target = game.file.targets.diecuts[name]
    for key, groups in _by_key(sheet_names(name, target, game.decks[target.deck].cards)).items():
        for path, paper in options.for_papers(key, target.papers):
            yield _diecut_pages(game, name, groups, path, paper, options)
        for group in groups:
            own = _own_key(key, group, len(groups))
            for path, paper in options.for_papers(own, target.papers, _OUTLINES):
                yield _diecut_outlines(game, name, group, path, paper, options)


def _diecut_pages(
    game: Game, name: str, groups: Sequence[str], path: str, paper: str, options: Options
) -> Iterator[Product]:
    target = game.file.targets.diecuts[name]
    sheets = [_sheet(game, name, group, paper, Path(path).stem, options) for group in groups]
    with placed(game, "diecuts", name):
        scenes = [page for sheet in sheets for page in _pages(sheet)]
    facts = {"cell": sheets[0].cell}
    titles = sheets[0].names if len(sheets) == 1 else target.titles
    inputs = deck_inputs(game, game.decks[target.deck])
    yield of_scenes(game, path, scenes, inputs, paper, options.sheet_flip, facts, titles)


def _diecut_outlines(game: Game, name: str, group: str, path: str, paper: str, options: Options) -> Iterator[Product]:
    from cardgen.sheets.diecut_pages import diecut_outlines

    sheet = _sheet(game, name, group, paper, Path(path).name.removesuffix(_OUTLINES), options)
    scene = diecut_outlines(sheet)
    facts = {"mm": [scene.width, scene.height], "paper": paper, "cell": sheet.cell}
    inputs = deck_inputs(game, game.decks[game.file.targets.diecuts[name].deck])
    yield Product(path, key_of("svg", content_key(scene)), inputs, facts, partial(_svg, scene))


def cut_paths(game: Game) -> Iterator[str]:
    """Every file of pieces, of outlines and of boards, on all papers."""
    every = Options()
    for name, target in game.file.targets.diecuts.items():
        keys = sheet_names(name, target, game.decks[target.deck].cards)
        for key, groups in _by_key(keys).items():
            yield from (path for path, _ in every.for_papers(key, target.papers))
            for group in groups:
                own = _own_key(key, group, len(groups))
                yield from (path for path, _ in every.for_papers(own, target.papers, _OUTLINES))
    for name, sheet in game.file.targets.sheets.items():
        if sheet.cut != "none":
            for ending in (_OUTLINES, _LAST_OUTLINES):
                yield from (path for path, _ in every.for_papers(name, sheet.papers, ending))
    for name, board in game.file.targets.boards.items():
        yield from (path for path, _ in every.for_papers(name, board.papers))
        if board.whole:
            yield from (path for path, _ in every.for_papers(whole_name(name), (WHOLE,)))


def _by_key(keys: Mapping[str, str]) -> dict[str, list[str]]:
    """The sheets that share a file, by its key."""
    return {key: [group for group, own in keys.items() if own == key] for key in dict.fromkeys(keys.values())}


def _own_key(key: str, group: str, sheets: int) -> str:
    """The key of a sheet's drawing: that of its file, and which sheet where the file has several."""
    if sheets == 1:
        return key
    return key.replace("{paper}", f"{group}-{{paper}}") if "{paper}" in key else f"{key}-{group}"


def _sheet(game: Game, key: str, group: str, paper: str, name: str, options: Options) -> DiecutSheet:
    from cardgen.sheets.diecuts import DiecutSheet, area_of, fit_paper, group_pieces

    target = game.file.targets.diecuts[key]
    deck = game.decks[target.deck]
    area = area_of(deck, target)
    with placed(game, "diecuts", key):
        # Told once a paper, not for each sheet: all have the same area.
        size, cell = fit_paper(PAPERS[paper], area, options.cell or target.cell, key.replace("{paper}", paper))
    # A sheet without a name of its own is called after its pieces, and what they have in common.
    names = target.names.get(group) or {lang: f"{text} {group}".strip() for lang, text in target.titles.items()}
    return DiecutSheet(
        group_pieces(deck, target)[group],
        area,
        size,
        cell,
        bleed=target.bleed,
        flip=options.sheet_flip,  # type: ignore[arg-type]  # one of the two, as the command line has checked
        back_offset=options.back_offset,
        cut=target.cut,
        name=name,
        titles=game.file.titles,
        names=names,
        licence=f"{game.file.author} · {game.file.licence.name}",
        languages=game.file.languages,
        fonts=game.fonts,
    )


def _pages(sheet: DiecutSheet) -> tuple[Scene, Scene]:
    from cardgen.sheets.diecut_pages import diecut_pages

    return diecut_pages(sheet)


def _svg(scene: Scene) -> bytes:
    from cardgen.formats.svg import to_svg

    return to_svg(scene).encode()


def outline_products(game: Game, options: Options) -> Iterator[Product]:
    """The outlines of the cards of a sheet, for sheets whose cards are cut by a machine: of each but the last, and of
    the last where that has fewer cards."""
    return all_of(
        _sheet_outlines(game, name, ending, path, paper, options)
        for name, target in game.file.targets.sheets.items()
        for ending in (_OUTLINES, _LAST_OUTLINES)
        for path, paper in options.for_papers(name, target.papers if target.cut != "none" else (), ending)
    )


def _sheet_outlines(game: Game, name: str, ending: str, path: str, paper: str, options: Options) -> Iterator[Product]:
    from cardgen.sheets.plan import cut_pieces, lay_grid

    target = game.file.targets.sheets[name]
    inputs = (game.folder.resolve() / "game.yaml", *(game.decks[deck].file for deck in target.decks))
    count = sum(game.decks[deck].count for deck in target.decks)
    with placed(game, "sheets", name):  # told as it is of the sheets themselves
        plan = sheet_plan(game, target, paper, Path(path).name.removesuffix(ending), options)
        slots = lay_grid(plan).slots
    shown = min(count, len(slots)) if ending == _OUTLINES else count % len(slots)
    if shown and (ending == _OUTLINES or count >= len(slots)):
        title, lang = f"{told(game, game.file.titles)} · {Path(path).stem}", game.file.languages[0]
        outlines = cut_pieces(rectangle(*slot, plan.corner) for slot in slots[:shown])
        scene = Scene(*plan.paper, outlines, name=Path(path).stem, title=title, lang=lang)
        facts = {"mm": list(plan.paper), "paper": paper}
        yield Product(path, key_of("svg", content_key(scene)), inputs, facts, partial(_svg, scene))


def board_products(game: Game, options: Options) -> Iterator[Product]:
    """Boards, each parted into as many sheets as it needs, and those that are wanted whole."""
    return all_of(
        part for name in game.file.targets.boards for part in (_board(game, name, options), _whole(game, name, options))
    )


def _board(game: Game, name: str, options: Options) -> Iterator[Product]:
    from cardgen.layout.large import layout_board
    from cardgen.sheets.tile_pages import TileWords, tile_pages
    from cardgen.sheets.tiles import lay_tiles

    target = game.file.targets.boards[name]
    wanted = list(options.for_papers(name, target.papers))
    if not wanted:
        return
    drawing = layout_board(game, name, options.cell).scene
    size = (drawing.width, drawing.height)
    licence = f"{game.file.author} · {game.file.licence.name}"
    words = TileWords(game.file.titles, target.titles, licence, game.file.languages, game.fonts)

    def on_paper(path: str, paper: str) -> Iterator[Product]:
        stem = Path(path).stem
        with placed(game, "boards", name):
            tiling = lay_tiles(size, PAPERS[paper], target.overlap, name=stem)
            pages = tile_pages(drawing, tiling, words, stem)
        facts: dict[str, object] = {"tiles": [tiling.columns, tiling.rows], "mm": list(size)}
        if target.size is None:
            facts["cell"] = options.cell or target.cell
        inputs = _board_inputs(game, target)
        yield of_scenes(game, path, pages, inputs, paper, facts=facts, titles=target.titles)

    yield from all_of(on_paper(path, paper) for path, paper in wanted)


def _whole(game: Game, name: str, options: Options) -> Iterator[Product]:
    """The board as one page; not where papers are named, for it is of none of them."""
    from cardgen.layout.large import layout_board
    from cardgen.sheets.whole import WHOLE_BLEED, whole_page

    target = game.file.targets.boards[name]
    for path, paper in options.for_papers(whole_name(name), (WHOLE,) if target.whole else ()):
        with placed(game, "boards", name):
            page = whole_page(layout_board(game, name, options.cell, WHOLE_BLEED).scene, Path(path).stem)
        assert page.trim is not None
        facts: dict[str, object] = {"mm": list(page.trim[2:])}
        if target.size is None:
            facts["cell"] = options.cell or target.cell
        inputs = _board_inputs(game, target)
        yield of_scenes(game, path, [page], inputs, paper, facts=facts, titles=target.titles)


def _board_inputs(game: Game, target: BoardTarget) -> tuple[Path, ...]:
    deck = [game.decks[target.deck].file] if target.deck else []
    files = [*deck, *translation_files(game), *game.pages[target.template].files, *game.fonts.files]
    return (game.folder.resolve() / "game.yaml", *files)
