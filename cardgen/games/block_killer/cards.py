"""The cards of Block-Killer: 90 block cards and 111 garbage cards, their codes, kinds and copies.

A garbage card is one row of ten columns, column 0 first, `#` filled and `.` a hole. Turned upside down it is the
same row with column c at 9 - c. Its code is `hole width-first column of the hole`, or `x` for the checkerboard, and
it is printed with its hole in the left half, so a code names one row and `~` after it the turned one.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

WIDTH = 10
CHECKERBOARD = "x"

#: Copies of each block card.
BLOCK_COPIES = {"Z": 12, "S": 12, "J": 12, "L": 12, "T": 12, "O": 12, "I": 12, "M": 6}

#: Names of the blocks in the game's two languages.
BLOCK_NAMES = {block: {"zh": f"{block}形方块", "en": f"{block}-block"} for block in BLOCK_COPIES if block != "M"} | {
    "M": {"zh": "单元方块", "en": "monomino"}
}


class Kind(NamedTuple):
    """A kind of garbage card.

    `width` is that of its hole, 0 for the checkerboard. `printed_columns` are the first columns of the holes as
    printed, `copies` is the number of cards of the kind.
    """

    width: int
    printed_columns: tuple[int, ...]
    copies: int
    zh: str
    en: str


KINDS = {
    "normal": Kind(1, (0, 1, 2, 3, 4), 50, "普通垃圾", "normal"),
    "2-wide": Kind(2, (0, 1, 2, 3, 4), 27, "二宽垃圾", "2-wide"),
    "3-wide": Kind(3, (0, 1, 2, 3), 16, "三宽垃圾", "3-wide"),
    "4-wide": Kind(4, (3,), 10, "四宽垃圾", "4-wide"),
    "checkerboard": Kind(0, (0,), 8, "棋盘垃圾", "checkerboard"),
}

#: Kind -> copies of a row for each of its orientations: 1 orientation if it is its own mirror image, else 2.
COPIES_PER_ORIENTATION = {"normal": 5, "2-wide": 3, "3-wide": 2, "4-wide": 10, "checkerboard": 4}


def turn_row(row: str) -> str:
    """Return the row of a card that is turned upside down."""
    return row[::-1]


def hole_runs(row: str) -> list[tuple[int, int]]:
    """Return the runs of holes in a row as (first column, width), from the left."""
    runs: list[tuple[int, int]] = []
    for column, cell in enumerate(row):
        if cell == "#":
            continue
        if runs and sum(runs[-1]) == column:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((column, 1))
    return runs


def row_kind(row: str) -> str | None:
    """Return the kind whose shape a row of `#` and `.` of any length has, or None."""
    runs = hole_runs(row)
    if len(runs) == 1:
        width = runs[0][1]
        return next((name for name, kind in KINDS.items() if kind.width == width < len(row)), None)
    alternating = len(row) > 2 and all(a != b for a, b in pairwise(row))
    return "checkerboard" if alternating else None


def _printed_rows() -> dict[str, str]:
    rows = {}
    for kind in KINDS.values():
        for column in kind.printed_columns:
            if kind.width:
                row = "#" * column + "." * kind.width
                rows[f"{kind.width}-{column}"] = row + "#" * (WIDTH - len(row))
            else:
                rows[CHECKERBOARD] = "#." * (WIDTH // 2)
    return rows


#: Code -> row as printed, in the order of the kinds.
GARBAGE_ROWS = _printed_rows()

#: Code -> kind.
GARBAGE_KINDS = {code: row_kind(row) or "" for code, row in GARBAGE_ROWS.items()}

#: Code -> copies.
GARBAGE_COPIES = {
    code: COPIES_PER_ORIENTATION[GARBAGE_KINDS[code]] * len({row, turn_row(row)}) for code, row in GARBAGE_ROWS.items()
}

#: Every row of a card, turned or not -> (code, turned). A row that is its own mirror image is not turned.
CODES_OF_ROWS = {turn_row(row): (code, True) for code, row in GARBAGE_ROWS.items()} | {
    row: (code, False) for code, row in GARBAGE_ROWS.items()
}
