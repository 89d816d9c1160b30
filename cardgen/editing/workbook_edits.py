"""Cells of a sheet of an XLSX workbook changed in its XML. All other parts keep their bytes.

Rows and columns count from 1, as spreadsheet programs show them. A text is written into its cell, not into the strings
that all sheets share.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Collection, Mapping
from typing import Any
from xml.sax.saxutils import escape

from cardgen.base.records import dataclass
from cardgen.data.rows.workbook_parts import column_number
from cardgen.data.rows.workbooks import column_letters

_TAG = re.compile(r"<(/?)((?:\w+:)?)(sheetData|row|c)((?:\s[^<>]*?)?)(/?)>")
_ATTRIBUTE = re.compile(r"""\b(r|t|s)\s*=\s*["']([^"']*)["']""")
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


@dataclass(slots=True)
class _Cell:
    """A cell in the XML of a sheet: its column, where it is, and its attributes."""

    column: int
    start: int
    end: int
    attributes: dict[str, str]


@dataclass(slots=True)
class _SheetRow:
    """A row in the XML of a sheet: its number, where it is and where its cells end, and its cells."""

    number: int
    start: int
    end: int
    inside: tuple[int, int]
    cells: list[_Cell]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The rows of the XML of a sheet, where they are, and the prefix of its tags."""

    rows: list[_SheetRow]
    inside: tuple[int, int]
    prefix: str


_KIND = re.compile(r"""\st\s*=\s*["'][^"']*["'](?=[^<>]*>)""")
_RESULT = re.compile(r"(<((?:\w+:)?)f\b[^<>]*(?:/>|>[^<]*</\2f>))\s*<\2v\s*(?:/>|>[^<]*</\2v>)")


def read_sheet(content: bytes, part: str) -> str:
    """Return the XML of a sheet of a workbook. `part` is its name in the archive."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        data = archive.read(part)
    return data.decode(_codec_of(data))


def with_sheet(content: bytes, part: str, xml: str) -> bytes:
    """Return a workbook with another XML of a sheet."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(result, "w") as new:
        new.comment = old.comment
        for info in old.infolist():
            data = old.read(info)
            if info.filename == part:
                data = xml.encode(_codec_of(data))
            new.writestr(info, data, info.compress_type)
    return result.getvalue()


def without_results(xml: str, formulas: Collection[tuple[int, int]]) -> str:
    """Return the XML of a sheet without the stored results of formulas at rows and columns: a program computes them."""
    parts, end = [], 0
    for row in _rows(xml).rows if formulas else ():
        for cell in row.cells:
            if (row.number, cell.column) in formulas:
                # The kind of a result goes, too: without one, that of a text would be an empty text.
                parts += [xml[end : cell.start], _KIND.sub("", _RESULT.sub(r"\1", xml[cell.start : cell.end]), 1)]
                end = cell.end
    return "".join([*parts, xml[end:]])


def _codec_of(data: bytes) -> str:
    return "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"


def _rows(xml: str) -> _Sheet:
    """Return the rows of a sheet. Rows and cells without a reference follow the one before."""
    rows: list[_SheetRow] = []
    inside, prefix = (0, 0), ""
    for match in _TAG.finditer(xml):
        closing, prefix_here, name, attributes, empty = match.groups()
        given = dict(_ATTRIBUTE.findall(attributes))
        if name == "sheetData":
            prefix = prefix_here
            inside = (match.end(), match.end()) if not closing else (inside[0], match.start())
            if empty:
                inside = (match.start(), match.end())
        elif name == "row" and not closing:
            number = int(given.get("r", rows[-1].number + 1 if rows else 1))
            rows.append(_SheetRow(number, match.start(), match.end(), (match.end(), match.end()), []))
        elif name == "row":
            rows[-1].end, rows[-1].inside = match.end(), (rows[-1].inside[0], match.start())
        elif name == "c" and not closing:
            cells = rows[-1].cells
            reference = _REFERENCE.fullmatch(given.get("r", ""))
            column = column_number(reference[1].encode()) if reference else cells[-1].column + 1 if cells else 1
            cells.append(_Cell(column, match.start(), match.end(), given))
        elif name == "c":
            rows[-1].cells[-1].end = match.end()
    return _Sheet(rows, inside, prefix)


def set_cell(xml: str, number: int, column: int, value: str | float | None) -> str:
    """Return the XML of a sheet with another value of a cell, in the format of the cell."""
    sheet = _rows(xml)
    row = next((row for row in sheet.rows if row.number == number), None)
    if row is None:
        cell = _cell(sheet.prefix, number, column, {}, value)
        return _with_row(xml, sheet, number, cell)
    old = next((cell for cell in row.cells if cell.column == column), None)
    written = _cell(sheet.prefix, number, column, {} if old is None else old.attributes, value)
    if old is not None:
        return xml[: old.start] + written + xml[old.end :]
    if row.inside[0] == row.end:  # <row/>
        tag = xml[row.start : row.end].rstrip("/> \t\r\n")
        return xml[: row.start] + f"{tag}>{written}</{sheet.prefix}row>" + xml[row.end :]
    at = next((cell.start for cell in row.cells if cell.column > column), row.inside[1])
    return xml[:at] + written + xml[at:]


def _cell(prefix: str, row: int, column: int, old: dict[str, str], value: str | float | None) -> str:
    """Return the XML of a cell in the format of the old one."""
    head = f'<{prefix}c r="{column_letters(column)}{row}"' + (f' s="{old["s"]}"' if "s" in old else "")
    if value is None or value == "":
        return head + "/>"
    if isinstance(value, bool):
        return f'{head} t="b"><{prefix}v>{int(value)}</{prefix}v></{prefix}c>'
    if isinstance(value, int | float):
        return f"{head}><{prefix}v>{value!r}</{prefix}v></{prefix}c>"
    text = escape(_ESCAPED.sub("_x005F_", value))
    return (
        f'{head} t="inlineStr"><{prefix}is><{prefix}t xml:space="preserve">{text}</{prefix}t></{prefix}is></{prefix}c>'
    )


def _with_row(xml: str, sheet: _Sheet, number: int, cells: str) -> str:
    """Return the XML of a sheet with a row where its number belongs."""
    written = f'<{sheet.prefix}row r="{number}">{cells}</{sheet.prefix}row>'
    at = next((row.start for row in sheet.rows if row.number > number), sheet.inside[1])
    if not sheet.rows and xml[slice(*sheet.inside)].endswith("/>"):  # <sheetData/>
        start, end = sheet.inside
        return xml[:start] + f"<{sheet.prefix}sheetData>{written}</{sheet.prefix}sheetData>" + xml[end:]
    return xml[:at] + written + xml[at:]


# ---------------------------------------------------------------- formulas


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
