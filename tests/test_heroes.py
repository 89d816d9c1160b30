"""The shipped game of heroes: it has no findings in either language, and everything in the pile has one back."""

from __future__ import annotations

import pytest

from cardgen.building.check import check_game
from cardgen.building.checks.backs import picture_key
from cardgen.building.plan import layout_game
from cardgen.data.load import load_game
from cardgen.data.model import Game
from tests.games_on_disk import REPOSITORY


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(REPOSITORY / "card_data" / "heroes", REPOSITORY / "templates", REPOSITORY)


def test_it_has_no_findings(game: Game) -> None:
    report = check_game(game, layout_game(game))
    assert report.findings == ()
    # The game, aids and markers; and blank forms.
    assert (report.cards, report.extra) == (60 + 10 + 33 + 52 + 1 + 20 + 66, 15 + 3 + 36)


def test_everything_that_can_be_in_the_pile_has_the_same_back(game: Game) -> None:
    decks = layout_game(game)
    backs = {name: {picture_key(card.back) for card in cards if card.back} for name, cards in decks.items()}
    assert len(backs["cards"]) == 1
    assert backs["cards"] == backs["seal"]
    assert len(set.union(*(backs[name] for name in ("heroes", "identities", "health", "cards")))) == 4


def test_the_deck_has_each_suit_and_number_once(game: Game) -> None:
    cards = [card.fields for card in game.decks["cards"].cards]
    assert len({(card["suit"], card["number"]) for card in cards}) == len(cards) == 52
