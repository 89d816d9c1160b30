"""Read a sheet of an XLSX workbook into rows: the stored values. Nothing in a workbook is computed or run."""

from __future__ import annotations

import csv
import io
import re
import warnings
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar

from cardgen.data.reading import CONTROL, Marked, control_character, too_long
from cardgen.data.rows.formatting import FormattedText, Run
from cardgen.data.rows.tables import MOST_CELLS, MOST_COLUMNS, MOST_ROWS, Cell, Header, parse_table, without_end
from cardgen.errors import DataError, Fault, Place, did_you_mean
from cardgen.records import dataclass
from cardgen.regex import late_pattern
from cardgen.words.messages import message

Read = TypeVar("Read")

#: Bytes of a workbook when unpacked: a few kilobytes can unpack to a full disk.
MOST_UNPACKED = 64 * 1024 * 1024

#: Tags in the XML of a workbook. A cell has four to six; tags without cells cost as much to read.
MOST_MARKS = 3_000_000

#: Characters that spreadsheet programs allow in a cell.
_MOST_CHARACTERS = 32_767

#: XML files in a workbook: sheets, strings, styles. No workbook of cards has a thousand.
_MOST_PARTS = 1_000

#: The compression methods of workbooks; both can be unpacked in pieces.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

_MERGED = late_pattern(
    rb"<(?:\w+:)?mergeCell\s[^>]*?ref\s*=\s*[\"']\$?([A-Z]{1,3})\$?([0-9]{1,7}):\$?([A-Z]{1,3})\$?([0-9]{1,7})"
)
_FORMULA = late_pattern(rb"<(\w+:)?f[\s/>]")
_ENTITIES = late_pattern(rb"<!(DOCTYPE|ENTITY)")
#: In other encodings, tags and entities would be other bytes than those that are searched for.
_ENCODING = late_pattern(rb"<\?xml[^>]*\sencoding\s*=\s*[\"']([^\"']*)")
_ENCODINGS = (b"utf-8", b"utf8", b"utf-16", b"us-ascii", b"iso-8859-1", b"windows-1252")


@dataclass(frozen=True, slots=True)
class SheetPlace(Place):
    """A cell of a sheet: `line` is its row, `column` its column from 1; shown as `cards.xlsx:Sheet1!B7`."""

    sheet: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.sheet}!{column_letters(self.column)}{self.line}"

    # Faults of workbooks and of other files are sorted in one list.
    def __lt__(self, other: Place) -> bool:
        return (self.file, self.line, self.column) < (other.file, other.line, other.column)

    def __gt__(self, other: Place) -> bool:
        return (self.file, self.line, self.column) > (other.file, other.line, other.column)


def column_letters(column: int) -> str:
    """Return a column as spreadsheet programs name it: 1 is A, 27 is AA."""
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
    header: Header = Header(),  # noqa: B008 - it cannot be changed
    rich: bool = False,
) -> Marked:
    """Return the rows of a sheet, the first if none is named. See parse_table. `sheet` is a name and its place.

    A text with bold or italic parts is a FormattedText; with `rich`, also one in a cell that is bold or italic as a
    whole. All rows that a merged cell covers have its value. Numbers and booleans are converted as if typed. DataError
    with all cells without a value (an error, a date, a formula whose value is not stored) unless their column is left
    out; if there is no such sheet; and if the file is no workbook, or too large.
    """

    def parse(lines: Iterator[list[Cell]], begin: SheetPlace, faults: list[Fault]) -> Marked:
        place_at = partial(SheetPlace, file, sheet=begin.sheet)
        return parse_table(lines, begin, convert, columns, faults, place_at, header)

    return _read(content, file, sheet, parse, rich)


def first_sheet(content: bytes, file: str) -> tuple[str, str]:
    """Return the name of the first sheet of a workbook, and its cells as CSV. DataError as from parse_workbook."""

    def write(lines: Iterator[list[Cell]], begin: SheetPlace, faults: list[Fault]) -> tuple[str, str]:
        rows = [without_end(line) for line in lines]
        faults += [cell.fault for row in rows for cell in row if cell.fault]
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
    rich: bool = False,
) -> Read:
    """Return the result of `use` for the lines of a sheet, the place where it begins, and a list for its faults."""
    _library()  # outside of the try: if it is missing, the workbook is not wrong
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles, charts and other parts that are not read
        try:
            unpacked, formulas = _unpack(content, file)
            values = _open(unpacked, file, sheet, formulas=False)
            written = _rows_of(_open(unpacked, file, sheet, formulas=True)) if formulas else None
            faults: list[Fault] = []
            begin = SheetPlace(file, 1, 1, sheet=values.title)
            merged = _merged_cells(unpacked, values)
            lines = _fill_merged(_lines(_rows_of(values), written, begin, faults, rich), merged, begin)
            return use(lines, begin, faults)
        except DataError:
            raise
        # The library raises errors of any kind for broken files.
        except Exception as error:
            raise _no_workbook(file) from error


def _library() -> Any:
    """Return openpyxl, imported only if a workbook is read."""
    import openpyxl

    return openpyxl


def _no_workbook(file: str) -> DataError:
    return DataError(
        Fault(Place(file), message("cannot be read as a workbook"), message("save it as .xlsx, without a password"))
    )


def _unpack(content: bytes, file: str) -> tuple[bytes, bool]:
    """Return the XML files of the workbook, unpacked, and True if it has formulas.

    DataError above MOST_UNPACKED, counted while unpacking: the sizes that an archive states can be wrong.
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
                        raise _too_large(file, unpacked=room < 0)
            plain = part.replace(b"\0", b"")
            encoding = _ENCODING.search(plain, 0, 1_000)
            if _ENTITIES.search(plain) or (encoding and encoding[1].lower() not in _ENCODINGS):
                raise _no_workbook(file)
            formulas = formulas or bool(_FORMULA.search(part))
            unpacked.writestr(zipfile.ZipInfo(info.filename), bytes(part))
    return result.getvalue(), formulas


def _too_large(file: str, unpacked: bool) -> DataError:
    problem = message("the workbook has more than about {limit:,} cells", limit=MOST_CELLS)
    if unpacked:
        problem = message("the workbook has more than {limit} MiB when unpacked", limit=MOST_UNPACKED >> 20)
    return DataError(Fault(Place(file), problem, message("remove everything but the table, or save it as CSV")))


def _open(content: bytes, file: str, sheet: tuple[str, Place] | None, formulas: bool) -> Any:
    """Return the sheet, with the stored values of its cells or with their formulas."""
    stream = io.BytesIO(content)
    book = _library().load_workbook(stream, read_only=True, data_only=not formulas, keep_links=False, rich_text=True)
    sheets = {worksheet.title: worksheet for worksheet in book.worksheets}
    if not sheets:
        raise _no_workbook(file)
    name, place = sheet or (next(iter(sheets)), Place(file))
    if name not in sheets:
        problem = message("there is no sheet {sheet!r} in {file}", sheet=name, file=file)
        raise DataError(Fault(place, problem, did_you_mean(name, list(sheets))))
    return sheets[name]


def _rows_of(sheet: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the cells of each row of a sheet.

    As the library's own function does, but parts of inline texts keep their formats, and the size that the sheet states
    is ignored: it can be wrong.
    """
    from openpyxl.worksheet._reader import WorkSheetParser

    book = sheet.parent
    with sheet._get_source() as source:
        parser = WorkSheetParser(
            source,
            sheet._shared_strings,
            data_only=book.data_only,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
            rich_text=True,
        )
        expected = 1
        for number, row in parser.parse():
            for _ in range(expected, number):
                expected += 1
                yield ()
            if expected <= number:
                expected += 1
                yield sheet._get_row(row, 1, None)


def _lines(
    values: Any, written: Any, begin: SheetPlace, faults: list[Fault], rich: bool = False
) -> Iterator[list[Cell]]:
    """Yield the cells of each row as text. A cell without a value has a fault; limits of the table add to `faults`."""
    count = 0
    for number, row in enumerate(values, start=1):
        count += len(row)
        formulas = next(written, ()) if written is not None else ()
        if number > MOST_ROWS + 1:  # and the header
            place = SheetPlace(begin.file, number, 1, sheet=begin.sheet)
            hint = message("at most {limit:,} rows; delete what is below the table", limit=MOST_ROWS)
            faults.append(Fault(place, message("there are cells far below the table"), hint))
            return
        if count > MOST_CELLS:
            place = SheetPlace(begin.file, number, 1, sheet=begin.sheet)
            problem = message("more than {limit:,} cells in a table", limit=MOST_CELLS)
            faults.append(Fault(place, problem, message("split the table")))
            return
        if len(row) > MOST_COLUMNS:
            place = SheetPlace(begin.file, number, len(row), sheet=begin.sheet)
            hint = message("at most {limit:,} columns; delete what is to the right of the table", limit=MOST_COLUMNS)
            faults.append(Fault(place, message("there are cells far to the right of the table"), hint))
            return
        cells: list[Cell] = []
        for column, cell in enumerate(row):
            formula = column < len(formulas) and formulas[column].data_type == "f"
            reason = _not_a_value(cell, formula)
            place = SheetPlace(begin.file, number, column + 1, sheet=begin.sheet)
            fault = Fault(place, *reason) if reason else None
            cells.append(Cell("" if reason else _as_text(cell, rich), number, column + 1, fault))
        yield cells


# ---------------------------------------------------------------- merged cells


def _merged_cells(content: bytes, sheet: Any) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the last row and column of each merged cell of a sheet, by its first."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        part = archive.read(sheet._worksheet_path).replace(b"\0", b"")
    corners = ([int(number) for number in _corners(match)] for match in _MERGED.finditer(part))
    return {(top, left): (bottom, right) for left, top, right, bottom in corners}


def _corners(match: re.Match[bytes]) -> Iterator[int]:
    """Yield the first column and row and the last column and row of a merged cell."""
    for letters, number in ((match[1], match[2]), (match[3], match[4])):
        column = 0
        for letter in letters:
            column = column * 26 + letter - ord("A") + 1
        yield from (column, int(number))


def _fill_merged(
    lines: Iterator[list[Cell]], merged: Mapping[tuple[int, int], tuple[int, int]], begin: SheetPlace
) -> Iterator[list[Cell]]:
    """Yield the lines with the value of each merged cell in all rows that it covers and that have other values.

    A cell that is merged across columns has a fault: it is unknown which of them it is for.
    """
    if not merged:
        yield from lines
        return
    covering: dict[int, tuple[int, Cell]] = {}
    for cells in lines:
        number = cells[0].line if cells else 0
        covering = {column: cover for column, cover in covering.items() if cover[0] >= number}
        has_values = any(cell.text or cell.fault for cell in cells)
        for column, cover in covering.items() if has_values else ():
            cells += (Cell("", number, i + 1) for i in range(len(cells), column))
            cells[column - 1] = cover[1]._replace(line=number)
        for i, cell in enumerate(cells):
            bottom, right = merged.get((cell.line, cell.column), (0, 0))
            if right > cell.column and cell.text:
                last = column_letters(right) + str(bottom)
                place = SheetPlace(begin.file, cell.line, cell.column, sheet=begin.sheet)
                problem = message("the cell is merged with others up to {last}, across columns", last=last)
                hint = message(
                    "unmerge it; above the names of the columns, write heading: with the number of their row"
                )
                cells[i] = cell._replace(fault=cell.fault or Fault(place, problem, hint))
            elif bottom > cell.line:
                covering[cell.column] = (bottom, cell)
        yield cells


def _not_a_value(cell: Any, formula: bool) -> tuple[str, str] | None:
    """Return why a cell has no value, and a hint; None if it is a text, a number or empty."""
    kind, value = cell.data_type, cell.value
    value = str(value) if isinstance(value, list) else value  # with parts of several formats
    # A formula with an empty text as its value has the type str; other formulas without a value have none stored.
    if formula and value is None and kind != "str":
        return message("the formula has no stored value"), message(
            "open the workbook in a spreadsheet program and save it again"
        )
    if kind == "e":
        return message("the cell has the error {value}", value=value), message("correct its formula")
    if kind == "d":
        return message("the cell has a date"), message("format the cell as text, and type the text again")
    if isinstance(value, str) and len(value) > _MOST_CHARACTERS:
        return too_long(value, _MOST_CHARACTERS)
    odd = CONTROL.search(value) if isinstance(value, str) else None
    return (control_character(odd[0]), "") if odd else None


def _as_text(cell: Any, rich: bool) -> str:
    """Return a value as it would be typed: numbers to 15 digits, as spreadsheet programs show them."""
    value = cell.value
    if isinstance(value, str | list):
        return _formatted(cell, rich)
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.15g}"
    return str(value).strip()


def _formatted(cell: Any, rich: bool) -> str:
    """Return the text of a cell; with its bold and italic parts if it has any."""
    value = cell.value
    font = cell.font if rich and cell.has_style else None
    bold, italic = (bool(font.b), bool(font.i)) if font else (False, False)
    if isinstance(value, str) and not bold and not italic:
        return value.strip()
    runs = []
    for part in [value] if isinstance(value, str) else value:
        if isinstance(part, str):
            runs.append(Run(part, bold, italic))
        else:  # with a font of its own
            runs.append(Run(part.text, bool(part.font.b), bool(part.font.i)))
    text = FormattedText(runs)
    return text if any(run.bold or run.italic for run in runs) else str(text)
