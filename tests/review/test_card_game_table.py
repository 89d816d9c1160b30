"""The table of card games that are data, with the game of a starter: areas, questions, answers, hidden hands."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.review.conftest import page_of
from tests.review.serving import Served
from tests.review.tables import begin_anew, open_drawer, until
from tests.review.test_accessibility import AXE, broken_rules

pytestmark = pytest.mark.browser


@pytest.fixture
def table(shared_page: Any, market: Served) -> Any:
    """The page with a new game against a bot that does not pause."""
    return begin_anew(shared_page, f"{market.address}#/table", "cardGame")


def to_the_first_turn(page: Any) -> None:
    until(page, "cardgen.cardGame.game.facts.to_move === 0")
    expect(page.locator(".play-status")).to_contain_text("Go shopping")


def test_a_turn_is_played_by_clicks_and_by_keys(table: Any) -> None:
    to_the_first_turn(table)
    seats = table.locator(".cg-seat")
    expect(seats).to_have_count(2)
    expect(seats.first.locator(".cg-card")).to_have_count(seats.first.locator(".cg-works .cg-card").count())
    expect(seats.first.get_by_role("img", name=re.compile("cards?$"))).to_be_visible()
    expect(table.locator(".cg-middle .cg-card")).not_to_have_count(0)

    table.get_by_role("button", name="Take a card", exact=True).click()
    expect(table.locator(".play-turn-list")).to_contain_text("You: Take a card")  # now the card is asked for
    market = table.get_by_role("group", name="Market").locator(".cg-card")
    name = str(market.first.get_attribute("aria-label"))
    market.first.focus()
    table.keyboard.press(" ")
    expect(table.locator(".table-look")).to_contain_text(name)
    table.keyboard.press(" ")
    table.keyboard.press("ArrowRight")
    expect(market.nth(1)).to_be_focused()
    table.keyboard.press("ArrowLeft")
    table.keyboard.press("Enter")
    expect(table.locator(".play-turn-list")).to_contain_text(f"You: {name}")
    expect(table.locator(".cg-hand").last.get_by_title(name).first).to_be_visible()
    expect(table.locator(".play-status")).to_contain_text(re.compile("Play cards|Go shopping"))


def test_a_table_does_by_hand_what_is_no_data(table: Any) -> None:
    to_the_first_turn(table)
    table.get_by_role("button", name="Take 2 coins", exact=True).click()
    until(table, "cardgen.cardGame.game.facts.stage === 'main'")
    open_drawer(table, "more")
    form = table.locator(".play-by-hand")
    form.locator("[data-hold=by-hand-verb]").select_option("Set a value")
    form.locator("[data-hold=by-hand-to]").select_option("lantern tokens")
    form.get_by_role("textbox").fill("3")
    form.get_by_role("button", name="Do it").click()
    expect(table.locator(".cg-seat").last).to_contain_text("lantern tokens: 3")
    expect(table.locator(".play-turn-list")).to_contain_text(
        "Player 1, by hand: Set a value, Player 1: lantern tokens 3"
    )
    form.locator("[data-hold=by-hand-verb]").select_option("Move a card")
    form.locator("[data-hold=by-hand-to]").select_option("Discards")
    form.get_by_role("button", name="Do it").click()
    expect(table.get_by_role("group", name="Discards").locator(".cg-card")).to_have_count(1)


@pytest.mark.full
def test_all_of_it_is_in_one_screen_of_a_phone(browser: Any, market: Served) -> None:
    with page_of(browser, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        begin_anew(page, f"{market.address}#/table", "cardGame")
        page.set_viewport_size({"width": 390, "height": 844})
        to_the_first_turn(page)
        page.get_by_role("button", name="Take a card", exact=True).tap()
        card = page.get_by_role("group", name="Market").locator(".cg-card.play-can").first
        card.tap()
        expect(page.locator(".play-turn-list li")).not_to_have_count(2)
        assert not page.evaluate("document.scrollingElement.scrollHeight > innerHeight")
        page.evaluate(AXE)
        assert broken_rules(page) == []


@pytest.mark.full
def test_it_is_played_in_chinese_to_the_end(table: Any, market: Served) -> None:
    to_the_first_turn(table)
    table.evaluate("cardgen.cardGame.game.seats.set(0, 'greedy'); cardgen.cardGame.game.goOn()")
    until(table, "cardgen.cardGame.game.facts.to_move === null", 120)
    expect(table.locator(".play-status")).to_have_text(re.compile("Player [12] won the game"))
    expect(table.locator(".cg-won")).to_have_count(1)
    table.get_by_role("button", name="简体中文").click()
    expect(table.locator(".play-status")).to_have_text(re.compile("玩家 [12] 获胜"))
    expect(table.locator(".cg-marks").first).to_contain_text("铜钱")
    table.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.get_by_role("button", name="复制链接").click()
    link = table.evaluate("navigator.clipboard.readText()")
    turns = table.evaluate("cardgen.cardGame.game.turns")
    begin_anew(table, f"{market.address}#/table", "cardGame")
    table.goto(link)
    until(table, "cardgen.cardGame.game.facts.to_move === null")
    assert table.evaluate("cardgen.cardGame.game.turns") == turns
