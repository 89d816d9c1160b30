"""Games played in the page, with the rules engine as WebAssembly: on a plain host, from a disk, without the server."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardgen.data.project import Project
from cardgen.review.browser.runtime import DIGESTS, find_runtime, runtime_folder, wheel_name
from cardgen.review.server.export import export_site
from tests.games_on_disk import GameOnDisk, print_only, shipped_game_in
from tests.review.conftest import page_of
from tests.review.serving import hosted, serving_here
from tests.review.tables import open_drawer, seat_players, until
from tests.review.test_engine_files import PYODIDE

pytestmark = pytest.mark.browser

#: Python starts in three seconds, in more where other programs run, too.
STARTED = 60_000


@pytest.fixture(scope="module")
def blokus(tmp_path_factory: pytest.TempPathFactory) -> GameOnDisk:
    game = shipped_game_in(tmp_path_factory.mktemp("game"), "blokus")
    print_only(game)
    return game


@pytest.fixture(scope="module")
def site(blokus: GameOnDisk, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("public") / "site"
    project = Project(blokus.root, bundled=False)
    export_site(project, blokus.name, folder, sheets=False, runtime=find_runtime(PYODIDE), shown_from=blokus.root)
    return folder


#: Python starts anew for each: test_site_games.py plays on a host over HTTP, too.
@pytest.fixture(scope="module", params=[pytest.param("http", marks=pytest.mark.soak), "file"])
def address(request: pytest.FixtureRequest, site: Path) -> Iterator[str]:
    """Where the site's folder is, ending in a slash."""
    if request.param == "file":
        yield site.as_uri() + "/"
        return
    with hosted(site) as host:
        yield host


def requests_of(page: Any) -> list[str]:
    """Return a list that gets the address of everything that the page loads."""
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    return addresses


def make_a_move(page: Any) -> None:
    """Place the first legal piece by keys."""
    page.locator('[data-hold="piece-L5"]').click()
    expect(page.locator(".bl-ghost").first).to_be_visible()
    page.keyboard.press("n")
    page.keyboard.press("Enter")


@pytest.mark.full
def test_a_game_is_played_without_a_server(address: str, browser: Any) -> None:
    with page_of(browser) as page:
        seat_players(page, "blokus", ["", "", "", ""])
        loaded = requests_of(page)
        page.goto(f"{address}index.html#/table")
        expect(page.locator("#toast")).to_contain_text("Loading the rules engine")
        expect(page.locator("#toast")).to_contain_text(
            "The rules engine is ready.", timeout=STARTED
        )  # shown for seconds
        expect(page.locator(".bl-line")).to_have_text("Red begins: 58 moves.")
        make_a_move(page)
        until(page, "cardgen.blokus.game.at === 1")
        open_drawer(page, "more")
        page.locator('[data-hold="random"]').click()  # the engine moves
        until(page, "cardgen.blokus.game.at === 2")
        until(page, "cardgen.blokus.game.facts.colour === 'blue'")
        page.locator('[data-hold="play-undo"]').click()
        until(page, "cardgen.blokus.game.at === 1")
        page.locator('[data-hold="play-redo"]').click()
        until(page, "cardgen.blokus.game.at === 2")
        log = page.locator("#play-log").input_value()
        assert log.startswith("red L5")
        if address.startswith("http"):  # the link holds the game, and an engine that starts anew checks it
            page.goto("about:blank")
            page.go_back()
            page.reload()
            expect(page.locator("#play-log")).to_have_value(log, timeout=STARTED)
            until(page, "cardgen.blokus.game.facts.colour === 'blue'")
        assert all(url.startswith((address, "blob:")) for url in loaded)
        assert not any("/api/" in url for url in loaded)


@pytest.mark.soak
def test_a_page_that_is_cut_off_from_its_server_plays_on(
    blokus: GameOnDisk, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path))
    folder = runtime_folder()
    assert folder is not None
    folder.mkdir()
    for name in (*DIGESTS, wheel_name()):
        shutil.copy2(PYODIDE / name, folder)
    with page_of(browser) as page:
        with serving_here(blokus) as served:
            loaded = requests_of(page)
            page.goto(f"{served.address}#/table")
            expect(page.locator(".bl-line")).to_have_text("Red begins: 58 moves.")
            until(page, "cardgen.engine.isLoaded()")
            count = len(loaded)
        make_a_move(page)
        expect(page.locator(".bl-line")).to_contain_text("Green", timeout=STARTED)
        assert not [url for url in loaded[count:] if "/page/" in url]
