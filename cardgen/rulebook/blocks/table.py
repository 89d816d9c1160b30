"""`table`: a header and rows. A placeholder that is a list fills as many cells; `{copies: T I}` counts cards."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field

from cardgen.data.kinds import FileModel
from cardgen.data.placeholders import PLACEHOLDER, UnknownValueError, as_text, look_up
from cardgen.errors import DataError, Fault, Place
from cardgen.rulebook.blocks.context import BlockContext, Fence
from cardgen.rulebook.book import Align, Table, Words, plain
from cardgen.rulebook.inline import escape_markdown
from cardgen.words.messages import message

_EMPTY_CELL = "–"
_NUMBER = re.compile(r"[-+−–×]?\s*[0-9]*(, [-+−]?[0-9]+)?\Z")


class CopiesCell(FileModel):
    """The number of copies of the cards named, together."""

    copies: str


class TableBody(FileModel):
    """`counts` numbers the columns that the header does not name; `total` sets the last row off."""

    caption: str = ""

    header: Annotated[list[str], Field(min_length=1)]
    rows: Annotated[list[Annotated[list[str | int | CopiesCell], Field(min_length=1)]], Field(min_length=1)]
    counts: bool = False
    total: bool = False


def read_table(fence: Fence, context: BlockContext) -> Table:
    """Return a table. DataError if a row has more cells than the header."""
    body, marked = fence.parse_yaml(TableBody)
    faults: list[Fault] = []
    rows: list[list[Words]] = []
    for y, row in enumerate(body.rows):
        rows.append([])
        for x, cell in enumerate(row):
            try:
                rows[-1] += _cell_words(cell, marked.place("rows", y, x), fence, context)
            except DataError as error:
                faults += error.faults
    header = [context.words(text, marked.place("header", i)) for i, text in enumerate(body.header)]
    widest = max(map(len, rows))
    if body.counts:
        header += [context.words(str(i + 1), fence.place) for i in range(widest - len(header))]
    if widest > len(header):
        text = message("a row has {cells} cells, but the header has {headings}", cells=widest, headings=len(header))
        faults.append(Fault(marked.place("rows"), text))
    if faults:
        raise DataError(faults)
    caption = context.words(body.caption, marked.place("caption"))
    dash = context.words(_EMPTY_CELL, fence.place)
    full = tuple((*row, *[dash] * (len(header) - len(row))) for row in rows)
    return Table(tuple(header), full, column_alignment(tuple(header), full), fence.place, body.total, caption)


def _cell_words(cell: str | int | CopiesCell, place: Place, fence: Fence, context: BlockContext) -> list[Words]:
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
        if isinstance(value, list | tuple):
            return [context.words(escape_markdown(as_text(entry)), place) for entry in value]
    return [context.words(text, place)]


def column_alignment(header: tuple[Words, ...], rows: tuple[tuple[Words, ...], ...]) -> tuple[Align, ...]:
    """Return the alignment of each column: numbers are centred, everything else is left-aligned."""
    return tuple("centre" if all(_NUMBER.match(plain(row[i])) for row in rows) else "left" for i in range(len(header)))
