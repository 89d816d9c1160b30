"""The free table of a game on the server: its set-up by the cards as they are now, and the answers about its games.

Chance comes from the server: a page can neither choose nor know the seed of a shuffle.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.base.words.messages import message
from cardgen.cache.sealed import read_cache, write_cache
from cardgen.data.table_setup import BoardPicture, make_setup
from cardgen.engines.free_table.history import begin_table, make_step, restored_table, table_data
from cardgen.engines.free_table.model import MOST_THINGS, GestureError, Setup
from cardgen.engines.free_table.views import view_table
from cardgen.review.server.catalog import Catalog
from cardgen.review.server.tables import Ask, TableError


class CachedShelf:
    """The free tables of a game in the cache of this user: they have secrets, so they do not belong to the project."""

    def __init__(self, *owner: str) -> None:
        self._name = f"tables/{hashlib.sha256('|'.join(owner).encode()).hexdigest()[:24]}"

    def read(self) -> bytes | None:
        """Return what was written last; None if there is nothing."""
        return read_cache(self._name)

    def write(self, content: bytes) -> None:
        """Keep these bytes instead of those before."""
        write_cache(self._name, content)


def free_answers(catalog: Catalog) -> Ask:
    """Return what answers the requests of `Tables` for a free table. TableError for what is refused."""

    def answer(request: Mapping[str, Any]) -> Mapping[str, Any]:
        try:
            match request["op"]:
                case "new_game":
                    players = request.get("players")
                    setup = setup_of(catalog, players if type(players) is int and players > 0 else None)
                    return {"state": begin_table(setup, secrets.randbits(48)), "seats": setup.players}
                case "view":
                    at = request.get("at")
                    seen = view_table(request["state"], request["seat"], at if type(at) is int else None)
                    return {**seen, "areas": [_with_picture(catalog, area) for area in seen["areas"]]}
                case "store":
                    return {"game": table_data(request["state"])}
                case "restore":
                    return {"state": restored_table(request["game"])}
                case _:
                    made = make_step(request["state"], request["seat"], request["turn"], secrets.randbits(48))
                    return {"state": made}
        except GestureError as error:
            raise TableError(error.code, error.text) from error

    return answer


def setup_of(catalog: Catalog, players: int | None) -> Setup:
    """Return the set-up of the game for so many players. TableError if it has too many cards."""
    game = catalog.game
    setup = make_setup(game, players, [*_boards(catalog)], _same_backs(catalog))
    count = sum(len(pile.things) for pile in setup.piles) + len(setup.pieces)
    if count > MOST_THINGS:
        text = message("a table has at most {most} things, and this game has {count}", most=MOST_THINGS, count=count)
        raise TableError("too-many", text)
    return setup


def _boards(catalog: Catalog) -> Iterator[BoardPicture]:
    """Yield the boards of the game that can be drawn."""
    for name, (scene, _, titles) in catalog.boards.items():
        yield BoardPicture(name, titles, (scene.width, scene.height))


def _with_picture(catalog: Catalog, area: dict[str, Any]) -> dict[str, Any]:
    """Return an area of a view with the key of its picture, "" if it is not drawn now."""
    board = catalog.boards.get(area["name"]) if area["board"] else None
    return {**area, "picture": board[1] if board else ""}


def _same_backs(catalog: Catalog) -> dict[str, str]:
    """Return for each deck the first deck of the same size with the same backs."""
    firsts: dict[object, str] = {}
    found: dict[str, str] = {}
    for name, deck in catalog.game.decks.items():
        backs = frozenset(card.summary["back"] for card in catalog.cards.values() if card.summary["deck"] == name)
        found[name] = firsts.setdefault((deck.size.width, deck.size.height, deck.template.landscape, backs), name)
    return found
