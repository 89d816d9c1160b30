"""The number of examples that a property test tries."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

#: Hypothesis' own default, of which the number in the profile is a share.
_ALL = 100
#: The share is no smaller than this.
_LEAST = 15


def examples(count: int, **more: Any) -> settings:
    """Return settings with `count` examples in `make soak`, and with the share of them that `make test` tries.

    `make test` tries the same examples every time, so that further ones find nothing that the run before has not found.
    """
    return settings(max_examples=max(min(count, _LEAST), count * settings().max_examples // _ALL), **more)


def trials(count: int) -> int:
    """Return how many of `count` random trials a test makes: all in `make soak`, a share in `make test`."""
    return max(1, count * settings().max_examples // _ALL)
