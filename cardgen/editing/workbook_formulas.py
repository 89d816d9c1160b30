"""Formulas of a sheet whose results may be others after some of its cells have changed."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from cardgen.data.rows.workbook_parts import column_number

#: Functions that read nothing but their arguments. SUMIF and OFFSET read other cells, NOW and RAND none.
_FUNCTIONS = (
    "ABS|AND|AVERAGE|CEILING|CONCATENATE|COUNT|COUNTA|COUNTIF|FLOOR|IF|IFERROR|INDEX|INT|LEFT|LEN|LOWER|MATCH|MAX|"
    "MEDIAN|MID|MIN|MOD|NOT|OR|PRODUCT|PROPER|RIGHT|ROUND|ROUNDDOWN|ROUNDUP|SQRT|SUBSTITUTE|SUM|TEXT|TRIM|UPPER|VLOOKUP"
)
_CELL = r"\$?([A-Z]{1,3})\$?(\d+)"
_PIECE = re.compile(
    rf'{_CELL}(?::{_CELL})?(?![\w(.!:\[])|"[^"]*"|(?:{_FUNCTIONS})\(|TRUE\b|FALSE\b|\d+(?:\.\d*)?|[-+*/^&=<>(),%\s]'
)

#: Row and column, from 1.
_At = tuple[int, int]


def stale_formulas(cells: Mapping[_At, Any], changed: Collection[_At]) -> set[_At]:
    """Return the formulas that may have other results after the cells `changed`, or the formulas in them, have.

    A formula that may read other sheets, names or the time is one of them whenever a cell has changed.
    """
    ranges = {at: _ranges(value) for at, value in cells.items() if _is_formula(value)}
    stale = {at for at, read in ranges.items() if read is None} if changed else set()
    waiting = [*changed, *stale]
    while waiting:
        row, column = waiting.pop()
        for at, read in ranges.items():
            if at not in stale and any(
                top <= row <= bottom and left <= column <= right for top, left, bottom, right in read or ()
            ):
                stale.add(at)
                waiting.append(at)
    return stale


def reads_sheet(value: Any, sheet: str) -> bool:
    """Return True for a formula that names a sheet."""
    formula = getattr(value, "text", value)
    return _is_formula(value) and isinstance(formula, str) and "!" in formula and sheet.replace("'", "''") in formula


def _is_formula(value: Any) -> bool:
    """Return True for a formula: as text, or an object of the library for one of several cells."""
    return value.startswith("=") if isinstance(value, str) else hasattr(value, "ref")


def _ranges(formula: Any) -> list[tuple[int, int, int, int]] | None:
    """Return what a formula reads: top, left, bottom, right of each range. None if that cannot be told."""
    if not isinstance(formula, str):
        return None
    ranges, at = [], 1
    while at < len(formula):
        piece = _PIECE.match(formula, at)
        if piece is None:
            return None
        if piece[2]:
            columns = sorted(column_number(letters.encode()) for letters in (piece[1], piece[3] or piece[1]))
            rows = sorted(int(row) for row in (piece[2], piece[4] or piece[2]))
            ranges.append((rows[0], columns[0], rows[1], columns[1]))
        at = piece.end()
    return ranges
