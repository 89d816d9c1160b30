"""The number of examples that a property test tries."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

#: Hypothesis' own default, of which the number in the profile is a share.
_ALL = 100
#: The share is no smaller than this.
_LEAST = 15


def examples(count: int, few: int | None = None, **more: Any) -> settings:
    """Return settings with `count` examples in `make soak`, and with a share of them, or `few`, in `make test`.

    `make test` tries the same examples every time, so that further ones find nothing that the run before has not found.
    """
    return settings(max_examples=max(min(count, _LEAST), trials(count, few)), **more)


def trials(count: int, few: int | None = None) -> int:
    """Return how many of `count` random trials a test makes: all in `make soak`; in `make test` a share, or `few`."""
    share = settings().max_examples
    return max(1, count * share // _ALL) if few is None or share >= _ALL else few
