"""Tables into rows that remember where each cell stood: cells under a header, and CSV (RFC 4180) and TSV into cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cardgen.data.reading import Key, Marked
from cardgen.errors import DataError, Fault, Place, did_you_mean

# A cell and what ends it. In quotes it may hold anything, a quote being written twice. Between tabs, quotes are also
# what they are, since not every program that writes tabs puts quotes round anything.
_CELL = {
    ",": re.compile(r'[ \t]*"([^"]*(?:""[^"]*)*)"[ \t]*(,|\r\n?|\n|\Z)|([^",\r\n]*)(,|\r\n?|\n|\Z)'),
    "\t": re.compile(r' *"([^"]*(?:""[^"]*)*)" *(\t|\r\n?|\n|\Z)|((?! *")[^\t\r\n]*)(\t|\r\n?|\n|\Z)'),
}

#: More than anybody types; a header without end is something else.
MOST_COLUMNS = 500

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
) -> Marked:
    """The rows under a header as a list of mappings; a header with a dot in it nests: `names.zh`.

    `columns` gives headers another name, or None to leave their cells out. `convert(header, text)` makes the value of a
    cell, by that name; an empty cell and an empty line are left out. The place of a key is its header. DataError with
    every fault of the form, those of `faults` too, which may grow while `lines` are read, and with what is wrong in
    cells that are not left out.
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
    places: dict[Key, Place] = {(): begin}
    keys: dict[Key, Place] = {}
    table: list[dict[str, Any]] = []
    for cells in filled:
        if len(cells) > len(header):
            headings = "1 heading" if len(header) == 1 else f"{len(header)} headings"
            told = f"{len(cells)} cells under {headings}"
            first = next(cell for cell in cells[len(header) :] if cell.text or cell.wrong)
            faults.append(Fault(first.place, told, "quotes go round a text with a comma"))
        row: dict[str, Any] = {}
        number = len(table)
        places[(number,)] = cells[0].place
        faults += [cell.wrong for name, cell in zip(names, cells, strict=False) if cell.wrong and name is not None]
        for path, heading in zip(paths, header, strict=True):
            if path is not None:
                keys[(number, *path)] = heading.place
        for name, path, cell in zip(names, paths, cells, strict=False):
            if name is not None and path is not None and cell.text and not faults:
                inner = row
                for step in path[:-1]:
                    inner = inner.setdefault(step, {})
                inner[path[-1]] = convert(name, cell.text)
                places[(number, *path)] = cell.place
        table.append(row)
    if faults:
        raise DataError(faults)
    return Marked(table, begin.file, places, keys)


def without_end(cells: list[Cell]) -> list[Cell]:
    """The cells without the empty ones at the end, which spreadsheets write to fill a line up."""
    end = len(cells)
    while end and not (cells[end - 1].text or cells[end - 1].wrong):
        end -= 1
    return cells[:end]


def _read_lines(text: str, file: str, separator: str, faults: list[Fault]) -> Iterator[list[Cell]]:
    """The cells of each line. What cannot be a cell is a fault, and ends the reading."""
    position, line, begin = 0, 1, 0  # `begin`: where the line begins
    pattern, begun = _CELL[separator], False
    cells: list[Cell] = []
    while position < len(text) or cells:
        place = Place(file, line, position - begin + 1)
        match = pattern.match(text, position)
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
        if ended != separator:
            if not begun and len(cells) == 1 and re.search("[;\t,]".replace(separator, ""), cells[0].text):
                marks, kind = _DIVIDED[separator]
                faults.append(Fault(cells[0].place, f"the cells are not divided by {marks}", f"save it as {kind}"))
            begun = True
            yield cells
            cells = []


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
