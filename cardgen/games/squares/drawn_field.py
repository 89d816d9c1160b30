"""A field drawn with text, top row first, as rulebooks have it.

`.` is empty, `#` filled, a letter is the card whose colour and pattern the square has, the letter in lower case where
a piece was before, `!` where it would overlap. A row that ends in ` <` is about to be cleared.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated

from pydantic import AfterValidator

from cardgen import DataError, Fault, Place, did_you_mean, message
from cardgen.blocks import WARNING, Drawing
from cardgen.drawing import Cell, CellStyle, Item, Path, draw_field, outline_cells, polyline, rectangle

_ROW = re.compile(r"([.#!A-Za-z]+)( <)?\Z")


def split_rows(text: str) -> tuple[str, ...]:
    """Return the rows of a drawn field, each with or without ` <` at its end. ValueError unless equally long."""
    rows = tuple(line.rstrip() for line in text.strip("\n").splitlines())
    matches = [_ROW.match(row) for row in rows]
    for row, match in zip(rows, matches, strict=True):
        if not match:
            text = message(
                "{row!r} is not a row: expected . # ! and letters, with ' <' after a row to be cleared", row=row
            )
            raise ValueError(text)
    if len({len(match[1]) for match in matches if match}) != 1:
        raise ValueError(message("expected one or more rows, all equally long"))
    return rows


def _check_rows(text: str) -> str:
    split_rows(text)
    return text


DrawnField = Annotated[str, AfterValidator(_check_rows)]
"""A drawn field as a value of a data block."""


def parse_field(text: str, styles: Collection[str], place: Place) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the rows of a drawn field, and the indexes of those to be cleared.

    DataError at `place` if the rows are wrong, or a letter is not among `styles`.
    """
    try:
        rows = split_rows(text)
    except ValueError as error:
        raise DataError(Fault(place, error.args[0])) from error
    plain_rows = tuple(row.removesuffix(" <") for row in rows)
    for letter in sorted({mark.upper() for row in plain_rows for mark in row} - set(".#!")):
        if letter not in styles:
            text = message("no card {letter!r} has a colour to draw its squares in", letter=letter)
            raise DataError(Fault(place, text, did_you_mean(letter, list(styles))))
    return plain_rows, tuple(i for i, row in enumerate(rows) if row.endswith(" <"))


def draw_field_picture(
    rows: Sequence[str], cleared: Collection[int], pitch: float, styles: Mapping[str, CellStyle]
) -> Drawing:
    """Return a drawn field with squares of `pitch` mm, and room of one square at either side."""
    # An overlap is a filled square with a cross over it; where a piece was before is its outline.
    filled = [row.replace("!", "#") for row in rows]
    solid = ["".join("." if mark.islower() else mark for mark in row) for row in filled]
    field = draw_field(solid, pitch, styles, cleared)
    above: list[Item] = []
    for letter in sorted({mark for row in rows for mark in row if mark.islower()}):
        colour = styles[letter.upper()].colour
        for ring in outline_cells(cells_with(rows, letter)):
            line = polyline(*(((x + 1) * pitch, y * pitch) for x, y in ring), close=True)
            above.append(Path(line, fill=colour, opacity=0.22))
            above.append(Path(line, stroke=colour, stroke_width=pitch * 0.09, dash=(pitch * 0.28, pitch * 0.2)))
    for x, y in cells_with(rows, "!"):
        left, top = (x + 1) * pitch, y * pitch
        near, far = 0.2 * pitch, 0.8 * pitch
        above.append(Path(rectangle(left, top, pitch, pitch), fill=WARNING, opacity=0.55))
        for x1, x2 in ((near, far), (far, near)):
            line = polyline((left + x1, top + near), (left + x2, top + far))
            above.append(Path(line, stroke="#ffffff", stroke_width=pitch * 0.16))
    return Drawing((*field.items, *above), field.width, field.height)


def cells_with(rows: Sequence[str], marks: str) -> list[Cell]:
    """Return the cells whose mark is one of `marks`."""
    return [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark in marks]
