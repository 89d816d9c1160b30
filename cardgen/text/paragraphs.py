"""Paragraphs: text measured, broken into lines by the rules of Chinese and English typesetting, fitted into a box.

Widths are computed in ems and scaled at the end, so one measurement is enough for all sizes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Literal, TypeAlias
from unicodedata import normalize

from cardgen.scene.items import GlyphRun, Item, Rect
from cardgen.text.fonts import Face, characters_of, face_named, is_wide, middle_of, runs_of
from cardgen.units import sum_floats

Align: TypeAlias = Literal["left", "centre", "right", "justify"]

# Line breaking of Chinese (GB/T 15834): marks that may not begin a line, and marks that may not end one.
NOT_FIRST = frozenset("，。！？：；、》」』”’）〉】〕｝％‰℃…—～·•,.!?:;)]}%")
NOT_LAST = frozenset("《「『“‘（〈【〔｛￥$([{#")

# Full-width marks with their ink in one half of the square. The blank half is removed beside another such mark.
_CLOSING = frozenset("，。、：；！？》」』”’）〉】〕｝")
_OPENING = frozenset("《「『“‘（〈【〔｛")

# Marks as tall as a character: in a vertical line they have no blank half.
_TALL = frozenset("！？")

#: The size of a reading relative to the text below it.
READING = 0.5

# The space between the readings of neighbouring characters, in ems of the text.
_SYLLABLE_GAP = 0.14

# Justified lines are stretched by so many ems at most; others stay short.
_MOST_STRETCH = 3.0


#: The character of a small picture in a measured text.
PICTURE = "\ufffc"

#: The space before and after a small picture, in ems.
PICTURE_AIR = 0.08


@dataclass(frozen=True, slots=True)
class Inset:
    """A small picture in a line of text: `items` from (0, 0) at the top left, `width` × `height` ems.

    Its bottom is `drop` ems below the baseline. `name` is its text for searching and for screen readers.
    """

    items: tuple[Item, ...]
    width: float
    height: float
    drop: float = 0.0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """Text in one font of FONTS, one colour and one language, scaled by `scale`.

    `slant` is the shift to the right per em of height. A `dotted` text has the dots of Chinese emphasis; a `reading` is
    small text above it. A span with a picture has the text PICTURE. An `upright` span has at most two figures, side by
    side on one square of a vertical line.
    """

    text: str
    font: str = "regular"
    colour: str = "#000000"
    lang: str = "en"
    scale: float = 1.0
    slant: float = 0.0
    dotted: bool = False
    reading: str = ""
    picture: Inset | None = None
    upright: bool = False


@dataclass(slots=True)  # never changed, but not frozen: creating it takes a third of the time
class _Character:
    """A measured character. No line ends before a `tied` one; a `whole` one has no blank half."""

    text: str
    face: Face | None
    span: int
    advance: float  # ems of the surrounding text, with kerning and without removed blank halves
    scale: float = 1.0
    tied: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Characters `start` to `end` of a measured text, `width` ems long without hanging marks."""

    start: int
    end: int
    width: float
    last: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """Measured spans, with an entry for each character. `missing` are the characters that no face has.

    Every advance includes `tracking` ems; the width of a line does not include them after its last character.
    """

    spans: tuple[Span, ...]
    characters: tuple[_Character, ...]
    tracking: float = 0.0

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(
            sorted(
                {
                    c.text
                    for c in self.characters
                    if c.face is None and c.text != "\n" and self.spans[c.span].picture is None
                }
            )
        )


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text that is set: runs with (0, 0) at the top left, in mm. `fits` is False if it overflows its area."""

    runs: tuple[GlyphRun, ...]
    width: float
    height: float
    size: float
    lines: int
    fits: bool = True
    missing: tuple[str, ...] = ()


def measure(spans: Sequence[Span], tracking: float = 0.0, vertical: bool = False) -> Measured:
    """Measure the face and the advance of each character; `tracking` ems are added to every advance."""
    characters: list[_Character] = []
    for number, span in enumerate(spans):
        if span.picture is not None or span.upright:
            characters.append(_square(span, number, tracking, vertical))
            continue
        begin, scale = len(characters), span.scale
        # Composed if possible: a letter and its accent are one glyph.
        for face, text in runs_of(normalize("NFC", span.text), span.font, span.lang):
            if face is None:
                characters += [_Character(c, None, number, 0.0) for c in text]
            else:
                widths, units = face.widths(text), face.units / scale
                characters += [
                    _Character(c, face, number, w / units + tracking, scale) for c, w in zip(text, widths, strict=True)
                ]
        if span.reading:
            characters[begin:] = _under_reading(span, characters[begin:])
    if vertical:
        characters = [replace(c, whole=True) if c.text in _TALL else c for c in characters]
    for i, (a, b) in enumerate(pairwise(characters)):
        if (a.text in _CLOSING or b.text in _OPENING) and _is_mark(a) and _is_mark(b):
            characters[i] = replace(a, advance=a.advance - a.scale / 2)
    return Measured(tuple(spans), tuple(characters), tracking)


def _square(span: Span, number: int, tracking: float, vertical: bool) -> _Character:
    """Return a picture, or upright figures of a vertical line, as one character."""
    if span.picture is not None:
        length = (span.picture.height if vertical else span.picture.width) + 2 * PICTURE_AIR
        return _Character(PICTURE, None, number, length * span.scale + tracking, span.scale)
    ((face, text),) = runs_of(span.text, span.font, span.lang)
    return _Character(text, face, number, span.scale + tracking, span.scale)


def measure_reading(span: Span) -> Measured:
    """Measure the small text above a span."""
    return measure([Span(span.reading, span.font, span.colour, span.lang, span.scale * READING)])


def _under_reading(span: Span, characters: Sequence[_Character]) -> list[_Character]:
    """Return the characters tied together, and spaced so that the reading above them has room."""
    needed = sum_floats(c.advance for c in measure_reading(span).characters)
    if not is_wide(span.reading[-1]):
        needed += _SYLLABLE_GAP * span.scale
    more = max(0.0, needed - sum_floats(c.advance for c in characters)) / max(1, len(characters))
    return [replace(c, advance=c.advance + more, tied=i > 0) for i, c in enumerate(characters)]


def _is_mark(character: _Character) -> bool:
    """Return True for a full-width mark with a blank half; “ is one only in a Chinese face."""
    face = character.face
    return (
        not character.whole
        and (character.text in _CLOSING or character.text in _OPENING)
        and face is not None
        and face.nominal_width(character.text) == face.units
    )


def may_break(before: str, after: str, spaced: bool = False) -> bool:
    """Return True if a line may end after `before` and the next begin with `after`. `spaced`: spaces between them."""
    if after == " " or after in NOT_FIRST or before in NOT_LAST:
        return False
    if spaced or (before in "-–/" and after.isalpha()):
        return True
    return is_wide(before) or is_wide(after) or before in "—…"


def _may_break_at(characters: Sequence[_Character], start: int, position: int) -> bool:
    """Return True if the line from `start` may end before `position`, ignoring spaces at its end."""
    before = position - 1
    while before > start and characters[before].text == " ":
        before -= 1
    return may_break(characters[before].text, characters[position].text, spaced=before < position - 1)


def _last_break(characters: Sequence[_Character], start: int, searched: int, position: int) -> int:
    """Return the last position after `searched` and up to `position` where the line may end; 0 if there is none."""
    for candidate in range(position, searched, -1):
        if not characters[candidate].tied and _may_break_at(characters, start, candidate):
            return candidate
    return 0


def break_lines(measured: Measured, width: float, indent: float = 0.0) -> list[Line]:
    """Break text into lines of at most `width` ems, the first narrower by `indent`, filled greedily.

    A word wider than its line gets a line of its own and overflows.
    """
    characters = measured.characters
    lines: list[Line] = []
    start = 0
    total = len(characters)
    full = width + measured.tracking + 1e-9
    while start < total:
        break_position = 0  # searched once the line is full
        searched = start
        used = (0.0 if start else indent) - hang_first(characters[start])
        position = start
        while position < total and characters[position].text != "\n":
            character = characters[position]
            used += character.advance
            if used > full and character.text != " " and used - _hang_last(character) > full:
                break_position = _last_break(characters, start, searched, position)
                if break_position:
                    break
                searched = position
            position += 1
        ended = position >= total or characters[position].text == "\n"
        end = position if ended else break_position
        lines.append(_line(measured, start, end, last=ended))
        start = end + (1 if ended else 0)
        while not ended and start < total and characters[start].text == " ":
            start += 1
    if characters and characters[-1].text == "\n":
        lines.append(Line(total, total, 0.0, last=True))
    return lines


def balance_lines(measured: Measured, width: float, indent: float = 0.0) -> list[Line]:
    """Break text into as many lines as `break_lines`, but with lengths as similar as possible in each paragraph.

    So no paragraph ends with a single word.
    """
    lines: list[Line] = []
    first = 0
    greedy = break_lines(measured, width, indent)
    for number, line in enumerate(greedy):
        if line.last:
            paragraph = greedy[first : number + 1]
            first = number + 1
            lines += _balanced(measured, paragraph, width, indent) if len(paragraph) > 1 else paragraph
    return lines


def _balanced(measured: Measured, paragraph: Sequence[Line], width: float, indent: float) -> list[Line]:
    """Return the paragraph in the same number of lines with the least sum of squared lengths."""
    characters = measured.characters
    start, end = paragraph[0].start, paragraph[-1].end
    if characters[start].text == " ":  # indented by hand; balancing could make a line of spaces only
        return list(paragraph)
    inside = [i for i in range(start + 1, end) if not characters[i].tied and _may_break_at(characters, start, i)]
    places = [start, *inside, end]
    reached = [0.0, *accumulate(character.advance for character in characters[start:end])]
    begins = [reached[place - start] + hang_first(characters[place]) for place in places[:-1]]
    begins[0] -= 0.0 if start else indent
    # The best way to each place: the number of lines, the sum of their squares, and the start of the last line.
    ways: list[tuple[int, float, int]] = [(0, 0.0, 0)]
    for number, place in enumerate(places[1:], start=1):
        last = place - 1
        while last > start and characters[last].text == " ":
            last -= 1
        ended = reached[last + 1 - start] - measured.tracking - _hang_last(characters[last])
        candidates: list[tuple[int, float, int]] = []
        for before in range(number - 1, -1, -1):
            length = ended - begins[before]
            if length > width + 1.0 and candidates:
                break
            if length <= width + 1e-9 or not candidates:  # text that cannot be broken overflows
                count, squares, _ = ways[before]
                candidates.append((count + 1, squares + length * length, before))
        ways.append(min(candidates))
    cuts = [len(places) - 1]
    while cuts[-1]:
        cuts.append(ways[cuts[-1]][2])
    cuts.reverse()
    return [_line(measured, places[a], places[b], last=b == cuts[-1]) for a, b in pairwise(cuts)]


def hang_first(character: _Character) -> float:
    """Return how far a line hangs out to the left, in ems: the blank half if it begins with an opening mark."""
    return character.scale / 2 if character.text in _OPENING and _is_mark(character) else 0.0


def _hang_last(character: _Character) -> float:
    if character.text not in _CLOSING or not _is_mark(character):
        return 0.0
    closed_up = character.advance < 0.75 * character.scale  # its blank half is removed already
    return 0.0 if closed_up else character.scale / 2


def _line(measured: Measured, start: int, end: int, last: bool) -> Line:
    characters = measured.characters
    while end > start and characters[end - 1].text == " ":
        end -= 1
    if start == end:
        return Line(start, end, 0.0, last)
    width = sum_floats(c.advance for c in characters[start:end]) - measured.tracking
    return Line(start, end, width - hang_first(characters[start]) - _hang_last(characters[end - 1]), last)


def stretch(measured: Measured, line: Line, slack: float) -> dict[int, float]:
    """Return the ems to add after characters, by their positions, so that the line fills its width."""
    characters = measured.characters
    if line.last or not 0 < slack <= _MOST_STRETCH:
        return {}
    inside = range(line.start, line.end - 1)
    gaps = [
        i
        for i in inside
        if characters[i].text == " " or (is_wide(characters[i].text) and is_wide(characters[i + 1].text))
    ]
    return {i: slack / len(gaps) for i in gaps} if gaps else {}


def layout_paragraph(
    spans: Sequence[Span],
    size: float,
    width: float,
    *,
    leading: float = 1.3,
    align: Align = "left",
    tracking: float = 0.0,
    outlined: bool = False,
) -> Paragraph:
    """Set `spans` at `size` mm in lines of `width` mm, with `leading` ems from baseline to baseline."""
    return _set(measure(spans, tracking), size, width, leading, align, outlined)


def _set(measured: Measured, size: float, width: float, leading: float, align: Align, outlined: bool) -> Paragraph:
    lines = break_lines(measured, width / size)
    middle = middle_of(measured.spans[0].font) if measured.spans else 0.0
    runs: list[GlyphRun] = []
    for number, line in enumerate(lines):
        slack = width / size - line.width
        extra = stretch(measured, line, slack) if align == "justify" else {}
        x = {"centre": slack / 2, "right": slack}.get(align, 0.0) * size
        # Capitals are centred in the height of the line.
        baseline = ((number + 0.5) * leading + middle) * size
        runs += _runs(measured, line, x, baseline, size, extra, outlined)
    widest = max((line.width for line in lines), default=0.0) * size
    return Paragraph(
        tuple(runs),
        widest,
        len(lines) * leading * size,
        size,
        len(lines),
        widest <= width + 1e-6,
        measured.missing,
    )


def ink_of(run: GlyphRun) -> Rect:
    """Return the rectangle around a run's ink in mm; of size 0 for a run of spaces or an invisible one."""
    if run.vertical:
        boxes = [ink for one in characters_of(run) if (ink := ink_of(one))[2] > 0]
        x, y = min((b[0] for b in boxes), default=run.x), min((b[1] for b in boxes), default=run.baseline)
        right, bottom = max((b[0] + b[2] for b in boxes), default=x), max((b[1] + b[3] for b in boxes), default=y)
        return (x, y, right - x, bottom - y)
    x, size, slant = run.x, run.size, run.slant
    left = top = math.inf
    far = low = -math.inf
    for character, advance in zip(run.text, run.advances, strict=True):
        if not character.isspace() and not run.invisible:
            begin, bottom, end, height = _ink(run.face, character)
            if slant:
                begin, end = begin + slant * bottom, end + slant * height
            # Comparisons take half the time of min and max; this runs for every character of a deck.
            left = x + begin * size if x + begin * size < left else left
            far = x + end * size if x + end * size > far else far
            top = -height * size if -height * size < top else top
            low = -bottom * size if -bottom * size > low else low
        x += advance
    if far < left:
        return (run.x, run.baseline, 0.0, 0.0)
    return (left, run.baseline + top, far - left, low - top)


@lru_cache(maxsize=16_384)
def _ink(face: str, character: str) -> tuple[float, float, float, float]:
    return face_named(face).ink(character)


def _runs(
    measured: Measured,
    line: Line,
    x: float,
    baseline: float,
    size: float,
    extra: dict[int, float],
    outlined: bool,
) -> list[GlyphRun]:
    characters = measured.characters
    runs: list[GlyphRun] = []
    if line.start < line.end:
        x -= hang_first(characters[line.start]) * size
    position = line.start
    while position < line.end:
        first = characters[position]
        end = position
        while end < line.end and (characters[end].face, characters[end].span) == (first.face, first.span):
            end += 1
        advances = tuple((characters[i].advance + extra.get(i, 0.0)) * size for i in range(position, end))
        if first.face is not None:
            span = measured.spans[first.span]
            text = "".join(c.text for c in characters[position:end])
            runs.append(GlyphRun(text, first.face.name, size, x, baseline, advances, span.colour, span.lang, outlined))
        x += sum_floats(advances)
        position = end
    return runs


def fit_paragraph(
    spans: Sequence[Span],
    size: float,
    width: float,
    height: float,
    *,
    floor: float,
    leading: float = 1.3,
    align: Align = "left",
    tracking: float = 0.0,
    outlined: bool = False,
) -> Paragraph:
    """As `layout_paragraph`, but shrunk in steps of 0.1 mm, down to `floor` mm, to fit `width` × `height` mm."""
    measured = measure(spans, tracking)
    while True:
        paragraph = _set(measured, size, width, leading, align, outlined)
        fits = paragraph.fits and paragraph.height <= height + 1e-6
        if fits or size <= floor:
            return replace(paragraph, fits=fits)
        size = max(floor, round(size - 0.1, 4))
