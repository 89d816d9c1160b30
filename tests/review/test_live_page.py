"""The open page while files are saved, broken and mended, and while the server goes and comes back."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk, block_killer_in, print_only
from tests.review.serving import Served, ServedHere, serving, serving_here
from tests.review.test_accessibility import AXE, broken_rules
from tests.review.waiting import PATIENCE, soon

pytestmark = pytest.mark.browser

GARBAGE = "card_data/block-killer/garbage.yaml"
LOG = "card_data/block-killer/review.jsonl"
FIRST_ROW = 'id: "1-0", copies: 10'
#: What has the focus, and how far below the upper edge of the window it is.
FOCUSED = "[document.activeElement.dataset.hold, document.activeElement.getBoundingClientRect().top]"


Live = tuple[GameOnDisk, ServedHere]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A game and its server, which the tests share."""
    game = block_killer_in(tmp_path_factory.mktemp("live"))
    print_only(game)
    with serving_here(game) as served:
        yield game, served


@pytest.fixture
def live(shared: Live) -> Iterator[Live]:
    """The same for a test that changes the game: afterwards it is as it was, for the server, too."""
    game, served = shared
    garbage = game.read(GARBAGE)
    yield shared
    game.write(GARBAGE, garbage)
    game.path(LOG).unlink(missing_ok=True)
    served.session.live.reread("")


@pytest.fixture
def game(live: Live) -> GameOnDisk:
    return live[0]


@pytest.fixture
def served(live: Live) -> ServedHere:
    return live[1]


def open_page(page: Any, served: Served, route: str) -> None:
    """The page at an address of its own, once it hears the server."""
    with page.expect_response(re.compile("/events")):
        page.goto(served.address + route)
    page.wait_for_function("() => cardgen.state.texts !== null")


def pictures(page: Any) -> dict[str, str]:
    """The picture in front of each card of the grid."""
    styles: dict[str, str] = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('main li a[data-hold]')]"
        ".map((link) => [link.dataset.hold, link.querySelector('img').dataset.hash]))"
    )
    return styles


def test_a_saved_card_alone_changes_in_the_open_grid(game: GameOnDisk, served: Served, page: Any) -> None:
    page.set_viewport_size({"width": 700, "height": 700})
    open_page(page, served, "#/grid?deck=garbage")
    page.wait_for_selector('main li a[data-hold="garbage/1-0"] .loaded')
    page.evaluate("scrollTo(0, 240)")
    page.evaluate("document.querySelectorAll('main li img').forEach((image) => { image.before = true; })")
    page.locator('main li a[data-hold="garbage/2-0"]').focus()
    page.wait_for_selector('main li a[data-hold="garbage/2-2"]')  # the rows that came into sight are drawn
    seen, before = page.evaluate(FOCUSED), pictures(page)
    game.change(
        GARBAGE, 'id: "1-1", copies: 10, kind: normal, row: "#.###', 'id: "1-1", copies: 10, kind: normal, row: "##.##'
    )
    page.wait_for_function(f"() => cardgen.state.cards.get('garbage/1-1').face !== '{before['garbage/1-1']}'")
    page.wait_for_function(
        "() => document.querySelector('main li a[data-hold=\"garbage/1-1\"] img').dataset.hash"
        " === cardgen.state.cards.get('garbage/1-1').face"
    )
    after = pictures(page)
    assert {key for key in after if after[key] != before.get(key)} == {"garbage/1-1"}
    soon(lambda: page.evaluate(FOCUSED), seen)  # wherever the page is scrolled to: its bar may have grown a filter
    anew = "[...document.querySelectorAll('main li a')].filter((link) => !link.querySelector('img').before)"
    drawn_anew = f"{anew}.map((link) => link.dataset.hold)"
    assert set(page.evaluate(drawn_anew)) <= {"garbage/1-1"}
    page.locator("#toast").get_by_text("1-1 changed.").wait_for()


@pytest.mark.full
@pytest.mark.usefixtures("own_page")
def test_a_saved_card_is_found_without_loading_all_texts_again(game: GameOnDisk, served: Served, page: Any) -> None:
    open_page(page, served, "#/grid?q=quokka")
    page.wait_for_selector(".none:not([hidden])")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(served.address)))
    game.change(
        GARBAGE,
        'turned: "1-0~", names: {zh: 普通垃圾, en: Normal garbage}',
        'turned: "1-0~", names: {zh: 普通垃圾, en: Quokka}',
    )
    page.wait_for_selector('main li a[data-hold="garbage/1-0"]')
    page.wait_for_timeout(1000)  # all texts used to be loaded again after a pause
    # The pages of printed files are loaded after every check.
    assert [address for address in asked if address.startswith("data/") and address != "data/pages"] == []


def test_zoom_and_a_half_written_reason_outlive_a_save(game: GameOnDisk, served: Served, page: Any) -> None:
    open_page(page, served, "#/card/garbage/1-0")
    page.wait_for_selector("main img")
    page.keyboard.press("f")
    zoomed = page.evaluate("[location.hash, document.querySelector('main img').getBoundingClientRect().width]")
    page.keyboard.press("r")
    page.keyboard.type("too dark, and")
    focused = page.evaluate("[document.activeElement.tagName, document.activeElement.selectionStart]")
    game.change(GARBAGE, FIRST_ROW, FIRST_ROW.replace("10", "8"))
    page.wait_for_function("() => cardgen.state.cards.get('garbage/1-0').copies === 8")
    page.wait_for_timeout(400)
    assert page.evaluate("document.activeElement.value") == "too dark, and"
    assert page.evaluate("[document.activeElement.tagName, document.activeElement.selectionStart]") == focused
    size = "[location.hash, document.querySelector('main img').getBoundingClientRect().width]"
    assert page.evaluate(size) == zoomed
    assert not page.locator("#toast").get_by_text("1-0 changed.").count(), "nothing is announced while somebody writes"
    page.evaluate("document.activeElement.blur()")
    page.locator("#toast").get_by_text("1-0 changed.").wait_for()


def test_a_broken_file_is_reported_until_it_is_corrected(game: GameOnDisk, served: Served, page: Any) -> None:
    open_page(page, served, "#/grid?deck=garbage")
    page.wait_for_selector('main li a[data-hold="garbage/1-0"] .loaded')
    cards = pictures(page)
    good = game.read(GARBAGE)
    game.change(GARBAGE, FIRST_ROW, 'id: "1-0", copies: many')
    banner = page.get_by_role("alert")
    banner.get_by_text(re.compile(r"garbage\.yaml:5:\d+")).wait_for()
    assert "copies" in banner.inner_text()
    assert pictures(page) == cards
    banner.get_by_role("button", name="Hide").click()
    badge = banner.get_by_role("button", name="1 fault")
    expect(badge).to_be_focused()
    expect(banner.get_by_text("garbage.yaml")).to_have_count(0)
    badge.click()
    banner.get_by_text(re.compile(r"garbage\.yaml:5:\d+")).wait_for()
    game.write(GARBAGE, good)
    page.get_by_text("All files can be read again.").wait_for()
    expect(banner).to_have_text("")
    assert pictures(page) == cards


@pytest.mark.full
def test_a_fault_is_shown_on_a_page_that_is_opened_later(game: GameOnDisk, served: Served, page: Any) -> None:
    with served.events() as events:
        game.change(GARBAGE, FIRST_ROW, 'id: "1-0", copies: many')
        events.wait("fault")
    open_page(page, served, "#/checks")
    page.get_by_role("alert").get_by_text("garbage.yaml:5").wait_for()
    assert page.locator("main").get_by_text("garbage.yaml:5").count() == 1


@pytest.mark.full
def test_new_removed_and_reordered_cards_come_and_go(game: GameOnDisk, served: Served, page: Any) -> None:
    open_page(page, served, "#/grid?deck=garbage")
    page.wait_for_selector('main li a[data-hold="garbage/1-0"] .loaded')
    lines = game.read(GARBAGE).splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if FIRST_ROW in line)
    moved = [*lines[:first], lines[first + 1], lines[first + 2], lines[first], *lines[first + 4 :]]
    game.write(GARBAGE, "".join(moved))
    page.wait_for_function("() => !cardgen.state.cards.has('garbage/1-3')")
    order = "[...document.querySelectorAll('main li a[data-hold]')].slice(0, 3).map((link) => link.dataset.hold).join()"
    page.wait_for_function(f"() => {order} === 'garbage/1-1,garbage/1-2,garbage/1-0'")
    game.write(GARBAGE, "".join(lines))
    page.wait_for_function(f"() => {order} === 'garbage/1-0,garbage/1-1,garbage/1-2'")
    page.wait_for_selector('main li a[data-hold="garbage/1-3"]')


def test_somebody_elses_decision_is_seen(game: GameOnDisk, served: Served, page: Any) -> None:
    open_page(page, served, "#/grid?deck=garbage")
    link = page.locator('main li a[data-hold="garbage/1-0"]')
    link.get_by_text("undecided").wait_for()
    with serving_here(game, by="Bob") as other:
        assert other.decide(other.proposal("garbage/1-0")).status_code == 200
    link.get_by_text("approved").wait_for()
    expect(page.locator("#toast")).to_contain_text(re.compile("^Bob approved: .*1-0."))


@pytest.mark.gone("/thumbnails/")
def test_the_page_says_that_the_server_is_away_and_recovers_with_what_it_missed(game: GameOnDisk, page: Any) -> None:
    with serving(game) as first:
        port = re.search(r":(\d+)/", first.address)
        assert port is not None
        open_page(page, first, "#/grid?deck=garbage")
        page.wait_for_selector('main li a[data-hold="garbage/1-0"] .loaded')
        first.process.kill()
        first.process.wait()
        page.get_by_role("alert").get_by_text("No answer from the server.").wait_for()
    game.change(GARBAGE, FIRST_ROW, FIRST_ROW.replace("10", "8"))
    with serving(game, "--port", port[1], "--as", "Bob") as second:
        assert second.address == first.address
        assert second.token != first.token
        page.get_by_text("The server is back.").wait_for()
        page.wait_for_function("() => cardgen.state.cards.get('garbage/1-0').copies === 8")
        page.locator('main li a[data-hold="garbage/1-0"]').get_by_text("×8").wait_for()
        expect(page.get_by_role("alert")).to_have_text("")
        assert page.evaluate("[cardgen.server.token, cardgen.state.catalog.who]") == [second.token, "Bob"]
        game.change(GARBAGE, FIRST_ROW.replace("10", "8"), FIRST_ROW)
        page.locator('main li a[data-hold="garbage/1-0"]').get_by_text("×10").wait_for()


@pytest.mark.full
def test_a_server_that_ends_says_so(game: GameOnDisk, page: Any) -> None:
    with serving(game) as served:
        open_page(page, served, "#/checks")
        page.get_by_text("No findings").wait_for()
        expect(page.locator("#frame .mode")).to_have_text("live")
        assert served.stop() == 0
        page.get_by_role("alert").get_by_text("No answer from the server.").wait_for()
        expect(page.locator("#frame .mode")).to_have_text("not connected")
        assert page.get_by_text("No findings").count() == 1


@pytest.mark.full
def test_a_log_that_cannot_be_read_is_reported(game: GameOnDisk, served: Served, page: Any) -> None:
    open_page(page, served, "#/grid")
    game.write(LOG, "not a decision\n")
    page.get_by_role("alert").get_by_text("review.jsonl:1").wait_for()


@pytest.mark.full
def test_a_game_that_could_never_be_read_appears_when_it_can(game: GameOnDisk, page: Any) -> None:
    good = game.read(GARBAGE)
    game.change(GARBAGE, FIRST_ROW, 'id: "1-0", copies: many')
    with serving_here(game) as served:
        open_page(page, served, "#/grid")
        page.get_by_role("alert").get_by_text("garbage.yaml:5").wait_for()
        assert "last good cards" not in page.get_by_role("alert").inner_text()
        assert "Clear a filter" not in page.get_by_role("main").inner_text()
        assert pictures(page) == {}
        game.write(GARBAGE, good)
        page.wait_for_selector('main li a[data-hold="blocks/Z"] .loaded')
        page.get_by_role("link", name="Play", exact=True).wait_for()
        expect(page.get_by_role("alert")).to_have_text("")


@pytest.mark.full
@pytest.mark.usefixtures("own_page")
def test_a_page_that_nobody_sees_leaves_its_connection_to_others(game: GameOnDisk, served: Served, page: Any) -> None:
    page.clock.install()
    open_page(page, served, "#/grid?deck=garbage")
    page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { get: () => globalThis.unseen, configurable: true }); }"
    )
    turn = """(unseen) => {
      globalThis.unseen = unseen;
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }"""
    page.evaluate(turn, True)
    page.clock.fast_forward(11_000)
    game.change(GARBAGE, FIRST_ROW, FIRST_ROW.replace("10", "8"))
    with served.events():
        pass
    assert page.evaluate("cardgen.state.cards.get('garbage/1-0').copies") == 10
    with page.expect_response(re.compile("/events")):
        page.evaluate(turn, False)
    page.locator('main li a[data-hold="garbage/1-0"]').get_by_text("×8").wait_for()


def test_signs_show_that_reading_takes_longer_and_which_cards_wait(
    page: Any, served: ServedHere, game: GameOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.goto(served.address)
    expect(page.locator(".mode")).to_have_text("live")
    go_on, loading = threading.Event(), served.session.live.loading
    read = loading.read

    def read_slowly(*arguments: Any) -> Any:
        if threading.current_thread().name == "cardgen review":
            assert go_on.wait(PATIENCE)
        return read(*arguments)

    monkeypatch.setattr(loading, "read", read_slowly)
    game.change(GARBAGE, FIRST_ROW, 'id: "1-0", copies: 11')
    expect(page.locator(".mode")).to_have_text("reading…")
    assert served.session.hello()["reading"]  # a page that comes now shows it, too
    loading.layout.fresh += 12
    cards = len(served.data("catalog")["cards"])
    expect(page.locator(".mode")).to_have_text(f"12 of {cards} cards drawn…")
    go_on.set()
    expect(page.locator(".mode")).to_have_text("live")
    assert not served.session.hello()["reading"]

    go_on.clear()
    monkeypatch.setattr("cardgen.review.server.loading._AT_ONCE", -1)
    title = {"kind": "set", "file": f"card_data/{game.name}/game.yaml", "path": ["titles", "en"]}
    edit = {"operations": [{**title, "old": "Block-Killer", "new": "Killer"}], "cards": ["garbage/1-0"]}
    answer = served.client.post("/api/edit", json=edit, headers=served.headers).json()
    assert (answer["faults"], answer["conflicts"]) == ([], [])
    waiting = page.locator("main img[data-waits]")
    expect(waiting.first).to_have_attribute("title", "As it was before: it is being drawn again")
    expect(page.locator('main img[data-card="garbage/1-0"]:not([data-waits])')).to_have_count(1)
    page.evaluate(AXE)
    assert broken_rules(page) == []
    go_on.set()
    expect(waiting).to_have_count(0)
