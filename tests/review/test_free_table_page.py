"""The free table: two windows with a change of the files in between, and a game by mouse, by touch and by keyboard."""

from __future__ import annotations

import json
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
    page.route(re.compile(r"/page/cardgen\.js$"), with_words)
    page.goto(served.address)
    page.locator(".modes a", has_text="Play").click()  # a game without an engine has this table
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Deal a new table").click()
    pile = page.get_by_role("button", name="Cards, 4 cards")
    expect(pile).to_be_visible()
    with page_of(browser, reduced_motion="no-preference") as other:
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

        # A note on it is a comment in review.
        page.get_by_role("group", name="The cloth").get_by_role("button", name=played).click()
        page.keyboard.press("n")
        page.get_by_role("textbox", name="Note").fill("Too strong")
        page.get_by_role("dialog").get_by_role("button", name="Write").click()
        expect(other.locator(".free-note")).to_contain_text("Too strong")
        assert [event["text"] for event in served.data("review")["events"]] == ["Too strong"]
        page.keyboard.press("Control+z")
        expect(other.locator(".free-note")).to_have_count(0)

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
        expect(other.locator(".free-history .is-undone")).to_have_count(2)  # the note, too
        other.keyboard.press("l")
    check_access(page)


def deal(page: Any, served: Served) -> Any:
    """Open the table and deal a game. Return its pile of four cards. Things do not glide."""
    wait_for_check(served)
    page.goto(f"{served.address}#/free")
    page.get_by_role("button", name="Deal a new table").click()
    pile = page.get_by_role("button", name="Cards, 4 cards")
    expect(pile).to_be_visible()
    return page.locator(f'[data-stack="{pile.get_attribute("data-stack")}"]')


def drag(page: Any, source: Any, target: Any, share: float = 0.3) -> None:
    """Drag something onto something, at a share of its height."""
    start, end = source.bounding_box(), target.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + share * end["height"], steps=4)
    page.mouse.up()


@pytest.mark.full
def test_a_game_by_mouse_which_a_third_window_watches(served: Served, page: Any, browser: Any) -> None:
    pile = deal(page, served)
    number = pile.get_attribute("data-stack")
    table = page.evaluate("location.hash").partition("at=")[2]
    key = json.loads(page.evaluate("table => sessionStorage.getItem(`cardgen.table.${table}`)", table))[0]
    seat = {"table": table, "key": key}

    def ask(**request: Any) -> Any:
        answer = served.client.post("/api/tables", json={**request, **seat}, headers=served.headers)
        return answer.raise_for_status().json()

    # A stack whose number begins with that of the pile.
    wanted = f"{number}0"
    while str(max(stack["id"] for stack in ask(op="look")["facts"]["stacks"]) + 1) != wanted:
        ask(op="take", turn={"do": "note", "text": "x", "x": 450, "y": 200})
    top = next(stack["top"]["id"] for stack in ask(op="look")["facts"]["stacks"] if str(stack["id"]) == number)
    ask(op="take", turn={"do": "lay", "things": [top], "x": 300, "y": 180})
    with page_of(browser, reduced_motion="no-preference") as watcher:
        watcher.goto(page.url)
        other = page.locator(f'[data-stack="{wanted}"]')
        expect(other).to_be_visible()
        drag(page, pile, other)
        expect(other.locator(".free-count")).to_have_text("2")
        drag(page, pile, other, share=0.8)  # under it
        expect(other.locator(".free-count")).to_have_text("3")
        drag(page, pile, page.locator(".free-hand"))
        expect(page.locator(".free-held")).to_have_count(1)
        drag(page, page.locator(".free-held"), page.get_by_role("button", name="Discard pile, empty"))
        expect(page.locator(".free-held")).to_have_count(0)
        expect(watcher.get_by_role("button", name="Discard pile, 1 card")).to_be_visible()
        expect(watcher.locator(f'[data-stack="{wanted}"] .free-count')).to_have_text("3")
        expect(watcher.locator(".free-actions button")).to_have_count(0)


def test_a_game_by_touch_on_a_phone(served: Served, browser: Any) -> None:
    with page_of(browser, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        pile = deal(page, served)
        pile.tap()
        for held in range(1, 5):
            page.get_by_role("button", name="Draw").tap()
            expect(page.locator(".free-held")).to_have_count(held)
        # Cloth, hand and buttons are in one screen, above the modes.
        for part in (".free-field", ".free-hand", ".free-bar"):
            box = page.locator(part).bounding_box()
            assert 0 <= box["y"] <= 784.5 - box["height"], part
        assert page.evaluate("document.documentElement.scrollHeight") <= 844

        # The wide cloth is folded: the row is below the pile, and what is dragged into it is there.
        pile_box, row_box = pile.bounding_box(), page.locator(".free-zone").bounding_box()
        assert row_box["y"] > pile_box["y"] + pile_box["height"]
        field = page.locator(".free-field").evaluate("(field) => [field.scrollWidth, field.clientWidth]")
        assert field[0] <= field[1]
        ship = page.locator('.free-stack[data-kind="token"]').first
        if ship.locator(".free-count").count():  # only the top one is dragged
            ship.tap()
        ship = page.locator(f'[data-stack="{ship.get_attribute("data-stack")}"]')
        drag(page, ship, page.locator(".free-zone"), share=0.5)
        expect(page.locator(".free-ghost")).to_have_count(0)
        box = ship.bounding_box()
        assert row_box["y"] < box["y"] + box["height"] / 2 < row_box["y"] + row_box["height"]

        box = page.locator(".free-held").first.bounding_box()
        finger = page.context.new_cdp_session(page)
        place = [{"x": box["x"] + 12, "y": box["y"] + 60}]
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": place})
        expect(page.locator(".table-look")).to_be_visible()  # pressed for long: it looks, and chooses nothing
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        for held in reversed(range(4)):
            page.locator(".free-held").last.tap()
            page.get_by_role("button", name="Play face up").tap()
            expect(page.locator(".free-held")).to_have_count(held)


def test_a_game_by_keyboard_at_one_screen(served: Served, page: Any) -> None:
    wait_for_check(served)
    page.goto(f"{served.address}#/free")
    page.get_by_label("All at this screen").check()
    page.get_by_label("Names of the players").fill("Ada, Bo")
    page.get_by_label("Names of the players").press("Tab")
    page.get_by_role("button", name="Deal a new table").press("Enter")
    page.get_by_role("button", name="Cards, 4 cards").focus()
    page.keyboard.press("x")  # half of it
    expect(page.get_by_role("button", name="a pile, 2 cards")).to_be_visible()
    page.keyboard.press("2")
    page.keyboard.press("d")
    expect(page.locator(".free-held")).to_have_count(2)
    page.keyboard.press("c")
    expect(page.get_by_role("button", name="I am Bo")).to_be_focused()
    assert "First" not in page.locator(".free").inner_html()
    page.keyboard.press("Enter")
    expect(page.locator(".free-other")).to_have_count(1)
    expect(page.locator(".free-other")).to_contain_text("Ada")
    expect(page.locator(".free-held")).to_have_count(0)
    page.keyboard.press("c")
    expect(page.get_by_role("button", name="I am Ada")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".free-held").first).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(".table-look")).to_be_visible()
    page.evaluate("dispatchEvent(new Event('resize'))")  # drawn again, as when somebody else has played
    expect(page.locator(".free-held").first).to_be_focused()
    expect(page.locator(".table-look")).to_be_visible()
    for held in (1, 0):
        page.locator(".free-held").first.focus()
        page.keyboard.press("p")
        expect(page.locator(".free-held")).to_have_count(held)


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
