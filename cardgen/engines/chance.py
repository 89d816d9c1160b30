"""Random choices that are the same with every version of Python: they use `random()` alone, which never changes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


def pick(items: Sequence[Item], chance: Random) -> Item:
    """Return one of the items, each with the same probability."""
    return items[int(chance.random() * len(items))]


def sample(items: Sequence[Item], count: int, chance: Random) -> list[Item]:
    """Return `count` of the items in random order, each at most once."""
    rest = list(items)
    return [rest.pop(int(chance.random() * len(rest))) for _ in range(count)]


def shuffled(items: Sequence[Item], chance: Random) -> tuple[Item, ...]:
    """Return the items in random order, by Fisher and Yates. It takes less time than a sample of all."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return tuple(mixed)
