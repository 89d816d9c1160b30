"""A designer's hour in the spreadsheet, in decks of every format: all of it undone, git finds nothing changed."""

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

NAMES = [f"A keyword {number}" for number in range(14)]


def game_of(folder: Path, suffix: str) -> GameOnDisk:
    """Return a game whose deck of 14 cards is a file of this kind."""
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


#: In `make test`, test_edits.py and tests/editing/ edit and undo tables and workbooks without a page.
@pytest.mark.parametrize(
    "suffix", ["yaml", *(pytest.param(suffix, marks=pytest.mark.soak) for suffix in ("csv", "xlsx"))]
)
def test_all_that_a_designer_does_is_written_and_undone(page: Any, tmp_path: Path, suffix: str) -> None:
    game = game_of(tmp_path, suffix)
    git(game, "init", "-q")
    git(game, "add", "card_data", "templates")
    git(game, "commit", "-qm", "begin")
    file = f"card_data/tiny/cards.{suffix}"
    with serving_here(game) as served:
        page.goto(f"{served.address}#/make/main")
        cell(page, 0, 2).click()
        for number in range(12):
            page.keyboard.type(f"Card {number}, a keyword")
            page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Undo")).to_be_enabled()
        page.get_by_role("button", name="Rows and columns").click()
        page.get_by_role("button", name="Add a column").click()
        page.get_by_role("textbox", name="Name, such as cost").fill("cost")
        page.get_by_role("combobox", name="Kind").select_option("integer")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_role("columnheader", name="cost")).to_be_visible()
        cell(page, 13, 0).click()
        rows = "".join(
            f"<tr><td>n{number}</td><td>1</td><td>New<br>keyword</td><td></td><td></td><td>{number}</td></tr>"
            for number in range(40)
        )
        page.evaluate(PASTE, ["text/html", f"<table><tr><td>c13</td></tr>{rows}</table>"])
        saved(page, f"Saved: 40 changes in {file}")
        page.keyboard.press("Control+h")
        page.keyboard.type("keyword")
        page.keyboard.press("Tab")
        page.keyboard.type("word")
        expect(page.get_by_role("button", name="Cards 54")).to_be_visible()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Replace", exact=True).click()
        expect(page.locator("#toast")).to_contain_text("Replaced in 54 places")
        cards = game.load().decks["main"].cards
        assert [card.fields["name"] for card in cards[:1]] == ["Card 0, a word"]
        assert len(cards) == 54
        assert (cards[53].fields["name"], cards[53].fields["cost"]) == ("New\nword", 39)
        page.keyboard.press("Escape")
        undo = page.get_by_role("button", name="Undo")
        for _ in range(15):
            with page.expect_response("**/api/undo"):
                undo.click()
        expect(undo).to_be_disabled()
        expect(cell(page, 0, 2)).to_have_text("A keyword 0")
    assert git(game, "status", "--porcelain", "card_data", "templates") == ""
