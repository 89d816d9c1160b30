"""The box `table`: rows of cells."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from cardgen.base.errors import WrongValueError
from cardgen.base.units import sum_floats
from cardgen.base.values import as_text, as_written
from cardgen.base.words.messages import Message, message
from cardgen.cards.boxes.context import DrawContext, WordStyle
from cardgen.cards.boxes.fitting import fit_text
from cardgen.cards.boxes.kind import BoxKind
from cardgen.cards.boxes.text import LANG_WORDS
from cardgen.data.kinds import Colour, Font, Identifier, Language, Length, as_tuple
from cardgen.data.templates.box_models import Box
from cardgen.data.templates.models import TextStyle
from cardgen.scene.items import Item, Path, Rect, polyline, rectangle
from cardgen.text.blocks import place_flow
from cardgen.text.fonts import FONTS


def _check_cell(value: Any) -> Any:
    entries = value if isinstance(value, list | tuple) else [value]
    if not all(isinstance(entry, str | int | float) and not isinstance(entry, bool) for entry in entries):
        template = "{value} given, expected text, a number, or a list of them"
        raise WrongValueError(message(template, value=as_written(value)))
    return value


_Row = Annotated[
    tuple[Annotated[Any, AfterValidator(_check_cell)], ...],
    Field(min_length=1, max_length=60),
    BeforeValidator(as_tuple),
]
_Widths = Annotated[tuple[Length, ...], Field(min_length=1, max_length=60), BeforeValidator(as_tuple)]
_Align = Literal["left", "centre", "right"]


class TableBox(Box):
    """Rows of cells."""

    kind: Literal["table"]
    rows: Annotated[tuple[_Row, ...], Field(min_length=1, max_length=60), BeforeValidator(as_tuple)] = Field(
        description="the rows, lists of cells"
    )
    lang: Language = Field(default="", description=LANG_WORDS)
    first: Length | None = Field(
        default=None,
        description="the width of the first column, mm; the others share the rest. If left out all are equal",
    )
    widths: _Widths | None = Field(
        default=None,
        description="instead of `first`, the widths of the first columns, mm; the others share the rest",
    )
    aligns: Annotated[tuple[_Align, ...], Field(min_length=1, max_length=60), BeforeValidator(as_tuple)] = Field(
        default=("left", "centre"),
        description="`left`, `centre` or `right` for each column; the last is for all further columns",
    )
    style: Identifier | None = Field(
        default=None, description="the style whose `font`, `size`, `scale` and `colour` it takes if it leaves them out"
    )
    font: Font | None = Field(
        default=None,
        description="the font of the text; the first row has its bold, if there is one. "
        "If left out regular, medium in the first column",
    )
    scale: Annotated[float, Field(ge=0.1, le=10)] = Field(default=1.0, description="a factor for the size of the text")
    size: Annotated[float, Field(ge=0.5, le=200)] = Field(default=2.4, description="the size of the text, mm")
    colour: Colour = Field(default="#000000", description="the colour of the text")
    header: Identifier | None = Field(
        default=None,
        description="a style for the first row: its `font`, `size`, `scale` and `colour`. If left out the row is bold",
    )
    ground: Colour | None = Field(default=None, description="the colour behind the first row")
    rule: Colour = Field(default="#888888", description="the colour of the lines between rows")
    rules: Literal["all", "header", "none"] = Field(
        default="all", description="which lines there are: `all`, `header` (below the first row only) or `none`"
    )

    @model_validator(mode="after")
    def _first_or_widths(self) -> Self:
        if self.first is not None and self.widths is not None:
            raise WrongValueError(
                message("first and widths both set the width of the first column"), message("leave one of them out")
            )
        return self


# Between a text and the edge of its cell, in ems.
_CELL_AIR = 0.5


def expand_rows(rows: Sequence[Any]) -> list[list[str]]:
    """Return a table's rows as texts of equal length.

    A cell that is a list becomes several cells, `#` in the first row becomes the numbers of the columns from 1, and
    short rows are filled up with –.
    """
    spread: list[list[str]] = []
    for row in rows:
        cells: list[str] = []
        for cell in row:
            cells += map(as_text, cell) if isinstance(cell, list | tuple) else [as_text(cell)]
        spread.append(cells)
    columns = max(map(len, spread))
    head = spread[0]
    if "#" in head:
        at = head.index("#")
        count = max(columns - len(head) + 1, 1)
        spread[0] = [*head[:at], *(str(i + 1) for i in range(count)), *head[at + 1 :]]
        columns = max(map(len, spread))
    return [row + ["–"] * (columns - len(row)) for row in spread]


def column_widths(box: TableBox, count: int, width: float) -> list[tuple[float, float]]:
    """Return where each of `count` columns begins and its width, mm: as written, and equal shares of the rest."""
    written = [box.first] if box.first is not None else list(box.widths or ())
    written = written[:count]
    columns = [(sum_floats(written[:i]), column) for i, column in enumerate(written)]
    taken, shared = sum_floats(written), count - len(written)
    share = (width - taken) / shared if shared else 0.0
    return columns + [(taken + i * share, share) for i in range(shared)]


def _width_fault(box: TableBox, columns: Sequence[tuple[float, float]], width: float) -> Message | None:
    """Return why the columns cannot be drawn in a table of this width, None if they can."""
    if min(column for _, column in columns) <= 0:
        if box.first:
            return message("the first column of {width:g} mm leaves no room for other columns", width=box.first)
        return message("the widths leave no room for other columns")
    total = sum_floats(column for _, column in columns)
    if total > width + 1e-6:
        return message("the columns of {total:g} mm do not fit into {width:g} mm", total=total, width=width)
    return None


def draw_table(box: TableBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the ground, the texts and the rules of the table; nothing if its columns do not fit."""
    x, y, width, height = area
    rows = expand_rows(box.rows)
    columns = column_widths(box, len(rows[0]), width)
    fault = _width_fault(box, columns, width)
    if fault is not None:
        context.report("text-overflow", fault)
        return ()
    total = sum_floats(column for _, column in columns)
    line = height / len(rows)
    header = context.marks.word_style(box.header) if box.header else WordStyle()
    items: list[Item] = []
    if box.ground is not None:
        items.append(Path(rectangle(x, y, total, line), fill=box.ground))
    for number, row in enumerate(rows):
        items += _draw_row(box, number, row, columns, (x, y + number * line, total, line), header, context)
    return tuple(items)


def _draw_row(
    box: TableBox,
    number: int,
    row: Sequence[str],
    columns: Sequence[tuple[float, float]],
    area: Rect,
    header: WordStyle,
    context: DrawContext,
) -> Iterator[Item]:
    x, y, width, height = area
    for place, (cell, (begin, room)) in enumerate(zip(row, columns, strict=True)):
        style = _cell_style(box, header if number == 0 else WordStyle(), number, place)
        bold = number == 0 and header.font is None and _has_bold(box.font, context)
        before, after = _cell_air(box, style, place, len(row))
        flow = fit_text(cell, box.lang, style, room - before - after, height, context, "rows", number, bold=bold)
        if flow is not None:
            yield from place_flow(flow, x + begin + before, y + (height - flow.height) / 2)
    if number and box.rules != "none" and (number == 1 or box.rules == "all"):
        rule = polyline((x, y), (x + width, y))
        yield Path(rule, stroke=box.rule, stroke_width=0.25 if number == 1 else 0.1)


def _has_bold(font: str | None, context: DrawContext) -> bool:
    """Return whether a font of a table has a bold face: a font of the game's own may have none."""
    own = context.fonts.own.get(font or "")
    return font is not None and (own is None or font in FONTS or own.entry.bold is not None)


def _cell_air(box: TableBox, style: TextStyle, column: int, count: int) -> tuple[float, float]:
    """Return the air at the left and the right of a text that is aligned to that side of its cell, mm.

    At the edges of the table there is air only if the first row has a ground.
    """
    gap = _CELL_AIR * box.size * box.scale
    left = style.align == "left" and (column > 0 or box.ground is not None)
    right = style.align == "right" and (column < count - 1 or box.ground is not None)
    return left * gap, right * gap


def _cell_style(box: TableBox, header: WordStyle, row: int, column: int) -> TextStyle:
    font = "bold" if row == 0 else "medium" if column == 0 else "regular"
    return TextStyle(
        font=header.font or box.font or font,
        size=header.size or box.size,
        scale=header.scale * (1.0 if header.size else box.scale),
        colour=header.colour or box.colour,
        align=box.aligns[min(column, len(box.aligns) - 1)],
        leading=1.0,
    )


TABLE = BoxKind(
    "table", TableBox, draw_table, "{kind: table, box: [37, 16, 26, 10], rows: [[Cost, 1, 2], [Gain, 3, 5]], lang: en}"
)
