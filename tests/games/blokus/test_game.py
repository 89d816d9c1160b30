"""Games: turns, skipped colours, the end, and the clock."""

from __future__ import annotations

from collections import Counter

import pytest

from cardgen.engines import GameContent
from cardgen.games.blokus.game import (
    BlokusState,
    apply,
    legal_turns,
    new_game,
    time_allowed,
)
from cardgen.games.blokus.notation import ShapeMove
from cardgen.games.blokus.placements import count_placements, list_placements
from cardgen.games.blokus.position import parse_position
from cardgen.games.blokus.refusals import BlokusError
from cardgen.games.blokus.rules import BlokusRules, colour_number
from cardgen.games.blokus.shapes import SHAPES
from cardgen.games.blokus.turn_game import GAME, BlokusOptions

from .positions import as_table, random_states
from .rulesets import BONUS, CLOCK, DUO, PAIRS, SHARED, SMALL, STANDARD, changed

CORNERS = {"red": (0, 0), "green": (19, 0), "blue": (19, 19), "yellow": (0, 19)}


def single_cells(rules: BlokusRules, turns: int) -> BlokusState:
    """Return a game in which every colour begins with the single cell."""
    state = new_game(1, rules)
    for _ in range(turns):
        assert state.colour is not None
        state = apply(state, ShapeMove("", "I1", (CORNERS[state.colour],)))
    return state


@pytest.mark.parametrize("rules", [STANDARD, SHARED, DUO])
def test_every_piece_of_a_game_was_placed_or_is_left(rules: BlokusRules) -> None:
    *_, last = random_states(1, rules)
    uses = GAME.card_uses(last)
    assert list(uses) == list(SHAPES)
    assert sum(sum(played) for played, _ in uses.values()) == len(last.moves)
    owners = Counter(colour for colour in rules.order if colour != rules.shared)
    for shape, (played, left) in uses.items():
        own = [move for move in last.moves if move.shape == shape and move.colour != rules.shared]
        assert len(own) + sum(left) == owners.total()
        assert sum(played) >= len(own)


def test_colours_take_turns_in_order() -> None:
    state = new_game(1, STANDARD)
    for colour, player in [("red", 0), ("green", 1), ("blue", 2), ("yellow", 3)]:
        assert (state.colour, state.to_move, state.over) == (colour, player, False)
        state = apply(state, ShapeMove("", "I1", (CORNERS[colour],)))
    assert (state.colour, state.to_move) == ("red", 0)
    assert [(move.colour, move.shape) for move in state.moves] == [(colour, "I1") for colour in CORNERS]


def test_two_players_have_opposite_corners() -> None:
    assert [single_cells(PAIRS, turns).to_move for turns in range(5)] == [0, 1, 0, 1, 0]
    assert [single_cells(PAIRS, turns).colour for turns in range(5)] == ["red", "green", "blue", "yellow", "red"]


def test_three_players_place_the_shared_colour_in_turn() -> None:
    states = list(random_states(1, SHARED))
    rounds = [(state.colour, state.to_move) for state in states[:13]]
    own = [("red", 0), ("green", 1), ("blue", 2)]
    assert rounds == [*own, ("yellow", 0), *own, ("yellow", 1), *own, ("yellow", 2), ("red", 0)]
    shared = [state.to_move for state in states if state.colour == "yellow"]
    assert shared == [number % 3 for number in range(len(shared))]


def test_who_is_out_still_places_the_shared_colour() -> None:
    """A player whose colour has no placement left keeps their turns of the shared colour."""
    for seed in range(10):
        states = list(random_states(seed, SHARED))
        last = [max(number for number, state in enumerate(states) if state.colour == c) for c in SHARED.order]
        later = [state for state in states if state.colour == "yellow"]
        for player in range(3):
            if any(states.index(state) > last[player] and state.to_move == player for state in later):
                return
    pytest.fail("in no game a colour is out before the shared one")


def test_the_clock_of_a_shared_turn_is_that_of_the_player_who_takes_it() -> None:
    rules = SHARED.model_copy(update={"clock": CLOCK.clock})
    state = new_game(1, rules)
    for colour in ("red", "green", "blue"):
        state = apply(state, ShapeMove("", "I1", (CORNERS[colour],)))
    state = apply(state, ShapeMove("", "I1", (CORNERS["yellow"],), 12_000))
    assert state.time_left == (18_000, 20_000, 20_000)


def test_a_ruleset_is_for_its_seats() -> None:
    for players, rules in [(3, STANDARD), (5, STANDARD), (4, PAIRS), (4, DUO), (4, SHARED)]:
        with pytest.raises(ValueError, match="the ruleset is for"):
            GAME.prepare(BlokusOptions(op="new_game", players=players, seed=1), GameContent({"standard": rules}, {}))


def test_legal_turns_are_the_placements_of_the_colour_to_move() -> None:
    for state in random_states(3, DUO):
        turns = legal_turns(state)
        if state.colour is None:
            assert turns == []
        else:
            legal = list_placements(state.position, state.colour, DUO)
            assert [(turn.shape, turn.cells) for turn in turns] == [
                (placement.shape, placement.points()) for placement in legal
            ]
            assert turns


def test_an_illegal_placement_is_refused_and_changes_nothing() -> None:
    state = single_cells(STANDARD, 4)
    with pytest.raises(BlokusError) as caught:
        apply(state, ShapeMove("", "I2", ((1, 0), (2, 0))))
    assert (caught.value.rule, caught.value.cell) == (9, (1, 0))
    assert state == single_cells(STANDARD, 4)


@pytest.mark.parametrize(
    ("rules", "seeds"), [(STANDARD, range(2)), (SHARED, range(1)), (DUO, range(3)), (SMALL, range(20))]
)
def test_a_colour_is_skipped_if_and_only_if_it_has_no_placement(rules: BlokusRules, seeds: range) -> None:
    for seed in seeds:
        before: BlokusState | None = None
        done: set[str] = set()
        for state in random_states(seed, rules):
            stuck: set[str] = {colour for colour in rules.order if not count_placements(state.position, colour, rules)}
            assert done <= stuck
            done = stuck
            assert state.out <= stuck
            if before is not None and before.colour is not None:
                index = colour_number(rules, before.colour)
                turns = [*rules.order[index + 1 :], *rules.order[: index + 1]]
                assert state.colour == next((colour for colour in turns if colour not in stuck), None)
            before = state
        assert before is not None
        assert before.over
        assert before.out == set(rules.order)
        table = as_table(before.position, rules)
        assert not any(table.legal(colour) for colour in rules.order)


def test_nothing_follows_the_end() -> None:
    *_, last = random_states(4, SMALL)
    assert (last.colour, last.to_move, legal_turns(last), time_allowed(last)) == (None, None, [], None)
    for turn in (ShapeMove("", "I1", ((0, 0),)), ShapeMove(automatic=True)):
        with pytest.raises(BlokusError) as caught:
            apply(last, turn)
        assert (caught.value.code, caught.value.rule) == ("game-over", 14)


def test_games_end_in_possible_positions() -> None:
    for rules in (STANDARD, BONUS, DUO, SMALL):
        *_, last = random_states(5, rules)
        for own, colour in zip(last.position.cells, rules.order, strict=True):
            assert own.bit_count() == sum(len(move.cells) for move in last.moves if move.colour == colour)
        assert last.position.taken.bit_count() == sum(len(move.cells) for move in last.moves)


# ---------------------------------------------------------------- random pieces and the clock


def test_a_random_piece_is_legal_and_follows_from_the_seed() -> None:
    ends = set()
    for seed in range(8):
        state = new_game(seed, STANDARD)
        after = apply(state, ShapeMove(automatic=True))
        assert after == apply(state, ShapeMove(automatic=True))
        move = after.moves[0]
        assert move.automatic
        assert ShapeMove(move.colour, move.shape, move.cells) in legal_turns(state)
        ends.add(move.cells)
    assert len(ends) > 4


def test_a_game_of_random_pieces_ends() -> None:
    state = new_game(7, DUO)
    while not state.over:
        state = apply(state, ShapeMove(automatic=True))
    assert all(move.automatic for move in state.moves)
    assert len(state.moves) > 10


def test_a_turn_uses_its_step_time_first_and_then_the_total() -> None:
    state = new_game(1, CLOCK)
    assert (state.time_left, time_allowed(state)) == ((20_000,) * 4, 30_000)
    state = apply(state, ShapeMove("", "I1", ((0, 0),), 12_000))
    assert state.time_left == (18_000, 20_000, 20_000, 20_000)
    assert not state.moves[-1].automatic
    for colour in ("green", "blue", "yellow"):
        state = apply(state, ShapeMove("", "I1", (CORNERS[colour],), 10_000))
    assert state.time_left == (18_000, 20_000, 20_000, 20_000)
    assert time_allowed(state) == 28_000  # the step time is new every turn


@pytest.mark.parametrize("spent", [30_000, 31_000, 10**9])
def test_a_random_piece_is_placed_when_the_time_is_spent(spent: int) -> None:
    state = new_game(1, CLOCK)
    after = apply(state, ShapeMove("", "I1", ((0, 0),), spent))
    move = after.moves[0]
    assert (move.automatic, move.milliseconds) == (True, 30_000)
    assert after == apply(state, ShapeMove(milliseconds=30_000, automatic=True))
    assert after.time_left == (0, 20_000, 20_000, 20_000)
    assert ShapeMove(move.colour, move.shape, move.cells) in legal_turns(state)
    in_time = apply(state, ShapeMove("", "I1", ((0, 0),), 29_999))
    assert (in_time.moves[0].automatic, in_time.time_left) == (False, (1, 20_000, 20_000, 20_000))


def test_after_the_time_even_an_illegal_placement_is_replaced() -> None:
    assert apply(new_game(1, CLOCK), ShapeMove("", "X5", ((9, 9),), 31_000)).moves[0].automatic


def test_a_player_of_two_colours_has_one_clock() -> None:
    rules = changed(seats=[["red", "blue"], ["green", "yellow"]], clock={"step": 1, "total": 20})
    state = apply(new_game(1, rules), ShapeMove("", "I1", ((0, 0),), 6_000))
    state = apply(state, ShapeMove("", "I1", ((19, 0),), 500))
    assert (state.colour, state.time_left, time_allowed(state)) == ("blue", (15_000, 20_000), 16_000)


def test_a_random_piece_costs_only_its_time() -> None:
    state = apply(new_game(1, CLOCK), ShapeMove(automatic=True))
    assert state.time_left == (20_000,) * 4
    assert state.moves[0].milliseconds == 0


def test_without_a_clock_time_does_not_matter() -> None:
    state = apply(new_game(1, STANDARD), ShapeMove("", "I1", ((0, 0),), 10**9))
    assert (state.time_left, time_allowed(state)) == (None, None)
    assert not state.moves[0].automatic
    with pytest.raises(ValueError, match="expected at least 0"):
        apply(state, ShapeMove("", "I1", ((19, 0),), -1))


def test_a_colour_whose_start_point_is_covered_is_out() -> None:
    rules = changed(
        board={"size": 5, "start": {"red": [0, 0], "blue": [1, 0]}}, order=["red", "blue"], seats=[["red"], ["blue"]]
    )
    state = apply(new_game(1, rules), ShapeMove("", "I2", ((0, 0), (1, 0))))
    assert (state.colour, state.out) == ("red", frozenset({"blue"}))
    assert parse_position(["RR...", *["....."] * 4], rules) == state.position
