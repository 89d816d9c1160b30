"""Seats in a ring: distance, attack range, formations, the seats between two.

A ring is a tuple of the seats of living characters in seat order. Play goes anticlockwise, so the next player sits at
the right hand and the previous one at the left hand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from cardgen.engines.effects.functions import steps_between

Ring = tuple[int, ...]


def ring(seats: int, out: Collection[int] = ()) -> Ring:
    """Return the ring of so many seats without those that are dead or removed from the game."""
    return tuple(seat for seat in range(seats) if seat not in out)


def distance(around: Ring, a: int, b: int, outward: int = 0, inward: int = 0, least: int = 1) -> int:
    """Return the distance from a to b; from b to a it may be another one.

    `outward` are the modifiers of a as it looks at others, `inward` those of b as others look at it.
    """
    return max(least, steps_between(around, a, b) + outward + inward)


def in_range(steps: int, reach: int) -> bool:
    """Return True if a target at this distance is in an attack range. Nobody is in a range of 0."""
    return reach > 0 and (steps <= reach or steps == 1)


def neighbours(around: Ring, seat: int) -> tuple[int, int]:
    """Return the previous and the next player of a seat."""
    place = around.index(seat)
    return around[place - 1], around[(place + 1) % len(around)]


def between(around: Ring, a: int, b: int) -> tuple[Ring, ...]:
    """Return the seats between a and b on the shorter side; both sides if they are equally long."""
    first, last = sorted((around.index(a), around.index(b)))
    inside, outside = around[first + 1 : last], (*around[last + 1 :], *around[:first])
    if len(inside) == len(outside):
        return (inside, outside)
    return (min(inside, outside, key=len),)


def sieges(around: Ring, properties: Sequence[object], seat: int | None = None) -> list[tuple[int, int, int]]:
    """Return each (a, b, c) in which a and c besiege b; with a seat, those in which it is a or c, in seat order of b.

    a, b and c are neighbours in this order, the properties of a and c are equal and that of b is another one.
    """
    found = []
    for b in around if len(around) > 2 else ():
        a, c = neighbours(around, b)
        if properties[a] == properties[c] != properties[b] and seat in (None, a, c):
            found.append((a, b, c))
    return found


def lines(around: Ring, holds: Callable[[int], bool]) -> list[tuple[int, int, int]]:
    """Return each three neighbours for all of whom a condition holds, in the order of the middle one."""
    triples = []
    for b in around if len(around) > 2 else ():
        a, c = neighbours(around, b)
        if holds(a) and holds(b) and holds(c):
            triples.append((a, b, c))
    return triples
