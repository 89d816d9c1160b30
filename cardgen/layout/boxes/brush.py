"""What drawing a box needs beside the box."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from cardgen.data.pictures import Picture
from cardgen.draw.scene import Item, Rect
from cardgen.draw.shapes import CellStyle


@dataclass(frozen=True, slots=True)
class Brush:
    """What drawing needs beside the box: the looks of blocks by card id, the game's pictures, and whom to tell."""

    styles: Mapping[str, CellStyle]
    picture: Callable[[str], Picture]
    report: Callable[[str, str, str], None]
    """Told a finding's name, message and hint."""


Draw: TypeAlias = Callable[[Any, Rect, Brush], tuple[Item, ...]]
"""The items of a checked box in the room it has, mm."""
