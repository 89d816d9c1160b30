"""Print runs: every card as it is now, and its pictures, so that later builds and comparisons begin with them."""

from __future__ import annotations

from pathlib import Path

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.words.messages import message
from cardgen.building.editions import layout_editions
from cardgen.building.prints import print_run, record_run, run_file
from cardgen.data.model import Game
from cardgen.data.project import Project
from cardgen.products.options import Options
from cardgen.review.kept.folder import KeptPictures
from cardgen.review.server.pictures import picture_key
from cardgen.review.server.store import PICTURES, review_folder
from cardgen.scene.bare import bare


def record_prints(project: Project, game: Game, name: str, *, overwrite: bool = False) -> tuple[Path, int]:
    """Record a print run. Return its file and the number of copies. DataError if the name is taken or cannot be one."""
    if project.bundled:
        hint = message("`cardgen init DIR --from {game}` copies it", game=game.id)
        raise DataError(Fault(Place(), message("nothing is written into a game that comes with cardgen"), hint))
    run_file(game.folder, name)
    editions = layout_editions(game, Options())
    cards = print_run(editions)
    file = record_run(game, name, cards, overwrite=overwrite)
    scenes = [
        bare(side.scene)
        for edition in editions
        for laid in edition.laid.values()
        for card in laid
        for _, side in card.sides
    ]
    KeptPictures(review_folder(project, game.id) / PICTURES).keep({picture_key(scene): scene for scene in scenes})
    return file, sum(card.copies for card in cards)
