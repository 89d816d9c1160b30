"""A game without cards in the browser, and whatever is printed beside cards: seen as it is printed, live."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardgen.products.printers import Printer, Printers, change_printers
from tests.games_on_disk import REPOSITORY, GameOnDisk
from tests.products.made import GAME, PIECES, game_with_pieces_in
from tests.review.serving import Served, serving_here
from tests.review.test_accessibility import AXE, CheckedPage

pytestmark = pytest.mark.browser

PAGE = "templates/garden.yaml"


def garden_in(folder: Path) -> GameOnDisk:
    """Copy the shipped example that is a page and nothing else."""
    shutil.copytree(REPOSITORY / "examples" / "sheet", folder / "sheet")
    return GameOnDisk(folder / "sheet", "sheet")


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of the example for all tests that do not change it."""
    with serving_here(garden_in(tmp_path_factory.mktemp("unchanged"))) as running:
        yield running


@pytest.fixture
def garden(tmp_path: Path) -> GameOnDisk:
    """The example, which tests may change."""
    return garden_in(tmp_path)


@pytest.fixture
def served(garden: GameOnDisk) -> Iterator[Served]:
    with serving_here(garden) as running:
        yield running


def wait_for_pictures(page: Any) -> list[list[int]]:
    """The sizes of the pictures of pages that are shown, px."""
    page.wait_for_function(
        "() => { const all = [...document.querySelectorAll('.sheet-page img')];"
        " return all.length && all.every((image) => image.complete && image.naturalWidth); }"
    )
    sizes: list[list[int]] = page.evaluate(
        "[...document.querySelectorAll('.sheet-page img')].map((image) => [image.naturalWidth, image.naturalHeight])"
    )
    return sizes


def test_a_game_without_cards_opens_on_what_it_prints(page: Any, unchanged: Served) -> None:
    page.goto(unchanged.address)
    expect(page.locator("nav a[aria-current=page]").first).to_have_text("Print")
    assert wait_for_pictures(page) == [[1240, 1754]]  # A4 at 150 dpi
    expect(page.get_by_role("img", name="garden-a4: Page 1", exact=True)).to_be_visible()
    expect(page.locator(".sheet-about")).to_contain_text("A score sheet")
    expect(page.locator(".sheet-about")).to_contain_text("A4, 210 × 297 mm")
    options = page.get_by_label("File").locator("option")
    expect(options).to_have_text(["garden-a4 (1)", "garden-letter (1)", "rules.en (8)"])  # once it is laid out
    address = page.get_by_role("link", name="Open the PDF").get_attribute("href")
    assert unchanged.client.get(f"/{address}").content.startswith(b"%PDF")


@pytest.mark.full
def test_its_cards_view_says_where_its_pages_are(page: Any, unchanged: Served) -> None:
    page.goto(f"{unchanged.address}#/grid")
    expect(page.get_by_text("This game has no cards")).to_be_visible()
    assert page.get_by_text("Approve all shown").count() == 0
    expect(page.get_by_role("searchbox")).to_be_hidden()
    page.evaluate("cardgen.set('language', 'zh')")
    expect(page.get_by_text("这个游戏没有卡牌。")).to_be_visible()
    page.get_by_role("link", name="查看它要打印的页面。").click()
    assert wait_for_pictures(page) == [[1240, 1754]]
    assert page.evaluate("location.hash") == "#/sheet"


@pytest.mark.full
def test_a_saved_template_is_printed_anew(page: Any, garden: GameOnDisk, served: Served) -> None:
    page.goto(served.address)
    wait_for_pictures(page)
    before = page.locator(".sheet-page img").get_attribute("src")
    old = served.client.get(f"/{before}").content
    garden.change(PAGE, 'green: "#35662c"', 'green: "#1f4b8f"')
    expect(page.locator(".sheet-page img")).not_to_have_attribute("src", before)
    wait_for_pictures(page)
    after = page.locator(".sheet-page img").get_attribute("src")
    assert served.client.get(f"/{after}").content != old


def test_a_page_that_does_not_fit_its_paper_is_reported_until_it_does(
    page: Any, garden: GameOnDisk, served: Served
) -> None:
    page.goto(served.address)
    wait_for_pictures(page)
    game = "card_data/sheet/game.yaml"
    garden.change(game, "size: [180, 252]", "size: [280, 252]")
    expect(page.locator("#banner").get_by_text("garden-a4: 280 × 252 mm do not fit 210 × 297 mm paper")).to_be_visible()
    expect(page.get_by_label("File").locator("option")).to_have_text(["rules.en (8)"])  # the sheet is gone
    garden.change(game, "size: [280, 252]", "size: [180, 252]")
    expect(page.get_by_label("File").locator("option").first).to_contain_text("garden-a4")
    page.goto(f"{served.address}#/sheet/garden-a4/1")
    expect(page.get_by_label("File")).to_have_value("garden-a4")
    assert wait_for_pictures(page) == [[1240, 1754]]


@pytest.mark.full
def test_the_page_says_which_printer_its_sheets_are_for(
    page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "settings"))
    (tmp_path / "settings").mkdir()
    with serving_here(game_with_pieces_in(tmp_path / "pieces")) as served:
        page.goto(f"{served.address}#/sheet")
        line = page.locator(".sheet-printer")
        expect(line).to_have_text("For any printer. Measure yours with the calibration sheet.")
        wait_for_pictures(page)
        picture = page.locator(".sheet-page img").first
        before = picture.get_attribute("src")
        printer = Printer("kitchen", (3, 3, 12.5, 3), front_offset=(0.5, -1))
        change_printers(lambda _: Printers("kitchen", {"kitchen": printer}))
        expect(line).to_contain_text("For the printer kitchen: --margins=3,3,12.5,3 --front-offset=0.5,-1")
        expect(picture).not_to_have_attribute("src", before)
        wait_for_pictures(page)
        line.get_by_role("link").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_label("File")).to_have_value("calibration-a4")
        expect(line).to_have_text("For the printer kitchen: --margins=3,3,12.5,3 --front-offset=0.5,-1")
        assert page.evaluate("Object.values(localStorage).join().includes('kitchen')") is False


def test_pieces_boards_and_cards_stand_beside_each_other(page: Any, tmp_path: Path) -> None:
    game = game_with_pieces_in(tmp_path / "pieces")
    game.change(GAME, "deck: board, cell: 30}", "deck: board, cell: 30, whole: true}")
    with serving_here(game) as served:
        page.goto(f"{served.address}#/sheet")
        groups = page.get_by_label("File").locator("optgroup")
        expect(groups).to_have_count(4)
        labels = groups.evaluate_all("(all) => all.map((element) => element.label)")
        assert labels == ["Cards", "Die-cut pieces", "Boards", "Calibration"]
        page.get_by_label("File").select_option("sides-west-a4")
        captions = page.locator(".sheet-side figcaption")
        expect(captions).to_have_text(["Page 1: fronts", "Page 2: backs"])
        assert wait_for_pictures(page) == [[1240, 1754]] * 2
        expect(page.locator(".sheet-about")).to_contain_text("Die-cut pieces: West")
        expect(page.locator(".sheet-about")).to_contain_text("cells of 20 mm")
        expect(page.get_by_text("flip on long edge")).to_be_visible()
        page.get_by_label("File").select_option("board-letter")
        expect(captions).to_have_text(["Page 1: row 1, column 1"])
        page.get_by_label("File").select_option("board-whole")
        expect(page.locator(".sheet-about")).to_contain_text("190 × 250 mm after cutting")
        page.goto(f"{served.address}#/sheet/sides-west-a4")
        wait_for_pictures(page)
        before = [page.locator(".sheet-page img").nth(side).get_attribute("src") for side in (0, 1)]
        game.change(PIECES, 'at: [1, 1], tint: "#c13b2f"', 'at: [1, 1], tint: "#2f7d32"')
        for side in (0, 1):
            expect(page.locator(".sheet-page img").nth(side)).not_to_have_attribute("src", before[side])
        wait_for_pictures(page)


def test_a_page_is_whole_on_a_phone(page: Any, unchanged: Served) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(unchanged.address)
    wait_for_pictures(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    # In one call: the page is drawn again when the rulebook is laid out.
    left, right = page.wait_for_function(
        "() => { const box = document.querySelector('.sheet-page')?.getBoundingClientRect();"
        " return box?.width ? [box.left, box.right] : null; }"
    ).json_value()
    assert 0 < left < right <= 390


@pytest.mark.full
def test_nothing_is_in_anybodys_way(page: Any, unchanged: Served) -> None:
    page.goto(unchanged.address)
    page.evaluate(AXE)
    checked = CheckedPage(unchanged, page)
    for language, view in (("en", "sheet"), ("zh-Hans", "grid")):
        page.evaluate(f"cardgen.set('language', '{language}')")
        page.evaluate(f"location.hash = '#/{'sheet/garden-letter/1' if view == 'sheet' else 'grid'}'")
        page.wait_for_selector(f"main[data-view={view}] .{'sheet-page' if view == 'sheet' else 'panel'}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        checked.settle()
        assert (checked.broken_rules(), checked.too_small()) == ([], []), (language, view)
