"""The free table in two windows: by keys and by mouse, with a change of the files in between."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk
from tests.review.conftest import page_of, wait_for_check
from tests.review.serving import Served
from tests.review.test_accessibility import AXE, CheckedPage, broken_rules, with_words

pytestmark = pytest.mark.browser

CARDS = "card_data/tiny/cards.yaml"
TABLE = """\
table:
  zones: {row: {titles: {en: Row, zh: 牌列}, at: [200, 10], size: [200, 110]}}
  tokens: {ship: {titles: {en: Ship, zh: 船}, count: 3}}
  dice: {d6: {}}
  counters: {coins: {titles: {en: Coins, zh: 金币}, value: 5, each: true}}
targets:
"""


@pytest.fixture
def game(game: GameOnDisk) -> GameOnDisk:
    game.change("card_data/tiny/game.yaml", "targets:\n", TABLE)
    return game


def test_two_people_play_any_deck(served: Served, game: GameOnDisk, page: Any, browser: Any) -> None:
    wait_for_check(served)
    page.emulate_media(reduced_motion="reduce")  # things are where they are drawn
    page.route(re.compile(r"/page/cardgen\.js$"), with_words)
    page.goto(served.address)
    page.locator(".modes a", has_text="Play").click()  # a game without an engine has this table
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Deal a new table").click()
    pile = page.get_by_role("button", name="Cards, 4 cards")
    expect(pile).to_be_visible()
    with page_of(browser) as other:
        received = list[str]()
        other.on("response", lambda answer: received.append(answer.text()) if "api/tables" in answer.url else None)
        other.goto(page.url)
        other.get_by_role("button", name="Sit down").click()
        expect(other.locator(".free-bar")).to_contain_text("Choose a pile")

        # By keys: two cards are drawn, which the other window only counts.
        pile.focus()
        page.keyboard.press("2")
        page.keyboard.press("d")
        expect(page.locator(".free-held")).to_have_count(2)
        expect(other.locator(".free-other").first).to_contain_text("2")
        assert not any("main/" in text for text in received), "a hidden face was sent"

        # The others see where somebody points.
        page.mouse.move(400, 300)
        expect(other.locator(".free-cursor")).to_contain_text("Ada")

        # By mouse: a card of the hand is dragged into the row, face up for both.
        card, row = page.locator(".free-held").first.bounding_box(), page.locator(".free-zone").bounding_box()
        page.mouse.move(card["x"] + 12, card["y"] + 40)
        page.mouse.down()
        page.mouse.move(row["x"] + row["width"] / 2, row["y"] + row["height"] / 2, steps=4)
        page.mouse.up()
        played = re.compile("First|Second")
        expect(page.get_by_role("group", name="The cloth").get_by_role("button", name=played)).to_be_visible()
        expect(other.get_by_role("group", name="The cloth").get_by_role("button", name=played)).to_be_visible()

        # The files change, and so do the cards on the table; the history says so.
        for name in ("First", "Second"):
            game.change(CARDS, f"name: {name}", f"name: {name} again")
        expect(other.locator(".free-stack.is-changed")).to_be_visible()
        other.keyboard.press("l")
        expect(other.locator(".free-history")).to_contain_text("has changed in the files")
        expect(other.locator(".free-history")).to_contain_text("Ada laid down")

        # Undo takes the card back into the hand; the history keeps the line.
        page.keyboard.press("Control+z")
        expect(page.locator(".free-held")).to_have_count(2)
        expect(other.locator(".free-history .is-undone")).to_have_count(1)
        other.keyboard.press("l")
    check_access(page)


def check_access(page: Any) -> None:
    """Look at the table with axe and on a phone, in both themes and both languages. A reload keeps the seat."""
    checked = CheckedPage(None, page)  # type: ignore[arg-type]
    for language, theme, width in (("en", "light", 1280), ("zh-Hans", "dark", 390)):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate(
            "async ([l, t]) => { await cardgen.set('language', l); cardgen.set('theme', t); }", [language, theme]
        )
        page.reload()
        page.locator(".free-stack").first.click()
        expect(page.locator(".free-actions button").first).to_be_visible()
        page.evaluate(AXE)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert broken_rules(page) == [], f"{language}, {theme}"
        assert checked.too_small() == [], f"{language}, {width} px"
        assert checked.wrong_language() == [], f"{language}"
