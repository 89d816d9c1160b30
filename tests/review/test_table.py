"""The table on which plays are tried out, in a real browser against the real server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from cardgen.games.block_killer.protocol import answer
from cardgen.scene.shapes import PATTERNS
from tests.games.block_killer.playing import CONTENT
from tests.games_on_disk import table_game_in
from tests.review.conftest import page_of
from tests.review.serving import Served, serving_here
from tests.review.tables import (
    DOUBLE,
    IN_CHINESE,
    IN_ENGLISH,
    POCKET,
    attack_of,
    choose,
    expect_link,
    ghost,
    lay,
    point_of,
    small_targets,
    step_names,
    tab_to,
    until,
)
from tests.review.waiting import Held

pytestmark = pytest.mark.browser


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
    stage = page.get_by_role("application", name="Playfield")
    expect(stage).to_be_focused()
    live = page.locator("#bk-live")
    expect(live).to_have_text(re.compile("^T, upright, columns"))
    page.keyboard.press("e")
    expect(live).to_have_text(re.compile("^T, rotated right, columns"))
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
    page.get_by_role("button", name="Rotate right").click()
    page.get_by_role("button", name="Rotate right").click()
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


@pytest.mark.full
def test_the_table_in_chinese(browser: Any, shipped: Served) -> None:
    with page_of(browser, locale="zh-CN") as page:
        page.goto(f"{shipped.address}#/table?play={quote(DOUBLE)}&hand={quote('TZ / 1-1 3-0')}")
        expect(page.locator(".bk-refusal").first).to_contain_text("第 3 步：手中没有垃圾牌")
        expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
        page.locator("#bk-hand").fill("")
        page.get_by_role("button", name="载入").click()
        expect(page.locator(".bk-lines li > span").nth(1)).to_have_text(IN_CHINESE)
        expect(page.locator(".bk-lines .bk-chip-spin")).to_have_text("↻ 旋转")
        page.locator(".bk-stage").focus()
        page.keyboard.press("t")
        expect(page.locator("#bk-live")).to_have_text(re.compile(r"^T，正放，第 \d–\d 列，第 \d 行"))


# ---------------------------------------------------------------- only what is legal


#: Goes with the block in the hand wherever keys lead it: turned each way, in each column, up and down.
WALK = """() => {
  const reached = {};
  const look = () => {
    const cells = cardgen.blockKiller.ghost().cells.map(([x, y]) => [x, y]).sort(([x, y], [a, b]) => x - a || y - b);
    reached[JSON.stringify(cells)] = document.querySelectorAll(".bk-badge").length === 1;
    return JSON.stringify(cells);
  };
  const column = () => { look(); return Math.min(...cardgen.blockKiller.ghost().cells.map(([x]) => x)); };
  const press = (key) => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const release = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keyup", { key, bubbles: true }));
  const type = (key) => { press(key); release(key); };
  const typeUntilStill = (key) => {
    for (let before = "", now; (now = look()) !== before; before = now) type(key);
  };
  for (let turn = 0; turn < 4; turn += 1) {
    type("Home");
    for (let last = NaN, now; (now = column()) !== last; last = now) {
      typeUntilStill("ArrowUp");
      typeUntilStill("ArrowDown");
      type("ArrowRight");
    }
    type(".");
  }
  return Object.entries(reached).map(([cells, badge]) => [JSON.parse(cells), badge]);
}"""


def test_every_legal_placement_and_no_other_is_reached_by_keys(table: Callable[..., Any]) -> None:
    play = "1-4 4-3 4-3 2-3 3-2 |"
    page = table(play=play)
    rows = json.loads(answer(json.dumps({"op": "notation", "text": play}), CONTENT))
    board = [
        card[::-1] if row["turned"] else card for card, row in zip(rows["garbage_hand"], rows["rows"], strict=True)
    ]
    for block in "TSLM":
        listed = json.loads(answer(json.dumps({"op": "placements", "board": board, "block": block}), CONTENT))["list"]
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
        reached = {tuple((x, y) for x, y in cells): badge for cells, badge in page.evaluate(WALK)}
        assert reached == legal, block
        page.keyboard.press("Escape")
        expect(page.locator(".bk-ghost")).to_have_count(0)


@pytest.mark.full
def test_a_stale_answer_is_dropped(table: Callable[..., Any], page: Any) -> None:
    held = Held(page, "**/api/engine", lambda request: request.post_data_json.get("block") == "T")
    table(play=POCKET)
    page.get_by_role("button", name="T, T-block").click()
    until(page, "cardgen.blockKiller.table.block === 'T'")
    page.get_by_role("button", name="O, O-block").click()
    held.let_go()
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
    page.get_by_role("button", name="Remove row 0, 2-1~").press("Enter")
    expect(page.get_by_role("button", name="Remove row 0, 1-0")).to_be_focused()
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
    expect(page.locator("#toast")).to_contain_text("The blocks were removed")


# ---------------------------------------------------------------- for everybody


def test_the_patterns_of_the_card_data_are_all_drawn(table: Callable[..., Any]) -> None:
    page = table()
    assert set(page.evaluate("Object.keys(cardgen.squares.PATTERNS)")) == set(PATTERNS)
    drawn = page.evaluate(
        """[...document.querySelectorAll(".squares symbol")].map((symbol) => [symbol.id.slice(3),
        symbol.style.getPropertyValue("--square"), symbol.querySelector(".square-marks")?.getAttribute("d")])"""
    )
    blocks = [cell for cell in drawn if cell[0] != "garbage"]
    assert [block for block, _, _ in blocks] == list("ZSJLTOIM")
    assert len({colour for _, colour, _ in blocks}) == len({marks for _, _, marks in blocks}) == 8


@pytest.mark.full
def test_cards_saved_anew_are_drawn_anew_and_the_play_stays(page: Any, tmp_path: Path) -> None:
    game = table_game_in(tmp_path, "block-killer")
    with serving_here(game) as running:
        page.goto(f"{running.address}#/table?play={quote(DOUBLE)}")
        expect(attack_of(page)).to_have_text("4")
        game.change("card_data/block-killer/blocks.yaml", 'colour: "#904895"', 'colour: "#905095"')
        until(page, "document.getElementById('bk-T').style.getPropertyValue('--square') === '#905095'")
        expect(attack_of(page)).to_have_text("4")
        assert len(step_names(page)) == 3
        until(page, "cardgen.state.catalog.checked")
        page.goto("about:blank")


@pytest.mark.parametrize("motion", [pytest.param("reduce", marks=pytest.mark.full), "no-preference"])
def test_full_rows_are_seen_to_go_unless_motion_is_unwanted(table: Callable[..., Any], motion: str) -> None:
    page = table(play="4-3 | ")
    page.emulate_media(reduced_motion=motion)
    # The link is written anew when its play has been scored: from then on nothing is redrawn under a click.
    expect(page.get_by_label("Play as text")).to_have_value("4-3 |")
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


SLOWLY = """(() => {
    const { ask } = cardgen.blockKiller;
    cardgen.blockKiller.ask = async (request) => {
        const answer = await ask(request);
        await new Promise((resolve) => setTimeout(resolve, 400));
        return answer;
    };
})()"""


@pytest.mark.full
def test_a_block_chosen_before_the_engine_has_answered_comes_onto_the_new_field(
    table: Callable[..., Any], page: Any
) -> None:
    table()
    page.evaluate(SLOWLY)
    page.get_by_role("button", name="Lay 4-3,").click()
    choose(page, "I")
    expect(page.locator("#bk-described li")).to_have_count(1)
    expect(page.locator("#bk-described li")).not_to_have_text("The field is empty.")
    expect_link(page, {"play": "4-3 |"})
    assert min(y for _, y in ghost(page)) == 0


@pytest.mark.full
def test_a_block_chosen_while_a_link_is_opened_stays_in_the_hand(table: Callable[..., Any], page: Any) -> None:
    table()
    page.evaluate(SLOWLY)
    page.evaluate(f"void cardgen.blockKiller.open({{play: '{POCKET}'}})")
    choose(page, "I")
    expect_link(page, {"play": POCKET})
    expect(page.locator("#bk-described li")).to_have_count(3)
    expect(page.locator(".bk-ghost").first).to_be_visible()


def test_it_fits_and_every_target_is_large(table: Callable[..., Any]) -> None:
    page = table(play=f"{DOUBLE} I0@3,-1", attack=9)
    page.locator(".bk-settings summary").click()
    for width in (320, 760, 1180, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        expect(page.locator(".bk-outcome")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert small_targets(page) == [], f"{width} px"
        bottoms = page.evaluate("[...document.querySelectorAll('.bk-column')].map(e => e.getBoundingClientRect())")
        for one, next_ in pairwise(bottoms):
            apart = one["bottom"] <= next_["top"] or one["right"] <= next_["left"] or next_["top"] <= one["top"]
            assert apart, f"columns overlap at {width} px"


@pytest.mark.full
@pytest.mark.parametrize(
    ("locale", "theme", "width"),
    [
        pytest.param("en-GB", "light", 1280, marks=pytest.mark.soak),
        ("zh-CN", "dark", 360),
        pytest.param("zh-CN", "dark", 1280, marks=pytest.mark.soak),
        pytest.param("zh-CN", "light", 360, marks=pytest.mark.soak),
        pytest.param("en-GB", "dark", 360, marks=pytest.mark.soak),
    ],
)
def test_axe_finds_nothing(browser: Any, shipped: Served, locale: str, theme: str, width: int) -> None:
    look = {"locale": locale, "color_scheme": theme, "viewport": {"width": width, "height": 800}}
    with page_of(browser, **look, bypass_csp=True) as page:
        page.goto(f"{shipped.address}#/table?play={quote(DOUBLE)}&attack=3&hand={quote('TTZO / 1-1 3-0 2-1 x x')}")
        expect(page.locator(".bk-outcome")).to_be_visible()
        choose(page, "T")
        violations = Axe().run(page).response["violations"]
        assert [(violation["id"], [node["html"] for node in violation["nodes"]]) for violation in violations] == []


# ---------------------------------------------------------------- keys of the table and keys of the page


def test_the_table_s_keys_work_wherever_nothing_is_typed_and_win_over_the_page_s(
    table: Callable[..., Any], page: Any
) -> None:
    table()
    lay(page, "1-1")  # the focus stays on the card's button
    page.keyboard.press("l")
    expect(page.locator(".bk-ghost").first).to_be_visible()
    assert page.evaluate("[document.documentElement.lang, cardgen.blockKiller.table.block]") == ["en", "L"]
    page.locator("#bk-seed").evaluate("element => element.blur()")
    page.locator("h2").first.evaluate("element => document.activeElement.blur()")
    before = ghost(page)
    page.keyboard.press("ArrowLeft")
    assert ghost(page) != before
    page.keyboard.press("Escape")
    assert page.evaluate("[cardgen.route.view, cardgen.blockKiller.table.block]") == ["table", ""]
    page.locator("#bk-seed").focus()
    page.keyboard.type("tl")
    assert page.evaluate("[document.documentElement.lang, cardgen.blockKiller.table.block]") == ["en", ""]
    page.locator("#bk-seed").evaluate("element => element.blur()")
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(r"#/grid$"))


def test_without_a_block_left_none_is_asked_for(table: Callable[..., Any]) -> None:
    page = table(play=DOUBLE, hand="T / 1-1 3-0 2-1")
    expect(page.locator(".bk-kind")).to_have_text("Every block of the hand is placed.")
    page.keyboard.press("l")
    expect(page.locator("#bk-live")).to_have_text("No block L is left in the hand.")
    assert page.evaluate("document.documentElement.lang") == "en"
