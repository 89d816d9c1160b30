"""Tables into rows that remember where each cell stood: cells under a header, and CSV (RFC 4180) and TSV into cells."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from cardgen.data.places import HeaderPlaces, Key, TablePlaces
from cardgen.data.reading import MOST_CHARACTERS, Marked, too_long
from cardgen.errors import MOST_FAULTS, DataError, Fault, Place, did_you_mean

# A cell and what ends it. In quotes it may hold anything, a quote being written twice. Between tabs, quotes are also
# what they are, since not every program that writes tabs puts quotes round anything.
_CELL = {
    ",": re.compile(r'[ \t]*"([^"]*+(?:""[^"]*+)*+)"[ \t]*(,|\r\n?|\n|\Z)|([^",\r\n]*)(,|\r\n?|\n|\Z)'),
    "\t": re.compile(r' *"([^"]*+(?:""[^"]*+)*+)" *(\t|\r\n?|\n|\Z)|((?! *")[^\t\r\n]*)(\t|\r\n?|\n|\Z)'),
}
#: The rest of a line that holds nothing: spreadsheets fill every line up, to thousands of cells.
_EMPTY_END = {",": re.compile(r"[ \t,]*+(\r\n?|\n|\Z)"), "\t": re.compile(r"[ \t]*+(\r\n?|\n|\Z)")}
_EMPTY_LINES = re.compile(r"(?:\r\n?|\n)++")
_OPEN_QUOTE = re.compile(r'[ \t]*+"')

#: More than anybody types; a header without end is something else.
MOST_COLUMNS = 500
#: Rows of a table, of which a deck may select some.
MOST_ROWS = 100_000
#: Cells of a table, with empty ones between others: 10,000 cards of 50 fields.
MOST_CELLS = 500_000

_DIVIDED = {",": ("commas", "CSV with commas"), "\t": ("tabs", "text divided by tabs")}


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell, without spaces round it, where the cell begins, and what keeps it from being a value."""

    text: str
    place: Place
    wrong: Fault | None = None


def parse_csv(
    text: str,
    file: str,
    convert: Callable[[str, str], Any],
    columns: Mapping[str, str | None] | None = None,
    separator: str = ",",
) -> Marked:
    """The rows of a text with a comma (or a tab) between the cells, as parse_table."""
    faults: list[Fault] = []
    lines = _read_lines(text, file, separator, faults)
    return parse_table(lines, Place(file, 1, 1), convert, columns, faults)


def parse_table(
    lines: Iterable[list[Cell]],
    begin: Place,
    convert: Callable[[str, str], Any],
    columns: Mapping[str, str | None] | None = None,
    faults: list[Fault] | None = None,
    place_at: Callable[[int, int], Place] | None = None,
) -> Marked:
    """The rows under a header as a list of mappings; a header with a dot in it nests: `names.zh`.

    `columns` gives headers another name, or None to leave their cells out. `convert(header, text)` makes the value of a
    cell, by that name; an empty cell and an empty line are left out. The place of a key is its header. DataError with
    every fault of the form, those of `faults` too, which may grow while `lines` are read, and with what is wrong in
    cells that are not left out. `place_at` makes the place of a line and column, where it is not that of a text.
    """
    faults = [] if faults is None else faults
    filled = (cells for line in lines if (cells := without_end(line)))
    header = next(filled, [])
    names = [(columns or {}).get(cell.text, cell.text) for cell in header]
    faults += _check_header(header, names)
    faults += [cell.wrong for cell in header if cell.wrong]
    texts = [cell.text for cell in header]
    for unknown in (columns or {}).keys() - set(texts):
        place = header[0].place if header else begin
        faults.append(
            Fault(place, f"there is no column {unknown!r}, which columns: names", did_you_mean(unknown, texts))
        )
    paths = [None if name is None else tuple(name.split(".")) for name in names]
    places = TablePlaces(begin, paths, place_at or partial(Place, begin.file))
    table: list[dict[str, Any]] = []
    for cells in filled:
        if len(cells) > len(header):
            width = "1 heading" if len(header) == 1 else f"{len(header)} headings"
            told = f"{len(cells)} cells under {width}"
            first = next(cell for cell in cells[len(header) :] if cell.text or cell.wrong)
            faults.append(Fault(first.place, told, "quotes go round a text with a comma"))
        row: dict[str, Any] = {}
        places.add_row(cells[0].place)
        faults += [cell.wrong for name, cell in zip(names, cells, strict=False) if cell.wrong and name is not None]
        if len(faults) >= MOST_FAULTS:
            break
        for column, (name, path, cell) in enumerate(zip(names, paths, cells, strict=False)):
            if name is not None and path is not None and cell.text and not faults:
                inner = row
                for step in path[:-1]:
                    inner = inner.setdefault(step, {})
                inner[path[-1]] = convert(name, cell.text)
                places.add_cell(column, cell.place)
        table.append(row)
    if faults:
        raise DataError(faults)
    headings_at: dict[Key, Place] = {
        path: cell.place for path, cell in zip(paths, header, strict=True) if path is not None
    }
    return Marked(table, begin.file, places, HeaderPlaces(headings_at, table))


def without_end(cells: list[Cell]) -> list[Cell]:
    """The cells without the empty ones at the end, which spreadsheets write to fill a line up."""
    end = len(cells)
    while end and not (cells[end - 1].text or cells[end - 1].wrong):
        end -= 1
    return cells[:end]


def _read_lines(text: str, file: str, separator: str, faults: list[Fault]) -> Iterator[list[Cell]]:
    """The cells of each line that has any. What is no cell, or is one too many, is a fault and ends the reading."""
    position, line, begin = 0, 1, 0  # `begin`: where the line begins
    rows = count = 0
    cells: list[Cell] = []
    while position < len(text) or cells:
        # Looked for where a run of empty cells may begin, so that no run is gone through twice.
        rest = _EMPTY_END[separator].match(text, position) if not cells or cells[-1].text or cells[-1].wrong else None
        if rest is None:
            place = Place(file, line, position - begin + 1)
            match = _CELL[separator].match(text, position)
            if match is None:
                faults.append(_no_cell(text, position, place))
                return
            cells.append(_cell_of(match, place))
            count += 1
            position = match.end()
            if match[1] is not None:  # quoted: it may have lines of its own
                line, begin = _after_breaks(text, match.span(1), line, begin)
            if (match[2] or match[4]) == separator and count <= MOST_CELLS:
                continue
            ended = match.span(2 if match[1] is not None else 4)
        else:
            ended, position = rest.span(1), rest.end()
        if cells:
            rows += 1
            if rows == 1:
                faults += _check_divided(cells, separator)
            yield cells
            cells = []
        if rows > MOST_ROWS or count > MOST_CELLS:
            too_many = f"{MOST_ROWS:,} rows" if rows > MOST_ROWS else f"{MOST_CELLS:,} cells"
            faults.append(Fault(Place(file, line, 1), f"more than {too_many} in a table", "split the table"))
            return
        empty = _EMPTY_LINES.match(text, ended[0])
        if empty:
            position = empty.end()
            line, begin = _after_breaks(text, empty.span(), line, begin)


def _no_cell(text: str, position: int, place: Place) -> Fault:
    open_quote = _OPEN_QUOTE.match(text, position)
    told = "a quote that is not closed, or is followed by more" if open_quote else "a quote inside a cell"
    return Fault(place, told, 'put quotes round the whole cell, and write "" for a quote in it')


def _cell_of(match: re.Match[str], place: Place) -> Cell:
    text = (match[3] if match[1] is None else match[1].replace('""', '"')).strip()
    if len(text) > MOST_CHARACTERS:
        return Cell("", place, Fault(place, *too_long(text)))
    return Cell(text, place)


def _after_breaks(text: str, span: tuple[int, int], line: int, begin: int) -> tuple[int, int]:
    """The line after the line breaks in that part of the text, and where it begins."""
    feeds, returns = text.count("\n", *span), text.count("\r", *span)
    if not feeds and not returns:
        return line, begin
    last = max(text.rfind("\n", *span), text.rfind("\r", *span))
    return line + feeds + returns - text.count("\r\n", *span), last + 1


def _check_divided(cells: list[Cell], separator: str) -> Iterator[Fault]:
    if len(cells) == 1 and re.search("[;\t,]".replace(separator, ""), cells[0].text):
        marks, kind = _DIVIDED[separator]
        yield Fault(cells[0].place, f"the cells are not divided by {marks}", f"save it as {kind}")


def cell_at(text: str, place: Place) -> tuple[int, int]:
    """Row and column, from 1, of the cell of a CSV text that a place of the text is in. Empty lines are rows, too."""
    column = 1
    for cells in _read_lines(text, "", ",", []):
        before = [cell.place for cell in cells if (cell.place.line, cell.place.column) <= (place.line, place.column)]
        if not before:
            break
        column = len(before)
    lines = csv.reader(io.StringIO(text, newline=""))
    row = next((row for row, _ in enumerate(lines, start=1) if lines.line_num >= place.line), 1)
    return row, column


def _check_header(header: list[Cell], names: list[str | None]) -> Iterator[Fault]:
    if len(header) > MOST_COLUMNS:
        yield Fault(header[MOST_COLUMNS].place, f"{len(header):,} columns", f"at most {MOST_COLUMNS:,}")
        return
    named = [(name, cell.text) for cell, name in zip(header, names, strict=True) if name is not None]
    seen: set[str] = set()
    for i, (cell, name) in enumerate(zip(header, names, strict=True)):
        if name is None:
            continue
        if not all(name.split(".")):
            yield Fault(cell.place, f"column {i + 1} has no name")
        elif name in seen:
            told = f"the column {name!r} stands here twice"
            others = [text for other, text in named if other == name and text != name]
            yield Fault(cell.place, told, f"{', '.join(others)} is called so by columns:" if others else "")
        elif any(other.startswith(f"{name}.") for other, _ in named):
            yield Fault(cell.place, f"the column {name!r} stands beside parts of it", f"such as {name}.en")
        seen.add(name)
