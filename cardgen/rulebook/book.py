"""A rulebook once it is read: blocks of text, tables and pictures, every placeholder filled in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from cardgen.base.errors import Place
from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.messages import Message, printed
from cardgen.cards.layout.icons import name_of_icon
from cardgen.data import pictures
from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.data.glossary.uses import UsedTerm
from cardgen.data.languages.own_words import printed_texts
from cardgen.engines import Decks, Engine
from cardgen.scene.items import Command, Scene
from cardgen.scene.shapes import CellStyle, Drawing
from cardgen.text.spans import Inset

Align: TypeAlias = Literal["left", "centre", "right"]
"""Where the words of a column of a table are."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of a rulebook: a game's values, its rules engine and rulesets, and the styles of its cards.

    `values` are those that placeholders name, with each card's copies and fields under `cards`; `styles` is the look of
    squares by a card's id; `face` returns a card's face by its id, or by its deck and id, as in "main/dragon"; `corner`
    is the radius of a card's corners in mm. Texts on pages, in pictures and in HTML are set in `fonts`. `picture` opens
    a picture file of the game and raises DataError at the place given if it cannot. `chapter_segments` is the number of
    segments in the bar over a chapter, 0 for as many as the book has chapters. `used_terms` returns the terms of the
    glossary, `back` the back of a deck's cards, `deck_faces` their faces, and `board` a board or a page by the name of
    its file; None if there is none. `icons` are those of game.yaml. The engine plays with the cards of `decks`.
    `outline` returns what is cut of a side of a card that is not rectangular.
    """

    values: Mapping[str, Any]
    engine: Engine | None
    rulesets: Mapping[str, Any]
    styles: Mapping[str, CellStyle]
    face: Callable[[str], Scene]
    corner: float = 3.0
    fonts: FontSet = BUNDLED
    picture: Callable[[str, Place], pictures.PictureFile] | None = None
    chapter_segments: int = 0
    used_terms: Callable[[], Sequence[UsedTerm]] = tuple
    back: Callable[[str], Scene | None] = lambda _: None
    deck_faces: Callable[[str], Sequence[Scene]] = lambda _: ()
    board: Callable[[str], Scene | None] = lambda _: None
    icons: Mapping[str, BookIcon] = field(default_factory=dict)
    decks: Decks = field(default_factory=dict)
    outline: Callable[[Scene], tuple[Command, ...]] = lambda _: ()
    _drawn: dict[tuple[int, float], tuple[Picture, Drawing]] = field(default_factory=dict, repr=False)

    def draw(self, picture: Picture, width: float) -> Drawing:
        """Return what `picture.draw` returns. Most pictures of the HTML are as wide as those of the pages."""
        key = id(picture), round(width, 6)
        if key not in self._drawn:
            self._drawn[key] = picture, picture.draw(width, self)  # with the picture, so that its id stays its own
        return self._drawn[key][1]

    def own_words(self, text: Message, lang: str) -> tuple[str, str]:
        """Return one of cardgen's messages in a language, and that language: English if it has no words or letters."""
        return printed_texts(text, [lang], self.fonts)[0]

    @property
    def cards(self) -> Mapping[str, Mapping[str, Any]]:
        """The id, copies and fields of every card by its id."""
        cards: Mapping[str, Mapping[str, Any]] = self.values.get("cards", {})
        return cards


# ---------------------------------------------------------------- text


@dataclass(frozen=True, slots=True)
class BookIcon:
    """An icon of the game, which words may name. `names` are its text alternatives by language.

    `draw` returns it among words of a colour, a language and a size in mm.
    """

    name: str
    names: Mapping[str, str]
    draw: Callable[[str, str, float], Inset]

    def label(self, lang: str) -> str:
        """Return its text alternative in a language, or its own name."""
        return name_of_icon(self.names, self.name, lang)


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote: paragraphs of words. Its `number` is counted in each chapter.

    `anchor` leads to it, and `mark` back to its number in the text.
    """

    number: int
    anchor: str
    paragraphs: tuple[Words, ...]
    place: Place

    @property
    def mark(self) -> str:
        return f"{self.anchor}.mark"


@dataclass(frozen=True, slots=True)
class Text:
    """A run of words in one style. `lang` differs from the book's where the words are in another language.

    A text that `refers` has no words of its own: they are the title of what its `link` leads to, and its page. A
    `raised` text is small and above the line, such as the number of a term. An `icon` has its text alternative as text.
    The text of a `footnote` is its number.
    """

    text: str
    lang: str
    strong: bool = False
    emphasis: bool = False
    code: bool = False
    link: str = ""
    refers: bool = False
    raised: bool = False
    icon: BookIcon | None = None
    footnote: Footnote | None = None


Words: TypeAlias = tuple[Text, ...]
"""Words in several styles."""


def plain(words: Words) -> str:
    """Return the words without their style and their footnotes."""
    return "".join(word.text for word in words if word.footnote is None)


def refer(words: Words, titles: Mapping[str, Words], lang: str, numbers: Mapping[str, int] | None = None) -> Words:
    """Return the words with the titles that they refer to, and with the numbers of their pages, if there are pages."""
    if not any(word.refers for word in words):
        return words
    parts: list[Text] = []
    for word in words:
        if not word.refers:
            parts.append(word)
            continue
        anchor = word.link.removeprefix("#")
        title = [
            replace(part, strong=part.strong or word.strong, emphasis=part.emphasis or word.emphasis, link=word.link)
            for part in titles.get(anchor, ())
        ]
        before, after = "", ""
        if numbers is not None:
            text = printed("{title}, page {page}", title="\0", page=numbers.get(anchor, _UNKNOWN_PAGE))
            if numbers.get(anchor) == BACK_COVER:
                text = printed("{title}, back cover", title="\0")
            before, _, after = text.in_language(lang).partition("\0")
        own = replace(word, refers=False)
        parts += [piece for piece in (replace(own, text=before), *title, replace(own, text=after)) if piece.text]
    return tuple(parts)


#: The number of a page that is not known yet: most have two digits.
_UNKNOWN_PAGE = 10
#: The number of the back cover, which has none: it depends on the number of pages for notes.
BACK_COVER = 0


# ---------------------------------------------------------------- pictures


@dataclass(frozen=True, slots=True)
class BlankGrid:
    """An empty grid for the reader to draw on: `columns` across, its edge `closed` all round or open at the top."""

    columns: int
    closed: bool
    title: Message


class Picture(ABC):
    """A picture of a figure. Each kind of data block brings its own."""

    __slots__ = ()

    @abstractmethod
    def draw(self, width: float, sources: Sources) -> Drawing:
        """Return the picture from (0, 0), at most `width` mm wide if it can be scaled; cards keep their own size."""

    def labels(self) -> tuple[str, ...]:
        """Return the texts in the picture that may hold any character."""
        return ()

    def scales(self) -> bool:
        """Return True if the picture may be made smaller to fill a page."""
        return True

    def printed_dpi(self, drawing: Drawing) -> float | None:  # noqa: ARG002
        """Return the dots per inch of the picture as it is printed; None for one made of shapes."""
        return None

    def blank(self) -> BlankGrid | None:
        """Return the empty grid that belongs to what the picture shows; None if there is none."""
        return None


class Ornament(ABC):
    """A drawing on the covers of a book, from edge to edge, on the lower edge."""

    __slots__ = ()

    @abstractmethod
    def front(self, width: float, sources: Sources) -> Drawing:
        """Return the drawing on the front, `width` mm wide."""

    @abstractmethod
    def back(self, width: float, sources: Sources) -> Drawing:
        """Return the drawing on the back, `width` mm wide."""

    @abstractmethod
    def screen(self, sources: Sources) -> Drawing | None:
        """Return the drawing beside the title of a web page; None for nothing."""

    @abstractmethod
    def ground(self, width: float, height: float) -> tuple[Command, ...]:
        """Return the faint lines on the ground of a cover of `width` × `height` mm."""

    def blank(self) -> BlankGrid | None:
        """Return the empty grid that belongs to what the ornament shows; None if there is none."""
        return None


OrnamentKind: TypeAlias = Callable[[Any, Sources, Place], Ornament]
"""The type of plug-ins of the group `cardgen.ornaments`: a function that makes an ornament from its key's value.

It raises DataError, at the place given, for a value that it cannot use.
"""


@dataclass(frozen=True, slots=True)
class Panel:
    """One picture of a figure, with its caption and its text alternative."""

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
    """A paragraph of words."""

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
    """A table. `header` and `rows` are equally long; `total` sets the last row off. `anchor` is for references.

    Cells of the first `whole` columns stay on one line if they leave half of the width to the others. `places` are
    those of the rows.
    """

    header: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]
    align: tuple[Align, ...]
    place: Place
    total: bool = False
    caption: Words = ()
    anchor: str = ""
    whole: int = 0
    places: tuple[Place, ...] = ()

    def place_of(self, row: int) -> Place:
        """Return the place of a row, from 0; that of the table if it is not known."""
        return self.places[row] if row < len(self.places) else self.place


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a list in columns: a `title`, and below it its `text` and a `remark` in small print.

    Its `label`, such as a number, is before the title, or after it if the entry is a `pointer` to an anchor: a line of
    an index. `anchor` is for references.
    """

    label: Words
    title: Words
    text: Words = ()
    remark: Words = ()
    anchor: str = ""
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Entries:
    """Entries in columns, read down each column."""

    entries: tuple[Entry, ...]
    columns: int
    place: Place


@dataclass(frozen=True, slots=True)
class Figure:
    """Panels in reading order, with a caption for all of them. `notation` is set above them as code.

    A line has `across` panels; with `down` they are read down each column, as in a list. `anchor` is for references.
    """

    panels: tuple[Panel, ...]
    across: int
    caption: Words
    place: Place
    notation: str = ""
    down: bool = False
    anchor: str = ""

    def captioned(self) -> Figure:
        """Return a figure of one panel with the panel's caption as its own, any other as it is."""
        if len(self.panels) != 1 or self.caption:
            return self
        return replace(self, panels=(replace(self.panels[0], caption=()),), caption=self.panels[0].caption)

    def lines(self) -> list[tuple[Panel, ...]]:
        """Return the panels that are side by side, line by line."""
        if self.down:
            rows = -(-len(self.panels) // self.across)
            return [self.panels[line::rows] for line in range(rows)]
        return [self.panels[first : first + self.across] for first in range(0, len(self.panels), self.across)]


@dataclass(frozen=True, slots=True)
class Note:
    """Blocks set apart from the text."""

    blocks: tuple[Block, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class PageBreak:
    place: Place


Block: TypeAlias = Heading | Paragraph | Listing | Items | Table | Entries | Figure | Note | PageBreak


@dataclass(frozen=True, slots=True)
class Cover:
    """The texts of the front below the title, and the drawings of the covers.

    `ground` and `ink` are colours, empty for the default dark ones. A `picture` is painted between ground and texts.
    `back` is the anchor of the first chapter on the back cover, empty for none.
    """

    subtitle: str = ""
    tagline: str = ""
    facts: tuple[str, ...] = ()
    credit: str = ""
    ornament: Ornament | None = None
    ground: str = ""
    ink: str = ""
    picture: pictures.PictureFile | None = None
    back: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook in one language. `titles` are those that its text refers to, by their anchors."""

    lang: str
    file: str
    title: str
    cover: Cover
    blocks: tuple[Block, ...]
    titles: Mapping[str, Words] = field(default_factory=dict)
