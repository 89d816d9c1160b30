"""A sheet of an XLSX workbook into rows: what its cells hold as values. Nothing in a workbook is computed or run."""

from __future__ import annotations

import csv
import io
import re
import warnings
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from cardgen.data.reading import CONTROL, Marked
from cardgen.data.rows.tables import MOST_CELLS, MOST_COLUMNS, MOST_ROWS, Cell, parse_table, without_end
from cardgen.errors import DataError, Fault, Place, did_you_mean

Read = TypeVar("Read")

#: Of a workbook unpacked: a few kilobytes can be packed so that they fill a disk.
MOST_UNPACKED = 64 * 1024 * 1024

#: Marks that open or close an element, in all of a workbook: a cell has four to six. What holds no cell costs as much.
MOST_MARKS = 3_000_000

#: What a spreadsheet allows in a cell.
_MOST_CHARACTERS = 32_767

#: Sheets, strings, styles and the like; a workbook of a thousand sheets is none of cards.
_MOST_PARTS = 1_000

#: The ways of packing that workbooks use, which can be unpacked piece by piece.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

_FORMULA = re.compile(rb"<(\w+:)?f[\s/>]")
_ENTITIES = re.compile(rb"<!(DOCTYPE|ENTITY)")
#: In another encoding, marks and entities would be other bytes than those looked for.
_ENCODING = re.compile(rb"<\?xml[^>]*\sencoding\s*=\s*[\"']([^\"']*)")
_ENCODINGS = (b"utf-8", b"utf8", b"utf-16", b"us-ascii", b"iso-8859-1", b"windows-1252")


@dataclass(frozen=True, slots=True)
class SheetPlace(Place):
    """A cell of a sheet: `line` is its row, `column` its column from 1; shown as `cards.xlsx:Sheet1!B7`."""

    sheet: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.sheet}!{column_letters(self.column)}{self.line}"

    # Faults of workbooks and of other files stand in one list, in order.
    def __lt__(self, other: Place) -> bool:
        return (self.file, self.line, self.column) < (other.file, other.line, other.column)

    def __gt__(self, other: Place) -> bool:
        return (self.file, self.line, self.column) > (other.file, other.line, other.column)


def column_letters(column: int) -> str:
    """A column as spreadsheets call it: 1 is A, 27 is AA."""
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def parse_workbook(
    content: bytes,
    file: str,
    sheet: tuple[str, Place] | None,
    convert: Callable[[str, str], Any],
    columns: Mapping[str, str | None] | None = None,
) -> Marked:
    """The rows of the sheet of that name (told at its place when there is none), or of the first, as parse_table.

    Numbers and true and false are converted as if typed. DataError with every cell that holds no value, unless its
    column is left out: an error, a date, a formula whose value is not stored; and when the file is no workbook, or too
    large a one.
    """

    def parse(lines: Iterator[list[Cell]], begin: SheetPlace, faults: list[Fault]) -> Marked:
        place_at = partial(SheetPlace, file, sheet=begin.sheet)
        return parse_table(lines, begin, convert, columns, faults, place_at)

    return _read(content, file, sheet, parse)


def first_sheet(content: bytes, file: str) -> tuple[str, str]:
    """What the first sheet of a workbook is called, and what stands in it as CSV. DataError as from parse_workbook."""

    def write(lines: Iterator[list[Cell]], begin: SheetPlace, faults: list[Fault]) -> tuple[str, str]:
        rows = [without_end(line) for line in lines]
        faults += [cell.wrong for row in rows for cell in row if cell.wrong]
        if faults:
            raise DataError(faults)
        written = io.StringIO()
        csv.writer(written, lineterminator="\n").writerows([cell.text for cell in row] for row in rows)
        return begin.sheet, written.getvalue()

    return _read(content, file, None, write)


def _read(
    content: bytes,
    file: str,
    sheet: tuple[str, Place] | None,
    use: Callable[[Iterator[list[Cell]], SheetPlace, list[Fault]], Read],
) -> Read:
    """What is made of a sheet's lines, of where it begins, and of the faults that are found while they are read."""
    _library()  # when it is missing, it is not the workbook that is wrong
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles, charts and whatever else is of no use here
        try:
            unpacked, formulas = _unpack(content, file)
            values, title = _open(unpacked, file, sheet, formulas=False)
            written = _open(unpacked, file, sheet, formulas=True)[0] if formulas else None
            faults: list[Fault] = []
            begin = SheetPlace(file, 1, 1, sheet=title)
            return use(_lines(values, written, begin, faults), begin, faults)
        except DataError:
            raise
        # The library raises whatever a broken file leads it to.
        except Exception as error:
            raise _no_workbook(file) from error


def _library() -> Any:
    """Imported when a workbook is read: decks in other files need none of it."""
    import openpyxl

    return openpyxl


def _no_workbook(file: str) -> DataError:
    return DataError(Fault(Place(file), "not a workbook that can be read", "save it as .xlsx, without a password"))


def _unpack(content: bytes, file: str) -> tuple[bytes, bool]:
    """The workbook without what is not XML and not packed any more, and whether it has formulas at all.

    DataError beyond MOST_UNPACKED, counted while unpacking: what an archive says of its sizes need not be so.
    """
    room, marks, formulas, result = MOST_UNPACKED, MOST_MARKS, False, io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as packed, zipfile.ZipFile(result, "w") as unpacked:
        parts = [info for info in packed.infolist() if info.filename.endswith((".xml", ".rels"))]
        if len(parts) > _MOST_PARTS or any(info.compress_type not in _METHODS for info in parts):
            raise _no_workbook(file)
        for info in parts:
            part = bytearray()
            with packed.open(info) as stream:
                while chunk := stream.read(65_536):
                    part += chunk
                    room -= len(chunk)
                    marks -= chunk.count(b"<")
                    if room < 0 or marks < 0:
                        size = f"{MOST_UNPACKED >> 20} MiB unpacked" if room < 0 else f"about {MOST_CELLS:,} cells"
                        hint = "keep the table alone in it, or save it as CSV"
                        raise DataError(Fault(Place(file), f"a workbook of more than {size}", hint))
            plain = part.replace(b"\0", b"")
            encoding = _ENCODING.search(plain, 0, 1_000)
            if _ENTITIES.search(plain) or (encoding and encoding[1].lower() not in _ENCODINGS):
                raise _no_workbook(file)
            formulas = formulas or bool(_FORMULA.search(part))
            unpacked.writestr(zipfile.ZipInfo(info.filename), bytes(part))
    return result.getvalue(), formulas


def _open(content: bytes, file: str, sheet: tuple[str, Place] | None, formulas: bool) -> tuple[Any, str]:
    """The rows of cells of the sheet, with their stored values or with their formulas; and the sheet's name."""
    book = _library().load_workbook(io.BytesIO(content), read_only=True, data_only=not formulas, keep_links=False)
    sheets = {each.title: each for each in book.worksheets}
    if not sheets:
        raise _no_workbook(file)
    name, place = sheet or (next(iter(sheets)), Place(file))
    if name not in sheets:
        raise DataError(Fault(place, f"there is no sheet {name!r} in {file}", did_you_mean(name, list(sheets))))
    sheets[name].reset_dimensions()  # what a sheet says of its size is not relied on
    return sheets[name].iter_rows(), name


def _lines(values: Any, written: Any, begin: SheetPlace, faults: list[Fault]) -> Iterator[list[Cell]]:
    """The cells of each row as text; what is no value is a fault of its cell, and what is no table one of `faults`."""
    count = 0
    for number, row in enumerate(values, start=1):
        count += len(row)
        formulas = next(written, ()) if written is not None else ()
        if number > MOST_ROWS + 1:  # and the header
            place = SheetPlace(begin.file, number, 1, sheet=begin.sheet)
            faults.append(Fault(place, "a row far below", f"at most {MOST_ROWS:,}; delete what stands there"))
            return
        if count > MOST_CELLS:
            place = SheetPlace(begin.file, number, 1, sheet=begin.sheet)
            faults.append(Fault(place, f"more than {MOST_CELLS:,} cells in a table", "split the table"))
            return
        if len(row) > MOST_COLUMNS:
            place, told = SheetPlace(begin.file, number, len(row), sheet=begin.sheet), "a column far to the right"
            faults.append(Fault(place, told, f"at most {MOST_COLUMNS:,}; delete what stands there"))
            return
        cells: list[Cell] = []
        for column, cell in enumerate(row):
            place = SheetPlace(begin.file, number, column + 1, sheet=begin.sheet)
            formula = column < len(formulas) and formulas[column].data_type == "f"
            wrong = _not_a_value(cell, formula)
            cells.append(Cell("", place, Fault(place, *wrong)) if wrong else Cell(_as_text(cell.value), place))
        yield cells


def _not_a_value(cell: Any, formula: bool) -> tuple[str, str] | None:
    """What keeps a cell from being a text, a number or nothing, and a hint."""
    kind, value = cell.data_type, cell.value
    # A formula whose value is an empty text stays of the type str; the others have none stored.
    if formula and value is None and kind != "str":
        return "a formula without a stored value", "open the workbook in a spreadsheet program and save it again"
    if kind == "e":
        return f"the error {value} stands in the cell", "mend its formula"
    if kind == "d":
        return "a date stands in the cell", "format the cell as text, and type it again"
    if isinstance(value, str) and len(value) > _MOST_CHARACTERS:
        return f"a text of {len(value):,} characters", f"at most {_MOST_CHARACTERS:,}"
    odd = CONTROL.search(value) if isinstance(value, str) else None
    return (f"the control character U+{ord(odd[0]):04X} in a text", "") if odd else None


def _as_text(value: Any) -> str:
    """A value as it would be typed: numbers to 15 digits, as spreadsheets show them."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.15g}"
    return str(value).strip()
