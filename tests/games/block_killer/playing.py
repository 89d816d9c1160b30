"""What the game's files give to its engine, and random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cardgen.engines import GameContent, turn_game
from cardgen.engines.turn_game import Played
from cardgen.games.block_killer.copies import COPIES
from cardgen.games.block_killer.game import BlockKillerState, Piles, Player, Turn, new_game
from cardgen.games.block_killer.notation import parse_hand
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.turn_game import GAME, BlockKillerStart
from tests.games.block_killer.rulesets import RULESETS, STANDARD
from tests.games.block_killer.test_deck import DECKS

CONTENT = GameContent(RULESETS, DECKS)


def game(
    *hands: str, rules: BlockKillerRules = STANDARD, turn: int = 0, phase: str = "play", **more: Any
) -> BlockKillerState:
    """Return a game with given hands. The decks are as dealt, so the cards are not exactly the 201."""
    state = new_game(max(3, len(hands)), 1, rules)
    players = list(state.players)
    for seat, text in enumerate(hands):
        hand = parse_hand(text)
        players[seat] = replace(players[seat], blocks=hand.blocks, garbage=hand.garbage)
    return replace(state, players=tuple(players), turn=turn, phase=phase, **more)  # type: ignore[arg-type]


def cards(state: BlockKillerState) -> Counter[str]:
    """Count every card of a game, in any place."""
    piles: list[Player | Piles] = [*state.players, state.decks, state.discards, state.removed]
    return Counter(card for pile in piles for card in (*pile.blocks, *pile.garbage))


def more_of(card: str, more: int) -> tuple[tuple[str, int], ...]:
    """Return the copies of all cards, with more of one."""
    return tuple((other, count + more * (other == card)) for other, count in COPIES)


def random_game(players: int, seed: int, rules: BlockKillerRules) -> Played[BlockKillerStart, BlockKillerState, Turn]:
    return turn_game.play_game(GAME, BlockKillerStart(rules, players, seed), CONTENT)


def play_game(players: int, seed: int, rules: BlockKillerRules) -> Iterator[tuple[Turn | None, BlockKillerState]]:
    """Yield a random game: the deal without a turn, then each turn and the state after it."""
    played = random_game(players, seed, rules)
    return zip((None, *played.turns), played.states, strict=True)
