"""Read a sheet of an XLSX workbook into rows: the stored values. Nothing in a workbook is computed or run."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from cardgen.base.errors import DataError, Fault, Faults, Place, Text, did_you_mean
from cardgen.base.records import dataclass
from cardgen.base.words.messages import joined, message, plural
from cardgen.data.reading import CONTROL, Marked, control_character, too_long
from cardgen.data.rows.formatting import FormattedText, Run
from cardgen.data.rows.number_formats import ShownNumber
from cardgen.data.rows.tables import MOST_CELLS, MOST_COLUMNS, MOST_ROWS, Header, TableCell, parse_table, without_end
from cardgen.data.rows.workbook_parts import (
    hidden_columns,
    is_never_calculated,
    merged_cells,
    part_of,
    picture_cells,
)

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

_FORMULA = re.compile(rb"<(\w+:)?f[\s/>]")
#: The names of what is in a workbook that was saved as "Strict Open XML", and those of other workbooks.
_STRICT = {
    b"http://purl.oclc.org/ooxml/spreadsheetml/main": b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    b"http://purl.oclc.org/ooxml/officeDocument/": b"http://schemas.openxmlformats.org/officeDocument/2006/",
    b"http://purl.oclc.org/ooxml/drawingml/": b"http://schemas.openxmlformats.org/drawingml/2006/",
}
_ENTITIES = re.compile(rb"<!(DOCTYPE|ENTITY)")
#: In other encodings, tags and entities would be other bytes than those that are searched for.
_ENCODING = re.compile(rb"<\?xml[^>]*\sencoding\s*=\s*[\"']([^\"']*)")
_ENCODINGS = (b"utf-8", b"utf8", b"utf-16", b"us-ascii", b"iso-8859-1", b"windows-1252")


#: An escaped character, and what cells with pictures, hidden columns and workbooks without results are written as.
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
#: An escaped low line, which the library would remove, and a character that no text has to stand for it until then.
_LOW_LINE, _KEPT_LOW_LINE = re.compile(rb"_x005[Ff]_"), "\ufdd0"
#: So many hidden rows, columns and sheets are named.
_MOST_NAMED = 3

_SAVE_AGAIN = message("a spreadsheet program computes it: edit the workbook there, or open and save it")


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How the cells of a sheet are read.

    With `rich`, the format of a whole cell is kept, and with `hidden`, hidden rows and columns are read. `decimal` is
    the decimal sign of the numbers that it shows.
    """

    rich: bool = False
    hidden: bool = False
    decimal: str = "."


@dataclass(frozen=True, slots=True)
class _Source:
    """A sheet that is read: where it begins, if formulas were never calculated, and its cells with pictures."""

    begin: SheetPlace
    options: SheetOptions
    never_calculated: bool
    pictures: frozenset[tuple[int, int]]


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
    options: SheetOptions = SheetOptions(),  # noqa: B008
    notices: list[Fault] | None = None,
    hidden: dict[int, str] | None = None,
) -> Marked:
    """Return the rows of a sheet, the first visible one if none is named. See parse_table.

    `sheet` is a name and its place. What is left out because it is hidden is added to `notices`, the
    first texts of hidden columns to `hidden`.

    A text with bold or italic parts is a FormattedText, a number in a format a ShownNumber. All rows that a merged cell
    covers have its value. DataError with all cells without a value (an error, a date, a formula whose value is not
    stored) unless their column is left out; if there is no such sheet; and if the file is no workbook, or too large.
    """

    def parse(lines: Iterator[list[TableCell]], begin: SheetPlace, faults: list[Fault]) -> Marked:
        place_at = partial(SheetPlace, file, sheet=begin.sheet)
        return parse_table(lines, begin, convert, columns, faults, place_at, header)

    return _read(content, file, sheet, parse, options, notices, hidden)


def visible_sheets(content: bytes, file: str) -> list[str]:
    """Return the names of the sheets of a workbook that are not hidden. DataError as from parse_workbook."""
    with _guarded(file):
        return _visible(_open(_unpack(content, file)[0], file, None, formulas=False).parent)


def sheet_part(content: bytes, file: str, sheet: str) -> tuple[str, str]:
    """Return the names of a sheet and of its part in the archive; "" is the first visible sheet. DataError as usual."""
    with _guarded(file):
        opened = _open(_unpack(content, file)[0], file, (sheet, Place(file)) if sheet else None, formulas=False)
        return opened.title, opened._worksheet_path


def sheet_parts(content: bytes, file: str) -> dict[str, str]:
    """Return the part in the archive of each sheet with cells. DataError as usual."""
    with _guarded(file):
        book = _open(_unpack(content, file)[0], file, None, formulas=False).parent
        return {sheet.title: sheet._worksheet_path for sheet in book.worksheets}


def sheet_lines(content: bytes, file: str, sheet: str) -> tuple[list[list[TableCell]], list[Fault]]:
    """Return the lines of a sheet, and notices about what is hidden in it. DataError as from parse_workbook."""
    notices: list[Fault] = []

    def read(lines: Iterator[list[TableCell]], _: SheetPlace, faults: list[Fault]) -> list[list[TableCell]]:
        rows = [without_end(line) for line in lines]
        if faults:
            raise DataError(faults)
        return rows

    return _read(content, file, (sheet, Place(file)), read, SheetOptions(), notices), notices


@contextmanager
def _guarded(file: str) -> Iterator[None]:
    """Turn the errors of the library into a DataError."""
    _library()  # outside of the try: if it is missing, the workbook is not wrong
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles, charts and other parts that are not read
        try:
            yield
        except DataError:
            raise
        # The library raises errors of any kind for broken files.
        except Exception as error:
            raise _no_workbook(file) from error


def _read(
    content: bytes,
    file: str,
    sheet: tuple[str, Place] | None,
    use: Callable[[Iterator[list[TableCell]], SheetPlace, list[Fault]], Read],
    options: SheetOptions = SheetOptions(),  # noqa: B008 - it cannot be changed
    notices: list[Fault] | None = None,
    headings: dict[int, str] | None = None,
) -> Read:
    """Return the result of `use` for the lines of a sheet, the place where it begins, and a list for its faults."""
    with _guarded(file):
        unpacked, formulas = _unpack(content, file)
        values = _open(unpacked, file, sheet, formulas=False)
        written = _rows_of(_open(unpacked, file, sheet, formulas=True)) if formulas else None
        faults = Faults()
        begin = SheetPlace(file, 1, 1, sheet=values.title)
        part = part_of(unpacked, values._worksheet_path)
        source = _Source(begin, options, is_never_calculated(unpacked), picture_cells(part))
        hidden = _Hidden(options, part)
        lines = _lines(_rows_of(values, hidden.rows), written, source, faults)
        result = use(hidden.without(_fill_merged(lines, merged_cells(part), begin)), begin, faults)
        if notices is not None:
            others = values.parent.worksheets if sheet is None else ()
            notices += hidden.notices(begin, [other.title for other in others if other.sheet_state != "visible"])
        if headings is not None:
            headings.update(hidden.headings)
        return result


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
            for strict, usual in _STRICT.items():
                part = part.replace(strict, usual)
            plain = part.replace(b"\0", b"")
            encoding = _ENCODING.search(plain, 0, 1_000)
            if _ENTITIES.search(plain) or (encoding and encoding[1].lower() not in _ENCODINGS):
                raise _no_workbook(file)
            if not encoding or encoding[1].lower() in (b"utf-8", b"utf8"):
                part = bytearray(_LOW_LINE.sub(_KEPT_LOW_LINE.encode(), part))
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
    name, place = sheet or ((_visible(book) or list(sheets))[0], Place(file))
    if name not in sheets:
        problem = message("there is no sheet {sheet!r} in {file}", sheet=name, file=file)
        raise DataError(Fault(place, problem, did_you_mean(name, list(sheets))))
    return sheets[name]


def _visible(book: Any) -> list[str]:
    return [sheet.title for sheet in book.worksheets if sheet.sheet_state == "visible"]


def _rows_of(sheet: Any, hidden: set[int] | None = None) -> Iterator[tuple[Any, ...]]:
    """Yield the cells of each row of a sheet. The numbers of hidden rows are added to `hidden`.

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
                if hidden is not None and parser.row_dimensions.get(str(number), {}).get("hidden") in ("1", "true"):
                    hidden.add(number)
                yield sheet._get_row(row, 1, None)


def _lines(values: Any, written: Any, source: _Source, faults: list[Fault]) -> Iterator[list[TableCell]]:
    """Yield the cells of each row as text. A cell without a value has a fault; limits of the table add to `faults`."""
    count, begin = 0, source.begin
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
        cells: list[TableCell] = []
        for column, cell in enumerate(row):
            formula = column < len(formulas) and formulas[column].data_type == "f"
            reason = _not_a_value(cell, formula, source, (number, column + 1))
            place = SheetPlace(begin.file, number, column + 1, sheet=begin.sheet)
            fault = Fault(place, *reason) if reason else None
            cells.append(TableCell("" if reason else _as_text(cell, source.options), number, column + 1, fault))
        yield cells


# ---------------------------------------------------------------- what is hidden


class _Hidden:
    """What is hidden of a sheet and left out: the numbers of rows and columns, and the headings of these."""

    def __init__(self, options: SheetOptions, part: bytes) -> None:
        self._taken = options.hidden
        self._columns = hidden_columns(part)
        self.rows: set[int] = set()
        self._lines: list[int] = []
        self.headings: dict[int, str] = {}

    def without(self, lines: Iterator[list[TableCell]]) -> Iterator[list[TableCell]]:
        """Yield the lines without what is hidden, unless it is taken."""
        for cells in lines:
            if self._taken or not (self._columns or (cells and cells[0].line in self.rows)):
                yield cells
                continue
            for cell in cells:
                if cell.column in self._columns and cell.text:
                    self.headings.setdefault(cell.column, cell.text)
            if cells and cells[0].line in self.rows:
                self._lines += [cells[0].line] if any(cell.text for cell in cells) else []
                continue
            yield [cell for cell in cells if cell.column not in self._columns]

    def notices(self, begin: SheetPlace, sheets: Sequence[str]) -> Iterator[Fault]:
        """Yield a notice about hidden rows and columns, and one about hidden sheets."""
        parts = []
        if self._lines:
            counted = plural("{count} hidden row", "{count} hidden rows", len(self._lines))
            parts.append(message("{counted} ({names})", counted=counted, names=_first_of(self._lines)))
        if self.headings:
            counted = plural("{count} hidden column", "{count} hidden columns", len(self.headings))
            parts.append(message("{counted} ({names})", counted=counted, names=_first_of(self.headings.values())))
        if parts:
            problem = message("left out: {parts}", parts=joined(parts))
            yield Fault(begin, problem, message("to take them, write hidden: true in game.yaml"))
        if sheets:
            problem = message("left out: the hidden sheets {names}", names=_first_of(sheets))
            yield Fault(Place(begin.file), problem, message("to take one, name it: sheet: {name}", name=sheets[0]))


def _first_of(names: Iterable[Any]) -> Text:
    shown = [str(name) for name in names]
    return joined([*shown[:_MOST_NAMED], *(["…"] if len(shown) > _MOST_NAMED else [])])


# ---------------------------------------------------------------- merged cells


def _fill_merged(
    lines: Iterator[list[TableCell]], merged: Mapping[tuple[int, int], tuple[int, int]], begin: SheetPlace
) -> Iterator[list[TableCell]]:
    """Yield the lines with the value of each merged cell in all rows that it covers and that have other values.

    A cell that is merged across columns has a fault: it is unknown which of them it is for.
    """
    if not merged:
        yield from lines
        return
    covering: dict[int, tuple[int, TableCell]] = {}
    for cells in lines:
        number = cells[0].line if cells else 0
        covering = {column: cover for column, cover in covering.items() if cover[0] >= number}
        has_values = any(cell.text or cell.fault for cell in cells)
        for column, cover in covering.items() if has_values else ():
            cells += (TableCell("", number, i + 1) for i in range(len(cells), column))
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


def _not_a_value(cell: Any, formula: bool, source: _Source, at: tuple[int, int]) -> tuple[str, str] | None:
    """Return why the cell at a row and column has no value, and a hint; None if it is a text, a number or empty."""
    kind, value = cell.data_type, cell.value
    value = str(value) if isinstance(value, list) else value  # with parts of several formats
    # A formula with an empty text as its value has the type str; other formulas without a value have none stored.
    if formula and value is None and kind != "str":
        return message("the formula has no stored value"), _SAVE_AGAIN
    if formula and source.never_calculated:
        return message("the formula was never calculated: its stored value is not its result"), _SAVE_AGAIN
    if kind == "e" and at in source.pictures:
        problem = message("the cell has a picture in it (Place in Cell)")
        return problem, message("save the picture as a file, and write its name in the cell")
    if kind == "e":
        return message("the cell has the error {value}", value=value), message("correct its formula")
    if kind == "d":
        return message("the cell has a date"), message("format the cell as text, and type the text again")
    if isinstance(value, str) and len(value) > _MOST_CHARACTERS:
        return too_long(value, _MOST_CHARACTERS)
    odd = CONTROL.search(_unescaped(value)) if isinstance(value, str) else None
    return (control_character(odd[0]), "") if odd else None


def _as_text(cell: Any, options: SheetOptions) -> str:
    """Return a value as it would be typed: numbers to 15 digits, as spreadsheet programs show them."""
    value = cell.value
    if isinstance(value, str | list):
        return _formatted(cell, options.rich)
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    number = f"{value:.15g}" if isinstance(value, float) else str(value).strip()
    code = cell.number_format if cell.has_style else "General"
    plain = code == "General" and options.decimal == "."
    return number if plain else ShownNumber(number, code, options.decimal)


def _unescaped(text: str) -> str:
    """Return a text with its escapes replaced, such as _x000D_ (ECMA-376, part 1, 22.9.2.19)."""
    if "_x" in text:
        text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text).replace("\r\n", "\n").replace("\r", "\n")
    return text.replace(_KEPT_LOW_LINE, "_")


def _formatted(cell: Any, rich: bool) -> str:
    """Return the text of a cell; with its bold and italic parts if it has any."""
    value = _unescaped(cell.value) if isinstance(cell.value, str) else cell.value
    font = cell.font if rich and cell.has_style else None
    bold, italic = (bool(font.b), bool(font.i)) if font else (False, False)
    if isinstance(value, str) and not bold and not italic:
        return value.strip()
    runs = []
    for part in [value] if isinstance(value, str) else value:
        if isinstance(part, str):
            runs.append(Run(_unescaped(part), bold, italic))
        else:  # with a font of its own
            runs.append(Run(_unescaped(part.text), bool(part.font.b), bool(part.font.i)))
    text = FormattedText(runs)
    return text if any(run.bold or run.italic for run in runs) else str(text)
