"""The box `repeat`: boxes once for each entry of a list."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from cardgen.base.errors import DataError, Fault, Own, WrongValueError
from cardgen.base.values import as_written
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.kind import BoxKind
from cardgen.cards.boxes.values import number_list
from cardgen.data.kinds import Length
from cardgen.data.templates.box_models import ContainerBox
from cardgen.scene.items import Group, Item, Rect, then, translate

#: The most entries of one repeat; more are a slip of the finger.
MOST_ENTRIES = 1000

#: The most copies by repeats inside repeats: a thousand times a thousand would never end.
MOST_COPIES = 10_000

#: Rounding errors of sums of mm.
_TOLERANCE = 1e-6

_SHARES = {"left": 0.0, "top": 0.0, "centre": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}


def _entries(value: Any) -> Any:
    """Return a list as a tuple, and a whole number as the numbers from 1 up to it."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_ENTRIES:
        return tuple(range(1, value + 1))
    if isinstance(value, list | tuple) and len(value) <= MOST_ENTRIES:
        return tuple(value)
    if isinstance(value, float) and value.is_integer():
        return _entries(int(value))
    template = "{value} given, expected a list, or a whole number from 0 to {most:,}"
    raise WrongValueError(message(template, value=as_written(value), most=MOST_ENTRIES))


def _as_gap(value: Any) -> Any:
    pair = (value, value) if isinstance(value, int | float) else tuple(value) if isinstance(value, list) else value
    numbers = isinstance(pair, tuple) and all(isinstance(mm, int | float) and not isinstance(mm, bool) for mm in pair)
    if not numbers or len(pair) != 2 or not all(0 <= mm <= 2000 for mm in pair):
        raise WrongValueError(
            message("{value} given, expected a gap in mm, or [across, down]", value=as_written(value)),
            message("such as 1 or [1, 2]"),
        )
    return (float(pair[0]), float(pair[1]))


Repeated = Annotated[
    Any,
    AfterValidator(_entries),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": 0, "maximum": MOST_ENTRIES},
                {"type": "array", "maxItems": MOST_ENTRIES},
            ]
        }
    ),
]
Gap = Annotated[
    tuple[float, float],
    BeforeValidator(_as_gap),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "number", "minimum": 0},
                {"type": "array", "items": {"type": "number", "minimum": 0}, "minItems": 2, "maxItems": 2},
            ]
        }
    ),
]


class RepeatBox(ContainerBox):
    """Boxes drawn once for each entry of a list, or as many times as a number says, each time in a cell of its own."""

    inner_values: ClassVar[tuple[str, ...]] = ("item", "number")

    kind: Literal["repeat"]
    of: Repeated = Field(
        description='a list or a whole number, usually a field of the card: `"{cost}"`, `"{tags}"`, or written out: '
        "`5`, `[fire, ice]`"
    )
    cell: Annotated[
        tuple[Length, Length], number_list(2, message("[width, height] in mm"), message("such as [6, 6]"))
    ] = Field(description="`[width, height]` of each cell, mm")
    gap: Gap = Field(default=(0.0, 0.0), description="mm between two cells, or `[across, down]`")
    direction: Literal["right", "down"] = Field(
        default="right", description="`right`: row by row, `down`: column by column"
    )
    honeycomb: bool = Field(
        default=False,
        description="`true` shifts every second row, or column, by half a cell, and moves them nearer to each other, "
        "for hexagons and circles; the larger `gap` is between all of them",
    )
    align: Literal["left", "centre", "right"] = Field(
        default="left", description="where the cells are: left, centre, right"
    )
    valign: Literal["top", "middle", "bottom"] = Field(
        default="top", description="where the cells are: top, middle, bottom"
    )
    unique: str | None = Field(
        default=None,
        description="a key of the entries: of entries that have the same value of it, only the first is drawn",
    )

    @property
    def entries(self) -> tuple[Any, ...]:
        """The entries that are drawn."""
        if self.unique is None:
            return tuple(self.of)
        seen: list[Any] = []
        drawn: list[Any] = []
        for entry in self.of:
            value = entry.get(self.unique) if isinstance(entry, Mapping) else entry
            if value is None or value not in seen:
                seen.append(value)
                drawn.append(entry)
        return tuple(drawn)


def draw_repeat(box: RepeatBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the inner boxes once for each entry. More cells than the box has room for are a finding."""
    size = area[2:]
    count = len(box.entries)
    _check_copies(context.inside.copies * count, context)
    _report_overflow(box, size, context)
    items: list[Item] = []
    for number, (entry, (x, y)) in enumerate(zip(box.entries, place_cells(box, *size), strict=True), start=1):
        values = {"item": entry, "number": number}
        inner = context.inside.draw((x, y, *box.cell), values, name=str(number), copies=count)
        items.append(Group(inner, then(translate(x, y), context.inside.matrix)))
    return tuple(items)


def _check_copies(copies: int, context: DrawContext) -> None:
    if copies > MOST_COPIES:
        too_many = message("{copies:,} copies, counting the repeats around this one", copies=copies)
        hint = message("expected at most {most:,}", most=MOST_COPIES)
        raise DataError(Fault(context.place_of("of"), too_many, hint))


def _report_overflow(box: RepeatBox, size: tuple[float, float], context: DrawContext) -> None:
    room, count = room_in(box, *size), len(box.entries)
    if count > room:
        template = "{count} cells of {wide:g}×{high:g} mm do not fit into {width:g}×{height:g} mm"
        wide, high = box.cell
        overflow = message(template, count=count, wide=wide, high=high, width=size[0], height=size[1])
        hint = message("there is room for {room}", room=room)
        context.report("repeat-overflow", overflow, hint, Own(("count",), count), key="of")


def place_cells(box: RepeatBox, width: float, height: float) -> list[tuple[float, float]]:
    """Return the top left of each cell, mm from that of the box; beyond the box if there are too many of them."""
    down = box.direction == "down"
    along, across = (height, width) if down else (width, height)
    step, pitch = (side + gap for side, gap in zip(box.cell, box.gap, strict=True))
    if down:
        step, pitch = pitch, step
    gap_along, gap_across = box.gap[::-1] if down else box.gap
    count, shifted = len(box.entries), 0.0
    if box.honeycomb:
        gap_along = max(box.gap)
        step = box.cell[1 if down else 0] + gap_along
        pitch = step * math.sqrt(0.75)
        gap_across = pitch - box.cell[0 if down else 1]
        shifted = step / 2 if count > int((along + gap_along) / step + _TOLERANCE) else 0.0
    per_line = max(1, int((along + gap_along - shifted) / step + _TOLERANCE))
    lines = [min(per_line, count - begun) for begun in range(0, count, per_line)]
    share_along, share_across = _SHARES[box.valign if down else box.align], _SHARES[box.align if down else box.valign]
    begin = (across - (len(lines) * pitch - gap_across)) * share_across
    places: list[tuple[float, float]] = []
    for number, length in enumerate(lines):
        first = (along - ((per_line if shifted else length) * step - gap_along + shifted)) * share_along
        for i in range(length):
            places.append((first + number % 2 * shifted + i * step, begin + number * pitch))
    return [(y, x) for x, y in places] if down else places


def cells_area(box: RepeatBox, area: Rect) -> Rect:
    """Return the rectangle around all cells; one without a size at the top left of the box if there are none."""
    x, y, width, height = area
    places = place_cells(box, width, height)
    if not places:
        return (x, y, 0.0, 0.0)
    lefts, tops = zip(*places, strict=True)
    across, down = max(lefts) - min(lefts) + box.cell[0], max(tops) - min(tops) + box.cell[1]
    return (x + min(lefts), y + min(tops), across, down)


def room_in(box: RepeatBox, width: float, height: float) -> int:
    """Return how many cells there is room for."""
    if box.honeycomb:
        ways = (height, box.cell[1]), (width, box.cell[0])
        (along, side), (across, other) = ways if box.direction == "down" else ways[::-1]
        step = side + max(box.gap)
        lines = max(0, int((across - other) / (step * math.sqrt(0.75)) + 1 + _TOLERANCE))
        one, more = (int((along + max(box.gap) - shift) / step + _TOLERANCE) for shift in (0.0, step / 2))
        return max(min(lines, 1) * one, lines * more)
    sizes = zip((width, height), box.cell, box.gap, strict=True)
    across, down = (int((room + gap) / (cell + gap) + _TOLERANCE) for room, cell, gap in sizes)
    return across * down


REPEAT = BoxKind(
    "repeat",
    RepeatBox,
    draw_repeat,
    "{kind: repeat, box: [37, 29, 14, 10], of: 3, cell: [4, 4], gap: 1, "
    'boxes: {dot: {kind: ellipse, box: [0, 0, 4, 4], fill: "#d90429"}}}',
    content=cells_area,
)
