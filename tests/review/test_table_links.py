"""What a table keeps and gives away: steps, hands, links, answers, pictures, and what it does without a server."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from cardgen.data.project import Project
from cardgen.review.server.export import export_site
from tests.games_on_disk import table_game_in
from tests.review.conftest import page_of
from tests.review.serving import Served
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
    step_names,
    until,
)
from tests.review.waiting import Held

pytestmark = pytest.mark.browser


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
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".bk-stage")).to_have_count(0)
    page.get_by_role("link", name="Play", exact=True).click()
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
    page.get_by_role("button", name="简体中文").first.focus()
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


@pytest.mark.full
def test_a_block_taken_while_rows_go_sees_the_field_without_them(table: Callable[..., Any], page: Any) -> None:
    page.emulate_media(reduced_motion="no-preference")
    table(play="4-3 1-0 |")
    choose(page, "I")
    page.get_by_role("button", name="Rotate right").click()
    page.locator(".bk-stage").focus()
    page.keyboard.press("Home")
    page.evaluate("void (cardgen.blockKiller.animate = () => new Promise(() => {}))")  # as long as it takes
    page.get_by_role("button", name="Drop").click()
    expect(page.locator(".bk-flash")).to_have_count(1)
    page.locator(".bk-stage").press("o")
    expect(page.locator(".bk-ghost").first).to_be_visible()
    expect(page.locator(".bk-flash")).to_have_count(0)
    expect(page.locator("#bk-described li").first).to_have_text(re.compile("^Row 0: open at 3, 4, 5, 6"))


# ---------------------------------------------------------------- hands, links, writing


def hands_of(served: Served, seed: int) -> list[str]:
    """The hands that three players are dealt, as the table writes them."""

    def ask(**request: Any) -> Any:
        return served.client.post("/api/engine", json=request, headers=served.headers).raise_for_status().json()

    players = ask(op="turns", state=ask(op="new_game", players=3, seed=seed)["state"])["players"]
    return [f"{''.join(player['blocks'])} / {' '.join(player['garbage'])}" for player in players]


@pytest.mark.full
def test_a_seed_deals_the_same_hand_twice(table: Callable[..., Any], page: Any, shipped: Served) -> None:
    hand = hands_of(shipped, seed=79)[0]
    table()
    for _ in range(2):
        page.get_by_label("Seed").fill("79")
        page.get_by_label("Seed").press("Enter")
        expect(page.get_by_role("heading", name="Hand of deal 79")).to_be_visible()
        expect(page.get_by_label("Hand (empty")).to_have_value(hand)
        expect_link(page, {"hand": hand, "seed": "79"})
        page.get_by_role("button", name="All cards", exact=True).first.click()
        expect(page.get_by_role("heading", name="All cards")).to_be_visible()
    page.get_by_role("button", name="Random hand").click()
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


def test_in_a_new_page_a_link_gives_the_same_table_and_the_date_a_puzzle(
    table: Callable[..., Any], browser: Any, shipped: Served
) -> None:
    page = table(play=f"{DOUBLE} O0@4,1", hand="TOZ / 1-1 3-0 2-1 x x", rules="no-mercy", attack=3, seed=8)
    expect(attack_of(page)).to_have_text("5")
    with page_of(browser) as other:
        other.clock.set_fixed_time("2026-11-23T12:00:00Z")
        other.goto(page.url)
        expect(attack_of(other)).to_have_text("5")
        expect(other.locator(".bk-outcome")).to_have_text(page.locator(".bk-outcome").text_content())
        assert other.url == page.url
        for look in (".bk-lines", ".bk-rows", ".bk-step-list", ".bk-palette", ".bk-garbage", "#bk-described"):
            assert other.locator(look).text_content() == page.locator(look).text_content()
        drawn = "[...document.querySelectorAll('.bk-svg use')].map(use => use.outerHTML).sort().join('')"
        assert other.evaluate(drawn) == page.evaluate(drawn)

        other.goto(f"{shipped.address}#/table")
        other.get_by_role("button", name="Puzzle of the day").click()
        expect(other.locator(".bk-puzzle")).to_contain_text("Puzzle of 2026-11-23 (easy)")
        expect_link(other, {"puzzle": "2026-11-23", "rules": "no-mercy"})


@pytest.mark.full
def test_a_bad_link_is_refused_and_the_table_still_works(page: Any, shipped: Served) -> None:
    links = (
        ({"play": "1-0 9-9 | T0@0,0"}, "Step 2: there is no garbage card 9-9."),
        ({"play": "1-0"}, "A play must be written as garbage, one |, blocks."),
        ({"play": "| " + "T0@0,0 " * 2000}, "10000"),
        ({"hand": "TT 1-0"}, "A hand must be written as"),
        ({"play": POCKET, "rules": "<b>no"}, "There are no rules called <b>no."),
        ({"attack": "many"}, "An attack must be a whole number"),
        ({"seed": "one"}, "A seed must be a whole number."),
    )
    for state, refusal in links:
        page.goto(f"{shipped.address}#/table?" + "&".join(f"{name}={quote(value)}" for name, value in state.items()))
        expect(page.locator(".bk-sum .bk-refusal")).to_contain_text("This link cannot be opened.")
        expect(page.locator(".bk-sum .bk-refusal")).to_contain_text(refusal)
    lay(page, "1-0")
    expect(page.locator(".bk-sum .bk-refusal")).to_have_count(0)
    until(page, "location.hash === '#/table?play=1-0+%7C'")
    page.keyboard.press("Control+z")
    until(page, "location.hash === '#/table'")


def test_an_illegal_play_shows_why_and_as_much_as_can_lie(table: Callable[..., Any]) -> None:
    page = table(play=f"{DOUBLE} T0@0,7")
    expect(page.locator(".bk-sum .bk-refusal")).to_have_text("✕ Step 5: block T could still move down.")
    expect(page.locator("#bk-described li")).to_have_text(["Row 0: open at 1, 2 (#..#######)"])
    expect(page.get_by_role("button", name="Picture")).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(attack_of(page)).to_have_text("4")


def test_a_play_is_typed(table: Callable[..., Any]) -> None:
    page = table()
    page.get_by_label("Play as text").fill("1-1 3-0 q |")
    page.get_by_label("Play as text").press("Enter")
    expect(page.locator("#bk-typed")).to_have_text("✕ Step 3: there is no garbage card q.")
    expect(page.get_by_label("Play as text")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Play as text").fill(f"  {DOUBLE}")
    page.get_by_label("Play as text").press("Enter")
    expect(attack_of(page)).to_have_text("4")
    expect(page.locator("#bk-typed")).to_be_hidden()
    assert step_names(page) == ["Empty table", "Play typed", "T on columns 0–2, row 0"]


@pytest.mark.full
def test_a_hand_is_typed_for_a_play_that_is_not_written_down_yet(table: Callable[..., Any], page: Any) -> None:
    table(hand="TZ / 1-1")
    writing = Held(page, "**/api/engine", lambda request: request.post_data_json["op"] == "notation")
    lay(page, "1-1")
    expect(page.get_by_label("Play as text")).to_have_value("")
    page.get_by_label("Hand (empty").fill("")
    page.get_by_label("Hand (empty").press("Enter")
    writing.let_go()
    expect(page.get_by_role("heading", name="All cards")).to_be_visible()
    expect(page.locator(".bk-row .mono")).to_have_text(["1-1"])
    expect_link(page, {"play": "1-1 |"})


@pytest.mark.full
def test_a_play_is_typed_for_a_hand_that_is_not_written_down_yet(table: Callable[..., Any], page: Any) -> None:
    table(hand="TZ / 1-1 3-0")
    writing = Held(
        page, "**/api/engine", lambda request: "notation" in request.post_data and "rows" in request.post_data
    )
    lay(page, "1-1")
    page.get_by_role("button", name="All cards", exact=True).first.click()
    expect(page.get_by_label("Hand (empty")).to_have_value("TZ / 1-1 3-0")
    page.get_by_label("Play as text").fill("3-0 |")
    page.get_by_label("Play as text").press("Enter")
    writing.let_go()
    expect(page.locator(".bk-row .mono")).to_have_text(["3-0"])
    expect(page.get_by_role("heading", name="All cards")).to_be_visible()


def test_the_link_is_copied(table: Callable[..., Any]) -> None:
    page = table(play=DOUBLE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#toast")).to_contain_text("Link copied")
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
        "4 of the attack of 4 is left: the defender draws 4 garbage cards."
    )
    page.get_by_label("Incoming attack").fill("2")
    page.get_by_label("Incoming attack").press("Enter")
    expect(page.locator(".bk-resolved .bk-chip")).to_have_text(["Defender draws 2", "Attacker draws 0"])
    page.get_by_label("Play as text").fill(DOUBLE)
    page.get_by_label("Play as text").press("Enter")
    expect(page.locator(".bk-resolved .bk-chip")).to_have_text(["Defender draws 0", "Attacker draws 1"])
    expect(page.locator(".bk-resolved p").first).to_have_text("Attack 2, answered with attack 4 and block 0.")
    expect_link(page, {"play": DOUBLE, "attack": "2"})
    page.get_by_role("button", name="No attack").click()
    expect(page.locator(".bk-outcome")).to_have_count(0)


def test_sides_change_within_a_deal(table: Callable[..., Any], shipped: Served) -> None:
    page = table()
    first, second, _ = hands_of(shipped, seed=5)
    page.goto(f"{shipped.address}#/table?play={quote('4-3 4-3 | I0@3,-2')}&hand={quote(first)}&seed=5&rules=no-mercy")
    expect(attack_of(page)).to_have_text("1")
    page.get_by_role("button", name="Attack with this play (1)").click()
    expect(page.get_by_label("Hand (empty")).to_have_value(second)
    expect_link(page, {"hand": second, "rules": "no-mercy", "attack": "1", "seed": "5"})


def test_no_best_play_is_offered_that_the_engine_does_not_know(table: Callable[..., Any], shipped: Served) -> None:
    page = table(hand="TOZ / 1-1 3-0 2-1")
    ops = shipped.client.post("/api/engine", json={"op": "about"}, headers=shipped.headers).json()["ops"]
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
            best = {"attack": 4, "rows": rows, "blocks": blocks, "at_most": 4, "proven": True, "positions": 321}
            route.fulfill(json=best)
        else:
            route.continue_()

    page.route("**/api/engine", engine)
    table()
    expect(page.get_by_role("button", name="Best play")).to_be_disabled()
    page.get_by_label("Hand (empty").fill("TZ / 3-0 2-1 1-1")
    page.get_by_label("Hand (empty").press("Enter")
    page.get_by_label("Time limit").select_option("2")
    page.get_by_role("button", name="Best play").click()
    expect(attack_of(page)).to_have_text("4")
    expect(page.locator(".bk-best [role=status]")).to_have_text(
        "Attack 4: no play of this hand has a greater attack (321 positions)."
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


# ---------------------------------------------------------------- without a server


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = table_game_in(tmp_path_factory.mktemp("game"), "block-killer")
    folder = tmp_path_factory.mktemp("site")
    export_site(Project(game.root, bundled=False), game.name, folder, sheets=False, shown_from=game.root)
    return folder


@pytest.mark.full
def test_a_site_says_what_needs_the_program_and_lays_rows(page: Any, site: Path) -> None:
    page.goto(f"{(site / 'index.html').as_uri()}#/table?play={quote(f'1-1 3-0~ x+x {POCKET[:-1]}| T2@0,0')}")
    expect(page.get_by_role("note")).to_contain_text("need the program cardgen review")
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
    page.get_by_label("Play as text").fill("1-0 nonsense |")
    page.get_by_label("Play as text").press("Enter")
    expect(page.locator("#bk-typed")).to_contain_text("These garbage rows cannot be read.")


@pytest.mark.full
def test_a_play_typed_after_another_one_is_laid_out(table: Callable[..., Any]) -> None:
    page = table(play=DOUBLE)
    expect(attack_of(page)).to_have_text("4")
    field = page.get_by_label("Play as text")
    field.fill("1-1 3-0 2-1 | TL@0,0")
    field.press("Enter")
    expect(attack_of(page)).to_have_text("2")
    field.fill(DOUBLE)
    field.press("Enter")
    expect(attack_of(page)).to_have_text("4")
    field.fill("1-1 |")
    field.fill("rubbish")
    field.press("Enter")
    expect(page.locator("#bk-typed")).not_to_be_empty()
    field.fill(DOUBLE)
    field.press("Enter")
    expect(page.locator("#bk-typed")).to_be_empty()
    expect(attack_of(page)).to_have_text("4")
