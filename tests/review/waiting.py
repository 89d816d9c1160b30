"""Waiting for what a page will show: Playwright's `expect` for all that it has no word for."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TypeVar

Read = TypeVar("Read")

_PATIENCE = 20.0  # seconds, as `expect` has


def ending(text: str) -> re.Pattern[str]:
    """What an address that ends in `text` matches."""
    return re.compile(re.escape(text) + "$")


def soon(read: Callable[[], Read], wanted: Read) -> None:
    """Reads until `wanted` is read; fails with what was read last."""
    until = time.monotonic() + _PATIENCE
    while (found := read()) != wanted and time.monotonic() < until:
        time.sleep(0.02)
    assert found == wanted
