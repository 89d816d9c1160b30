"""Measure how fast placements are listed and made, beside a slow reference in the same run.

    python benchmarks/placements.py

The fields are those of the perft table, and stacks of random garbage of growing height. "Listed" counts the placements
that `list_placements` returns; "made" counts the sequences of a perft, which clears rows and merges equal fields. The
reference is the breadth-first search that the tests compare the engine with. One core; the best of several rounds.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from cardgen.games.block_killer.blocks import BLOCKS
from cardgen.games.block_killer.cards import GARBAGE_COPIES, GARBAGE_ROWS, turn_row
from cardgen.games.block_killer.field import field_height, mask_cells, stack_rows
from cardgen.games.block_killer.placements import list_placements
from cardgen.games.block_killer.sequences import perft
from tests.games.block_killer import twin
from tests.games.block_killer.perft_table import perft_table

ROUNDS = 5


def best_rate(work: Callable[[], int]) -> float:
    """Return the highest rate of several rounds: the number that `work` returns, by its seconds."""
    rates = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        count = work()
        rates.append(count / (time.perf_counter() - start))
    return max(rates)


def list_all(field: int, times: int) -> int:
    return sum(len(list_placements(field, block)) for _ in range(times) for block in BLOCKS)


def list_slowly(field: int) -> int:
    cells = mask_cells(field)
    return sum(len(twin.placements(cells, block)) for block in BLOCKS)


def main() -> None:
    print("placements listed a second, all eight blocks\n")
    print(f"{'field':32} {'rows':>4} {'engine':>12} {'reference':>12} {'ratio':>8}")
    total_fast = total_slow = 0.0
    for entry in perft_table():
        fast = best_rate(lambda field=entry.field: list_all(field, 40))  # type: ignore[misc]
        start = time.perf_counter()
        slow = list_slowly(entry.field) / (time.perf_counter() - start)
        total_fast += 1 / fast
        total_slow += 1 / slow
        print(f"{entry.name:32} {field_height(entry.field):4} {fast:12,.0f} {slow:12,.0f} {fast / slow:7.0f}x")
    print(f"{'all, in equal shares':32} {'':4} {'':12} {'':12} {total_slow / total_fast:7.0f}x")

    print("\nplacements made a second\n")
    for entry in perft_table():
        depth = sum(count <= 200_000 for count in entry.counts)
        sequence = entry.sequence[:depth]
        rate = best_rate(lambda e=entry, s=sequence: sum(ply.sequences for ply in perft(e.field, s)))  # type: ignore[misc]
        print(f"{entry.name:32} {sequence:8} {rate:12,.0f}")

    print("\nmicroseconds to list one block on random garbage\n")
    cards = [GARBAGE_ROWS[code] for code, copies in GARBAGE_COPIES.items() for _ in range(copies)]
    for height in (0, 5, 10, 15, 20, 25, 30):
        chance = random.Random(height)
        fields = [
            stack_rows(turn_row(row) if chance.random() < 0.5 else row for row in chance.sample(cards, height))
            for _ in range(100)
        ]
        rate = best_rate(lambda fields=fields: sum(len(list_all_of(field)) for field in fields))  # type: ignore[misc]
        print(f"{height:3} rows {1e6 / rate:8.1f} us")


def list_all_of(field: int) -> list[None]:
    """Return one entry for each block that has a placement on a field."""
    return [None for block in BLOCKS if list_placements(field, block)]


if __name__ == "__main__":
    main()
