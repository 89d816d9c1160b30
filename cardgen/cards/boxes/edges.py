"""The bleed of a picture that ends at the trim: its edges go on, mirrored, stretched or as a colour."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema

from cardgen.base.errors import WrongValueError, nearest
from cardgen.base.words.messages import message
from cardgen.data.kinds import COLOUR_PATTERN, check_colour, wrong_value
from cardgen.scene.colour import colour_names
from cardgen.scene.items import Group, Item, Matrix, Path, Rect, rectangle

#: An edge that is so near to that of the trim ends there, mm.
_NEAR = 0.05
#: The strip of the picture that is stretched over the bleed, mm: about a pixel of 300 dpi.
_STRIP = 0.08
#: How far the bleed goes on under the picture, so that no line is seen between them, mm.
_UNDER = 0.1


def _check_bleed(value: Any) -> Any:
    near = None
    if isinstance(value, int | float) and not isinstance(value, bool):
        if 0 < value <= 20:
            return float(value)
    elif value in ("extend", "mirror"):
        return value
    elif isinstance(value, str):
        with suppress(WrongValueError):
            return check_colour(value)
        near = nearest(value[:30], ("extend", "mirror", *colour_names()))
    expected = message("extend, mirror, a colour, or a number of mm up to 20")
    raise wrong_value(value, expected, message("did you mean {word!r}?", word=near) if near else "")


Bleed = Annotated[
    str | float,
    BeforeValidator(_check_bleed),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": ["extend", "mirror"]},
                {"type": "string", "pattern": COLOUR_PATTERN},
                {"type": "number", "exclusiveMinimum": 0, "maximum": 20},
            ]
        }
    ),
]
"""The bleed of a picture that ends at the trim: `extend`, `mirror`, a colour, or the mm that its file has."""


def area_with_bleed(area: Rect, areas: Mapping[str, Rect], own: float) -> Rect:
    """Return the area of a picture with `own` mm of bleed: farther out where it ends at the trim."""
    (left, top, right, bottom), (x, y, width, height) = _ends(area, areas), area
    return (x - own * left, y - own * top, width + own * (left + right), height + own * (top + bottom))


def draw_bleed(items: tuple[Item, ...], shown: Rect, areas: Mapping[str, Rect], bleed: str) -> tuple[Item, ...]:
    """Return what is in the bleed beside a picture that is `shown` in a rectangle, where it ends at the trim.

    `areas` are those of the card, in the coordinates of the picture; without them there is nothing.
    """
    left, top, right, bottom = _ends(shown, areas)
    x, y, width, height = shown
    across = [(-1, areas["bleed"][0], x + _UNDER)] if left else []
    across += [(0, x, x + width)]
    across += [(1, x + width - _UNDER, areas["bleed"][0] + areas["bleed"][2])] if right else []
    down = [(-1, areas["bleed"][1], y + _UNDER)] if top else []
    down += [(0, y, y + height)]
    down += [(1, y + height - _UNDER, areas["bleed"][1] + areas["bleed"][3])] if bottom else []
    drawn: list[Item] = []
    for column, begin, end in across:
        for row, above, below in down:
            if (column, row) != (0, 0) and end > begin and below > above:
                part = rectangle(begin, above, end - begin, below - above)
                if bleed in ("extend", "mirror"):
                    a, e = _outwards(column, x, width, end - begin, bleed)
                    d, f = _outwards(row, y, height, below - above, bleed)
                    matrix: Matrix = (a, 0.0, 0.0, d, e, f)
                    drawn.append(Group((Group(items, matrix),), clip=Path(part)))
                else:
                    drawn.append(Path(part, fill=bleed))
    return tuple(drawn)


def _outwards(side: int, start: float, length: float, depth: float, bleed: str) -> tuple[float, float]:
    """Return the factor and the shift of one coordinate that turn a picture over at its edge."""
    if side == 0:
        return 1.0, 0.0
    edge = start if side < 0 else start + length
    factor = -1.0 if bleed == "mirror" else -depth / _STRIP
    return factor, edge - factor * edge


def _ends(area: Rect, areas: Mapping[str, Rect]) -> tuple[bool, bool, bool, bool]:
    """Return True for each side on which an area ends at the trim: left, top, right and bottom."""
    if not areas:
        return False, False, False, False
    trim = areas["trim"]
    far = (area[0] + area[2] - trim[0] - trim[2], area[1] + area[3] - trim[1] - trim[3])
    near = (area[0] - trim[0], area[1] - trim[1])
    left, top, right, bottom = (abs(distance) <= _NEAR for distance in (*near, *far))
    return left, top, right, bottom
