"""The field as one integer.

Bit 10 * y + x is the cell in column x (0 at the left) and row y (0 on the floor); a 1 is a filled cell. There is no
ceiling: a field is as tall as its highest filled cell, and the empty field is 0. As text it is drawn top row first,
`#` filled and `.` empty, ten to a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardgen.games.block_killer.cards import WIDTH

FULL_ROW = (1 << WIDTH) - 1


def parse_row(text: str) -> int:
    """Return a row of `#` and `.` as ten bits, column 0 in the lowest. ValueError for any other text."""
    if len(text) != WIDTH or not set(text) <= {"#", "."}:
        raise ValueError(f"{text!r} is not a row of ten # and .")
    return sum(1 << x for x, cell in enumerate(text) if cell == "#")


def row_text(row: int) -> str:
    """Return ten bits as `#` and `.`."""
    return "".join("#" if row >> x & 1 else "." for x in range(WIDTH))


def stack_rows(rows: Iterable[str]) -> int:
    """Return the field that consists of rows of text, bottom row first. ValueError for a bad row."""
    field = 0
    for y, row in enumerate(rows):
        field |= parse_row(row) << WIDTH * y
    return field


def parse_field(text: str) -> int:
    """Return the field drawn by `text`, top row first, without empty lines around it. ValueError for a bad row."""
    return stack_rows(reversed([line.strip() for line in text.strip().splitlines()]))


def field_rows(field: int, height: int | None = None) -> list[str]:
    """Return the rows of a field as text, bottom row first, up to the highest filled cell or to `height`."""
    rows = field_height(field) if height is None else height
    return [row_text(field >> WIDTH * y & FULL_ROW) for y in range(rows)]


def field_text(field: int) -> str:
    """Return a field as text, top row first, a line for each row."""
    return "\n".join(reversed(field_rows(field)))


def field_height(field: int) -> int:
    """Return the number of rows up to the highest filled cell."""
    return (field.bit_length() + WIDTH - 1) // WIDTH


def cells_mask(cells: Iterable[tuple[int, int]]) -> int:
    """Return cells (x, y) inside the walls and above the floor as bits of a field."""
    mask = 0
    for x, y in cells:
        mask |= 1 << WIDTH * y + x
    return mask


def mask_cells(mask: int) -> tuple[tuple[int, int], ...]:
    """Return the filled cells of a field as (x, y), sorted by column, then row."""
    cells = []
    while mask:
        y, x = divmod((mask & -mask).bit_length() - 1, WIDTH)
        cells.append((x, y))
        mask &= mask - 1
    return tuple(sorted(cells))


def full_rows(field: int) -> tuple[int, ...]:
    """Return the numbers of the full rows, lowest first."""
    pairs = field & field >> 1
    fours = pairs & pairs >> 2
    runs = fours & fours >> 4 & pairs >> 8  # a bit where ten filled cells in a row begin, also across a wall
    rows = []
    while runs:
        y, x = divmod((runs & -runs).bit_length() - 1, WIDTH)
        if x == 0:
            rows.append(y)
        runs &= runs - 1
    return tuple(rows)


def remove_rows(field: int, rows: Sequence[int]) -> int:
    """Return a field without `rows` (sorted). Each row above falls by the number of removed rows below it."""
    for y in reversed(rows):
        below = (1 << WIDTH * y) - 1
        field = field & below | field >> WIDTH & ~below
    return field


def lock(field: int, cells: int) -> tuple[int, tuple[int, ...]]:
    """Return the field after the bits `cells` are locked and full rows are cleared, and the numbers of these rows."""
    filled = field | cells
    rows = full_rows(filled)
    return (remove_rows(filled, rows), rows) if rows else (filled, rows)
