"""Refusals of placements: the first broken rule and the cell."""

from __future__ import annotations

import random

import pytest

from cardgen.games.blokus.checking import check_placement
from cardgen.games.blokus.notation import ShapeMove, parse_entry
from cardgen.games.blokus.placements import list_placements, place
from cardgen.games.blokus.position import BlokusPosition, empty_position
from cardgen.games.blokus.refusals import BlokusError
from cardgen.games.blokus.rules import BlokusRules

from .positions import as_table, random_states
from .rulesets import DUO, SMALL, STANDARD


def read(line: str) -> ShapeMove:
    entry = parse_entry(line)
    assert isinstance(entry, ShapeMove)
    return entry


def after(*lines: str, rules: BlokusRules = STANDARD) -> BlokusPosition:
    """Return the position after legal placements."""
    position = empty_position(rules)
    for placed in map(read, lines):
        position = place(position, placed.colour, check_placement(position, placed, rules), rules)
    return position


def refusal(
    position: BlokusPosition, line: str, rules: BlokusRules = STANDARD
) -> tuple[int | None, str, tuple[int, int] | None]:
    with pytest.raises(BlokusError) as caught:
        check_placement(position, read(line), rules)
    return caught.value.rule, caught.value.code, caught.value.cell


def test_refusals_have_a_rule_a_code_and_a_cell() -> None:
    position = after("red I1 (0,0)")
    assert refusal(position, "red I2 (1,0)(2,0)") == (9, "side-touches", (1, 0))
    assert refusal(position, "red I2 (2,2)(3,2)") == (10, "no-corner", (2, 2))
    assert after("red I1 (0,0)", "red I2 (1,1)(2,1)").used[0] == 0b11
    assert refusal(position, "red I5 (16,0)(17,0)(18,0)(19,0)(20,0)") == (6, "outside", (20, 0))


def test_the_cross_cannot_be_the_first_piece() -> None:
    for x in range(1, 19):
        for y in range(1, 19):
            cross = f"red X5 ({x},{y})({x - 1},{y})({x + 1},{y})({x},{y - 1})({x},{y + 1})"
            assert refusal(empty_position(STANDARD), cross) == (8, "off-the-start", (0, 0))


def test_the_first_broken_rule_is_reported() -> None:
    position = after("red I2 (0,0)(1,0)", "green I1 (19,0)")
    assert refusal(position, "red I2 (19,0)(20,0)")[:2] == (5, "shape-used")
    assert refusal(position, "red I3 (19,0)(20,0)")[:2] == (5, "wrong-shape")
    assert refusal(position, "red I3 (18,0)(19,0)(20,0)") == (6, "outside", (20, 0))
    assert refusal(position, "red I3 (17,0)(18,0)(19,0)") == (7, "occupied", (19, 0))
    assert refusal(position, "blue I3 (17,0)(18,0)(19,0)") == (7, "occupied", (19, 0))
    assert refusal(position, "blue I3 (16,0)(17,0)(18,0)") == (8, "off-the-start", (19, 19))
    assert refusal(position, "red I3 (2,0)(2,1)(2,2)") == (9, "side-touches", (2, 0))
    assert refusal(position, "red I3 (5,5)(5,6)(5,7)") == (10, "no-corner", (5, 5))


def test_shapes_may_be_turned_and_mirrored_but_not_changed() -> None:
    empty = empty_position(STANDARD)
    for cells in ("(0,0)(0,1)(0,2)(1,2)", "(0,0)(0,1)(0,2)(1,0)", "(0,0)(1,0)(2,0)(2,1)", "(0,0)(0,1)(1,1)(2,1)"):
        assert check_placement(empty, read(f"red L4 {cells}"), STANDARD).shape == "L4"
        assert refusal(empty, f"red T4 {cells}")[1] == "wrong-shape"
    assert refusal(empty, "red I2 (0,0)(0,0)")[1] == "wrong-shape"
    assert refusal(empty, "red I2 (0,0)(0,1)(0,1)")[1] == "wrong-shape"
    assert refusal(empty, "red I2 (0,0)(1,1)")[1] == "wrong-shape"


def test_other_colours_may_be_touched_in_any_way() -> None:
    position = after("red I1 (4,4)", "red I5 (5,5)(5,6)(5,7)(5,8)(5,9)", rules=DUO)
    assert check_placement(position, read("blue I4 (6,9)(7,9)(8,9)(9,9)"), DUO).shape == "I4"


def test_a_colour_not_in_the_game_is_refused() -> None:
    assert refusal(empty_position(DUO), "green I1 (4,4)", DUO) == (None, "unknown-colour", None)


@pytest.mark.parametrize("rules", [STANDARD, DUO, SMALL])
def test_engine_and_twin_report_the_same_rule_and_cell(rules: BlokusRules) -> None:
    chance, seen = random.Random(5), set()
    size = rules.board.size
    for state in random_states(6, rules):
        table = as_table(state.position, rules)
        for _ in range(600 // size if rules is SMALL else 12):
            colour = chance.choice(rules.order)
            legal = list_placements(empty_position(rules), colour, rules)
            legal += list_placements(state.position, colour, rules)[:40]
            chosen = chance.choice(legal)
            dx, dy = chance.choice([(0, 0), (chance.randint(-size, size), chance.randint(-size, size))])
            cells = [(x + dx, y + dy) for x, y in chosen.points()]
            line = f"{colour} {chosen.shape} " + "".join(f"({x},{y})" for x, y in cells)
            broken = table.broken(colour, chosen.shape, cells)
            seen.add(broken and broken[0])
            if broken is None:
                check_placement(state.position, read(line), rules)
            else:
                rule, _, cell = refusal(state.position, line, rules)
                assert (rule, cell) == broken
    assert seen >= {None, 5, 6, 7, 9}


def test_listed_placements_are_legal_and_others_are_not() -> None:
    for number, state in enumerate(random_states(7, SMALL)):
        if number % 3 == 0:
            table = as_table(state.position, SMALL)
            for colour in SMALL.order:
                for name, cells in table.legal(colour):
                    assert table.broken(colour, name, list(cells)) is None
