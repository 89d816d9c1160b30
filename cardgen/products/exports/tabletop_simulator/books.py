"""The rulebooks of a game as PDFs under names of their own."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.records import dataclass, replace
from cardgen.data.model import Game
from cardgen.products.exports.tabletop_simulator.options import asset_path
from cardgen.products.files import UnfinishedFile
from cardgen.products.options import Options
from cardgen.products.product import Decks
from cardgen.products.rulebook import PRODUCT


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook: its language, its title, its file."""

    lang: str
    title: str
    file: UnfinishedFile


def books_of(game: Game, decks: Decks) -> Iterator[Book]:
    """Yield the rulebooks of a game. They are laid out when they are made."""
    for lang in game.rulebooks:
        title = game.file.titles.get(lang) or next(iter(game.file.titles.values()))
        for file in PRODUCT.plan(game, decks, Options(only=(f"rules/rules.{lang}.pdf",))):
            assert isinstance(file, UnfinishedFile)
            yield Book(lang, title, _renamed(file, asset_path(f"rules-{lang}", file.key, ".pdf")))


def _renamed(file: UnfinishedFile, path: str) -> UnfinishedFile:
    finish = file.finish
    return replace(file, path=path, finish=lambda: replace(finish(), path=path))
