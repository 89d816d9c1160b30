"""The free table: random gestures keep every card, undo and replay are exact, and no hidden face is ever sent."""

from __future__ import annotations

import json
import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from cardgen.engines.free_table.gestures import GESTURES, make_gesture
from cardgen.engines.free_table.history import FreeTable, begin_table, make_step, restored_table, table_data
from cardgen.engines.free_table.model import Area, GestureError, Piece, Pile, Setup, State
from cardgen.engines.free_table.serving import view_table
from tests.cases import for_cases

PLAYERS = 3


def setup() -> Setup:
    """Return a table of two decks, one of them with two faces, with a discard, two dice, a counter and tokens."""
    cards = tuple(f"main/secret-{number}" for number in range(24))
    return Setup(
        players=PLAYERS,
        width=700,
        height=400,
        piles=(
            Pile("main", {"en": "Cards"}, 50, 60, deck="main", things=cards),
            Pile("main-discard", {"en": "Discard"}, 120, 60, deck="main", up=True),
            Pile("tiles", {"en": "Tiles"}, 190, 60, deck="tiles", things=("tiles/a", "tiles/b")),
            Pile("ship", {"en": "Ships"}, 400, 60, "token", things=("ship", "ship"), up=True),
        ),
        pieces=(
            Piece("d6", "die", {}, 300, 60),
            Piece("d20", "die", {}, 320, 60, sides=20),
            Piece("coins", "counter", {}, 350, 60, value=5),
            Piece("ship", "token", {}, 400, 60),
        ),
        steps=({"do": "shuffle", "stack": "main"}, {"do": "deal", "stack": "main", "count": 2}),
        sizes={"main": (63, 88), "tiles": (40, 40)},
        open_decks=("tiles",),
    )


def random_gesture(state: State, chance: random.Random, seat: int) -> dict[str, Any]:
    """Return a gesture whose data are of the right form. It may still be refused."""
    stacks = list(state.stacks)
    things = [one for stack in state.stacks.values() for one in stack.things[-1:]] + list(state.hands[seat])
    some = chance.sample(things, min(len(things), chance.randint(1, 3)))
    sources: dict[str, Any] = {"things": some} if chance.random() < 0.6 else {"stacks": chance.sample(stacks, 1)}
    x, y = chance.uniform(0, 700), chance.uniform(0, 400)
    up = {"up": chance.random() < 0.5} if chance.random() < 0.5 else {}
    stack = {"stack": chance.choice(stacks)}
    return chance.choice(
        [
            {"do": "draw", **stack, "count": chance.randint(1, 3)},
            {"do": "deal", **stack},
            {"do": "turn-up", **stack, "count": 2},
            {"do": "shuffle", **stack},
            {"do": "split", **stack},
            {"do": "fan", **stack},
            {"do": "look", **stack},
            {"do": "close", **stack},
            {"do": "move", "stacks": chance.sample(stacks, 2), "dx": x - 350, "dy": y - 200},
            {"do": "lay", "things": some, "x": x, "y": y, "snap": chance.random() < 0.5, **up},
            {"do": "put", **sources, "onto": chance.choice(stacks), "under": chance.random() < 0.5, **up},
            {"do": "give", **sources, "to": chance.randrange(PLAYERS)},
            {"do": "flip", "things": some},
            {"do": "flip", **stack},
            {"do": "turn", "things": some, "by": 90},
            {"do": "roll", "things": [one for one in state.things if state.things[one].kind == "die"]},
            {"do": "add", "things": [one for one in state.things if state.things[one].kind == "counter"], "by": -2},
            {"do": "note", "x": x, "y": y, "text": "hello"},
            {"do": "undo"},
            {"do": "redo"},
        ]
    )


def played(seed: int, count: int = 120) -> FreeTable:
    """Return a game of random gestures. Those that are refused leave it as it is."""
    chance, table = random.Random(seed), begin_table(setup(), seed)
    for _ in range(count):
        seat = chance.randrange(PLAYERS)
        gesture, chance_of = random_gesture(table.state, chance, seat), chance.getrandbits(40)
        with suppress(GestureError):
            table = make_step(table, seat, gesture, chance_of)
    return table


def cards_of(state: State) -> Counter[str]:
    """Return how often each card lies somewhere."""
    places = [one for stack in state.stacks.values() for one in stack.things]
    places += [one for hand in state.hands for one in hand]
    assert len(places) == len(set(places)), "a thing lies at two places"
    assert set(places) == set(state.things)
    return Counter(thing.what for thing in state.things.values() if thing.kind != "note")


@pytest.mark.parametrize("seed", range(8))
def test_no_card_is_lost_and_history_is_exact(seed: int) -> None:
    table = played(seed)
    everything = cards_of(begin_table(setup(), 0).state)
    assert all(cards_of(state) == everything for state in table.states)
    assert restored_table(json.loads(json.dumps(table_data(table)))) == table
    back = table
    while back.last is not None:
        at = back.last
        back = make_step(back, 0, {"do": "undo"}, 0)
        assert back.state == table.states[at], "undo gives the table before the gesture"
    while back.first_undone is not None:
        back = make_step(back, 0, {"do": "redo"}, 0)
    made = [step.gesture for step in back.steps if step.status == "made"]
    if not any(step.status == "undone" for step in table.steps):
        assert made == [step.gesture for step in table.steps if step.status == "made"]
        assert back.state == table.state


@pytest.mark.parametrize("seed", range(8))
def test_a_view_has_no_hidden_face(seed: int) -> None:
    table = played(seed)
    for at in range(1, len(table.steps) + 1):
        state = table.states[at]
        for seat in (None, *range(PLAYERS)):
            view = view_table(table, seat, at)
            named = {word for word in json.dumps({**view, "lines": []}).split('"') if word.startswith("main/")}
            may_see = {
                state.things[one].what
                for stack in state.stacks.values()
                for one in stack.things
                if (one == stack.things[-1] and state.things[one].up) or seat in stack.lookers
            }
            may_see |= {state.things[one].what for one in (() if seat is None else state.hands[seat])}
            assert named <= may_see
    # What lines name has been seen by all at that moment or at the one before.
    for at, step in enumerate(table.steps):
        seen = set[str]()
        for state in table.states[at : at + 2] if step.status == "made" else ():
            tops = (stack.things[-1] for stack in state.stacks.values() if stack.things)
            seen |= {state.things[one].what for one in tops if state.things[one].up}
        if step.status == "made":
            assert set(step.line.values.get("cards", ())) <= seen


def test_shuffling_hides_which_card_is_which() -> None:
    table = begin_table(setup(), 1)
    pile = next(number for number, stack in table.state.stacks.items() if stack.name == "main")
    looked = make_step(table, 0, {"do": "look", "stack": pile}, 0)
    assert len(next(one for one in view_table(looked, 0)["stacks"] if one["id"] == pile)["things"]) == 18
    after = make_step(looked, 1, {"do": "shuffle", "stack": pile}, 7)
    numbers = table.state.stacks[pile].things
    assert after.state.stacks[pile].things == numbers
    assert [after.state.things[one].what for one in numbers] != [table.state.things[one].what for one in numbers]
    assert "things" not in next(one for one in view_table(after, 0)["stacks"] if one["id"] == pile)


def test_a_zone_snaps_to_its_free_places_and_a_pile_is_split() -> None:
    table = begin_table(replace(setup(), areas=(Area("row", {"en": "Row"}, 300, 300, 210, 110),)), 1)
    pile = next(number for number, stack in table.state.stacks.items() if stack.name == "main")

    def top() -> int:
        return table.state.stacks[pile].things[-1]

    for snap in (True, True, False):
        turn = {"do": "lay", "things": [top()], "x": 240.0, "y": 310.0, "snap": snap}
        table = make_step(table, 0, turn, 0)
    laid = [(stack.x, stack.y) for stack in table.state.stacks.values() if not stack.name][-3:]
    assert laid == [(232.0, 304.5), (300.0, 304.5), (240.0, 310.0)]
    count = len(table.state.stacks[pile].things)
    table = make_step(table, 0, {"do": "split", "stack": pile}, 0)
    table = make_step(table, 0, {"do": "split", "stack": pile, "count": 2}, 0)
    halves = [len(stack.things) for stack in table.state.stacks.values() if not stack.name][-2:]
    assert halves == [count // 2, 2]
    assert len(table.state.stacks[pile].things) == count - count // 2 - 2


def test_a_note_is_about_a_card_that_all_see() -> None:
    table = begin_table(setup(), 1)
    pile = next(number for number, stack in table.state.stacks.items() if stack.name == "main")
    note = {"do": "note", "x": 10, "y": 10, "text": "too strong"}
    hidden = table.state.things[table.state.stacks[pile].things[-1]].what
    with pytest.raises(GestureError):
        make_step(table, 0, {**note, "card": hidden}, 0)
    table = make_step(table, 0, {"do": "turn-up", "stack": pile}, 0)
    table = make_step(table, 0, {**note, "card": hidden}, 0)
    (written,) = [thing for thing in table.state.things.values() if thing.kind == "note"]
    assert (written.what, written.text) == (hidden, "too strong")


def test_a_redo_after_another_gesture_makes_the_newer_one() -> None:
    table = begin_table(setup(), 1)
    first, second = ({"do": "note", "x": 1, "y": 1, "text": text} for text in "ab")
    for gesture in (first, {"do": "undo"}, second):
        table = make_step(table, 0, gesture, 0)
    table = make_step(make_step(table, 0, {"do": "undo"}, 0), 0, {"do": "redo"}, 0)
    assert [thing.text for thing in table.state.things.values() if thing.kind == "note"] == ["b"]
    assert [step.status for step in table.steps] == ["made", "lost", "made"]


WRONG: list[tuple[object, str]] = [
    (None, "bad-gesture"),
    ({"do": "shufle", "stack": 24}, "unknown-gesture"),
    ({"do": ["draw"]}, "unknown-gesture"),
    ({"do": "draw"}, "bad-gesture"),
    ({"do": "draw", "stack": 24, "count": 0}, "bad-gesture"),
    ({"do": "draw", "stack": 24, "count": True}, "bad-gesture"),
    ({"do": "draw", "stack": 25}, "empty"),
    ({"do": "lay", "things": [0, 0], "x": 1, "y": 1}, "bad-gesture"),
    ({"do": "lay", "things": [0], "x": float("nan"), "y": 1}, "bad-gesture"),
    ({"do": "lay", "things": [0], "x": 1, "y": 1, "up": 1}, "bad-gesture"),
    ({"do": "lay", "things": [[]], "x": 1, "y": 1}, "bad-gesture"),
    ({"do": "give", "things": [0], "to": 9}, "bad-gesture"),
    ({"do": "turn", "things": [0], "by": 9999}, "bad-gesture"),
    ({"do": "add", "things": [0]}, "bad-gesture"),
    ({"do": "note", "x": 1, "y": 1, "text": "x" * 401}, "bad-gesture"),
    ({"do": "redo"}, "nothing"),
]


@for_cases(("gesture", "code"), WRONG)
def test_wrong_data_are_refused(gesture: object, code: str) -> None:
    table = begin_table(setup(), 1)
    with pytest.raises(GestureError) as refused:
        make_step(table, 0, gesture, 0)
    assert refused.value.code == code
    if code == "unknown-gesture" and gesture != {"do": ["draw"]}:
        assert "shuffle" in str(refused.value)


def test_nobody_reaches_into_another_hand() -> None:
    table = begin_table(setup(), 1)
    card = table.state.hands[1][0]
    for gesture in ({"do": "lay", "x": 1, "y": 1}, {"do": "give"}, {"do": "flip"}, {"do": "turn"}):
        with pytest.raises(GestureError) as refused:
            make_step(table, 0, {**gesture, "things": [card]}, 0)
        assert refused.value.code == "not-yours"


def test_damaged_stored_tables_are_refused() -> None:
    data = json.loads(json.dumps(table_data(played(1, 20))))
    for damaged in ({}, {**data, "steps": [[0]]}, {**data, "setup": {}}, {**data, "setup": None}):
        with pytest.raises(GestureError):
            restored_table(damaged)


def test_each_gesture_can_be_made() -> None:
    made = {step.gesture["do"] for seed in range(8) for step in played(seed).steps}
    assert made == set(GESTURES)
    state, _ = make_gesture(setup(), begin_table(setup(), 1).state, 0, {"do": "set-up"}, 3)
    assert [len(hand) for hand in state.hands] == [2, 2, 2]
