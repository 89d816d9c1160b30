"""A sheet of an XLSX workbook that is edited: its XML, and the values that its cells must have."""

from __future__ import annotations

import io
from typing import Any

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.words.messages import message
from cardgen.data.rows.options import TableOptions
from cardgen.data.rows.workbooks import SheetPlace, sheet_part, sheet_parts
from cardgen.editing import workbook_edits
from cardgen.editing.documents import ConflictError, no_value, not_possible
from cardgen.editing.operations import Delete, Insert, Operation, Path, Rename, SetValue
from cardgen.editing.workbook_edits import reads_sheet, stale_formulas

_IN_A_PROGRAM = message("edit it in a spreadsheet program")


class WorkbookDocument:
    """A workbook. `cells` has the values that its sheet must have after the operations so far, by row and column."""

    def __init__(self, file: str, content: bytes, options: TableOptions) -> None:
        self.file, self.old = file, content
        self.sheet, self.part = sheet_part(content, file, options.sheet or "")
        self.xml = self.old_xml = workbook_edits.read_sheet(content, self.part)
        self.cells = _cells(content, self.sheet)
        self.changed: set[tuple[int, int]] = set()
        rows = sorted({row for row, _ in self.cells})
        self.heading = options.heading or next(iter(rows), 1)
        self.columns = {text: column for (row, column), text in self.cells.items() if row == self.heading}
        for heading, name in options.columns.items():
            if name is not None and heading in self.columns:
                self.columns.setdefault(name, self.columns[heading])

    def path_at(self, place: Place) -> Path:
        for heading, column in self.columns.items():
            if column == place.column:
                return place.line, heading
        raise LookupError(place)

    def value_at(self, path: Path) -> Any:
        return self.cells.get((self._row(path[0]), self.columns[str(path[1])]))

    def has_column(self, heading: str) -> bool:
        """Return True if the sheet has a column of this heading or name."""
        return heading in self.columns

    def names(self) -> list[str]:
        """Return the headings and names of the columns."""
        return [*self.columns]

    def line_of(self, name: str) -> int:
        """Return the number of the row with an id. LookupError if there is none."""
        return self._row(name)

    def rows(self) -> dict[str, dict[str, Any]]:
        """Return the values of all rows, by their ids and the headings of their columns."""
        headings = {column: heading for heading, column in self.columns.items()}
        rows: dict[int, dict[str, Any]] = {}
        for (row, column), value in self.cells.items():
            if row > self.heading and column in headings:
                rows.setdefault(row, {})[headings[column]] = value
        return {str(row["id"]): row for row in rows.values() if "id" in row}

    def apply(self, operation: Operation) -> None:
        try:
            self._apply(operation)
        except LookupError:
            raise no_value(Place(self.file), getattr(operation, "path", ())) from None

    def _apply(self, operation: Operation) -> None:
        path: Path = getattr(operation, "path", ())
        match operation:
            case SetValue():
                row, column = self._row(path[0]), self.columns[str(path[1])]
                current = self.cells.get((row, column))
                place = SheetPlace(self.file, row, column, sheet=self.sheet)
                if isinstance(current, str) and current.startswith("="):
                    raise DataError(Fault(place, message("the cell has a formula"), _IN_A_PROGRAM))
                if _plain(current) != _plain(operation.old):
                    raise ConflictError(operation, place, operation.old, current)
                if operation.new != current and {operation.new, current} != {"", None}:
                    self._set(row, column, operation.new)
            case Insert() if path[:1] == (0,) and operation.at is None:
                column = max(column for _, column in self.cells) + 1
                self._set(self.heading, column, operation.value)
                self.columns[operation.value] = column
            case Insert() if operation.at is None:
                row = max(row for row, _ in self.cells) + 1
                for heading, value in operation.value.items():
                    self._set(row, self.columns[heading], value)
            case Rename() if path[:1] == (0,):
                self._set(self.heading, self.columns[str(path[1])], operation.name)
            case Delete() if len(path) == 1:
                row = self._row(path[0])
                for column in [column for number, column in self.cells if number == row]:
                    self._set(row, column, None)
            case _:  # formulas may name the cells that would move
                raise DataError(Fault(Place(self.file), message("rows and columns of a workbook stay"), _IN_A_PROGRAM))

    def _set(self, row: int, column: int, value: Any) -> None:
        self.xml = workbook_edits.set_cell(self.xml, row, column, value)
        self.cells[row, column] = value
        self.changed.add((row, column))
        if value in (None, ""):
            del self.cells[row, column]

    def _row(self, step: str | int) -> int:
        """Return the number of a row, or of that with an id. LookupError if there is none."""
        if isinstance(step, int):
            return step or self.heading
        ids = [row for (row, column), text in self.cells.items() if column == self.columns["id"] and text == step]
        if len(ids) != 1:
            raise LookupError(step)
        return ids[0]

    def content(self) -> bytes:
        if self.xml == self.old_xml:
            return self.old
        xml = workbook_edits.without_results(self.xml, stale_formulas(self.cells, self.changed))
        content = workbook_edits.with_sheet(self.old, self.part, xml)
        written = _cells(content, self.sheet)
        if {at: _plain(value) for at, value in written.items()} != {
            at: _plain(value) for at, value in self.cells.items()
        }:
            raise not_possible(Place(self.file))
        return self._without_results_elsewhere(content)

    def _without_results_elsewhere(self, content: bytes) -> bytes:
        """Return the workbook without stored results in other sheets that may read cells of a changed one."""
        changed = [self.sheet]
        others = sheet_parts(content, self.file)
        others.pop(self.sheet, None)
        for sheet in changed:  # it grows: a sheet that reads this one may be read by others
            for name in [name for name in others if name not in changed]:
                xml = workbook_edits.read_sheet(content, others[name])
                cells = _cells(content, name) if "f>" in xml else {}
                if reading := {at for at, value in cells.items() if reads_sheet(value, sheet)}:
                    rest = workbook_edits.without_results(xml, reading | stale_formulas(cells, reading))
                    content = workbook_edits.with_sheet(content, others[name], rest)
                    changed.append(name)
        return content


def _plain(value: Any) -> str:
    """Return a value as it is compared: as text, since a cell may have its number as text."""
    return "" if value is None else str(value)


def _cells(content: bytes, sheet: str) -> dict[tuple[int, int], Any]:
    """Return the values of a sheet by row and column, formulas as they are written."""
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True)
    try:
        book[sheet].reset_dimensions()  # those that a sheet states may be wrong
        return {
            (cell.row, cell.column): str(cell.value).replace("_x005F_", "_")
            if isinstance(cell.value, str)
            else cell.value
            for row in book[sheet].iter_rows()
            for cell in row
            if cell.value not in (None, "")
        }
    finally:
        book.close()
