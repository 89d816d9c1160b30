"""Wait for a page that changes, where Playwright's `expect` has no assertion for it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

#: Seconds to wait for something that has to happen: a machine may be busy.
PATIENCE = 60.0


def ending(text: str) -> re.Pattern[str]:
    """Return a pattern for addresses that end in `text`."""
    return re.compile(re.escape(text) + "$")


def soon(read: Callable[[], object], wanted: object, patience: float = PATIENCE) -> None:
    """Call `read` until it returns `wanted`. AssertionError with the last value if it does not."""
    until, pause = time.monotonic() + patience, 0.01
    while (value := read()) != wanted and time.monotonic() < until:
        time.sleep(pause)
        pause = min(2 * pause, 0.2)  # to look is work for the page, too
    assert value == wanted


def place_of(element: Any) -> dict[str, float]:
    """Return where an element is on the screen. It may be drawn again meanwhile, and is asked for until it is there."""
    soon(lambda: element.bounding_box() is not None, True)
    return element.bounding_box() or place_of(element)


def wait_for_newest(page: Any, served: Any) -> None:
    """Wait until a page has the newest version of the server's game."""
    soon(lambda: page.evaluate("cardgen.state.catalog.version") == served.data("catalog")["version"], True)


class Held:
    """Requests of a page to an address, all or those of `which`, that do not reach the server before `let_go`."""

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
        """Wait for the first request, and send it to the server."""

        def has_request() -> bool:
            self.page.wait_for_timeout(1)  # Playwright reports requests during this call
            return bool(self.routes)

        soon(has_request, True)
        self.routes[0].continue_()
