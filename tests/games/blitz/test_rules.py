"""Single rules: mines, obstacles, skills, advancing, readiness, the ends of games; each refusal has its number."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.games.blitz.cards import BlitzCard
from cardgen.games.blitz.combat import is_supplied
from cardgen.games.blitz.endings import immediate_result, is_stuck, judged_result
from cardgen.games.blitz.game import apply, legal_turns, must_break_through
from cardgen.games.blitz.notation import parse_turn
from cardgen.games.blitz.positions import Layout, custom_setup, make_position
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.state import NOTHING, BlitzState, Turn
from tests.cases import for_cases
from tests.games.blitz.playing import parse_scenario

from .comparing import STANDARD, changed


def position(turn: str, rows: dict[int, str], rules: BlitzRules = STANDARD, **hands: str) -> BlitzState:
    """Return a position of two players by some of its rows; both have a card in hand."""
    lines = ["players us wm", f"turn {turn}", *(f"hand {name} {cards}" for name, cards in hands.items()), "map"]
    lines += [f"{y} {rows.get(y, '. . . .')}" for y in range(3, -4, -1)]
    return parse_scenario("\n".join(lines), rules).state


def do(state: BlitzState, *texts: str) -> BlitzState:
    for text in texts:
        state = apply(state, parse_turn(text)[1])
    return state


def refused(state: BlitzState, text: str) -> str:
    with pytest.raises(BlitzError) as caught:
        do(state, text)
    return caught.value.code


def at(state: BlitzState, x: int, y: int) -> str:
    """What lies on a cell: unit or resource, then the facility."""
    cells = [pile[(y + 3) * state.setup.width + x] for pile in (state.ground, state.traps)]
    return "/".join("" if card == NOTHING else state.setup.cards[card].id for card in cells)


HANDS: dict[str, Any] = {"us": "rifles mine obstacle heavy-tank depot emergency", "wm": "rifles feint"}


# ---------------------------------------------------------------- cards on cells


def test_a_mine_discards_an_enemy_that_ends_its_move_on_it() -> None:
    state = position(
        "us deploy", {1: "/wm:mine /wm:mine /us:mine .", 0: "us:rifles us:engineers us:assault ."}, **HANDS
    )
    after = do(state, "us move 0,0 0,1", "wm pass", "us move 1,0 1,1", "wm pass", "us move 2,0 2,1")
    assert (at(after, 0, 1), at(after, 1, 1), at(after, 2, 1)) == ("/", "engineers/mine", "assault/mine")
    assert [after.setup.cards[card].id for card in (*after.discards[0], *after.discards[1])] == ["rifles", "mine"]


def test_a_unit_that_passes_over_a_mine_is_safe() -> None:
    state = position("us deploy", {1: "/wm:mine . . .", 0: "us:scouts . . ."}, **HANDS)
    after = do(state, "us move 0,0 0,2")
    assert (at(after, 0, 2), at(after, 0, 1)) == ("scouts/", "/mine")


def test_an_advance_onto_a_mine_sets_it_off() -> None:
    state = position("us attack", {1: "wm:mortar/wm:mine . . .", 0: "us:rifles . . .", -1: "us:depot . . ."}, **HANDS)
    after = do(state, "us attack 0,1 by 0,0 advance 0,0")
    assert (at(after, 0, 1), at(after, 0, 0)) == ("/", "/")
    assert do(state, "us attack 0,1 by 0,0").turned


def test_an_obstacle_keeps_vehicles_of_both_sides_out() -> None:
    rows = {0: "us:medium-tank . us:armoured-car .", -1: "/us:obstacle . /wm:obstacle ."}
    state = position("us deploy", rows, us="rifles heavy-tank", wm="rifles")
    assert refused(state, "us move 0,0 0,-1") == "B29"
    assert refused(state, "us move 2,0 2,-1") == "B29"
    assert refused(state, "us deploy heavy-tank 0,-1") == "B29"
    assert at(do(state, "us deploy rifles 0,-1"), 0, -1) == "rifles/obstacle"
    assert at(do(state, "us move 2,0 1,-1"), 1, -1) == "armoured-car/"  # around it
    state = position(
        "us attack", {0: "us:medium-tank . . .", 1: "wm:mortar/wm:obstacle . . .", -1: "us:railhead . . ."}
    )
    assert refused(state, "us attack 0,1 by 0,0 advance 0,0") == "B25"


def test_facilities_are_laid_below_units_but_not_on_facilities() -> None:
    state = position("us facility", {-1: "us:rifles wm:rifles . ."}, **HANDS)
    after = do(state, "us lay mine 0,-1")
    assert at(after, 0, -1) == "rifles/mine"
    assert at(do(state, "us lay mine 1,-1"), 1, -1) == "rifles/mine"
    after = do(after, "wm pass")
    assert refused(after, "us lay obstacle 0,-1") == "B15"
    assert refused(after, "us lay obstacle 0,0") == "B18"
    assert refused(after, "us lay rifles 1,-1") == "B12"
    once = position("us facility", {}, changed(facilities=1), **HANDS)
    assert refused(do(once, "us lay mine 0,-1", "wm pass"), "us lay obstacle 1,-1") == "B18"


def test_settlement_is_all_at_once() -> None:
    """The unit is still beside the depot when the depot is discarded: nothing is discarded first."""
    rows = {0: "wm:engineers . . .", -1: "us:depot/us:mine . . .", 1: "wm:depot . . ."}
    state = do(position("us facility", rows, **HANDS), "us pass", "wm pass")
    assert (at(state, 0, -1), at(state, 0, 1), state.step) == ("/", "depot/", "skill")


# ---------------------------------------------------------------- moving and deploying


@for_cases(
    ("text", "code"),
    [
        ("us deploy rifles 0,1", "B13"),
        ("us deploy rifles 0,0", "B13"),
        ("us deploy rifles 0,-1", "B15"),
        ("us deploy mine 1,-1", "B12"),
        ("us deploy scouts 1,-1", "B12"),
        ("us deploy rifles 7,-1", "B8"),
        ("us move 0,-1 1,-2", "B14"),
        ("us move 0,-1 0,1", "B14"),
        ("us move 0,-1 0,-1", "B14"),
        ("us move 0,-1 1,-1", "B15"),
        ("us move 0,-1 -1,-1", "B8"),
        ("us move 0,2 0,1", "B12"),
        ("us move 3,-3 3,-2", "B12"),
        ("us move 1,-3 1,-4", "B8"),
        ("us lay mine 0,-2", "B10"),
        ("us attack 0,2 by 0,-1", "B10"),
        ("us keep", "B10"),
    ],
)
def test_deployments_and_moves_that_break_a_rule(text: str, code: str) -> None:
    rows = {2: "wm:rifles . . .", -1: "us:depot us:rifles . .", -3: ". us:scouts . ."}
    assert refused(position("us deploy", rows, **HANDS), text) == code


def test_a_card_moves_once_a_round_and_not_when_it_was_deployed() -> None:
    state = position("us deploy", {-1: "us:depot . . ."}, **HANDS)
    after = do(state, "us move 0,-1 0,0", "wm pass")
    assert refused(after, "us move 0,0 0,1") == "B12"
    after = do(after, "us deploy rifles 3,-3", "wm pass")
    assert refused(after, "us move 3,-3 3,-2") == "B12"
    twice = position("us deploy", {-1: "us:depot . . ."}, changed(moves=2, move_when_deployed=True), **HANDS)
    assert at(do(twice, "us move 0,-1 0,0", "wm pass", "us move 0,0 0,1"), 0, 1) == "depot/"


def test_the_forced_unit_wins_when_it_breaks_through() -> None:
    state = position("us deploy", {3: "us:rifles us:command-post us:depot ."}, us="rifles", wm="rifles")
    assert state.forced == must_break_through(state)
    assert [state.setup.cards[card].id for card in state.forced] == ["rifles"]
    after = do(state, "us move 0,3 0,4")
    assert after.result is not None
    assert (after.result.winner, after.result.by, after.result.ended) == ("allied", "27c", "28d")
    assert refused(after, "us pass") == "B28"


def test_the_turn_passes_to_the_next_and_a_step_ends_when_all_pass_in_a_row() -> None:
    state = position("us deploy", {}, **HANDS)
    state = do(state, "us pass", "wm deploy rifles 0,1", "us pass")
    assert (state.step, state.actor) == ("deploy", 1)
    state = do(state, "wm pass")
    assert (state.step, state.actor) == ("facility", 0)
    with pytest.raises(BlitzError):
        apply(state, Turn("deploy", "rifles", to=(0, -1)))


# ---------------------------------------------------------------- combat


def test_attackers_are_sideways_until_the_settlement() -> None:
    rows = {1: "wm:armoured-car . . .", 0: "us:rifles . . .", -1: "us:depot . . ."}
    state = do(position("us attack", rows, **HANDS), "us attack 0,1 by 0,0", "wm pass")
    assert refused(state, "us attack 0,1 by 0,0") == "B21"
    assert legal_turns(state) == [Turn("pass")]
    state = do(state, "us pass")
    assert (state.round, state.turned) == (2, frozenset())
    later = changed(ready_up="round-after")
    state = do(position("us attack", rows, later, **HANDS), "us attack 0,1 by 0,0", "wm pass", "us pass")
    assert (state.round, len(state.resting)) == (2, 1)


def test_skills_supply_a_unit_and_turn_an_enemy_sideways() -> None:
    rows = {1: "wm:rifles . . .", 0: "us:rifles . . ."}
    state = position("us skill", rows, **HANDS)
    assert refused(state, "us skill emergency 0,1") == "B20"
    assert refused(state, "us skill feint 0,1") == "B12"
    assert refused(state, "us skill rifles 0,1") == "B12"
    state = do(state, "us skill emergency 0,0", "wm skill feint 0,0", "us pass", "wm pass")
    assert (state.step, is_supplied(state, 12), len(state.turned)) == ("attack", True, 1)
    assert refused(state, "us attack 0,1 by 0,0") == "B21"
    state = position("us skill", rows, **HANDS)
    state = do(state, "us skill emergency 0,0", "wm pass", "us pass")
    assert at(do(state, "us attack 0,1 by 0,0"), 0, 1) == "rifles/"  # 2 against 2
    assert not is_supplied(position("us attack", rows, **HANDS), 12)


def test_objects_can_be_attacked_if_the_rules_say_so() -> None:
    rows = {1: "wm:depot/wm:mine . . .", 0: "us:rifles us:assault . .", -1: "us:depot . . ."}
    assert refused(position("us attack", rows, **HANDS), "us attack 0,1 by 0,0") == "B21"
    state = position("us attack", rows, changed(attack_objects=True), **HANDS)
    assert at(do(state, "us attack 0,1 by 0,0"), 0, 1) == "/mine"
    assert at(do(state, "us raid 0,1 by 0,0"), 0, 1) == "depot/"
    assert refused(state, "us raid 0,1 by 0,0 advance 0,0") == "B25"


def test_only_an_attacker_beside_the_target_advances_unless_the_rules_let_any() -> None:
    rows = {1: "wm:armoured-car . . .", 0: "us:rifles us:assault . .", -1: "us:depot us:depot . ."}
    near, far = (f"us attack 0,1 by 0,0 1,0 advance {cell}" for cell in ("0,0", "1,0"))
    state = position("us attack", rows, **HANDS)
    assert at(do(state, near), 0, 1) == "rifles/"
    assert refused(state, far) == "B25"
    assert at(do(position("us attack", rows, changed(advance="any"), **HANDS), far), 0, 1) == "assault/"


# ---------------------------------------------------------------- ends


def ends(rules: BlitzRules = STANDARD, **fields: Any) -> BlitzState:
    """A position of one unit against one, without other cards."""
    rifles, mortar = (
        BlitzCard("rifles", "unit", 1, 2, 2, 1, ((0, 1),)),
        BlitzCard("mortar", "unit", 1, 3, 0, 1, ((0, 2),)),
    )
    depot = BlitzCard("depot", "resource", 2, level=1, reach=((0, 1), (1, 0)))
    decks = {"us": (rifles, depot), "wm": (mortar, depot)}
    layout = Layout(
        [((0, 0), "us", "rifles"), ((0, 1), "wm", "mortar"), ((0, -1), "us", "depot")],
        hands={"us": ("depot",), "wm": ("depot",)},
    )
    return make_position(custom_setup(rules, ("us", "wm"), decks), layout, **fields)


def test_a_side_without_a_unit_anywhere_has_lost() -> None:
    after = do(ends(), "us attack 0,1 by 0,0")
    assert after.result is not None
    assert (after.result.winner, after.result.by, after.result.ended) == ("allied", "27a", "28d")


def test_on_the_board_alone_both_sides_have_to_deploy_first() -> None:
    board = changed(last_unit="board")
    after = do(ends(board), "us attack 0,1 by 0,0")
    assert after.result is not None
    assert after.result.by == "27a"
    state = position("us deploy", {0: "us:rifles . . ."}, board, **HANDS)
    assert immediate_result(state) is None
    everywhere = position("us deploy", {0: "us:rifles . . ."}, **HANDS)
    assert immediate_result(everywhere) is None


def test_equal_sides_draw_or_count_their_units() -> None:
    state = position("us attack", {3: "us:rifles . . .", 0: "us:scouts . . .", -3: ". . . wm:rifles"})
    assert judged_result(state, "28c").winner == "draw"
    state = position(
        "us attack", {3: "us:rifles . . .", 0: "us:scouts . . .", -3: ". . . wm:rifles"}, changed(equal="units")
    )
    assert judged_result(state, "28c").winner == "allied"


@pytest.mark.parametrize(
    ("no_hand", "step"), [("settlement", "attack"), ("at-once", "deploy"), ("after-draw", "deploy")]
)
def test_a_player_without_cards_in_hand_ends_the_game(no_hand: str, step: str) -> None:
    state = position("us deploy", {}, changed(no_hand=no_hand), us="rifles", wm="rifles")
    state = do(state, "us deploy rifles 0,-1")
    while not state.over and state.round == 1:
        state = apply(state, Turn("pass"))
    if no_hand == "after-draw":
        assert (state.over, state.round) == (False, 2)  # a card was drawn
    else:
        assert state.result is not None
        assert (state.result.ended, state.step) == ("28a", step)


def test_a_player_who_can_do_nothing_ends_the_game() -> None:
    state = ends(step="deploy")
    assert not is_stuck(state, 0)
    full = custom_setup(
        STANDARD,
        ("us", "wm"),
        {"wm": (BlitzCard("a", "unit"),), "us": (BlitzCard("b", "skill", keywords=("supply",)),)},
    )
    state = make_position(full, Layout([((0, 1), "wm", "a")], hands={"us": ("b",)}), "deploy")
    assert is_stuck(state, 0)
    assert not is_stuck(state, 1)


def test_the_game_ends_after_the_last_round() -> None:
    state = position("us attack", {3: "us:rifles . . ."}, changed(rounds=1), **HANDS)
    state = do(state, "us pass", "wm pass")
    assert state.result is not None
    assert (state.result.winner, state.result.ended) == ("allied", "rounds")
