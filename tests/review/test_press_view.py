"""The files for a press as the page shows them: plates by name, the total ink, and the places over the limit."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image as Pictures
from playwright.sync_api import expect

from tests.formats.press.made import cmyk_profile
from tests.games_on_disk import tiny_game_in
from tests.products.exports.services.games import add_exports
from tests.review.conftest import page_of
from tests.review.serving import ServedHere, serving_here
from tests.review.test_accessibility import AXE, CheckedPage

pytestmark = pytest.mark.browser

TEMPLATE = """\
face:
  description: {en: "Card {id}", zh: "牌 {id}"}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#f4ead6"}
    band: {kind: rect, box: [10, 10, 40, 10], fill: "#1c2a3a"}
    dot: {kind: rect, box: [30, 60, 5, 5], fill: "#1c2a3a"}
    name: {kind: text, box: [5, 30, 53, 8], text: "{name}", lang: en}
    seal: {kind: rect, box: [10, 70, 12, 12], finish: foil}
    veil: {kind: rect, box: [40, 70, 12, 12], fill: "#80c0ff", opacity: 0.5}
back:
  description: {en: A back, zh: 背面}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#ffffff"}
"""
FILE = "press/print-shop/main"


@pytest.fixture(scope="module")
def pressed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHere]:
    """A server of a game with a file for a press."""
    game = tiny_game_in(tmp_path_factory.mktemp("pressed"))
    game.write("card_data/tiny/press.icc", cmyk_profile())
    game.write("templates/tiny.yaml", TEMPLATE)
    add_exports(game, "print-shop: {press: {icc: press.icc, condition: C, spots: {foil: Gold 1}}}")
    with serving_here(game) as running:
        yield running


def picture(served: ServedHere, name: str, query: str = "") -> Pictures.Image:
    answer = served.client.get(f"/{FILE}/1/{name}.png{query}").raise_for_status()
    return Pictures.open(io.BytesIO(answer.content)).convert("RGB")


def at(image: Pictures.Image, x: float, y: float) -> Any:
    """Return the pixel at a place of the trim, mm; the page has 3 mm of bleed."""
    return image.getpixel((round((x + 3) * image.width / 69), round((y + 3) * image.height / 94)))


def test_the_files_for_a_press_are_listed_with_their_plates(pressed: ServedHere, shipped: Any) -> None:
    (file,) = pressed.data("press")
    assert (file["name"], file["pages"], file["limit"], file["standard"]) == ("print-shop/main", 8, 300, "x-4")
    assert file["plates"] == ["cyan", "magenta", "yellow", "black", "Gold 1"]
    assert (file["paper"], file["trim"]) == ([69, 94], [3, 3, 63, 88])
    assert pressed.data("catalog")["game"]["press"]
    assert shipped.data("press") == []
    assert not shipped.data("catalog")["game"]["press"]


def test_a_plate_is_black_where_it_has_ink(pressed: ServedHere) -> None:
    foil = picture(pressed, "4")
    assert (at(foil, 16, 76), at(foil, 30, 15), at(foil, 46, 76)) == ((0, 0, 0), (255,) * 3, (255,) * 3)
    black, cyan = picture(pressed, "3"), picture(pressed, "0")
    assert max(at(black, 30, 15)) < 170
    # No ink is below foil, and text is black ink alone.
    assert at(cyan, 16, 76) == (255, 255, 255)
    proof = picture(pressed, "proof")
    assert at(proof, 3, 50) == pytest.approx((0xF4, 0xEA, 0xD6), abs=14)


def test_places_over_the_limit_are_listed_and_striped(pressed: ServedHere) -> None:
    about = pressed.client.get(f"/{FILE}/1/about.json?limit=240").json()
    assert about["count"] == len(about["places"]) == 2
    assert about["places"][0]["rect"] == pytest.approx([13, 13, 40, 10], abs=0.3)
    assert about["places"][1]["rect"] == pytest.approx([33, 63, 5, 5], abs=0.3)
    assert 240 < about["most"] <= 300
    ink = picture(pressed, "ink", "?limit=240")
    reddish = [at(ink, 20 + step / 20, 15) for step in range(40)]
    assert len(set(reddish)) == 2, "stripes of two colours"
    assert at(ink, 46, 76)[0] > 200, "grey where there is little ink"
    within = pressed.client.get(f"/{FILE}/1/about.json").json()
    assert (within["limit"], within["count"], within["places"]) == (300, 0, [])


@pytest.mark.parametrize(
    "path",
    [
        f"{FILE}/0/proof.png",
        f"{FILE}/9/proof.png",
        f"{FILE}/1/5.png",
        f"{FILE}/1/proof.gif",
        f"{FILE}/x/proof.png",
        "press/print-shop/other/1/proof.png",
        f"{FILE}/1/ink.png?limit=50",
        f"{FILE}/1/about.json?limit=-1",
    ],
)
def test_there_is_nothing_at_other_addresses(pressed: ServedHere, path: str) -> None:
    assert pressed.client.get(f"/{path}").status_code == 404


def test_plates_are_chosen_by_name_and_by_key(page: Any, pressed: ServedHere) -> None:
    page.goto(f"{pressed.address}#/press")
    plates = page.get_by_role("group", name="Plates").get_by_role("button")
    expect(plates.nth(2)).to_contain_text("covers")
    names = plates.locator("span:nth-of-type(2)")
    expect(names).to_have_text(["All plates", "Total ink", "Cyan", "Magenta", "Yellow", "Black", "Gold 1"])
    page.keyboard.press("7")
    expect(plates.nth(6)).to_have_attribute("aria-pressed", "true")
    shown = page.locator(".press-page img")
    expect(shown).to_have_attribute("alt", "Page 1: Tiny 小 · one: Gold 1")
    assert "plate=4" in page.evaluate("location.hash")
    page.keyboard.press("j")
    expect(shown).to_have_attribute("alt", "Page 2: Tiny 小 · back: Gold 1")
    page.keyboard.press("k")
    page.get_by_role("button", name="Cyan").press("Enter")
    expect(shown).to_have_attribute("alt", "Page 1: Tiny 小 · one: Cyan")
    assert page.evaluate("document.activeElement.dataset.hold") == "plate-0"
    page.wait_for_function("() => document.querySelector('.press-page img').naturalWidth === 543")


def test_places_over_the_limit_have_numbers_on_the_picture_and_in_words(page: Any, pressed: ServedHere) -> None:
    page.goto(f"{pressed.address}#/press/print-shop/main/1")
    facts = page.locator(".press-facts")
    expect(facts).to_contain_text("No place has more ink than 300 %.")
    page.get_by_label("Ink limit, %").fill("240")
    page.keyboard.press("Enter")
    expect(facts).to_contain_text("2 places have more ink than 240 %.")
    page.get_by_role("button", name="Show the places").click()
    assert page.locator(".press-place").all_inner_texts() == ["1", "2"]
    lines = facts.get_by_role("listitem").all_inner_texts()
    assert [round(float(line.split(",")[0].removeprefix("At "))) for line in lines] == [10, 30]
    frame, place = (page.locator(name).first.bounding_box() for name in (".press-page", ".press-place"))
    assert (place["x"] - frame["x"]) / frame["width"] == pytest.approx(13 / 69, abs=0.01)
    assert place["width"] / frame["width"] == pytest.approx(40 / 69, abs=0.01)


@pytest.mark.parametrize(
    ("language", "theme"), [pytest.param("en", "light", marks=pytest.mark.soak), ("zh-Hans", "dark")]
)
def test_everybody_can_use_it(browser: Any, pressed: ServedHere, language: str, theme: str) -> None:
    with page_of(browser, locale=language, color_scheme=theme) as page:
        page.goto(f"{pressed.address}#/press/print-shop/main/1?plate=ink&limit=240")
        expect(page.locator(".press-place")).to_have_count(2)
        page.evaluate(AXE)
        checked = CheckedPage(pressed, page)
        assert checked.broken_rules() == []
        assert checked.too_small() == []


@pytest.mark.full
def test_a_narrow_page_has_it_too_and_a_game_without_a_press_has_no_such_link(
    browser: Any, pressed: ServedHere, shipped: Any
) -> None:
    with page_of(browser, viewport={"width": 390, "height": 800}) as page:
        page.goto(f"{pressed.address}#/press/print-shop/main/1?plate=ink&limit=240")
        expect(page.locator(".press-place")).to_have_count(2)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.goto(shipped.address)
        expect(page.get_by_role("link", name="Print", exact=True)).to_be_visible()
        page.goto(f"{shipped.address}#/sheet")
        expect(page.locator(".sheet-stage")).to_be_visible()
        assert page.get_by_role("link", name="Press", exact=True).count() == 0
