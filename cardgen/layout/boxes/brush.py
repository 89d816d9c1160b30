"""What drawing a box needs beside the box."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from cardgen.data.fonts import FontSet
from cardgen.data.pictures import Picture
from cardgen.draw.scene import Item, Rect
from cardgen.draw.shapes import CellStyle
from cardgen.errors import DataError, Fault, Place, WrongValueError


@dataclass(frozen=True, slots=True)
class Brush:
    """What drawing needs beside the box: looks of blocks by card id, the game's pictures and fonts, whom to tell."""

    styles: Mapping[str, CellStyle]
    picture: Callable[[str], Picture]
    report: Callable[[str, str, str], None]
    """Told a finding's name, message and hint."""
    fonts: FontSet = field(default_factory=FontSet)
    place: Place = field(default_factory=Place)
    """where the template says the box's font"""

    def font(self, title: str) -> str:
        """The name by which `Span` knows the font that a template calls so. DataError when there is none."""
        try:
            return self.fonts.name_of(title)
        except WrongValueError as error:
            raise DataError(Fault(self.place, str(error), error.hint)) from error


Draw: TypeAlias = Callable[[Any, Rect, Brush], tuple[Item, ...]]
"""The items of a checked box in the room it has, mm."""
