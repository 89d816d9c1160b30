"""Strips, the unbreakable pieces of a column of a rulebook, and the context in which they are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from cardgen.base.errors import Fault, Faults, Place, located_at
from cardgen.base.records import dataclass, field
from cardgen.base.units import sum_floats
from cardgen.base.words.messages import Message, message
from cardgen.data.titles import own_font_hint
from cardgen.rulebook.book import Align, Footnote, Heading, Sources, Words, refer
from cardgen.rulebook.lines import SetText, set_words
from cardgen.rulebook.palette import Palette
from cardgen.rulebook.style import CONTENTS, Style
from cardgen.rulebook.theme import PLAIN, Theme
from cardgen.scene.items import Group, Item, translate
from cardgen.scene.tags import Role, Tag
from cardgen.text.measuring import is_right_to_left

#: Pictures of a lower resolution look coarse on paper.
LEAST_DPI = 150


@dataclass(frozen=True, slots=True)
class Strip:
    """A piece of the column, mm: items from (0, 0) at its top left, and `before`, the gap above it within a page.

    `keep` keeps it on the page of the next strip; `need` is the room that a page must have left for it; `header` is
    repeated above it if it is the first of its table on a page. `anchors` are those in it, each with its y.

    A strip with `split` has no items yet: `split` returns those that fit into the room left on a page, as a strip, and
    what remains, as another. The first is None if nothing fits, the second if nothing remains. Its `height` is the
    least that it begins with.

    `tag` is what its items are, and a `spaced` strip is a line that ends where there was a space.

    A strip that is `scalable` can be made smaller. One that `floats` may be placed after the next passages, the
    paragraphs and notes whose strips have the same number `passage`; 0 is for strips of other blocks. `pieces` returns
    the strips of its lines, between which a page can end.
    """

    items: tuple[Item, ...]
    height: float
    place: Place
    before: float = 0.0
    keep: bool = False
    need: float = 0.0
    heading: Heading | None = None
    new_page: bool = False
    header: Strip | None = None
    anchors: tuple[tuple[str, float], ...] = ()
    split: Split | None = None
    tag: Tag | None = None
    spaced: bool = False
    scalable: Scalable | None = None
    pieces: Callable[[], tuple[Strip, ...]] | None = None
    floats: bool = False
    passage: int = 0

    def placed(self, x: float, y: float) -> Group:
        """Return the items of the strip with its top left corner at (x, y)."""
        return Group(self.items, translate(x, y), tag=self.tag, spaced=self.spaced)


Split: TypeAlias = Callable[[float], tuple[Strip | None, Strip | None]]


@dataclass(frozen=True, slots=True)
class Scalable:
    """How a strip is made smaller: `at` returns it with its pictures scaled by a factor, at least `least()`.

    `height` is the part of the strip's height that is scaled, mm: that of its pictures, without captions.
    """

    height: float
    least: Callable[[], float]
    at: Callable[[float], Strip]


@dataclass(frozen=True, slots=True)
class LaidNote:
    """A footnote that is laid out: items from (0, 0) at its top left, `height` mm high."""

    footnote: Footnote
    items: tuple[Item, ...]
    height: float
    number: int


@dataclass(slots=True)
class BookContext:
    """The sources and the style of the book that is laid out, and the faults so far."""

    sources: Sources
    style: Style
    lang: str
    faults: Faults = field(default_factory=Faults)
    chapters: int = 0
    passages: int = 0
    segments: int = 1
    start: Place = field(default_factory=Place)
    """the beginning of the book: the place of faults in words of the layout itself"""
    theme: Theme = PLAIN
    titles: Mapping[str, Words] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    """the pages of the anchors that the text refers to, as far as they are known"""
    section: Tag | None = None
    """the chapter that is laid out"""
    level: int = 1
    """the level of the heading before; the title has level 1"""
    order: int = 0
    """the number of the block that is laid out, in the order of the text"""
    width: float = 0.0
    """of the column, mm"""
    notes: dict[str, LaidNote] = field(default_factory=dict)
    """the footnotes so far, by the links that lead to them"""

    @property
    def accent(self) -> str:
        """The colour of the current chapter."""
        return self.theme.accent(self.sources.styles, self.chapters)

    @property
    def is_mirrored(self) -> bool:
        """True for a book in a language from right to left."""
        return is_right_to_left(self.lang)

    @property
    def palette(self) -> Palette:
        return self.theme.palette

    def tag(self, role: Role, parent: Tag | None, *, numbered: bool = False) -> Tag:
        """Return a tag of the block that is laid out. It keeps its place in the text also if it is painted later."""
        return Tag(role, parent, order=self.order if parent else 0, numbered=numbered)

    def next_passage(self) -> int:
        """Return a number for the strips of a paragraph or a note."""
        self.passages += 1
        return self.passages

    def refer(self, words: Words) -> Words:
        """Return the words with the titles and pages that they refer to."""
        _, lang = self.sources.own_words(CONTENTS, self.lang)
        return refer(words, self.titles, lang, self.numbers)

    def check_dpi(self, name: Message, dpi: float, place: Place, hint: Message) -> None:
        """Add a fault for a picture of too low a resolution."""
        if dpi < LEAST_DPI - 0.5:
            template = "{picture} would be printed at {dpi:.0f} dpi, expected at least {least}"
            self.faults.append(Fault(place, message(template, picture=name, dpi=dpi, least=LEAST_DPI), hint))

    def set(
        self,
        words: Words,
        size: float,
        width: float,
        place: Place,
        *,
        leading: float = 0.0,
        align: Align = "left",
        justify: bool = False,
        balance: bool = False,
        colour: str = "",
        font: str = "regular",
        link: str = "",
    ) -> SetText:
        """Return the words in lines. Words that do not fit and characters without a glyph are faults."""
        with located_at(place):  # of a glyph that cannot be drawn
            set_text = set_words(
                self.refer(words),
                size,
                width,
                leading or self.style.leading,
                align=align,
                justify=justify,
                balance=balance,
                colour=colour,
                font=font,
                fonts=self.sources.fonts,
                link=link,
                theme=self.theme,
                mirrored=self.is_mirrored,
            )
        for word in set_text.too_wide:
            text = message("{word!r} is wider than its column of {width:.1f} mm", word=word, width=width)
            self.faults.append(Fault(place, text, message("use a shorter word")))
        for character in set_text.missing:
            template = "no font has the character {character!r} (U+{code:04X})"
            text = message(template, character=character, code=ord(character))
            self.faults.append(Fault(place, text, own_font_hint(character)))
        return set_text


def strips_height(strips: Sequence[Strip]) -> float:
    """Return the height of strips at the top of a column."""
    return sum_floats(strip.height for strip in strips) + sum_floats(strip.before for strip in strips[1:])


def anchors_in(strip: Strip) -> tuple[tuple[str, float], ...]:
    """Return the anchors in a strip, also that of its heading, each with its y."""
    return (*([(strip.heading.anchor, 0.0)] if strip.heading else ()), *strip.anchors)
