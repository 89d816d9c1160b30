"""Pages of printed files on the review page: in Sheets, decided on, pinned, compared, in filters and in History."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk
from tests.review.serving import Served
from tests.review.test_pages import MAT, RULES, TEXT, game_with_pages_in
from tests.review.waiting import ending

pytestmark = pytest.mark.browser


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    return game_with_pages_in(tmp_path)


def test_a_page_of_the_rulebook_is_reviewed(page: Any, served: Served, game: GameOnDisk) -> None:
    page.goto(f"{served.address}#/sheet/rules.en/3")
    marks = page.locator(".sheet-marks")
    expect(marks).to_contain_text("undecided")
    page.keyboard.press("a")
    expect(marks).to_contain_text("approved")
    page.keyboard.press("c")  # opens the page, and asks for the place
    expect(page).to_have_url(ending(f"#/card/rules/rules.en.pdf/3?deck={RULES.replace('/', '%2F')}"))
    expect(page.locator(".pins .cross")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.keyboard.type("Which card?")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".events")).to_contain_text("page, 73.0 / 105.0 mm from the top left")
    approval, comment = served.data("review")["events"]
    assert (approval["kind"], approval["page"]) == ("approve", {"file": RULES, "number": 3})
    assert (comment["side"], comment["at_mm"]) == ("face", [73, 105])
    page.locator("#left").get_by_role("link", name="Sheets").last.click()  # that of the page
    expect(page.locator(".sheet-pins a")).to_have_text("1")
    game.change(TEXT, "Draw a card.", "Draw two cards.")
    expect(marks).to_contain_text("changed since approval")
    page.get_by_role("link", name="Compare").click()
    expect(page.locator(".statement")).to_have_text("The page has changed")
    expect(page.locator(".compare-frame")).to_have_count(2)
    expect(page.locator(".outlines rect.halo")).to_have_count(2)  # the same place, on both pictures
    for mode in range(2, 6):
        page.keyboard.press(str(mode))
        expect(page.locator(".compare-picture img")).to_have_count(2)
    page.wait_for_function(
        "() => [...document.querySelectorAll('.compare-picture img')].every((image) => image.naturalWidth)"
    )
    page.keyboard.press("Control+z")  # a page undoes what it has decided last
    expect(page.locator(".events > li.undone")).to_have_count(1)


@pytest.mark.full
def test_pages_in_review_are_listed_with_the_cards(page: Any, served: Served) -> None:
    page.goto(f"{served.address}#/?deck={MAT}")
    expect(page.locator(".cards > li")).to_have_count(1)
    expect(page.locator(".count")).to_have_text("1 page")
    page.locator("[data-hold=more]").click()
    page.get_by_label("Deck or file").select_option("")
    expect(page.locator(".cards > li")).to_have_count(2)
    picture = next(file for file in served.data("pages")["files"] if file["file"] == MAT)["pictures"][0]
    event = {
        "kind": "reject",
        "page": {"file": MAT, "number": 1},
        "sides": {"face": picture},
        "seen": "",
        "text": "Ugly",
    }
    assert served.decide(event).status_code == 200
    expect(page.locator(".cards > li:not(.section)")).to_have_count(3)
    expect(page.locator(".count")).to_have_text("3 cards and pages")
    page.locator("[data-hold=status-rejected].chip").click()
    expect(page.locator(".cards > li")).to_have_text("mat-a4, page 1" + "Single pages" + "rejected")
    page.goto(f"{served.address}#/history?deck={MAT}")
    expect(page.locator(".history-list .what")).to_have_text("mat-a4, page 1 Ann rejected")
    page.locator(".history-list a").click()
    expect(page.locator("h1")).to_have_text("mat-a4, page 1")
    expect(page.locator(".modes [aria-current=page]")).to_have_text("Print")
