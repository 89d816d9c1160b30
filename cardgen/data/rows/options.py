"""How a file of rows is read, whatever its rows are."""

from typing import Annotated, Literal

from pydantic import Field

from cardgen.data.kinds import ColumnName, FileModel, Word
from cardgen.data.rows.encodings import Encoding


class TableOptions(FileModel):
    """How a file of rows is read.

    `sheet` is a sheet of a workbook, `heading` the number of the row with the names of the columns. `encoding`,
    `separator` (of cells) and `decimal` (the sign of decimals in numbers) are those of a text table; None if its
    content shows them. In a workbook, `decimal` is that of the numbers that it shows. `columns` renames headers;
    `others: ignore` in it leaves out all that it does not name and that is no field. `rich` keeps bold and italic cells
    of a workbook as marks, `hidden` its hidden rows and columns.
    """

    sheet: Word | None = None
    encoding: Encoding | None = None
    separator: Literal[",", ";", "tab"] | None = None
    decimal: Literal[".", ","] | None = None
    heading: Annotated[int, Field(ge=1, le=100_000)] | None = None
    rich: bool = False
    hidden: bool = False
    columns: Annotated[dict[Word, ColumnName | None], Field(max_length=500)] = {}
