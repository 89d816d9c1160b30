"""A game begun on the page from cells of a spreadsheet: 12 cards in two languages, with a sheet and an export."""

from __future__ import annotations

import base64
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest
from playwright.sync_api import expect

from cardgen.data.load import load_game
from cardgen.data.project import Project
from tests.review.serving import Served, serving_studio
from tests.review.test_accessibility import AXE, broken_rules
from tests.review.test_beginning import workbook
from tests.review.test_make_page import PASTE
from tests.review.waiting import place_of

pytestmark = pytest.mark.browser

HEAD = ["Card", "名称", "#", "Cost", "Rules", "Note"]
CARDS = [[f"Fox {n}", f"狐狸{n}", str(1 + n % 3), str(n % 7), "Draw **two** cards.", "later"] for n in range(12)]
HTML = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in [HEAD, *CARDS])


def test_a_sheet_without_cards_can_be_left_out_again(page: Any, tmp_path: Path) -> None:
    with serving_studio(tmp_path) as served:
        page.goto(served.root)
        page.get_by_role("link", name="From a table").click()
        content = base64.b64decode(workbook())
        kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        page.locator("input[type=file]").set_input_files([{"name": "game.xlsx", "mimeType": kind, "buffer": content}])
        cards, notes = page.locator(".begin-preview img"), page.get_by_role("checkbox", name="Notes")
        expect(cards.first).to_be_visible()
        notes.check()
        expect(page.get_by_text("Notes!A1 the table has no cards")).to_be_visible()
        expect(notes).to_be_checked()
        notes.uncheck()
        expect(cards.first).to_be_visible()


@pytest.mark.gone("/data/(findings|pages|table)")
def test_a_game_of_12_cards_in_two_languages_begins_in_the_clipboard(page: Any, tmp_path: Path) -> None:
    with serving_studio(tmp_path) as served:
        page.goto(served.root)
        page.evaluate(AXE)
        expect(page.get_by_role("heading", name="Make a card game")).to_be_visible()
        assert broken_rules(page) == []
        page.get_by_role("link", name="From the clipboard").press("Enter")
        expect(page.get_by_role("textbox", name="Paste cells")).to_be_visible()
        page.go_back()
        expect(page.get_by_role("link", name="From the clipboard")).to_be_visible()  # cells are taken here, too
        page.evaluate(PASTE, ["text/html", f"<table>{HTML}</table>"])
        cards = page.locator(".begin-preview img")
        expect(cards).to_have_count(3)
        for column, language in (("Card", "en"), ("名称", "zh")):  # seen by the cells
            expect(page.get_by_role("combobox", name=f"Language of {column}")).to_have_value(language)
            expect(page.get_by_role("textbox", name=f"Field of {column}")).to_have_value("name")
        page.get_by_role("textbox", name="Field of Rules").fill("text")
        page.get_by_role("textbox", name="Field of Rules").press("Tab")
        page.get_by_role("combobox", name="What Note is").select_option("")
        page.get_by_role("combobox", name="What # is").select_option("copies")
        main = page.get_by_role("combobox", name="First language of the game")
        expect(main).to_have_value("en")
        expect(page.get_by_text("a column with ids made of “Card” is added")).to_be_visible()
        assert broken_rules(page) == []
        name = page.get_by_role("textbox", name="Name of the game")
        name.press("Enter")
        expect(page.get_by_role("alert").filter(has_text="a name with a letter is missing")).to_be_visible()
        expect(name).to_be_focused()
        page.keyboard.type("Foxes & Friends")
        expect(page.get_by_text("card_data/foxes-friends")).to_be_visible()
        name.press("Enter")
        expect(page.get_by_role("grid").get_by_role("row").nth(1)).to_contain_text("Fox 0")

        def add(what: str, done: str, **fields: str) -> None:
            page.get_by_role("button", name="Add…").press("Enter")
            page.get_by_role("menuitem", name=what).press("Enter")
            for label, text in fields.items():
                page.get_by_role("dialog").get_by_label(label).select_option(text)
            page.get_by_role("dialog").get_by_role("button", name="Add", exact=True).click()
            expect(page.locator("#toast")).to_contain_text(done)

        add("Add a sheet", "Sheet cards-2-{paper} added", Layout="bleed")
        add("Add an export", "Export tabletop-simulator added", Export="tabletop-simulator")
        game = load_game(tmp_path / "card_data/foxes-friends", tmp_path / "templates", tmp_path)
        deck = game.decks["main"]
        assert (len(deck.cards), deck.cards[0].id, game.file.languages) == (12, "fox-0", ("en", "zh"))
        assert game.file.titles["en"] == "Foxes & Friends"
        assert deck.cards[0].fields["name"] == {"en": "Fox 0", "zh": "狐狸0"}
        assert ([card.copies for card in deck.cards[:3]], "note" in deck.fields) == ([1, 2, 3], False)
        home = page.url.split("#")[0]
        page.goto(f"{home}#/sheet/cards-2-a4")
        page.get_by_label("Make", exact=True).select_option("file")
        page.get_by_role("button", name="Build", exact=True).click()
        expect(page.locator(".made-files a")).to_have_count(1)
        page.goto(f"{home}#/exports/tabletop-simulator")
        page.get_by_role("button", name="Make the files").click()
        expect(page.get_by_role("link", name="Download as ZIP")).to_be_visible()
        made = tmp_path / "output/foxes-friends"
        assert (made / "sheets/cards-2-a4.pdf").is_file()
        assert [*(made / "exports/tabletop-simulator").rglob("*.json")]
        unreadable = [tmp_path / "card_data" / name for name in ("unreadable-10", "unreadable-2")]
        for folder in unreadable:
            folder.mkdir()
            (folder / "game.yaml").write_text("titel: {en: Mistaken}\n", encoding="utf-8")
        page.goto(served.address)
        about = page.locator(".home-game.big .facts")
        expect(about).to_have_text("24 cards · English, 中文")
        assert place_of(about)["height"] < 30, "it is one line"
        expect(page.locator(".home-game .progress")).to_have_text("12 to decide")
        recent = page.get_by_role("region", name="Recent").get_by_role("listitem")
        expect(recent.first).to_contain_text("Ann: Export tabletop-simulator added")
        checks = page.get_by_role("region", name="Checks").get_by_role("link")
        expect(checks.filter(has_text="Foxes & Friends").first).to_be_visible()
        expect(page.get_by_role("link", name="Play", exact=True)).to_be_visible()
        others = page.locator(".home-game:not(.big)")
        expect(others.locator("strong")).to_have_text(["unreadable-2", "unreadable-10"])
        expect(others.locator(".fan-none")).to_have_count(2)
        page.evaluate(AXE)
        assert broken_rules(page) == []
        for folder in unreadable:
            rmtree(folder)
        page.goto(f"{home}#/make/main")
        expect(page.get_by_role("grid").get_by_role("row").nth(1)).to_contain_text("Fox 0")

        for _ in range(2):
            with page.expect_response("**/data/table/main"):  # the last step takes the table away
                page.get_by_role("button", name="Undo").click()
        expect(page.locator("#toast")).to_contain_text("Undone: Sheet cards-2-{paper} added")
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("heading", name="Make a card game")).to_be_visible()
        assert not (tmp_path / "card_data").exists()
        assert Project(tmp_path).games == []


@pytest.mark.soak
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_dialogs_that_add_to_a_game_and_record_a_print_run_pass_axe(page: Any, served: Served, theme: str) -> None:
    page.emulate_media(color_scheme=theme)
    page.goto(f"{served.address}#/make/main")
    page.evaluate(AXE)
    dialog = page.get_by_role("dialog")
    expect(page.get_by_role("button", name="Add…")).to_be_visible()
    for what in [one["what"] for one in served.data("additions")]:
        page.evaluate("what => void use('make/adding.js').add(what)", what)
        expect(dialog).to_be_visible()
        page.evaluate("document.querySelectorAll('dialog details').forEach((more) => { more.open = true; })")
        assert broken_rules(page) == [], what
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    page.goto(f"{served.address}#/sheet")
    page.get_by_role("button", name="Record a print run").click()
    expect(dialog).to_be_visible()
    assert broken_rules(page) == []
