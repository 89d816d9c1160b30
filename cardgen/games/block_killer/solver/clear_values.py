"""The attack of clears as tables of plain integers, and blocks and rows packed into integers.

The blocks of a hand are one integer, with BLOCK_BITS bits for the count of each letter of `BLOCKS`. Rows that blocks
may still fill are one integer, with NEED_BITS bits for the count of each *need*. A need is the number of empty cells of
a row, and whether its holes are single cells apart from each other, so that a block fills at most one of them.
"""

from __future__ import annotations

from functools import cache, lru_cache

from cardgen.games.block_killer.attack import Chain, score_lock
from cardgen.games.block_killer.blocks import BLOCKS, TURNING, block_cells, block_pose, distinct_orientations
from cardgen.games.block_killer.cards import WIDTH
from cardgen.games.block_killer.field import FULL_ROW
from cardgen.games.block_killer.rules import BlockKillerRules

BLOCK_BITS = 4
NEED_BITS = 6
BLOCK_UNIT = {block: 1 << BLOCK_BITS * index for index, block in enumerate(BLOCKS)}
CELLS = {block: len(block_cells(block, "0")) for block in BLOCKS}

#: Needs of 1 to 10 cells, then of 2 to 5 single cells apart.
NEEDS = [(cells, False) for cells in range(1, WIDTH + 1)] + [(cells, True) for cells in range(2, 6)]
NEED_UNIT = {need: 1 << NEED_BITS * index for index, need in enumerate(NEEDS)}


def count_blocks(blocks: int) -> dict[str, int]:
    """Return the letters of packed blocks with their counts, in the order of BLOCKS."""
    counts = {}
    for block, unit in BLOCK_UNIT.items():
        count = blocks // unit & (1 << BLOCK_BITS) - 1
        if count:
            counts[block] = count
    return counts


def row_need(row: int) -> tuple[int, bool]:
    """Return the number of empty cells of a row, and whether each hole is a single cell. ValueError for a full row."""
    holes = FULL_ROW & ~row
    if not holes:
        raise ValueError("a full row has no empty cells")
    cells = holes.bit_count()
    return cells, cells > 1 and not holes & holes << 1


#: Row -> the unit of its need.
ROW_NEED = [NEED_UNIT[row_need(row)] for row in range(FULL_ROW)] + [0]


@cache
def block_parts(block: str) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of a block's cells in each row, for every orientation; sorted, without repetitions."""
    parts = set()
    for orientation in distinct_orientations(block):
        rows = [y for _, y in block_pose(block, orientation).cells]
        parts.add(tuple(sorted((rows.count(y) for y in set(rows)), reverse=True)))
    return tuple(sorted(parts))


class ClearValues:
    """The attack of every clear under a ruleset. A chain is one integer: 2 * combo, plus 1 after a special clear.

    Combos are distinguished up to `combos`. The kind of a lock is 0 without a spin, 1 with a spin and 2 with a mini.
    """

    def __init__(self, rules: BlockKillerRules, most_lines: int, most_blocks: int) -> None:
        self.combos = most_blocks
        #: [kind][lines][chain] -> (attack, chain)
        self.locks = [
            [
                [_lock(lines, kind, chain, rules) for chain in range(2 * most_blocks + 2)]
                for lines in range(most_lines + 1)
            ]
            for kind in range(3)
        ]
        spin = rules.play.spin
        self.spinning = "" if spin == "never" else "T" if spin == "three-corner" else TURNING
        self.minis = rules.play.mini == "kicked"


#: The most blocks and garbage cards of a hand that can be searched.
MOST_BLOCKS, MOST_GARBAGE = 7, 12


@lru_cache(maxsize=8)
def clear_values_of(rules: BlockKillerRules) -> ClearValues:
    """Return the attack of every clear that any hand can make."""
    return ClearValues(rules, 4 + MOST_GARBAGE // 2, MOST_BLOCKS)


def _lock(lines: int, kind: int, chain: int, rules: BlockKillerRules) -> tuple[int, int]:
    clear, after = score_lock(lines, kind > 0, kind == 2, Chain(bool(chain & 1), chain >> 1), rules)
    return (clear.attack if clear else 0), 2 * after.combo + after.special
