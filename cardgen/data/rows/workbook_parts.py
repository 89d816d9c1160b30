"""What the XML of a workbook says of its sheets, besides the cells: merged and hidden ones, pictures, calculation."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator

from cardgen.data.rows.tables import MOST_COLUMNS

_MERGED = re.compile(
    rb"<(?:\w+:)?mergeCell\s[^<>]*?ref\s*=\s*[\"']\$?([A-Z]{1,3})\$?([0-9]{1,7}):\$?([A-Z]{1,3})\$?([0-9]{1,7})"
)
_RICH_VALUE = re.compile(rb"<(?:\w+:)?c\s[^<>]*?\br=[\"']([A-Z]{1,3})([0-9]{1,7})[\"'][^<>]*>")
_COLUMNS = re.compile(rb"<(?:\w+:)?col\s[^<>]*>")
_ATTRIBUTE = re.compile(rb"(\w+)\s*=\s*[\"']([^\"']*)")
_CALCULATED_LATER = re.compile(rb"<(?:\w+:)?calcPr\s[^<>]*fullCalcOnLoad\s*=\s*[\"'](?:1|true)")


def part_of(content: bytes, name: str) -> bytes:
    """Return the XML of a part of the file."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.read(name).replace(b"\0", b"")


def is_never_calculated(content: bytes) -> bool:
    """Return True if the workbook is calculated when it is opened: a program has stored values that are not results."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = [name for name in archive.namelist() if name.endswith("workbook.xml")]
        return any(_CALCULATED_LATER.search(archive.read(name).replace(b"\0", b"")) for name in parts)


def picture_cells(part: bytes) -> frozenset[tuple[int, int]]:
    """Return the rows and columns of cells with a picture or another rich value: the workbook has an error for each."""
    if b" vm=" not in part:
        return frozenset()
    return frozenset(
        (int(match[2]), column_number(match[1])) for match in _RICH_VALUE.finditer(part) if b" vm=" in match[0]
    )


def hidden_columns(part: bytes) -> frozenset[int]:
    """Return the numbers of hidden columns; only those that a table may have."""
    hidden: set[int] = set()
    for match in _COLUMNS.finditer(part):
        keys = dict(_ATTRIBUTE.findall(match[0]))
        if (
            keys.get(b"hidden") in (b"1", b"true")
            and keys.get(b"min", b"").isdigit()
            and keys.get(b"max", b"").isdigit()
        ):
            hidden.update(range(int(keys[b"min"]), min(int(keys[b"max"]), MOST_COLUMNS + 1) + 1))
    return frozenset(hidden)


def merged_cells(part: bytes) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the last row and column of each merged cell of a sheet, by its first."""
    corners = ([int(number) for number in _corners(match)] for match in _MERGED.finditer(part))
    return {(top, left): (bottom, right) for left, top, right, bottom in corners}


def _corners(match: re.Match[bytes]) -> Iterator[int]:
    """Yield the first column and row and the last column and row of a merged cell."""
    for letters, number in ((match[1], match[2]), (match[3], match[4])):
        yield from (column_number(letters), int(number))


def column_number(letters: bytes) -> int:
    """Return the number of a column from its letters."""
    column = 0
    for letter in letters:
        column = column * 26 + letter - ord("A") + 1
    return column
