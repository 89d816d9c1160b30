"""The box `map`: a grid of cells, each drawn by its character."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import BeforeValidator, Field, StringConstraints, WithJsonSchema, model_validator

from cardgen.base.errors import Own, WrongValueError
from cardgen.base.values import as_written
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.fills import Paint, fill_shape
from cardgen.cards.boxes.kind import BoxKind
from cardgen.cards.boxes.shapes import STROKE_WORDS
from cardgen.data.kinds import Colour, FileModel, Length, MapCells
from cardgen.data.templates.box_models import Box, StrokeWidth
from cardgen.scene.items import Command, Item, Path, Rect, ellipse, polyline, rectangle

#: The character of the cells of a map from offsets, of every cell that has no other, and of a cell that is not drawn.
HIT, EMPTY, NOTHING = "#", ".", " "

_Position: TypeAlias = tuple[int, int]
"""A column and a row, counted from the origin to the right and upwards."""


class MapLook(FileModel):
    """How a cell of a map looks: a shape in its middle."""

    shape: Literal["square", "circle", "diamond"] = Field(default="square", description="`square`, `circle`, `diamond`")
    fill: Paint | None = Field(default=None, description="the inside: a colour, or a gradient or pattern")
    stroke: Colour | None = Field(default=None, description=STROKE_WORDS)
    stroke_width: StrokeWidth = Field(default=0.2, description="the width of the outline, mm")
    scale: Annotated[float, Field(gt=0, le=2)] = Field(default=1.0, description="the size of the shape: 1 fills a cell")
    radius: Annotated[float, Field(ge=0, le=50)] = Field(
        default=0.0, description="the radius of a square's corners, mm"
    )


def _as_looks(value: Any) -> Any:
    looks = value if isinstance(value, list | tuple) else [value]
    return tuple({"fill": look} if isinstance(look, str) else look for look in looks)


_COLOUR_SCHEMA = {"type": "string"}
_LOOK_SCHEMA = {"anyOf": [_COLOUR_SCHEMA, {"type": "object"}]}
_Looks = Annotated[
    tuple[MapLook, ...],
    Field(min_length=1, max_length=10),
    BeforeValidator(_as_looks),
    WithJsonSchema({"anyOf": [*_LOOK_SCHEMA["anyOf"], {"type": "array", "items": _LOOK_SCHEMA, "minItems": 1}]}),
]
"""A look, several looks one over the other, or only a colour."""

_Character = Annotated[str, StringConstraints(min_length=1, max_length=1)]


def _as_column_and_row(value: Any) -> Any:
    if isinstance(value, list | tuple) and len(value) == 2 and all(type(number) is int for number in value):
        return tuple(value)
    template = "{value} given, expected a column and a row, counted from 0"
    raise WrongValueError(message(template, value=as_written(value)), message("such as [4, 3]"))


_At = Annotated[
    tuple[int, int],
    BeforeValidator(_as_column_and_row),
    WithJsonSchema({"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}),
]


class MapBox(Box):
    """A grid of cells, each drawn by its character."""

    kind: Literal["map"]
    cells: MapCells = Field(
        description="rows of characters, top row first; or offsets `[x, y]` from the origin, to the right and upwards: "
        "these cells are `#`, the origin is `o`"
    )
    looks: Annotated[dict[_Character, _Looks], Field(min_length=1, max_length=100)] = Field(
        description="the look of each character: a colour, or the keys below, or a list of looks one over the other. "
        "A `.` needs none, and a space is never drawn"
    )
    origin: _Character = Field(default="o", description="the character of the origin")
    columns: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None, description="how many columns are drawn; if left out as many as the cells need"
    )
    rows: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None, description="how many rows are drawn; if left out as many as the cells need"
    )
    at: _At | None = Field(
        default=None,
        description="the column and the row of the origin among these, counted from 0 at the lower left; "
        "if left out the middle",
    )
    gap: Annotated[float, Field(ge=0, le=50)] = Field(default=0.0, description="the space between cells, mm")
    pitch: Length | None = Field(default=None, description="the largest side of a cell with its gap, mm")

    @model_validator(mode="after")
    def _origin_in_grid(self) -> Self:
        if self.at is not None:
            if self.columns is None or self.rows is None:
                raise WrongValueError(message("at requires columns and rows"))
            if not (0 <= self.at[0] < self.columns and 0 <= self.at[1] < self.rows):
                template = "at: {at} is outside of {columns} columns and {rows} rows, counted from 0"
                raise WrongValueError(message(template, at=as_written(self.at), columns=self.columns, rows=self.rows))
        return self


def cells_of(box: MapBox) -> dict[_Position, str]:
    """Return the character of each cell that has one, by its column and row from the origin.

    The lower left cell is (0, 0) if there is no origin. WrongValueError if there are several.
    """
    if not isinstance(box.cells[0], str):
        return {**dict.fromkeys(box.cells, HIT), (0, 0): box.origin}
    height = len(box.cells)
    written = {(x, height - 1 - y): char for y, row in enumerate(box.cells) for x, char in enumerate(row)}
    origins = [position for position, char in written.items() if char == box.origin]
    if len(origins) > 1:
        raise WrongValueError(
            message("the map has {count} origins {origin!r}, expected one", count=len(origins), origin=box.origin)
        )
    if not origins and (box.columns or box.rows):
        raise WrongValueError(
            message("the map has no origin {origin!r}", origin=box.origin),
            message("without one, leave out columns and rows"),
        )
    left, low = origins[0] if origins else (0, 0)
    return {(x - left, y - low): char for (x, y), char in written.items()}


def _frame(box: MapBox, cells: Mapping[_Position, str]) -> tuple[_Position, _Position]:
    """Return the lower left cell that is drawn, and the number of columns and rows."""
    columns, rows = [x for x, _ in cells] or [0], [y for _, y in cells] or [0]
    at = box.at or ((box.columns or 1) // 2, (box.rows or 1) // 2)
    left, low = (-at[0] if box.columns else min(columns)), (-at[1] if box.rows else min(rows))
    return (left, low), (box.columns or max(columns) - left + 1, box.rows or max(rows) - low + 1)


def _check_cells(box: MapBox, cells: Mapping[_Position, str], begin: _Position, size: _Position) -> None:
    """Raise WrongValueError for the first cell that is not drawn: it has no look, or is outside of the grid."""
    for (x, y), char in cells.items():
        if char in (EMPTY, NOTHING):
            continue
        if char not in box.looks:
            raise WrongValueError(
                message("the map has no look for {char!r}", char=char),
                message("its looks are {looks}", looks=" ".join(box.looks)),
            )
        if not (0 <= x - begin[0] < size[0] and 0 <= y - begin[1] < size[1]):
            template = "the cell [{x}, {y}] is outside of the {columns} × {rows} cells of the map"
            raise WrongValueError(message(template, x=x, y=y, columns=size[0], rows=size[1]))


def draw_map(box: MapBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the cells in the middle of the area, look by look."""
    cells = cells_of(box)
    (left, low), (columns, rows) = _frame(box, cells)
    _check_cells(box, cells, (left, low), (columns, rows))
    x, y, width, height = area
    pitch = min((width + box.gap) / columns, (height + box.gap) / rows, box.pitch or width + box.gap)
    side = pitch - box.gap
    if side <= 0:
        problem = message("a gap of {gap:g} mm leaves no room for cells of {pitch:.2f} mm", gap=box.gap, pitch=pitch)
        context.report("text-overflow", problem, "", Own(("pitch",), pitch), key="gap")
        return ()
    begin = x + (width - columns * pitch + box.gap) / 2
    end = y + (height + rows * pitch - box.gap) / 2
    corners: dict[str, list[tuple[float, float]]] = {}
    for row in range(rows - 1, -1, -1):
        for column in range(columns):
            char = cells.get((left + column, low + row), EMPTY)
            if char != NOTHING:
                corners.setdefault(char, []).append((begin + column * pitch, end - side - row * pitch))
    items: list[Item] = []
    for char, looks in box.looks.items():
        for look in looks:
            if char in corners:
                items += _draw_look(look, corners[char], side, area)
    return tuple(items)


def _draw_look(look: MapLook, corners: Sequence[tuple[float, float]], side: float, area: Rect) -> Iterator[Item]:
    """Yield the items of all cells of one look; `corners` are their upper left ones, `side` is in mm."""
    commands: list[Command] = []
    size = side * look.scale
    for x, y in corners:
        left, top, middle = x + (side - size) / 2, y + (side - size) / 2, (x + side / 2, y + side / 2)
        if look.shape == "circle":
            commands += ellipse(*middle, size / 2)
        elif look.shape == "diamond":
            points = ((middle[0], top), (left + size, middle[1]), (middle[0], top + size), (left, middle[1]))
            commands += polyline(*points, close=True)
        else:
            commands += rectangle(left, top, size, size, min(look.radius, size / 2))
    outline = Path(tuple(commands), None, look.stroke, look.stroke_width if look.stroke else 0.0)
    yield from fill_shape(outline, look.fill, area)


MAP = BoxKind(
    "map",
    MapBox,
    draw_map,
    "{kind: map, box: [86, 34.5, 11, 5], cells: [[0, 1], [1, 1], [-1, 1]], columns: 5, rows: 2, at: [2, 0], gap: 0.3, "
    'looks: {".": "#dfe6ee", o: "#1d5fa8", "#": "#b3202f"}}',
)
