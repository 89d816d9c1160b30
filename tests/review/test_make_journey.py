"""A designer's hour in the spreadsheet by keyboard alone, in decks of every format: undone, git finds no change."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.serving import serving_here
from tests.review.test_make_page import PASTE, cell, saved

pytestmark = pytest.mark.browser

NAMES = [f"A keyword {number}" for number in range(6)]


def game_of(folder: Path, suffix: str) -> GameOnDisk:
    """Return a game whose deck of 6 cards is a file of this kind."""
    game = tiny_game_in(folder)
    game.change("card_data/tiny/game.yaml", "fields: {name: text}", "fields: {name: text, words: texts?}")
    game.change("card_data/tiny/game.yaml", "cards: cards.yaml", f"cards: cards.{suffix}")
    rows = [(f"c{number}", name) for number, name in enumerate(NAMES)]
    file = f"card_data/tiny/cards.{suffix}"
    if suffix == "yaml":
        game.write(file, "cards:\n" + "".join(f"  - {{id: {card}, name: {name}}}\n" for card, name in rows))
    elif suffix == "csv":
        game.write(file, "id,name\n" + "".join(f"{card},{name}\n" for card, name in rows))
    else:
        book: Any = openpyxl.Workbook()
        for row in [("id", "name"), *rows]:
            book.active.append(row)
        stream = io.BytesIO()
        book.save(stream)
        game.write(file, stream.getvalue())
    return game


def git(game: GameOnDisk, *words: str) -> str:
    command = ["git", "-c", "user.name=n", "-c", "user.email=n@example.org", *words]
    return subprocess.run(command, cwd=game.root, capture_output=True, text=True, check=True).stdout


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def reach(page: Any, target: Any, key: str = "Tab") -> None:
    """Press a key until an element has the focus."""
    expect(target).to_be_enabled()
    for _ in range(24):
        if target.and_(page.locator(":focus")).count():  # one query: the table may be drawn again between two
            return
        page.keyboard.press(key)
    raise AssertionError(page.evaluate("document.activeElement.outerHTML"))


#: In `make test`, test_edits.py and tests/editing/ edit and undo tables and workbooks without a page.
@pytest.mark.parametrize(
    "suffix", ["yaml", *(pytest.param(suffix, marks=pytest.mark.full) for suffix in ("csv", "xlsx"))]
)
def test_all_that_a_designer_does_is_written_and_undone(page: Any, tmp_path: Path, suffix: str) -> None:
    game = game_of(tmp_path, suffix)
    git(game, "init", "-q")
    git(game, "add", "card_data", "templates")
    git(game, "commit", "-qm", "begin")
    file = f"card_data/tiny/cards.{suffix}"
    with serving_here(game) as served:
        page.goto(f"{served.address}#/make/main")
        expect(cell(page, 0, 0)).to_have_text("c0")
        reach(page, cell(page, 0, 0))
        press(page, "ArrowRight", "ArrowRight")
        for number in range(4):
            page.keyboard.type(f"Card {number}, a keyword")
            page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Undo")).to_be_enabled()
        expect(cell(page, 4, 2)).to_be_focused()
        press(page, "Shift+F10", "End")
        expect(page.get_by_role("menuitem", name="Add a column")).to_be_focused()
        press(page, "Enter", *"cost", "Tab", "ArrowDown", "ArrowDown", "Enter")
        expect(page.get_by_role("columnheader", name="cost")).to_be_visible()
        expect(cell(page, 4, 5)).to_be_focused()  # of the new column
        press(page, "Home", "ArrowDown")
        rows = "".join(
            f"<tr><td>n{number}</td><td>1</td><td>New<br>keyword</td><td></td><td></td><td>{number}</td></tr>"
            for number in range(12)
        )
        page.evaluate(PASTE, ["text/html", f"<table><tr><td>c5</td></tr>{rows}</table>"])
        saved(page, f"Saved: 12 changes in {file}")
        press(page, "Control+h", *"keyword", "Tab", *"word")
        expect(page.get_by_role("button", name="Cards 18")).to_be_visible()
        reach(page, page.get_by_role("button", name="Review 18"))
        page.keyboard.press("Enter")
        reach(page, page.get_by_role("button", name="Replace", exact=True))
        page.keyboard.press("Enter")
        expect(page.locator("#toast")).to_contain_text("Replaced in 18 places")
        cards = game.load().decks["main"].cards
        assert [card.fields["name"] for card in cards[:1]] == ["Card 0, a word"]
        assert len(cards) == 18
        assert (cards[17].fields["name"], cards[17].fields["cost"]) == ("New\nword", 11)
        expect(page.get_by_role("textbox", name="Find", exact=True)).to_be_focused()
        page.keyboard.press("Escape")
        expect(cell(page, 5, 0)).to_be_focused()
        press(page, "Control+Enter", *"last", "Tab", *"The last", "Control+Enter")
        expect(cell(page, 18, 0)).to_be_focused()
        press(page, "Shift+ArrowUp", "ArrowRight", "Control+d")
        press(page, "Shift+F10", "Enter")
        expect(cell(page, 19, 0)).to_have_text("last-2")
        if suffix != "xlsx":
            page.keyboard.press("Alt+ArrowUp")
            expect(cell(page, 17, 0)).to_have_text("last")
        press(page, "Shift+F10", "End", "ArrowUp", "Enter")
        expect(cell(page, 19, 0)).to_have_count(0)
        reach(page, page.get_by_role("button", name="Add a card"), "Shift+Tab")
        page.keyboard.press("Home")  # of the toolbar, which is one stop
        expect(page.get_by_role("button", name="Undo")).to_be_focused()
        for _ in range(10 if suffix == "xlsx" else 11):
            with page.expect_response("**/api/undo"):
                page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Undo")).to_be_disabled()
        reach(page, page.get_by_role("link", name="Review"), "Shift+Tab")
        expect(cell(page, 0, 2)).to_have_text("A keyword 0")
    assert git(game, "status", "--porcelain", "card_data", "templates") == ""
