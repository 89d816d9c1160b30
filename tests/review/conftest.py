"""What the tests in a browser share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk, block_killer_in, tiny_game_in
from tests.review.serving import Served, serving_here
from tests.review.waiting import PATIENCE

expect.set_options(timeout=PATIENCE * 1000)

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


@contextmanager
def page_of(browser: Any, **options: Any) -> Iterator[Any]:
    """A page in a browser of its own, in British English, light, 1280 px wide, unless `options` of Playwright's
    `new_context` say otherwise. Any error in it fails the test."""
    usual = {"locale": "en-GB", "timezone_id": "UTC", "viewport": {"width": 1280, "height": 900}}
    context = browser.new_context(**{**usual, **options})
    context.set_default_timeout(PATIENCE * 1000)
    opened = context.new_page()
    errors = watch_page(opened)
    try:
        yield opened
    finally:
        found = list(errors)  # what a page still asks for while its routes are taken away is no fault of its own
        opened.unroute_all(behavior="ignoreErrors")  # an answer still under way is not the next test's fault
        context.close()
    assert found == []


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    """The tiny game, to be changed."""
    return tiny_game_in(tmp_path)


@pytest.fixture
def served(game: GameOnDisk) -> Iterator[Served]:
    """A server of `game`, for decisions and changed files."""
    with serving_here(game) as running:
        yield running


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The shipped game, served once for all that only look: nobody decides on its cards or changes its files."""
    with serving_here(block_killer_in(tmp_path_factory.mktemp("shipped"))) as running:
        yield running


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Any) -> Iterator[Any]:
    """A page as of `page_of`, closed before its server ends."""
    if "served" in request.fixturenames:
        request.getfixturevalue("served")  # first, so that it ends last
    with page_of(browser) as opened:
        yield opened


@pytest.fixture
def table(page: Any, shipped: Served) -> Callable[..., Any]:
    """Opens the table with the given state of its link, and returns the page."""

    def open_table(**state: object) -> Any:
        query = "&".join(f"{name}={quote(str(value))}" for name, value in state.items())
        page.goto(f"{shipped.address}#/table{'?' if query else ''}{query}")
        expect(page.locator(".bk-stage svg")).to_be_visible()
        if "play" in state:
            expect(page.get_by_label("Play", exact=True)).not_to_have_value("")
        return page

    return open_table
