"""Cells, rows and columns of a CSV or TSV text set, inserted, deleted and moved. Other cells keep their characters.

A row is named by the line on which it begins, from 1, as in messages; a column by its number, from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardgen.base.records import dataclass
from cardgen.data.rows.tables import CELL, PLAIN_LINE

_BREAK = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Span:
    """Where the text of a cell is, with its quotes and without spaces around it, and whether it has quotes.

    `begin` and `close` are where the cell itself begins and ends.
    """

    start: int
    end: int
    quoted: bool
    begin: int
    close: int


@dataclass(frozen=True, slots=True)
class TextRow:
    """A row of a text: where it begins, where it ends without its line break, and its cells."""

    start: int
    end: int
    cells: Sequence[Span]


def set_cell(text: str, separator: str, line: int, column: int, value: str) -> str:
    """Return a text with another value of a cell. A row that is too short gets empty cells. LookupError if none."""
    row = row_at(text, separator, line)
    if column >= len(row.cells):
        more = separator * (column + 1 - len(row.cells))
        return text[: row.end] + more + written_cell(value, separator) + text[row.end :]
    cell = row.cells[column]
    written = written_cell(value, separator, cell.quoted)
    if written.startswith('"') and not cell.quoted:  # programs differ about spaces around quotes
        return text[: cell.begin] + written + text[cell.close :]
    return text[: cell.start] + written + text[cell.end :]


def written_cell(value: str, separator: str, quoted: bool = False) -> str:
    """Return a text as a cell, in quotes if it needs them."""
    if not (quoted or separator in value or re.search('["\r\n]', value)):
        return value
    return '"' + value.replace('"', '""') + '"'


def _text_of(text: str, cell: Span) -> str:
    inner = text[cell.start + 1 : cell.end - 1].replace('""', '"') if cell.quoted else text[cell.start : cell.end]
    return inner.strip()


def line_breaks(text: str, start: int, end: int) -> int:
    """Return the number of line breaks in a part of a text."""
    return len(_BREAK.findall(text, start, end))


def offset_of(text: str, line: int, column: int = 1) -> int:
    """Return the offset of a line and column, both from 1. LookupError if the text has none there."""
    start = 0
    for _ in range(line - 1):
        match = _BREAK.search(text, start)
        if match is None:
            raise LookupError(line)
        start = match.end()
    if start >= len(text):
        raise LookupError(line)
    return start + column - 1


def row_at(text: str, separator: str, line: int) -> TextRow:
    """Return the row that begins on a line. LookupError if there is none."""
    return _row(text, separator, offset_of(text, line))


def _row(text: str, separator: str, start: int) -> TextRow:
    cells, at = [], start
    while True:
        match = CELL[separator].match(text, at)
        if match is None:
            raise LookupError(at)
        quoted = match[1] is not None
        if quoted:
            first, last = match.start(1) - 1, match.end(1) + 1
        else:
            plain = match[3]
            first = match.start(3) + len(plain) - len(plain.lstrip())
            last = max(first, match.start(3) + len(plain.rstrip()))
        ended = match.group(2 if quoted else 4)
        cells.append(Span(first, last, quoted, at, match.end() - len(ended)))
        at = match.end()
        if ended != separator:
            return TextRow(start, at - len(ended), cells)


def rows_from(text: str, separator: str, line: int) -> Iterator[TextRow]:
    """Yield the rows from the one that begins on a line, without empty lines."""
    at = row_at(text, separator, line).start
    while at < len(text):
        row = _row(text, separator, at)
        if row.end > row.start:
            yield row
        at = line_break_end(text, row.end)


def texts_from(text: str, separator: str, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield where each row begins from an offset on, and the texts of its cells. Skip empty lines. LookupError."""
    while at < len(text):
        plain = PLAIN_LINE.match(text, at)
        if plain is not None:
            end, texts = plain.end(1), tuple(map(str.strip, plain[1].split(separator)))
        else:
            row = _row(text, separator, at)
            end, texts = row.end, tuple(_text_of(text, cell) for cell in row.cells)
        if end > at:
            yield at, texts
        at = line_break_end(text, end)


# ---------------------------------------------------------------- rows


def insert_row(text: str, separator: str, line: int | None, values: Sequence[str]) -> str:
    """Return a text with another row before the one on a line, or after the last one that is not empty."""
    written = separator.join(written_cell(value, separator) for value in values)
    ending = _ending(text)
    if line is not None:
        start = row_at(text, separator, line).start
        return text[:start] + written + ending + text[start:]
    end = len(text.rstrip("\r\n"))
    return text[:end] + ending + written + (text[end:] or ending)


def _ending(text: str) -> str:
    match = _BREAK.search(text)
    return match[0] if match else "\n"


def delete_row(text: str, separator: str, line: int) -> str:
    """Return a text without the row on a line."""
    row = row_at(text, separator, line)
    return text[: row.start] + text[line_break_end(text, row.end) :]


def move_row(text: str, separator: str, line: int, before: int | None) -> str:
    """Return a text with the row on a line moved before the row on another one, or after the last row."""
    row = row_at(text, separator, line)
    characters = text[row.start : row.end]
    at = len(text.rstrip("\r\n")) if before is None else row_at(text, separator, before).start
    ending = _ending(text)
    if before is None:
        text = text[:at] + ending + characters + (text[at:] or ending)
    else:
        text = text[:at] + characters + ending + text[at:]
    shift = len(characters) + len(ending) if at <= row.start else 0
    start, end = row.start + shift, line_break_end(text, row.end + shift)
    return text[:start] + text[end:]


def line_break_end(text: str, at: int) -> int:
    """Return the offset after the line break at an offset."""
    match = _BREAK.match(text, at)
    return match.end() if match else at


# ---------------------------------------------------------------- columns


def insert_column(text: str, separator: str, header: int, column: int, heading: str) -> str:
    """Return a text with a column before the one with a number, empty below its heading."""
    parts, at = [], 0
    for number, row in enumerate(rows_from(text, separator, header)):
        value = written_cell(heading, separator) if number == 0 else ""
        if column < len(row.cells):
            place = row.cells[column].begin
            parts += [text[at:place], value, separator]
        else:
            if number:
                continue
            place = row.end
            parts += [text[at:place], separator * (column + 1 - len(row.cells)), value]
        at = place
    return "".join([*parts, text[at:]])


def delete_column(text: str, separator: str, header: int, column: int) -> str:
    parts, at = [], 0
    for row in rows_from(text, separator, header):
        if column >= len(row.cells):
            continue
        start, last = row.cells[column].begin, column + 1 == len(row.cells)
        end = row.end if last else row.cells[column + 1].begin
        parts.append(text[at : start - (len(separator) if last and column else 0)])
        at = end
    return "".join([*parts, text[at:]])
