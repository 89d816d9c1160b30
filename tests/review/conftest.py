"""Fixtures of the browser tests: served games, and pages that fail a test by any error."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from cardgen.building.check import Report
from cardgen.review.server import live
from tests.games_on_disk import GameOnDisk, block_killer_in, print_only, table_game_in
from tests.review.modules import MODULES
from tests.review.reviewer import Reviewer
from tests.review.serving import Served, ServedHere, hosted, serving_here
from tests.review.waiting import PATIENCE, soon
from tests.starters.projects import begun_in

expect.set_options(timeout=PATIENCE * 1000)

#: What the game of `shipped` prints: as many pages as its tests look at.
SHEETS = """\
  sheets:
    cards-{paper}: {decks: [blocks, garbage], papers: [a4]}
    cards-{paper}-backs: {decks: [blocks, garbage], papers: [a4], backs: backs}
    cards-gutterfold-{paper}: {decks: [blocks, garbage], papers: [a4], layout: gutterfold}
  calibration: [a4]
"""

#: Errors that a browser logs for answers that the page expects: conflicts, refusals, a stopped server.
_EXPECTED = ("status of 409", "status of 403", "status of 400", "status of 503", "net::ERR_")


def watch_page(page: Any) -> list[str]:
    """Return a list that gets every error that the page throws or its browser reports."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(f"page error: {error}"))

    def add_message(message: Any) -> None:
        if message.type == "error" and not any(part in message.text for part in _EXPECTED):
            errors.append(f"console: {message.text} ({message.location.get('url')})")

    page.on("console", add_message)
    return errors


#: Of a page by default. Other options are those of Playwright's `new_context`. Nothing moves: to draw each step of a
#: movement is much of a browser's work. Tests of movements ask for them.
USUAL: dict[str, Any] = {
    "locale": "en-GB",
    "timezone_id": "UTC",
    "viewport": {"width": 1280, "height": 900},
    "reduced_motion": "reduce",
}

#: A page, and the errors in it.
Opened = tuple[Any, list[str]]


def open_page(browser: Any, **options: Any) -> Opened:
    """Open a page in a new browser context, and return it with a list that gets every error in it."""
    context = browser.new_context(**{**USUAL, **options})
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(MODULES)
    opened = context.new_page()
    return opened, watch_page(opened)


@contextmanager
def page_of(browser: Any, **options: Any) -> Iterator[Any]:
    """Open a page in a new browser context until the end of the block. Any error in it fails the test.

    By default it is in British English, light, and 1280 px wide; `options` are those of Playwright's `new_context`.
    """
    opened, errors = open_page(browser, **options)
    try:
        yield opened
    finally:
        errors_of_page = list(errors)  # without those of requests that fail while the page closes
        opened.unroute_all(behavior="ignoreErrors")  # an unfinished answer must not fail the next test
        opened.context.close()
    assert errors_of_page == []


@dataclass(frozen=True)
class Pages:
    """Pages that no test uses now, and the address of an empty one.

    The empty page is on the host of the servers under test: to leave that host, for about:blank as well, ends the
    process that draws the page, and a page in a new process takes twice the time.
    """

    empty: str
    unused: list[Opened]


@contextmanager
def kept_page(browser: Any, pages: Pages, gone: str | None = None) -> Iterator[Any]:
    """Yield a page as `page_of` does by default, and leave it to the next test.

    `gone` is the pattern of addresses that the page may ask for just when a change takes away what was there.
    """
    opened, errors = pages.unused.pop() if pages.unused else open_page(browser)
    errors.clear()
    yield opened
    errors_of_page = [
        error for error in errors if gone is None or "status of 404" not in error or not re.search(gone, error)
    ]
    if not opened.is_closed():
        opened.unroute_all(behavior="ignoreErrors")
        opened.mouse.up()  # a test that fails may hold them
        for key in ("Control", "Shift", "Alt"):
            opened.keyboard.up(key)
        opened.evaluate("() => { try { localStorage.clear(); sessionStorage.clear(); } catch { /* no page */ } }")
        opened.goto(pages.empty)
        opened.context.clear_cookies()
        opened.context.clear_permissions()
        opened.set_viewport_size(USUAL["viewport"])
        opened.emulate_media(reduced_motion=USUAL["reduced_motion"])
        pages.unused.append((opened, errors))
    assert errors_of_page == []


@pytest.fixture
def served(game: GameOnDisk) -> Iterator[ServedHere]:
    """A server of `game`, which tests may decide on and edit."""
    with serving_here(game) as running:
        yield running


@pytest.fixture
def reviewer(game: GameOnDisk) -> Reviewer:
    """A reviewer of `game`, without a server."""
    return Reviewer(game)


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of Block-Killer for all tests that neither decide nor change files. It prints a few sheets only."""
    game = block_killer_in(tmp_path_factory.mktemp("shipped"))
    print_only(game, SHEETS)
    with serving_here(game) as running:
        wait_for_check(running)
        yield running


@pytest.fixture(scope="session")
def table_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Served]]:
    """Return a server of a shipped game for its table, the same for all tests. They change none of its files.

    The game counts as checked without findings: to check it takes longer than to read it, and is tested elsewhere.
    """
    with ExitStack() as servers:

        @cache
        def serve(name: str) -> Served:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(live, "check_game", lambda *_: Report((), 0, 0))
                served = servers.enter_context(serving_here(table_game_in(tmp_path_factory.mktemp("table"), name)))
                wait_for_check(served)
            return served

        yield serve


@pytest.fixture(scope="session")
def market(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of the card game of a starter, for its table. A game is short."""
    game = begun_in(tmp_path_factory.mktemp("market"), "card-game", "mine", "en", "zh")
    game.change("card_data/mine/rules/standard.yaml", "rounds: 20 ", "rounds: 3 ")
    with serving_here(game) as running:
        wait_for_check(running)
        yield running


def wait_for_check(served: Served) -> None:
    """Wait until the game is checked: afterwards the page hears nothing, and draws nothing again under a click."""
    soon(lambda: served.data("catalog")["checked"], True)


@pytest.fixture(scope="session")
def pages(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    """The pages that one test after another uses."""
    folder = tmp_path_factory.mktemp("empty")
    (folder / "index.html").write_text("<!doctype html>", encoding="utf-8")
    with hosted(folder) as address:
        pages = Pages(address, [open_page(browser)])
        yield pages
        for opened, _ in pages.unused:
            opened.context.close()


@pytest.fixture
def own_page() -> None:
    """Have `page` be a new one, which no other test gets: for a test that listens to it, or stops its clock."""


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Any, pages: Pages) -> Iterator[Any]:
    """A page in its usual size and language, left before its server stops."""
    if "served" in request.fixturenames:
        request.getfixturevalue("served")  # set up first, so that it is torn down last
    is_own = "own_page" in request.fixturenames
    gone = request.node.get_closest_marker("gone")
    with page_of(browser) if is_own else kept_page(browser, pages, *gone.args if gone else ()) as opened:
        yield opened


@pytest.fixture(scope="module")
def shared_page(browser: Any, pages: Pages) -> Iterator[Any]:
    """A page that the tests of a module share. To load a page takes longer than most of them."""
    with kept_page(browser, pages) as opened:
        yield opened


@pytest.fixture
def viewer(shared_page: Any) -> Any:
    """The page that the tests of a module share, in its usual size and language, for tests that only look at views."""
    shared_page.unroute_all()
    shared_page.set_viewport_size({"width": 1280, "height": 900})
    shared_page.evaluate("window.cardgen?.set('language', 'en')")
    return shared_page


#: Takes away what the table keeps in the page and in the browser, but for its cards: a table that was shown has them.
ANEW = """async () => {
  localStorage.clear();
  await cardgen.set("language", "en");
  const { table, tree, EMPTY } = cardgen.blockKiller;
  table.shown += 1; // nothing that still runs shows its answer
  for (const name of ["work", "listed", "analysis", "best", "fault", "opening", "written"]) table[name] = null;
  const first = { tree: tree(EMPTY), rules: "standard", block: "", placements: [], at: -1, language: "" };
  Object.assign(table, first, { clearing: false, fallen: null });
}"""


@pytest.fixture
def table(request: pytest.FixtureRequest, shipped: Served) -> Callable[..., Any]:
    """Return a function that opens the table with the given state in its address, and returns the page.

    It is the page that tests share, with the table as it is at first, unless a test asks for a `page` of its own.
    """
    is_shared = "page" not in request.fixturenames
    page = request.getfixturevalue("shared_page" if is_shared else "page")

    def open_table(**state: object) -> Any:
        query = "&".join(f"{name}={quote(str(value))}" for name, value in state.items())
        if is_shared and page.url.startswith(shipped.address):
            page.unroute_all()
            page.set_viewport_size({"width": 1280, "height": 900})
            page.emulate_media(reduced_motion=USUAL["reduced_motion"])
            page.goto(f"{shipped.address}#/history")
            expect(page.locator(".history-days")).to_be_attached()
            page.evaluate(ANEW)
        page.goto(f"{shipped.address}#/table{'?' if query else ''}{query}")
        expect(page.locator(".bk-stage svg")).to_be_visible()
        if "play" in state:
            expect(page.get_by_label("Play as text")).not_to_have_value("")
        return page

    return open_table
