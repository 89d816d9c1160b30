"""A deck as a spreadsheet in a real browser: typed, pasted, filled, undone, by keys alone; and the files it writes."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.editing.test_workbooks import calculated_book
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.conftest import page_of
from tests.review.serving import ServedHere, serving_here
from tests.review.test_accessibility import AXE, broken_rules
from tests.review.test_edits import full_at
from tests.review.waiting import place_of

pytestmark = pytest.mark.browser

CARDS = "card_data/tiny/cards.yaml"
PASTE = """([kind, text]) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData(kind, text);
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""
COPY = """() => {
  const clipboardData = new DataTransfer();
  document.activeElement.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
  return clipboardData.getData("text/plain");
}"""


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    fields = "fields: {name: text, cost: integer?, words: texts?}"
    game.change("card_data/tiny/game.yaml", "fields: {name: text}", fields)
    return game


def open_deck(page: Any, served: ServedHere) -> None:
    page.goto(f"{served.address}#/make/main")
    expect(cell(page, 0, 0)).to_have_text("one")


def cell(page: Any, row: int, column: int) -> Any:
    return page.locator(f'[data-at="{row},{column}"]')


def wait_until(page: Any, condition: Callable[[], bool]) -> None:
    for _ in range(300):
        if condition():
            return
        page.wait_for_timeout(100)
    raise AssertionError


def saved(page: Any, text: str) -> None:
    expect(page.locator(".make-status")).to_have_text(text)


def test_a_cell_is_typed_saved_and_undone_by_keys_and_a_word_is_replaced(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    before = game.read(CARDS)
    open_deck(page, served)
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1  # one stop of the Tab key
    page.locator("[role=gridcell][tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(cell(page, 0, 2)).to_be_focused()
    page.keyboard.type("Uno")
    page.keyboard.press("Enter")
    saved(page, f"Saved: 1 change in {CARDS}")
    expect(cell(page, 1, 2)).to_be_focused()
    assert game.read(CARDS) == before.replace("First", "Uno")
    beside = page.get_by_role("complementary", name="The card at hand")
    expect(beside.get_by_role("img", name="Second")).to_be_visible()
    expect(beside.locator(".make-beside-value")).to_have_text("Second")
    expect(cell(page, 0, 1)).to_have_text("1")  # copies, which the row does not say
    page.wait_for_timeout(500)
    expect(page.locator("#toast")).not_to_contain_text("changed")  # an edit of one's own is no news
    page.keyboard.press("Enter")
    page.keyboard.type(" to none")
    page.keyboard.press("Escape")
    expect(cell(page, 1, 2)).to_have_text("Second")
    page.keyboard.press("Control+z")
    expect(page.locator("#toast")).to_contain_text("Undone: name of one")
    expect(cell(page, 0, 2)).to_have_text("First")
    assert game.read(CARDS) == before

    # A word is replaced everywhere after its places were shown.
    cell(page, 0, 0).click()
    page.keyboard.press("Control+h")
    page.keyboard.type("First")
    page.keyboard.press("Tab")
    page.keyboard.type("Initial")
    expect(page.get_by_role("button", name="Cards 1")).to_be_visible()
    expect(cell(page, 0, 2).locator("mark")).to_have_text("First")
    page.get_by_role("button", name="Review 1").click()
    expect(page.get_by_role("dialog")).to_contain_text("cards.yaml · one name")
    assert game.read(CARDS) == before
    page.get_by_role("button", name="Replace", exact=True).click()
    expect(cell(page, 0, 2)).to_have_text("Initial")
    expect(page.locator("#toast")).to_contain_text("Replaced in 1 place")
    assert game.read(CARDS) == before.replace("First", "Initial")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click()
    expect(cell(page, 0, 2)).to_have_text("First")
    assert game.read(CARDS) == before


def test_what_the_game_refuses_stays_in_its_cell_with_the_reason(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    before = game.read(CARDS)
    open_deck(page, served)
    faults = page.locator("#make-faults")
    cell(page, 1, 1).click()
    page.keyboard.type("many")
    page.keyboard.press("Enter")
    saved(page, "Not saved")
    expect(cell(page, 1, 1)).to_have_text("many")
    expect(cell(page, 1, 1)).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(faults).to_contain_text("copies: 'many' given, expected a whole number")
    page.keyboard.press("Escape")
    expect(cell(page, 1, 1)).to_have_text("3")
    expect(faults).to_be_hidden()
    page.evaluate(PASTE, ["text/plain", "x\tTwo"])
    expect(faults).to_contain_text("copies: 'x' given")
    assert game.read(CARDS) == before
    page.keyboard.type("5")  # what was refused with it is written with it
    page.keyboard.press("Enter")
    saved(page, f"Saved: 2 changes in {CARDS}")
    assert game.read(CARDS) == before.replace("copies: 3", "copies: 5").replace("Second", "Two")


def test_findings_about_a_value_are_marked_in_its_cell(page: Any, game: GameOnDisk) -> None:
    game.change(CARDS, "name: First}", "name: First, words: Only English}")
    with serving_here(game) as served:
        open_deck(page, served)
        marked = cell(page, 0, 4)
        expect(marked).to_have_attribute("data-severity", "warning")
        marked.click()
        expect(page.locator("#make-faults")).to_contain_text("words is not translated into 'zh'")


def test_cells_and_rows_are_copied_and_pasted_as_spreadsheets_have_them(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    before = game.read(CARDS)
    open_deck(page, served)
    cell(page, 0, 2).click()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate(COPY) == "First\t\nSecond\t"
    page.evaluate(PASTE, ["text/plain", 'One\t1\r\n"Two ""and"" more"\t2\r\n'])
    saved(page, f"Saved: 4 changes in {CARDS}")
    assert [card.fields["name"] for card in game.load().decks["main"].cards] == ["One", 'Two "and" more']
    cell(page, 0, 4).click()
    page.evaluate(PASTE, ["text/html", "<table><tr><td>Line<br>break</td></tr><tr><td>b</td></tr></table>"])
    saved(page, f"Saved: 2 changes in {CARDS}")
    assert game.load().decks["main"].cards[0].fields["words"]["en"] == "Line\nbreak"
    for _ in range(2):
        with page.expect_response("**/api/undo"):
            page.keyboard.press("Control+z")
    expect(cell(page, 0, 2)).to_have_text("First")
    assert game.read(CARDS) == before

    # Rows are pasted, copied and deleted.
    cell(page, 1, 0).click()
    page.evaluate(PASTE, ["text/plain", "two\t3\tSecond\nthree\t1\tThird\nfour\t2\tFourth"])
    expect(cell(page, 3, 0)).to_have_text("four")
    cell(page, 1, 0).click(button="right")
    page.get_by_role("menuitem", name="Duplicate the card").click()
    expect(cell(page, 2, 0)).to_have_text("two-2")
    cell(page, 3, 0).click()
    page.keyboard.press("Shift+ArrowDown")
    page.get_by_role("button", name="Rows and columns").click()
    page.get_by_role("menuitem", name="Delete the cards").click()
    expect(page.locator(".make-row")).to_have_count(4)  # and the head
    assert [card.id for card in game.load().decks["main"].cards] == ["one", "two", "two-2"]
    for _ in range(3):
        with page.expect_response("**/api/undo"):
            page.get_by_role("button", name="Undo").click()
    expect(cell(page, 2, 0)).to_have_count(0)
    assert game.read(CARDS) == before


def test_a_column_that_is_refused_can_be_corrected(page: Any, served: ServedHere, game: GameOnDisk) -> None:
    open_deck(page, served)
    page.get_by_role("button", name="Rows and columns").click()
    page.get_by_role("menuitem", name="Add a column").click()
    name = page.get_by_role("dialog").get_by_label("Name, such as cost")
    name.fill("copies")
    page.get_by_role("dialog").get_by_label("Kind").select_option("integer")
    page.get_by_role("dialog").get_by_role("button", name="Add").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("copies")
    expect(name).to_have_value("copies")
    name.fill("cost")
    page.get_by_role("dialog").get_by_role("button", name="Add").click()
    expect(page.locator(".make-head")).to_contain_text("cost")
    assert "cost: integer?" in game.read("card_data/tiny/game.yaml")


FIRST = "use('make/table-state.js').sheet.table.rows[0].cells"


@pytest.mark.full
@pytest.mark.usefixtures("own_page")
def test_two_people_edit_the_same_and_different_cells(
    page: Any, browser: Any, served: ServedHere, game: GameOnDisk
) -> None:
    told: list[str] = []
    page.on("request", lambda request: told.append(request.url) if request.url.endswith("/api/here") else None)
    open_deck(page, served)
    cell(page, 1, 2).click()
    people = page.get_by_role("group", name="Here now").get_by_role("link")
    with page_of(browser) as other:
        other.add_init_script("localStorage.setItem('cardgen.name', JSON.stringify('Bo Li'))")
        open_deck(other, served)
        expect(people).to_have_text("BL")
        expect(cell(other, 1, 2).locator(".make-person")).to_have_text("Ann is hereA")
        cell(other, 0, 2).click()
        other.keyboard.type("Theirs")
        expect(cell(page, 0, 2).locator(".make-person")).to_contain_text("Bo Li is editing")
        page.evaluate(AXE)
        assert broken_rules(page) == []
        cell(page, 0, 2).click()
        page.keyboard.type("Mine")
        other.keyboard.press("Enter")
        saved(other, f"Saved: 1 change in {CARDS}")
        wait_until(page, lambda: page.evaluate(FIRST)[2] == "Theirs")
        page.keyboard.press("Enter")  # Bo was first: this text stays until it replaces theirs, or is taken back
        saved(page, "Not saved")
        page.keyboard.press("ArrowUp")
        expect(page.locator("#make-faults")).to_contain_text("the file has 'Theirs' now, not 'First'")
        expect(cell(page, 0, 2)).to_contain_text("Mine")
        assert "Theirs" in game.read(CARDS)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(cell(other, 0, 2)).to_have_text("Mine")
        cell(other, 1, 2).click()
        other.keyboard.type("Second of mine")
        cell(page, 0, 0).click()
        page.keyboard.press("Alt+ArrowDown")  # moves the row that is being written into
        wait_until(other, lambda: other.evaluate(FIRST)[0] == "two")
        other.keyboard.press("Enter")
        wait_until(page, lambda: "Second of mine" in game.read(CARDS))
        people.first.click()
        expect(page).to_have_url(f"{served.address}#/make/main")
        for view in ("compare", "card"):  # who is at a card is seen wherever it is
            other.goto(f"{served.address}#/card/main/two")
            page.goto(f"{served.address}#/{view}/main/two")
            expect(page.locator("main .people")).to_have_text("BL")
        other.goto(f"{served.address}#/card/main/one")  # and the list beside a card keeps its other items
        for card, mark in (("one", "BL"), ("two", "")):
            expect(page.locator(f"[data-hold='queue-main/{card}'] .people")).to_have_text(mark)
        for each in (page, other):
            each.goto(f"{served.address}#/canvas/main/one?zoom=2.00")
        other.locator("[data-hold=layer-name]").click()
        expect(page.locator(".canvas-tag.person")).to_have_text("Bo Li")
        who = page.locator(".canvas-tag.person rect")
        assert who.evaluate("mark => getComputedStyle(mark).fill") == "rgb(45, 111, 192)"  # of the second person
        assert page.locator(".canvas-person:not(.halo)").evaluate("mark => getComputedStyle(mark).stroke") != "none"
        expect(page.get_by_role("button", name="200 %")).to_be_visible()
        link = page.url.split("#")[1].replace("zoom=2.00", "zoom=6.00&box=name")
        with page_of(browser) as third:
            third.goto(f"{served.address}#{link}")
            expect(third.locator(".canvas-tag").get_by_text("name", exact=True)).to_be_in_viewport()
    expect(people).to_have_count(0)
    names = [(card.id, card.fields["name"]) for card in game.load().decks["main"].cards]
    assert names == [("two", "Second of mine"), ("one", "Mine")]
    before = len(told)
    page.locator("[data-hold=layer-name]").click()
    page.wait_for_timeout(300)
    assert len(told) == before  # alone, a page says nothing


@pytest.mark.full
def test_the_first_row_is_filled_down(page: Any, served: ServedHere, game: GameOnDisk) -> None:
    open_deck(page, served)
    cell(page, 0, 2).click()
    page.keyboard.press("Control+Shift+End")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Control+d")
    saved(page, f"Saved: 1 change in {CARDS}")
    expect(cell(page, 1, 2)).to_have_text("First")
    assert [card.fields["name"] for card in game.load().decks["main"].cards] == ["First", "First"]


def test_a_long_deck_has_only_the_rows_in_sight(page: Any, game: GameOnDisk) -> None:
    rows = "".join(f"  - {{id: c{number}, name: Card {number}}}\n" for number in range(600))
    game.write(CARDS, f"cards:\n{rows}")
    with serving_here(game) as served:
        page.goto(f"{served.address}#/make/main")
        expect(cell(page, 0, 0)).to_have_text("c0")
        assert page.locator(".make-row").count() < 40
        cell(page, 0, 0).click()
        page.keyboard.press("Control+ArrowDown")
        expect(cell(page, 599, 0)).to_be_focused()
        expect(cell(page, 599, 0)).to_be_visible()


@pytest.mark.usefixtures("own_page")
@pytest.mark.parametrize(("width", "theme"), [(390, "light"), pytest.param(1280, "dark", marks=pytest.mark.soak)])
def test_axe_finds_nothing(page: Any, game: GameOnDisk, width: int, theme: str) -> None:
    fields = "cost: {kind: integer?, to: 3}, tint: colour?, suit: {kind: text?, one_of: [sun, moon, star]}"
    game.change("card_data/tiny/game.yaml", "cost: integer?", fields)
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=theme)
    with serving_here(game) as served:
        open_deck(page, served)
        page.evaluate(AXE)
        find = page.get_by_role("button", name="Find and replace")

        def check(what: str, *keys: str, within: str = "main") -> None:
            for key in keys:
                page.keyboard.press(key)
            assert broken_rules(page, within) == [], what

        check("table", within="html")
        cell(page, 0, 2).click()
        check("several cells", "Shift+ArrowDown", "Shift+ArrowRight")
        for column in range(6):
            cell(page, 0, column).click()
            check(f"editor {column}", "Enter")
            page.keyboard.press("Escape")
            expect(cell(page, 0, column)).to_be_focused()
        check("menu", "Shift+F10", within="html")
        page.keyboard.press("Tab")
        expect(cell(page, 0, 5)).to_be_focused()
        page.keyboard.press("Control+Enter")
        expect(page.get_by_role("dialog")).to_be_visible()
        check("a new card", within="dialog[open]")
        page.keyboard.press("Escape")
        page.keyboard.press("Shift+F10")
        page.keyboard.press("End")
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_be_visible()
        check("a new column", within="dialog[open]")
        page.keyboard.press("Escape")
        find.click()
        page.keyboard.type("First")
        expect(page.get_by_role("button", name="Cards 1")).to_be_visible()
        check("find")
        page.get_by_role("button", name="Review 1").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        check("places", within="dialog[open]")
        page.keyboard.press("Escape")
        cell(page, 1, 1).click()
        page.keyboard.type("many")
        page.keyboard.press("Enter")
        cell(page, 1, 1).click()
        expect(page.locator("#make-faults")).to_be_visible()
        check("faults")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_each_kind_of_value_has_its_editor(page: Any, game: GameOnDisk) -> None:
    fields = "cost: {kind: integer?, to: 3}, tint: colour?, suit: {kind: text?, one_of: [sun, moon, star]}"
    game.change("card_data/tiny/game.yaml", "cost: integer?", fields)
    terms = "glossary: {terms: terms.csv, fields: [words], mark: hand}\n"
    game.write("card_data/tiny/game.yaml", terms + game.read("card_data/tiny/game.yaml"))
    game.write("card_data/tiny/terms.csv", "id,term.en,term.zh\nhaste,Haste,速攻\n")
    with serving_here(game) as served:
        open_deck(page, served)
        cell(page, 0, 3).click()
        page.keyboard.type("2")
        page.keyboard.press("ArrowUp")
        page.get_by_role("button", name="Increase").click()  # 3 is the limit
        page.keyboard.press("Tab")
        page.keyboard.type("teal")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("option")).to_have_text(["sun", "moon", "star"])
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(cell(page, 0, 5)).to_have_text("moon")
        cell(page, 1, 5).dblclick()
        page.get_by_role("option", name="star").click()
        expect(cell(page, 1, 5)).to_have_text("star")
        wait_until(page, lambda: "star" in game.read(CARDS))
        cell(page, 0, 6).click()
        page.keyboard.type("**Bold** and *thin*, 2*3")
        page.keyboard.press("Enter")
        expect(cell(page, 0, 6).locator("strong")).to_have_text("Bold")  # marks are shown as they print
        expect(cell(page, 0, 6)).to_have_text("Bold and thin, 2*3")
        cell(page, 0, 6).dblclick()
        expect(page.get_by_role("textbox")).to_have_value("**Bold** and *thin*, 2*3")
        page.get_by_label("Term of the glossary").select_option("Haste")
        expect(page.get_by_role("textbox")).to_have_value("**Bold** and *thin*, 2*3[[Haste]]")
        page.keyboard.press("Escape")
    cards = game.load().decks["main"].cards
    assert [cards[0].fields[name] for name in ("cost", "tint", "suit")] == [3, "#008080", "moon"]
    assert cards[1].fields["suit"] == "star"


@pytest.mark.full
def test_places_are_replaced_one_by_one_by_a_regular_expression(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    before = game.read(CARDS)
    open_deck(page, served)
    cell(page, 0, 0).click()
    page.keyboard.press("Control+h")
    page.get_by_role("button", name="Regular expression").click()
    find, one = page.get_by_role("textbox", name="Find"), page.get_by_role("button", name="Replace this one")
    find.fill("(First|second")
    expect(page.get_by_role("search").get_by_role("alert")).to_contain_text("a bracket is not closed")
    find.fill("(First|second)")
    expect(page.locator(".make-hand")).to_contain_text("1 of 1")
    page.get_by_role("button", name="Match case").click()
    expect(page.locator(".make-hand")).to_contain_text("1 of 2")
    find.press("Enter")
    expect(cell(page, 0, 2)).to_have_attribute("aria-selected", "true")
    find.press("Enter")
    expect(cell(page, 1, 2)).to_have_attribute("aria-selected", "true")
    expect(find).to_be_focused()
    page.get_by_role("textbox", name="Replace with").fill("The $1")
    expect(page.locator(".make-hand ins")).to_have_text("The Second")
    page.evaluate(AXE)
    assert broken_rules(page, "[role=search]") == []
    one.click()
    expect(cell(page, 1, 2)).to_have_text("The Second")
    assert game.read(CARDS) == before.replace("Second", "The Second")  # the other one is as it was
    expect(page.locator(".make-hand")).to_contain_text("1 of 2")


@pytest.mark.full
def test_an_obstacle_of_all_cells_is_said_at_each_of_them(
    page: Any, served: ServedHere, game: GameOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = game.read(CARDS)
    open_deck(page, served)
    cell(page, 0, 2).click()
    with monkeypatch.context() as protected:
        protected.setattr(os, "access", lambda *_: False)  # root may write everything
        page.evaluate(PASTE, ["text/plain", "Uno\nDue"])
        faults = page.locator("#make-faults")
        expect(faults).to_contain_text("cannot be written: it is protected")
        page.keyboard.press("ArrowDown")
        expect(cell(page, 1, 2)).to_be_focused()
        expect(faults).to_contain_text("cannot be written: it is protected")
        assert game.read(CARDS) == before
    page.get_by_role("button", name="Correct it").click()
    page.keyboard.press("Enter")
    wait_until(page, lambda: game.read(CARDS) == before.replace("First", "Uno").replace("Second", "Due"))
    expect(faults).to_be_hidden()


OBSTACLES = """\
  second: {extends: main, titles: {zh: 乙, en: Second}}
  third: {extends: main, titles: {zh: 丙, en: Third}}
  book: {extends: main, titles: {zh: 书, en: Book}, cards: cards.xlsx}
  army:
    extends: main
    titles: {zh: 军, en: Army}
    cards: units.csv
    for: armies.csv
    where: {side: "{army}"}
    fields: {name: text, side: text, army: text, tint: colour}
targets:
"""


@pytest.mark.full
def test_each_cell_that_cannot_be_edited_says_why(page: Any, game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    game.change("card_data/tiny/game.yaml", "targets:\n", OBSTACLES)
    game.write("card_data/tiny/cards.xlsx", calculated_book([["id", "name", "cost"], ["b1", "Book", "=1+1"]]))
    game.write("card_data/tiny/units.csv", "id,name,side\na,Rifles,red\nb,Guns,red\n")
    game.write("card_data/tiny/armies.csv", "id,army,tint\nr,red,#aa0000\n")
    faults, foot = page.locator("#make-faults"), page.locator(".make-foot")

    def refused(row: int, column: int, text: str, *reasons: str) -> None:
        """Write into a cell, see why it is not saved, and take it back."""
        cell(page, row, column).click()
        page.keyboard.type(text)
        page.keyboard.press("Shift+Tab")
        saved(page, "Not saved")
        page.keyboard.press("ArrowRight")
        for reason in reasons:
            expect(faults).to_contain_text(reason)
        page.get_by_role("button", name="Take it back").click()
        expect(faults).to_be_hidden()

    def dialog_says(words: str) -> None:
        """See a dialog that asks before anything is written, and close it."""
        expect(page.get_by_role("dialog")).to_contain_text(words)
        page.evaluate(AXE)
        assert broken_rules(page, "dialog[open]") == []
        page.keyboard.press("Escape")

    with serving_here(game) as served:
        page.goto(f"{served.address}#/make/book")
        expect(cell(page, 0, 0)).to_have_text("b1")
        refused(0, 3, "7", "the cell has a formula", "edit it in a spreadsheet program")
        cell(page, 0, 2).click()
        page.keyboard.type("Tome")
        page.keyboard.press("Tab")
        saved(page, "Saved: 1 change in card_data/tiny/cards.xlsx")  # the formula reads no other cell
        page.goto(f"{served.address}#/make/army")
        expect(cell(page, 0, 0)).to_have_text("a-r")
        expect(cell(page, 0, 0)).to_have_attribute("aria-readonly", "true")
        cell(page, 0, 0).click()
        page.keyboard.press("Enter")
        expect(page.locator("#toast")).to_contain_text("id is computed from card_data/tiny/units.csv and")
        page.keyboard.press("Control+Enter")
        dialog_says("made of two tables")
        open_deck(page, served)
        cell(page, 0, 2).click()
        expect(foot).to_contain_text("shared with 2 other cards")
        page.keyboard.press("Shift+F10")
        page.get_by_role("menuitem", name="Delete the cards").click()
        dialog_says("2 cards of other decks are made of the same rows")
        with monkeypatch.context() as broken:
            broken.setattr(os, "fsync", full_at)
            refused(0, 2, "Uno", "the disk is full", "make room")
        cell(page, 0, 2).click()
        page.keyboard.type("Mine")
        game.change(CARDS, "First", "Theirs")
        page.keyboard.press("Shift+Tab")
        saved(page, "Not saved")
        page.keyboard.press("ArrowRight")
        expect(faults).to_contain_text("the file has 'Theirs' now, not 'First'")
        page.get_by_role("button", name="Take it back").click()
        expect(cell(page, 0, 2)).to_have_text("Theirs")
        before = game.read(CARDS)
        game.change(CARDS, "{id: one, name: Theirs}", "&a {id: one, name: Theirs}")
        game.change(CARDS, "{id: two, ", "{<<: *a, id: two, ")
        expect(page.locator("#banner")).to_contain_text("anchors and aliases are not supported")
        refused(1, 2, "Due", "anchors and aliases are not supported", "write it out")
        game.path(CARDS).unlink()
        expect(page.locator("#banner")).to_contain_text("there is no file card_data/tiny/cards.yaml")
        refused(1, 2, "Due", "it is not there", "moved, renamed or deleted")
        game.write(CARDS, before)
        expect(page.locator("#banner")).to_be_hidden()
        cell(page, 1, 2).click()
        page.keyboard.type("Due")
        page.keyboard.press("Enter")
        saved(page, f"Saved: 1 change in {CARDS}")


@pytest.mark.full
def test_the_handle_writes_a_series_by_touch(browser: Any, game: GameOnDisk) -> None:
    rows = (
        f"  - {{id: {name}, name: {name}{cost}}}\n"
        for name, cost in (("a", ", cost: 1"), ("b", ", cost: 3"), ("c", ""))
    )
    game.write(CARDS, "cards:\n" + "".join(rows))
    with serving_here(game) as served, page_of(browser, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        page.goto(f"{served.address}#/make/main")
        cell(page, 0, 3).tap()
        page.keyboard.press("Shift+ArrowDown")
        expect(cell(page, 1, 3)).to_have_attribute("aria-selected", "true")
        handle, target = place_of(page.locator(".make-handle")), place_of(cell(page, 2, 3))
        tools = page.context.new_cdp_session(page)
        for kind, place in (("touchStart", handle), ("touchMove", target), ("touchEnd", None)):
            points = [{"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}] if place else []
            tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        expect(cell(page, 2, 3)).to_have_text("5")
        wait_until(page, lambda: "cost: 5" in game.read(CARDS))


@pytest.mark.full
def test_rows_are_moved_by_keys(page: Any, served: ServedHere, game: GameOnDisk) -> None:
    open_deck(page, served)
    cell(page, 1, 2).click()
    page.keyboard.press("Alt+ArrowUp")
    expect(cell(page, 0, 2)).to_have_text("Second")
    expect(cell(page, 0, 2)).to_be_focused()
    saved(page, f"Saved: 1 change in {CARDS}")
    assert [card.id for card in game.load().decks["main"].cards] == ["two", "one"]


@pytest.mark.full
def test_a_field_is_edited_beside_its_card(page: Any, served: ServedHere, game: GameOnDisk) -> None:
    page.goto(f"{served.address}#/card/main/two")
    page.get_by_role("button", name="Edit copies").click()
    field = page.get_by_role("textbox", name="copies")
    field.fill("many")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("'many' given, expected a whole number")
    field.fill("5")
    page.get_by_role("button", name="Save", exact=True).click()
    wait_until(page, lambda: "copies: 5" in game.read(CARDS))


def test_a_comment_is_assigned_and_answered_by_an_edit(page: Any, served: ServedHere, game: GameOnDisk) -> None:
    plate = '    plate: {kind: rect, box: [10, 6, 40, 5], fill: "#eeeeee"}\n'  # smaller than the text that it is under
    game.change("templates/tiny.yaml", "    name: {", f"{plate}    name: {{")
    served.session.live.reread("Ann")
    served.decide(served.proposal("main/two", "comment", text="Shorter", side="face", at_mm=[30, 9]))
    page.goto(f"{served.address}#/card/main/two")
    page.get_by_role("button", name="Assign to…").click()
    page.keyboard.type("Ben")
    page.keyboard.press("Enter")
    thread = page.locator(".thread")
    expect(thread).to_contain_text("Assigned to Ben")
    expect(page.get_by_role("button", name="Assign to…")).to_be_focused()
    page.get_by_role("button", name="On the canvas").click()
    expect(page.locator("[data-hold=layer-name]")).to_have_attribute("aria-pressed", "true")
    page.go_back()
    page.get_by_role("button", name="Edit this box").click()
    expect(cell(page, 1, 2)).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name="name").fill("2nd")
    page.keyboard.press("Enter")
    expect(page.locator("#toast").get_by_role("button", name="Resolve the comment")).to_be_visible()
    page.goto(f"{served.address}#/comments?to=Ben")
    expect(page.locator("[data-hold=to]")).to_have_value("Ben")
    page.get_by_role("button", name="Resolve with: name of two").click()
    expect(page.locator(".comments-list > li")).to_have_count(0)
    assert [(event["kind"], event["text"]) for event in served.data("review")["events"]] == [
        ("comment", "Shorter"),
        ("assign", "Ben"),
        ("resolve", "name of two"),
    ]
    page.get_by_label("Show").select_option("resolved")
    expect(thread).to_contain_text("name of two")
