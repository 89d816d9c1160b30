"""What a rulebook is once it is read: blocks of text, tables and pictures, every placeholder filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from cardgen.data import pictures
from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.engines import Diagram, Engine
from cardgen.errors import Place
from cardgen.scene.boards import Window
from cardgen.scene.items import Scene
from cardgen.scene.shapes import Cell, CellStyle, Point

Align: TypeAlias = Literal["left", "centre", "right"]


@dataclass(frozen=True, slots=True)
class Sources:
    """What a rulebook may draw from: a game's values, its rules engine and rulesets, and its cards' looks.

    `values` is what placeholders name, with each card's copies and fields under `cards`; `styles` the look of a block
    by its card's id; `face` lays out a card's face by its id; `corner` is the radius of a card's corners in mm. What is
    set, on pages, in pictures and in HTML, is set in `fonts`. `picture` opens a picture file of the game; DataError at
    the place given when it cannot.
    """

    values: Mapping[str, Any]
    engine: Engine | None
    rulesets: Mapping[str, Any]
    styles: Mapping[str, CellStyle]
    face: Callable[[str], Scene]
    corner: float = 3.0
    fonts: FontSet = BUNDLED
    picture: Callable[[str, Place], pictures.Picture] | None = None

    @property
    def cards(self) -> Mapping[str, Mapping[str, Any]]:
        """id, copies and fields of every card by its id."""
        found: Mapping[str, Mapping[str, Any]] = self.values.get("cards", {})
        return found


# ---------------------------------------------------------------- text


@dataclass(frozen=True, slots=True)
class Text:
    """A run of words in one manner. `lang` differs from the book's where the words are in another language."""

    text: str
    lang: str
    strong: bool = False
    emphasis: bool = False
    code: bool = False
    link: str = ""


Words: TypeAlias = tuple[Text, ...]


def plain(words: Words) -> str:
    """The words without their manner."""
    return "".join(word.text for word in words)


# ---------------------------------------------------------------- pictures


@dataclass(frozen=True, slots=True)
class FieldPicture:
    """A grid as text, top row first: `.` empty, `#` garbage, a card's letter in its look, the letter in lower case
    where the block has been, `!` where it would overlap garbage. `marked` rows are about to go.
    """

    rows: tuple[str, ...]
    marked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A position on a board as an engine gives it, or the part of it in the `window`.

    `judged` is True for an example of what is legal, False for one of what is not, None for neither.
    """

    diagram: Diagram
    window: Window | None = None
    judged: bool | None = None


@dataclass(frozen=True, slots=True)
class ShapePicture:
    """A card's shape made of squares, standing on a label, in a room of so many `rows` of squares."""

    cells: tuple[Cell, ...]
    style: CellStyle
    label: str
    rows: int


@dataclass(frozen=True, slots=True)
class RowPicture:
    """A garbage card's row with its code and the number of its copies."""

    code: str
    row: str
    copies: int


@dataclass(frozen=True, slots=True)
class BlockPicture:
    """A block in its four orientations. Cells have row 0 at the top, and so has `centre`, in cells."""

    card: str
    cells: tuple[Cell, ...]
    centre: Point


@dataclass(frozen=True, slots=True, eq=False)
class FacePicture:
    """A card's face, upright or upside down, `width` mm wide, with a label under it."""

    scene: Scene
    turned: bool
    label: str
    width: float


@dataclass(frozen=True, slots=True, eq=False)
class ShinglePicture:
    """Faces overlapped at actual size, each `step` mm up from the one before and over it; blocks lie on them.

    `cards` go from the floor up, each with whether it is turned; `rows` is a field as text whose bottom row is the
    first card's, its squares `step` mm wide.
    """

    cards: tuple[tuple[Scene, bool], ...]
    step: float
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FilePicture:
    """A picture file, as wide as its room or `width` mm, whichever is less."""

    file: pictures.Picture
    width: float | None = None


Picture: TypeAlias = (
    FieldPicture | BoardPicture | ShapePicture | RowPicture | BlockPicture | FacePicture | ShinglePicture | FilePicture
)


@dataclass(frozen=True, slots=True)
class Panel:
    """One picture of a figure: its own caption, and what it shows in words."""

    picture: Picture
    caption: Words = ()
    alt: str = ""


# ---------------------------------------------------------------- blocks


@dataclass(frozen=True, slots=True)
class Heading:
    """`level` 1 is a chapter, 2 a section; `anchor` is unique in the book."""

    level: int
    words: Words
    anchor: str
    place: Place


@dataclass(frozen=True, slots=True)
class Paragraph:
    words: Words
    place: Place


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines of code."""

    lines: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Items:
    """A list, its entries blocks of their own; numbered from `start`, or with bullets when that is None."""

    entries: tuple[tuple[Block, ...], ...]
    start: int | None
    place: Place


@dataclass(frozen=True, slots=True)
class Table:
    """`header` and `rows` are equally long; `total` sets the last row off."""

    header: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]
    align: tuple[Align, ...]
    place: Place
    total: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """Panels in the order they are read, with a caption for all of them. `notation` is shown as code above.

    They stand `across` to a line; `down` has them read down each column, as lists are.
    """

    panels: tuple[Panel, ...]
    across: int
    caption: Words
    place: Place
    notation: str = ""
    down: bool = False

    def lines(self) -> list[tuple[Panel, ...]]:
        """The panels that stand side by side, line by line."""
        if self.down:
            deep = -(-len(self.panels) // self.across)
            return [self.panels[line::deep] for line in range(deep)]
        return [self.panels[first : first + self.across] for first in range(0, len(self.panels), self.across)]


@dataclass(frozen=True, slots=True)
class Note:
    """Blocks set apart from the text."""

    blocks: tuple[Block, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class PageBreak:
    place: Place


Block: TypeAlias = Heading | Paragraph | Listing | Items | Table | Figure | Note | PageBreak


@dataclass(frozen=True, slots=True)
class Cover:
    """What the front says under the title, and the field that is drawn on it, from edge to edge.

    `ground` and `ink` are colours, empty for those of the night; a `picture` lies over the ground, under the texts.
    """

    subtitle: str = ""
    tagline: str = ""
    facts: tuple[str, ...] = ()
    credit: str = ""
    field: tuple[str, ...] = ()
    ground: str = ""
    ink: str = ""
    picture: pictures.Picture | None = None


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook in one language."""

    lang: str
    file: str
    title: str
    cover: Cover
    blocks: tuple[Block, ...]
