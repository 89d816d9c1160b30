"""What the tests in a browser share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

#: What a browser says by itself of an answer that the page expects: a conflict, a refusal, a server that is away.
_EXPECTED = ("status of 409", "status of 403", "status of 400", "status of 503", "net::ERR_")


def watch_page(page: Any) -> list[str]:
    """A list that grows with every error that the page throws or its browser reports."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(f"page error: {error}"))

    def heard(message: Any) -> None:
        if message.type == "error" and not any(part in message.text for part in _EXPECTED):
            errors.append(f"console: {message.text} ({message.location.get('url')})")

    page.on("console", heard)
    return errors


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page in a browser of its own, in British English, light, 1280 px wide. Any error in it fails the test."""
    context = browser.new_context(locale="en-GB", timezone_id="UTC", viewport={"width": 1280, "height": 900})
    context.set_default_timeout(10_000)
    opened = context.new_page()
    errors = watch_page(opened)
    yield opened
    context.close()
    assert errors == []
