"""What cannot be said as data is done by hand: asked for, logged, without a card made or lost."""

from __future__ import annotations

from itertools import chain

import pytest

from cardgen.engines.effects.turns import AnswerTurn, WrongTurnError
from cardgen.engines.turn_game import Played
from cardgen.engines.turn_logs import read_log, write_log
from cardgen.games.card_game.turn_game import GAME, CardGameStart
from tests.cases import for_cases
from tests.games.card_game.harbour import CARDS, load_harbour

BY_HAND = CARDS + "odd: {cost: 0, effects: [{use: main, do: [{by-hand: Swap seats.}, {draw: 1}]}]}\n"


def played(*answers: str, cards: str = CARDS) -> Played:  # type: ignore[type-arg]
    """Return a game of two after these answers, each of the seat to move."""
    content = load_harbour(cards=cards)
    start = CardGameStart("standard", 2, 1)
    states, turns = [GAME.begin(start, content)], []
    for answer in answers:
        turns.append(AnswerTurn(states[-1].to_move or 0, tuple(answer.split())))
        states.append(GAME.apply(states[-1], turns[-1]))
    return Played(start, tuple(turns), tuple(states))


def zones(game: Played) -> dict[str, list[str]]:  # type: ignore[type-arg]
    found: dict[str, list[str]] = GAME.facts(game.state)["zones"]
    return found


def test_a_card_is_moved_and_a_value_set_by_hand() -> None:
    before = zones(played())
    (card, *_), pile = before["seat1.hand"], before["pile"]
    game = played(f"adjust move {card} seat0.table", "adjust set seat0 coins 7", f"adjust move {pile[-1]} pile top")
    after = zones(game)
    assert card in after["seat0.table"]
    assert after["pile"][0] == pile[-1]
    assert GAME.facts(game.state)["players"][0]["coins"] == 7
    assert sorted(chain(*after.values())) == sorted(chain(*before.values()))
    assert game.state.now.log[-3:-1] == (f"adjust move {card} seat0.table", "adjust set seat0 coins 7")
    again = read_log(GAME, write_log(GAME, game), load_harbour(), "standard")
    assert zones(again) == after


@for_cases(
    "words",
    [
        *("move nothing pile", "move seat0 pile", "set seat0 coins -1", "set seat0 gold 3", "set seat0 coins many"),
        *("turn seat0 up", "set seat0", "", "draw 2", "move trader:1 pile bottom"),
    ],
)
def test_what_is_no_adjustment_is_refused(words: str) -> None:
    with pytest.raises(WrongTurnError) as refused:
        played(f"adjust {words}")
    assert refused.value.code == "wrong-adjustment"


def test_a_text_that_is_no_data_is_asked_for() -> None:
    start = played(cards=BY_HAND)
    card = next(name for name in zones(start)["pile"] if name.startswith("odd"))
    asked = played(f"adjust move {card} seat0.hand", f"use-{card}", cards=BY_HAND)
    question = GAME.write_question(asked.state)
    assert question is not None
    assert (question["kind"], question["about"], question["options"]) == ("by-hand", "Swap seats.", ["done"])
    hand = zones(asked)["seat0.hand"]
    game = played(
        f"adjust move {card} seat0.hand", f"use-{card}", f"adjust move {hand[0]} market", "done", cards=BY_HAND
    )
    assert hand[0] in zones(game)["market"]
    assert len(zones(game)["seat0.hand"]) == len(hand)
    assert card in zones(game)["discards"]
