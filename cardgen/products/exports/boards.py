"""Boards and mats of a game as pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from cardgen.base.errors import DataError, Fault
from cardgen.base.records import dataclass
from cardgen.base.units import MM_PER_INCH
from cardgen.base.words.messages import message
from cardgen.cards.layout.drafts import mark_pages
from cardgen.data.languages.editions import translation_files
from cardgen.data.model import Game
from cardgen.products.boards.drawing import layout_board
from cardgen.products.boards.target import BOARDS
from cardgen.products.exports.atlas import LEAST_DPI
from cardgen.products.files import PngFile, all_languages, game_yaml, key_of
from cardgen.products.pages import PAGES, layout_target
from cardgen.scene.items import Scene
from cardgen.scene.keys import content_key


@dataclass(frozen=True, slots=True)
class TableBoard:
    """A board or a mat: its name, its title, its scene, the file of its picture."""

    name: str
    title: str
    scene: Scene
    file: PngFile


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """The highest resolution and the most pixels a side of a picture. `path_of` takes its name and its content key."""

    dpi: int
    side: int
    optimise: bool
    path_of: Callable[[str, str], str]


def boards_of(game: Game, limits: PictureLimits) -> Iterator[TableBoard]:
    """Yield the boards and pages of a game. DataError for one that is too large for a picture."""
    for key, target in BOARDS.of(game.file).items():
        title = all_languages(game, target.titles)
        yield _board(game, "boards", key, title, target.template, layout_board(game, key).scene, limits)
    for key, page in PAGES.of(game.file).items():
        scene = layout_target(game, page, key).scene
        yield _board(game, "pages", key, scene.title, page.template, scene, limits)


def _board(
    game: Game, section: str, key: str, title: str, template: str, scene: Scene, limits: PictureLimits
) -> TableBoard:
    from cardgen.formats.png import Picture

    side = limits.side
    possible = side / max(scene.width, scene.height) * MM_PER_INCH
    if possible < LEAST_DPI:
        problem = message(
            "a board of {width:,.0f} × {height:,.0f} mm is too large for a picture of {side:,} pixels a side",
            width=scene.width,
            height=scene.height,
            side=side,
        )
        raise DataError(Fault(game.marked.place("targets", section, key), problem))
    if game.draft:
        (scene,) = mark_pages([scene], game.file.languages)
    picture = Picture(scene, min(float(limits.dpi), possible), optimised=limits.optimise)
    content = key_of("board", content_key(scene), picture.size)
    name = key.replace("{paper}", "").replace("--", "-").strip("-") or section
    file = PngFile(
        path=limits.path_of(name, content),
        key=key_of(content, limits.optimise),
        inputs=_inputs(game, template),
        facts={"pixels": list(picture.size)},
        picture=picture,
    )
    return TableBoard(name, title, scene, file)


def _inputs(game: Game, template: str) -> tuple[Path, ...]:
    """Return the files that a board comes from: the number of its cells may be in any deck."""
    decks = [deck.file for deck in game.decks.values()]
    files = [game_yaml(game), *decks, *translation_files(game), *game.pages[template].files, *game.fonts.files]
    return tuple(dict.fromkeys(files))
