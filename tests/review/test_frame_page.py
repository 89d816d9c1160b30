"""The frame of the page: modes, palette, panels, and what a phone has at the bottom."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.review.conftest import page_of
from tests.review.serving import Served
from tests.review.waiting import Held, ending, soon

pytestmark = pytest.mark.browser


def marked_mode(page: Any) -> Any:
    return page.locator(".modes [aria-current]")


def test_a_mode_opens_where_it_was_left(page: Any, shipped: Served) -> None:
    page.goto(f"{shipped.address}#/card/garbage/1-0?deck=garbage")
    expect(marked_mode(page)).to_have_text("Review")
    page.keyboard.press("Alt+4")
    expect(page).to_have_url(ending("#/sheet"))
    expect(marked_mode(page)).to_have_text("Print")
    page.keyboard.press("Alt+2")
    expect(page).to_have_url(ending("#/card/garbage/1-0?deck=garbage"))
    page.get_by_role("link", name="Review").click()
    expect(page).to_have_url(ending("#/grid"))
    # What a view writes into its address does not take back where the reader has just gone.
    page.evaluate("location.hash = '#/history'; use('app/views.js').alter({ status: 'undecided' })")
    expect(page.locator(".history-days")).to_be_attached()
    expect(page).to_have_url(ending("#/history"))


def test_other_modes_are_loaded_after_the_first_card(page: Any, served: Served) -> None:
    held = Held(page, "**/page/app/rest.js")
    page.goto(served.address)
    expect(page.locator(".cards img").first).to_be_visible()
    expect(page.locator(".modes a")).to_have_text(["Make", "Review", "Play", "Print"])
    page.keyboard.press("Alt+1")  # before its module is there
    expect(page).to_have_url(ending("#/make"))
    expect(page.locator(".cards img").first).to_be_visible()
    held.let_go()
    expect(page.locator(".make-row").first).to_be_visible()
    expect(marked_mode(page)).to_have_text("Make")


def test_the_palette_finds_views_cards_and_commands(page: Any, shipped: Served) -> None:
    page.goto(shipped.address)
    page.locator(".cards a").first.focus()
    field = page.get_by_role("combobox", name="Search or run…")
    options = page.locator(".palette [role=option]")
    page.keyboard.press("Control+k")
    expect(field).to_be_focused()
    field.fill("hist")
    expect(options).to_have_text(["HistoryReview"])
    field.fill("2-1")
    expect(options.first).to_contain_text("garbage/2-1")
    field.press("Enter")
    expect(page).to_have_url(ending("#/card/garbage/2-1"))
    expect(page.get_by_role("heading", level=1)).to_have_text("2-wide garbage")
    page.keyboard.press("Control+k")
    field.fill("turn the card")
    expect(options).to_have_count(1)
    field.press("Enter")
    expect(page).to_have_url(ending("#/card/garbage/2-1?side=back"))
    page.keyboard.press("Control+k")
    field.fill("no such thing")
    expect(page.locator(".palette li")).to_have_text(["Nothing found"])
    field.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page).to_have_url(ending("#/card/garbage/2-1?side=back"))


def test_panels_are_folded_and_made_wider_and_stay_so(page: Any, shipped: Served) -> None:
    page.goto(f"{shipped.address}#/card/garbage/1-0")
    left, right = page.locator("#left"), page.locator(".card-right")
    expect(left.locator("[aria-current=true]")).to_contain_text("Normal garbage")
    edge = page.get_by_role("separator", name="Width of the panel")
    before = left.bounding_box()["width"]
    edge.press("ArrowRight")
    assert left.bounding_box()["width"] == before + 16
    page.keyboard.press("[")
    expect(left).to_be_hidden()
    page.keyboard.press("]")
    expect(right).to_be_hidden()
    page.reload()
    expect(page.locator(".stage img").first).to_be_visible()
    expect(left).to_be_hidden()
    page.get_by_role("button", name="Left panel").click()
    page.keyboard.press("]")
    expect(right).to_be_visible()
    assert left.bounding_box()["width"] == before + 16


def test_decks_in_the_panel_choose_the_cards_and_show_the_progress(page: Any, served: Served) -> None:
    served.decide(served.proposal("main/one"))
    page.goto(served.address)
    left = page.locator("#left")
    expect(left.locator("[data-hold=status-approved]")).to_contain_text("1")
    left.locator("[data-hold=status-undecided]").click()
    expect(page.locator(".cards > li")).to_have_count(1)
    expect(page).to_have_url(ending("#/grid?status=undecided"))
    left.locator("[data-hold=deck-main]").click()
    expect(page).to_have_url(ending("#/grid?status=undecided&deck=main"))
    page.get_by_role("button", name="Clear filters").click()
    expect(page.locator(".cards > li")).to_have_count(2)


def test_a_phone_has_a_drawer_and_the_decision_at_the_thumb(browser: Any, served: Served) -> None:
    with page_of(browser, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        page.goto(served.address)
        card = page.locator(".cards .cut").first
        expect(card).to_be_visible()
        modes = page.locator(".modes")  # drawn again when the page has more of its data
        soon(lambda: (box := modes.bounding_box()) and box["y"] + box["height"], 844)
        soon(lambda: (card.bounding_box() or {"y": 844})["y"] < 844 / 3, True)  # the first card is in the upper third
        drawer = page.get_by_role("button", name="Left panel")
        expect(page.locator("#left")).to_be_hidden()
        drawer.click()
        expect(drawer).to_have_attribute("aria-expanded", "true")
        page.keyboard.press("Escape")
        expect(page.locator("#left")).to_be_hidden()
        expect(drawer).to_be_focused()
        drawer.click()
        page.get_by_role("link", name="Checks").click()
        expect(page.locator("#left")).to_be_hidden()
        page.goto(f"{served.address}#/card/main/one")
        expect(page.locator(".modes")).to_be_hidden()
        approve = page.get_by_role("button", name="Approve")
        assert approve.bounding_box()["y"] > 700
        approve.click()
        expect(page.locator(".decision .standing .status")).to_contain_text("approved")


def test_f6_goes_round_the_regions(page: Any, shipped: Served) -> None:
    page.goto(f"{shipped.address}#/card/garbage/1-0")
    expect(page.locator(".stage img").first).to_be_visible()
    region = "document.activeElement.closest('#frame, #left, .tool, .stage, .card-right').className"
    seen = []
    for _ in range(6):
        page.keyboard.press("F6")
        seen.append(page.evaluate(region).split()[0])
    assert seen == ["frame", "left", "tool", "stage", "card-right", "frame"]
    page.keyboard.press("Shift+F6")
    assert page.evaluate(region).split()[0] == "card-right"
