"""Plain text set word by word: the lines that `blocks` would make, without looking at each character again.

Most text of most cards is words of one font with single spaces between them. Each word is shaped once, and its advances
are kept; a line is then a few words. Text for which that could come out otherwise is left to `blocks`: text with other
than ASCII characters, with breaks inside of words, with ligatures, in several faces, or in a face that kerns spaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from cardgen.base.fast import kernel
from cardgen.base.records import dataclass, field
from cardgen.base.units import sum_floats
from cardgen.scene.items import GlyphRun, Rect
from cardgen.text.faces import Face, cached_by_font
from cardgen.text.fonts import face_for, middle_of
from cardgen.text.line_breaking import NO_BREAK, break_opportunities
from cardgen.text.scripts import split_scripts
from cardgen.text.shaping import shape

_SPACE = " "

Advances: TypeAlias = tuple[float, ...]
"""The advance of each character of a word, in ems."""


PlainLine: TypeAlias = tuple[str, float, tuple[float, ...]]
"""A line: its text, its width in ems, and the advance of each character in mm."""


class PlainLines(NamedTuple):
    """A text in lines of a face, at a `size` in mm.

    `reach` is how far ink may reach from the pen, in ems: left, bottom, right, top; y up. `width` is that of the
    longest line, in ems.
    """

    face: str
    reach: tuple[float, float, float, float]
    size: float
    fits: bool
    width: float
    lines: tuple[PlainLine, ...]


class Room(NamedTuple):
    """The room of a text: its size and the smallest that it may be shrunk to, its width and its height, in mm.

    `leading` is in ems.
    """

    size: float
    floor: float
    width: float
    height: float
    leading: float


@dataclass(frozen=True, slots=True)
class PlainStyle:
    """The look of plain text. `share` is the part of the free space that is on the left of a line."""

    font: str
    lang: str
    colour: str
    share: float = 0.0
    outlined: bool = False
    slant: float = 0.0
    link: str = ""


class PlainText:
    """Plain text of one style, set in one room: a box of a template sets the texts of many cards."""

    def __init__(self, style: PlainStyle, room: Room) -> None:
        self.style, self.room = style, room
        self._middle = middle_of(style.font)

    def fit(self, text: str) -> PlainLines | None:
        """Return the text in lines, filled greedily, at the largest size that fits, or at the floor. None if not plain.

        A word that is wider than the room has a line of its own.
        """
        vocabulary = self.vocabulary(text)
        return vocabulary.fit(text, self.room) if vocabulary is not None else None

    def vocabulary(self, text: str) -> Vocabulary | None:
        """Return the vocabulary with the words of a text; None if the text is not plain."""
        return _vocabulary(self.style.font, self.style.lang, any(map(str.isalpha, text))) if text.isascii() else None

    def learn(self, texts: Iterable[str]) -> None:
        """Shape the words of many texts together, which is faster than one by one."""
        letters: dict[bool, list[str]] = {True: [], False: []}
        for text in texts:
            letters[any(map(str.isalpha, text))].append(text)
        for some in letters.values():
            vocabulary = self.vocabulary(some[0]) if some else None
            if vocabulary is not None:
                vocabulary.learn(some)

    def height(self, fitted: PlainLines) -> float:
        """Return the height of the lines, mm."""
        return len(fitted.lines) * self.room.leading * fitted.size

    def is_inside(self, fitted: PlainLines, runs: Sequence[GlyphRun], area: Rect) -> bool:
        """Return True if the ink of the lines is certainly inside an area, judged by the largest ink of their words."""
        left, bottom, right, top = (reach * fitted.size for reach in fitted.reach)
        x, y, width, height = area
        if self.style.slant or runs[0].baseline - top < y or runs[-1].baseline - bottom > y + height:
            return False
        far, size = x + width - right, fitted.size
        for (_, length, advances), run in zip(fitted.lines, runs, strict=True):
            if run.x + left < x or run.x + length * size - advances[-1] > far:
                return False
        return True

    def runs(self, fitted: PlainLines, x: float = 0.0, y: float = 0.0) -> Iterator[GlyphRun]:
        """Yield the runs of the lines, with the top left of the room at (x, y)."""
        style, size, leading = self.style, fitted.size, self.room.leading
        length = self.room.width / size
        for number, (text, width, advances) in enumerate(fitted.lines):
            yield GlyphRun(
                text,
                fitted.face,
                size,
                ((length - width) * style.share * size if style.share else 0.0) + x,
                ((number + 0.5) * leading + self._middle) * size + y,
                advances,
                style.colour,
                style.lang,
                style.outlined,
                style.slant,
                link=style.link,
            )


@dataclass(slots=True)
class Vocabulary:
    """The words of one font, language and script that have been shaped; None for those that are not plain."""

    face: Face
    font: str
    lang: str
    script: str
    space: float
    words: dict[str, Advances | None] = field(default_factory=dict)
    scaled: dict[float, dict[str, tuple[float, ...]]] = field(default_factory=dict)
    """the advances of words in mm by size, which lines share"""
    ends: dict[str, bool] = field(default_factory=dict)
    inked: set[str] = field(default_factory=set)
    reach: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """how far the ink of any of its characters reaches from the pen, in ems: left, bottom, right, top; y up"""

    def fit(self, text: str, room: Room) -> PlainLines | None:
        """Return a text of ASCII characters in lines; None if a word is not plain."""
        fit = fit_words if kernel is None else kernel.fit_words
        fitted = fit(self.words, self.scaled, self.space, text, *room)
        while isinstance(fitted, str):
            self._add(fitted)
            fitted = fit(self.words, self.scaled, self.space, text, *room)
        return fitted and PlainLines(self.face.name, self.reach, *fitted)

    def learn(self, texts: Iterable[str]) -> None:
        """Shape the words of many texts together, which is faster than one by one."""
        words = {word for text in texts if text.isascii() for word in text.split(_SPACE)}
        if len(self.words) + len(words) > _MOST_WORDS:
            self._forget()
        plain = sorted(filter(self._is_plain, words - self.words.keys()))
        for start in range(0, len(plain), _MANY):
            self._add_many(plain[start : start + _MANY])

    def _add(self, text: str) -> None:
        if len(self.words) > _MOST_WORDS:
            self._forget()
        self._keep(text, self._shape(text) if self._is_plain(text) else None)

    def _forget(self) -> None:
        self.words.clear()
        self.scaled.clear()

    def _keep(self, text: str, advances: Advances | None) -> None:
        self.words[text] = advances
        for character in set(text) - self.inked if advances is not None else ():
            self.inked.add(character)
            own = self.face.ink(character)
            left, bottom, right, top = self.reach
            self.reach = (min(left, own[0]), min(bottom, own[1]), max(right, own[2]), max(top, own[3]))

    def _add_many(self, words: Sequence[str]) -> None:
        """Add plain words, if there is room for all of them, unless one changes the spaces beside it."""
        if len(self.words) + len(words) > _MOST_WORDS:
            return
        shaped = shape(self.face.name, f" {_SPACE.join(words)} ", self.script, self.lang)
        if shaped.glyphs:
            return
        units = self.face.units
        advances = tuple([advance / units for advance in shaped.advances])
        begin = 1
        for word in words:
            end = begin + len(word)
            if advances[begin - 1] == self.space == advances[end] and self._keeps_spaces(word):
                self._keep(word, advances[begin:end])
            begin = end + 1

    def _is_plain(self, text: str) -> bool:
        """Return True if lines break before and after the word, and nowhere else."""
        if not text or not text.isprintable() or any(face_for(c, self.font, self.lang) is not self.face for c in text):
            return False
        if _SIMPLE.fullmatch(text):
            return True
        breaks = break_opportunities(f"x {text} x", self.lang)
        return breaks.count(NO_BREAK) == len(breaks) - 3 and breaks[2] != NO_BREAK != breaks[len(text) + 3]

    def _shape(self, text: str) -> Advances | None:
        shaped = shape(self.face.name, f" {text} ", self.script, self.lang)
        units = self.face.units
        advances = tuple([advance / units for advance in shaped.advances])
        if shaped.glyphs or advances[0] != self.space or advances[-1] != self.space or not self._keeps_spaces(text):
            return None
        return advances[1:-1]

    def _keeps_spaces(self, text: str) -> bool:
        """Return True if the last letter is as wide before a space as at the end of a line."""
        last = text[-1]
        if last not in self.ends:
            alone = shape(self.face.name, last, self.script, self.lang)
            spaced = shape(self.face.name, f"{last} ", self.script, self.lang)
            self.ends[last] = not spaced.glyphs and spaced.advances[:1] == alone.advances
        return self.ends[last]


def fit_words(
    known: Mapping[str, Advances | None],
    scaled: dict[float, dict[str, tuple[float, ...]]],
    space: float,
    text: str,
    size: float,
    floor: float,
    width: float,
    height: float,
    leading: float,
) -> tuple[float, bool, float, tuple[PlainLine, ...]] | str | None:
    """Return the values of `PlainLines`; a word that is not known; or None if one of the words is not plain.

    `scaled` keeps the advances of words in mm by size. The kernel has the same function.
    """
    parts = text.split(_SPACE)
    words: list[Advances] = []
    for part in parts:
        if part not in known:
            return part
        advances = known[part]
        if advances is None:
            return None
        words.append(advances)
    widths = list(map(sum_floats, words))
    while True:
        ends = _break_words(widths, space, width / size)
        spans = list(zip([0, *ends], ends, strict=False))
        # Added character by character, as `breaking` does: a sum of words differs in its last digits.
        lengths = [sum_floats(_joined(words[b:e], space)) for b, e in spans]
        longest = max(lengths)
        fits = len(spans) * leading * size <= height + 1e-6 and longest * size <= width + 1e-6
        if fits or size <= floor:
            break
        size = max(floor, round(size - 0.1, 4))
    own = scaled.setdefault(size, {})
    for part, word in zip(parts, words, strict=True):
        if part not in own:
            own[part] = tuple([advance * size for advance in word])
    lines = tuple(
        (_SPACE.join(parts[b:e]), length, _joined([own[part] for part in parts[b:e]], space * size))
        for (b, e), length in zip(spans, lengths, strict=True)
    )
    return size, fits, longest, lines


def _break_words(widths: Sequence[float], space: float, width: float) -> list[int]:
    """Return for each line of at most `width` ems the number of the word after it."""
    ends: list[int] = []
    full = width + 1e-9
    start, used = 0, -space
    for position, own in enumerate(widths):
        used += space + own
        if used > full and position > start:
            ends.append(position)
            start, used = position, own
    return [*ends, len(widths)]


def _joined(words: Sequence[Advances], space: float) -> Advances:
    """Return the advances of words with spaces between them, in one unit."""
    return tuple([advance for word in words for advance in (space, *word)][1:])


# Words that a line never ends inside of: letters and figures, with a mark after them.
_SIMPLE = re.compile("[A-Za-z0-9]+[.,:;!?]?")

# More different words than most games have: nothing here grows without end.
_MOST_WORDS = 50_000

# Words that are shaped together.
_MANY = 64


@cached_by_font(256)
def _vocabulary(font: str, lang: str, has_letters: bool) -> Vocabulary | None:
    """Return the vocabulary of a font, a language, and a text with letters or without; None if it has no spaces."""
    face = face_for(_SPACE, font, lang)
    if face is None or face.has_colours:
        return None
    ((_, _, script),) = split_scripts("x" if has_letters else "0")
    space = shape(face.name, _SPACE, script, lang)
    advance = space.advances[0] / face.units
    return None if space.glyphs else Vocabulary(face, font, lang, script, advance)
