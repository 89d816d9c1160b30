"""A CSV or TSV file that is edited: its characters, and the texts that its cells must have."""

from __future__ import annotations

import codecs
from bisect import bisect_left
from collections.abc import Sequence
from pathlib import PurePosixPath
from threading import Lock
from typing import Any, NamedTuple

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.data.rows.encodings import NAMES, codec_of, detect_encoding
from cardgen.data.rows.options import TableOptions
from cardgen.data.rows.tables import STATED
from cardgen.data.rows.text_tables import USUAL, read_text_table
from cardgen.editing import table_edits
from cardgen.editing.documents import ConflictError, no_value, not_possible
from cardgen.editing.operations import Delete, Insert, Move, Operation, Path, Rename, Replace, SetValue
from cardgen.editing.shared import shared_end, shared_start

_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class _TableLine(NamedTuple):
    """The line on which a row begins, and the texts of its cells."""

    line: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of a text from the header on, where each begins, and the line after which it cannot be read, or 0."""

    text: str
    separator: str
    heading: int
    lines: Sequence[_TableLine]
    starts: Sequence[int]
    wrong: int


#: The rows of the tables that were read last, by the file: an edit opens the text that the one before has written.
_last_read: dict[str, _Rows] = {}
_MOST_KEPT = 4
_keeping = Lock()


def _rows_of(file: str, text: str, separator: str, heading: int) -> _Rows:
    """Return the rows of a text. Those that it shares with the last text of the file are not read again."""
    with _keeping:
        last = _last_read.pop(file, None)
    if last is None or last.wrong or (last.separator, last.heading) != (separator, heading):
        last = _Rows("", separator, heading, (), (), 0)
    rows = last if last.starts and last.text == text else _read_changed(last, text)
    with _keeping:
        while len(_last_read) >= _MOST_KEPT:
            del _last_read[next(iter(_last_read))]
        _last_read[file] = rows
    return rows


def _read_changed(last: _Rows, text: str) -> _Rows:
    """Return the rows of a text, read from the first row that may differ from the last text to where it is the same."""
    same = shared_start(last.text, text)
    first = max(0, bisect_left(last.starts, same) - 1)  # the rows before it end in what is the same
    tail = len(last.text) - shared_end(last.text, text, same)
    longer = len(text) - len(last.text)
    lines, starts = [*last.lines[:first]], [*last.starts[:first]]
    line, at = (last.lines[first].line, last.starts[first]) if first else (1, 0)
    try:
        begin = at if first else table_edits.offset_of(text, last.heading)
        for start, texts in table_edits.texts_from(text, last.separator, begin):
            line += table_edits.line_breaks(text, at, start)
            at = start
            row = bisect_left(last.starts, max(tail, start - longer))
            if row < len(last.starts) and last.starts[row] + longer == start:
                lower = line - last.lines[row].line
                rest = last.lines[row:]
                lines += [_TableLine(one.line + lower, one.texts) for one in rest] if lower else rest
                starts += [before + longer for before in last.starts[row:]]
                break
            lines.append(_TableLine(line, texts))
            starts.append(start)
    except LookupError:
        if first:  # from scratch, so that the fault has the same line
            return _read_changed(_Rows("", last.separator, last.heading, (), (), 0), text)
        return _Rows(text, last.separator, last.heading, lines, starts, line)
    return _Rows(text, last.separator, last.heading, lines, starts, 0)


class TableDocument:
    """A table as text. `grid` has the texts that its rows must have after the operations so far."""

    def __init__(self, file: str, content: bytes, options: TableOptions) -> None:
        self.file, self.old = file, content
        self.mark = next((mark for mark in _MARKS if content.startswith(mark)), b"")
        encoding = options.encoding or detect_encoding(content)
        body = content.removeprefix(self.mark)
        self.encoding = NAMES[encoding] if encoding else "UTF-8"
        self.codec = _UTF_16.get(self.mark) or codec_of(body, encoding)
        usual = USUAL[PurePosixPath(file).suffix.lower()]
        written = read_text_table(content, file, usual, options, {}, frozenset({"id"}))
        self.text, self.separator = written.text, written.separator
        stated = STATED.match(self.text)
        self.heading = options.heading or (2 if stated else 1)
        self.grid = self._lines()
        self.headings = dict(options.columns)

    def _lines(self) -> list[_TableLine]:
        """Return the rows of the text from the header on."""
        rows = _rows_of(self.file, self.text, self.separator, self.heading)
        if rows.wrong:
            raise not_possible(Place(self.file, rows.wrong))
        return [*rows.lines]

    def path_at(self, place: Place) -> Path:
        offset = table_edits.offset_of(self.text, place.line, place.column)
        for row, line in zip(table_edits.rows_from(self.text, self.separator, self.heading), self.grid, strict=True):
            if row.start <= offset <= row.end:
                column = next(number for number, cell in enumerate(row.cells) if cell.end >= offset)
                return line.line, self.grid[0].texts[column]
        raise LookupError(place)

    def value_at(self, path: Path) -> Any:
        row, column = self._row(path[0]), self._column(path[1])
        return row.texts[column] if column < len(row.texts) else ""

    def has_column(self, heading: str) -> bool:
        """Return True if the table has a column of this heading or name."""
        return heading in self.names()

    def names(self) -> list[str]:
        """Return the names of the columns, as game.yaml renames them."""
        return [self.headings.get(text) or text for text in self.grid[0].texts]

    def line_of(self, name: str) -> int:
        """Return the line of the row with an id. LookupError if there is none."""
        return self._row(name).line

    def rows(self) -> dict[str, dict[str, str]]:
        """Return the texts of all rows, by their ids and the names of their columns."""
        names = self.names()
        rows = (dict(zip(names, line.texts, strict=False)) for line in self.grid[1:])
        return {row["id"]: row for row in rows if "id" in row}

    def apply(self, operation: Operation) -> None:
        if isinstance(operation, Replace):
            raise not_possible(Place(self.file))
        try:
            self._apply(operation)
        except LookupError:
            raise no_value(Place(self.file), operation.path) from None
        if not isinstance(operation, SetValue) or "\n" in f"{operation.old}{operation.new}":
            self._prove()  # and count the lines again

    def _prove(self) -> None:
        """Read the text again. DataError if its rows are not as the operations say."""
        read = self._lines()
        texts, wanted = ([line.texts for line in lines if any(line.texts)] for lines in (read, self.grid))
        pairs = zip(texts, wanted, strict=False)
        if len(texts) != len(wanted) or any(one is not two and _filled(one) != _filled(two) for one, two in pairs):
            raise not_possible(Place(self.file))
        self.grid = read

    def _apply(self, operation: SetValue | Insert | Delete | Move | Rename) -> None:
        text, separator, path = self.text, self.separator, operation.path
        match operation:
            case SetValue():
                row, column = self._row(path[0]), self._column(path[1])
                if not self._is_change(operation, row, column):
                    return
                self.text = table_edits.set_cell(text, separator, row.line, column, operation.new)
                self._replace(row, _with_text(row.texts, column, operation.new.strip()))
            case Insert() if path[:1] == (0,):
                at = len(self.grid[0].texts) if operation.at is None else operation.at
                self.text = table_edits.insert_column(text, separator, self.heading, at, operation.value)
                for number, line in enumerate(self.grid):
                    if number == 0 or at < len(line.texts):
                        texts = [*line.texts, *[""] * (at - len(line.texts))]
                        texts.insert(at, "" if number else operation.value)
                        self.grid[number] = line._replace(texts=tuple(texts))
            case Insert():
                values = [""] * len(self.grid[0].texts)
                for heading, value in operation.value.items():
                    values[self._column(heading)] = str(value)
                self.text = table_edits.insert_row(text, separator, operation.at, values)
                self.grid.insert(self._number(operation.at), _TableLine(0, tuple(value.strip() for value in values)))
            case Delete() if path[:1] == (0,):
                column = self._column(path[1])
                self.text = table_edits.delete_column(text, separator, self.heading, column)
                self.grid = [_TableLine(line, (*texts[:column], *texts[column + 1 :])) for line, texts in self.grid]
            case Delete():
                row = self._row(path[0])
                self.text = table_edits.delete_row(text, separator, row.line)
                self.grid.remove(row)
            case Move():
                row = self._row(path[0])
                self.grid.remove(row)
                before = self.grid[operation.to].line if operation.to < len(self.grid) else None
                self.text = table_edits.move_row(text, separator, row.line, before)
                self.grid.insert(operation.to, row)
            case Rename():
                column = self._column(path[1])
                self.text = table_edits.set_cell(text, separator, self.grid[0].line, column, operation.name)
                self._replace(self.grid[0], _with_text(self.grid[0].texts, column, operation.name))

    def _replace(self, row: _TableLine, texts: tuple[str, ...]) -> None:
        self.grid[self.grid.index(row)] = row._replace(texts=texts)

    def _is_change(self, operation: SetValue, row: _TableLine, column: int) -> bool:
        """Return True if an operation changes a cell. ConflictError if it is for another value."""
        current = row.texts[column] if column < len(row.texts) else ""
        if current != (operation.old or ""):
            raise ConflictError(operation, Place(self.file, row.line), operation.old, current)
        return bool(operation.new.strip() != current)

    def _row(self, step: str | int) -> _TableLine:
        """Return the row on a line, or with an id. LookupError if there is none."""
        if step == 0:
            return self.grid[0]
        if isinstance(step, str):
            column = self._column("id")
            rows = [line for line in self.grid[1:] if line.texts[column : column + 1] == (step,)]
        else:
            rows = [line for line in self.grid if line.line == step]
        if len(rows) != 1:
            raise LookupError(step)
        return rows[0]

    def _number(self, line: int | None) -> int:
        return len(self.grid) if line is None else [other.line for other in self.grid].index(line)

    def _column(self, heading: Any) -> int:
        """Return the number of a column by its heading, or by the name that game.yaml gives it."""
        headings = self.grid[0].texts
        return (headings if heading in headings else self.names()).index(heading)

    def content(self) -> bytes:
        self._prove()
        body = self.old.removeprefix(self.mark)
        before = body.decode(self.codec)
        if before.encode(self.codec) != body:
            problem = message("the table has bytes that {encoding} writes in another way", encoding=self.encoding)
            raise DataError(Fault(Place(self.file), problem, message("save it as {encoding}", encoding="UTF-8")))
        try:
            return self.mark + self.text.encode(self.codec)
        except UnicodeEncodeError as error:
            character = error.object[error.start]
            problem = message("{encoding} has no character {character}", encoding=self.encoding, character=character)
            raise DataError(
                Fault(Place(self.file), problem, message("save it as {encoding}", encoding="UTF-8"))
            ) from error


def _with_text(texts: tuple[str, ...], column: int, text: str) -> tuple[str, ...]:
    """Return the texts of a row with another one in a column, to which a short row is filled up."""
    filled = [*texts, *[""] * (column + 1 - len(texts))]
    filled[column] = text
    return tuple(filled)


def _filled(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the texts without the empty ones at the end."""
    end = len(texts)
    while end and not texts[end - 1]:
        end -= 1
    return texts[:end]
