"""Print in a browser: options change the sheets, a build makes them, and an export says why it is refused."""

from __future__ import annotations

import io
import re
from typing import Any

import pikepdf
import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk
from tests.review.serving import serving_here
from tests.review.waiting import place_of, soon

pytestmark = pytest.mark.browser

GAME = "card_data/tiny/game.yaml"
SHEETS = "targets:\n  sheets:\n    cards-{paper}: {decks: [main], papers: [a4, letter], backs: fronts}\n"


@pytest.mark.gone("/sheets/.*[?&]v=")
def test_a_game_is_printed_exported_and_refused(page: Any, game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDGEN_CONFIG", str(game.path("config")))
    game.change(GAME, "targets:\n", SHEETS)

    def expect_in_game(text: str) -> None:
        soon(lambda: text in game.read(GAME), True)

    with serving_here(game) as served:
        page.goto(f"{served.address}#/sheet")
        picture = page.locator(".sheet-page img").first
        expect(picture).to_have_attribute("src", re.compile("cards-a4"))
        listed = page.locator("[data-hold='file-cards-letter']")
        listed.click()
        expect(listed).to_have_attribute("aria-current", "true")
        page.go_back()
        expect(picture).to_have_attribute("src", re.compile("cards-a4"))

        # An option of the build changes what is shown, and the command that makes it.
        page.get_by_role("group", name="Paper", exact=True).get_by_role("button", name="Letter").click()
        expect(picture).to_have_attribute("src", re.compile("cards-letter/1.png.*papers=letter"))
        expect(page.locator(".files li")).to_have_text(["cards-letter1"])
        page.get_by_label("Make", exact=True).select_option("sheets")
        expect(page.locator(".command code")).to_have_text("cardgen build tiny --paper letter --only sheets")

        # Less ink is seen before it is made.
        page.get_by_label("Ink", exact=True).select_option("low")
        expect(picture).to_have_attribute("src", re.compile("cards-letter/1.png.*ink=low"))
        expect(page.locator(".command code")).to_contain_text("--ink low")
        page.get_by_label("Ink", exact=True).select_option("")
        expect(page.locator(".command code")).not_to_contain_text("--ink")

        # A value of the game's own is written into game.yaml, and undone.
        page.get_by_label("Backs").select_option("interleaved")
        expect(page.locator(".sheet-side")).to_have_count(2)
        assert "backs: interleaved" in game.read(GAME)
        page.locator(".sheet-stage").press("Control+z")
        expect(page.locator(".sheet-side")).to_have_count(1)
        assert "backs: fronts" in game.read(GAME)

        # So is where the cards lie, which is seen at once, and stock brings its paper.
        page.evaluate(  # the panel is drawn again at once
            "() => { document.querySelector('.grid-form summary').click(); use('app/views.js').changed('fault'); }"
        )
        page.get_by_label("Columns", exact=True).fill("1")
        page.get_by_label("Columns", exact=True).press("Enter")
        expect(page.locator(".sheet-slots li")).to_have_count(3)
        page.get_by_label("Gaps").fill("4, 2")
        page.get_by_label("Gaps").press("Enter")
        # Another choice at once is made of the files that the first has left.
        page.get_by_label("Labels, stock").select_option("avery-5164")
        expect_in_game("papers: [letter], backs: fronts, grid: {stock: avery-5164}")
        for left in ("{columns: 1, gap: [4, 2]}", "{columns: 1}"):
            page.locator(".sheet-stage").press("Control+z")
            expect_in_game(f"backs: fronts, grid: {left}}}")
        # What the sheets cannot have is refused at its field, and not written.
        margins = page.get_by_label("Margins")
        margins.fill("90")
        margins.press("Enter")
        soon(lambda: "does not fit" in margins.evaluate("field => field.validationMessage"), True)
        # The reason stays when the panel is drawn again, beside what was typed.
        page.locator(".sheet-stage").focus()
        page.get_by_label("Ink", exact=True).select_option("low")
        expect(page.locator(".command code")).to_contain_text("--ink low")
        expect(page.locator(".grid-form .refusal")).to_contain_text("inside of 30 × 117 mm")
        expect(margins).to_have_value("90")
        page.get_by_label("Ink", exact=True).select_option("")
        expect(page.locator(".command code")).not_to_contain_text("--ink")
        margins.fill("10, 5")
        margins.press("Enter")
        assert "or four" in margins.evaluate("field => field.validationMessage")
        columns = page.get_by_label("Columns", exact=True)
        columns.fill("0")
        columns.press("Enter")
        expect(page.locator(".grid-form .refusal").first).to_have_text("A whole number from 1 to 100")
        columns.fill("1")
        columns.press("Enter")
        margins.fill("")
        margins.press("Enter")
        expect_in_game("backs: fronts, grid: {columns: 1}}")
        page.locator(".sheet-stage").press("Control+z")
        expect_in_game("backs: fronts}")

        page.get_by_label("Marks for a cutter").check()
        expect_in_game("backs: fronts, regmarks: true}")
        page.locator(".sheet-stage").press("Control+z")
        expect_in_game("backs: fronts}")

        # Boxes that are ticked at once are all taken.
        page.get_by_label("A5").check()
        page.get_by_label("Legal").check()
        expect_in_game("papers: [a4, letter, a5, legal]")
        for left in ("[a4, letter, a5]", "[a4, letter]"):
            page.locator(".sheet-stage").press("Control+z")
            expect_in_game(f"papers: {left}")

        # A print run is recorded, and offered for later builds.
        page.get_by_role("button", name="Record a print run").click()
        page.get_by_role("dialog").get_by_role("textbox").fill("first")
        page.get_by_role("dialog").get_by_role("button", name="Record").click()
        expect(page.get_by_label("Changes", exact=True)).to_contain_text("since first (4 cards)")
        assert game.path("card_data/tiny/prints/first.tsv").exists()

        page.get_by_role("button", name="Build", exact=True).click()
        made = page.locator(".made-files a")
        expect(made).to_have_count(1)
        pdf = served.client.get(f"/{made.get_attribute('href')}")
        assert pdf.headers["content-type"] == "application/pdf"
        with pikepdf.open(io.BytesIO(pdf.content)) as document:
            assert [round(float(edge)) for edge in document.pages[0].mediabox] == [0, 0, 612, 792]

        # A spoiled card: the finding is on the sheet, and the export is refused until somebody accepts it.
        game.change("templates/tiny.yaml", "[5, 5, 53, 8]", "[0.2, 5, 53, 8]")
        expect(page.locator(".slot-findings").first).to_be_visible()
        page.goto(f"{served.address}#/exports/makeplayingcards")
        expect(page.locator(".export-findings h2")).to_contain_text("It is refused")
        page.get_by_role("button", name="Make the files").click()
        expect(page.locator(".job-head")).to_have_text("Nothing was made")
        expect(page.locator(".job .problems li").first).to_contain_text("Error:")
        page.get_by_role("button", name="Make it despite the findings").click()
        expect(page.get_by_role("link", name="Download as ZIP")).to_be_visible()
        assert game.path("output/tiny/exports/makeplayingcards/findings.txt").exists()

        # The printer is kept where the command line keeps it.
        page.goto(f"{served.address}#/printers")
        page.get_by_label("Name").fill("study")
        for name, text in (("first-x", "1,0"), ("first-y", "-0.5"), ("second-x", "0.6"), ("second-y", "-0.7")):
            page.locator(f"[data-hold={name}]").fill(text)
        page.get_by_role("button", name="Calculate and save").click()
        expect(page.locator(".own-printer code")).to_have_text("--back-offset=0.8,-0.6,0.115")
        page.get_by_role("button", name="Delete the printer study?").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        expect(page.locator(".own-printer")).to_have_count(0)
        soon(lambda: served.data("printers")["printers"], [])


def test_the_cross_that_closes_the_options_lies_on_no_choice(page: Any, game: GameOnDisk) -> None:
    game.change(GAME, "targets:\n", SHEETS)
    with serving_here(game) as served:
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(f"{served.address}#/sheet")
        page.locator(".print-options-button").click()
        page.locator(".print-scroll").evaluate("panel => panel.scrollTo(0, 300)")
        cross, panel = place_of(page.locator(".print-close")), place_of(page.locator(".print-scroll"))
        assert cross["y"] + cross["height"] <= panel["y"]
        page.locator(".print-close").click()
        expect(page.locator(".print-scroll")).to_be_hidden()
