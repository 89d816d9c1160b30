"""What two versions of a content have in common at their ends, in time that hardly grows with what is the same."""

from __future__ import annotations

from typing import TypeVar

Content = TypeVar("Content", str, bytes)


def shared_start(first: Content, second: Content) -> int:
    """Return how many characters or bytes two contents have in common at their beginning."""
    least, most = 0, min(len(first), len(second))
    while least < most:
        middle = (least + most + 1) // 2
        if first[least:middle] == second[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least


def shared_end(first: Content, second: Content, after: int) -> int:
    """Return how many characters or bytes two contents have in common at their end, without the first `after` ones."""
    least, most = 0, min(len(first), len(second)) - after
    while least < most:
        middle = (least + most + 1) // 2
        here, there = len(first), len(second)
        if first[here - middle : here - least] == second[there - middle : there - least]:
            least = middle
        else:
            most = middle - 1
    return least
