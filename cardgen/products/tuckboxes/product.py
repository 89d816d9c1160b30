"""The tuck boxes of a game: their model, their plan, and the finding for a box that does not fit its paper."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from cardgen.data.kinds import Colour, CutMode, FileModel, FileName, Identifier, Papers, Texts
from cardgen.data.model import Game
from cardgen.data.regmarks import Regmarks
from cardgen.data.targets import Section, TargetSource, paper_names
from cardgen.errors import Code, Fault, Finding, all_of
from cardgen.scene.items import Scene
from cardgen.targets.files import OutputFile, all_languages, game_yaml, licence_line
from cardgen.targets.options import Options
from cardgen.targets.product import Decks, Product
from cardgen.targets.scene_files import CUT_ENDINGS, cut_file, pages_file
from cardgen.units import paper_size
from cardgen.words.messages import message

BOX_TOO_LARGE = Code(
    "CG113",
    "box-too-large",
    message(
        "the net of a tuck box does not fit its paper, or a text does not fit its panel; "
        "a build makes all other files and exits 1"
    ),
)


class TuckboxTarget(FileModel):
    """A box for a deck, sized from the number of its cards and their thickness.

    `cut` draws the lines for people or for machines; `regmarks` are for a cutting machine: it finds the print by them.
    """

    deck: Identifier
    papers: Papers
    titles: Texts
    ink: Colour = "#ffffff"
    paint: Colour = "#1b2230"
    accent: Colour = "#f0b93a"
    cut: CutMode = "line"
    regmarks: Regmarks = None

    @property
    def endings(self) -> tuple[str, ...]:
        """The endings of its files: those for a cutting machine only if the box is for one."""
        return (".pdf", *(CUT_ENDINGS if self.cut == "spot" or self.regmarks is not None else ()))


def _check(targets: Mapping[str, TuckboxTarget], source: TargetSource) -> Iterator[Fault]:
    for key, target in targets.items():
        yield from source.deck_faults([target.deck], "tuckboxes", key, "deck")


TUCKBOXES: Section[Mapping[str, TuckboxTarget]] = Section(
    "tuckboxes", dict[FileName, TuckboxTarget], {}, order=70, check=_check, file_names=paper_names
)


def _plan(game: Game, _: Decks, options: Options) -> Iterator[OutputFile]:
    """Yield the file of each box on each of its papers, without those that do not fit: see `_unmade`."""
    return all_of(
        (_plan_box if ending == ".pdf" else _plan_outlines)(game, name, path, paper, options.thickness)
        for name, target in TUCKBOXES.of(game.file).items()
        for ending in target.endings
        for path, paper in options.for_papers(name, target.papers, ending)
    )


def _unmade(game: Game, options: Options) -> Iterator[tuple[str, Finding]]:
    """Yield the path of each wanted box that does not fit its paper, and its finding."""
    from cardgen.sheets.plan import FitError

    for name, target in TUCKBOXES.of(game.file).items():
        wanted: dict[str, str] = {}
        for ending in target.endings:
            for path, paper in options.for_papers(name, target.papers, ending):
                wanted.setdefault(paper, path)
        for paper, path in wanted.items():
            try:
                layout_tuckbox(game, name, path, paper, options.thickness)
            except FitError as error:
                (fault,) = error.faults
                place = game.marked.key_place("targets", "tuckboxes", name)
                yield path, BOX_TOO_LARGE.finding(place, fault.message, fault.hint, deck=target.deck)


PRODUCT = Product(TUCKBOXES, _plan, is_listed=True, unmade=_unmade, codes=(BOX_TOO_LARGE,))


def _plan_box(game: Game, name: str, path: str, paper: str, thickness: float | None) -> Iterator[OutputFile]:
    from cardgen.sheets.plan import FitError

    with contextlib.suppress(FitError):
        net = layout_tuckbox(game, name, path, paper, thickness)
        target = TUCKBOXES.of(game.file)[name]
        inputs = (game_yaml(game), game.decks[target.deck].file, *game.fonts.files)
        yield pages_file(game, path, [net], inputs, paper, titles=target.titles)


def _plan_outlines(game: Game, name: str, path: str, paper: str, thickness: float | None) -> Iterator[OutputFile]:
    from cardgen.products.tuckboxes.drawing import tuckbox_outlines
    from cardgen.products.tuckboxes.net import lay_tuckbox
    from cardgen.sheets.plan import FitError

    target = TUCKBOXES.of(game.file)[name]
    with contextlib.suppress(FitError):
        layout_tuckbox(game, name, path, paper, thickness)  # a text may not fit, either
        layout = lay_tuckbox(*_stack(game, target, thickness), paper_size(paper), Path(path).stem, target.regmarks)
        title = f"{all_languages(game, game.file.titles)} · {Path(path).stem}"
        scene = tuckbox_outlines(layout, target.regmarks, Path(path).stem, title, game.file.languages[0])
        inputs = (game_yaml(game), game.decks[target.deck].file)
        yield cut_file(game, path, scene, inputs, {"mm": list(layout.paper), "paper": paper})


def _stack(game: Game, target: TuckboxTarget, thickness: float | None) -> tuple[tuple[float, float], float]:
    """Return the size of the cards and the thickness of their stack, mm."""
    from cardgen.products.tuckboxes.net import stack_thickness

    deck = game.decks[target.deck]
    return (deck.size.width, deck.size.height), stack_thickness(deck.count, thickness or deck.size.thickness)


def layout_tuckbox(game: Game, name: str, path: str, paper: str, thickness: float | None = None) -> Scene:
    """Lay out the net of the target `name` as the file `path`, for cards of `thickness` mm instead of the game's own.

    FitError if the paper or a panel is too small.
    """
    from cardgen.products.tuckboxes.drawing import BoxColours, tuckbox_net

    target = TUCKBOXES.of(game.file)[name]
    return tuckbox_net(
        *_stack(game, target, thickness),
        paper_size(paper),
        title=game.file.titles,
        subtitle=target.titles,
        colours=BoxColours(ground=target.paint, ink=target.ink, accent=target.accent),
        licence=licence_line(game),
        languages=game.file.languages,
        name=Path(path).stem,
        fonts=game.fonts,
        cut=target.cut,
        marks=target.regmarks,
    )
