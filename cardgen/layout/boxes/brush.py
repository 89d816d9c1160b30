"""What drawing a box needs beside the box."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from cardgen.data.fonts import FontSet
from cardgen.data.pictures import Picture
from cardgen.data.templates.markup import Mistake
from cardgen.errors import DataError, Fault, Own, Place, Text, WrongValueError
from cardgen.scene.items import Item, Rect
from cardgen.scene.shapes import CellStyle
from cardgen.text.paragraphs import Inset


class Report(Protocol):
    """Told a finding by its name, and what in it is the card's own."""

    def __call__(self, name: str, problem: Text, hint: Text = "", own: Own = ..., /) -> None: ...


@dataclass(frozen=True, slots=True)
class Look:
    """How words in a style of the template look; what is None stays as it is around them."""

    font: str | None = None
    colour: str | None = None
    size: float | None = None
    scale: float = 1.0


def _none(name: str, *_: Any) -> Any:
    raise KeyError(name)


def _refuse(mistake: Mistake, *_: str | int) -> None:
    raise DataError(Fault(Place(), mistake.message, mistake.hint))


@dataclass(frozen=True, slots=True)
class Marks:
    """What the marks in a box's texts may name, what they mean, and whom to tell of mistakes in them."""

    styles: Collection[str] = ()
    icons: Collection[str] = ()
    look: Callable[[str], Look] = _none
    icon: Callable[[str, str, str, float], Inset] = _none
    """The small picture of that name among words of a colour, a language and a size (mm)."""
    wrong: Callable[..., None] = _refuse
    """Told a mistake, and the keys of the text that has it."""


@dataclass(frozen=True, slots=True)
class Brush:
    """What drawing needs beside the box: looks of blocks by card id, the game's pictures and fonts, whom to tell."""

    styles: Mapping[str, CellStyle]
    picture: Callable[[str], Picture]
    report: Report
    fonts: FontSet = field(default_factory=FontSet)
    place: Place = field(default_factory=Place)
    """where the template says the box's font"""
    marks: Marks = field(default_factory=Marks)
    is_worst: Callable[[float], bool] = lambda _: True
    """Whether a text is larger than all before it in this box: only then is it worth the search for what would fit"""

    def font(self, title: str) -> str:
        """The name by which `Span` knows the font that a template calls so. DataError when there is none."""
        try:
            return self.fonts.name_of(title)
        except WrongValueError as error:
            raise DataError(Fault(self.place, str(error), error.hint)) from error


Draw: TypeAlias = Callable[[Any, Rect, Brush], tuple[Item, ...]]
"""The items of a checked box in the room it has, mm."""
