"""The table of Blitz, a table of a game of turns: picks, keys, bots, hidden hands, links, logs, puzzles."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardgen.data.project import Project
from cardgen.review.server.export import export_site
from tests.games_on_disk import REPOSITORY, tiny_game_in
from tests.review.conftest import page_of
from tests.review.serving import Served
from tests.review.tables import begin_anew, open_drawer, status, tab_to, until
from tests.review.waiting import Held

pytestmark = pytest.mark.browser

NTH = ("first", "second", "third", "fourth")
KEEP = '[data-hold="play-choice-do:keep"]'


@pytest.fixture
def blitz(table_of: Callable[[str], Served]) -> Served:
    return table_of("blitz")


@pytest.fixture
def table(shared_page: Any, blitz: Served) -> Any:
    """The page with a new game against a bot that does not pause."""
    return begin_anew(shared_page, f"{blitz.address}#/table", "blitz")


def pick(page: Any, *names: str) -> None:
    for name in names:
        page.locator(f'[data-hold="pick-{name}"].play-can').first.click()


def puzzle(page: Any, title: str) -> None:
    open_drawer(page, "more")
    page.locator('[data-hold="puzzle-position"]').select_option(label=title)
    expect(page.locator(".bz-puzzles")).to_contain_text("Question 1 of")


def game(page: Any, expression: str) -> Any:
    return page.evaluate(f"cardgen.blitz.game.{expression}")


@pytest.mark.full
@pytest.mark.usefixtures("own_page")
def test_nothing_is_said_of_a_game_before_the_engine_answers(page: Any, blitz: Served) -> None:
    faults: list[Any] = []
    page.on("pageerror", lambda fault: faults.append(fault))
    held = Held(page, "**/api/engine", lambda request: '"new_game"' in (request.post_data or ""))
    page.goto(f"{blitz.address}#/table")
    expect(page.locator(".play-choices p")).to_have_text("…")
    page.evaluate("cardgen.blitz.game.redraw()")
    assert faults == []
    held.let_go()
    expect(page.locator(KEEP)).to_be_visible()


# ---------------------------------------------------------------- turns


def test_a_turn_is_picked_and_the_computer_answers(table: Any) -> None:
    expect(status(table)).to_have_text("Keep the opening hand, or draw a new one once.")
    expect(table.locator(".play-choice-list button")).to_have_text(["Keep the hand", "Draw a new hand"])
    expect(table.locator(".bz-hand button")).to_have_count(8)
    table.locator(KEEP).click()
    expect(status(table)).to_have_text("The hand is full. Discard a card and draw, or do not draw. Round 1.")
    expect(table.locator(".play-turn-list li")).to_have_count(3)
    expect(table.locator(".play-turn-list [aria-current]")).to_contain_text("Wehrmacht ")


def test_a_card_is_deployed_by_keys_alone(table: Any) -> None:
    table.locator(KEEP).click()
    table.locator('[data-hold="play-choice-do:skip"]').click()
    expect(status(table)).to_contain_text("Deploy a unit or a resource")
    tab_to(table, table.locator(".bz-hand button[tabindex='0']"))
    table.keyboard.press("ArrowRight")
    name = table.evaluate("document.activeElement.getAttribute('aria-label')")
    table.keyboard.press("Enter")
    expect(table.locator(".play-picked")).to_contain_text(name)
    expect(table.locator(".bz-allied .play-can")).to_have_count(12)
    table.keyboard.press("Escape")
    expect(table.locator(".play-picked")).to_have_count(0)
    table.keyboard.press("Enter")
    expect(table.locator(".play-picked")).to_contain_text(name)
    tab_to(table, table.locator(".bz-board button[tabindex='0']"))
    before = table.evaluate("document.activeElement.dataset.hold")
    table.keyboard.press("ArrowRight")
    table.keyboard.press("ArrowDown")
    cell = table.evaluate("document.activeElement.dataset.hold")
    assert cell != before
    table.keyboard.press("Enter")
    expect(table.locator(".bz-allied .bz-token")).to_have_count(1)
    x, y = cell.removeprefix("pick-cell:").split(",")
    place = f"the {NTH[-int(y) - 1]} Allied row, {NTH[int(x)]} from the left"
    expect(table.locator(f'[data-hold="{cell}"]')).to_have_attribute(
        "aria-label", re.compile(f"^{place}, US Army {name}")
    )
    expect(table.locator("#play-live")).to_contain_text("Deploy a unit")


def test_several_units_attack_in_any_order_and_one_advances(table: Any) -> None:
    puzzle(table, "Two together")
    form = table.locator(".play-by-hand")
    form.locator("[data-hold=by-hand-thing]").select_option(
        "US Army Rifle squad on the front row, second from the left"
    )
    form.locator("[data-hold=by-hand-to]").select_option("the second German row, fourth from the left")
    form.get_by_role("button", name="Do it").click()
    expect(table.locator(".play-turn-list")).to_contain_text("US Army adjusts by hand: move 1,0 cell:3,2")
    expect(table.locator('[data-hold="pick-cell:3,2"]')).to_have_attribute("aria-label", re.compile("US Army"))
    table.keyboard.press("Control+z")
    expect(table.locator('[data-hold="pick-cell:1,0"]')).to_have_attribute("aria-label", re.compile("US Army"))
    pick(table, "cell:2,1", "cell:1,0")
    expect(table.locator('[data-hold="pick-cell:1,1"]')).to_have_class(re.compile("play-can"))
    pick(table, "cell:1,1")
    expect(table.locator(".play-choice-list button")).to_have_text(
        [
            "Nobody advances",
            "Rifle squad advances: the front row, second from the left",
            "Rifle squad advances: the first German row, third from the left",
        ]
    )
    table.locator('[data-hold="play-choice-advance:1,0"]').click()
    expect(table.locator(".play-turn-list")).to_contain_text(
        "US Army attacks Armoured car with Rifle squad and Rifle squad. 4 against 3: destroyed. Rifle squad advances."
    )
    expect(table.locator('[data-hold="pick-cell:1,1"]')).to_have_attribute(
        "aria-label", re.compile("US Army Rifle squad")
    )
    table.keyboard.press("Control+z")
    expect(table.locator('[data-hold="pick-cell:1,1"]')).to_have_attribute("aria-label", re.compile("Wehrmacht"))
    table.keyboard.press("Control+y")
    expect(table.locator('[data-hold="pick-cell:1,1"]')).to_have_attribute("aria-label", re.compile("US Army"))


def test_what_is_not_legal_cannot_be_picked(table: Any) -> None:
    puzzle(table, "Attack and defence")
    cell = table.locator('[data-hold="pick-cell:0,-1"]')
    expect(cell).to_have_attribute("aria-disabled", "true")
    cell.click(force=True)
    assert game(table, "picks") == []


def test_range_and_supply_are_shown_on_hover_and_on_focus(table: Any) -> None:
    puzzle(table, "Two together")
    table.locator('[data-hold="pick-cell:1,0"]').hover()
    expect(table.locator(".bz-hit")).to_have_count(4)
    expect(table.locator(".bz-supply")).to_have_count(1)
    look = table.locator(".table-look")
    expect(look).to_contain_text("Supplied from: the front row, third from the left")
    table.locator('[data-hold="pick-cell:2,0"]').focus()
    expect(table.locator(".bz-hit")).to_have_count(0)
    expect(table.locator(".bz-supply")).to_have_count(8)
    expect(table.locator('[data-hold="pick-cell:3,1"] .bz-cut-off')).to_have_text("no supply")
    expect(look).to_be_hidden()
    table.keyboard.press("Space")
    expect(look).to_contain_text("Supplies: the first Allied row, second from the left")
    table.keyboard.press("Space")
    expect(look).to_be_hidden()
    assert game(table, "picks") == []


# ---------------------------------------------------------------- players


def test_two_persons_see_their_own_hands_only(table: Any) -> None:
    open_drawer(table, "people")
    table.locator('[data-hold="play-set-seat-1"]').select_option(label="Person")
    table.locator(KEEP).click()
    expect(table.locator(".play-choices")).to_contain_text("Wehrmacht to move")
    expect(table.locator(".bz-hand")).to_be_hidden()
    expect(table.locator(".play-can")).to_have_count(0)
    table.get_by_role("button", name="I am Wehrmacht: show my hand").click()
    expect(table.get_by_role("heading", name="Hand: Wehrmacht")).to_be_visible()
    table.locator('[data-hold="play-set-hidden"]').uncheck()
    table.locator(KEEP).click()
    expect(table.get_by_role("heading", name="Hand: US Army")).to_be_visible()


@pytest.mark.full
def test_who_plays_is_kept_for_the_game(table: Any) -> None:
    table.evaluate("cardgen.blitz.game.setSeat(1, 'planner')")
    table.reload()
    until(table, "cardgen.blitz?.game?.seats.get(1) === 'planner'")


@pytest.mark.full
def test_four_players(table: Any) -> None:
    open_drawer(table, "people")
    table.locator('[data-hold="play-set-players"]').select_option(label="4")
    expect(table.locator(".bz-army")).to_have_count(4)
    expect(table.locator(".bz-cell")).to_have_count(35)
    table.locator(KEEP).click()
    expect(status(table)).to_contain_text("The hand is full.")


# ---------------------------------------------------------------- links and logs


def test_a_link_holds_the_game(table: Any, blitz: Served) -> None:
    table.locator(KEEP).click()
    expect(status(table)).to_contain_text("Round 1")
    link = "cardgen.unpacked(cardgen.route.state.game ?? '')"
    until(table, f"{link}.then(made => made?.[1].length === cardgen.blitz.game.turns.length)")
    address, turns = table.evaluate("[location.hash, cardgen.blitz.game.turns]")
    begin_anew(table, f"{blitz.address}#/table", "blitz")
    table.evaluate("address => { location.hash = address; }", address)
    expect(table.locator(".play-turn-list li")).to_have_count(len(turns) + 1)
    assert game(table, "turns") == turns


@pytest.mark.full
def test_a_link_that_is_invalid_is_reported(table: Any, blitz: Served) -> None:
    for state, message in (
        ({"game": "nonsense"}, "The game in this link cannot be read."),
        ({"rules": "chess"}, "There are no rules called chess."),
        ({"seed": "x"}, "The game in this link cannot be read."),
    ):
        begin_anew(table, f"{blitz.address}#/table", "blitz", **state)
        expect(status(table)).to_have_text(f"✕ {message}")


def test_turns_of_a_link_that_break_a_rule_are_reported(table: Any) -> None:
    packed = table.evaluate("cardgen.packed([{players: 2}, [{kind: 'pass'}]])")
    table.evaluate("packed => { location.hash = `#/table?game=${packed}`; }", packed)
    expect(status(table)).to_contain_text("✕")


@pytest.mark.full
def test_a_log_is_read_and_its_first_mistake_is_reported(table: Any) -> None:
    open_drawer(table, "happened")
    table.locator("#play-log").fill("game us wm seed 7\nus keep\nwm redraw\n")
    table.locator('[data-hold="play-open"]').click()
    expect(table.locator(".play-turn-list li")).to_have_count(3)
    until(table, "cardgen.route.state.game?.length > 20")
    table.locator("#play-log").fill("game us wm seed 7\nwm keep\n")
    table.locator('[data-hold="play-open"]').click()
    expect(status(table)).to_contain_text("rule 10")
    expect(table.locator(".play-turn-list li")).to_have_count(3)
    table.locator('[data-hold="play-copy"]').click()
    expect(table.locator("#toast")).to_contain_text("Copied.")


# ---------------------------------------------------------------- puzzles


@pytest.mark.full
def test_a_puzzle_asks_and_checks_what_the_engine_has_proven(table: Any) -> None:
    puzzle(table, "Two together")
    answer = table.locator(".bz-verdict")
    for choice, verdict in (("destroyed", "Right"), ("destroyed", "No. The answer is: The attack fails")):
        table.locator(f'[data-hold="puzzle-{choice}"]').click()
        expect(answer).to_contain_text(verdict)
        table.locator('[data-hold="puzzle-next"]').click()
    for _ in range(2):
        table.locator('[data-hold="puzzle-fails"]').click()
        table.locator('[data-hold="puzzle-next"]').click()
    expect(table.locator(".bz-puzzles")).to_contain_text(
        "the smallest group that destroys the unit on the first German row"
    )
    for cell in ("3,0", "2,1", "1,0", "3,0"):  # the first one is marked and not any more
        table.locator(f'[data-hold="pick-cell:{cell}"]').click()
    assert game(table, "picks") == []
    table.locator('[data-hold="puzzle-check"]').click()
    expect(answer).to_contain_text("Right: the front row, second from the left; the first German row")
    table.locator('[data-hold="play-new"]').click()
    expect(table.locator(".bz-puzzles")).to_contain_text("Positions with questions")


@pytest.mark.full
def test_every_position_of_the_game_is_a_puzzle(table: Any) -> None:
    names = table.locator('[data-hold="puzzle-position"] option').all_inner_texts()
    assert len(names) == 1 + len(list((REPOSITORY / "card_data/blitz/scenarios").iterdir()))
    for name in names[1:]:
        puzzle(table, name)
        assert "bz." not in table.locator(".bz-puzzles").inner_text()


@pytest.mark.full
def test_a_site_says_that_playing_needs_the_program(tmp_path: Path, browser: Any) -> None:
    game = tiny_game_in(tmp_path)
    rules = (REPOSITORY / "card_data/blitz/rules/standard.yaml").read_text(encoding="utf-8")
    game.write("card_data/tiny/standard.yaml", rules)
    game.change("card_data/tiny/game.yaml", "author:", "engine: blitz\nrulesets: {standard: standard.yaml}\nauthor:")
    site = tmp_path / "site"
    export_site(Project(game.root, bundled=False), game.name, site, sheets=False, shown_from=game.root)
    with page_of(browser) as page:
        page.goto(f"{site.as_uri()}/index.html#/table")
        expect(page.locator("main")).to_contain_text("This is a static copy.")
