"""The free table of a game on the server: its set-up by the cards as they are now, and the answers about its games."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.base.words.messages import message
from cardgen.cache.sealed import read_cache, write_cache
from cardgen.data.table_setup import BoardPicture, make_setup, table_players
from cardgen.engines.free_table.model import MOST_THINGS, GestureError, Setup
from cardgen.engines.free_table.serving import answer_request
from cardgen.engines.serving import adapter_of
from cardgen.review.browser.packing import FREE
from cardgen.review.server.catalog import Catalog
from cardgen.review.server.table_payloads import FreeData
from cardgen.review.server.tables import Ask, TableError

#: A page without a server can be at least for so many players.
_LEAST_MOST = 4


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
            answer = answer_request(request, lambda asked: setup_of(catalog, _players_in(asked)))
        except GestureError as error:
            raise TableError(error.code, error.text) from error
        if "areas" in answer:
            pictures = board_pictures(catalog)
            for area in answer["areas"]:
                area["picture"] = pictures.get(area["name"], "") if area["board"] else ""
        return answer

    return answer


def _players_in(request: Mapping[str, Any]) -> int | None:
    players = request.get("players")
    return players if type(players) is int and players > 0 else None


def free_data(catalog: Catalog) -> FreeData:
    """Return what a page without a server needs for the free table: its set-ups by the number of players."""
    players = range(1, max(_LEAST_MOST, table_players(catalog.game.file)) + 1)
    write = adapter_of(Setup).dump_python
    setups = {str(count): write(setup_of(catalog, count), mode="json") for count in players}
    return {**FREE, "setups": setups, "pictures": board_pictures(catalog)}


def board_pictures(catalog: Catalog) -> dict[str, str]:
    """Return the key of the picture of each board that is drawn now."""
    return {name: picture for name, (_, picture, _) in catalog.boards.items()}


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


def _same_backs(catalog: Catalog) -> dict[str, str]:
    """Return for each deck the first deck of the same size with the same backs."""
    firsts: dict[object, str] = {}
    found: dict[str, str] = {}
    for name, deck in catalog.game.decks.items():
        backs = frozenset(card.summary["back"] for card in catalog.cards.values() if card.summary["deck"] == name)
        found[name] = firsts.setdefault((deck.size.width, deck.size.height, deck.template.landscape, backs), name)
    return found
