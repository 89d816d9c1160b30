"""Plain text set word by word: the lines that `blocks` would make, without looking at each character again.

Most text of most cards is words of one font with single spaces between them. Each word is shaped once, and its advances
are kept; a line is then a few words. Text for which that could come out otherwise is left to `blocks`: text with other
than ASCII characters, with breaks inside of words, with ligatures, in several faces, or in a face that kerns spaces.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add

from cardgen.text.faces import Face, cached_by_font
from cardgen.text.fonts import face_for
from cardgen.text.line_breaking import NO_BREAK, break_opportunities
from cardgen.text.scripts import split_scripts
from cardgen.text.shaping import shape
from cardgen.units import sum_floats

_SPACE = " "


@dataclass(frozen=True, slots=True)
class Word:
    """A word with the advance of each character, and its width, in ems."""

    text: str
    advances: tuple[float, ...]
    width: float
    _scaled: dict[float, tuple[float, ...]] = field(default_factory=dict, compare=False)

    def advances_at(self, size: float) -> tuple[float, ...]:
        """Return the advances in mm for a text size in mm. Lines share them."""
        scaled = self._scaled.get(size)
        if scaled is None:
            scaled = self._scaled[size] = tuple([advance * size for advance in self.advances])
        return scaled


@dataclass(frozen=True, slots=True)
class WordLine:
    """Words `start` to `end` of a plain text, `width` ems long."""

    start: int
    end: int
    width: float


@dataclass(frozen=True, slots=True)
class PlainText:
    """The words of a text in one face, and the space between them."""

    face: str
    words: Sequence[Word]
    space: Word

    def run_text(self, line: WordLine) -> str:
        """Return the text of a line."""
        return _SPACE.join([word.text for word in self.words[line.start : line.end]])

    def run_advances(self, line: WordLine, size: float) -> tuple[float, ...]:
        """Return the advance of each character of a line in mm, for a text size in mm."""
        space = self.space.advances_at(size)
        advances = self.words[line.start].advances_at(size)
        for word in self.words[line.start + 1 : line.end]:
            advances += space + word.advances_at(size)
        return advances


def plain_text(text: str, font: str, lang: str) -> PlainText | None:
    """Return the words of a text; None if it is not plain."""
    if not text.isascii():
        return None
    parts = text.split(_SPACE)
    vocabulary = _vocabulary(font, lang, any(map(str.isalpha, text)))
    if vocabulary is None:
        return None
    known = vocabulary.words
    words: list[Word] = []
    for part in parts:
        word = known[part] if part in known else vocabulary.add(part)
        if word is None:
            return None
        words.append(word)
    return PlainText(vocabulary.face.name, words, vocabulary.space)


def break_words(text: PlainText, width: float) -> list[WordLine]:
    """Break a text into lines of at most `width` ems, filled greedily. A word that is wider has a line of its own."""
    lines: list[WordLine] = []
    full = width + 1e-9
    space = text.space.width
    start, used = 0, -space
    for position, word in enumerate(text.words):
        used += space + word.width
        if used > full and position > start:
            lines.append(_line(text, start, position))
            start, used = position, word.width
    lines.append(_line(text, start, len(text.words)))
    return lines


def _line(text: PlainText, start: int, end: int) -> WordLine:
    # Added character by character, as `breaking` does: a sum of words differs in its last digits.
    width = sum_floats(text.words[start].advances)
    space = text.space.width
    for word in text.words[start + 1 : end]:
        width = reduce(add, word.advances, width + space)
    return WordLine(start, end, width)


@dataclass(slots=True)
class _Vocabulary:
    """The words of one font, language and script that have been shaped; None for those that are not plain."""

    face: Face
    font: str
    lang: str
    script: str
    space: Word
    words: dict[str, Word | None] = field(default_factory=dict)
    ends: dict[str, bool] = field(default_factory=dict)

    def add(self, text: str) -> Word | None:
        if len(self.words) > _MOST_WORDS:
            self.words.clear()
        self.words[text] = word = self._shape(text) if self._is_plain(text) else None
        return word

    def _is_plain(self, text: str) -> bool:
        """Return True if lines break before and after the word, and nowhere else."""
        if not text or not text.isprintable() or any(face_for(c, self.font, self.lang) is not self.face for c in text):
            return False
        if _SIMPLE.fullmatch(text):
            return True
        breaks = break_opportunities(f"x {text} x", self.lang)
        return breaks.count(NO_BREAK) == len(breaks) - 3 and breaks[2] != NO_BREAK != breaks[len(text) + 3]

    def _shape(self, text: str) -> Word | None:
        shaped = shape(self.face.name, f" {text} ", self.script, self.lang)
        units = self.face.units
        advances = tuple([advance / units for advance in shaped.advances])
        space = self.space.advances[0]
        if shaped.glyphs or advances[0] != space or advances[-1] != space or not self._keeps_spaces(text):
            return None
        return Word(text, advances[1:-1], sum_floats(advances[1:-1]))

    def _keeps_spaces(self, text: str) -> bool:
        """Return True if the last letter is as wide before a space as at the end of a line."""
        last = text[-1]
        if last not in self.ends:
            alone = shape(self.face.name, last, self.script, self.lang)
            spaced = shape(self.face.name, f"{last} ", self.script, self.lang)
            self.ends[last] = not spaced.glyphs and spaced.advances[:1] == alone.advances
        return self.ends[last]


# Words that a line never ends inside of: letters and figures, with a mark after them.
_SIMPLE = re.compile("[A-Za-z0-9]+[.,:;!?]?")

# More different words than a game of many cards has: nothing here grows without end.
_MOST_WORDS = 200_000


@cached_by_font(256)
def _vocabulary(font: str, lang: str, has_letters: bool) -> _Vocabulary | None:
    """Return the vocabulary of a font, a language, and a text with letters or without; None if it has no spaces."""
    face = face_for(_SPACE, font, lang)
    if face is None:
        return None
    ((_, _, script),) = split_scripts("x" if has_letters else "0")
    space = shape(face.name, _SPACE, script, lang)
    advances = (space.advances[0] / face.units,)
    return None if space.glyphs else _Vocabulary(face, font, lang, script, Word(_SPACE, advances, advances[0]))
