"""The plan of the sheets of pieces: front and back as a PDF, and their cut lines as an SVG for each sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.errors import Finding, all_of
from cardgen.data.model import Game
from cardgen.products.diecuts.target import DIECUTS, SHEET_LAYOUT, DiecutTarget, sheet_names
from cardgen.products.files import OutputFile, deck_inputs, licence_line, located_at_target
from cardgen.products.options import Options
from cardgen.products.product import Decks, Product
from cardgen.products.scene_files import CUT_ENDINGS, cut_file, pages_file

if TYPE_CHECKING:
    from cardgen.products.diecuts.layout import DiecutSheet
    from cardgen.products.imposition.printed import PrintablePaper


def _plan(game: Game, _: Decks, options: Options) -> Iterator[OutputFile]:
    """Yield the files of the pieces. DataError if their cells are too large for a paper.

    Pieces that overlap or stick out are findings, which are reported before.
    """
    return all_of(files for name in DIECUTS.of(game.file) for files in _plan_target(game, name, options))


def _plan_target(game: Game, name: str, options: Options) -> Iterator[Iterator[OutputFile]]:
    target = DIECUTS.of(game.file)[name]
    for key, groups in _groups_by_key(sheet_names(name, target, game.decks[target.deck].cards)).items():
        for path, paper in options.for_papers(key, target.papers):
            yield _plan_pages(game, name, groups, path, paper, options)
        for group in groups:
            own = _key_of_sheet(key, group, len(groups))
            for ending in CUT_ENDINGS:
                for path, paper in options.for_papers(own, target.papers, ending):
                    yield _plan_outlines(game, name, group, path, ending, paper, options)


def _plan_pages(
    game: Game, name: str, groups: Sequence[str], path: str, paper: str, options: Options
) -> Iterator[OutputFile]:
    from cardgen.products.diecuts.pages import diecut_pages

    target = DIECUTS.of(game.file)[name]
    sheets = [_sheet(game, name, group, paper, Path(path).stem, options) for group in groups]
    with located_at_target(game, "diecuts", name):
        scenes = [page for sheet in sheets for page in diecut_pages(sheet)]
        scenes = _part(name, target, paper, options).place(scenes)
    facts = {"cell": sheets[0].cell}
    titles = sheets[0].names if len(sheets) == 1 else target.titles
    inputs = deck_inputs(game, game.decks[target.deck])
    yield pages_file(game, path, scenes, inputs, paper, options.sheet_flip, facts, titles, printer=options.printer)


def _plan_outlines(
    game: Game, name: str, group: str, path: str, ending: str, paper: str, options: Options
) -> Iterator[OutputFile]:
    from cardgen.products.diecuts.pages import diecut_outlines

    sheet = _sheet(game, name, group, paper, Path(path).name.removesuffix(ending), options)
    (scene,) = _part(name, DIECUTS.of(game.file)[name], paper, options).place([diecut_outlines(sheet)])
    inputs = deck_inputs(game, game.decks[DIECUTS.of(game.file)[name].deck])
    yield cut_file(game, path, scene, inputs, {"mm": [scene.width, scene.height], "paper": paper, "cell": sheet.cell})


def _decks_of_files(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every file of pieces and of outlines, on all papers: they show no faces of cards."""
    for name, target in DIECUTS.of(game.file).items():
        for key, groups in _groups_by_key(sheet_names(name, target, game.decks[target.deck].cards)).items():
            yield from ((path, ()) for path, _ in Options().for_papers(key, target.papers))
            for group in groups:
                own = _key_of_sheet(key, group, len(groups))
                for ending in CUT_ENDINGS:
                    yield from ((path, ()) for path, _ in Options().for_papers(own, target.papers, ending))


def _findings(game: Game) -> Iterator[Finding]:
    from cardgen.products.diecuts.layout import check_layout

    for target in DIECUTS.of(game.file).values():
        yield from check_layout(game.decks[target.deck], target)


PRODUCT = Product(
    DIECUTS,
    _plan,
    is_listed=True,
    decks_of_files=_decks_of_files,
    findings=_findings,
    codes=(SHEET_LAYOUT,),
)


def _groups_by_key(keys: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the sheets that share a file, by its key."""
    return {key: [group for group, own in keys.items() if own == key] for key in dict.fromkeys(keys.values())}


def _key_of_sheet(key: str, group: str, sheets: int) -> str:
    """Return the key of one sheet's outlines: that of its file, and which sheet if the file has several."""
    if sheets == 1:
        return key
    return key.replace("{paper}", f"{group}-{{paper}}") if "{paper}" in key else f"{key}-{group}"


def _part(key: str, target: DiecutTarget, paper: str, options: Options) -> PrintablePaper:
    """Return the part of the paper that the pieces are laid out on."""
    return options.part_of(paper, key.replace("{paper}", paper), target.regmarks, options.sheet_flip)


def _sheet(game: Game, key: str, group: str, paper: str, name: str, options: Options) -> DiecutSheet:
    from cardgen.products.diecuts.layout import DiecutSheet, area_of, fit_paper, group_pieces

    target = DIECUTS.of(game.file)[key]
    deck = game.decks[target.deck]
    area = area_of(deck, target)
    with located_at_target(game, "diecuts", key):
        # All sheets have the same area, so the message names none: the fault is reported once for each paper.
        file = key.replace("{paper}", paper)
        wanted = options.cell or target.cell
        part = _part(key, target, paper, options)
        size, cell = fit_paper(part.size, area, wanted, file, target.regmarks, target.bleed)
    # A sheet without a name of its own is called after its pieces, and the value that they have in common.
    names = target.names.get(group) or {lang: f"{text} {group}".strip() for lang, text in target.titles.items()}
    return DiecutSheet(
        group_pieces(deck, target)[group],
        area,
        size,
        cell,
        bleed=target.bleed,
        flip=options.sheet_flip,
        cut=target.cut,
        name=name,
        titles=game.file.titles,
        names=names,
        licence=licence_line(game),
        printer=options.printer.label if options.printer else "",
        languages=game.file.languages,
        fonts=game.fonts,
        marks=target.regmarks,
    )
