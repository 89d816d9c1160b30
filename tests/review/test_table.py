"""The table on which plays are tried out, in a real browser against the real server."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from cardgen.draw.shapes import PATTERNS
from cardgen.games.block_killer import answer
from tests.games_on_disk import block_killer_in
from tests.review.conftest import watch_page
from tests.review.serving import Served, serving

pytestmark = pytest.mark.browser

#: A field on which a T goes under an overhang by a turn, and clears two rows.
POCKET = "1-1 3-0 2-1 |"
DOUBLE = "1-1 3-0 2-1 | T2@0,0"
IN_ENGLISH = "T2@0,0: T-spin double, rows 0, 1: 4 for 2 lines with a spin = attack 4."
IN_CHINESE = "T2@0,0：T形旋转消 2 行（第 0、1 行）：旋转 2 行 4 = 攻击值 4。"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(block_killer_in(tmp_path_factory.mktemp("table"))) as running:
        yield running


@pytest.fixture
def table(page: Any, served: Served) -> Callable[..., Any]:
    """Opens the table with the given state of its link, and returns the page."""

    def open_table(**state: object) -> Any:
        query = "&".join(f"{name}={quote(str(value))}" for name, value in state.items())
        page.goto(f"{served.address}#/table{'?' if query else ''}{query}")
        expect(page.locator(".bk-stage svg")).to_be_visible()
        if "play" in state:
            expect(page.get_by_label("Play", exact=True)).not_to_have_value("")
        return page

    return open_table


def link_of(page: Any) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(page.url.partition("?")[2]).items()}


def expect_link(page: Any, state: dict[str, str]) -> None:
    """Waits until the address holds exactly this."""
    for _ in range(250):
        if link_of(page) == state:
            return
        page.wait_for_timeout(20)
    assert link_of(page) == state


def until(page: Any, expression: str) -> None:
    """Waits until the expression is true in the page. (What Playwright offers for it needs `eval`.)"""
    for _ in range(250):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(20)
    raise AssertionError(expression)


def attack_of(page: Any) -> Any:
    return page.locator(".bk-total").first.locator("strong")


def step_names(page: Any) -> list[str]:
    return [re.sub(r"^\d+", "", text) for text in page.locator(".bk-step-list > li > button").all_text_contents()]


def current_step(page: Any) -> Any:
    return page.locator(".bk-step-list [aria-current=step]")


def ghost(page: Any) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((x, y) for x, y in page.evaluate("cardgen.blockKiller.ghost()?.cells ?? []")))


def choose(page: Any, block: str) -> None:
    page.locator(".bk-palette").get_by_role("button", name=re.compile(f"^{block}[,，]")).click()
    expect(page.locator(".bk-ghost").first).to_be_visible()


def lay(page: Any, *codes: str) -> None:
    for code in codes:
        rows = page.locator(".bk-row").count()
        page.get_by_role("button", name=f"Lay {code},").click()
        expect(page.locator(".bk-row")).to_have_count(rows + 1)


def tab_to(page: Any, target: Any) -> None:
    """Presses Tab until the target has the focus."""
    for _ in range(120):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("it cannot be reached by Tab")


def point_of(page: Any, x: float, y: float) -> tuple[float, float]:
    """Where a point of the field, in cells, is on the screen."""
    return tuple(
        page.evaluate(
            """([x, y]) => { const svg = document.querySelector(".bk-svg"); const box = svg.viewBox.baseVal;
            const point = new DOMPoint(x, box.y + box.height - 0.85 - y).matrixTransform(svg.getScreenCTM());
            return [point.x, point.y]; }""",
            [x, y],
        )
    )


# ---------------------------------------------------------------- a whole play


def test_a_t_spin_double_by_keyboard_alone(table: Callable[..., Any]) -> None:
    page = table()
    for code in ("1-1", "3-0", "2-1"):
        tab_to(page, page.get_by_role("button", name=f"Lay {code},"))
        page.keyboard.press("Enter")
        expect(page.locator(".bk-row").first).to_contain_text(code)
        page.keyboard.press("Home")
        page.locator("#main").focus()
    tab_to(page, page.get_by_role("button", name="T, T-block"))
    page.keyboard.press("Enter")
    stage = page.get_by_role("application", name="Field")
    expect(stage).to_be_focused()
    live = page.locator("#bk-live")
    expect(live).to_have_text(re.compile("^T, upright, columns"))
    page.keyboard.press("e")
    expect(live).to_have_text(re.compile("^T, turned right, columns"))
    page.keyboard.press("e")
    page.keyboard.press("Home")
    expect(live).to_have_text("T, upside down, columns 0–2, row 2 (2 heights)")
    page.keyboard.press("ArrowDown")
    expect(live).to_have_text("T, upside down, columns 0–2, row 0 (2 heights): spin")
    expect(page.locator(".bk-badge-text")).to_have_text("↻ spin")
    page.keyboard.press("Enter")
    expect(attack_of(page)).to_have_text("4")
    expect(live).to_have_text(f"{IN_ENGLISH} Attack 4, block 0.")
    expect(stage).to_be_focused()
    lines = page.locator(".bk-lines li > span")
    expect(lines).to_have_text(
        [
            "Garbage from the floor up: 1-1 3-0 2-1.",
            IN_ENGLISH,
            "Attack 4, block 0. Discarded: 1-1 3-0. Back to hand: 2-1.",
        ]
    )
    expect(lines.nth(1)).to_have_attribute("lang", "en")
    expect(page.locator(".bk-lines .bk-chip-spin")).to_have_text("↻ spin")
    page.get_by_role("button", name="中文").last.press("Enter")
    expect(lines.nth(1)).to_have_text(IN_CHINESE)
    expect(lines.nth(1)).to_have_attribute("lang", "zh-Hans")
    expect(page.get_by_role("button", name="中文").last).to_be_focused()
    expect(page.locator("#bk-described li")).to_have_text(["Row 0: open at 1, 2 (#..#######)"])
    expect_link(page, {"play": DOUBLE})


def test_the_same_by_mouse(table: Callable[..., Any]) -> None:
    page = table()
    lay(page, "1-1", "3-0", "2-1")
    choose(page, "T")
    page.get_by_role("button", name="Turn right").click()
    page.get_by_role("button", name="Turn right").click()
    page.mouse.move(*point_of(page, 5.5, 7))
    assert ghost(page) == ((4, 4), (5, 3), (5, 4), (6, 4))
    page.mouse.move(*point_of(page, 1.5, 0.9))
    assert ghost(page) == ((0, 1), (1, 0), (1, 1), (2, 1))
    expect(page.locator(".bk-kind")).to_have_text("T, upside down, columns 0–2, row 0 (2 heights): spin")
    page.mouse.click(*point_of(page, 1.5, 0.9))
    expect(attack_of(page)).to_have_text("4")
    page.get_by_role("button", name="No Mercy").click()
    expect(attack_of(page)).to_have_text("5")
    expect(page.locator(".bk-lines li > span").nth(1)).to_contain_text("5 for 2 lines with a spin = attack 5")
    expect_link(page, {"play": DOUBLE, "rules": "no-mercy"})


def test_the_table_in_chinese(browser: Any, served: Served) -> None:
    context = browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 900})
    page = context.new_page()
    errors = watch_page(page)
    page.goto(f"{served.address}#/table?play={quote(DOUBLE)}&hand={quote('TZ / 1-1 3-0')}")
    expect(page.locator(".bk-refusal").first).to_contain_text("第 3 步：手中没有垃圾牌")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.locator("#bk-hand").fill("")
    page.get_by_role("button", name="摆上").click()
    expect(page.locator(".bk-lines li > span").nth(1)).to_have_text(IN_CHINESE)
    expect(page.locator(".bk-lines .bk-chip-spin")).to_have_text("↻ 旋转")
    page.locator(".bk-stage").focus()
    page.keyboard.press("t")
    expect(page.locator("#bk-live")).to_have_text(re.compile(r"^T，正放，第 \d–\d 列，第 \d 行"))
    context.close()
    assert errors == []


def test_a_finger_moves_the_ghost_and_taps_it_to_let_go(browser: Any, served: Served) -> None:
    context = browser.new_context(
        locale="en-GB", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    errors = watch_page(page)
    page.goto(f"{served.address}#/table?play={quote(POCKET)}")
    page.get_by_role("button", name="I, I-block").tap()
    expect(page.locator(".bk-ghost").first).to_be_visible()
    page.touchscreen.tap(*point_of(page, 8, 3.5))
    assert ghost(page) == ((6, 3), (7, 3), (8, 3), (9, 3))
    expect(page.locator(".bk-ghost")).to_have_count(4)
    page.touchscreen.tap(*point_of(page, 7.5, 3.5))
    expect(page.locator(".bk-ghost")).to_have_count(0)
    expect(current_step(page)).to_contain_text("I on columns 6–9, row 3")
    context.close()
    assert errors == []


# ---------------------------------------------------------------- only what is legal


@pytest.mark.parametrize("block", "TSLM")
def test_every_legal_placement_and_no_other_is_reached_by_keys(table: Callable[..., Any], block: str) -> None:
    play = "1-4 4-3 4-3 2-3 3-2 |"
    page = table(play=play)
    rows = json.loads(answer(json.dumps({"op": "notation", "text": play}), {}))
    board = [
        card[::-1] if row["turned"] else card for card, row in zip(rows["garbage_hand"], rows["rows"], strict=True)
    ]
    listed = json.loads(answer(json.dumps({"op": "placements", "board": board, "block": block}), {}))["list"]
    legal = {}
    for text in listed:
        *cells, kind = text.split()
        legal[tuple(sorted(tuple(map(int, cell.split(","))) for cell in cells))] = kind != "-"
    under = [
        cells for cells in legal if any(board[above][x] == "#" for x, y in cells for above in range(y, len(board)))
    ]
    assert len(under) > 1, "nothing under an overhang"
    choose(page, block)
    page.locator(".bk-stage").focus()
    reached = {}

    def look() -> tuple[tuple[int, int], ...]:
        found = ghost(page)
        reached[found] = page.locator(".bk-badge").count() == 1
        return found

    def press_until_still(key: str) -> None:
        before = None
        while (here := look()) != before:
            before = here
            page.keyboard.press(key)

    for _ in range(4):
        page.keyboard.press("Home")
        last = None
        while (column := min(x for x, _ in look())) != last:
            last = column
            press_until_still("ArrowUp")
            press_until_still("ArrowDown")
            page.keyboard.press("ArrowRight")
        page.keyboard.press(".")
    assert reached == legal


def test_a_stale_answer_is_dropped(table: Callable[..., Any], page: Any) -> None:
    held: list[Any] = []

    def hold(route: Any) -> None:
        if '"placements"' in (route.request.post_data or "") and '"T"' in route.request.post_data:
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/engine", hold)
    table(play=POCKET)
    page.get_by_role("button", name="T, T-block").click()
    until(page, "cardgen.blockKiller.table.block === 'T'")
    page.get_by_role("button", name="O, O-block").click()
    for _ in range(100):
        if held:
            break
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator("#bk-live")).to_contain_text("O, upright")
    assert len(ghost(page)) == 4
    assert page.locator(".bk-ghost").first.get_attribute("href") == "#bk-O"


# ---------------------------------------------------------------- rows


def test_rows_are_turned_ordered_and_taken_away_by_keys_with_the_focus_kept(table: Callable[..., Any]) -> None:
    page = table()
    lay(page, "1-0", "2-1")
    page.get_by_role("button", name="Turn row 1, 2-1").press("Enter")
    expect(page.get_by_role("button", name="Turn row 1, 2-1~")).to_be_focused()
    page.get_by_role("button", name="Move row 1, 2-1~, down").press("Enter")
    expect(page.locator(".bk-row .mono")).to_have_text(["1-0", "2-1~"])
    expect(page.get_by_role("button", name="Move row 0, 2-1~, up")).to_be_focused()
    page.get_by_role("button", name="Take away row 0, 2-1~").press("Enter")
    expect(page.get_by_role("button", name="Take away row 0, 1-0")).to_be_focused()
    expect(page.locator("#bk-described li")).to_have_text(["Row 0: open at 0 (.#########)"])
    page.keyboard.press("Control+z")
    expect(page.locator(".bk-row .mono")).to_have_text(["1-0", "2-1~"])
    expect_link(page, {"play": "2-1~ 1-0 |"})


def test_rows_are_dragged(table: Callable[..., Any]) -> None:
    page = table(play="1-0 1-1 1-2 |")
    expect(page.locator(".bk-row .mono")).to_have_text(["1-2", "1-1", "1-0"])
    grip = page.locator(".bk-grip").nth(2).bounding_box()
    there = page.locator(".bk-grip").nth(0).bounding_box()
    page.mouse.move(grip["x"] + 8, grip["y"] + 20)
    page.mouse.down()
    page.mouse.move(there["x"] + 8, there["y"] + 24, steps=4)
    page.mouse.move(there["x"] + 8, there["y"] - 2)
    page.mouse.up()
    expect(page.locator(".bk-row .mono")).to_have_text(["1-0", "1-2", "1-1"])


def test_two_checkerboards_make_a_solid_row_which_the_first_block_clears(table: Callable[..., Any]) -> None:
    page = table()
    lay(page, "x", "1-0", "x")
    assert page.get_by_role("button", name=re.compile("^Merge row")).count() == 2
    page.get_by_role("button", name="Merge row 0").click()
    expect(page.locator(".bk-row .mono")).to_have_text(["1-0", "x+x"])
    expect(page.get_by_role("button", name="Split the solid row 0")).to_be_focused()
    choose(page, "O")
    page.get_by_role("button", name="Drop").click()
    expect(page.locator(".bk-lines li > span").nth(1)).to_contain_text("single, row 0")
    expect(page.locator("#bk-described li").first).to_have_text("Row 0: open at 0 (.#########)")
    page.get_by_role("button", name="Split the solid row 0").click()
    expect(page.locator(".bk-row .mono")).to_have_text(["1-0", "x~", "x"])
    expect(page.locator("#toast")).to_contain_text("The blocks were taken back")


# ---------------------------------------------------------------- steps


def test_steps_are_undone_redone_and_branched(table: Callable[..., Any]) -> None:
    page = table(play=POCKET)
    choose(page, "T")
    page.get_by_role("button", name="Drop").click()
    expect(current_step(page)).to_contain_text("T on columns")
    until(page, "location.hash.includes('T0')")
    first = link_of(page)["play"]
    page.keyboard.press("Control+z")
    expect(current_step(page)).to_contain_text("Link opened")
    expect(page.locator(".bk-total strong").first).to_have_text("–")
    page.keyboard.press("Control+Shift+z")
    expect(current_step(page)).to_contain_text("T on columns")
    page.get_by_role("button", name="Undo").click()
    choose(page, "O")
    page.get_by_role("button", name="Drop").click()
    expect(current_step(page)).to_contain_text("O on columns")
    assert len(step_names(page)) == 3
    other = page.get_by_role("button", name=re.compile("Other branch: T on columns"))
    other.click()
    expect(current_step(page)).to_contain_text("T on columns")
    expect_link(page, {"play": first})
    expect(page.get_by_role("button", name=re.compile("Other branch: O on columns"))).to_be_visible()
    page.locator(".bk-step-list > li > button").first.click()
    expect(current_step(page)).to_contain_text("Empty table")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    for name in ("Link opened", "T on columns"):
        page.get_by_role("button", name="Redo").click()
        expect(current_step(page)).to_contain_text(name)


def test_a_step_taken_again_is_not_doubled(table: Callable[..., Any]) -> None:
    page = table()
    lay(page, "1-0")
    page.keyboard.press("Control+z")
    expect(page.locator(".bk-row")).to_have_count(0)
    lay(page, "1-0")
    assert step_names(page) == ["Empty table", "Lay 1-0"]
    assert page.locator(".bk-branches").count() == 0


def test_the_steps_stay_while_another_view_is_looked_at(table: Callable[..., Any]) -> None:
    page = table()
    lay(page, "1-0", "2-0")
    page.get_by_role("link", name="History").click()
    expect(page.locator(".bk-stage")).to_have_count(0)
    page.get_by_role("link", name="Table").click()
    expect(page.locator(".bk-row .mono")).to_have_text(["2-0", "1-0"])
    assert step_names(page) == ["Empty table", "Lay 1-0", "Lay 2-0"]
    page.keyboard.press("Control+z")
    expect(page.locator(".bk-row .mono")).to_have_text(["1-0"])


def test_the_language_changes_and_the_table_stays(table: Callable[..., Any]) -> None:
    page = table(play=POCKET)
    choose(page, "T")
    page.get_by_role("button", name="Drop").click()
    expect(current_step(page)).to_contain_text("T on columns")
    choose(page, "J")
    page.locator(".bk-stage").focus()
    page.keyboard.press("ArrowLeft")
    where = ghost(page)
    page.get_by_role("button", name="中文").first.focus()
    page.locator(".bk-stage").focus()
    page.evaluate("cardgen.set('language', 'zh')")
    expect(page.locator(".bk-kind")).to_contain_text("J，正放")
    expect(current_step(page)).to_contain_text("T 放在第")
    expect(page.locator(".bk-stage")).to_be_focused()
    assert ghost(page) == where
    assert len(step_names(page)) == 3


def test_letters_are_left_alone_when_they_are_switched_off(table: Callable[..., Any]) -> None:
    page = table(play=POCKET)
    page.locator(".bk-stage").focus()
    page.evaluate("cardgen.set('letters', false)")
    page.keyboard.press("t")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("cardgen.blockKiller.table.block") == ""
    page.evaluate("cardgen.set('letters', true)")
    page.keyboard.press("t")
    expect(page.locator(".bk-ghost").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".bk-ghost")).to_have_count(0)
    expect(page.locator("#bk-live")).to_have_text("No block in hand.")


def test_a_block_taken_while_rows_go_sees_the_field_without_them(table: Callable[..., Any]) -> None:
    page = table(play="4-3 1-0 |")
    choose(page, "I")
    page.get_by_role("button", name="Turn right").click()
    page.locator(".bk-stage").focus()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Drop").click()
    expect(page.locator(".bk-flash")).to_have_count(1)
    page.locator(".bk-stage").press("o")
    expect(page.locator(".bk-ghost").first).to_be_visible()
    expect(page.locator(".bk-flash")).to_have_count(0)
    expect(page.locator("#bk-described li").first).to_have_text(re.compile("^Row 0: open at 3, 4, 5, 6"))


# ---------------------------------------------------------------- hands, links, writing


def test_a_seed_deals_the_same_hand_twice(table: Callable[..., Any], page: Any, served: Served) -> None:
    dealt = served.client.post(
        "/api/engine", json={"op": "new_game", "players": 3, "seed": 79}, headers=served.headers
    ).json()["state"]["players"][0]
    hand = f"{''.join(dealt['blocks'])} / {' '.join(dealt['garbage'])}"
    table()
    for _ in range(2):
        page.get_by_label("Seed").fill("79")
        page.get_by_label("Seed").press("Enter")
        expect(page.get_by_role("heading", name="Hand of deal 79")).to_be_visible()
        expect(page.get_by_label("Hand (empty")).to_have_value(hand)
        expect_link(page, {"hand": hand, "seed": "79"})
        page.get_by_role("button", name="All cards", exact=True).first.click()
        expect(page.get_by_role("heading", name="All cards")).to_be_visible()
    page.get_by_role("button", name="Roll").click()
    expect(page.get_by_role("heading", name="Hand of deal")).to_be_visible()
    assert page.get_by_label("Seed").input_value() == link_of(page)["seed"]


def test_only_cards_of_the_hand_can_be_used_and_each_once(table: Callable[..., Any]) -> None:
    page = table(hand="TOO / 1-0 x x")
    expect(page.locator(".bk-garbage-card")).to_have_count(2)
    assert page.locator(".bk-choice").all_text_contents() == ["T", "O ×2"]
    lay(page, "1-0")
    expect(page.get_by_role("button", name="Lay 1-0,")).to_be_disabled()
    choose(page, "T")
    page.get_by_role("button", name="Drop").click()
    expect(page.get_by_role("button", name="T, T-block, 0 left")).to_be_disabled()


def test_a_link_opened_in_a_new_page_gives_the_same_table(table: Callable[..., Any], browser: Any) -> None:
    page = table(play=f"{DOUBLE} O0@4,1", hand="TOZ / 1-1 3-0 2-1 x x", rules="no-mercy", attack=3, seed=8)
    expect(attack_of(page)).to_have_text("5")
    context = browser.new_context(locale="en-GB")
    other = context.new_page()
    errors = watch_page(other)
    other.goto(page.url)
    expect(attack_of(other)).to_have_text("5")
    expect(other.locator(".bk-outcome")).to_have_text(page.locator(".bk-outcome").text_content())
    assert other.url == page.url
    for look in (".bk-lines", ".bk-rows", ".bk-step-list", ".bk-palette", ".bk-garbage", "#bk-described"):
        assert other.locator(look).text_content() == page.locator(look).text_content()
    drawn = "[...document.querySelectorAll('.bk-svg use')].map(use => use.outerHTML).sort().join('')"
    assert other.evaluate(drawn) == page.evaluate(drawn)
    context.close()
    assert errors == []


@pytest.mark.parametrize(
    ("state", "refusal"),
    [
        ({"play": "1-0 9-9 | T0@0,0"}, "Step 2: there is no garbage card 9-9."),
        ({"play": "1-0"}, "A play is written as garbage, one |, blocks."),
        ({"play": "| " + "T0@0,0 " * 2000}, "10000"),
        ({"hand": "TT 1-0"}, "A hand is written as"),
        ({"play": POCKET, "rules": "<b>no"}, "There are no rules called <b>no."),
        ({"attack": "many"}, "An attack is a whole number"),
        ({"seed": "one"}, "A seed is a whole number."),
    ],
)
def test_a_bad_link_is_refused_and_the_table_still_works(
    page: Any, served: Served, state: dict[str, str], refusal: str
) -> None:
    page.goto(f"{served.address}#/table?" + "&".join(f"{name}={quote(value)}" for name, value in state.items()))
    expect(page.locator(".bk-sum .bk-refusal")).to_contain_text("This link cannot be opened.")
    expect(page.locator(".bk-sum .bk-refusal")).to_contain_text(refusal)
    lay(page, "1-0")
    expect(page.locator(".bk-sum .bk-refusal")).to_have_count(0)
    until(page, "location.hash === '#/table?play=1-0+%7C'")


def test_an_illegal_play_shows_why_and_as_much_as_can_lie(table: Callable[..., Any]) -> None:
    page = table(play=f"{DOUBLE} T0@0,7")
    expect(page.locator(".bk-sum .bk-refusal")).to_have_text("✕ Step 5: block T could still move down.")
    expect(page.locator("#bk-described li")).to_have_text(["Row 0: open at 1, 2 (#..#######)"])
    expect(page.get_by_role("button", name="Picture")).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(attack_of(page)).to_have_text("4")


def test_a_play_is_typed(table: Callable[..., Any]) -> None:
    page = table()
    page.get_by_label("Play", exact=True).fill("1-1 3-0 q |")
    page.get_by_label("Play", exact=True).press("Enter")
    expect(page.locator("#bk-typed")).to_have_text("✕ Step 3: there is no garbage card q.")
    expect(page.get_by_label("Play", exact=True)).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Play", exact=True).fill(f"  {DOUBLE}")
    page.get_by_label("Play", exact=True).press("Enter")
    expect(attack_of(page)).to_have_text("4")
    expect(page.locator("#bk-typed")).to_be_hidden()
    assert step_names(page) == ["Empty table", "Play typed", "T on columns 0–2, row 0"]


def test_the_link_is_copied(table: Callable[..., Any]) -> None:
    page = table(play=DOUBLE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#toast")).to_contain_text("The link is copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_the_play_as_a_picture(table: Callable[..., Any]) -> None:
    page = table(play=DOUBLE)
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture (SVG)").click()
    assert download.value.suggested_filename == "play.svg"
    root = ElementTree.fromstring(Path(download.value.path()).read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) > 20


# ---------------------------------------------------------------- attack and answer, the best play


def test_an_attack_is_answered(table: Callable[..., Any]) -> None:
    page = table(play=DOUBLE)
    page.get_by_role("button", name="Attack with this play (4) and answer it").click()
    expect(page.get_by_label("Incoming attack")).to_have_value("4")
    expect(page.locator(".bk-row")).to_have_count(0)
    expect(page.locator(".bk-outcome")).to_have_text(
        "Of the attack of 4, 4 is left. Garbage cards that the defender draws: 4."
    )
    page.get_by_label("Incoming attack").fill("2")
    page.get_by_label("Incoming attack").press("Enter")
    expect(page.locator(".bk-told .bk-chip")).to_have_text(["Defender draws 2", "Attacker draws 0"])
    page.get_by_label("Play", exact=True).fill(DOUBLE)
    page.get_by_label("Play", exact=True).press("Enter")
    expect(page.locator(".bk-told .bk-chip")).to_have_text(["Defender draws 0", "Attacker draws 1"])
    expect(page.locator(".bk-told p").first).to_have_text("An attack of 2, answered with attack 4 and block 0.")
    expect_link(page, {"play": DOUBLE, "attack": "2"})
    page.get_by_role("button", name="No attack").click()
    expect(page.locator(".bk-outcome")).to_have_count(0)


def test_sides_change_within_a_deal(table: Callable[..., Any], served: Served) -> None:
    page = table()
    players = served.client.post(
        "/api/engine", json={"op": "new_game", "players": 3, "seed": 5}, headers=served.headers
    ).json()["state"]["players"]
    first, second = (f"{''.join(each['blocks'])} / {' '.join(each['garbage'])}" for each in players[:2])
    page.goto(f"{served.address}#/table?play={quote('4-3 4-3 | I0@3,-2')}&hand={quote(first)}&seed=5&rules=no-mercy")
    expect(attack_of(page)).to_have_text("1")
    page.get_by_role("button", name="Attack with this play (1)").click()
    expect(page.get_by_label("Hand (empty")).to_have_value(second)
    expect_link(page, {"hand": second, "rules": "no-mercy", "attack": "1", "seed": "5"})


def test_no_best_play_is_offered_that_the_engine_does_not_know(table: Callable[..., Any], served: Served) -> None:
    page = table(hand="TOZ / 1-1 3-0 2-1")
    ops = served.client.post("/api/engine", json={"op": "about"}, headers=served.headers).json()["ops"]
    expect(page.locator(".bk-garbage-card")).to_have_count(3)
    assert page.get_by_role("button", name="Best play").count() == ("best" in ops)


def test_the_best_play_is_laid_out(table: Callable[..., Any], page: Any) -> None:
    asked: list[Any] = []

    def engine(route: Any) -> None:
        request = route.request.post_data_json
        if request["op"] == "about":
            route.fulfill(json={"name": "cardgen", "version": "1", "ops": ["best"], "rulesets": ["standard"]})
        elif request["op"] == "best":
            asked.append(request)
            rows = [{"card": 2, "turned": False}, {"card": 0, "turned": False}, {"card": 1, "turned": False}]
            blocks = [{"block": "T", "cells": [[0, 1], [1, 0], [1, 1], [2, 1]]}]
            found = {"attack": 4, "rows": rows, "blocks": blocks, "at_most": 4, "proven": True, "positions": 321}
            route.fulfill(json=found)
        else:
            route.continue_()

    page.route("**/api/engine", engine)
    table()
    expect(page.get_by_role("button", name="Best play")).to_be_disabled()
    page.get_by_label("Hand (empty").fill("TZ / 3-0 2-1 1-1")
    page.get_by_label("Hand (empty").press("Enter")
    page.get_by_label("Seconds").select_option("2")
    page.get_by_role("button", name="Best play").click()
    expect(attack_of(page)).to_have_text("4")
    expect(page.locator(".bk-best [role=status]")).to_have_text(
        "Attack 4: no play of this hand does better (321 positions)."
    )
    assert asked == [
        {
            "op": "best",
            "ruleset": "standard",
            "block_hand": ["T", "Z"],
            "garbage_hand": ["3-0", "2-1", "1-1"],
            "seconds": 2,
        }
    ]
    expect_link(page, {"play": DOUBLE, "hand": "TZ / 3-0 2-1 1-1"})
    assert step_names(page)[-2:] == ["Best play, attack 4", "T on columns 0–2, row 0"]


# ---------------------------------------------------------------- for everybody


def test_the_patterns_of_the_card_data_are_all_drawn(table: Callable[..., Any]) -> None:
    page = table()
    assert set(page.evaluate("Object.keys(cardgen.blockKiller.PATTERNS)")) == set(PATTERNS)
    drawn = page.evaluate(
        """[...document.querySelectorAll(".bk-symbols symbol")].map((symbol) => [symbol.id.slice(3),
        symbol.style.getPropertyValue("--bk"), symbol.querySelector(".bk-marks")?.getAttribute("d")])"""
    )
    blocks = [each for each in drawn if each[0] != "garbage"]
    assert [block for block, _, _ in blocks] == list("ZSJLTOIM")
    assert len({colour for _, colour, _ in blocks}) == len({marks for _, _, marks in blocks}) == 8


def test_cards_saved_anew_are_drawn_anew_and_the_play_stays(page: Any, tmp_path: Path) -> None:
    game = block_killer_in(tmp_path)
    with serving(game) as running:
        page.goto(f"{running.address}#/table?play={quote(DOUBLE)}")
        expect(attack_of(page)).to_have_text("4")
        game.change("card_data/block-killer/blocks.yaml", 'colour: "#904895"', 'colour: "#905095"')
        until(page, "document.getElementById('bk-T').style.getPropertyValue('--bk') === '#905095'")
        expect(attack_of(page)).to_have_text("4")
        assert len(step_names(page)) == 3
        until(page, "cardgen.state.catalog.checked")
        page.goto("about:blank")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_full_rows_are_seen_to_go_unless_motion_is_unwanted(browser: Any, served: Served, motion: str) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion=motion)
    page = context.new_page()
    page.goto(f"{served.address}#/table?play={quote('4-3 | ')}")
    choose(page, "I")
    page.evaluate(
        """() => { window.flashes = 0;
        const count = () => { window.flashes += document.querySelectorAll(".bk-flash").length; };
        new MutationObserver(count).observe(document.querySelector(".bk-stage"), {childList: true}); }"""
    )
    page.get_by_role("button", name="Drop").click()
    expect(page.locator("#bk-described li")).to_have_text(["The field is empty."])
    expect(page.locator(".bk-svg use")).to_have_count(0)
    assert page.evaluate("window.flashes > 0") is (motion == "no-preference")
    context.close()


@pytest.mark.parametrize("width", [320, 760, 1180, 1920])
def test_it_fits_and_every_target_is_large(table: Callable[..., Any], width: int) -> None:
    page = table(play=f"{DOUBLE} I0@3,-1", attack=9)
    page.set_viewport_size({"width": width, "height": 800})
    expect(page.locator(".bk-outcome")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        """[...document.querySelectorAll("#main button, #main input, #main select")]
        .map((each) => [each, each.getBoundingClientRect()])
        .filter(([, box]) => box.width < 44 || box.height < 44).map(([each]) => each.outerHTML)"""
    )
    assert small == []
    bottoms = page.evaluate("[...document.querySelectorAll('.bk-column')].map(e => e.getBoundingClientRect())")
    for one, next_ in pairwise(bottoms):
        apart = one["bottom"] <= next_["top"] or one["right"] <= next_["left"] or next_["top"] <= one["top"]
        assert apart, "columns overlap"


@pytest.mark.parametrize(
    ("locale", "theme", "width"),
    [("en-GB", "light", 1280), ("zh-CN", "dark", 1280), ("zh-CN", "light", 360), ("en-GB", "dark", 360)],
)
def test_axe_finds_nothing(browser: Any, served: Served, locale: str, theme: str, width: int) -> None:
    context = browser.new_context(
        locale=locale,
        color_scheme=theme,
        viewport={"width": width, "height": 800},
        bypass_csp=True,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{served.address}#/table?play={quote(DOUBLE)}&attack=3&hand={quote('TTZO / 1-1 3-0 2-1 x x')}")
    expect(page.locator(".bk-outcome")).to_be_visible()
    choose(page, "T")
    found = Axe().run(page).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []
    context.close()


# ---------------------------------------------------------------- without a server


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = block_killer_in(tmp_path_factory.mktemp("game"))
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "cardgen", "review", "export", str(folder), game.name, "--no-sheets"]
    subprocess.run(command, cwd=game.root, check=True, capture_output=True)
    return folder


def test_a_site_says_what_needs_the_program_and_lays_rows(page: Any, site: Path) -> None:
    page.goto(f"{(site / 'index.html').as_uri()}#/table?play={quote(f'1-1 3-0~ x+x {POCKET[:-1]}| T2@0,0')}")
    expect(page.get_by_role("note")).to_contain_text("need the program itself, cardgen review")
    expect(page.locator(".bk-row .mono")).to_have_text(["2-1", "3-0", "1-1", "x+x", "3-0~", "1-1"])
    expect(page.locator("#bk-described li").nth(1)).to_have_text("Row 1: open at 7, 8, 9 (#######...)")
    expect(page.locator(".bk-rows")).to_contain_text("T2@0,0")
    lay(page, "4-3")
    page.get_by_role("button", name="Turn row 0, 1-1").click()
    page.get_by_role("button", name="Move row 6, 4-3, down").click()
    expect(page.locator(".bk-row .mono")).to_have_text(["2-1", "4-3", "3-0", "1-1", "x+x", "3-0~", "1-1~"])
    until(page, "decodeURIComponent(location.hash).includes('1-1~+3-0~+x+x+1-1+3-0+4-3+2-1+|+T2@0,0')")
    page.keyboard.press("Control+z")
    expect(page.locator(".bk-row .mono").first).to_have_text("4-3")
    for name in ("Drop", "Deal", "Best play", "Picture", "No Mercy"):
        assert page.get_by_role("button", name=re.compile(name)).count() == 0
    page.get_by_label("Play", exact=True).fill("1-0 nonsense |")
    page.get_by_label("Play", exact=True).press("Enter")
    expect(page.locator("#bk-typed")).to_contain_text("These garbage rows cannot be read.")
