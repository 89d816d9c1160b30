"""The differences that open pages are sent: with them, a page is in the state of one that is loaded again."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.building.plan import layout_game
from cardgen.cards.layout.cards import Laid
from cardgen.cards.layout.reuse import LayoutCache
from cardgen.data.load import load_game
from cardgen.data.rows.reuse import RowCache
from cardgen.review.server.catalog import Catalog, make_catalog
from cardgen.review.server.changes import catalog_change
from cardgen.review.server.page_data import catalog_data, review_data, sheets_data
from tests.games_on_disk import GameOnDisk
from tests.many_edits import CARDS, FILES, edit, many_game_in


class Editing:
    """A game that is changed, and its catalog: made from the one before, and from scratch."""

    def __init__(self, game: GameOnDisk) -> None:
        self.game = game
        self.rows, self.layout = RowCache(), LayoutCache[Laid]()
        self.catalog: Catalog | None = None

    def renew(self) -> Catalog:
        """Return the next catalog. DataError if the game has faults."""
        game = self.game
        loaded = load_game(game.root / "card_data/many", game.root / "templates", game.root, cache=self.rows)
        self.catalog = make_catalog(loaded, layout_game(loaded, cache=self.layout), self.catalog)
        return self.catalog

    def from_scratch(self) -> Catalog:
        """Return the catalog that a server which starts now would make."""
        loaded = self.game.load()
        return make_catalog(loaded, layout_game(loaded))


def whole(catalog: Catalog) -> list[object]:
    """Return everything that a page loads of a catalog."""
    data = (catalog_data(catalog, "live", "Ann"), review_data((), catalog), sheets_data(catalog))
    places = [catalog.card(key).card.place("id") for key in catalog.keys]
    return [*data, catalog.texts, catalog.alts, catalog.hashes, places]


def page_of(catalog: Catalog) -> dict[str, Any]:
    """Return the part of a page's state that the message `catalog` changes."""
    data = catalog_data(catalog, "live", "Ann")
    parts = {name: data[name] for name in ("version", "game", "decks")}
    cards = {card["key"]: card for card in data["cards"]}
    return {**parts, "cards": cards, "texts": dict(catalog.texts), "alts": dict(catalog.alts)}


def taken(page: dict[str, Any], change: Any) -> dict[str, Any]:
    """Return the state of a page after a message, as page/app/live.js takes it."""
    cards = {**page["cards"], **{card["key"]: card for card in change["cards"]}}
    order = change["order"] or [key for key in cards if key not in change["removed"]]
    parts = {name: change.get(name, page[name]) for name in ("version", "game", "decks")}
    texts, alts = ({**page[name], **change[name]} for name in ("texts", "alts"))
    return {
        **parts,
        "cards": {key: cards[key] for key in order},
        "texts": {key: text for key, text in texts.items() if key not in change["removed"]},
        "alts": {key: alt for key, alt in alts.items() if key not in change["removed"]},
    }


@pytest.fixture
def editing(tmp_path: Path) -> Editing:
    return Editing(many_game_in(tmp_path))


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 8))])
def test_a_page_that_takes_changes_is_as_one_that_is_loaded(editing: Editing, seed: int) -> None:
    random = Random(seed)
    catalog = editing.renew()
    page = page_of(catalog)
    for _ in range(20):
        good = {name: editing.game.read(name) for name in FILES}
        edit(random, editing.game)
        before = editing.catalog
        try:
            catalog = editing.renew()
        except DataError:
            for name, text in good.items():
                editing.game.write(name, text)
            continue
        assert whole(catalog) == whole(editing.from_scratch())
        page = taken(page, catalog_change(before, catalog, {}, None, ""))
        assert page == page_of(catalog)
        assert list(page["cards"]) == list(catalog.keys)


def test_unchanged_cards_are_the_same_objects(editing: Editing) -> None:
    before = editing.renew()
    editing.game.change(CARDS, "discard", "discard two")
    after = editing.renew()
    assert {key for key, card in after.cards.items() if before.cards[key] is not card} == {"main/b"}
