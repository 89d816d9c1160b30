"""The outlines of cards that are not rectangular, for drawings that show their sides."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.data.card_shapes import RECTANGLE, side_outline
from cardgen.data.model import Game
from cardgen.products.product import Decks
from cardgen.scene.items import Command, Scene


def outlines_of(game: Game, decks: Decks) -> dict[str, tuple[Command, ...]]:
    """Return the outlines of the sides of cards that are not rectangular, by the names of their scenes."""
    outlines: dict[str, tuple[Command, ...]] = {}
    for name, cards in decks.items():
        size = game.decks[name].size
        for card in cards if size.shape != RECTANGLE else ():
            for side, is_back in ((card.face, False), (card.back, True)):
                if side is not None:
                    width, height = side.scene.width, side.scene.height
                    outlines[side.scene.name] = side_outline(size, width, height, is_back=is_back)
    return outlines


def outline_finder(game: Game, decks: Decks) -> Callable[[Scene], tuple[Command, ...]]:
    """Return a function that returns the outline of a side of a card; nothing for a rectangle."""
    outlines = outlines_of(game, decks)
    return lambda scene: outlines.get(scene.name, ())
