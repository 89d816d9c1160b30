"""Waiting for what a page will show: Playwright's `expect` for all that it has no word for."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, TypeVar

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


class Held:
    """Requests of a page to this address that no server gets before they are let go; of all of them, or of `which`."""

    def __init__(self, page: Any, address: str, which: Callable[[Any], bool] = lambda _: True) -> None:
        self.page, self.which = page, which
        self.routes: list[Any] = []
        page.route(address, self._hold)

    def _hold(self, route: Any) -> None:
        if self.which(route.request):
            self.routes.append(route)
        else:
            route.continue_()

    def let_go(self) -> None:
        """Lets the first one go, which is waited for: a page may show that it asks before its request is heard of."""

        def heard() -> bool:
            self.page.wait_for_timeout(1)  # meanwhile Playwright tells of requests
            return bool(self.routes)

        soon(heard, True)
        self.routes[0].continue_()
