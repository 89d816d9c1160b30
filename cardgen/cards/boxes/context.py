"""The context of drawing a box."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from cardgen.base.errors import DataError, Fault, Own, Place, Text, WrongValueError
from cardgen.base.records import dataclass, field
from cardgen.data.fonts import FontSet
from cardgen.data.pictures import PictureFile
from cardgen.data.templates.markup import Mistake
from cardgen.scene.items import IDENTITY, Item, Matrix, Rect
from cardgen.scene.shapes import CellStyle
from cardgen.text.spans import Inset

Model = TypeVar("Model")


class Report(Protocol):
    """Reports a finding: its name, message, hint and card-specific part, and the key of the box that it is about."""

    def __call__(self, name: str, text: Text, hint: Text = "", own: Own = ..., /, *, key: str = "text") -> None: ...


class OpenPicture(Protocol):
    """Opens a picture file of the game, or a page of a PDF."""

    def __call__(self, file: str, page: int = 1, /) -> PictureFile: ...


class ReportMistake(Protocol):
    """Reports a mistake in the marks of a text, and the keys that lead to the text."""

    def __call__(self, mistake: Mistake, /, *path: str | int) -> None: ...


@dataclass(frozen=True, slots=True)
class WordStyle:
    """The look of words in a style of the template. Values that are None are those of the text around the words."""

    font: str | None = None
    colour: str | None = None
    size: float | None = None
    scale: float = 1.0
    rise: float = 0.0
    underline: bool = False
    strike: bool = False
    features: tuple[str, ...] = ()


def _no_style(name: str) -> NoReturn:
    raise KeyError(name)


def _no_icon(name: str, colour: str, lang: str, size: float) -> NoReturn:  # noqa: ARG001
    raise KeyError(name)


def _reject_mistake(mistake: Mistake, *_: str | int) -> None:
    raise DataError(Fault(Place(), mistake.message, mistake.hint))


@dataclass(frozen=True, slots=True)
class TextMarks:
    """The styles and icons that the marks in a box's texts may name, and the function that reports mistakes."""

    styles: Collection[str] = ()
    icons: Collection[str] = ()
    word_style: Callable[[str], WordStyle] = _no_style
    icon: Callable[[str, str, str, float], Inset] = _no_icon
    """returns the small picture of a name, among words of a colour, a language and a size (mm)"""
    report_mistake: ReportMistake = _reject_mistake


@dataclass(frozen=True, slots=True)
class SameSize:
    """The size that the text of a box has on all cards of a deck, mm: `most`, once `note` knows that of each card."""

    most: float = math.inf
    note: Callable[[float], None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Link(Generic[Model]):
    """A box of those that a text flows through: its values, and the width and the height of its place, mm."""

    box: Model
    size: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Chain(Generic[Model]):
    """The boxes that a text flows through, in its order, and the position of the one that is drawn."""

    links: tuple[Link[Model], ...]
    position: int


class DrawInner(Protocol):
    """Lays out the inner boxes of a container once, and returns their items, from (0, 0) at their own top left.

    `area` is their place in the container, mm from its top left. `values` are further words for placeholders.
    `name` distinguishes copies, and `copies` is their number.
    """

    def __call__(
        self, area: Rect, values: Mapping[str, object] = ..., name: str = "", copies: int = 1
    ) -> tuple[Item, ...]: ...


def _draw_nothing(
    area: Rect,  # noqa: ARG001
    values: Mapping[str, object] | None = None,  # noqa: ARG001
    name: str = "",  # noqa: ARG001
    copies: int = 1,  # noqa: ARG001
) -> tuple[Item, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Inside:
    """The inside of a container: the transform to its surroundings, and the function that draws its inner boxes."""

    matrix: Matrix = IDENTITY
    copies: int = 1
    """the number of copies of this container, by all the repeats that it is in"""
    draw: DrawInner = _draw_nothing


def _nothing_drawn(name: str) -> NoReturn:
    raise KeyError(name)


@dataclass(frozen=True, slots=True)
class DrawContext:
    """The context of drawing a box: the game's pictures, fonts and styles, and the function that reports findings."""

    cell_styles: Mapping[str, CellStyle]
    """the cell styles of all cards that have a colour, by the card's id"""
    open_picture: OpenPicture
    report: Report
    fonts: FontSet = field(default_factory=FontSet)
    place_of: Callable[[str], Place] = lambda _: Place()
    """returns the place of a key of the box in the template"""
    marks: TextMarks = field(default_factory=TextMarks)
    is_worst: Callable[[float], bool] = lambda _: True
    """returns True if a text is larger than all before it in this box: searching for a size that fits is slow"""
    inside: Inside = field(default_factory=Inside)
    """of a container"""
    items_of: Callable[[str], tuple[Item, ...]] = _nothing_drawn
    """of a reference: returns the items of a box of its side"""
    areas_of: Callable[[], Mapping[str, Rect]] = dict
    """returns the trim, the bleed and the safe area of the card, relative to the box's surroundings"""
    same_size: SameSize = field(default_factory=SameSize)
    chain: Chain[Any] | None = None
    """of a box whose text flows through others, too"""
    scale: float = 1.0
    """the scale of the template's millimetres on the card, which decides the dots per inch of pictures"""

    def font(self, title: str) -> str:
        """Return the name by which `Span` knows the font that a template calls `title`. DataError if there is none."""
        try:
            return self.fonts.name_of(title)
        except WrongValueError as error:
            raise DataError(Fault(self.place_of("font"), error.text, error.hint)) from error
