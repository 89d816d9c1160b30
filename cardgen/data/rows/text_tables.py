"""How a text table is written: its encoding, separator and decimal sign, as declared or as its content shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass
from cardgen.base.values import parse_scalar
from cardgen.base.words.messages import joined, message
from cardgen.data.fields import NUMBER, field_kind
from cardgen.data.rows.encodings import NAMES, Encoding, decode_table, detect_encoding, sample_of
from cardgen.data.rows.options import TableOptions
from cardgen.data.rows.tables import SEPARATORS, STATED, Header, TableCell, read_lines

#: The usual separator by the end of a file's name.
USUAL = {".csv": ",", ".tsv": "\t"}

#: Lines that are searched for the separator. A title above the table has none.
_SEARCHED = 20

#: Spaces and apostrophes that separate thousands in numbers, besides the sign that is not the decimal one.
_GROUPING = " '\u2019\u00a0\u202f"
_DIGITS = r"[0-9]{1,3}"
_GROUPED = {
    decimal: re.compile(
        rf"([-+]?{_DIGITS}(?:[{re.escape(other)}{_GROUPING}][0-9]{{3}})+)(?:{re.escape(decimal)}([0-9]+))?"
    )
    for decimal, other in ((".", ","), (",", "."))
}
_PLAIN_COMMA = re.compile(r"[-+]?[0-9]*,[0-9]+")


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table as text, and how it is written. `taken` are the keys that its content shows and game.yaml leaves out."""

    text: str
    encoding: Encoding | None
    separator: str
    decimal: str
    taken: tuple[str, ...] = ()

    @property
    def declarations(self) -> dict[str, str]:
        """What game.yaml may declare of what was taken from the content, by key, as YAML."""
        separator = "tab" if self.separator == "\t" else f'"{self.separator}"'
        written = {"encoding": self.encoding or "", "separator": separator, "decimal": f'"{self.decimal}"'}
        return {key: value for key, value in written.items() if key in self.taken}

    def notice(self, file: str, usual: str) -> Fault | None:
        """Return what the content shows and people should know of; None if the table is written in the usual way."""
        parts = []
        if "encoding" in self.taken and self.encoding:
            sample = sample_of(self.text)
            parts.append(message("in {encoding}, such as {sample}", encoding=NAMES[self.encoding], sample=sample))
        if "separator" in self.taken and self.separator != usual:
            parts.append(message("with {separators} between the cells", separators=SEPARATORS[self.separator]))
        if "decimal" in self.taken and self.decimal != ".":
            parts.append(message("with decimal commas"))
        if not parts:
            return None
        keys = ", ".join(f"{key}: {value}" for key, value in self.declarations.items())
        hint = message("to state it, write in game.yaml: {keys}", keys=keys)
        return Fault(Place(file), message("the table is read {ways}", ways=joined(parts)), hint)


def read_text_table(
    content: bytes,
    file: str,
    usual: str,
    options: TableOptions = TableOptions(),  # noqa: B008 - it cannot be changed
    fields: Mapping[str, str] | None = None,
    known: frozenset[str] = frozenset(),
) -> TextTable:
    """Return a table as text. `usual` is the separator of most files of this kind, `known` the names of columns.

    The encoding, the separator and the decimal sign in numbers (of the columns for `fields` with numbers, or with
    nothing but numbers if that is None) are taken from the content unless they are declared. DataError if the content
    fits several, with the key that decides.
    """
    encoding = options.encoding or detect_encoding(content)
    text = decode_table(content, file, encoding)
    separator: str | None = "\t" if options.separator == "tab" else options.separator
    taken = ["encoding"] if encoding and not options.encoding else []
    if separator is None:
        separator, is_stated = _find_separator(text, file, usual, options, known)
        taken += [] if is_stated or separator == usual else ["separator"]
    decimal: str | None = options.decimal
    if decimal is None:
        decimal = _find_decimal(text, file, separator, options, fields)
        taken += [] if decimal == "." else ["decimal"]
    return TextTable(text, encoding, separator, decimal, tuple(taken))


# ---------------------------------------------------------------- separators


def _find_separator(text: str, file: str, usual: str, options: TableOptions, known: frozenset[str]) -> tuple[str, bool]:
    """Return the separator of a table, and True if its first line states it."""
    stated = STATED.match(text)
    if stated and (options.heading or 2) > 1:
        if stated[1] not in SEPARATORS:
            problem = message("the separator {separator!r} cannot be read", separator=stated[1])
            hint = message("separate the cells by {separators}", separators=joined(SEPARATORS.values()))
            raise DataError(Fault(Place(file, 1, 1), problem, hint))
        return stated[1], True
    if not any(mark in text for mark in SEPARATORS if mark != usual):
        return usual, False
    first = options.heading or 1
    lines = {mark: _first_lines(text, mark, first) for mark in SEPARATORS}
    numbers = sorted({number for rows in lines.values() for number in rows})
    split = {line: [mark for mark, rows in lines.items() if len(rows.get(line, ())) > 1] for line in numbers}

    def known_names(mark: str, line: int) -> int:
        header = Header(known=known)
        return sum(cell.text in options.columns or header.is_known(cell.text) for cell in lines[mark][line])

    # A title above the header may have commas in it.
    named = (line for line in numbers if any(known_names(mark, line) for mark in split[line]))
    line = next(named, next(filter(split.get, numbers), 0))
    if not line:
        return usual, False
    most = max(known_names(mark, line) for mark in split[line])
    likely = [mark for mark in split[line] if known_names(mark, line) == most]
    likely = likely if len(likely) == 1 else [mark for mark in likely if _fits(lines[mark], line)] or likely
    if len(likely) == 1:
        return likely[0], False
    words = [SEPARATORS[mark] for mark in likely]
    problem = message("the cells may be separated by {first} or {second}", first=words[0], second=words[1])
    hint = message("write separator: in game.yaml, or sep=; as the first line of the table")
    raise DataError(Fault(Place(file, line, 1), problem, hint))


def _first_lines(text: str, separator: str, first: int) -> dict[int, list[TableCell]]:
    lines = (cells for cells in read_lines(text, "", separator, [], first) if cells[0].line >= first)
    return {cells[0].line: cells for cells in islice(lines, _SEARCHED)}


def _fits(lines: Mapping[int, list[TableCell]], header: int) -> bool:
    """Return True if a line can be the header of most lines below it."""
    below = [len(cells) for number, cells in lines.items() if number > header]
    return max(below, default=0) <= len(lines[header]) and sum(length > 1 for length in below) * 2 >= len(below)


# ---------------------------------------------------------------- numbers


def number_in_table(text: str, decimal: str) -> Any:
    """Return the number that a cell shows with this decimal sign, also with thousands separated; else the text."""
    text = text.replace("\u2212", "-", 1)
    grouped = _GROUPED[decimal].fullmatch(text)
    if grouped:
        whole = re.sub(r"[^-+0-9]", "", grouped[1])
        value = parse_scalar(f"{whole}.{grouped[2]}" if grouped[2] else whole)
    elif decimal == ",":
        point = text.replace(",", ".") if _PLAIN_COMMA.fullmatch(text) else text
        value = text if "." in text else parse_scalar(point)
    else:
        value = parse_scalar(text)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else text


#: A number of copies as people also write it: x3, 2x, 3 ×.
_TIMES = re.compile(r"[x×] ?([0-9]+)|([0-9]+) ?[x×]", re.IGNORECASE)


def number_of_copies(text: str, decimal: str = ".") -> Any:
    """Return the number that a cell of the column `copies` shows; else the text."""
    return number_in_table(_TIMES.sub(r"\1\2", text), decimal)


#: A number whose only comma or point may separate thousands, and one in which it cannot.
_EITHER = re.compile(r"[-+]?[1-9][0-9]{0,2}([.,])[0-9]{3}")
_DECIMALS = re.compile(r"[-+]?[0-9]*([.,])[0-9]+")
_POINT_AND_COMMA = re.compile(rf"[-+]?{_DIGITS}(?:([.,])[0-9]{{3}})+(?:([.,])[0-9]+)?")
#: A text may have decimal commas only if this is in it.
_HAS_COMMA = re.compile(r",[0-9]")
_HAS_THOUSANDS = re.compile(r"[0-9]\.[0-9]{3}(?![0-9])")


def _find_decimal(text: str, file: str, separator: str, options: TableOptions, fields: Mapping[str, str] | None) -> str:
    """Return the decimal sign of the numbers in a table. DataError at a number that may be two."""
    quoted = separator == "," and not re.search(r'"[^"\r\n]*[0-9],[0-9]', text)
    if (quoted or not _HAS_COMMA.search(text)) and (separator != ";" or not _HAS_THOUSANDS.search(text)):
        return "."
    signs: dict[str, TableCell] = {}
    either: dict[str, TableCell] = {}
    for cell in _number_cells(text, separator, options, fields):
        if match := _EITHER.fullmatch(cell.text):
            either.setdefault(match[1], cell)
        elif match := _DECIMALS.fullmatch(cell.text):
            signs.setdefault(match[1], cell)
        elif match := _POINT_AND_COMMA.fullmatch(cell.text):  # 1.234,5 and 1.234.567
            signs.setdefault(match[2] or ("," if match[1] == "." else "."), cell)
    if len(signs) == 2:
        comma, point = signs[","], signs["."]
        problem = message("{number} has a decimal comma, {other} a decimal point", number=comma.text, other=point.text)
        hint = message("write them in the same way, or declare decimal: in game.yaml")
        raise DataError(Fault(Place(file, comma.line, comma.column), problem, hint))
    if signs:
        return next(iter(signs))
    unclear = either.get(",") or (either.get(".") if separator == ";" else None)
    if unclear is None:
        return "."
    number = unclear.text
    whole, part = re.sub("[.,]", "", number), number.replace(",", ".")
    problem = message("{number} may be {whole} or {part}", number=number, whole=whole, part=part)
    hint = message('write decimal: "." or decimal: "," in game.yaml')
    raise DataError(Fault(Place(file, unclear.line, unclear.column), problem, hint))


def _number_cells(
    text: str, separator: str, options: TableOptions, fields: Mapping[str, str] | None
) -> Iterator[TableCell]:
    """Yield the cells of columns with numbers. A whole number has no decimals, so its comma separates thousands."""
    first = options.heading or 1
    lines = (cells for cells in read_lines(text, "", separator, [], first) if cells[0].line >= first)
    heading = next(lines, [])
    names = [Header(known=frozenset(fields or ())).name_of(cell.text, options.columns) for cell in heading]
    if fields is None:
        rows = list(lines)
        for i in range(len(names)):
            column = [row[i] for row in rows if i < len(row) and row[i].text]
            if all(_looks_like_number(cell.text) for cell in column):
                yield from column
        return
    numbers = {name for name, kind in fields.items() if field_kind(kind) is NUMBER}
    columns = [i for i, name in enumerate(names) if name in numbers]
    for row in lines:
        yield from (row[i] for i in columns if i < len(row))


def _looks_like_number(text: str) -> bool:
    return any(isinstance(number_in_table(text, decimal), int | float) for decimal in ".,")
