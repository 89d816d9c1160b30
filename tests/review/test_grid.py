"""The grid of cards in a browser: filters, search, the window over many cards, and walking through them by keys."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.serving import Served, serving_here
from tests.review.waiting import ending, soon

pytestmark = pytest.mark.browser

MANY = 10_000
HOSTILE = "\\<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, GameOnDisk]]:
    game = tiny_game_in(tmp_path_factory.mktemp("tiny"))
    game.change("card_data/tiny/cards.yaml", "name: First", f"name: '{HOSTILE}'")
    game.change("templates/tiny.yaml", "[5, 5, 53, 8]", "[5, 5, 53, 40]")
    with serving_here(game) as running:
        yield running, game


#: Sets the size of the thumbnails, in px.
RESIZE = """(size) => {
  const slider = document.querySelector("[data-hold=size]");
  slider.value = size;
  slider.dispatchEvent(new Event("input"));
}"""


def ids(page: Any) -> list[str]:
    """The keys of the cards in the document, in order."""
    shown: list[str] = page.locator(".cards a").evaluate_all("links => links.map(link => link.dataset.hold)")
    return shown


def count(page: Any) -> str:
    return str(page.locator(".grid-line .count").inner_text())


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.dataset.hold ?? document.activeElement.tagName"))


def opened(page: Any, shipped: Served, state: str = "") -> Any:
    if page.url.startswith(shipped.address):  # the page that tests share, still with what the last one showed
        page.goto(f"{shipped.address}#/history")
        expect(page.locator(".cards a")).to_have_count(0)
    page.goto(f"{shipped.address}#/grid{state}")
    page.wait_for_selector(".cards a, .none:not([hidden])")
    return page


def texts_there(page: Any) -> None:
    page.wait_for_function("() => cardgen.state.texts && cardgen.state.alts")


# ---------------------------------------------------------------- what a thumbnail shows


def test_a_failing_check_is_shown_below_the_picture(page: Any, tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.change("templates/tiny.yaml", "[5, 5, 53, 8]", "[0.5, 5, 53, 8]")
    with serving_here(game) as running:
        opened(page, running)
        badge = page.locator(".cards .finding-mark").first
        assert badge.inner_text() == "CG102"
        assert badge.evaluate(
            """(badge) => {
                const { left, right, top, bottom } = badge.getBoundingClientRect();
                return badge.contains(document.elementFromPoint(left + 3, (top + bottom) / 2))
                    && badge.contains(document.elementFromPoint(right - 3, (top + bottom) / 2));
            }"""
        )


def test_every_card_is_shown_in_deck_order_cut_at_the_trim(viewer: Any, shipped: Served) -> None:
    opened(viewer, shipped)
    keys = [card["key"] for card in shipped.data("catalog")["cards"]]
    assert ids(viewer) == keys[: len(ids(viewer))]
    assert count(viewer) == f"{len(keys)} cards"
    first = viewer.locator(".cards li:not(.section)").first
    assert first.get_attribute("aria-posinset") == "1"
    assert first.get_attribute("aria-setsize") == str(len(keys))
    assert first.locator("b").inner_text() == "Z-block"
    assert first.locator(".facts").inner_text().split() == ["×12", "undecided"]
    texts_there(viewer)
    alt = shipped.data("alts")["blocks/Z"]["face"]["en"]
    assert viewer.locator(".cards img").first.get_attribute("alt") == alt
    viewer.wait_for_selector(".cut.loaded")
    boxes = first.evaluate(
        "item => [item.querySelector('.cut'), item.querySelector('img')].map((element) => {"
        " const r = element.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })"
    )
    (x, y, width, height), (left, top, wide, high) = boxes
    scale = height / 88
    assert width == pytest.approx(63 * scale, abs=0.6)
    assert (wide, high) == pytest.approx((69 * scale, 94 * scale), abs=1)
    assert (x - left, y - top) == pytest.approx((3 * scale, 3 * scale), abs=0.6)
    radius = viewer.locator(".cut").first.evaluate("cut => parseFloat(getComputedStyle(cut).borderRadius)")
    assert radius == pytest.approx(3 * scale, abs=0.5)


def test_text_of_cards_is_never_markup(page: Any, tiny: tuple[Served, GameOnDisk]) -> None:
    opened(page, tiny[0])
    texts_there(page)
    assert page.locator(".cards b").first.inner_text() == HOSTILE
    assert page.locator("img[src=x]").count() == 0
    page.locator(".cards a").first.click()
    page.wait_for_selector(".data tbody tr:nth-child(3)")
    assert page.locator("h1").inner_text() == HOSTILE
    assert HOSTILE in page.locator(".data").inner_text()
    assert page.locator("img[src=x]").count() == 0


# ---------------------------------------------------------------- filters and search


def test_the_address_holds_the_filter_through_a_reload(viewer: Any, shipped: Served) -> None:
    opened(viewer, shipped)
    viewer.locator("#left").get_by_role("link", name="Garbage").click()
    viewer.locator("[data-hold=more]").click()
    viewer.get_by_label("Kind").select_option("3-wide")
    expect(viewer).to_have_url(ending("#/grid?deck=garbage&kind=3-wide"))
    assert ids(viewer) == ["garbage/3-0", "garbage/3-1", "garbage/3-2", "garbage/3-3"]
    assert count(viewer) == "4 of 25 cards"
    viewer.reload()
    viewer.wait_for_selector(".cards a")
    assert ids(viewer) == ["garbage/3-0", "garbage/3-1", "garbage/3-2", "garbage/3-3"]
    assert viewer.get_by_label("Deck").input_value() == "garbage"
    viewer.get_by_role("button", name="Clear filters").click()
    viewer.wait_for_function("() => document.querySelector('.count').textContent === '25 cards'")
    expect(viewer).to_have_url(ending("#/grid"))
    assert count(viewer) == "25 cards"
    viewer.locator("[data-hold=status-approved].chip").click()
    expect(viewer.locator(".none")).to_be_visible()
    assert ids(viewer) == []
    viewer.locator("[data-hold=status-undecided].chip").click()
    assert count(viewer) == "25 cards"


SEARCHES = {
    "monomino": ["blocks/M"],
    "单元方块": ["blocks/M"],
    "no such card": [],
    "ＭＯＮＯＭＩＮＯ": ["blocks/M"],  # full-width letters are the same letters
    "WIDE garbage 2-1": ["garbage/2-1"],
    "2-1 wide": ["garbage/2-1"],
}


def test_search_looks_in_both_languages(viewer: Any, shipped: Served) -> None:
    opened(viewer, shipped)
    texts_there(viewer)
    viewer.keyboard.press("/")
    assert viewer.evaluate("document.activeElement.id") == "search"
    for words, shown in SEARCHES.items():
        viewer.locator("#search").fill("")
        viewer.wait_for_function("() => document.querySelector('.count').textContent === '25 cards'")
        viewer.keyboard.insert_text(words)
        viewer.wait_for_function("() => document.querySelector('.count').textContent.includes(' of ')")
        assert ids(viewer) == shown
    viewer.reload()
    viewer.wait_for_selector(".cards a, .none:not([hidden])")
    texts_there(viewer)
    assert ids(viewer) == shown
    assert viewer.locator("#search").input_value() == words


# ---------------------------------------------------------------- ten thousand cards


@pytest.fixture
def many(page: Any, tiny: tuple[Served, GameOnDisk]) -> Any:
    """The page of a game with ten thousand cards; the server is told to be one by what the browser gets from it."""
    catalog = tiny[0].data("catalog")
    card = catalog["cards"][1]
    catalog["cards"] = [
        {**card, "key": f"main/c{n}", "id": f"c{n}", "names": {"en": f"Card {n}"}} for n in range(1, MANY + 1)
    ]
    review: dict[str, Any] = {"statuses": {}, "events": [], "fault": None}
    replies = {"catalog": catalog, "review": review, "texts": {}, "alts": {}}
    for name, value in replies.items():
        page.route(f"**/data/{name}", replying(json.dumps(value)))
    return opened(page, tiny[0])


def replying(body: str) -> Any:
    return lambda route: route.fulfill(body=body, content_type="application/json")


def nodes(page: Any) -> int:
    return int(
        page.evaluate(
            "() => { const w = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL); let n = 1;"
            " while (w.nextNode()) n += 1; return n; }"
        )
    )


def test_few_nodes_fill_the_screen_wherever_it_is_and_keys_reach_all_cards(many: Any) -> None:
    assert count(many) == "10000 cards"

    def is_filled() -> bool:
        rows = many.evaluate(
            "() => [...document.querySelectorAll('.cards li')].map((li) => li.getBoundingClientRect())"
            ".map((r) => [r.top, r.bottom])"
        )
        return bool(min(top for top, _ in rows) < 320 and max(bottom for _, bottom in rows) > 800)

    for share in (0.0, 0.31, 0.77, 1.0):
        many.evaluate(f"scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * {share})")
        soon(is_filled, True)
        expect(many.locator(".cut.loaded")).not_to_have_count(0)

    many.evaluate("scrollTo(0, 0)")
    many.locator(".cards a").first.focus()
    many.keyboard.press("End")
    assert focused(many) == f"main/c{MANY}"
    item = many.locator(".cards li:has(a:focus)")
    assert item.get_attribute("aria-posinset") == str(MANY)
    assert item.get_attribute("aria-setsize") == str(MANY)
    box = item.bounding_box()
    assert 0 <= box["y"] <= 900 - box["height"] + 1
    many.keyboard.press("ArrowLeft")
    assert focused(many) == f"main/c{MANY - 1}"
    many.keyboard.press("Home")
    assert focused(many) == "main/c1"
    many.keyboard.press("PageDown")
    assert focused(many) not in ("main/c1", "BODY")
    many.keyboard.press("PageUp")
    assert focused(many) == "main/c1"
    for width, height in ((320, 640), (1280, 900), (3840, 2160)):
        many.set_viewport_size({"width": width, "height": height})
        many.wait_for_timeout(100)
        for size in (120, 440):
            many.evaluate(RESIZE, size)
            many.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
            many.wait_for_timeout(150)
            assert nodes(many) <= 2800, (width, size)
            shown = many.locator(".cards li").count()
            assert shown * 3 > len(many.locator(".cards li img").all())
            many.evaluate("scrollTo(0, 0)")


@pytest.mark.full
@pytest.mark.usefixtures("own_page")
def test_pictures_that_fly_by_are_not_asked_for(page: Any, shipped: Served) -> None:
    """Every card has another picture here; only those where the scroll comes to rest are asked for."""
    catalog = shipped.data("catalog")
    asked: list[str] = []
    catalog["cards"] = [
        {**catalog["cards"][0], "key": f"blocks/c{n}", "id": f"c{n}", "face": f"{n:032x}"} for n in range(2000)
    ]
    page.route("**/data/catalog", lambda route: route.fulfill(json=catalog))

    def picture(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(body="<svg xmlns='http://www.w3.org/2000/svg'/>", content_type="image/svg+xml")

    page.route(re.compile(r"/(faces|thumbnails)/"), picture)
    page.clock.install()
    opened(page, shipped)
    page.clock.pause_at(time.time() + 3600)
    all_shown = expect(page.locator(".cut:not(.loaded)"))
    all_shown.to_have_count(0)
    before = len(asked)
    assert before > 0
    # Two thousand pixels a frame: much faster than anybody looks.
    for y in range(2000, 62_000, 2000):
        page.evaluate("y => new Promise((done) => { document.onscroll = done; scrollTo(0, y); })", y)
        page.clock.run_for(16)
    page.clock.run_for(500)
    all_shown.to_have_count(0)
    assert 0 < len(asked) - before <= 3 * page.locator(".cards li").count()


# ---------------------------------------------------------------- where one was


def test_the_grid_is_found_as_it_was_left(viewer: Any, shipped: Served) -> None:
    opened(viewer, shipped, "?deck=garbage")
    viewer.evaluate("scrollTo(0, 400)")
    viewer.locator("[data-hold='garbage/3-1']").focus()
    place = viewer.evaluate("scrollY")
    viewer.keyboard.press("Enter")
    viewer.wait_for_selector(".card-left h1")
    expect(viewer).to_have_url(ending("#/card/garbage/3-1?deck=garbage"))
    viewer.keyboard.press("Escape")
    viewer.wait_for_selector(".cards a")
    expect(viewer).to_have_url(ending("#/grid?deck=garbage"))
    soon(lambda: focused(viewer), "garbage/3-1")
    assert viewer.evaluate("scrollY") == place


@pytest.mark.full
def test_a_page_loaded_again_goes_on_where_it_was(page: Any, shipped: Served) -> None:
    opened(page, shipped)
    page.evaluate(RESIZE, 400)
    high = page.locator(".cut").first.bounding_box()["height"]
    page.evaluate("scrollTo(0, 400)")
    page.reload()
    page.wait_for_selector(".cards a")
    page.wait_for_function("() => scrollY === 400")
    assert page.locator(".cut").first.bounding_box()["height"] == high
    assert page.get_by_label("Size of the thumbnails").input_value() == "400"
    page.goto(f"{shipped.address}#/history")
    page.reload()
    page.wait_for_selector(".history")
    assert page.evaluate("scrollY") == 0


def test_nothing_is_cut_off_sideways(viewer: Any, shipped: Served) -> None:
    for where, shown in (("#/grid", ".cards a"), ("#/card/garbage/1-0", ".stage img")):
        for width in (320, 360, 1280, 1920):
            viewer.set_viewport_size({"width": width, "height": 800})
            if width == 320:
                viewer.goto(f"{shipped.address}{where}")
            viewer.wait_for_selector(shown)
            viewer.wait_for_function(f"() => document.documentElement.scrollWidth <= {width}")
