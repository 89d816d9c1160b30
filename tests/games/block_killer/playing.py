"""What the game's files give to its engine, and random games."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.engines import GameContent, turn_game
from cardgen.engines.turn_game import Played
from cardgen.games.block_killer.game import State, Turn
from cardgen.games.block_killer.rules import Rules
from cardgen.games.block_killer.turn_game import GAME, Start
from tests.games.block_killer.rulesets import RULESETS
from tests.games.block_killer.test_deck import DECKS

CONTENT = GameContent(RULESETS, DECKS)


def random_game(players: int, seed: int, rules: Rules) -> Played[Start, State, Turn]:
    return turn_game.play_game(GAME, Start(rules, players, seed), CONTENT)


def play_game(players: int, seed: int, rules: Rules) -> Iterator[tuple[Turn | None, State]]:
    """Yield a random game: the deal without a turn, then each turn and the state after it."""
    played = random_game(players, seed, rules)
    return zip((None, *played.turns), played.states, strict=True)
