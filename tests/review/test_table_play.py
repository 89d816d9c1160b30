"""The table's analysis, puzzles, imports, keys and pointers, in a real browser against the real server."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.games_on_disk import table_game_in
from tests.review.conftest import page_of
from tests.review.serving import Served, serving_here
from tests.review.tables import (
    DOUBLE,
    POCKET,
    attack_of,
    choose,
    current_step,
    expect_link,
    ghost,
    lay,
    link_of,
    point_of,
    until,
)
from tests.review.waiting import Held, place_of, soon

pytestmark = pytest.mark.browser

#: The best play has attack 5; the play loses nothing by its garbage, and then a point by its T.
HAND = "TZ / 1-1 3-0 2-1"
#: The same as DOUBLE with a row that closes the pocket, and an I: written by tetris-fumen.
FUMEN = "v115@HhB8BeF8CeH8AeH8JelJYeAUE7QEJG98AQWrhECDVT?ASoDfEVhJ+Bl/HBC20AAAvhBZkBAAPJAU9UTASorJEEBAAA"


def analysed(page: Any) -> None:
    page.get_by_role("button", name="Analyse").click()
    until(page, "Boolean(cardgen.blockKiller.table.analysis && !cardgen.blockKiller.table.analysis.running)")


# ---------------------------------------------------------------- analysis


def test_an_analysis_lists_the_best_plays_and_marks_the_steps(table: Callable[..., Any]) -> None:
    page = table(play=DOUBLE, hand=HAND)
    analysed(page)
    summary = page.locator(".bk-analysis-sum")
    expect(summary).to_contain_text("Attack 5: no play of this hand has a greater attack")
    expect(summary).to_contain_text("Your play: 4 of 5.")
    expect(summary).to_contain_text("It ends too early")
    marks = page.locator(".bk-mark")
    expect(marks.first).to_contain_text("✓ 5")
    expect(marks.first).to_contain_text("attack 5 is still possible")
    lines = page.locator(".bk-play-line")
    expect(lines.first).to_have_attribute("aria-label", re.compile("^1: attack 5 with .*proven"))
    lines.first.click()
    expect(attack_of(page)).to_have_text("5")
    analysed(page)
    expect(summary).to_contain_text("Your play: 5 of 5. No play of this hand is better.")


def test_a_step_that_loses_attack_is_marked_and_named(table: Callable[..., Any]) -> None:
    page = table(play="1-1 3-0 2-1 | T0@4,2", hand=HAND)
    analysed(page)
    expect(page.locator(".bk-analysis-sum")).to_contain_text("Lost at this step (5 → ")
    lost = current_step(page).locator(".bk-mark")
    expect(lost).to_have_class(re.compile("bk-mark-(loss|blunder)"))
    expect(lost).to_contain_text("▼")
    expect(lost).to_contain_text("loses attack")


@pytest.mark.full
def test_an_analysis_can_be_stopped(table: Callable[..., Any]) -> None:
    page = table(hand="ZSTTIJL / 1-0 1-1 2-3 3-0 2-1 1-2 1-3 4-3 x x 2-2 3-3")
    page.get_by_role("button", name="Analyse").click()
    stop = page.get_by_role("button", name="Stop")
    expect(page.locator(".bk-play-line").first).to_be_visible()
    stop.click()
    expect(page.get_by_role("button", name="Analyse")).to_be_visible()
    expect(page.locator(".bk-analysis-sum")).to_contain_text("Not everything is proven yet.")


# ---------------------------------------------------------------- puzzles


def test_a_puzzle_is_shared_hinted_and_solved(table: Callable[..., Any]) -> None:
    page = table(puzzle="easy-7")
    aim = page.locator(".bk-puzzle")
    expect(aim).to_contain_text("Find a play with attack 4.")
    expect_link(page, {"puzzle": "easy-7"})
    expect(page.locator(".bk-palette button")).to_have_count(2)
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    expect(aim).to_contain_text("Blocks in this order:")
    hint.click()
    expect(aim).to_contain_text("Garbage from the floor up:")
    hint.click()
    expect(aim).to_contain_text("First block:")
    expect(aim).not_to_contain_text("Solved")
    page.get_by_role("button", name="Show the solution").click()
    expect(attack_of(page)).to_have_text("4")
    expect(aim).to_contain_text("This is a solution: attack 4. It is proven")
    soon(lambda: set(link_of(page)), {"puzzle", "play"})
    solved = page.url
    page.reload()
    assert page.url == solved
    expect(page.locator(".bk-puzzle")).to_contain_text(
        "Solved: attack 4. It is proven that no play of this hand has more."
    )


@pytest.mark.full
def test_a_puzzle_is_opened_although_a_file_is_saved_meanwhile(page: Any, tmp_path: Path) -> None:
    game = table_game_in(tmp_path, "block-killer")
    with serving_here(game) as served:
        page.goto(f"{served.address}#/table")
        expect(page.locator(".bk-stage svg")).to_be_visible()
        held = Held(page, "**/api/engine", lambda request: '"puzzle"' in (request.post_data or ""))
        page.evaluate("location.hash = '#/table?puzzle=easy-7'")
        soon(lambda: (page.wait_for_timeout(1), len(held.routes))[1], 1)
        version = page.evaluate("cardgen.state.catalog.version")
        game.change("card_data/block-killer/blocks.yaml", "en: T-block", "en: Tee")
        until(page, f"cardgen.state.catalog.version !== '{version}'")
        # The page has read the game, and asks again: at least once, because a slow save may be read in two steps.
        soon(lambda: (page.wait_for_timeout(1), len(held.routes) > 1)[1], True)
        held.which = lambda _: False
        for route in held.routes:
            route.continue_()
        expect(page.locator(".bk-puzzle")).to_contain_text("Find a play with attack 4.")
        expect_link(page, {"puzzle": "easy-7"})


def test_a_link_to_no_puzzle_is_refused(table: Callable[..., Any]) -> None:
    page = table(puzzle="huge-1")
    refusal = page.locator(".bk-refusal").first
    expect(refusal).to_contain_text("There is no puzzle huge-1")
    page.evaluate("cardgen.set('language', 'zh-Hans')")  # mounts the table again, as a load that is slow does
    expect(refusal).to_contain_text("没有谜题 huge-1")


# ---------------------------------------------------------------- imports


def type_play(page: Any, text: str) -> None:
    page.get_by_label("Play as text").fill(text)
    page.get_by_label("Play as text").press("Enter")


def test_a_fumen_and_a_link_are_typed_as_a_play(table: Callable[..., Any], shipped: Served) -> None:
    page = table()
    type_play(page, f"https://fumen.zui.jp/?{FUMEN}")
    soon(lambda: link_of(page).get("play"), "1-1 3-0 2-2 | T2@0,0 IR@-2,0")
    type_play(page, "v115@bhD8PeT9MvhBTjDAAA")
    expect(page.locator("#bk-typed")).to_contain_text("Row 0 (####......) of the fumen is no garbage card")
    type_play(page, f"{shipped.address}#/table?play=1-1+3-0+2-1+%7C+T2%400%2C0&rules=no-mercy")
    expect_link(page, {"play": DOUBLE, "rules": "no-mercy"})
    expect(attack_of(page)).to_have_text("5")


# ---------------------------------------------------------------- keys


def test_keys_follow_a_layout_that_is_kept_and_are_given_by_keyboard(table: Callable[..., Any], page: Any) -> None:
    table(play=POCKET)
    page.locator(".bk-settings summary").click()
    page.get_by_label("Layout").select_option("jstris")
    page.locator("#main").focus()
    page.keyboard.press("t")
    until(page, "Boolean(cardgen.blockKiller.ghost())")
    page.keyboard.press("ArrowUp")
    until(page, "cardgen.blockKiller.ghost().shape === 1")
    page.keyboard.press("z")  # rotates, although it is the letter of a block
    until(page, "cardgen.blockKiller.ghost().shape === 0")
    page.keyboard.press("a")
    until(page, "cardgen.blockKiller.ghost().shape === 2")
    page.keyboard.press("c")
    until(page, "cardgen.blockKiller.table.block === ''")
    page.keyboard.press("z")
    until(page, "cardgen.blockKiller.table.block === 'Z'")
    page.reload()
    until(page, "cardgen.blockKiller?.chosen?.layout === 'jstris'")
    expect(page.get_by_label("Play as text")).to_have_value(POCKET)
    page.locator(".bk-settings summary").press("Enter")
    add = page.get_by_role("button", name="Add a key: Rotate right")
    add.press("Enter")
    expect(add).to_have_text("Press a key…")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Remove the key ←: Rotate right")).to_be_visible()
    expect(page.get_by_role("button", name="Remove the key ←: Move left")).to_have_count(0)
    expect(page.get_by_label("Layout")).to_have_value("own")
    page.locator("#main").focus()
    page.keyboard.press("t")
    until(page, "Boolean(cardgen.blockKiller.ghost())")
    page.keyboard.press("ArrowLeft")
    until(page, "cardgen.blockKiller.ghost().shape === 1")


@pytest.mark.full
def test_a_held_key_waits_then_repeats_and_can_reach_the_wall_at_once(table: Callable[..., Any], page: Any) -> None:
    table(play=POCKET)
    page.locator(".bk-settings summary").click()
    page.get_by_label(re.compile("ARR")).fill("0")
    page.get_by_label(re.compile("DAS")).fill("400")
    page.get_by_label(re.compile("DAS")).press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Sound")).to_be_focused()
    page.locator("#main").focus()
    page.keyboard.press("o")
    until(page, "Boolean(cardgen.blockKiller.ghost())")
    start = ghost(page)[0][0]
    page.keyboard.press("ArrowRight")  # released at once: one column
    assert ghost(page)[0][0] == start + 1
    page.keyboard.down("ArrowRight")
    until(page, "Math.max(...cardgen.blockKiller.ghost().cells.map(([x]) => x)) === 9")
    page.keyboard.up("ArrowRight")


def test_letters_take_blocks_after_a_garbage_card_was_laid(table: Callable[..., Any]) -> None:
    """The page's own L and Escape do not act, wherever the focus is."""
    page = table()
    lay(page, "1-1")
    page.keyboard.press("l")
    until(page, "cardgen.blockKiller.table.block === 'L'")
    lay(page, "1-2")
    page.keyboard.press("Escape")
    until(page, "cardgen.blockKiller.table.block === ''")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".bk-table")).to_be_visible()


# ---------------------------------------------------------------- pointers


def test_wheel_and_right_button_rotate_and_a_block_is_dragged_to_the_field(table: Callable[..., Any]) -> None:
    page = table(play=POCKET)
    choose(page, "T")
    page.mouse.move(*point_of(page, 5.5, 5))
    page.mouse.wheel(0, 100)
    until(page, "cardgen.blockKiller.ghost().shape === 1")
    page.mouse.click(*point_of(page, 5.5, 5), button="right")
    until(page, "cardgen.blockKiller.ghost().shape === 2")
    page.mouse.wheel(0, -100)
    until(page, "cardgen.blockKiller.ghost().shape === 1")
    page.keyboard.press("Escape")
    box = page.locator('[data-hold="block-O"]').bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(*point_of(page, 5, 6), steps=4)
    until(page, "Boolean(cardgen.blockKiller.ghost())")
    page.mouse.move(*point_of(page, 8, 5), steps=4)
    page.mouse.up()
    expect(current_step(page)).to_contain_text("O on columns 7–8")


def test_a_garbage_card_is_dragged_to_the_field(table: Callable[..., Any]) -> None:
    page = table()
    box = page.get_by_role("button", name="Lay 2-1,").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(*point_of(page, 5, 3), steps=4)
    page.mouse.up()
    expect(page.locator(".bk-row")).to_have_count(1)


@pytest.mark.parametrize("motion", ["no-preference", pytest.param("reduce", marks=pytest.mark.full)])
def test_a_dropped_block_falls_unless_motion_is_reduced(table: Callable[..., Any], motion: str) -> None:
    page = table()
    page.emulate_media(reduced_motion=motion)
    page.evaluate(
        "() => { window.fell = false; const { animate } = Element.prototype; Element.prototype.animate = "
        "function (...rest) { window.fell ||= this.matches('.bk-falls'); return animate.apply(this, rest); }; }"
    )
    choose(page, "O")
    page.get_by_role("button", name="Drop", exact=True).click()
    expect(current_step(page)).to_contain_text("O on columns")
    if motion == "no-preference":
        until(page, "window.fell")
    else:
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate("window.fell") is False


@pytest.mark.full
def test_sound_is_off_until_it_is_switched_on(browser: Any, shipped: Served) -> None:
    with page_of(browser) as page:
        page.add_init_script(
            "window.AudioContext = class extends AudioContext { constructor() { super(); window.sounded = true; } }"
        )
        page.goto(f"{shipped.address}#/table")
        choose(page, "O")
        page.get_by_role("button", name="Drop", exact=True).click()
        expect(current_step(page)).to_contain_text("O on columns")
        assert page.evaluate("window.sounded") is None
        page.locator(".bk-settings summary").click()
        page.get_by_role("button", name="Sound").click()
        choose(page, "O")
        page.get_by_role("button", name="Drop", exact=True).click()
        until(page, "window.sounded === true")


@pytest.mark.parametrize("hand", [pytest.param("", marks=pytest.mark.soak), "TZTI / 1-0 1-1 2-3 3-0 2-1"])
def test_on_a_phone_hand_and_field_are_on_the_screen_and_fingers_play(browser: Any, shipped: Served, hand: str) -> None:
    with page_of(browser, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True) as page:
        page.goto(f"{shipped.address}#/table?hand={hand}")
        for part in (".bk-garbage-card", ".bk-choice", ".bk-svg"):
            # The table is drawn again when the engine has answered: a part that has just been replaced has no place.
            box = place_of(page.locator(part).first)
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= 740, part
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        page.get_by_role("button", name="Lay 1-1,").tap()
        page.locator(".bk-choice").first.tap()
        until(page, "Boolean(cardgen.blockKiller.ghost())")
        page.get_by_role("button", name="Drop").tap()
        expect(current_step(page)).to_contain_text("on columns")

        # A finger moves the ghost, and a tap on it drops the block.
        page.goto(f"{shipped.address}#/table?play={quote(POCKET)}")
        expect(page.get_by_label("Play as text")).to_have_value(POCKET)
        page.get_by_role("button", name="I, I-block").tap()
        expect(page.locator(".bk-ghost").first).to_be_visible()
        page.touchscreen.tap(*point_of(page, 8, 3.5))
        assert ghost(page) == ((6, 3), (7, 3), (8, 3), (9, 3))
        expect(page.locator(".bk-ghost")).to_have_count(4)
        page.touchscreen.tap(*point_of(page, 7.5, 3.5))
        expect(page.locator(".bk-ghost")).to_have_count(0)
        expect(current_step(page)).to_contain_text("I on columns 6–9, row 3")
