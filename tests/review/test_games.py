"""Several games on one server: each at its own address, with a list that leads from one to another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.conftest import page_of
from tests.review.serving import Served, client_of, serving

pytestmark = pytest.mark.browser

OTHER = "另一个"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> GameOnDisk:
    """A project with two games: the tiny one, and one whose name is no ASCII."""
    tiny = tiny_game_in(tmp_path_factory.mktemp("games"))
    for file in ("game.yaml", "cards.yaml"):
        text = tiny.read(f"card_data/tiny/{file}").replace("小, en: Tiny", "别的, en: Other").replace("First", "Other")
        tiny.write(f"card_data/{OTHER}/{file}", text)
    return tiny


@pytest.fixture(scope="module")
def served(games: GameOnDisk) -> Iterator[Served]:
    """The server of both games; its address is that of the first."""
    with serving(games, OTHER) as running:
        yield running


def test_each_game_has_its_own_cards_and_log(served: Served, games: GameOnDisk) -> None:
    for name, card in (("tiny", "First"), (OTHER, "Other")):
        catalog = httpx.get(f"{served.root}/{name}/data/catalog").raise_for_status().json()
        assert (catalog["game"]["id"], catalog["cards"][0]["names"]["en"]) == (name, card)
    address = f"{served.root}/{OTHER}/"
    with client_of(address) as client:
        other = Served(address, served.token, client)
        assert other.decide(other.proposal("main/one")).status_code == 200
    assert games.path(f"card_data/{OTHER}/review.jsonl").exists()
    assert not games.path("card_data/tiny/review.jsonl").exists()


@pytest.mark.parametrize(
    ("address", "leads_to"), [("/", "/tiny/"), ("/tiny", "/tiny/"), ("/?token=x", "/tiny/?token=x"), ("/none", None)]
)
def test_the_root_leads_to_the_first_game(served: Served, address: str, leads_to: str | None) -> None:
    answer = httpx.get(served.root + address)
    assert (answer.status_code, answer.headers.get("location")) == (
        (307, served.root + leads_to) if leads_to else (404, None)
    )
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_the_stream_of_every_game_needs_the_token(served: Served) -> None:
    for name in ("tiny", OTHER):
        assert httpx.get(f"{served.root}/{name}/events").status_code == 403
        with httpx.stream("GET", f"{served.root}/{name}/events?token={served.token}") as stream:
            assert stream.status_code == 200


def test_the_title_lists_the_games_and_leads_to_another(browser: Any, served: Served) -> None:
    with page_of(browser) as page:
        late: list[Any] = []
        page.route("**/app/rest.js", lambda route: late.append(route))
        with page.expect_request("**/app/rest.js"):
            page.goto(served.root)
        title = page.locator(".frame .game").get_by_role("button", name="Tiny")
        title.press("Enter")
        links = page.get_by_role("list", name="Games").get_by_role("link")
        expect(links).to_have_text(["Tiny", "Other"])
        with page.expect_response("**/data/job"):
            late[0].continue_()  # the other modes' links are drawn when the list is closed
        expect(links).to_have_text(["Tiny", "Other"])
        expect(links.first).to_have_attribute("aria-current", "page")
        page.keyboard.press("Escape")
        expect(links.first).to_be_hidden()
        expect(page.get_by_role("link", name="Print")).to_be_visible()
        title.click()
        links.last.click()
        expect(page.locator(".frame .game").get_by_role("button", name="Other")).to_be_visible()
        expect(page.locator(".cards > li").first).to_contain_text("Other")


def test_a_server_of_one_game_has_no_list(page: Any, shipped: Served) -> None:
    page.goto(shipped.address)
    expect(page.locator(".frame .game")).to_contain_text("Block-Killer")
    assert page.locator(".frame .games button").count() == 0
