"""One card in a browser: its sides, sizes and lines, what is known of it, and how it changes while it is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.serving import Served, serving_here
from tests.review.waiting import ending

pytestmark = pytest.mark.browser

MILLIMETRE = 96 / 25.4


@pytest.fixture
def tiny(tmp_path: Any) -> Iterator[tuple[Served, GameOnDisk]]:
    game = tiny_game_in(tmp_path)
    with serving_here(game) as running:
        yield running, game


def opened(page: Any, shipped: Served, key: str, state: str = "") -> Any:
    address = f"{shipped.address}#/card/{key}{state}"
    if page.url.startswith(shipped.address) and page.url != address:  # still with what was looked at before
        page.goto(f"{shipped.address}#/history")
        expect(page.locator(".data")).to_have_count(0)
    page.goto(address)
    page.wait_for_selector(".data tbody tr")
    page.wait_for_function("() => [...document.querySelectorAll('.side img')].every((element) => element.complete)")
    return page


def boxes(page: Any, *selectors: str) -> list[tuple[float, float, float, float]]:
    """Left, top, width and height in px, of the first element of each selector without its stroke.

    They are measured at once: the page draws the lines again when the check has ended, and a line that is replaced
    has no size.
    """
    for selector in selectors:
        page.wait_for_selector(selector, state="attached")
    values = page.evaluate(
        """selectors => selectors.map((selector) => {
          const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
          return [x, y, width, height];
        })""",
        selectors,
    )
    return [tuple(value) for value in values]


def box(page: Any, selector: str) -> tuple[float, float, float, float]:
    """Left, top, width and height in px, of an element without its stroke."""
    return boxes(page, selector)[0]


def sides(page: Any) -> list[str]:
    values: list[str] = page.locator(".side").evaluate_all("all => all.map((element) => element.dataset.side)")
    return values


def zoom(page: Any) -> str:
    return str(page.locator(".zoom-now").inner_text())


# ---------------------------------------------------------------- sizes


def test_true_size_and_lines_are_in_mm(page: Any, shipped: Served) -> None:
    opened(page, shipped, "blocks/T")
    page.get_by_role("button", name="True size").click()
    assert box(page, ".cut")[2:] == pytest.approx((63 * MILLIMETRE, 88 * MILLIMETRE), abs=0.5)
    stage, face, back = boxes(page, ".stage", ".side[data-side=face]", ".side[data-side=back]")
    assert face[1] - stage[1] == pytest.approx(stage[1] + stage[3] - face[1] - face[3], abs=1)  # in the middle
    assert face[1] + face[3] == pytest.approx(back[1] + back[3], abs=1)
    page.locator("[data-hold=card-more]").click()
    page.get_by_role("button", name="200%").click()
    assert box(page, ".cut")[2:] == pytest.approx((126 * MILLIMETRE, 176 * MILLIMETRE), abs=0.5)
    page.get_by_role("button", name="Larger").click()
    assert zoom(page) == "300%"
    page.get_by_role("button", name="Smaller").click()
    assert zoom(page) == "200%"
    # Without bleed the picture is cut at the trim; lines lie where they are in mm.
    opened(page, shipped, "blocks/T", "?side=face")
    page.get_by_role("button", name="True size").click()
    cut, image = boxes(page, ".cut", ".side img")
    assert cut[0] - image[0] == pytest.approx(3 * MILLIMETRE, abs=0.5)
    radius = page.locator(".cut").evaluate("element => parseFloat(getComputedStyle(element).borderRadius)")
    assert radius == pytest.approx(3 * MILLIMETRE, abs=0.3)
    page.locator("[data-hold=card-more]").click()
    page.get_by_role("button", name="200%").click()
    page.keyboard.press("Escape")
    for name in ("Bleed", "Trim", "Safe area"):
        page.get_by_role("button", name=name, exact=True).click()
    check_lines(page)
    page.locator("[data-hold=card-more]").click()
    page.get_by_role("button", name="180°").click()
    check_lines(page)


@pytest.mark.full
def test_true_size_follows_the_measured_screen(page: Any, shipped: Served) -> None:
    opened(page, shipped, "blocks/T")
    page.get_by_role("button", name="True size").click()
    page.get_by_role("button", name="Settings").click()
    slider = page.locator("#set-millimetre")
    slider.evaluate("element => { element.value = 5; element.dispatchEvent(new Event('input')); }")
    width = page.locator(".bank-card").evaluate("element => element.getBoundingClientRect().width")
    assert width == pytest.approx(85.6 * 5, abs=0.5)
    slider.evaluate("element => element.dispatchEvent(new Event('change'))")
    page.keyboard.press("Escape")
    assert box(page, ".cut")[2:] == pytest.approx((63 * 5, 88 * 5), abs=0.5)
    page.reload()
    page.wait_for_selector(".stage img")
    assert box(page, ".cut")[2:] == pytest.approx((63 * 5, 88 * 5), abs=0.5)


def test_a_card_fits_the_screen(viewer: Any, shipped: Served) -> None:
    for width, height in ((360, 740), (1280, 900), (1920, 1080)):
        viewer.set_viewport_size({"width": width, "height": height})
        opened(viewer, shipped, "garbage/1-0")
        left, _, wide, _ = box(viewer, ".stage")
        for side in sides(viewer):
            x, _, w, _ = box(viewer, f".side[data-side={side}] .cut")
            assert x >= left
            assert x + w <= left + wide + 0.5
        stage = viewer.locator(".stage").evaluate("element => element.scrollWidth - element.clientWidth")
        assert stage <= 0


# ---------------------------------------------------------------- lines


def check_lines(page: Any) -> None:
    """Check the places of the three lines at 200 %, their strokes and their names."""
    scale = 2 * MILLIMETRE
    insets = {"bleed": 0, "trim": 3, "safe": 6}
    image, *edges = boxes(page, ".side img", *(f".edge.{kind} rect:not(.halo)" for kind in insets))
    assert image[2:] == pytest.approx((69 * scale, 94 * scale), abs=0.5)
    for edge, inset in zip(edges, insets.values(), strict=True):
        # A bounding box of SVG holds no stroke.
        assert edge == pytest.approx(
            (
                image[0] + inset * scale,
                image[1] + inset * scale,
                (69 - 2 * inset) * scale,
                (94 - 2 * inset) * scale,
            ),
            abs=0.6,
        )
    styles = page.locator(".edge rect:not(.halo)").evaluate_all(
        "all => all.map((element) => getComputedStyle(element).strokeDasharray)"
    )
    assert len(set(styles)) == 3
    assert page.locator(".edge text").all_text_contents() == ["Bleed", "Trim", "Safe area"]


def test_a_box_is_outlined_while_it_has_the_focus(viewer: Any, shipped: Served) -> None:
    opened(viewer, shipped, "garbage/1-0", "?side=face")
    viewer.get_by_role("button", name="True size").click()
    viewer.locator(".boxes summary").click()
    viewer.mouse.move(5, 5)
    entry = viewer.locator(".boxes button", has_text="panel")
    entry.focus()
    image, lit = boxes(viewer, ".side img", ".edge.lit rect:not(.halo)")
    assert lit == pytest.approx(
        (
            image[0] + 15 * MILLIMETRE,
            image[1] + 14 * MILLIMETRE,
            64 * MILLIMETRE,
            41 * MILLIMETRE,
        ),
        abs=0.6,
    )
    expect(viewer.locator(".edge.lit text")).to_have_text("panel")
    viewer.locator(".stage").focus()
    expect(viewer.locator(".edge.lit")).to_have_count(0)


# ---------------------------------------------------------------- sides


def test_a_card_is_turned_over_and_sight_changes_its_pictures_only(page: Any, shipped: Served) -> None:
    opened(page, shipped, "blocks/T")
    assert sides(page) == ["face", "back"]
    page.locator(".stage").focus()
    page.keyboard.press("Space")
    assert sides(page) == ["back"]
    expect(page).to_have_url(ending("?side=back"))
    page.keyboard.press("Space")
    assert sides(page) == ["face"]
    page.get_by_role("button", name="Both").click()
    assert sides(page) == ["face", "back"]
    page.set_viewport_size({"width": 360, "height": 740})
    page.wait_for_function("() => document.querySelectorAll('.side').length === 1")
    page.get_by_role("button", name="Turn over").click()
    assert sides(page) == ["back"]
    page.set_viewport_size({"width": 1280, "height": 900})
    matrices = shipped.data("catalog")["sights"]
    page.locator("[data-hold=card-more]").click()
    for sight in ("protan", "deutan", "tritan"):
        page.locator(".sight-choice select").select_option(sight)
        assert (
            page.locator(".side img").first.evaluate("element => getComputedStyle(element).filter")
            == f'url("#sight-{sight}")'
        )
        values = page.locator(f"#sight-{sight} feColorMatrix").get_attribute("values").split()
        numbers = [float(values[row * 5 + column]) for row in range(3) for column in range(3)]
        assert numbers == pytest.approx(matrices[sight])
    page.locator(".sight-choice select").select_option("grey")
    assert page.locator(".side img").first.evaluate("element => getComputedStyle(element).filter") == "grayscale(1)"
    assert page.locator("main").evaluate("element => getComputedStyle(element).filter") == "none"


# ---------------------------------------------------------------- what is known


def test_data_is_shown_with_its_place_sheets_are_linked_and_the_list_is_walked(viewer: Any, shipped: Served) -> None:
    opened(viewer, shipped, "garbage/3-1")
    detail = shipped.card("garbage/3-1")
    rows = viewer.locator(".data tbody tr")
    assert rows.count() == len(detail["fields"]) + 1
    for field, text in zip(detail["fields"], rows.all_inner_texts()[1:], strict=True):
        assert text.startswith(field["name"])
        assert text.rstrip().endswith(f"{field['file'].split('/')[-1]}:{field['line']}")
    assert viewer.locator(".data dd[lang=zh-Hans]").inner_text() == "三宽垃圾"
    assert f"{detail['file']}:{detail['line']}" in viewer.locator(".data").inner_text()
    place = detail["places"][0]
    first = viewer.locator(".places a").first
    assert first.get_attribute("href") == f"#/sheet/{place['sheet']}/{place['page']}?card=garbage%2F3-1"
    opened(viewer, shipped, "garbage/3-1", "?deck=garbage")
    assert viewer.locator(".at").inner_text() == "12 of 16"
    viewer.get_by_role("link", name="Next card").click()
    viewer.wait_for_function("() => document.querySelector('.at').textContent === '13 of 16'")
    expect(viewer).to_have_url(ending("#/card/garbage/3-2?deck=garbage"))
    for _ in range(3):
        viewer.get_by_role("link", name="Previous card").click()
    viewer.wait_for_function("() => document.querySelector('.at').textContent === '10 of 16'")
    viewer.locator("#left").get_by_role("link", name="All cards").click()
    viewer.wait_for_selector(".cards a")
    expect(viewer).to_have_url(ending("#/grid?deck=garbage"))
    viewer.goto(f"{shipped.address}#/card/garbage/none")
    expect(viewer.locator("h1")).to_have_text("There is no such card.")


# ---------------------------------------------------------------- while it is looked at


def test_a_saved_change_is_seen_in_place(page: Any, tiny: tuple[Served, GameOnDisk]) -> None:
    shipped, game = tiny
    opened(page, shipped, "main/one", "?side=face")
    page.locator("[data-hold=card-more]").click()
    page.get_by_role("button", name="400%").click()
    page.locator(".stage").evaluate("element => element.scrollTo(0, 300)")
    other = "document.querySelector('[data-hold=\"queue-main/two\"] img')"  # in the list at the left
    page.evaluate(f"window.kept = [document.querySelector('.side img'), document.querySelector('.stage'), {other}]")
    page.get_by_role("button", name="180°").focus()
    before = page.locator(".side img").get_attribute("src")
    game.change("card_data/tiny/cards.yaml", "name: First", "name: Changed")
    page.wait_for_function(f"() => document.querySelector('.side img').getAttribute('src') !== {before!r}")
    assert page.locator("[data-hold='queue-main/one']").inner_text().split("\n")[0] == "Changed"
    assert page.evaluate("window.kept.every((element) => element.isConnected)")
    assert page.locator(".stage").evaluate("element => element.scrollTop") == 300
    assert zoom(page) == "400%"
    assert page.evaluate("document.activeElement.dataset.hold") == "turned"
    page.wait_for_function("() => document.querySelector('.data').textContent.includes('Changed')")
    assert page.locator("h1").inner_text() == "Changed"


def test_slots_take_what_others_draw(page: Any, shipped: Served) -> None:
    opened(page, shipped, "blocks/T", "?side=back")
    page.evaluate(
        "() => { const { cardPanels, cardLayers, h, s, remount } = cardgen;"
        " cardPanels.push({name: 'test', order: 1, draw: ({key, side}) => h('p', {id: 'mine'}, key + side)});"
        " cardLayers.push({name: 'test', order: 1, draw: ({side}) =>"
        " s('rect', {class: 'mine', x: 10, y: 20, width: 5, height: 5, 'data-side': side})}); remount(); }"
    )
    page.get_by_role("button", name="True size").click()
    assert page.locator("#mine").inner_text() == "blocks/Tback"
    image, mine = box(page, ".side img"), box(page, "rect.mine")
    assert (mine[0] - image[0], mine[1] - image[1]) == pytest.approx((13 * MILLIMETRE, 23 * MILLIMETRE), abs=0.6)


def test_places_open_in_an_editor_or_are_copied(page: Any, tiny: tuple[Served, GameOnDisk]) -> None:
    served, game = tiny
    page.goto(f"{served.address}#/card/main/two")
    link = page.locator(".data tbody tr", has_text="name").locator("a.place")
    path = game.path("card_data/tiny/cards.yaml").resolve().as_posix()
    expect(link).to_have_attribute("href", f"vscode://file{path}:3:21")
    page.evaluate("cardgen.keep('cardgen.editor', '')")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.reload()
    page.locator(".data tbody tr", has_text="name").locator("button.place").click()
    expect(page.get_by_text("Copied: card_data/tiny/cards.yaml:3:21")).to_be_visible()
