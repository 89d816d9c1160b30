"""The functions of the engine with the starter set, for tests in which the cards do not matter."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from cardgen.engines import Decks, Diagram, GameContent
from cardgen.engines.turn_game import Played, play_game
from cardgen.engines.turn_logs import read_log, write_log
from cardgen.games.thread_race import pictures, protocol
from cardgen.games.thread_race.cards import DeckOrder
from cardgen.games.thread_race.decks import deal_order
from cardgen.games.thread_race.game import State
from cardgen.games.thread_race.rules import Rules
from cardgen.games.thread_race.turn_game import GAME, Start, start_of
from cardgen.games.thread_race.turns import Turn
from tests.games.thread_race.decks import DECKS

CONTENT = GameContent({}, DECKS)
Game: TypeAlias = Played[Start, State, Turn]


def random_game(decks: Sequence[DeckOrder], seed: int, rules: Rules) -> Game:
    """Return a random game to its end, with the decks in a random order."""
    chance = random.Random(f"{seed}/turns")
    start = start_of(rules, seed, [deal_order(deck, chance) for deck in decks])
    return play_game(GAME, start, CONTENT)


def log_of(played: Game) -> str:
    return write_log(GAME, played)


def verify_log(text: str, rules: Rules, decks: Decks = DECKS) -> State:
    return read_log(GAME, text, GameContent({"": rules}, decks)).state


def draw_play(text: str, rules: Rules, decks: Decks = DECKS) -> list[Diagram]:
    return pictures.draw_play(text, rules, decks)


def answer(line: str | bytes, rulesets: Mapping[str, Rules]) -> str:
    return protocol.answer(line, GameContent(rulesets, DECKS))
