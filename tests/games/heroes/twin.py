"""The slow twin of the engine: distance, range, formations and victory, written directly from the rules.

It shares nothing with the engine. Distances are walked seat by seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def next_living(seat: int, dead: set[int], seats: int, step: int) -> int:
    """Return the next living seat in a direction, the seat itself if it is the only one."""
    while True:
        seat = (seat + step) % seats
        if seat not in dead:
            return seat


def walk(a: int, b: int, dead: set[int], seats: int, step: int) -> int:
    """Return the steps from a to b over living seats in one direction."""
    count = 0
    while a != b:
        a = next_living(a, dead, seats, step)
        count += 1
    return count


def distance(a: int, b: int, dead: set[int], seats: int, out: Mapping[int, int], inward: Mapping[int, int]) -> int:
    steps = min(walk(a, b, dead, seats, 1), walk(a, b, dead, seats, -1))
    steps += out.get(a, 0)
    steps += inward.get(b, 0)
    return 1 if steps < 1 else steps


def in_range(
    a: int, b: int, dead: set[int], seats: int, out: Mapping[int, int], inward: Mapping[int, int], weapon: int | None
) -> bool:
    reach = 1 if weapon is None else weapon
    if reach == 0:
        return False
    steps = distance(a, b, dead, seats, out, inward)
    return steps == 1 or steps <= reach


def sieges(properties: Sequence[str], dead: set[int], seat: int) -> set[tuple[int, int, int]]:
    """Return the sieges of a seat: go round the table and look at each three in a row."""
    seats = len(properties)
    living = [number for number in range(seats) if number not in dead]
    found = set()
    for a in living:
        b = next_living(a, dead, seats, 1)
        c = next_living(b, dead, seats, 1)
        if len({a, b, c}) < 3 or seat not in (a, c):
            continue
        if properties[a] == properties[c] and properties[a] != properties[b]:
            found.add((a, b, c))
    return found


def lines(holds: Sequence[bool], dead: set[int]) -> set[tuple[int, int, int]]:
    seats = len(holds)
    found = set()
    for a in range(seats):
        if a in dead:
            continue
        b = next_living(a, dead, seats, 1)
        c = next_living(b, dead, seats, 1)
        if len({a, b, c}) == 3 and holds[a] and holds[b] and holds[c]:
            found.add((a, b, c))
    return found


def identity_winners(identities: Sequence[str], alive: Sequence[bool]) -> set[int] | None:
    """Return the winners of the identity mode; None if nobody has won yet."""
    everyone = range(len(identities))
    if not alive[list(identities).index("lord")]:
        survivors = [identities[seat] for seat in everyone if alive[seat]]
        winner = "spy" if survivors == ["spy"] else "rebel"
        return {seat for seat in everyone if identities[seat] == winner}
    for seat in everyone:
        if alive[seat] and identities[seat] in ("rebel", "spy"):
            return None
    return {seat for seat in everyone if identities[seat] in ("lord", "loyalist")}


def nation_winners(camps: Sequence[str], alive: Sequence[bool]) -> set[int] | None:
    left = {camp for camp, living in zip(camps, alive, strict=True) if living}
    if len(left) > 1:
        return None
    return {seat for seat, camp in enumerate(camps) if camp in left}


def realm_winners(alive: Sequence[bool], owner: int | None) -> set[int] | None:
    left = [seat for seat, living in enumerate(alive) if living]
    if len(left) > 1:
        return None
    return {owner} if owner is not None and left == [owner] else set()
