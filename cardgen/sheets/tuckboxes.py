"""The tuck boxes of a game: each target's net on a paper, or the finding that says why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardgen.data.model import Game
from cardgen.errors import PRINT_CODES, Finding
from cardgen.scene.items import Scene
from cardgen.sheets.plan import FitError
from cardgen.sheets.tuckbox import BoxColours, stack_thickness, tuckbox_net
from cardgen.units import PAPERS

_CODE = "box-too-large"


def layout_tuckbox(game: Game, name: str, path: str, paper: str, thickness: float | None = None) -> Scene:
    """The net of the target `name` as the file `path`, for cards of `thickness` mm instead of the game's own.

    FitError when the paper or a panel is too small.
    """
    target = game.file.targets.tuckboxes[name]
    deck = game.decks[target.deck]
    return tuckbox_net(
        (deck.size.width, deck.size.height),
        stack_thickness(deck.count, thickness or deck.size.thickness),
        PAPERS[paper],
        title=game.file.titles,
        subtitle=target.titles,
        colours=BoxColours(ground=target.paint, ink=target.ink, accent=target.accent),
        licence=f"{game.file.author} · {game.file.licence.name}",
        languages=game.file.languages,
        name=Path(path).stem,
        fonts=game.fonts,
    )


def tuckbox_finding(game: Game, name: str, path: str, paper: str, thickness: float | None = None) -> Finding | None:
    """Why a box cannot be made on a paper, located at its target; None when it can."""
    try:
        layout_tuckbox(game, name, path, paper, thickness)
    except FitError as error:
        (fault,) = error.faults
        place = game.marked.key_place("targets", "tuckboxes", name)
        deck = game.file.targets.tuckboxes[name].deck
        return Finding(place, PRINT_CODES[_CODE], _CODE, fault.message, fault.hint, deck=deck)
    return None


def check_tuckboxes(game: Game) -> Iterator[Finding]:
    """The findings of all boxes on all their papers."""
    for name, target in game.file.targets.tuckboxes.items():
        for paper in target.papers:
            finding = tuckbox_finding(game, name, f"{name.replace('{paper}', paper)}.pdf", paper)
            if finding:
                yield finding
