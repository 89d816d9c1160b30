"""Distances, ranges and formations: the known facts, and the slow twin."""

from __future__ import annotations

import random

from cardgen.engines.effects.functions import steps_between
from cardgen.games.heroes.seating import (
    between,
    distance,
    in_range,
    lines,
    neighbours,
    ring,
    sieges,
)
from tests.cases import for_cases

from . import twin


def test_distances_from_a_seat_and_the_greatest_one() -> None:
    assert [steps_between(ring(5), 0, seat) for seat in range(1, 5)] == [1, 2, 2, 1]
    for seats in range(2, 11):
        around = ring(seats)
        assert max(steps_between(around, 0, seat) for seat in around) == seats // 2
    assert steps_between(ring(5, {1}), 0, 2) == 1  # the dead are left out


def test_the_rider_is_nearer_to_others_than_they_are_to_the_rider() -> None:
    around = ring(6)
    assert (distance(around, 0, 3, outward=-1), distance(around, 3, 0)) == (2, 3)
    assert in_range(distance(around, 0, 3, outward=-1), 2)
    assert not in_range(distance(around, 3, 0), 2)
    assert not in_range(1, 0)  # nobody is in a range of 0
    assert distance(around, 0, 1, outward=-1) == 1  # never below 1
    assert distance(around, 0, 1, outward=-1, least=0) == 0
    assert in_range(1, 1)


def test_between_two_seats_is_the_shorter_side_or_both() -> None:
    assert between(ring(6), 0, 2) == ((1,),)
    assert between(ring(6), 5, 1) == ((0,),)
    assert between(ring(6), 0, 3) == ((1, 2), (4, 5))
    assert between(ring(6), 0, 1) == ((),)
    assert neighbours(ring(6, {5}), 0) == (4, 1)


def test_sieges_of_five_seats() -> None:
    factions = ["A", "B", "A", "B", "A"]
    assert sieges(ring(5), factions) == [(0, 1, 2), (1, 2, 3), (2, 3, 4)]
    assert sieges(ring(5), factions, 0) == [(0, 1, 2)]
    assert sieges(ring(5), factions, 2) == [(0, 1, 2), (2, 3, 4)]
    assert sieges(ring(5), factions, 3) == [(1, 2, 3)]
    assert sieges(ring(2), ["A", "B"]) == []
    assert lines(ring(4), lambda seat: seat != 3) == [(0, 1, 2)]
    assert lines(ring(2), lambda seat: seat < 2) == []


@for_cases("seats", range(2, 11))
def test_the_twin_agrees(seats: int) -> None:
    chance = random.Random(seats)
    for _ in range(60):
        dead = {seat for seat in range(seats) if chance.random() < 0.3}
        living = [seat for seat in range(seats) if seat not in dead]
        if len(living) < 2:
            continue
        around = ring(seats, dead)
        out = {seat: chance.randint(-2, 2) for seat in range(seats)}
        inward = {seat: chance.randint(-2, 2) for seat in range(seats)}
        reach = chance.choice([None, 0, 1, 2, 3, 4])
        for a in living:
            for b in living:
                if a == b:
                    continue
                steps = distance(around, a, b, out[a], inward[b])
                assert steps == twin.distance(a, b, dead, seats, out, inward)
                right = twin.in_range(a, b, dead, seats, out, inward, reach)
                assert in_range(steps, 1 if reach is None else reach) == right
        properties = [chance.choice("AB") for _ in range(seats)]
        for seat in living:
            assert set(sieges(around, properties, seat)) == twin.sieges(properties, dead, seat)
        holds = [chance.random() < 0.7 for _ in range(seats)]
        assert set(lines(around, holds.__getitem__)) == twin.lines(holds, dead)
