"""The tables of a workbook as CSV, each with the rows and columns of its sheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence

from cardgen.base.errors import Fault, Faults, Place, WrongValueError, did_you_mean
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.data.rows.number_formats import ShownNumber
from cardgen.data.rows.tables import TableCell, cell_at
from cardgen.data.rows.text_tables import number_in_table
from cardgen.data.rows.workbooks import SheetPlace, sheet_lines, visible_sheets
from cardgen.starters.tables import find_header


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table of a sheet: its content as CSV, the sheet's rows and columns that its own are, and notices about it."""

    sheet: str
    content: bytes
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    notices: tuple[Fault, ...] = ()

    def located(self, place: Place, content: bytes, added: int = 0) -> SheetPlace:
        """Return the cell of a place in `content`, the CSV with so many `added` columns in front."""
        row, column = cell_at(content.decode(), place)
        at = self.columns[min(max(1, column - added), len(self.columns)) - 1] if self.columns else 1
        return SheetPlace(place.file, self.rows[min(row, len(self.rows)) - 1], at, sheet=self.sheet)


def read_sheets(
    content: bytes, file: str, names: Sequence[str], heading_of: Callable[[str], int | None]
) -> tuple[list[SheetTable], list[str]]:
    """Return the tables of a workbook, and the sheets that have none.

    A sheet without a name in `names` has a table if a row of column names and texts below it are found; if no sheet
    has one, the first is taken. `heading_of` returns the number of the row with the names, if that of a sheet is known.
    DataError with all faults.
    """
    visible = visible_sheets(content, file)
    tables: list[SheetTable] = []
    others: list[str] = []
    faults = Faults()
    for name in names or visible:
        with faults:
            lines, notices = sheet_lines(content, file, name)
            begin = _header_of(lines, heading_of(name))
            if begin is None and not names and len(visible) > 1:
                others.append(name)
                continue
            tables.append(_as_csv(file, name, lines[begin or 0 :], notices))
    faults.raise_all()
    if not tables:
        lines, notices = sheet_lines(content, file, visible[0])
        return [_as_csv(file, visible[0], lines, notices)], others[1:]
    return tables, others


def _header_of(lines: Sequence[list[TableCell]], heading: int | None) -> int | None:
    """Return the index of the line with the names of the columns."""
    if heading is not None:
        return next((i for i, line in enumerate(lines) if line and line[0].line == heading), len(lines))
    return find_header(lines)


def _as_csv(file: str, sheet: str, lines: Sequence[list[TableCell]], notices: Iterable[Fault]) -> SheetTable:
    """Return the lines as CSV: numbers as they are shown, if that is another text. DataError with all faults."""
    faults = Faults(cell.fault for line in lines for cell in line if cell.fault)
    rows: list[list[str]] = []
    for line in lines:
        texts: list[str] = []
        for cell in line:
            try:
                texts.append(_text_of(cell.text))
            except WrongValueError as error:
                place = SheetPlace(file, cell.line, cell.column, sheet=sheet)
                faults.append(Fault(place, error.text, error.hint))
        rows.append(texts)
    faults.raise_all()
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    widest = max(lines, key=len, default=[])
    numbers = [next((cell.line for cell in line), 0) for line in lines]
    first = next(filter(None, numbers), 1)
    for i, number in enumerate(numbers):  # empty lines
        numbers[i] = number or (numbers[i - 1] + 1 if i else first)
    return SheetTable(
        sheet, written.getvalue().encode(), tuple(numbers), tuple(cell.column for cell in widest), tuple(notices)
    )


def _text_of(text: str) -> str:
    if not isinstance(text, ShownNumber):
        return text
    shown = text.shown()
    return str(text) if number_in_table(shown, ".") == number_in_table(text, ".") else shown


def check_sheets(content: bytes, file: str, names: Sequence[str]) -> None:
    """DataError for each name that is no sheet of the workbook."""
    if not names:
        return
    visible = visible_sheets(content, file)
    faults = Faults()
    for name in names:
        if name not in visible:
            problem = message("there is no sheet {sheet!r} in {file}", sheet=name, file=file)
            faults.append(Fault(Place(), problem, did_you_mean(name, visible)))
    faults.raise_all()
