"""The table of Blokus: pieces turned and laid with keys and pointer, refusals in words, whole games, links and logs."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardgen.data.project import Project
from cardgen.engines.turn_logs import write_log
from cardgen.games.blokus.shapes import press, shape_cells
from cardgen.games.blokus.turn_game import GAME
from cardgen.review.server.export import export_site
from tests.games.blokus.positions import random_game, verify_log
from tests.games.blokus.rulesets import BONUS, DUO, STANDARD
from tests.games_on_disk import REPOSITORY, table_game_in
from tests.review.conftest import page_of
from tests.review.serving import Served, serving_here
from tests.review.tables import begin_anew, open_drawer, until
from tests.review.test_accessibility import AXE, broken_rules

pytestmark = pytest.mark.browser

FOUR = "RI1-00_GI1-j0_BI1-jj_YI1-0j"
#: Red can go on from one corner only.
LOG = "red I1 (0,0)\ngreen I1 (19,0)\nblue I1 (19,19)\nyellow I1 (0,19)\n"


@pytest.fixture
def blokus(table_of: Callable[[str], Served]) -> Served:
    return table_of("blokus")


@pytest.fixture
def board(shared_page: Any, blokus: Served) -> Any:
    """The page with an empty board, which tests share."""
    return opened(shared_page, blokus)


def opened(page: Any, served: Served, *, bots: str = "", **state: str) -> Any:
    """Open the table. Persons play for everybody, or for nobody but the first player against such bots."""
    begin_anew(page, f"{served.address}#/table", "blokus", ["", bots, bots, bots], **state)
    if ghost(page):
        page.keyboard.press("Escape")
    return page


def line(page: Any) -> Any:
    return page.locator(".bl-line")


def choose(page: Any, shape: str) -> None:
    page.locator(f'[data-hold="piece-{shape}"]').click()
    expect(page.locator(".bl-ghost").first).to_be_visible()


def ghost(page: Any) -> list[tuple[int, int]]:
    return sorted((x, y) for x, y in page.evaluate("cardgen.blokus.ghost() ?? []"))


def link(page: Any) -> str:
    return str(page.evaluate("cardgen.route.state.moves ?? ''"))


def expect_moves(page: Any, moves: str) -> None:
    until(page, f"(cardgen.route.state.moves ?? '') === {moves!r}")


# ---------------------------------------------------------------- a piece in hand


def test_the_first_moves_are_counted(board: Any) -> None:
    expect(line(board)).to_have_text("Red begins: 58 moves.")
    expect(board.locator(".bl-player", has_text="58 moves")).to_have_count(4)
    expect(board.get_by_role("button", name="X5, 0 moves")).to_be_enabled()
    expect(board.get_by_role("button", name="L5, 6 moves")).to_be_enabled()


def test_three_players_place_the_shared_colour_in_turn(shared_page: Any, blokus: Served) -> None:
    page = opened(shared_page, blokus, rules="shared-colour", moves="RI1-00_GI1-j0_BI1-jj")
    expect(line(page)).to_have_text("Yellow to move, placed by Red: 58 moves.")
    expect(page.locator(".bl-player", has_text="Yellow")).to_contain_text("all in turn")
    choose(page, "I1")
    page.keyboard.press("Enter")
    expect(page.locator("#play-live")).to_contain_text("Yellow I1 at the bottom left by Red.")


def test_the_keys_turn_and_flip_as_the_rules_say(board: Any) -> None:
    choose(board, "F5")
    board.evaluate("cardgen.blokus.turned = cardgen.blokus.cards.shapes.get('F5')")
    drawn = tuple(tuple(cell) for cell in board.evaluate("cardgen.blokus.turned"))
    pressed = ""
    for key in "dwasddwaaws":
        board.keyboard.press(key)
        pressed += key
        turned = board.evaluate("cardgen.blokus.turned")
        assert tuple(sorted((x, y) for x, y in turned)) == press(drawn, pressed), pressed


def test_a_piece_is_moved_and_laid_by_keys_alone(board: Any) -> None:
    board.locator('[data-hold="piece-L5"]').focus()
    board.keyboard.press("Enter")
    assert board.evaluate("document.activeElement.className").startswith("bl-stage")
    expect(line(board)).to_have_text(re.compile(r"^✓ L5, column 0, row 0: it may lie here\.$"))
    before = ghost(board)
    for key in ("ArrowRight", "ArrowDown", "ArrowDown"):
        board.keyboard.press(key)
    assert ghost(board) == [(x + 1, y + 2) for x, y in before]
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowUp"):
        board.keyboard.press(key)  # no further than the edge
    assert ghost(board) == before
    board.evaluate("window.left = document.querySelectorAll('.bl-player')[1].querySelector('.bl-left-over svg')")
    board.keyboard.press(" ")
    expect(board.locator(".bl-last")).to_be_visible()
    expect(line(board)).to_have_text("Green begins: 58 moves.")
    assert board.evaluate("window.left.isConnected")  # what Green has left is not drawn anew
    expect(board.locator("#play-live")).to_have_text("Red L5 at the top left. Green begins: 58 moves.")
    assert board.evaluate("document.activeElement.className").startswith("bl-stage")


def test_where_it_may_not_lie_the_engine_says_why(board: Any) -> None:
    choose(board, "X5")
    refusal = "Rule 8: the first piece does not cover the start point (0,0)."
    expect(line(board)).to_contain_text(refusal)
    expect(board.locator("#play-live")).to_contain_text(refusal)
    expect(board.locator(".bl-edge.bl-is-legal")).to_have_count(0)
    expect(board.locator('[data-hold="place"]')).to_be_visible()
    board.keyboard.press("Enter")
    assert link(board) == ""
    board.keyboard.press("Escape")
    expect(board.locator(".bl-ghost")).to_have_count(0)


@pytest.mark.full
def test_a_refusal_is_shown_in_the_language_of_the_page(shared_page: Any, blokus: Served) -> None:
    page = opened(shared_page, blokus, moves=FOUR)
    choose(page, "I2")
    page.evaluate("cardgen.blokus.moveTo(1, 0)")
    expect(line(page)).to_contain_text("Rule 9: (1,0) shares an edge with a piece of the same colour.")
    page.get_by_role("button", name="简体中文").click()
    expect(line(page)).to_contain_text("规则 9：(1,0) 与同色棋子的边相接。")
    page.evaluate("cardgen.set('language', 'en')")


def test_n_goes_through_the_places_where_it_may_lie(board: Any) -> None:
    choose(board, "L5")
    seen = set()
    for _ in range(6):
        seen.add(tuple(ghost(board)))
        expect(line(board)).to_contain_text("it may lie here.")
        board.keyboard.press("n")
    assert len(seen) == 6
    assert tuple(ghost(board)) in seen


def test_a_mouse_leads_the_piece_and_lays_it(board: Any) -> None:
    choose(board, "O4")
    size = board.locator(".bl-ground").bounding_box()
    cell = size["width"] / 20
    board.mouse.move(size["x"] + 7 * cell, size["y"] + 9 * cell)
    assert ghost(board) == [(6, 8), (6, 9), (7, 8), (7, 9)]
    board.mouse.move(size["x"] + 1 * cell, size["y"] + 1 * cell)
    assert ghost(board) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    expect(board.locator(".bl-edge.bl-is-legal")).to_have_count(1)
    board.mouse.down()
    board.mouse.up()
    expect_moves(board, "RO4-00011011")


def test_a_piece_is_dragged_from_the_hand_to_the_board(board: Any) -> None:
    size = board.locator(".bl-ground").bounding_box()
    cell = size["width"] / 20
    board.locator('[data-hold="piece-O4"]').hover()
    board.mouse.down()
    board.mouse.move(size["x"] - 200, size["y"], steps=3)
    expect(board.locator(".bl-ghost").first).to_be_visible()
    board.mouse.up()  # beside the board: it goes back
    expect(board.locator(".bl-ghost")).to_have_count(0)
    board.locator('[data-hold="piece-O4"]').hover()
    board.mouse.down()
    board.mouse.move(size["x"] + cell, size["y"] + cell, steps=3)
    board.mouse.up()
    expect_moves(board, "RO4-00011011")


# ---------------------------------------------------------------- a game


def test_undo_and_redo_and_steps(shared_page: Any, blokus: Served) -> None:
    page = opened(shared_page, blokus, moves=FOUR)
    expect(line(page)).to_have_text(re.compile(r"^Red to move: \d+ moves\.$"))
    page.keyboard.press("Control+z")
    expect(line(page)).to_have_text("Yellow begins: 58 moves.")
    expect_moves(page, FOUR.rsplit("_", 1)[0])
    page.keyboard.press("Control+y")
    expect_moves(page, FOUR)
    open_drawer(page, "happened")
    page.locator('[data-hold="play-turn-1"]').click()
    expect_moves(page, "RI1-00")
    expect(page.locator(".play-undone")).to_have_count(3)
    choose(page, "I2")
    page.keyboard.press("Enter")
    expect(page.locator(".play-turn-list li")).to_have_count(3)  # what was undone is forgotten


@pytest.mark.soak
def test_a_colour_plays_by_itself_and_a_whole_game_keeps_the_rules(shared_page: Any, blokus: Served) -> None:
    page = opened(shared_page, blokus, rules="small-board")
    expect(line(page)).to_have_text("Red begins: 414 moves.")
    page.evaluate("cardgen.blokus.game.pace = 0")
    open_drawer(page, "people")
    page.locator(".play-seats").get_by_label("Blue").select_option("Computer: easy")
    open_drawer(page, "more")
    page.locator('[data-hold="random"]').click()
    expect(page.locator(".play-turn-list li")).to_have_count(3)
    expect(line(page)).to_have_text(re.compile("^Red to move"))
    log = write_log(GAME, random_game(3, DUO)).splitlines()
    assert page.evaluate("log => cardgen.blokus.game.openLog(log)", "\n".join(log[:-8]))  # nearly to its end
    page.locator('[data-hold="finish"]').click()
    expect(page.locator(".bl-result")).to_be_visible()
    expect(line(page)).to_contain_text("The game is over.")
    log = page.locator("#play-log").input_value()
    state = verify_log(log, DUO)
    assert state.over
    assert log.splitlines()[-1].startswith("scores ")
    expect(page.locator(".bl-result li")).to_have_count(2)
    expect(page.locator(".bl-gone").last).to_contain_text("no moves left")
    page.locator('[data-hold="play-undo"]').click()
    expect(page.locator(".bl-result")).to_have_count(0)
    expect(page.locator(".play-seats").get_by_label("Blue")).to_have_value("Computer: easy")


@pytest.mark.full
def test_a_forced_skip_is_announced(shared_page: Any, blokus: Served) -> None:
    """Found by playing: the position before a placement after which somebody is passed over."""
    text = (REPOSITORY / "card_data" / "blokus" / "rulebook.en.md").read_text(encoding="utf-8")
    log = text.split("```log standard")[1].split("---")[0]
    state = verify_log(log, STANDARD)
    order = STANDARD.order
    skip = next(
        number
        for number, (move, after) in enumerate(zip(state.moves, state.moves[1:], strict=False))
        if order[(order.index(move.colour) + 1) % 4] != after.colour
    )
    page = opened(shared_page, blokus)
    open_drawer(page, "happened")
    page.locator("#play-log").fill(log)
    page.locator('[data-hold="play-open"]').click()
    expect(page.locator(".bl-result li").first).to_contain_text("Blue 0 cells left")
    page.locator(f'[data-hold="play-turn-{skip + 1}"]').click()
    expect(page.locator(".bl-skipped")).to_contain_text("no moves left, skipped from now on.")


@pytest.mark.full
def test_points_of_the_rules_with_a_bonus(shared_page: Any, blokus: Served) -> None:
    text = (REPOSITORY / "card_data" / "blokus" / "rulebook.en.md").read_text(encoding="utf-8")
    log = "\n".join(
        part for part in text.split("```log standard")[1].split("---")[0].splitlines() if not part.startswith("scores")
    )
    assert verify_log(log, BONUS).over
    page = opened(shared_page, blokus, rules="bonus")
    open_drawer(page, "happened")
    page.locator("#play-log").fill(log)
    page.locator('[data-hold="play-open"]').click()
    expect(page.locator(".bl-result li").first).to_have_text(re.compile(r"^1\.\s+Blue\s+20 points$"))
    assert page.locator("#play-log").input_value().endswith("scores -10 -19 20 -19\n")


def place_by_hand(page: Any, *ways: str) -> int:
    """Place pieces, each in the next way, until the game is over. Return how many."""
    for count, way in enumerate(itertools.cycle(ways)):
        if not page.evaluate("Boolean(cardgen.blokus.game.facts.colour)"):
            return count
        piece = page.locator(".bl-piece:not(.bl-stuck)").first
        if way == "keys":
            piece.focus()
            page.keyboard.press("Enter")
        else:
            (piece.tap if way == "touch" else piece.click)()
        expect(page.locator(".bl-edge.bl-is-legal")).to_be_visible()
        assert not page.evaluate("document.scrollingElement.scrollHeight > innerHeight")
        page.evaluate("cardgen.blokus.game.facts.isOld = true")
        if way == "keys":
            page.keyboard.press("Enter")
        else:
            place = page.locator('[data-hold="place"]')
            (place.tap if way == "touch" else place.click)()
        until(page, "!cardgen.blokus.game.facts.isOld")
    raise AssertionError("the ways go on for ever")


@pytest.mark.soak
@pytest.mark.parametrize(("way", "width", "height"), [("touch", 390, 844), ("keys", 1280, 800), ("mouse", 1280, 800)])
def test_a_whole_game_is_made_by_hand(browser: Any, blokus: Served, way: str, width: int, height: int) -> None:
    with page_of(browser, viewport={"width": width, "height": height}, has_touch=True) as page:
        opened(page, blokus, rules="small-board")
        page.set_viewport_size({"width": width, "height": height})
        assert place_by_hand(page, way) > 15
        expect(page.locator(".table-end")).to_contain_text("Winner:")


def test_a_game_is_played_to_its_end_by_mouse_keys_and_touch(browser: Any, blokus: Served) -> None:
    """On a phone: board, pieces and buttons are in one screen."""
    log = "\n".join(write_log(GAME, random_game(3, DUO)).splitlines()[:-7])
    with page_of(browser, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        opened(page, blokus, rules="small-board")
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("log => cardgen.blokus.game.openLog(log)", log)
        assert place_by_hand(page, "mouse", "keys", "touch") >= 3
        expect(page.locator(".bl-result li")).to_have_count(2)
        end = page.locator(".table-end")
        expect(end).to_contain_text("Winner:")
        page.evaluate(AXE)
        assert broken_rules(page) == []
        turns = page.evaluate("cardgen.blokus.game.turns.length")
        end.get_by_role("button", name="Look at the table").tap()
        expect(end).to_be_hidden()
        page.evaluate(f"cardgen.blokus.game.travel({turns - 1})")
        until(page, "Boolean(cardgen.blokus.game.facts.colour)")
        page.evaluate(f"cardgen.blokus.game.travel({turns})")  # comes to the same end again
        end.locator(".table-moments button").first.tap()  # goes there
        expect(end).to_be_hidden()
        page.evaluate(f"cardgen.blokus.game.travel({turns})")
        end.get_by_role("button", name="Play again, seats changed").tap()
        until(page, "cardgen.blokus.game.turns.length === 0")
        expect(end).to_be_hidden()


@pytest.mark.full
def test_a_free_corner_lights_the_pieces_that_cover_it(shared_page: Any, blokus: Served) -> None:
    page = opened(shared_page, blokus, moves=FOUR)
    corner = page.locator(".bl-corner")
    expect(corner).to_have_count(1)
    corner.click()
    expect(page.locator(".bl-spot")).to_be_visible()
    expect(page.locator('[data-hold="piece-L5"].play-can')).to_be_visible()
    choose(page, "L5")
    assert (1, 1) in ghost(page)


# ---------------------------------------------------------------- links and logs


def test_a_link_holds_the_game_and_a_log_is_written_and_read(shared_page: Any, blokus: Served) -> None:
    page = opened(shared_page, blokus, moves=FOUR)
    open_drawer(page, "happened")
    expect(page.locator("#play-log")).to_have_value(LOG)
    page.locator("#play-log").fill("red V3 (0,0)(1,0)(0,1) # a corner\n")
    page.locator('[data-hold="play-open"]').click()
    expect(page.locator(".play-turn-list li")).to_have_count(2)
    expect(page.locator(".play-comment")).to_have_text("a corner")
    page.locator('[data-hold="play-copy"]').click()
    expect(page.locator("#toast")).to_contain_text("Copied.")


@pytest.mark.full
def test_the_board_can_be_saved_as_a_picture(page: Any, blokus: Served) -> None:
    open_drawer(opened(page, blokus, moves=FOUR), "happened")
    with page.expect_download() as waiting:
        page.locator('[data-hold="picture"]').click()
    picture = Path(waiting.value.path()).read_text(encoding="utf-8")
    assert waiting.value.suggested_filename == "board.svg"
    assert "1 red I1; 2 green I1; 3 blue I1; 4 yellow I1." in picture
    assert "角角相连" in picture


@pytest.mark.full
def test_a_link_that_is_invalid_is_reported(shared_page: Any, blokus: Served) -> None:
    for state, message in (
        ({"moves": "RI1-11"}, "Line 1, rule 8: the first piece does not cover the start point (0,0)."),
        ({"moves": "RI1-00_RI2-1121"}, "Line 2, rule 12: it is the turn of green."),
        ({"moves": "nonsense"}, "The game in this link cannot be read."),
        ({"rules": "chess"}, "There are no rules called chess."),
        ({"seed": "x"}, "The game in this link cannot be read."),
    ):
        page = opened(shared_page, blokus, **state)
        expect(line(page)).to_have_text(f"✕ {message}")


def test_a_log_that_breaks_a_rule_is_reported_and_the_table_stays(shared_page: Any, blokus: Served) -> None:
    page = opened(shared_page, blokus, moves=FOUR)
    open_drawer(page, "happened")
    page.locator("#play-log").fill(f"{LOG}red I2 (1,0)(2,0)")
    page.locator('[data-hold="play-open"]').click()
    expect(line(page)).to_contain_text("Line 5, rule 9: (1,0) shares an edge")
    assert link(page) == FOUR


# ---------------------------------------------------------------- for everybody, everywhere


def test_every_shape_of_the_page_is_one_of_the_engine(board: Any) -> None:
    shapes = board.evaluate("[...cardgen.blokus.cards.shapes]")
    assert len(shapes) == 21
    for name, cells in shapes:
        ways = {press(shape_cells(name), keys) for keys in ("", "d", "dd", "ddd", "w", "wd", "wdd", "wddd")}
        assert tuple(sorted((x, y) for x, y in cells)) in ways


@pytest.mark.full
def test_rules_saved_anew_are_played_anew(page: Any, tmp_path: Path) -> None:
    game = table_game_in(tmp_path, "blokus")
    with serving_here(game) as running:
        opened(page, running)
        expect(line(page)).to_have_text("Red begins: 58 moves.")
        game.change("card_data/blokus/rules/standard.yaml", "red: [0, 0]", "red: [6, 6]")
        expect(line(page)).to_contain_text("red starts at (6, 6), but on the board")
        game.change("card_data/blokus/rules/standard.yaml", "red: [6, 6]", "red: [0, 0]")
        expect(line(page)).to_have_text("Red begins: 58 moves.")
        page.goto("about:blank")  # before the server ends


@pytest.mark.full
def test_a_site_shows_a_game_and_brings_this_table_only(tmp_path: Path, browser: Any) -> None:
    game = table_game_in(tmp_path, "blokus")
    site = tmp_path / "site"
    export_site(Project(game.root, bundled=False), game.name, site, sheets=False, shown_from=game.root)
    assert [path.name for path in (site / "page" / "tables").iterdir()] == ["blokus"]
    with page_of(browser) as page:
        page.goto(f"{site.as_uri()}/index.html#/table?moves={FOUR}")
        expect(page.locator(".play-site")).to_contain_text("a static copy")
        expect(page.locator("#play-log")).to_have_value(LOG)
        expect(page.locator("#bl-described li").first).to_have_text("Row 0: R..................G")
        open_drawer(page, "happened")
        page.locator("#play-log").fill("red I2 (0,0)(1,0)\nwhat is this")
        page.locator('[data-hold="play-open"]').click()
        expect(line(page)).to_contain_text("This notation cannot be read")
        page.locator("#play-log").fill("red I2 (0,0)(1,0)\n")
        page.locator('[data-hold="play-open"]').click()
        expect(page.locator("#bl-described li").first).to_have_text("Row 0: RR..................")


def test_place_is_marked_as_unusable_where_the_piece_is_not_legal(board: Any) -> None:
    place = board.get_by_role("button", name="Place it", exact=True)
    board.get_by_role("button", name="L5, 6 moves").click()
    expect(place).to_have_attribute("aria-disabled", "false")
    board.keyboard.press("ArrowRight")
    board.keyboard.press("ArrowDown")
    expect(place).to_have_attribute("aria-disabled", "true")
    board.keyboard.press("Escape")
    assert board.evaluate("cardgen.route.view") == "table"


def test_one_move_is_one(board: Any) -> None:
    assert board.evaluate("[cardgen.blokus.movesText(1), cardgen.blokus.movesText(2)]") == ["1 move", "2 moves"]


# ---------------------------------------------------------------- bots, hints, clocks, replay


def test_a_bot_answers_and_a_hint_is_a_legal_piece(shared_page: Any, blokus: Served) -> None:
    page = opened(shared_page, blokus, bots="planner")
    assert page.locator(".play-seats").get_by_label("Green").evaluate(
        "(field) => [...field.options].map(({ text }) => text)"
    ) == [
        "Person",
        "Computer: easy",
        "Computer: medium",
        "Computer: hard",
    ]
    page.evaluate("cardgen.blokus.game.pace = 0")
    expect(page.locator(".bl-corner")).to_have_count(1)
    page.keyboard.press("h")
    expect(line(page)).to_contain_text("it may lie here.")
    page.keyboard.press("Enter")
    expect(page.locator(".play-turn-list li")).to_have_count(5)
    expect(line(page)).to_have_text(re.compile(r"^Red to move: \d+ moves\.$"))
    corners = page.evaluate("cardgen.blokus.game.facts.corners.red.length")
    assert corners > 1
    expect(page.locator(".bl-corner")).to_have_count(corners)
    open_drawer(page, "more")
    page.get_by_label("Mark free corners").uncheck()
    expect(page.locator(".bl-corner")).to_have_count(0)
    expect(page.locator(".bl-left-over").nth(1).locator("svg")).to_have_count(20)  # the pieces of an opponent
    # One undo takes back the answers of the bots, too.
    page.locator('[data-hold="play-undo"]').click()
    expect(page.locator(".play-turn-list [aria-current]")).to_contain_text("Start")


@pytest.mark.full
def test_nobody_plays_out_a_game_of_others(shared_page: Any, blokus: Served) -> None:
    page = opened(shared_page, blokus)
    open_drawer(page, "more")
    finish = page.get_by_role("button", name="Play out")
    expect(finish).to_be_visible()
    page.evaluate("cardgen.blokus.game.openShared('Ann')")
    expect(finish).to_have_count(0)
    page.evaluate("cardgen.blokus.game.leaveShared()")
    expect(finish).to_be_visible()


@pytest.mark.full
@pytest.mark.usefixtures("own_page")
def test_a_clock_runs_out_and_a_random_piece_is_placed(page: Any, blokus: Served) -> None:
    page.clock.install()
    opened(page, blokus)
    open_drawer(page, "people")
    page.locator('[data-hold="play-set-clock"]').select_option("10 s a turn and 2 min each")
    expect(page.locator(".bl-time").first).to_have_text(re.compile(r"0:(10|09) \+ 2:00"))
    page.clock.run_for(130_500)
    until(page, "cardgen.blokus.game.at >= 1")
    move = page.evaluate("cardgen.blokus.game.turns[0]")
    assert (move["automatic"], move["milliseconds"], move["colour"]) == (True, 130_000, "red")
    expect(page.locator(".bl-time").first).to_have_text("0:10 + 0:00")


@pytest.mark.full
def test_comments_are_in_the_link_the_log_and_the_replay(shared_page: Any, blokus: Served) -> None:
    page = opened(shared_page, blokus, moves=FOUR)
    open_drawer(page, "happened")
    page.locator('[data-hold="play-turn-2"]').click()
    expect(page.locator(".play-replay-at")).to_have_text("2 of 4")
    page.locator("#table-happened").get_by_label("Comment on this position").fill("Green is *late*.")
    page.keyboard.press("Tab")
    expect(page.locator(".play-comment")).to_have_text("Green is *late*.")
    until(page, "Boolean(cardgen.route.state.game)")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".play-replay-at")).to_have_text("1 of 4")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#table-happened").get_by_label("Comment on this position")).to_have_value("Green is *late*.")
    page.locator('[data-hold="play-replay-last"]').click()
    expect(page.locator(".play-replay-at")).to_have_text("4 of 4")
    log = page.locator("#play-log").input_value()
    assert log == LOG.replace("(19,0)\n", "(19,0)\n# Green is *late*.\n")
    page.evaluate("cardgen.blokus.game.replayPace = 1")
    page.locator('[data-hold="play-replay-play"]').click()
    until(page, "!cardgen.blokus.game.isReplaying")
    expect(page.locator(".play-replay-at")).to_have_text("4 of 4")
    # The log as a file, saved and loaded.
    with page.expect_download() as waiting:
        page.locator('[data-hold="play-save"]').click()
    file = Path(waiting.value.path())
    assert (waiting.value.suggested_filename, file.read_text(encoding="utf-8")) == ("blokus.txt", log)
    page.locator('[data-hold="play-new"]').click()
    expect(page.locator(".play-turn-list li")).to_have_count(1)
    page.locator('[data-hold="play-load"]').set_input_files(file)
    expect(page.locator(".play-comment")).to_have_text("Green is *late*.")
    expect(page.locator("#play-log")).to_have_value(log)


@pytest.mark.full
def test_a_game_goes_on_after_the_page_is_opened_again(shared_page: Any, blokus: Served) -> None:
    page = opened(shared_page, blokus, moves=FOUR)
    open_drawer(page, "happened")
    page.locator('[data-hold="play-turn-3"]').click()
    expect_moves(page, FOUR.rsplit("_", 1)[0])
    page.goto("about:blank")
    page.goto(f"{blokus.address}#/table")
    expect(page.locator(".play-replay-at")).to_have_text("3 of 4")
    page.reload()
    expect(page.locator(".play-replay-at")).to_have_text("3 of 4")
    expect(page.locator(".play-undone")).to_have_count(1)
