"""The theme of a rulebook: its fonts, colours, sizes and parts, and the ornament above the title of a chapter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from cardgen.base.records import dataclass, field, replace
from cardgen.data.fonts import FontSet
from cardgen.data.pictures import PictureFile
from cardgen.rulebook.book import Book, Cover
from cardgen.rulebook.palette import PALETTE, Palette
from cardgen.rulebook.style import PLAIN_COLOURS, Style, style_for
from cardgen.scene.shapes import CellStyle
from cardgen.text.fonts import bold_of, italic_of

Shape: TypeAlias = Literal["segments", "line", "diamond", "dots", "wave", "none"]


@dataclass(frozen=True, slots=True)
class Typefaces:
    """The titles of the fonts for text, headings and code."""

    text: str = "regular"
    headings: str = "bold"
    code: str = "medium"

    def name(self, role: str, fonts: FontSet) -> str:
        """Return the name of the font for a role: `regular` for text, `medium` for subtitles, `bold` for headings."""
        if role == "medium" and self.text != "regular":
            return bold_of(fonts.name_of(self.text))
        return fonts.name_of({"regular": self.text, "bold": self.headings}.get(role, role))

    def emphasis(self, fonts: FontSet) -> str:
        """Return the name of the font for emphasis in text."""
        if self.text == "regular":
            return fonts.name_of("medium")
        name = fonts.name_of(self.text)
        return italic_of(name) or bold_of(name)


@dataclass(frozen=True, slots=True)
class ChapterOrnament:
    """What is above the title of a chapter: a shape, or a picture `height` mm high. `align` is for the title, too."""

    shape: Shape = "segments"
    picture: PictureFile | None = None
    height: float = 7.0
    align: Literal["left", "centre"] = "left"


@dataclass(frozen=True, slots=True)
class Theme:
    """The look and the parts of a book.

    `sizes` are those of the Style that are not the default. `depth` is that of the contents, 0 for none; `has_notes`
    adds pages for notes. `front` has the texts, picture and colours of the cover that the book itself does not have,
    `title` replaces the book's on it. `back_text` are paragraphs for the back, in place of source and licence.
    """

    palette: Palette = PALETTE
    typefaces: Typefaces = Typefaces()
    sizes: Mapping[str, float] = field(default_factory=dict)
    ornament: ChapterOrnament = ChapterOrnament()
    has_cover: bool = True
    title: str = ""
    front: Cover = Cover()
    depth: int = 2
    has_notes: bool = True
    has_back: bool = True
    back_text: tuple[str, ...] = ()

    def style(self, lang: str) -> Style:
        """Return the sizes of a book in a language. With another size of text, those that are not given follow it."""
        base = style_for(lang)
        factor = self.sizes.get("size", base.size) / base.size
        scaled = {name: getattr(base, name) * factor for name in ("small", "tiny", "chapter", "section", "gap")}
        return replace(base, **{**(scaled if factor != 1 else {}), **self.sizes}) if self.sizes else base

    def accent(self, styles: Mapping[str, CellStyle], chapter: int) -> str:
        """Return the colour of a chapter, counted from 1: the theme's own ones, or those of the cards, in turn."""
        colours = list(self.palette.accents) or [style.colour for style in styles.values()] or list(PLAIN_COLOURS)
        return colours[(chapter - 1) % len(colours)]

    def themed(self, book: Book) -> Book:
        """Return the book with this theme's cover, as far as it has none of its own."""
        if self.front == Cover():
            return book
        own, front = book.cover, self.front
        empty = Cover()
        names = ["subtitle", "tagline", "facts", "credit", "ornament", "picture"]
        if not (own.ground or own.ink):  # checked as a pair
            names += ["ground", "ink"]
        taken = {name: getattr(front, name) for name in names if getattr(own, name) == getattr(empty, name)}
        return replace(book, cover=replace(own, **taken))


PLAIN = Theme()
"""The theme of a book that has none of its own."""
