"""Orders: counted against a list of all, and the fastest one against a trial of every game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest

from cardgen.games.thread_race.cards import Core, DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.decks import (
    clash_stages,
    count_orders,
    count_window_orders,
    opening_clashes,
)
from cardgen.games.thread_race.rules import ThreadRaceRules
from cardgen.games.thread_race.solver import fastest_order, turns_at_least
from cardgen.games.thread_race.turn_game import GAME, ThreadRaceState
from tests.cases import for_cases
from tests.games.thread_race.fields import card, idle
from tests.games.thread_race.rulesets import BRIEF, FULL, changed
from tests.games.thread_race.starter import starter_deck

CORE = Core("core", 1, 0)


def window_orders(waiting: Sequence[int], window: int) -> set[tuple[int, ...]]:
    """List every order in which cards can be played."""
    if not waiting:
        return {()}
    return {
        (waiting[choice], *rest)
        for choice in range(min(window, len(waiting)))
        for rest in window_orders([*waiting[:choice], *waiting[choice + 1 :]], window)
    }


@for_cases("window", [1, 2, 3, 4])
def test_counts_are_those_of_a_list_of_all_orders(window: int) -> None:
    for waiting in range(7):
        assert count_window_orders(waiting, window) == len(window_orders(range(waiting), window))
    assert len(window_orders(range(4), 3)) == 18
    for copies in ([1, 1, 1], [2, 1], [3], [2, 2, 1], []):
        deck = [number for number, count in enumerate(copies) for _ in range(count)]
        assert count_orders(copies) == len(set(permutations(deck)))


def test_openings_clash_in_the_speeds_that_both_have() -> None:
    first, second = [idle(5), idle(3), idle(3)], [idle(3), idle(1), card(None, trigger="on-flip")]
    assert clash_stages(first, second) == [3]
    decks = DeckOrder(CORE, (idle(1), idle(2), idle(3), idle(4))), DeckOrder(CORE, (idle(3), idle(4), idle(5)))
    assert opening_clashes(*decks) == {1: 2, 2: 2}
    assert sum(opening_clashes(starter_deck(), starter_deck()).values()) == 1771**2


# ---------------------------------------------------------------- the fastest order


def every_game(state: ThreadRaceState, best: int) -> int:
    """Return the fastest turn in which a game can be won, by all of its turns; `best` if none is faster."""
    seen = set[object]()

    def follow(now: ThreadRaceState) -> None:
        nonlocal best
        if now.now.over:
            best = min(best, now.now.turn)
            return
        world = now.before
        position = (world.turn, world.position.stage, world.position.uses, now.answers)
        key = (frozenset(world.zones.items()), frozenset(world.stored.items()), position)
        if now.now.turn < best and key not in seen:
            seen.add(key)
            for answer in GAME.answers_of(now):
                follow(GAME.go_on(now, answer))

    follow(state)
    return best


def fastest_of_all(cards: Sequence[ThreadRaceCard], core: Core, rules: ThreadRaceRules) -> int:
    best = 99
    for order in set(permutations(cards)):
        best = every_game(GAME.start_game([DeckOrder(core, order)], 0, rules), best)
    return best


BURN = card(3, {"do": "destroy", "owner": "self"}, {"do": "draw"}, cost=2, name="burn")
SPARK = card(None, {"do": "draw"}, trigger="on-flip", name="spark")
DRAW = '[{"use": "core", "do": [{"draw": 1}]}]'


@pytest.mark.parametrize(
    ("cards", "start", "uses", "fastest"),
    [
        pytest.param(
            (idle(5, name="a"), idle(4, name="b"), idle(3, name="c"), idle(2, name="d")),
            "up",
            0,
            5,
            marks=pytest.mark.soak,
        ),
        ((idle(1, cost=1, name="a"), idle(1, cost=1, name="b"), idle(2, name="c"), idle(3, name="d")), "up", 0, 3),
        ((BURN, BURN, idle(2, name="c"), idle(1, cost=1, name="d")), "up", 0, 2),
        pytest.param(
            (SPARK, idle(2, cost=2, name="c"), *[idle(1, name="d")] * 2), "either", 0, 4, marks=pytest.mark.full
        ),
        ((idle(1, cost=1, name="a"), idle(2, name="b"), idle(1, name="c"), idle(3, name="d")), "up", 2, 4),
    ],
)
def test_the_fastest_order_of_a_small_deck_is_that_of_all_games(
    cards: tuple[ThreadRaceCard, ...], start: str, uses: int, fastest: int
) -> None:
    rules, core = changed(put_away="must", window=1, start=start), Core("core", 1, uses, DRAW if uses else "")
    found = fastest_order(DeckOrder(core, cards), rules, 200)
    assert found.turn == fastest_of_all(cards, core, rules) == fastest
    assert found.at_least <= found.turn


def test_the_fastest_order_of_a_deck_without_effects_is_proven() -> None:
    blank = DeckOrder(CORE, tuple(card(1 + number // 2 % 5, name=str(number // 2)) for number in range(12)))
    for rules, turn in ((FULL, 13), (BRIEF, 10)):
        found = fastest_order(blank, rules, 1)
        assert (found.turn, found.at_least, found.proven) == (turn, turn, True)


def test_the_bound_counts_the_texts_that_draw_and_those_that_remove() -> None:
    waiting = [idle(2, name=str(number)) for number in range(19)]
    assert turns_at_least(DeckOrder(CORE, (*waiting, idle(2), idle(2), idle(2), idle(2))), FULL) == 24
    assert turns_at_least(DeckOrder(CORE, (*waiting, idle(2), idle(2), idle(2), idle(1, cost=1))), FULL) == 21
    assert turns_at_least(DeckOrder(CORE, (*waiting, idle(2), idle(2), idle(2), BURN)), FULL) == 4
    assert turns_at_least(DeckOrder(Core("core", 1, 1, DRAW), (*waiting, *[idle(2)] * 4)), FULL) == 11
    assert turns_at_least(DeckOrder(CORE, (*waiting, *[card(2, by_hand="?")] * 4)), FULL) == 1
    echo = card(3, {"do": "copy", "owner": "self", "self_ok": False}, name="echo")
    assert turns_at_least(DeckOrder(CORE, (*waiting, idle(2), idle(2), BURN, echo)), FULL) == 3
    spring = card(3, {"do": "slot", "owner": "self", "gives": "draw"}, name="spring")
    assert turns_at_least(DeckOrder(CORE, (*waiting, idle(2), idle(2), idle(2), spring)), FULL) == 2
    assert turns_at_least(DeckOrder(CORE, (idle(2), idle(2), spring)), FULL) == 1


def test_the_starter_deck_has_an_order_that_is_played_as_it_was_found() -> None:
    found = fastest_order(starter_deck(), FULL, 1)
    state = GAME.start_game([found.deck], 0, FULL)
    for line in found.turns:
        turn = GAME.read_turn(line, state)
        assert turn is not None
        state = GAME.apply(state, turn)
    assert (state.now.over, state.now.turn) == (True, found.turn)
    assert found.turn < 21
    assert not found.proven
    assert sorted(map(repr, found.deck.cards)) == sorted(map(repr, starter_deck().cards))
