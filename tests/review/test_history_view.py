"""History in a real browser: what was decided over time, and how to find it again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.conftest import page_of
from tests.review.serving import Served, serving_here

pytestmark = pytest.mark.browser

LOG = "card_data/tiny/review.jsonl"


def event(number: int, at: str, by: str, kind: str, card: str, **more: Any) -> str:
    """A line of the log; its pictures are none of today's."""
    sides = {"face": "f" * 32, "back": "b" * 32}
    named = {"id": f"{number:016x}", "at": at, "by": by, "tool": "cardgen 0.1.0", "kind": kind, "deck": "main"}
    fields = {"fields": {"copies": 1}} if kind == "approve" else {}
    return json.dumps({**named, "card": card, "sides": sides, "data": "d" * 32, **fields, **more}) + "\n"


def game_with_history_in(folder: Path) -> GameOnDisk:
    made = tiny_game_in(folder)
    made.write(
        LOG,
        event(1, "2026-11-19T23:30:00Z", "Ann", "approve", "one")
        + event(2, "2026-11-20T09:00:00Z", "阿明", "reject", "two", text="名字太小 Too small")
        + event(3, "2026-11-20T10:00:00Z", "Ann", "comment", "two", text="I agree", side="face", at_mm=[3, 4])
        + event(4, "2026-11-20T11:00:00Z", "Ann", "undo", "one", undoes=f"{1:016x}")
        + event(5, "2026-11-20T12:00:00Z", "Ann", "reopen", "gone"),
    )
    return made


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    return game_with_history_in(tmp_path)


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for the tests that only look."""
    with serving_here(game_with_history_in(tmp_path_factory.mktemp("unchanged"))) as running:
        yield running


def kinds(page: Any) -> list[str]:
    return [str(item.get_attribute("data-kind")) for item in page.locator(".history-list > li").all()]


def open_history(page: Any, served: Served, state: str = "") -> None:
    page.goto(f"{served.address}#/history{state}")
    expect(page.get_by_role("heading", name="History")).to_be_visible()


def test_cards_that_were_removed_after_a_decision_are_listed(page: Any, served: Served, game: GameOnDisk) -> None:
    """The card `gone` was reopened, so nothing is decided about it."""
    open_history(page, served)
    expect(page.locator(".removed-cards")).to_be_hidden()
    game.change("card_data/tiny/cards.yaml", "id: two,", "id: three,")
    expect(page.get_by_role("heading", name="1 card was removed after its last decision")).to_be_visible()
    expect(page.locator(".removed-cards li")).to_have_text([re.compile("^main/two: 阿明 ")])
    game.change("card_data/tiny/cards.yaml", "id: three,", "id: two,")
    expect(page.locator(".removed-cards")).to_be_hidden()


def test_events_are_newest_first_under_their_day_and_link_to_their_card(shared_page: Any, unchanged: Served) -> None:
    page = shared_page
    open_history(page, unchanged)
    assert kinds(page) == ["reopen", "undo", "comment", "reject", "approve"]
    days = page.locator(".day h2 time")
    expect(days).to_have_text([re.compile("Friday,? 20 November 2026"), re.compile("Thursday,? 19 November 2026")])
    assert days.first.get_attribute("datetime") == "2026-11-20"
    expect(page.locator(".history-list time").first).to_have_attribute("datetime", "2026-11-20T12:00:00Z")
    expect(page.locator(".history-list time").first).to_have_text("12:00")
    undone = page.locator(".history-list > li.undone")
    expect(undone).to_have_count(1)
    expect(undone.locator("s")).to_have_text("Ann approved")
    expect(undone).to_contain_text("Undone by Ann · 20 Nov 2026, 11:00")
    expect(page.locator(".history-list > li[data-kind=undo]")).to_contain_text("Ann undid the approval by Ann")
    gone = page.locator(".history-list > li").first
    expect(gone).to_contain_text("main/gone (no longer in the game)")
    expect(gone.get_by_role("link")).to_have_count(0)
    page.locator(".history-list > li[data-kind=reject]").get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"#/card/main/two"))


def test_days_and_times_are_those_of_the_reader_s_own_zone(browser: Any, unchanged: Served) -> None:
    with page_of(browser, locale="zh-CN", timezone_id="Asia/Shanghai") as page:
        page.goto(f"{unchanged.address}#/history")
        # 23:30 UTC is the next morning there.
        expect(page.locator(".day h2 time")).to_have_text(["2026年11月20日星期五"])
        expect(page.locator(".history-list time").last).to_have_text("07:30")


def test_filters_are_in_the_address_and_search_reads_texts_and_ids(shared_page: Any, unchanged: Served) -> None:
    page = shared_page
    open_history(page, unchanged)
    page.get_by_label("Reviewer").select_option("阿明")
    assert kinds(page) == ["reject"]
    expect(page).to_have_url(re.compile(r"who=%E9%98%BF%E6%98%8E"))
    page.get_by_label("Reviewer").select_option("")
    page.get_by_label("Kind").select_option("comment")
    assert kinds(page) == ["comment"]
    page.reload()
    expect(page.get_by_label("Kind")).to_have_value("comment")
    assert kinds(page) == ["comment"]
    open_history(page, unchanged, "?q=太小")
    assert kinds(page) == ["reject"]
    page.get_by_role("searchbox", name="Search").fill("main/two")
    assert kinds(page) == ["comment", "reject"]
    page.get_by_role("searchbox", name="Search").fill("nowhere")
    expect(page.locator(".history-days")).to_contain_text("No matching decisions or comments.")


def test_a_decision_made_elsewhere_comes_in_by_itself(page: Any, served: Served) -> None:
    open_history(page, served)
    search = page.get_by_role("searchbox", name="Search")
    search.focus()
    served.decide(served.proposal("main/two"))
    expect(page.locator(".history-list > li")).to_have_count(6)
    assert kinds(page)[0] == "approve"
    expect(search).to_be_focused()


@pytest.mark.full
def test_a_decision_on_several_cards_is_one_entry_that_unfolds(served: Served, page: Any) -> None:
    parts = [served.proposal(key, kind="reopen") for key in ("main/one", "main/two")]
    request = {"events": parts, "id": "5" * 16}
    served.client.post("/api/decide", json=request, headers=served.headers).raise_for_status()
    open_history(page, served)
    assert kinds(page)[:2] == ["reopen", "reopen"]
    expect(page.locator("[role=status]").first).to_have_text("6 decisions and comments")
    entry = page.locator(".history-list > li").first
    expect(entry.locator("summary")).to_have_text("2 cards Ann reopened")
    expect(entry.get_by_role("link")).to_have_count(0)
    entry.locator("summary").press("Enter")
    expect(entry.get_by_role("link")).to_have_text(["First one", "Second two"])
    served.decide(served.proposal("main/two", "undo", undoes="5" * 16)).raise_for_status()
    entry = page.locator(".history-list > li").nth(1)
    expect(entry.locator("summary")).to_contain_text("1 of them undone")
    expect(entry.locator(".history-cards s")).to_have_text(["Second two"])
    expect(entry.locator("summary")).to_be_focused()
    page.get_by_role("searchbox", name="Search").fill("main/one")
    expect(page.locator(".history-cards a")).to_have_text(["First one"])


@pytest.mark.full
def test_thousands_are_paged(page: Any, served: Served, game: GameOnDisk) -> None:
    game.write(
        LOG, "".join(event(n, "2026-11-20T12:00:00Z", "Ann", "comment", "one", text=f"No. {n}") for n in range(3000))
    )
    open_history(page, served)
    expect(page.get_by_role("status").first).to_have_text("3000 decisions and comments")
    expect(page.locator(".history-list .words").first).to_have_text("No. 2999")
    expect(page.get_by_role("button", name="Newer")).to_be_disabled()
    page.get_by_role("button", name="Older").click()
    expect(page.locator(".history-list .words").first).to_have_text("No. 2939")
    assert page.evaluate("document.querySelectorAll('*').length") < 1500
    page.go_back()
    expect(page.locator(".history-list .words").first).to_have_text("No. 2999")
