"""The engine and its twin agree in every state of random games: what is asked, the field, and who wins."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from cardgen.games.thread_race.decks import deal_order
from cardgen.games.thread_race.field import FieldCard, seats_of
from cardgen.games.thread_race.turn_game import GAME, ThreadRaceState, start_of
from tests.examples import trials
from tests.games.thread_race.playing import CONTENT
from tests.games.thread_race.rulesets import RULESETS
from tests.games.thread_race.starter import starter_deck

from .twin import Ask, Course, Twin, TwinCard


def field_of(state: ThreadRaceState) -> list[Any]:
    """Return what both must have alike, as the engine has it."""

    def lying(now: FieldCard | None) -> tuple[Any, ...] | None:
        if now is None or not now.up:
            return None if now is None else (now.card, "down")
        face = "sideways" if now.sealed else "up"
        return (now.card, face, now.speed, now.element, now.text.id, now.fixed, now.nullified)

    return [
        (
            state.now.turn,
            list(map(lying, seat.slots)),
            seat.deck,
            seat.rebirth,
            [*map(len, seat.slot_effects)],
            seat.uses,
        )
        for seat in seats_of(state.setup, state.now)
    ]


def field_of_twin(twin: Twin) -> list[Any]:
    """Return the same as the twin has it."""

    def lying(card: TwinCard | None) -> tuple[Any, ...] | None:
        if card is None or card.face == "down":
            return None if card is None else (card.number, "down")
        return (card.number, card.face, card.speed, card.element, card.text, card.fixed, card.nullified)

    def numbers(cards: Sequence[TwinCard]) -> tuple[int, ...]:
        return tuple(card.number for card in cards)

    return [
        (
            twin.turn,
            list(map(lying, player.slots)),
            numbers(player.deck),
            numbers(player.rebirth),
            player.draws,
            player.uses if twin.full else None,
        )
        for player in twin.players
    ]


def compare_game(seed: int, name: str) -> int:
    """Play a random game in both, and return how many turns it had."""
    chance, players = random.Random(f"twin/{seed}"), 2 + seed % 3
    decks = [deal_order(starter_deck(chance.randrange(2)), chance) for _ in range(players)]
    state = GAME.begin(start_of(RULESETS[name], seed, decks), CONTENT)
    twin = Twin([(deck.core.id, [card.id for card in deck.cards]) for deck in decks], full=name == "full")
    course = twin.play()
    asked: Ask | None = next(course)
    count = 0
    while asked is not None:
        turns, question = GAME.legal_turns(state), state.question
        assert question is not None
        assert (asked.kind, asked.seat) == (question.kind, question.seat)
        assert asked.answers == {turn.answer for turn in turns}
        assert field_of_twin(twin) == field_of(state)
        turn = chance.choice(turns)
        state, count = GAME.apply(state, turn), count + 1
        asked = send(course, turn.answer)
        if asked is not None and asked.kind == "shuffle":
            asked = send(course, list(seats_of(state.setup, state.now)[asked.seat].deck[:3]))
    assert (state.question, list(state.now.winners)) == (None, twin.winners)
    assert field_of_twin(twin) == field_of(state)
    return count


def send(course: Course, answer: Any) -> Ask | None:
    """Return what is asked after an answer; None if the game is over."""
    try:
        return course.send(answer)
    except StopIteration:
        return None


@pytest.mark.parametrize("name", RULESETS)
def test_the_twins_agree_on_random_games(name: str) -> None:
    assert sum(compare_game(seed, name) for seed in range(trials(400, few=2))) > 150
