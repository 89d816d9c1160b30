"""The sheets as the page shows them: the real pages in millimetres, both sides of a leaf, and a link on every card."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk
from tests.products.imposition.test_mixed import game_with
from tests.review.serving import Served, serving_here
from tests.review.waiting import ending

pytestmark = pytest.mark.browser

WHERE = """(link) => {
  const page = link.closest(".sheet-page").getBoundingClientRect();
  const box = link.getBoundingClientRect();
  const mm = Number(link.closest(".sheet-side").style.getPropertyValue("--wide")) / page.width;
  return [box.left - page.left, box.top - page.top, box.width, box.height].map((length) => length * mm);
}"""


def open_sheet(page: Any, shipped: Served, route: str) -> None:
    page.goto(f"{shipped.address}#/sheet/{route}")
    page.wait_for_function(
        "() => cardgen.state.catalog?.checked && cardgen.state.pages.length"
        " && [...document.querySelectorAll('.sheet-page img')].some((image) => image.naturalWidth > 0)"
    )


def test_both_sides_of_a_leaf_are_the_real_pages_in_true_proportion(page: Any, shipped: Served) -> None:
    open_sheet(page, shipped, "cards-a4/4")
    assert page.locator(".sheet-side figcaption").all_inner_texts() == ["Page 3: fronts", "Page 4: backs"]
    page.wait_for_function(
        "() => [...document.querySelectorAll('.sheet-page img')].every((image) => image.naturalWidth)"
    )
    sizes = page.evaluate(
        "[...document.querySelectorAll('.sheet-page img')].map((image) => [image.naturalWidth, image.naturalHeight])"
    )
    assert sizes == [[1240, 1754]] * 2  # A4 at 150 dpi
    # Both in one call: when the check ends, the page draws them again.
    first, second = page.evaluate(
        "[...document.querySelectorAll('.sheet-page')].map((side) => side.getBoundingClientRect().toJSON())"
    )
    assert first["height"] / first["width"] == pytest.approx(297 / 210, rel=1e-3)
    assert second["x"] > first["x"] + first["width"]
    assert second["y"] == pytest.approx(first["y"], abs=1)
    assert page.locator(".sheet-page").evaluate_all("(pages) => pages.map((element) => element.dataset.flip)") == [
        "right",
        "left",
    ]
    assert page.get_by_text("flip on long edge").count() == 1


#: Whether the pictures of all pages are there: without them, links have no place on a page.
ARE_LOADED = "() => [...document.querySelectorAll('.sheet-page img')].every((image) => image.naturalWidth)"


def test_a_link_lies_where_its_card_is_printed(page: Any, shipped: Served) -> None:
    open_sheet(page, shipped, "cards-a4/3")
    page.wait_for_function(ARE_LOADED)
    places = shipped.card("blocks/Z")["places"]
    for side, number in (("face", 3), ("back", 4)):
        expected = [place["rect"] for place in places if (place["sheet"], place["page"]) == ("cards-a4", number)]
        links = page.locator(f".sheet-page:has(img[data-page='{number}']) a[href^='#/card/blocks/Z']")
        drawn = links.evaluate_all(f"(links) => links.map({WHERE})")
        assert len(drawn) == len(expected) == 3  # twelve copies, nine on the sheet before
        for rect in expected:
            assert any(other == pytest.approx(rect, abs=0.4) for other in drawn), (side, rect, drawn)
    name = page.locator(".sheet-page a[href^='#/card/blocks/Z']").first.inner_text()
    assert re.fullmatch(r"Z-block Z, face, copy 10 of 12", " ".join(name.split()))
    page.locator(".sheet-page a[href='#/card/blocks/Z?side=back']").first.click()
    expect(page).to_have_url(ending("#/card/blocks/Z?side=back"))


def test_the_face_and_the_back_of_a_slot_are_shown_to_belong_together(page: Any, shipped: Served) -> None:
    open_sheet(page, shipped, "cards-a4/1")
    page.wait_for_function(ARE_LOADED)
    page.locator(".sheet-side[data-side=front] .sheet-slots a").nth(0).focus()
    lit = page.locator(".sheet-slots a.same")
    assert lit.evaluate_all("(links) => links.map((link) => link.dataset.slot)") == ["0", "0"]
    front, back = page.evaluate(f"[...document.querySelectorAll('.sheet-slots a.same')].map({WHERE})")
    assert back[0] == pytest.approx(210 - front[0] - front[2], abs=0.4)  # mirrored about the upright axis
    assert back[1] == pytest.approx(front[1], abs=0.4)


def test_true_size_follows_the_calibrated_millimetre_and_the_ruler_agrees(page: Any, shipped: Served) -> None:
    open_sheet(page, shipped, "cards-a4/1")
    page.evaluate("cardgen.set('millimetre', 5)")
    page.keyboard.press("f")
    page.wait_for_function("() => document.querySelector('.sheet-stage').dataset.zoom === 'true'")
    assert page.locator(".sheet-page").first.bounding_box()["width"] == pytest.approx(1050, abs=0.5)
    assert "zoom=true" in page.evaluate("location.hash")
    # Asked of the page itself: the ruler is drawn anew whenever the stage changes.
    page.wait_for_function(
        "() => Math.abs(document.querySelector('.sheet-ruler.level')?.getBoundingClientRect().width - 1050) < 0.5"
    )
    ruler = page.locator(".sheet-ruler.level").first
    assert ruler.locator("path").get_attribute("d").count("M") == 211
    assert ruler.locator("text").nth(3).text_content() == "30"
    assert page.evaluate("document.documentElement.scrollWidth") == 1280, "the stage scrolls, the page does not"
    page.keyboard.press("f")
    page.wait_for_function("() => document.querySelector('.sheet-stage').dataset.zoom === 'fit'")


def test_leaves_are_turned_by_keys_buttons_number_and_thumbnail(page: Any, shipped: Served) -> None:
    open_sheet(page, shipped, "cards-a4/1")

    def shown() -> list[str]:
        places: list[str] = page.locator(".sheet-page img").evaluate_all(
            "(images) => images.map((element) => element.dataset.page)"
        )
        return places

    page.keyboard.press("j")
    assert shown() == ["3", "4"]
    page.keyboard.press("k")
    page.keyboard.press("k")
    assert shown() == ["1", "2"]
    page.get_by_role("button", name="Next sheet").press("Enter")
    assert shown() == ["3", "4"]
    assert page.evaluate("document.activeElement.dataset.hold") == "next"
    page.locator("[data-hold=page]").fill("46")
    page.keyboard.press("Enter")
    assert shown() == ["45", "46"]
    assert page.evaluate("location.hash") == "#/sheet/cards-a4/46"
    page.get_by_role("link", name="Page 43: fronts").click()
    page.wait_for_function("() => document.querySelector('.sheet-page img').dataset.page === '43'")
    assert shown() == ["43", "44"]
    current = page.locator(".sheet-strip a[aria-current=page]")
    assert current.get_attribute("aria-label") == "Page 43: fronts"
    page.wait_for_function(
        "() => document.querySelector('.sheet-strip a[aria-current=page] img').naturalWidth > 0"
        " && document.querySelector('.sheet-strip a[data-hold=thumbnail-24] img').getAttribute('src') === null"
    )


def test_a_number_that_is_being_typed_is_taken_when_the_sheet_is_drawn_anew_and_leads_nobody_back(
    page: Any, shipped: Served
) -> None:
    open_sheet(page, shipped, "cards-a4/1")
    number = page.locator("[data-hold=page]")
    number.fill("3")
    page.evaluate("cardgen.changed('fault')")  # draws everything again; an error in the page fails the test
    expect(number).to_be_focused()
    expect(number).to_have_value("3")
    assert page.locator(".sheet-page img").evaluate_all("(images) => images.map(({ dataset }) => dataset.page)") == [
        "3",
        "4",
    ]
    number.fill("7")
    page.evaluate("cardgen.go('grid')")
    expect(page).to_have_url(ending("#/grid"))
    expect(page.locator("main li a[data-hold]").first).to_be_visible()
    expect(page.locator("main .sheet-page")).to_have_count(0)


def test_sheets_without_backs_and_folded_ones_are_shown_page_by_page(page: Any, shipped: Served) -> None:
    open_sheet(page, shipped, "cards-a4-backs/2")
    assert page.locator(".sheet-side figcaption").all_inner_texts() == ["Page 2: backs"]
    page.get_by_label("File").select_option("cards-gutterfold-a4")
    page.get_by_text("Fold along the dashed line").wait_for()
    assert page.evaluate("location.hash") == "#/sheet/cards-gutterfold-a4/1"
    sides = page.locator(".sheet-slots a").evaluate_all("(links) => links.map((link) => link.href.endsWith('back'))")
    assert sorted(sides) == [False] * (len(sides) // 2) + [True] * (len(sides) // 2) != []


@pytest.mark.full
def test_cards_of_several_sizes_are_linked_where_they_are_printed(page: Any, tmp_path: Path) -> None:
    with serving_here(game_with(tmp_path)) as served:
        page.goto(f"{served.address}#/sheet/all-a4/3")
        links = page.locator(".sheet-page:has(img[data-page='3']) .sheet-slots a")
        expect(links).to_have_count(8)  # three of four cards in a row, and all four of the small ones
        sizes = [place[2:] for place in links.evaluate_all(f"(links) => links.map({WHERE})")]
        assert sizes == [pytest.approx(size, abs=0.4) for size in 4 * [[63, 88]] + 4 * [[44, 67]]]
        page.get_by_text("Where the cards lie").click()
        expect(page.get_by_text("Cards of several sizes lie in rows")).to_be_visible()
        expect(page.get_by_label("Columns", exact=True)).to_have_count(0)


def test_a_changed_card_is_printed_anew(page: Any, game: GameOnDisk) -> None:
    name = "card_data/tiny/game.yaml"
    game.change(name, "targets:\n", "targets:\n  sheets:\n    cards-{paper}: {decks: [main], papers: [a4]}\n")
    with serving_here(game) as served:
        page.goto(f"{served.address}#/sheet/cards-a4/1")
        expect(page.locator(".sheet-page img").first).to_have_attribute("src", re.compile(r"cards-a4"))
        before = page.locator(".sheet-page img").first.get_attribute("src")
        game.change(name, "zh: 牌", "zh: 卡牌")
        page.wait_for_function(f"() => document.querySelector('.sheet-page img').getAttribute('src') !== '{before}'")
        page.wait_for_function("() => document.querySelector('.sheet-page img').naturalWidth === 1240")
        page.locator(".sheet-about").get_by_text("Cards").first.wait_for()


@pytest.mark.full
def test_the_link_leads_to_the_pdf_itself(page: Any, shipped: Served) -> None:
    open_sheet(page, shipped, "cards-a4/1")
    address = page.get_by_role("link", name="Open the PDF").get_attribute("href")
    answer = shipped.client.get(f"/{address}")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


@pytest.mark.full
def test_a_link_from_a_card_marks_where_it_lies(page: Any, shipped: Served) -> None:
    page.goto(f"{shipped.address}#/card/garbage/x")
    page.locator(".places a").first.click()
    page.wait_for_selector(".sheet-slots a.wanted")
    marked = page.locator(".sheet-slots a.wanted").evaluate_all("(links) => links.map((link) => link.hash)")
    assert {link.split("?")[0] for link in marked} == {"#/card/garbage/x"}
    places = shipped.card("garbage/x")["places"]
    shown = page.locator(".sheet-page img").evaluate_all(
        "(images) => images.map((element) => Number(element.dataset.page))"
    )
    sheet = page.evaluate("cardgen.route.path[0]")
    assert len(marked) == sum(
        (place["sheet"], place["page"]) in {(sheet, number) for number in shown} for place in places
    )
