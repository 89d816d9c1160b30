from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.games.block_killer import position_sets as module
from cardgen.games.block_killer.blocks import BLOCKS, place_block
from cardgen.games.block_killer.field import cells_mask, full_rows, mask_cells, parse_field, stack_rows
from cardgen.games.block_killer.placements import Placement, legal_placements, list_placements
from cardgen.games.block_killer.rules import Rotation, SpinRule
from tests.cases import for_cases, read_cases
from tests.examples import examples

from . import twin
from .rulesets import STANDARD, changed

SPIN_RULES: list[SpinRule] = ["immobile", "three-corner", "any", "never"]
ROTATIONS: list[Rotation] = ["srs", "plain"]
Kinds = dict[frozenset[tuple[int, int]], str]


def kind(placement: Placement) -> str:
    return "mini" if placement.mini else "spin" if placement.spin else "-"


def kinds_of(field: int, block: str, spin: SpinRule = "immobile", rotation: Rotation = "srs") -> Kinds:
    placements = list_placements(field, block, spin, rotation)
    by_cells = {frozenset(placement.points()): kind(placement) for placement in placements}
    assert len(by_cells) == len(placements), "a placement is listed once"
    return by_cells


# ----------------------------------------------------------------------------------------------------------------------
# Against the slow twin


def _hole(start: int, width: int, *, turned: bool) -> str:
    row = "".join("." if start <= x < start + width else "#" for x in range(10))
    return row[::-1] if turned else row


#: Rows as a stack has them: garbage, noise of several densities, rows with nothing in them and full ones.
ROW = st.one_of(
    st.builds(_hole, st.integers(0, 9), st.integers(0, 5), turned=st.booleans()),
    st.text("#.", min_size=10, max_size=10),
    st.text("#....", min_size=10, max_size=10),
    st.text("####.", min_size=10, max_size=10),
    st.sampled_from(["#.#.#.#.#.", ".#.#.#.#.#"]),
)


@st.composite
def open_caverns(draw: st.DrawFn) -> list[str]:
    """Return a stack with a crooked shaft from the top, wide in some places, so that turns matter."""
    rows = [list(row) for row in draw(st.lists(ROW, min_size=2, max_size=9))]
    x = draw(st.integers(0, 9))
    for row in reversed(rows):
        for step in draw(st.lists(st.sampled_from([-1, 0, 1]), min_size=1, max_size=4)):
            row[x] = "."
            x = min(9, max(0, x + step))
        row[x] = "."
    return ["".join(row) for row in rows]


FIELDS = st.lists(ROW, max_size=12) | open_caverns()


@examples(20_000, few=60)
@given(FIELDS, st.sampled_from(BLOCKS), st.sampled_from(SPIN_RULES), st.sampled_from(ROTATIONS))
def test_the_engine_and_its_slow_twin_agree(rows: list[str], block: str, spin: SpinRule, rotation: Rotation) -> None:
    field = stack_rows(rows)
    assert kinds_of(field, block, spin, rotation) == twin.placements(mask_cells(field), block, spin, rotation)


@examples(20)
@given(open_caverns(), open_caverns(), st.integers(3, 25), st.sampled_from("TJLSZI"), st.sampled_from(SPIN_RULES))
def test_they_agree_on_fields_taller_than_twenty_rows(
    low: list[str], high: list[str], between: int, block: str, spin: SpinRule
) -> None:
    field = stack_rows([*low, *["####..####"] * between, *high])
    assert kinds_of(field, block, spin) == twin.placements(mask_cells(field), block, spin)


@examples(100)
@given(FIELDS, st.sampled_from("TJLSZI"), st.sampled_from(SPIN_RULES))
def test_more_free_rows_above_the_stack_change_nothing(rows: list[str], block: str, spin: SpinRule) -> None:
    field = stack_rows(rows)
    expected = kinds_of(field, block, spin)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "ROOM", 24)
        assert kinds_of(field, block, spin) == expected


# ----------------------------------------------------------------------------------------------------------------------
# Drawn set-ups: the letters are the cells of the locked block

SETUPS = read_cases("""
T-spin double | spin | ####..#### ###TTT#### ####T#####
T-spin triple, through the last kick | mini | ####...... ###....... ###T###### ###TT##### ###T######
S-spin double | spin | ####...### ###S...### ###SS##### ####S#####
Z-spin double | spin | ###...#### ###...Z### #####ZZ### #####Z####
Z-spin triple, kicked in | mini | ####..#### #####Z#### ####ZZ#### ####Z#####
S-spin triple, kicked in | mini | ####..#### ####S##### ####SS#### #####S####
L-spin triple, kicked in | mini | ######.### ####....## ####L##### ####L##### ####LL####
J-spin triple, kicked in | mini | ###.###### ##....#### #####J#### #####J#### ####JJ####
I-spin, turned in place | spin | #####.#### ####IIII## #####.####
I-spin, kicked upright | mini | ####..#### ####...I## ####...I## #######I## #######I##
J never moves up, except as part of a kick | mini | ....J..... ##.#J##### ##.JJ#####
monomino tucked half-way down | - | ###.###### ##M.###### ###.######
I tucked half-way down | - | ......#### ......IIII ......####
O slid along the floor | - | #######... ...OO..... ...OO.....
""")


def _setup(drawing: str) -> tuple[int, str, frozenset[tuple[int, int]]]:
    """Return the field, the block and the cells of a drawing."""
    rows = drawing.split()
    (block,) = set("".join(rows)) - {"#", "."}
    cells = frozenset((x, y) for y, row in enumerate(reversed(rows)) for x, cell in enumerate(row) if cell == block)
    return parse_field("\n".join(rows).replace(block, ".")), block, cells


@pytest.mark.parametrize(("name", "expected", "drawing"), SETUPS)
def test_famous_set_ups(name: str, expected: str, drawing: str) -> None:
    field, block, cells = _setup(drawing)
    assert kinds_of(field, block).get(cells) == expected
    assert twin.placements(mask_cells(field), block).get(cells) == expected
    for lines, word in enumerate(["single", "double", "triple"], 1):
        if word in name:
            assert len(full_rows(field | cells_mask(cells))) == lines
    assert kinds_of(field, block, "never").get(cells) == "-"


@for_cases("drawing", [drawing for name, _, drawing in SETUPS if "kick" in name])
def test_with_plain_rotation_only_the_first_test_is_tried(drawing: str) -> None:
    field, block, cells = _setup(drawing)
    assert cells not in kinds_of(field, block, rotation="plain")


# ----------------------------------------------------------------------------------------------------------------------
# The rules, one by one


def test_a_block_enters_above_everything_in_any_column_and_orientation() -> None:
    counts = {block: len(list_placements(0, block)) for block in BLOCKS}
    assert counts == {"Z": 17, "S": 17, "J": 34, "L": 34, "T": 34, "O": 9, "I": 17, "M": 10}


def test_no_mirror_images() -> None:
    for block, mirror in ("SZ", "JL"):
        assert not kinds_of(0, block).keys() & kinds_of(0, mirror).keys()


def test_no_half_turns() -> None:
    # A half turn from the other upright orientation would lead the J to these cells. Quarter turns do not.
    field, block, cells = _setup("...J...... ###J###### ##JJ.#####")
    assert cells not in kinds_of(field, block)
    upright = frozenset({(3, 0), (3, 1), (3, 2), (4, 2)})
    assert upright in kinds_of(field, block)


def test_the_first_kick_that_fits_is_taken() -> None:
    # A later kick would lead the L into the slot. An earlier one fits first and leads to another place.
    field, _, cells = _setup("""
        ..L.......
        ##L#######
        ##LL######
        ##.#######
    """)
    assert cells not in kinds_of(field, "L")


@for_cases(
    ("drawing", "kind"),
    [
        ("####..#### ###TTT#### ####T#####", "spin"),
        ("###....### ###TTT#### ####T#####", "-"),  # nothing above: it can be lifted
        ("####T.#### ###TTT.### ####.#####", "-"),  # room on the right
        ("####.T#### ###.TTT### #####.####", "-"),  # room on the left
    ],
)
def test_a_spin_can_move_neither_left_nor_right_nor_up(drawing: str, kind: str) -> None:
    field, block, cells = _setup(drawing)
    assert kinds_of(field, block, "any")[cells] == "spin"
    assert kinds_of(field, block, "immobile")[cells] == kind


def test_two_locked_positions_with_the_same_cells_are_one_placement_written_the_canonical_way() -> None:
    for block in "SZI":
        assert {placement.orientation for placement in list_placements(0, block)} == {"0", "R"}
    for placement in list_placements(0, "I"):
        cells = place_block("I", placement.orientation, placement.x, placement.y)
        assert cells == placement.points()


def test_a_covered_hole_is_not_reached() -> None:
    field = parse_field("##########\n####.#####")
    assert frozenset({(4, 0)}) not in kinds_of(field, "M")


def test_a_block_may_lock_only_where_it_cannot_move_down() -> None:
    field = parse_field("###....###\n###....###")
    for cells in kinds_of(field, "T"):
        below = {(x, y - 1) for x, y in cells} - cells
        assert any(y < 0 or field >> 10 * y + x & 1 for x, y in below)


def test_o_and_monomino_never_spin_under_any_rule() -> None:
    field = parse_field("####..####\n####..####\n####.#####")
    for block in "OM":
        for spin in SPIN_RULES:
            assert set(kinds_of(field, block, spin).values()) == {"-"}


def test_any_needs_nothing_but_a_turn_as_the_last_step() -> None:
    assert kinds_of(0, "T", "any")[frozenset({(4, 0), (4, 1), (4, 2), (5, 1)})] == "spin"
    assert kinds_of(0, "T", "immobile")[frozenset({(4, 0), (4, 1), (4, 2), (5, 1)})] == "-"
    # In a shaft one cell wide an upright I cannot turn.
    shaft = parse_field("\n".join(["####.#####"] * 8))
    assert kinds_of(shaft, "I", "any")[frozenset((4, y) for y in range(4))] == "-"


def test_three_corner_is_for_t_alone_and_counts_walls_and_floor() -> None:
    field = parse_field("####..####\n###...####\n####.#####")
    kinds = kinds_of(field, "T", "three-corner")
    assert kinds[frozenset({(3, 1), (4, 1), (5, 1), (4, 0)})] == "spin"
    # Against the wall, pointing left: both corners on the right are outside, and one on the left is filled. Only
    # a kick turns a block away from the wall.
    beside = parse_field("..........\n........#.")
    cells = frozenset({(9, 0), (9, 1), (9, 2), (8, 1)})
    assert kinds_of(beside, "T", "three-corner")[cells] == "mini"
    assert kinds_of(0, "T", "three-corner")[frozenset({(0, 0), (1, 0), (2, 0), (1, 1)})] == "-"
    for block in "JLSZIOM":
        assert set(kinds_of(field, block, "three-corner").values()) == {"-"}


def test_a_ruleset_decides_the_spin_and_rotation_rules() -> None:
    field = parse_field("####..####\n###...####\n####.#####")
    spins = {
        rule: sum(p.spin for p in legal_placements(field, "T", changed(STANDARD, play={"spin": rule})))
        for rule in SPIN_RULES
    }
    assert spins["never"] == 0 < spins["three-corner"]
    assert spins["immobile"] == 3
    assert spins["any"] > 20
    plain = changed(STANDARD, play={"rotation": "plain"})
    assert len(legal_placements(field, "T", plain)) <= len(legal_placements(field, "T", STANDARD)) == 37


def test_an_unknown_block_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        list_placements(0, "X")
