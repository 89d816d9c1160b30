"""The shipped games as tests read them: each loaded, laid out and checked once in a process, and copies to change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from cardgen.building.plan import layout_game
from cardgen.cards.layout.cards import LaidCard
from cardgen.data.languages.editions import editions_of
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.products.options import Options
from cardgen.products.rulebook import book_sources
from cardgen.products.sheets import Imposed, imposed_sheets
from cardgen.rulebook.book import Book, Figure, Panel, Sources
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.scene.items import Placed, Scene, apply
from tests.games_on_disk import REPOSITORY, GameOnDisk, shipped_game_in

Laid: TypeAlias = Mapping[str, tuple[LaidCard, ...]]

#: The games with a rules engine.
GAMES = ("block-killer", "blokus", "blitz", "heroes", "thread-race")


@cache
def shipped(name: str) -> Game:
    """Return a game that comes with cardgen."""
    return load_game(REPOSITORY / "card_data" / name, REPOSITORY / "templates", REPOSITORY)


@cache
def laid_out(name: str, lang: str = "") -> Laid:
    """Return the laid out cards of a game, or of one of its editions."""
    return layout_game(editions_of(shipped(name))[lang] if lang else shipped(name))


@cache
def sources_of(name: str, lang: str) -> Sources:
    """Return what a book in a language quotes. Only the cards of Heroes are quoted as pictures with words."""
    if name == "heroes":
        return book_sources(editions_of(shipped(name))[lang], laid_out(name, lang))
    return book_sources(shipped(name), laid_out(name))


@cache
def book_of(name: str, lang: str) -> Book:
    """Return a shipped rulebook."""
    book = shipped(name).rulebooks[lang]
    return parse_rulebook(book.text, book.shown, lang, sources_of(name, lang))


def read_book(name: str, text: str, lang: str = "en", sources: Sources | None = None) -> Book:
    """Return another text as a rulebook of a game."""
    shown = re.sub(r"\.[\w-]+\.md$", f".{lang}.md", shipped(name).rulebooks[lang].shown)
    return parse_rulebook(text, shown, lang, sources or sources_of(name, lang))


def panels_of(book: Book) -> list[Panel]:
    """Return the pictures of a book, with their captions and text alternatives."""
    return [panel for block in book.blocks if isinstance(block, Figure) for panel in block.panels]


def copy_of(name: str, folder: Path) -> GameOnDisk:
    """Copy a game into a folder, to change it."""
    return shipped_game_in(folder, name)


def places_of(page: Scene) -> list[tuple[float, float, Scene]]:
    """Return the middles of the cards of a page, and their sides."""
    placed = [item for item in page.items if isinstance(item, Placed)]
    return [(*apply(item.matrix, item.scene.width / 2, item.scene.height / 2), item.scene) for item in placed]


def backs_behind_faces(game: Game, laid: Laid, sheets: tuple[str, ...]) -> Iterator[tuple[Imposed, Scene, Scene]]:
    """Yield each face on sheets that are turned at their long edge, with the back that is printed behind it.

    That is the one at the place mirrored at the middle of the sheet, on the next page.
    """
    for sheet in imposed_sheets(game, laid, Options(only=sheets)):
        assert sheet.duplex == "long"
        for faces, backs in zip(sheet.pages[::2], sheet.pages[1::2], strict=True):
            behind = places_of(backs)
            assert len(behind) == len(places_of(faces))
            for x, y, face in places_of(faces):
                width = sheet.plan.paper[0]
                (back,) = [scene for a, b, scene in behind if abs(width - x - a) < 1 and abs(y - b) < 1]
                yield sheet, face, back
