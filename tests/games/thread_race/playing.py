"""The functions of the engine with the starter set, for tests in which the cards do not matter."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from cardgen.engines import Decks, Diagram, GameContent
from cardgen.engines.effects.turns import AnswerTurn
from cardgen.engines.turn_game import Played, play_game
from cardgen.engines.turn_logs import read_log, write_log
from cardgen.games.thread_race import pictures, protocol
from cardgen.games.thread_race.cards import DeckOrder
from cardgen.games.thread_race.decks import deal_order
from cardgen.games.thread_race.field import ThreadRaceSeat, seats_of
from cardgen.games.thread_race.rules import ThreadRaceRules
from cardgen.games.thread_race.turn_game import GAME, ThreadRaceStart, ThreadRaceState, start_of
from tests.games.thread_race.decks import DECKS

CONTENT = GameContent({}, DECKS)
Game: TypeAlias = Played[ThreadRaceStart, ThreadRaceState, Any]


def apply(state: ThreadRaceState, *words: str) -> ThreadRaceState:
    """Return the state after an answer of the player to move."""
    return GAME.apply(state, AnswerTurn(state.to_move or 0, words))


def apply_all(state: ThreadRaceState, answers: Sequence[str]) -> ThreadRaceState:
    """Return the state after answers."""
    for answer in answers:
        state = apply(state, *answer.split())
    return state


def legal(state: ThreadRaceState) -> list[str]:
    """Return the possible answers, their words in one text."""
    return [" ".join(turn.answer) for turn in GAME.legal_turns(state)]


def seats(state: ThreadRaceState) -> tuple[ThreadRaceSeat, ...]:
    """Return the field as it is now."""
    return seats_of(state.setup, state.now)


def random_game(decks: Sequence[DeckOrder], seed: int, rules: ThreadRaceRules) -> Game:
    """Return a random game to its end, with the decks in a random order."""
    chance = random.Random(f"{seed}/turns")
    start = start_of(rules, seed, [deal_order(deck, chance) for deck in decks])
    return play_game(GAME, start, CONTENT)


def log_of(played: Game) -> str:
    return write_log(GAME, played)


def verify_log(text: str, rules: ThreadRaceRules, decks: Decks = DECKS) -> ThreadRaceState:
    return read_log(GAME, text, GameContent({"": rules}, decks)).state


def draw_play(text: str, rules: ThreadRaceRules, decks: Decks = DECKS) -> list[Diagram]:
    return pictures.draw_play(text, rules, decks)


def answer(line: str | bytes, rulesets: Mapping[str, ThreadRaceRules]) -> str:
    return protocol.answer(line, GameContent(rulesets, DECKS))
