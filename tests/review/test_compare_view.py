"""Compare in a real browser: what has changed since a card was approved, described and shown in five ways."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.conftest import page_of
from tests.review.reviewer import Reviewer
from tests.review.serving import Served, serving_here
from tests.review.waiting import soon

pytestmark = pytest.mark.browser

CARDS, TEMPLATE = "card_data/tiny/cards.yaml", "templates/tiny.yaml"


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    made = tiny_game_in(tmp_path)
    made.change(CARDS, "copies: 3", "copies: 6")
    return made


def approve(served: Served, *keys: str) -> None:
    answer = served.decide(*(served.proposal(key) for key in keys))
    assert answer.status_code == 200, answer.text


def compare(page: Any, served: Served, key: str = "main/two", state: str = "") -> Any:
    page.goto(f"{served.address}#/compare/{key}{state}")
    expect(page.locator(".statement")).to_be_visible()
    return page.locator(".statement")


def in_chinese(page: Any) -> None:
    page.evaluate("cardgen.set('language', 'zh')")


# ---------------------------------------------------------------- what is said


def test_a_card_is_shown_alone_until_it_is_approved_and_then_as_unchanged(page: Any, served: Served) -> None:
    page.goto(f"{served.address}#/compare/main/none")
    page.locator("main").get_by_role("link", name="All cards").click()
    expect(page).to_have_url(re.compile(r"#/grid$"))
    expect(compare(page, served)).to_have_text("Not approved yet")
    assert page.locator(".compare-picture img").count() == 1
    assert page.get_by_role("group", name="Ways to compare").count() == 0
    approve(served, "main/two")
    expect(page.locator(".statement")).to_have_text("Nothing has changed since the approval")
    expect(page.locator(".changes")).to_contain_text("The data is the same.")
    expect(page.locator(".outlines")).to_have_count(0)
    compare(page, served, state="?mode=blink")
    expect(page.locator(".compare-stage")).to_contain_text("Both pictures are the same.")
    assert page.get_by_role("button", name="Pause").count() == 0


def test_an_edit_of_the_data_is_described_while_the_page_is_open(page: Any, served: Served, game: GameOnDisk) -> None:
    approve(served, "main/one", "main/two")
    statement = compare(page, served)
    game.change(CARDS, "copies: 6", "copies: 4")
    expect(statement).to_have_text("Data changed, picture unchanged")
    expect(page.locator(".changes li")).to_have_text(["copies 6 → 4"])
    expect(page.locator(".changes")).to_contain_text("Both pictures are the same.")
    expect(page.locator(".decision .status")).to_contain_text("changed since approval")
    in_chinese(page)
    expect(page.locator(".statement")).to_have_text("数据有改动，画面未变")
    expect(page.locator(".changes li")).to_have_text(["张数 6 → 4"])
    page.goto(f"{served.address}#/compare/main/one")
    expect(page.locator(".statement")).to_have_text("通过后没有改动")
    page.evaluate("cardgen.set('language', 'en')")
    expect(compare(page, served)).to_have_text("Data changed, picture unchanged")
    page.get_by_role("button", name="Approve", exact=True).click()  # makes today's picture the approved one
    expect(page.locator(".statement")).to_have_text("Nothing has changed since the approval")


def test_an_edit_of_the_template_outlines_where_the_picture_differs(
    page: Any, served: Served, game: GameOnDisk
) -> None:
    approve(served, "main/two")
    statement = compare(page, served)
    game.change(TEMPLATE, "box: [5, 5, 53, 8]", "box: [5, 60, 53, 8]")
    expect(statement).to_have_text("Picture changed, data unchanged")
    outlines = page.locator(".compare-frame.after .outlines rect:not(.halo)")
    expect(outlines).to_have_count(2)
    tops = sorted(float(outlines.nth(at).get_attribute("y")) for at in range(2))
    assert 4 < tops[0] < 13
    assert 59 < tops[1] < 68
    before, after = (page.locator(f".compare-picture img.{name}").get_attribute("src") for name in ("before", "after"))
    assert before.startswith("/kept/")
    assert after.startswith("/faces/")
    assert before[6:] != after[7:]
    page.get_by_role("button", name="Outline changes (2)").click()
    expect(page.locator(".outlines")).to_have_count(0)


@pytest.mark.full
def test_both_changed_and_the_side_that_changed_is_the_one_that_is_shown(
    page: Any, served: Served, game: GameOnDisk
) -> None:
    approve(served, "main/two")
    compare(page, served)
    game.change(CARDS, "copies: 6", "copies: 4")
    game.change(TEMPLATE, "#223344", "#445566")
    expect(page.locator(".statement")).to_have_text("Picture and data changed")
    expect(page.get_by_role("button", name="Back changed")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Face", exact=True).click()
    expect(page).to_have_url(re.compile(r"side=face"))
    soon(lambda: len({page.locator(f"img.{side}").get_attribute("src") for side in ("before", "after")}), 1)


# ---------------------------------------------------------------- the five ways


@pytest.fixture(scope="module")
def served_changed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of a game with a card whose picture has changed, for all tests that only look at it."""
    game = tiny_game_in(tmp_path_factory.mktemp("changed"))
    Reviewer(game).do("main/two")
    game.change(TEMPLATE, '"#ffffff"', '"#ffdd00"')
    with serving_here(game) as running:
        yield running


@pytest.fixture
def changed(request: pytest.FixtureRequest, served_changed: Served) -> Any:
    """Compare, open on a card whose picture has changed, on a page that tests share unless they have their own."""
    page = request.getfixturevalue("page" if "page" in request.fixturenames else "shared_page")
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(compare(page, served_changed)).to_have_text("Picture changed, data unchanged")
    return page


def choose(page: Any, mode: str) -> Any:
    page.get_by_role("group", name="Ways to compare").get_by_role("button", name=mode).click()
    return page.locator(".compare-stage")


def pixel(page: Any, share: float) -> tuple[int, ...]:
    """The colour in the middle of the height of the pictures, at a share of their width."""
    import io

    from PIL import Image

    picture = page.locator(".compare-picture").screenshot()
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    pixel = image.getpixel((int(image.width * share), image.height // 2))
    assert isinstance(pixel, tuple)
    return tuple(int(part) for part in pixel)


def near(pixel: tuple[int, ...], wanted: tuple[int, ...], off: tuple[int, ...]) -> bool:
    """Whether a colour is the wanted one but for what mixing rounds: red, green and blue by so much."""
    return all(abs(one - other) <= most for one, other, most in zip(pixel, wanted, off, strict=True))


WHITE, YELLOW = (255, 255, 255), (255, 221, 0)


def test_swipe_follows_its_slider_by_keys_and_a_finger_on_the_card(changed: Any) -> None:
    choose(changed, "Swipe")
    slider = changed.get_by_role("slider", name="Share of the new version")
    expect(slider).to_have_value("50")
    soon(lambda: pixel(changed, 0.25), WHITE)
    soon(lambda: pixel(changed, 0.75), YELLOW)
    slider.focus()
    changed.keyboard.press("Home")
    soon(lambda: pixel(changed, 0.75), WHITE)
    changed.keyboard.press("End")
    soon(lambda: pixel(changed, 0.25), YELLOW)
    box = changed.locator(".compare-picture").bounding_box()
    changed.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + 40)
    changed.mouse.down()
    changed.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + 40)
    changed.mouse.up()
    expect(slider).to_have_value("30")
    soon(lambda: pixel(changed, 0.6), WHITE)
    soon(lambda: pixel(changed, 0.85), YELLOW)


def test_onion_skin_mixes_the_two_pictures(changed: Any) -> None:
    choose(changed, "Onion skin")
    changed.get_by_role("slider").focus()
    changed.keyboard.press("Home")
    soon(lambda: pixel(changed, 0.5), WHITE)
    for _ in range(50):
        changed.keyboard.press("ArrowRight")
    soon(lambda: near(pixel(changed, 0.5), (255, 238, 128), (0, 2, 2)), True)


def test_difference_is_black_where_nothing_changed(changed: Any) -> None:
    choose(changed, "Difference")
    soon(lambda: near(pixel(changed, 0.5), (0, 255, 255), (0, 8, 0)), True)  # eight times as strong
    changed.get_by_role("button", name="×1").click()
    soon(lambda: near(pixel(changed, 0.5), (0, 34, 255), (0, 1, 0)), True)
    changed.get_by_role("button", name="Back", exact=True).click()
    soon(lambda: pixel(changed, 0.5), (0, 0, 0))


@pytest.mark.full
def test_blink_swaps_by_itself_and_can_be_paused_and_done_by_hand(browser: Any, served_changed: Served) -> None:
    with page_of(browser, reduced_motion="no-preference") as page:
        compare(page, served_changed, state="?mode=blink")
        stage = page.locator(".compare-stage")
        expect(stage).to_have_attribute("data-shown", "before")
        expect(stage).to_have_attribute("data-shown", "after")
        page.get_by_role("button", name="Pause").click()
        shown = stage.get_attribute("data-shown")
        page.wait_for_timeout(1200)  # longer than one blink
        assert stage.get_attribute("data-shown") == shown
        page.get_by_role("button", name="Before / after").click()
        expect(stage).not_to_have_attribute("data-shown", shown)


@pytest.mark.full
@pytest.mark.usefixtures("page")
def test_nothing_blinks_for_people_who_want_less_motion(changed: Any) -> None:
    stage = choose(changed, "Blink")
    expect(stage).to_have_attribute("data-shown", "after")
    changed.wait_for_timeout(1200)
    assert stage.get_attribute("data-shown") == "after"


@pytest.mark.usefixtures("page")
def test_keys_choose_the_way_which_waits_for_nobody_and_space_shows_the_other_picture(changed: Any) -> None:
    stage = changed.locator(".compare-stage")
    for key, mode in (("2", "swipe"), ("3", "onion"), ("4", "difference"), ("5", "blink"), ("1", "side")):
        changed.keyboard.press(key)
        expect(stage).to_have_attribute("data-mode", mode)
    changed.keyboard.press("Space")
    expect(stage).to_have_attribute("data-mode", "blink")
    expect(stage).to_have_attribute("data-shown", "before")
    changed.keyboard.press("Space")
    expect(stage).to_have_attribute("data-shown", "after")
    changed.keyboard.press("f")
    expect(stage).to_have_attribute("data-size", "true")
    changed.goto(changed.url.replace("#/compare", "#/card"))
    expect(changed.get_by_role("region", name="Decision")).to_be_visible()
    changed.keyboard.press("3")
    expect(stage).to_have_attribute("data-mode", "onion")
    expect(stage).to_have_attribute("data-size", "fit")

    # Another way to look waits for no answer.
    changed.route("**/data/cards?**", lambda _: None)
    changed.keyboard.press("f")
    expect(stage).to_have_attribute("data-size", "true")
    choose(changed, "Swipe")
    expect(stage).to_have_attribute("data-mode", "swipe")


def test_true_size_is_the_card_s_own_size(changed: Any) -> None:
    changed.get_by_role("button", name="True size").click()
    expect(changed).to_have_url(re.compile(r"size=true"))
    picture = changed.locator(".compare-picture").first
    width = 69 * 96 / 25.4  # 63 mm and a bleed of 3 mm on either side
    soon(lambda: abs(picture.evaluate("element => element.getBoundingClientRect().width") - width) < 1, True)


# ---------------------------------------------------------------- what it is compared with


def test_a_mended_card_is_compared_with_what_was_rejected(page: Any, served: Served, game: GameOnDisk) -> None:
    answer = served.decide(served.proposal("main/two", "reject", text="The name is too high."))
    assert answer.status_code == 200
    statement = compare(page, served)
    expect(statement).to_have_text("Nothing has changed since the rejection")
    game.change(TEMPLATE, "box: [5, 5, 53, 8]", "box: [5, 60, 53, 8]")
    expect(statement).to_have_text("Picture changed, data unchanged")
    expect(page.locator(".changes")).to_contain_text("Rejected by Ann")
    expect(page.locator(".changes")).to_contain_text("The name is too high.")
    expect(page.locator(".decision .status")).to_contain_text("changed since rejection")
    expect(page.locator(".compare-picture img")).to_have_count(2)
    expect(page.locator(".compare-frame.before figcaption")).to_have_text("Rejected")


def test_the_last_approval_and_the_last_rejection_can_be_chosen(page: Any, served: Served, game: GameOnDisk) -> None:
    approve(served, "main/two")
    served.decide(served.proposal("main/two", "reject", text="No."))
    statement = compare(page, served)
    game.change(CARDS, "copies: 6", "copies: 4")
    expect(statement).to_have_text("Data changed, picture unchanged")
    expect(page.locator(".changes li")).to_have_text(["copies 6 → 4"])  # an approval holds the same data
    bases = page.get_by_role("group", name="Compare with")
    expect(bases.get_by_role("button", name="Last rejection")).to_have_attribute("aria-pressed", "true")
    bases.get_by_role("button", name="Last approval").click()
    expect(page.locator(".changes")).to_contain_text("Approved by Ann")
    page.keyboard.press("b")
    expect(page.locator(".changes")).to_contain_text("Rejected by Ann")


def ends_above(height: int, element: Any) -> bool:
    """Return True if an element's bottom is in a window of this height."""
    box = element.bounding_box()
    return bool(box["y"] + box["height"] <= height)


def test_what_moves_the_pictures_is_seen_without_scrolling(changed: Any) -> None:
    for height in (800, 768):
        changed.set_viewport_size({"width": 1280, "height": height})
        for mode, hold in (("Swipe", "slider"), ("Onion skin", "slider"), ("Blink", "pause")):
            choose(changed, mode)
            control = changed.locator(f"[data-hold={hold}]")
            soon(partial(ends_above, height, control), True)


#: The width of the picture, the inner width of the stage, and the height of the picture with its controls.
MEASURES = """() => {
  const find = (name) => document.querySelector(`.compare-${name}`);
  const stage = find("stage");
  const inner = stage.clientWidth - 2 * parseFloat(getComputedStyle(stage).paddingLeft);
  return [find("picture").offsetWidth, inner, find("frame").offsetHeight];
}"""


@pytest.mark.full
@pytest.mark.parametrize(
    "size",
    ["63, height: 88", *(pytest.param(size, marks=pytest.mark.soak) for size in ("88, height: 63", "25, height: 25"))],
)
def test_one_picture_is_as_large_as_the_window_allows(page: Any, tmp_path: Path, size: str) -> None:
    game = tiny_game_in(tmp_path)
    game.change("card_data/tiny/game.yaml", "63, height: 88", size)
    game.change(TEMPLATE, "[5, 5, 53, 8]", "[3, 3, 19, 8]")
    Reviewer(game).do("main/two")
    game.change(TEMPLATE, '"#ffffff"', '"#ffdd00"')
    with serving_here(game) as running:
        page.set_viewport_size({"width": 1440, "height": 900})
        compare(page, running)
        picture = page.locator(".compare-picture").first
        beside = picture.bounding_box()["height"]
        for mode in ("Swipe", "Onion skin", "Difference", "Blink"):
            page.set_viewport_size({"width": 1440, "height": 900})
            stage = choose(page, mode)
            expect(page.locator(".compare-picture")).to_have_count(1)
            soon(partial(ends_above, 900, stage), True)
            assert picture.bounding_box()["height"] > 0.95 * beside, mode
            # On a phone it is almost as wide as the stage, and one screen shows it with its controls above the modes.
            page.set_viewport_size({"width": 390, "height": 844})
            width, inner, height = page.evaluate(MEASURES)
            assert 0.9 * inner < width <= inner, mode
            assert height < 844 - page.locator("#frame").bounding_box()["height"], mode
        page.goto("about:blank")  # before the server ends
