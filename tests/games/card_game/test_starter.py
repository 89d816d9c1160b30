"""The game of the starter `card-game` is played to its end, with every card, and better by a bot that thinks."""

from __future__ import annotations

from collections import Counter

import pytest

from cardgen.data.playing import playable_decks
from cardgen.engines import GameContent
from cardgen.engines.turn_game import play_game
from cardgen.engines.turn_logs import read_log, write_log
from cardgen.games.card_game.turn_game import GAME, CardGameStart
from tests.examples import trials
from tests.starters.projects import begun_in


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> GameContent:
    game = begun_in(tmp_path_factory.mktemp("starter"), "card-game").load()
    return GameContent(game.rulesets, playable_decks(game))


def check_game(players: int, seed: int, market: GameContent) -> None:
    """Assert that a random game ends, has all of its cards, and is the same again from its log."""
    played = play_game(GAME, CardGameStart("standard", players, seed), market)
    world = played.state.now
    assert world.winners
    assert world.round <= 51
    assert len({card for cards in world.zones.values() for card in cards}) == 54
    assert sum(map(len, world.zones.values())) == 54
    assert read_log(GAME, write_log(GAME, played), market, "standard").state.now.zones == world.zones


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.full), 4])
def test_games_end_by_the_goal_with_every_card(players: int, market: GameContent) -> None:
    for seed in range(players, players + trials(1_000, few=1)):
        check_game(players, seed, market)


def test_every_kind_of_card_is_played(market: GameContent) -> None:
    used: Counter[str] = Counter()
    for seed in range(6):
        for state in play_game(GAME, CardGameStart("standard", 3, seed), market).states:
            used.update(key for key, _, target in state.now.counts if target is None)
    kinds = {card.id for card in market.decks["market"]}
    assert kinds - {"watchman"} <= set(used)
    assert "watch" in used  # a card that is played when others play


def test_who_looks_ahead_wins_nearly_always(market: GameContent) -> None:
    wins = 0
    for seed in range(3):
        policies = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        played = play_game(GAME, CardGameStart("standard", 2, seed), market, policies)
        wins += policies[played.state.now.winners[0]] == "greedy"
    assert wins == 3
