"""The slow twin of the engine's placements: one position at a time, straight from the rules.

It shares nothing with the engine, its tables included, so that the two can be compared.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

Cells = frozenset[tuple[int, int]]

SIDES = {"Z": 3, "S": 3, "J": 3, "L": 3, "T": 3, "I": 4, "O": 2, "M": 1}
SPAWN = {
    "Z": [(0, 2), (1, 2), (1, 1), (2, 1)],
    "S": [(1, 2), (2, 2), (0, 1), (1, 1)],
    "J": [(0, 2), (0, 1), (1, 1), (2, 1)],
    "L": [(2, 2), (0, 1), (1, 1), (2, 1)],
    "T": [(1, 2), (0, 1), (1, 1), (2, 1)],
    "I": [(0, 2), (1, 2), (2, 2), (3, 2)],
    "O": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "M": [(0, 0)],
}
KICKS = {
    ("0", "R"): "00 -0 -+ 0= -=",
    ("2", "R"): "00 -0 -+ 0= -=",
    ("R", "0"): "00 +0 +- 0# +#",
    ("R", "2"): "00 +0 +- 0# +#",
    ("2", "L"): "00 +0 ++ 0= +=",
    ("0", "L"): "00 +0 ++ 0= +=",
    ("L", "2"): "00 -0 -- 0# -#",
    ("L", "0"): "00 -0 -- 0# -#",
}
KICKS_I = {
    ("0", "R"): "00 =0 +0 =- +#",
    ("L", "2"): "00 =0 +0 =- +#",
    ("R", "0"): "00 #0 -0 #+ -=",
    ("2", "L"): "00 #0 -0 #+ -=",
    ("R", "2"): "00 -0 #0 -# #-",
    ("0", "L"): "00 -0 #0 -# #-",
    ("2", "R"): "00 +0 =0 += =+",
    ("L", "0"): "00 +0 =0 += =+",
}
STEPS = {"0": 0, "+": 1, "-": -1, "#": 2, "=": -2}


def _tests(block: str, source: str, target: str) -> list[tuple[int, int]]:
    text = (KICKS_I if block == "I" else KICKS)[source, target]
    return [(STEPS[pair[0]], STEPS[pair[1]]) for pair in text.split()]


def _cells(block: str, orientation: str, x: int, y: int) -> Cells:
    cells = SPAWN[block]
    for _ in range("0R2L".index(orientation)):
        cells = [(cy, SIDES[block] - 1 - cx) for cx, cy in cells]
    return frozenset((x + cx, y + cy) for cx, cy in cells)


def placements(
    filled: Iterable[tuple[int, int]], block: str, spin: str = "immobile", rotation: str = "srs"
) -> dict[Cells, str]:
    """Return every reachable locked set of cells with its kind: "-", "spin" or "mini"."""
    stack = set(filled)
    top = max((y + 1 for _, y in stack), default=0)

    def fits(cells: Cells) -> bool:
        return all(0 <= x < 10 and y >= 0 and (x, y) not in stack for x, y in cells)

    def moved(cells: Cells, dx: int, dy: int) -> Cells:
        return frozenset((x + dx, y + dy) for x, y in cells)

    # So high above the stack that no kick of a block can touch it.
    start = top + 8
    waiting: deque[tuple[str, int, int]] = deque()
    reached: set[tuple[str, int, int]] = set()
    arrivals: dict[Cells, set[bool]] = {}

    def reach(state: tuple[str, int, int]) -> None:
        if state not in reached:
            reached.add(state)
            waiting.append(state)

    for orientation in "0R2L":
        for x in range(-4, 11):
            if fits(_cells(block, orientation, x, start)):
                reach((orientation, x, start))
    while waiting:
        orientation, x, y = waiting.popleft()
        for dx, dy in ((-1, 0), (1, 0), (0, -1)):
            if fits(_cells(block, orientation, x + dx, y + dy)):
                reach((orientation, x + dx, y + dy))
        if block in "OM":
            continue
        for turn in (1, -1):
            target = "0R2L"[("0R2L".index(orientation) + turn) % 4]
            tests = _tests(block, orientation, target)
            for number, (dx, dy) in enumerate(tests if rotation == "srs" else tests[:1]):
                cells = _cells(block, target, x + dx, y + dy)
                if fits(cells):
                    arrivals.setdefault(cells, set()).add(number > 0)
                    if y + dy <= start:  # higher rows are empty, too
                        reach((target, x + dx, y + dy))
                    break

    def is_spin(cells: Cells, x: int, y: int) -> bool:
        if block in "OM" or cells not in arrivals:
            return False
        if spin == "immobile":
            return not any(fits(moved(cells, dx, dy)) for dx, dy in ((-1, 0), (1, 0), (0, 1)))
        if spin == "three-corner":
            around = [(x + cx, y + cy) for cx in (0, 2) for cy in (0, 2)]
            return block == "T" and sum(cx < 0 or cx > 9 or cy < 0 or (cx, cy) in stack for cx, cy in around) >= 3
        return spin == "any"

    kinds = {}
    for orientation, x, y in reached:
        cells = _cells(block, orientation, x, y)
        if fits(moved(cells, 0, -1)):
            continue
        if is_spin(cells, x, y):
            kinds[cells] = "spin" if False in arrivals[cells] else "mini"
        else:
            kinds[cells] = "-"
    return kinds
