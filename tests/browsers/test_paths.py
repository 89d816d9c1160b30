"""The main paths of the review page in Firefox and WebKit: deciding, the other views, a table, and a site."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgen.data.project import Project
from cardgen.review.browser.runtime import find_runtime
from cardgen.review.server.export import export_site
from tests.browsers.driving import Browser, DriverError, firefox, webkit
from tests.games_on_disk import GameOnDisk, block_killer_in, table_game_in
from tests.review.serving import Served, hosted, serving_here
from tests.review.tables import seats_in_storage
from tests.review.test_engine_files import PYODIDE
from tests.review.waiting import soon

pytestmark = pytest.mark.browsers

#: The card view with all that is loaded later: nothing moves any more.
CARD_READY = "!(document.querySelector('.card-facts')?.innerText ?? 'Loading').includes('Loading')"
#: Python starts in a few seconds, in more where other programs run, too.
STARTED = 420


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["firefox", "webkit"])
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with request.param(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture
def served(browser: Browser, game: GameOnDisk) -> Iterator[Served]:
    with serving_here(game) as running:
        yield running
        browser.open("about:blank")  # the next server has the same port, and its page is to be loaded


@pytest.fixture(scope="module")
def block_killer(tmp_path_factory: pytest.TempPathFactory) -> GameOnDisk:
    return block_killer_in(tmp_path_factory.mktemp("game"))


@pytest.fixture(scope="module")
def site(block_killer: GameOnDisk, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("public") / "site"
    project = Project(block_killer.root, bundled=False)
    runtime = find_runtime(PYODIDE)
    export_site(project, block_killer.name, folder, sheets=False, runtime=runtime, shown_from=block_killer.root)
    return folder


def events(game: GameOnDisk) -> list[dict[str, Any]]:
    log = game.root / "card_data" / "tiny" / "review.jsonl"
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] if log.exists() else []


def wait_for_events(browser: Browser, game: GameOnDisk, *kinds: str) -> None:
    """Wait until the log has events of these kinds."""
    for _ in range(200):
        if [event["kind"] for event in events(game)] == list(kinds):
            return
        browser.run("new Promise((resolve) => setTimeout(resolve, 50)) && 1")
    assert [event["kind"] for event in events(game)] == list(kinds)


def test_a_game_is_played_at_the_free_table(browser: Browser, served: Served) -> None:
    browser.open(f"{served.address}#/free")
    browser.click('[data-hold="free-open"]')
    browser.until("document.querySelector('.free-stack.is-many')")
    browser.click(".free-stack.is-many")
    for held in range(1, 5):
        browser.click('[data-hold="free-draw"]')
        browser.until(f"document.querySelectorAll('.free-held').length === {held}")
    for held in reversed(range(4)):
        browser.until("!document.getAnimations().some((one) => one.playState === 'running')")
        browser.click(".free-held:last-child")
        browser.click('[data-hold="free-play"]')
        browser.until(f"document.querySelectorAll('.free-held').length === {held}")
    browser.until("document.querySelectorAll('.free-stack[data-kind=card]').length > 0")


def test_a_game_of_a_rules_engine_is_played_to_its_end_by_hand(browser: Browser, tmp_path: Path) -> None:
    """Blokus for two on the small board: one player has the mouse, the other one the keyboard."""
    is_over = "Boolean(document.querySelector('.table-end')?.checkVisibility())"
    with serving_here(table_game_in(tmp_path, "blokus")) as running:
        browser.open(f"{running.address}#/grid")
        for name, value in seats_in_storage("blokus", ["", ""]).items():
            browser.run("(localStorage.setItem(arguments[0], arguments[1]), 1)", name, value)
        browser.open("about:blank")
        browser.open(f"{running.address}#/table?rules=small-board")
        turns = 0
        while not browser.run(is_over):
            address = browser.run("location.hash")
            piece = browser.find(".bl-piece:not(.bl-stuck)")
            if turns % 2:
                browser.run("(arguments[0].focus(), 1)", piece)
                browser.press("Enter")
            else:
                browser.click(".bl-piece:not(.bl-stuck)")
            browser.find(".bl-edge.bl-is-legal")
            if turns % 2:
                browser.press("Enter")
            else:
                browser.click('[data-hold="place"]')
            browser.until("location.hash !== arguments[0]", address)
            turns += 1
        browser.sees(".table-end", "Winner:")
        assert turns > 15
        browser.click('.table-end [data-hold="play-end-moment-0"]')  # into the replay, which takes a comment
        browser.find(".table-replay")
        address = browser.run("location.hash")
        browser.click('[data-hold="play-bar-forward"]')
        browser.until("location.hash !== arguments[0]", address)
        browser.click('[data-hold="play-bar-comment"]')
        browser.fill(".table-replay textarea", "Too strong")
        browser.click('[data-hold="play-bar-back"]')
        browser.until("location.hash === arguments[0]", address)
        browser.open("about:blank")


# ---------------------------------------------------------------- deciding


def test_cards_are_filtered_opened_approved_and_compared(browser: Browser, served: Served, game: GameOnDisk) -> None:
    browser.open(f"{served.address}#/grid")
    browser.until("document.querySelectorAll('.cards .loaded').length > 1")
    browser.fill("#search", "First")
    browser.until("document.querySelectorAll('.cards [data-hold]').length === 1")
    browser.click('a[data-hold="main/one"]')
    browser.until("location.hash.startsWith('#/card/main/one')")
    browser.until(
        "document.querySelector('.card-facts') && !document.querySelector('.card-facts').innerText.includes('Loading')"
    )
    browser.press("a")
    wait_for_events(browser, game, "approve")
    browser.sees("#toast", "approved")
    game.change("card_data/tiny/cards.yaml", "name: First}", "name: First two}")
    browser.sees(".card-facts", "First two")
    browser.open(f"{served.address}#/compare/main/one")
    browser.until("document.querySelectorAll('.compare-stage img, .stage img, main img').length >= 2")
    browser.press("4")
    browser.press("1")
    browser.press("Control+z")
    wait_for_events(browser, game, "approve", "undo")


def test_a_comment_is_pinned_with_the_mouse(browser: Browser, served: Served, game: GameOnDisk) -> None:
    browser.open(f"{served.address}#/card/main/one")
    browser.until(
        "document.querySelector('.card-facts') && !document.querySelector('.card-facts').innerText.includes('Loading')"
    )
    browser.press("c")
    browser.until("document.activeElement?.matches('.pins .cross')")
    left, top, width = browser.run(
        "(({ left, top, width }) => [left, top, width])(document.activeElement.closest('.pins')"
        ".querySelector('.ground').getBoundingClientRect())"
    )
    browser.click_at(left + 20 * width / 63, top + 30 * width / 63)
    browser.until("document.activeElement?.matches('textarea')")
    browser.write("Move this")
    browser.press("Control+Enter")
    wait_for_events(browser, game, "comment")
    (comment,) = events(game)
    assert comment["side"] == "face"
    assert comment["at_mm"] == pytest.approx([20, 30], abs=0.5)
    browser.sees(".events", "Move this")


def test_sheets_checks_and_history_are_shown(browser: Browser, served: Served) -> None:
    browser.open(f"{served.address}#/sheet")
    browser.until("[...document.querySelectorAll('main img, main svg image, main svg')].length > 0")
    browser.open(f"{served.address}#/checks")
    browser.until("document.querySelector('main').innerText.length > 10")
    browser.open(f"{served.address}#/history")
    browser.until("document.querySelector('main').innerText.length > 5")


# ---------------------------------------------------------------- Make and Print

TEMPLATE, CARDS = "templates/tiny.yaml", "card_data/tiny/cards.yaml"


def wait_for_text(game: GameOnDisk, file: str, pattern: str) -> re.Match[str]:
    """Wait until a file has a pattern."""
    soon(lambda: re.search(pattern, game.read(file)) is not None, True)
    match = re.search(pattern, game.read(file))
    assert match
    return match


def test_boxes_and_cells_are_edited_undone_and_printed(browser: Browser, served: Served, game: GameOnDisk) -> None:
    before = game.read(TEMPLATE), game.read(CARDS)
    outline, stage = ".canvas-stage .canvas-box:not(.halo)", "document.querySelector('.canvas-stage')"
    browser.open(f"{served.address}#/canvas/main/one?box=name")
    scale = browser.place(outline)[2] / 53
    browser.click("[data-hold=canvas-snaps]")
    browser.drag(outline, 2 * scale, 3 * scale)
    match = wait_for_text(game, TEMPLATE, r"\[([67][.\d]*), ([78][.\d]*), 53, 8\]")
    assert [float(match[1]), float(match[2])] == pytest.approx([7, 8], abs=0.3)
    moved = rf"\[{match[1]}, {match[2]}, "
    browser.until("document.querySelector('[data-hold=prop-box-0]')?.value === arguments[0]", match[1])
    browser.drag("[data-handle=e]", -4 * scale, 0)
    width = wait_for_text(game, TEMPLATE, rf"{moved}(4[89][.\d]*), 8\]")[1]
    browser.until("document.querySelector('[data-hold=prop-box-2]')?.value === arguments[0]", width)
    browser.run(f"({stage}.focus(), 1)")
    browser.press("ArrowDown")
    wait_for_text(game, TEMPLATE, rf"\[{match[1]}, {float(match[2]) + 0.1:g}, {width}, 8\]")
    browser.press("Enter")
    browser.fill(".canvas-letters", "Third")
    browser.until("document.querySelector('.canvas-text.rests')")
    browser.click("[data-hold='text-place.save']")
    wait_for_text(game, CARDS, "name: Third")
    browser.until("!document.querySelector('.canvas-text')")
    for _ in range(4):
        browser.click("[data-hold=canvas-undo]:not(:disabled)")
    soon(lambda: (game.read(TEMPLATE), game.read(CARDS)), before)

    browser.open(f"{served.address}#/make/main")
    browser.click('[data-at="0,2"]')
    browser.write("Fourth")
    browser.press("Enter")
    wait_for_text(game, CARDS, "name: Fourth")
    browser.sees(".make-status", "Saved")
    browser.press("Control+z")
    soon(lambda: game.read(CARDS), before[1])

    browser.open(f"{served.address}#/sheet")
    browser.until("document.querySelector('.sheet-page img')?.naturalWidth > 100")
    browser.click("button", "Build")
    browser.sees(".made-files a", "pdf")


# ---------------------------------------------------------------- the table


def play(browser: Browser) -> None:
    """Make a T-spin double by keys and mouse, on a table that is open."""
    for code in ("1-1", "3-0", "2-1"):
        browser.click(".bk-garbage-card", f"{code}")
        browser.until("document.querySelector('.bk-rows').innerText.includes(arguments[0])", code)
    browser.press("t")
    browser.until("document.querySelector('.bk-ghost')", seconds=STARTED)
    browser.press("e", "e", "Home", "ArrowDown")
    browser.sees(".bk-kind", "upside down, columns 0–2, row 0")
    browser.press("Enter")
    browser.sees(".bk-total strong", "4")
    browser.until("decodeURIComponent(location.hash).includes('T2@0,0')")


def test_a_play_on_the_table_of_the_server(browser: Browser, block_killer: GameOnDisk) -> None:
    with serving_here(block_killer) as served:
        browser.open(f"{served.address}#/table")
        browser.until("document.querySelectorAll('.bk-garbage-card').length > 10")
        play(browser)
        browser.open(f"{served.address}#/table?puzzle=easy-7")
        browser.sees(".bk-puzzle", "Find a play with attack 4.")


@pytest.fixture(params=["http", "file"])
def address(request: pytest.FixtureRequest, site: Path) -> Iterator[str]:
    if request.param == "file":
        yield site.as_uri() + "/"
        return
    with hosted(site) as host:
        yield host


def test_a_play_and_a_puzzle_on_a_site_with_the_engine(browser: Browser, address: str) -> None:
    browser.open("about:blank")
    browser.open(f"{address}index.html#/table")
    if browser.name == "WebKit" and address.startswith("file:"):
        # It loads no module of a page opened from a disk, and says so. The other views work.
        refused = "The rules engine cannot run in this browser"
        browser.until("document.querySelector('#toast').innerText.includes(arguments[0])", refused, seconds=STARTED)
        show_cards(browser)
        return
    browser.until("document.querySelectorAll('.bk-garbage-card').length > 10", seconds=STARTED)
    browser.until("document.querySelector('.bk-puzzle:not([hidden])')", seconds=STARTED)
    play(browser)
    browser.run("(location.hash = '#/table?puzzle=easy-7', 1)")
    browser.until(
        "document.querySelector('.bk-puzzle').innerText.includes('Find a play with attack 4.')", seconds=STARTED
    )
    show_cards(browser)


def show_cards(browser: Browser) -> None:
    browser.run("(location.hash = '#/grid', 1)")
    browser.until("document.querySelectorAll('.cards .loaded').length > 3")


def test_a_command_that_the_browser_refuses_is_an_error(browser: Browser) -> None:
    with pytest.raises(DriverError):
        browser.run("nobody.knows")
