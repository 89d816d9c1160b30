"""Changed cards in groups, several cards selected, what is left to do, and going on: in a real browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardgen.data.project import Project
from cardgen.review.server.export import export_site
from cardgen.review.server.imports import import_events
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.conftest import page_of
from tests.review.reviewer import Reviewer
from tests.review.serving import Served
from tests.review.test_accessibility import AXE, CheckedPage
from tests.review.test_decisions_of_many import decide_together
from tests.review.waiting import ending

pytestmark = pytest.mark.browser

LOG, CARDS, TEMPLATE = "card_data/tiny/review.jsonl", "card_data/tiny/cards.yaml", "templates/tiny.yaml"
GROUND = '    ground: {kind: rect, box: bleed, fill: "#ffffff"}\n'
MARK = '    mark: {kind: rect, box: [10, 20, 8, 6], fill: "#cc2200"}\n'
KEYS = [f"main/c{number}" for number in range(1, 8)]


def changed_game_in(folder: Path) -> GameOnDisk:
    """Seven cards that were approved; now c1 and c3 have more copies, c2 another name, and c4 to c6 another text."""
    game = tiny_game_in(folder)
    game.write(CARDS, "cards:\n" + "".join(f"  - {{id: c{n}, name: Card {n}}}\n" for n in range(1, 8)))
    game.change(TEMPLATE, GROUND, GROUND + MARK)
    decide_together(Reviewer(game), *KEYS)
    text = game.read(CARDS)
    for number in (1, 3):
        text = text.replace(f"name: Card {number}", f"name: Card {number}, copies: 2")
    for number in (4, 5, 6):
        text = text.replace(f"name: Card {number}", f"name: New {number}")
    game.write(CARDS, text.replace("Card 2", "Second, copies: 3"))
    return game


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    return changed_game_in(tmp_path)


def last_line(game: GameOnDisk) -> dict[str, Any]:
    """The last event of the log, with the ids of its cards."""
    line: dict[str, Any] = json.loads(game.read(LOG).splitlines()[-1])
    return {**line, "cards": [card["card"] for card in line.get("cards", [line])]}


def titles(page: Any) -> Any:
    return page.locator(".group-heading h2")


def listed(page: Any) -> list[str]:
    keys: list[str] = page.locator(".cards > li > a").evaluate_all("links => links.map((link) => link.dataset.hold)")
    return keys


def test_cards_with_the_same_change_are_decided_on_and_undone_together(
    page: Any, served: Served, game: GameOnDisk
) -> None:
    page.goto(f"{served.address}#/grid?status=stale")
    expect(titles(page)).to_have_text(
        ["2 cards with the same change", "3 cards with the same change", "1 card with a change of its own"]
    )
    words = page.locator(".group-heading p")
    expect(words).to_have_text(
        [
            "changed since approval · copies 1 → 2",
            "changed since approval · Fields: name · Face: name",
            "Open a card to compare it.",
        ]
    )
    assert listed(page) == [f"main/c{number}" for number in (1, 3, 4, 5, 6, 2)]
    page.get_by_role("button", name="Approve 3 cards").click()
    expect(page.locator("#toast")).to_contain_text("3 cards approved.")
    expect(titles(page)).to_have_count(2)
    assert (last_line(game)["kind"], last_line(game)["cards"]) == ("approve", ["c4", "c5", "c6"])
    page.keyboard.press("Control+z")
    expect(page.locator("#toast")).to_contain_text("3 decisions undone.")
    expect(titles(page)).to_have_count(3)
    assert (last_line(game)["kind"], last_line(game)["cards"]) == ("undo", ["c4", "c5", "c6"])
    page.get_by_role("button", name="Reject 2 cards").click()
    page.get_by_role("textbox", name="Why are the 2 cards rejected?").fill("Two are too many")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#toast")).to_contain_text("2 cards rejected.")
    event = last_line(game)
    assert (event["kind"], event["cards"], event["text"]) == ("reject", ["c1", "c3"], "Two are too many")


@pytest.mark.full
def test_arrow_keys_follow_the_groups(page: Any, served: Served) -> None:
    page.goto(f"{served.address}#/grid?status=stale")
    expect(titles(page)).to_have_count(3)
    page.locator('[data-hold="main/c3"]').focus()
    walk = {"ArrowDown": "c5", "ArrowRight": "c6", "ArrowUp": "c3", "End": "c2", "Home": "c1"}
    for key, card in walk.items():
        page.keyboard.press(key)
        expect(page.locator(f'[data-hold="main/{card}"]')).to_be_focused()
    page.goto(f"{served.address}#/compare/main/c3?status=stale")
    expect(page.locator(".walk .at")).to_have_text("2 of 6")
    page.get_by_role("link", name="Next card").click()
    expect(page).to_have_url(ending("#/compare/main/c4?status=stale"))
    expect(page.locator(".walk .at")).to_have_text("3 of 6")


def test_several_cards_are_selected_by_mouse_and_keys(page: Any, served: Served, game: GameOnDisk) -> None:
    page.goto(f"{served.address}#/grid")
    selected = page.locator(".cards a[data-selected]")

    def card(number: int) -> Any:
        return page.locator(f'[data-hold="main/c{number}"]')

    def keys() -> list[str]:
        found: list[str] = selected.evaluate_all("links => links.map((link) => link.dataset.hold.slice(-1))")
        return found

    card(1).click(modifiers=["ControlOrMeta"])
    card(3).click(modifiers=["ControlOrMeta"])
    card(5).click(modifiers=["Shift"])
    assert keys() == ["1", "3", "4", "5"]
    card(4).click(modifiers=["Shift"])  # the range becomes shorter
    card(1).click(modifiers=["ControlOrMeta"])
    assert keys() == ["3", "4"]
    bar = page.get_by_role("group", name="Selected cards")
    expect(bar).to_contain_text("2 cards selected")
    expect(card(3)).to_have_accessible_name(re.compile("selected"))
    page.keyboard.press("Escape")
    expect(selected).to_have_count(0)
    expect(bar).to_be_hidden()
    card(2).focus()
    page.keyboard.press("x")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert keys() == ["2", "3", "4"]
    expect(card(4)).to_be_focused()
    page.keyboard.press("a")
    expect(page.locator("#toast")).to_contain_text("3 cards approved.")
    expect(selected).to_have_count(0)
    assert last_line(game)["cards"] == ["c2", "c3", "c4"]
    page.keyboard.press("Control+a")
    assert len(keys()) == 7
    page.locator("[data-hold=status-approved].chip").click()
    expect(bar).to_contain_text("4 cards selected")  # those that are not shown are not selected


@pytest.mark.full
def test_groups_and_selection_by_touch_on_a_phone_without_barriers(browser: Any, served: Served) -> None:
    options: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "color_scheme": "dark"}
    with page_of(browser, locale="zh-CN", **options) as page:
        page.goto(f"{served.address}#/grid?status=stale")
        expect(titles(page)).to_have_text(["2 张改动相同的卡牌", "3 张改动相同的卡牌", "1 张改动各不相同的卡牌"])
        page.get_by_role("button", name="选择").tap()
        boxes = page.get_by_role("checkbox")
        boxes.nth(0).tap()
        boxes.nth(1).tap()
        expect(boxes.nth(1)).to_be_checked()
        expect(page.get_by_role("group", name="已选的卡牌")).to_contain_text("已选 2 张")
        page.evaluate(AXE)
        checked = CheckedPage(served, page)
        assert checked.broken_rules() == []
        for language, width in (("zh-Hans", 360), ("en", 1280)):
            page.set_viewport_size({"width": width, "height": 740})
            page.evaluate("(language) => cardgen.set('language', language)", language)
            expect(titles(page)).to_have_count(3)
            expect(page.locator(".cards a[data-selected]")).to_have_count(2)
            page.evaluate("scrollTo(0, 0)")  # a control half under the header counts as too small
            assert checked.too_small() == [], language
            assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.full
def test_the_page_says_what_is_left_and_goes_on_to_it(page: Any, served: Served) -> None:
    page.goto(f"{served.address}#/grid")
    expect(page.locator(".grid-line .progress")).to_have_text("6 of 7 to do")
    page.goto(f"{served.address}#/card/main/c3")
    page.get_by_role("checkbox", name="Go on to the next card").check()
    page.locator("[data-hold=stage]").focus()
    page.keyboard.press("a")
    expect(page).to_have_url(ending("#/card/main/c4"))
    expect(page.locator(".progress")).to_have_text("5 of 7 to do")
    expect(page.locator("[data-hold=stage]")).to_be_focused()
    page.reload()  # the switch is remembered
    expect(page.locator(".progress")).to_have_text("5 of 7 to do")
    page.locator("[data-hold=stage]").focus()
    page.keyboard.press("r")
    expect(page.locator("textarea:focus")).to_be_visible()
    page.keyboard.type("No")
    page.keyboard.press("Control+Enter")
    expect(page).to_have_url(ending("#/card/main/c5"))
    page.goto(f"{served.address}#/compare/main/c6")
    expect(page.get_by_role("link", name="Previous card")).to_be_visible()
    page.keyboard.press("a")
    expect(page).to_have_url(ending("#/compare/main/c1"))
    page.goto(f"{served.address}#/grid")
    page.locator('[data-hold="main/c2"]').focus()
    page.keyboard.press("a")
    expect(page.locator('[data-hold="main/c5"]')).to_be_focused()


def test_a_site_saves_one_decision_that_is_imported_as_one(browser: Any, game: GameOnDisk, tmp_path: Path) -> None:
    site = tmp_path / "site"
    export_site(Project(game.root, bundled=False), game.name, site, sheets=False)
    with page_of(browser, accept_downloads=True) as page:
        page.goto(f"{(site / 'index.html').as_uri()}#/grid?status=stale")
        page.get_by_role("button", name="Approve 3 cards").click()
        page.get_by_role("textbox", name="Name").fill("Cleo")
        page.get_by_role("button", name="Continue").click()
        expect(page.locator("#toast")).to_contain_text("3 cards approved.")
        with page.expect_download() as download:
            page.get_by_role("button", name="Download decisions").first.click()
        file = tmp_path / "decisions.jsonl"
        download.value.save_as(file)
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1
    reviewer = Reviewer(game)
    imported = import_events(reviewer.store, file, "Ann", reviewer.catalog)
    assert (len(imported.saved), imported.conflicts) == (3, ())
    assert (last_line(game)["by"], last_line(game)["cards"]) == ("Cleo", ["c4", "c5", "c6"])
