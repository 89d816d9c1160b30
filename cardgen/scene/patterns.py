"""Patterns that fill an area with repeated marks, checks or stripes."""

from __future__ import annotations

import math
from functools import lru_cache

from cardgen.scene.items import Command, Group, Item, Path, Placed, Rect, Scene, ellipse, rectangle, translate, turn
from cardgen.scene.shapes import PATTERNS, move_commands

#: The marks in a square of side 1, by name. Stripes continue from square to square and have none.
MARKS: dict[str, tuple[Command, ...]] = {
    **{name: commands for name, commands in PATTERNS.items() if commands},
    "dots": ellipse(0.5, 0.5, 0.2),
    "checks": (*rectangle(0, 0, 0.5, 0.5), *rectangle(0.5, 0.5, 0.5, 0.5)),
    "stripes": (),
    "hatch": (),
    "cross-hatch": (),
}

#: The directions of stripes, in degrees clockwise.
_DIRECTIONS = {"stripes": (0.0,), "hatch": (-45.0,), "cross-hatch": (-45.0, 45.0)}


def draw_pattern(
    marks: str, area: Rect, colour: str, pitch: float, *, turned: float = 0.0, weight: float = 0.25
) -> tuple[Item, ...]:
    """Draw marks of MARKS over the whole area and beyond, `pitch` mm apart, one of them in the middle of the area.

    They are turned about the middle by `turned` degrees clockwise. `weight` is the coloured fraction of stripes. Each
    row is the same placed scene, so a file contains it once.
    """
    items: list[Item] = []
    for direction in _DIRECTIONS.get(marks, (0.0,)):
        angle = turned + direction
        across, down = _turned_size(area, angle)
        columns, rows = _odd(across / pitch), _odd(down / pitch)
        row = _row(marks, columns, colour, pitch, weight)
        middle = area[0] + area[2] / 2, area[1] + area[3] / 2
        left, top = middle[0] - columns * pitch / 2, middle[1] - rows * pitch / 2
        placed = tuple(Placed(row, translate(left, top + number * pitch)) for number in range(rows))
        items += [Group(placed, turn(angle, *middle))] if angle else placed
    return tuple(items)


def _odd(least: float) -> int:
    """Return the smallest odd number that is not less: one mark is then in the middle."""
    return 2 * max(0, math.ceil((least - 1) / 2 - 1e-9)) + 1


def _turned_size(area: Rect, angle: float) -> tuple[float, float]:
    """Return the width and height of the upright rectangle around the area turned by an angle in degrees."""
    cosine, sine = abs(math.cos(math.radians(angle))), abs(math.sin(math.radians(angle)))
    return area[2] * cosine + area[3] * sine, area[2] * sine + area[3] * cosine


@lru_cache(maxsize=256)
def _row(marks: str, columns: int, colour: str, pitch: float, weight: float) -> Scene:
    stripe = rectangle(0, (1 - weight) / 2 * pitch, columns * pitch, weight * pitch)
    repeated = (c for column in range(columns) for c in move_commands(MARKS[marks], column * pitch, 0, pitch))
    commands = tuple(repeated) if MARKS[marks] else stripe
    return Scene(columns * pitch, pitch, (Path(commands, fill=colour, even_odd=True),))
