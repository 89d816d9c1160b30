"""Placements above rows that are not decided, compared with the engine in worlds where they are."""

from __future__ import annotations

import random

import pytest

from cardgen.games.block_killer.blocks import BLOCKS, ORIENTATIONS, TURNING, block_kicks, block_pose
from cardgen.games.block_killer.cards import GARBAGE_ROWS, turn_row
from cardgen.games.block_killer.field import FULL_ROW, field_height, parse_row
from cardgen.games.block_killer.placements import legal_placements
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver.open_placements import PlacementFinder
from tests.cases import for_cases
from tests.examples import trials

from .rulesets import STANDARD, changed

CARDS = sorted({*GARBAGE_ROWS.values(), *map(turn_row, GARBAGE_ROWS.values())})
RULES = {
    "standard": STANDARD,
    "plain": changed(STANDARD, play={"rotation": "plain"}),
    "never": changed(STANDARD, play={"spin": "never"}),
    "any": changed(STANDARD, play={"spin": "any"}),
    "three-corner": changed(STANDARD, play={"spin": "three-corner"}),
    "mini": changed(STANDARD, play={"mini": "kicked"}),
    "any mini": changed(STANDARD, play={"spin": "any", "mini": "kicked"}),
}


def random_row(chance: random.Random) -> int:
    """Return a card, or a row as blocks leave it; never a full or an empty row."""
    if chance.random() < 0.6:
        return parse_row(chance.choice(CARDS))
    return chance.randrange(1, FULL_ROW)


def random_rows(chance: random.Random, most: int) -> int:
    return sum(random_row(chance) << 10 * y for y in range(chance.randrange(most + 1)))


def real(field: int, block: str, rules: BlockKillerRules) -> dict[int, tuple[bool, bool]]:
    """Return the placements in a decided world."""
    minis = rules.play.mini == "kicked"
    return {spot.cells: (spot.spin, spot.mini and minis) for spot in legal_placements(field, block, rules)}


def compare(chance: random.Random, rules: BlockKillerRules, worlds: int) -> None:
    """Find placements above unknown rows, and compare them with worlds in which all rows are decided."""
    known_rows, filled, block = random_rows(chance, 4), 0, chance.choice(BLOCKS)
    if chance.random() < 0.7:
        filled = chance.randrange(FULL_ROW + 1) | chance.randrange(FULL_ROW + 1)
    placements = PlacementFinder(rules).find(known_rows, filled, block)
    assert not placements.tested_columns & filled
    for world in range(worlds):
        row = parse_row(chance.choice(CARDS)) if world % 2 else chance.randrange(FULL_ROW + 1)
        if world % 3 == 0:
            row |= placements.tested_columns
        row |= filled
        low = random_rows(chance, 3) if row else 0
        below = field_height(low) + 1 if row else 0  # without rows below the known ones, the floor is filled
        if not row:
            row = FULL_ROW
        shift = 10 * below
        field = known_rows << shift | (row << shift - 10 | low if below else 0)
        decided = real(field, block, rules)
        for spot in placements.certain:
            assert decided[spot.cells << shift] == (spot.spin, spot.mini)
        if row & placements.tested_columns == placements.tested_columns:
            assert decided == {
                spot.cells << shift: (spot.spin, spot.mini) for spot in (*placements.certain, *placements.if_filled)
            }


@pytest.mark.parametrize("name", RULES)
def test_certain_placements_exist_in_every_world(name: str) -> None:
    chance = random.Random(name)
    for _ in range(trials(20_000, few=250)):
        compare(chance, RULES[name], 6)


@for_cases("block", [block for block in BLOCKS if block in TURNING])
def test_no_turn_jumps_over_a_row(block: str) -> None:
    """`find` need not read rows below the first unknown one: a turned block reaches the row below it or higher."""
    for number, source in enumerate(ORIENTATIONS):
        for target in (ORIENTATIONS[number - 1], ORIENTATIONS[(number + 1) % 4]):
            start, end = block_pose(block, source), block_pose(block, target)
            for _, down in block_kicks(block, source, target):
                # The lowest row of the block is 0 before the turn; this is its highest one after it.
                assert max(y for _, y in end.cells) + down + start.box_y - end.box_y >= -1
