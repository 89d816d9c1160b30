"""The paper pieces of a game: checks of their targets, and the plan of their files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cardgen.base.errors import Fault, all_of, did_you_mean
from cardgen.base.records import replace
from cardgen.base.words.messages import message
from cardgen.data.kinds import FileName
from cardgen.data.model import Card, DeckEntry, Game
from cardgen.data.reading import Marked
from cardgen.data.targets import Section, TargetSource, paper_names
from cardgen.products.cutouts.target import CutoutTarget
from cardgen.products.files import OutputFile, deck_inputs, located_at_target
from cardgen.products.options import Options
from cardgen.products.product import Decks, Product
from cardgen.products.scene_files import CUT_ENDINGS, cut_file, pages_file


def _check(targets: Mapping[str, CutoutTarget], source: TargetSource) -> Iterator[Fault]:
    for key, target in targets.items():
        yield from source.deck_faults([target.deck], "cutouts", key, "deck")
        if target.deck in source.file.decks:
            marked = source.marked.part("targets", "cutouts", key)
            deck, cards = source.file.decks[target.deck], source.cards.get(target.deck, ())
            yield from _check_pieces(target, marked, deck, cards)


def _check_pieces(target: CutoutTarget, marked: Marked, deck: DeckEntry, cards: Sequence[Card]) -> Iterator[Fault]:
    """Yield a fault for each piece that is not a card, and one if the cards have no shape or no colour."""
    for name, kind in (("cells", "cells"), ("colour", "colour")):
        if deck.kinds.get(name) != kind:
            problem = message("the cards of {deck} have no shape to cut out", deck=target.deck)
            yield Fault(
                marked.place("deck"),
                problem,
                message("expected a field {name} of the kind {kind}", name=name, kind=kind),
            )
            return
    ids = [card.id for card in cards]
    for piece in target.pieces:
        if ids and piece not in ids:
            problem = message("there is no card {card!r} in {deck}", card=piece, deck=target.deck)
            yield Fault(marked.key_place("pieces", piece), problem, did_you_mean(piece, ids))


CUTOUTS: Section[Mapping[str, CutoutTarget]] = Section(
    "cutouts", dict[FileName, CutoutTarget], {}, order=50, check=_check, file_names=paper_names
)


def _plan(game: Game, _: Decks, options: Options) -> Iterator[OutputFile]:
    return all_of(
        files for name, target in CUTOUTS.of(game.file).items() for files in _plan_target(game, name, target, options)
    )


def _plan_target(game: Game, name: str, target: CutoutTarget, options: Options) -> Iterator[Iterator[OutputFile]]:
    for path, paper in options.for_papers(name, target.papers):
        yield _plan_pages(game, name, target, path, paper, options)
    for paper in target.papers:
        yield _plan_outlines(game, name, target, paper, options)


def _plan_pages(
    game: Game, name: str, target: CutoutTarget, path: str, paper: str, options: Options
) -> Iterator[OutputFile]:
    from cardgen.products.cutouts.pages import layout_cutouts

    deck = game.decks[target.deck]
    with located_at_target(game, "cutouts", name):
        part = options.part_of(paper, Path(path).stem, target.regmarks)
        scenes = part.place(layout_cutouts(deck, target, part.size, Path(path).stem, game.file.languages, game.fonts))
    yield pages_file(game, path, scenes, deck_inputs(game, deck), paper, titles=target.titles, printer=options.printer)


def _plan_outlines(game: Game, name: str, target: CutoutTarget, paper: str, options: Options) -> Iterator[OutputFile]:
    """Yield the files for a cutting machine, of each page one SVG and one DXF."""
    from cardgen.products.cutouts.pages import cutout_outlines

    stem = name.replace("{paper}", paper)
    # The number of pages, which the names have, is known only when they are laid out.
    wanted = options.may_want_in(options.sheets_folder, lambda asked: asked.startswith(stem))
    if not wanted or (options.papers and paper not in options.papers):
        return
    deck = game.decks[target.deck]
    with located_at_target(game, "cutouts", name):
        part = options.part_of(paper, stem, target.regmarks)
        drawings = part.place(cutout_outlines(deck, target, part.size, game.file.languages, game.fonts))
    for number, drawing in enumerate(drawings, 1):
        page = f"-{number}" if len(drawings) > 1 else ""
        for ending in CUT_ENDINGS:
            for path, _ in options.for_papers(name, (paper,), page + ending):
                scene = replace(drawing, name=Path(path).stem)
                facts = {"mm": [scene.width, scene.height], "paper": paper, "cell": target.pitch}
                yield cut_file(game, path, scene, deck_inputs(game, deck), facts)


PRODUCT = Product(CUTOUTS, _plan, is_listed=True)
