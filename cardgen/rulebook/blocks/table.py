"""`table`: a header and rows, which may be loops.

A placeholder that is a list fills as many cells; `{copies: T I}` counts cards.
"""

import re
from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from pydantic import ConfigDict, Field, PlainValidator, TypeAdapter

from cardgen.base.errors import DataError, Fault, Faults, Place
from cardgen.base.values import as_text
from cardgen.base.words.messages import message
from cardgen.data.kinds import FileModel
from cardgen.data.placeholders import PLACEHOLDER, UnknownValueError, look_up
from cardgen.data.reading import Marked
from cardgen.rulebook.blocks.context import BlockContext, Fence
from cardgen.rulebook.book import Align, Table, Words, plain
from cardgen.rulebook.inline import is_icons
from cardgen.rulebook.loops import Selection, entries_of, parse_loop, turns

_EMPTY_CELL = "–"
_NUMBER = re.compile(r"[-+−–×]?\s*[0-9]*(, [-+−]?[0-9]+)?\Z")


class CopiesCell(FileModel):
    """The number of copies of the cards named, together."""

    copies: str


_Cell: TypeAlias = str | int | CopiesCell
_Cells = Annotated[list[_Cell], Field(min_length=1)]


class RowsLoop(Selection):
    """A row for each entry of a table: `each` is NAME of PATH."""

    each: str
    row: _Cells


_CELLS: TypeAdapter[list[_Cell]] = TypeAdapter(_Cells, config=ConfigDict(strict=True))


def _read_row(value: Any) -> RowsLoop | list[_Cell]:
    return RowsLoop.model_validate(value) if isinstance(value, dict) else _CELLS.validate_python(value)


_Row = Annotated[RowsLoop | list[_Cell], PlainValidator(_read_row)]


class TableBody(FileModel):
    """`counts` numbers the columns that the header does not name; `total` sets the last row off."""

    caption: str = ""

    header: Annotated[list[str], Field(min_length=1)]
    rows: Annotated[list[_Row], Field(min_length=1)]
    counts: bool = False
    total: bool = False


def read_table(fence: Fence, context: BlockContext) -> Table:
    """Return a table. DataError if a row has more cells than the header."""
    body, marked = fence.parse_yaml(TableBody)
    faults = Faults()
    rows: list[list[Words]] = []
    places: list[Place] = []
    for y, row in enumerate(body.rows):
        part = marked.part("rows", y)
        with faults:
            if isinstance(row, RowsLoop):
                rows += _loop_rows(row, part, fence, context)
            else:
                rows.append(_row_words(row, part, fence, context))
        places += [marked.place("rows", y)] * (len(rows) - len(places))
    faults.raise_all()
    header = [context.words(text, marked.place("header", i)) for i, text in enumerate(body.header)]
    if any(word.footnote for words in header for word in words):
        text = message("a footnote cannot be in the header of a table")
        raise DataError(Fault(marked.place("header"), text, message("it is repeated on each page of the table")))
    widest = max(map(len, rows))
    if body.counts:
        header += [context.words(str(i + 1), fence.place) for i in range(widest - len(header))]
    if widest > len(header):
        text = message("a row has {cells} cells, but the header has {headings}", cells=widest, headings=len(header))
        raise DataError(Fault(marked.place("rows"), text))
    caption = context.words(body.caption, marked.place("caption"))
    dash = context.words(_EMPTY_CELL, fence.place)
    full = tuple((*row, *[dash] * (len(header) - len(row))) for row in rows)
    align = column_alignment(tuple(header), full)
    return Table(tuple(header), full, align, fence.place, body.total, caption, places=tuple(places))


def _row_words(row: Sequence[_Cell], part: Marked, fence: Fence, context: BlockContext) -> list[Words]:
    """Return the cells of a row. DataError with the faults of all of them."""
    words: list[Words] = []
    faults = Faults()
    for x, cell in enumerate(row):
        with faults:
            words += _cell_words(cell, part.place(x), fence, context)
    faults.raise_all()
    return words


def _loop_rows(loop: RowsLoop, part: Marked, fence: Fence, context: BlockContext) -> list[list[Words]]:
    values, place = context.sources.values, part.place("each")
    name, path = parse_loop(loop.each, place, values)
    entries = entries_of(values, path, loop, part, place, context.budget)
    cells = part.part("row")
    return [
        _row_words(loop.row, cells, fence, context.within(own))
        for own in turns(values, name, entries, place, context.budget)
    ]


def _cell_words(cell: _Cell, place: Place, fence: Fence, context: BlockContext) -> list[Words]:
    """Return the words of a cell: several for a placeholder that is a list."""
    if isinstance(cell, CopiesCell):
        total = sum(context.card(name, fence)["copies"] for name in cell.copies.split())
        return [context.words(str(total), place)]
    text = str(cell)
    placeholder = PLACEHOLDER.fullmatch(text)
    if placeholder and placeholder[1]:
        try:
            value = look_up(context.sources.values, placeholder[1])
        except UnknownValueError:
            value = None  # reported at its place when the text is read
        if isinstance(value, list | tuple) and not is_icons(value, context.sources.icons):
            return [context.value(as_text(entry), place) for entry in value]
    return [context.words(text, place)]


def column_alignment(header: tuple[Words, ...], rows: tuple[tuple[Words, ...], ...]) -> tuple[Align, ...]:
    """Return the alignment of each column: numbers are centred, everything else is left-aligned."""
    return tuple("centre" if all(_NUMBER.match(plain(row[i])) for row in rows) else "left" for i in range(len(header)))
