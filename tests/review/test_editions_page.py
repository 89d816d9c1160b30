"""The editions of a game on one server: each at its own address, with links from one to another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import expect

from tests.games_on_disk import tiny_game_in
from tests.review.conftest import page_of
from tests.review.serving import Served, client_of, serving

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The server of the tiny game in two editions; its address is that of the first."""
    tiny = tiny_game_in(tmp_path_factory.mktemp("editions"))
    tiny.change("card_data/tiny/game.yaml", "languages: [en, zh]", "languages: [en, zh]\neditions: [zh, en]")
    with serving(tiny) as running:
        yield running


@pytest.mark.parametrize(
    ("accepted", "leads_to"),
    [
        ("", "/tiny/"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "/tiny/"),
        ("en", "/tiny~en/"),
        ("en-GB,en;q=0.9,zh;q=0.8", "/tiny~en/"),
        ("fr-FR, en-US;q=0.5", "/tiny~en/"),
        ("fr", "/tiny/"),
        (";;,*", "/tiny/"),
    ],
)
def test_the_root_leads_to_the_edition_in_the_language_of_the_reader(
    served: Served, accepted: str, leads_to: str
) -> None:
    answer = httpx.get(f"{served.root}/?token=x", headers={"Accept-Language": accepted})
    assert answer.headers["location"] == f"{served.root}{leads_to}?token=x"


def test_each_edition_has_its_own_log(served: Served) -> None:
    english = f"{served.root}/tiny~en/"
    with client_of(english) as client:
        other = Served(english, served.token, client)
        assert other.decide(other.proposal("main/one")).status_code == 200
        assert other.data("review")["statuses"]["main/one"]["status"] == "approved"
    assert served.data("review")["statuses"]["main/one"]["status"] != "approved"


def test_the_reader_goes_from_one_edition_to_another_in_the_same_page(browser: Any, served: Served) -> None:
    late: list[Any] = []
    with page_of(browser) as page, page_of(browser) as other:
        page.route(re.compile("/tiny~en/data/pages$"), lambda route: late.append(route))
        page.goto(served.root)
        editions = page.get_by_role("group", name="Editions").get_by_role("link")
        expect(editions).to_have_text(["中文", "English"])
        expect(page).to_have_url(f"{served.root}/tiny~en/")
        expect(editions.last).to_have_attribute("aria-current", "page")
        expect(editions.first).to_have_attribute("lang", "zh-Hans")
        page.goto(f"{served.root}/tiny~en/#/card/main/two?q=Second")
        page.evaluate("window.isSame = true")
        face = page.locator(".stage img").first
        english = face.get_attribute("src").split("/")[-1]
        page.wait_for_function("() => cardgen.state.catalog.checked")  # then the pages are asked for
        editions.first.press("Enter")
        expect(page).to_have_url(f"{served.root}/tiny/#/card/main/two?q=Second")
        expect(editions.first).to_have_attribute("aria-current", "page")
        expect(editions.first).to_be_focused()
        expect(face).not_to_have_attribute("src", re.compile(english))
        page.goto(f"{served.root}/tiny/#/grid?status=undecided")
        page.wait_for_function("() => cardgen.state.pages.length")
        pages = page.evaluate("cardgen.state.pages.map(({ face }) => face)")
        assert late
        with page.expect_response(re.compile("/tiny~en/data/pages$")) as answer:
            late.pop().continue_()
        answer.value.finished()
        assert page.evaluate("cardgen.state.pages.map(({ face }) => face)") == pages  # not those of the edition before
        page.unroute_all()
        page.go_back()
        page.go_back()
        expect(page).to_have_url(f"{served.root}/tiny~en/#/card/main/two?q=Second")
        expect(editions.last).to_have_attribute("aria-current", "page")
        expect(face).to_have_attribute("src", re.compile(english))
        page.wait_for_timeout(300)
        expect(page.locator("#toast")).to_be_empty()  # the cards of another edition are no news
        other.goto(f"{served.root}/tiny/#/card/main/one")  # who is in another edition is here, too
        page.get_by_role("group", name="Here now").get_by_role("link").click()
        expect(page).to_have_url(f"{served.root}/tiny/#/card/main/one")
        assert page.evaluate("window.isSame")
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_contain_text("First")


@pytest.mark.full
def test_the_edition_that_is_asked_for_is_alone(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    tiny = tiny_game_in(tmp_path_factory.mktemp("edition"))
    tiny.change("card_data/tiny/game.yaml", "languages: [en, zh]", "languages: [en, zh]\neditions: [zh, en]")
    with serving(tiny, "--edition", "en") as running, page_of(browser) as page:
        page.goto(running.address)
        expect(page.locator(".frame .game")).to_contain_text("Tiny")
        assert urlsplit(page.url).path == "/"
        assert page.locator(".editions").count() == 0
