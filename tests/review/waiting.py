"""Waiting for what a page will show: Playwright's `expect` for all that it has no word for."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TypeVar

Read = TypeVar("Read")

#: Seconds that are waited for what has to come: a machine may be busy, or stand still for a while.
PATIENCE = 60.0


def ending(text: str) -> re.Pattern[str]:
    """What an address that ends in `text` matches."""
    return re.compile(re.escape(text) + "$")


def soon(read: Callable[[], Read], wanted: Read) -> None:
    """Reads until `wanted` is read; fails with what was read last. What is read has to ask the page itself."""
    until = time.monotonic() + PATIENCE
    while (found := read()) != wanted and time.monotonic() < until:
        time.sleep(0.02)
    assert found == wanted
