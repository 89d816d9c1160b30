"""Read CSV (RFC 4180) and TSV into cells, and cells under a header into rows with places."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

from cardgen.base.errors import MOST_FAULTS, DataError, Fault, Faults, Place, WrongValueError, did_you_mean
from cardgen.base.words.messages import Message, joined, message, plural
from cardgen.data.places import HeaderPlaces, Key, TablePlaces, pack_place
from cardgen.data.reading import MOST_CHARACTERS, Marked, too_long

#: What separates the cells of a table, with the words for it.
SEPARATORS = {",": message("commas"), ";": message("semicolons"), "\t": message("tabs")}

# A cell and what ends it. In quotes it may have any character; a quote is written twice. Between tabs, a cell may also
# have plain quotes, because not every program that writes tabs quotes its cells.
CELL = {
    **{
        mark: re.compile(
            rf'[ \t]*"([^"]*+(?:""[^"]*+)*+)"[ \t]*({mark}|\r\n?|\n|\Z)|([^"{mark}\r\n]*)({mark}|\r\n?|\n|\Z)'
        )
        for mark in ",;"
    },
    "\t": re.compile(r' *"([^"]*+(?:""[^"]*+)*+)" *(\t|\r\n?|\n|\Z)|((?! *")[^\t\r\n]*)(\t|\r\n?|\n|\Z)'),
}
#: The empty rest of a line: spreadsheet programs fill every line up, to thousands of cells.
_EMPTY_END = {
    **{mark: re.compile(rf"[ \t{mark}]*+(\r\n?|\n|\Z)") for mark in ",;"},
    "\t": re.compile(r"[ \t]*+(\r\n?|\n|\Z)"),
}
#: A first line that states the separator, as Excel reads it.
STATED = re.compile(r'"?sep=([^\r\n"])"?[^\r\n]*(?:\r\n?|\n|\Z)', re.IGNORECASE)
#: A line without quotes, as most are: it can be split.
PLAIN_LINE = re.compile(r'([^"\r\n]*+)(?:\r\n?|\n|\Z)')
_EMPTY_LINES = re.compile(r"(?:\r\n?|\n)++")
_OPEN_QUOTE = re.compile(r'[ \t]*+"')

#: No deck has more; a longer header is a mistake.
MOST_COLUMNS = 500
#: Rows of a table. A deck may select some of them.
MOST_ROWS = 100_000
#: Cells of a table, including empty ones between others: 10,000 cards of 50 fields.
MOST_CELLS = 500_000


class TableCell(NamedTuple):
    """The text of a cell without spaces around it, where the cell begins, and its fault if it has no value.

    A place is made of the line and the column only when it is needed: a table has hundreds of thousands of cells.
    """

    text: str
    line: int
    column: int
    fault: Fault | None = None


_fault_of = attrgetter("fault")


class Header(NamedTuple):
    """Where the header of a table is, and which of its columns are read.

    `row` is the number of its row (in a text, of its line); None for the first row that is not empty. Capitals do not
    matter in headings that begin with one of the `known` names. With `only`, other columns are left out, unless they
    are renamed.
    """

    row: int | None = None
    only: bool = False
    known: frozenset[str] = frozenset()

    def is_known(self, heading: str) -> bool:
        """Return True if a heading begins with one of the known names."""
        return heading.split(".")[0].lower() in self.known

    def name_of(self, heading: str, columns: Mapping[str, str | None]) -> str | None:
        """Return the name of the column under a heading; None if the column is left out."""
        if heading in columns:
            return columns[heading]
        word, dot, rest = heading.partition(".")
        if self.is_known(heading):
            return heading if word in self.known else word.lower() + dot + rest
        return None if self.only else heading


def parse_csv(
    text: str,
    file: str,
    convert: Callable[[str, str], Any],
    columns: Mapping[str, str | None] | None = None,
    separator: str = ",",
    header: Header = Header(),  # noqa: B008 - it cannot be changed
) -> Marked:
    """Return the rows of a text with one of SEPARATORS between the cells. See parse_table."""
    faults = Faults()
    lines = read_lines(text, file, separator, faults, header.row or 1)
    return parse_table(lines, Place(file, 1, 1), convert, columns, faults, header=header, separator=separator)


def parse_table(
    lines: Iterable[list[TableCell]],
    begin: Place,
    convert: Callable[[str, str], Any],
    columns: Mapping[str, str | None] | None = None,
    faults: list[Fault] | None = None,
    place_at: Callable[[int, int], Place] | None = None,
    header: Header = Header(),  # noqa: B008 - it cannot be changed
    separator: str = "",
) -> Marked:
    """Return the rows under a header as a list of mappings. A header with a dot nests: `names.zh`.

    `columns` renames headers, or leaves out their cells (None). `convert(header, text)` makes the value of a cell, or
    raises a WrongValueError; empty cells and lines are left out. The place of a key is its header. `place_at` makes a
    place from a line and a column if the table is not text with a `separator`. DataError with all faults: of the table,
    of cells that are not left out, and those in `faults`, a list that may grow while `lines` are read.
    """
    faults = [] if faults is None else faults
    place_at = place_at or partial(Place, begin.file)
    filled = (
        cells
        for line in lines
        if (cells := without_end(line)) and cells[0].line >= (header.row or 1) and not _is_unchecked(cells)
    )
    headings, first = next(filled, []), next(filled, [])
    if misplaced := list(_check_header_row(headings, first, header, place_at, columns or {})):
        raise DataError([*faults, *misplaced])
    names = [header.name_of(cell.text, columns or {}) for cell in headings]
    header_places = [place_at(cell.line, cell.column) for cell in headings]
    faults += _check_header(headings, names, header_places, columns or {})
    faults += [cell.fault for cell, name in zip(headings, names, strict=True) if cell.fault and name is not None]
    texts = [cell.text for cell in headings]
    for unknown in (columns or {}).keys() - set(texts):
        place = header_places[0] if headings else begin
        problem = message("columns: renames {column!r}, which is not a column of the table", column=unknown)
        faults.append(Fault(place, problem, did_you_mean(unknown, texts)))
    paths = [None if name is None else tuple(name.split(".")) for name in names]
    places = TablePlaces(header_places[0] if headings else begin, paths, place_at)
    table: list[dict[str, Any]] = []
    is_headed = not faults
    for cells in chain([first] if first else [], filled):
        if len(cells) > len(headings) or any(map(_fault_of, cells)):
            faults += _check_row(cells, headings, names, place_at, separator)
            if len(faults) >= MOST_FAULTS:
                break
        row: dict[str, Any] = {}
        at = places.begin_row(cells[0].line, cells[0].column)
        for column, (name, path, cell) in enumerate(zip(names, paths, cells, strict=False)):
            if name is not None and path is not None and cell.text and is_headed:
                inner = row
                for step in path[:-1]:
                    inner = inner.setdefault(step, {})
                try:
                    inner[path[-1]] = convert(name, cell.text)
                except WrongValueError as error:
                    faults.append(Fault(place_at(cell.line, cell.column), error.text, error.hint))
                at[column + 1] = pack_place(cell.line, cell.column)
        places.end_row(at)
        table.append(row)
    if faults:
        raise DataError(faults)
    headings_at: dict[Key, Place] = {
        path: place for path, place in zip(paths, header_places, strict=True) if path is not None
    }
    return Marked(table, begin.file, places, HeaderPlaces(headings_at, table))


def _is_unchecked(cells: list[TableCell]) -> bool:
    """Return True for a row with nothing but boxes that are not ticked: a column of them goes on below a table."""
    return all(not cell.fault and cell.text.upper() in ("", "FALSE") for cell in cells)


def _check_header_row(
    headings: list[TableCell],
    first: list[TableCell],
    header: Header,
    place_at: Callable[[int, int], Place],
    columns: Mapping[str, str | None],
) -> Iterator[Fault]:
    """Yield a fault if the row of the header is empty, or is a title: its only cell is above rows with more cells."""
    if header.row is not None and (not headings or headings[0].line != header.row):
        problem = message("row {row} is empty, expected the names of the columns", row=header.row)
        yield Fault(place_at(header.row, 1), problem, message("heading: is the number of the row with the names"))
    elif header.row is None:
        filled = [cell for cell in headings if cell.text or cell.fault]
        below = [cell for cell in first if cell.text or cell.fault]
        if len(filled) == 1 and len(below) > 1 and "id" not in (filled[0].text, columns.get(filled[0].text)):
            problem = message("the first row looks like a title: it has one cell, the next row has several")
            hint = message("if the names of the columns are in row {row}, write heading: {row}", row=first[0].line)
            yield Fault(place_at(filled[0].line, filled[0].column), problem, hint)


def _check_row(
    cells: list[TableCell],
    header: list[TableCell],
    names: list[str | None],
    place_at: Callable[[int, int], Place],
    separator: str,
) -> Iterator[Fault]:
    """Yield a fault if a row has more cells than headings, and the faults of its cells that are not left out."""
    if len(cells) > len(header):
        headings = plural("{count} heading", "{count} headings", len(header))
        problem = message("the row has {cells} cells under {headings}", cells=len(cells), headings=headings)
        first = next(cell for cell in cells[len(header) :] if cell.text or cell.fault)
        place = place_at(first.line, first.column)
        hint = message("delete what is to the right of the table, or give the column a name")
        if separator:
            hint = message("put a text that has {separators} in it in quotes", separators=SEPARATORS[separator])
        yield Fault(place, problem, hint)
    for name, cell in zip(names, cells, strict=False):
        if cell.fault and name is not None:
            yield cell.fault


def at_most(limit: int) -> Message:
    """Return the hint for a number above a limit."""
    return message("at most {limit:,}", limit=limit)


def without_end(cells: list[TableCell]) -> list[TableCell]:
    """Return the cells without the empty ones at the end, with which spreadsheet programs fill a line up."""
    end = len(cells)
    while end and not (cells[end - 1].text or cells[end - 1].fault):
        end -= 1
    return cells[:end]


def read_lines(
    text: str, file: str, separator: str, faults: list[Fault], header_row: int = 1
) -> Iterator[list[TableCell]]:
    """Yield the cells of each line that is not empty. Reading stops at the first broken cell or limit, with a fault."""
    position, line, begin = 0, 1, 0  # `begin`: where the line begins
    if (stated := STATED.match(text)) and header_row == 1:
        position, line, begin = stated.end(), 2, stated.end()
    rows = count = 0
    cells: list[TableCell] = []
    while position < len(text) or cells:
        plain = None if cells else PLAIN_LINE.match(text, position)
        if plain is not None and len(plain[1]) <= MOST_CHARACTERS and count + plain[1].count(separator) < MOST_CELLS:
            cells = _split_line(plain[1], separator, line, position - begin + 1)
            count += len(cells)
            ended, position = plain.end(1), plain.end()
        # Only where a run of empty cells may begin, so that no run is searched twice.
        elif (not cells or cells[-1].text or cells[-1].fault) and (rest := _EMPTY_END[separator].match(text, position)):
            ended, position = rest.start(1), rest.end()
        else:
            match = CELL[separator].match(text, position)
            if match is None:
                faults.append(_no_cell(text, position, Place(file, line, position - begin + 1)))
                return
            cells.append(_cell_of(match, file, line, position - begin + 1))
            count += 1
            position = match.end()
            if match[1] is not None:  # quoted: it may have lines of its own
                line, begin = _after_breaks(text, match.span(1), line, begin)
            if (match[2] or match[4]) == separator and count <= MOST_CELLS:
                continue
            ended = match.start(2 if match[1] is not None else 4)
        if cells:
            rows += line >= header_row
            yield cells
            cells = []
        too_many_rows = rows > MOST_ROWS + 1  # and the header
        if too_many_rows or count > MOST_CELLS:
            faults.append(Fault(Place(file, line, 1), _too_many(too_many_rows), message("split the table")))
            return
        empty = _EMPTY_LINES.match(text, ended)
        if empty:
            position = empty.end()
            line, begin = _after_breaks(text, empty.span(), line, begin)


def _split_line(text: str, separator: str, line: int, column: int) -> list[TableCell]:
    """Return the cells of a line without quotes, without the empty ones at its end."""
    cells: list[TableCell] = []
    for part in text.rstrip(f" \t{separator}").split(separator):
        cells.append(TableCell(part.strip(), line, column))
        column += len(part) + 1
    return cells if len(cells) > 1 or cells[0].text else []


def _too_many(rows: bool) -> Message:
    if rows:
        return message("more than {limit:,} rows in a table", limit=MOST_ROWS)
    return message("more than {limit:,} cells in a table", limit=MOST_CELLS)


def _no_cell(text: str, position: int, place: Place) -> Fault:
    problem = message("there is a quote inside a cell")
    if _OPEN_QUOTE.match(text, position):
        problem = message("a quote is not closed, or text follows it")
    return Fault(place, problem, message('put the whole cell in quotes, and write "" for a quote in it'))


def _cell_of(match: re.Match[str], file: str, line: int, column: int) -> TableCell:
    text = (match[3] if match[1] is None else match[1].replace('""', '"')).strip()
    if len(text) > MOST_CHARACTERS:
        return TableCell("", line, column, Fault(Place(file, line, column), *too_long(text)))
    return TableCell(text, line, column)


def _after_breaks(text: str, span: tuple[int, int], line: int, begin: int) -> tuple[int, int]:
    """Return the number of the line after the line breaks in a part of the text, and where that line begins."""
    if span[1] - span[0] == 1 and text[span[0]] in "\r\n":  # by far the most common
        return line + 1, span[1]
    feeds, returns = text.count("\n", *span), text.count("\r", *span)
    if not feeds and not returns:
        return line, begin
    last = max(text.rfind("\n", *span), text.rfind("\r", *span))
    return line + feeds + returns - text.count("\r\n", *span), last + 1


def cell_at(text: str, place: Place) -> tuple[int, int]:
    """Return the row and column, from 1, of the cell at a place of a CSV text. Empty lines are rows, too."""
    column = 1
    for cells in read_lines(text, "", ",", []):
        before = [cell for cell in cells if (cell.line, cell.column) <= (place.line, place.column)]
        if not before:
            break
        column = len(before)
    lines = csv.reader(io.StringIO(text, newline=""))
    row = next((row for row, _ in enumerate(lines, start=1) if lines.line_num >= place.line), 1)
    return row, column


def _check_header(
    header: list[TableCell], names: list[str | None], places: list[Place], columns: Mapping[str, str | None]
) -> Iterator[Fault]:
    if len(header) > MOST_COLUMNS:
        yield Fault(
            places[MOST_COLUMNS],
            message("the table has {count:,} columns", count=len(header)),
            at_most(MOST_COLUMNS),
        )
        return
    named = [(name, cell.text) for cell, name in zip(header, names, strict=True) if name is not None]
    seen: set[str] = set()
    for i, (name, place) in enumerate(zip(names, places, strict=True)):
        if name is None:
            continue
        if not all(name.split(".")):
            yield Fault(place, message("column {number} has no name", number=i + 1))
        elif name in seen:
            others = [text for other, text in named if other == name and columns.get(text) == name]
            hint = message("columns: renames {columns} to it", columns=joined(others)) if others else ""
            yield Fault(place, message("duplicate column {column!r}", column=name), hint)
        elif any(other.startswith(f"{name}.") for other, _ in named):
            other = next(other for other, _ in named if other.startswith(f"{name}."))
            yield Fault(place, message("column {column!r} conflicts with {other!r}", column=name, other=other))
        seen.add(name)
