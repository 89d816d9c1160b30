"""Comma-separated tables (RFC 4180) into rows that remember where each cell stood, for long decks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from cardgen.data.reading import Key, Marked
from cardgen.errors import DataError, Fault, Place

# A cell and what ends it. In quotes it may hold anything, a quote being written twice.
_CELL = re.compile(r'[ \t]*"([^"]*(?:""[^"]*)*)"[ \t]*(,|\r\n?|\n|\Z)|([^",\r\n]*)(,|\r\n?|\n|\Z)')


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell, without spaces round it, and where the cell begins."""

    text: str
    place: Place


def parse_csv(text: str, file: str, convert: Callable[[str, str], Any]) -> Marked:
    """The rows under a header as a list of mappings; a header with a dot in it nests: `names.zh`.

    `convert(header, text)` makes the value of a cell; an empty cell and an empty line are left out. The place of a key
    is its header. DataError with every fault of the form.
    """
    faults: list[Fault] = []
    lines = _read_lines(text, file, faults)
    header = next(lines, [])
    faults += _check_header(header)
    places: dict[Key, Place] = {(): Place(file, 1, 1)}
    keys: dict[Key, Place] = {}
    table: list[dict[str, Any]] = []
    for cells in lines:
        if not any(cell.text for cell in cells):
            continue
        if len(cells) > len(header):
            told = f"{len(cells)} cells under {len(header)} headings"
            faults.append(Fault(cells[len(header)].place, told, "quotes go round a text with a comma"))
        row: dict[str, Any] = {}
        places[(len(table),)] = cells[0].place
        for name, cell in zip(header, cells, strict=False):
            steps = name.text.split(".")
            keys[(len(table), *steps)] = name.place
            if cell.text and not faults:
                inner = row
                for step in steps[:-1]:
                    inner = inner.setdefault(step, {})
                inner[steps[-1]] = convert(name.text, cell.text)
                places[(len(table), *steps)] = cell.place
        table.append(row)
    if faults:
        raise DataError(faults)
    return Marked(table, file, places, keys)


def _read_lines(text: str, file: str, faults: list[Fault]) -> Iterator[list[Cell]]:
    """The cells of each line. What cannot be a cell is a fault, and ends the reading."""
    position, line, begin = 0, 1, 0  # `begin`: where the line begins
    cells: list[Cell] = []
    while position < len(text) or cells:
        place = Place(file, line, position - begin + 1)
        match = _CELL.match(text, position)
        if match is None:
            open_quote = text[position:].lstrip(" \t").startswith('"')
            told = "a quote that is not closed, or is followed by more" if open_quote else "a quote inside a cell"
            faults.append(Fault(place, told, 'put quotes round the whole cell, and write "" for a quote in it'))
            return
        quoted, ended, plain = match[1], match[2] or match[4] or "", match[3]
        cells.append(Cell((plain if quoted is None else quoted.replace('""', '"')).strip(), place))
        breaks = re.findall(r"\r\n?|\n", match[0])
        if breaks:
            line += len(breaks)
            begin = match.end() - len(re.split(r"\r\n?|\n", match[0])[-1])
        position = match.end()
        if ended != ",":
            yield cells
            cells = []


def _check_header(header: list[Cell]) -> Iterator[Fault]:
    names = [cell.text for cell in header]
    for i, (cell, name) in enumerate(zip(header, names, strict=True)):
        if not all(name.split(".")):
            yield Fault(cell.place, f"column {i + 1} has no name")
        elif name in names[:i]:
            yield Fault(cell.place, f"the column {name!r} stands here twice")
        elif any(other.startswith(f"{name}.") for other in names):
            yield Fault(cell.place, f"the column {name!r} stands beside parts of it", f"such as {name}.en")
    if len(header) == 1 and re.search("[;\t]", names[0]):
        yield Fault(header[0].place, "the cells are not divided by commas", "save it as CSV with commas")
