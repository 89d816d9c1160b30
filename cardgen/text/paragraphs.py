"""Text into lines: measured, broken by the marks of Chinese and English typesetting, fitted into a box.

Widths are worked out in ems and scaled at the end, so one measurement serves every size that is tried.
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

Align: TypeAlias = Literal["left", "centre", "right", "justify"]

# Chinese line-breaking marks (GB/T 15834): what may not begin a line, what may not end one.
NOT_FIRST = frozenset("，。！？：；、》」』”’）〉】〕｝％‰℃…—～·•,.!?:;)]}%")
NOT_LAST = frozenset("《「『“‘（〈【〔｛￥$([{#")

# Full-width marks with their ink in one half of the square: the blank half is closed up beside another such mark.
_CLOSING = frozenset("，。、：；！？》」』”’）〉】〕｝")
_OPENING = frozenset("《「『“‘（〈【〔｛")

# Marks that are as high as a character: in a vertical line they have no blank half.
_TALL = frozenset("！？")

#: How large a reading is beside the text that it stands above.
READING = 0.5

# What syllables above neighbouring characters keep clear of each other, in ems of the text.
_SYLLABLE_GAP = 0.14

# How much wider, in ems, a line may be set to fill its measure before it is left short instead.
_MOST_STRETCH = 3.0


#: What stands in a measured text for a small picture.
PICTURE = "\ufffc"

#: What a small picture keeps clear of what stands beside it, in ems.
PICTURE_AIR = 0.08


@dataclass(frozen=True, slots=True)
class Inset:
    """A small picture in a line of text: `items` in a frame whose top left is the origin, `width` × `height` ems.

    `name` is what it is told as. It stands on the baseline, or `drop` ems below it.
    """

    items: tuple[Item, ...]
    width: float
    height: float
    drop: float = 0.0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """Text in one font of FONTS, one colour and one language, `scale` times as large as the text it stands in.

    `slant` is how far a letter as high as the size leans to the right, in ems. A `dotted` text has the dots of Chinese
    emphasis; a `reading` stands small above it. A span with a picture has the text PICTURE. What is `upright` are two
    figures at the most, side by side on one square of a vertical line.
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


@dataclass(slots=True)  # not frozen, though never changed: a text makes very many, in a third of the time
class _Character:
    """`tied` to the character before it; `whole` when no half of its square is blank."""

    text: str
    face: Face | None
    span: int
    advance: float  # ems of the text around, kerned and closed up
    scale: float = 1.0
    tied: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Characters `start` to `end` of a measured text; `width` in ems is what it takes of its measure."""

    start: int
    end: int
    width: float
    last: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """Spans measured: one entry a character. `missing` are the characters that no face has.

    Every advance has `tracking` ems in it; at the end of a line they are no part of its width.
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
    """Set text: runs from (0, 0) at its top left, mm. `fits` is False when it is larger than its room."""

    runs: tuple[GlyphRun, ...]
    width: float
    height: float
    size: float
    lines: int
    fits: bool = True
    missing: tuple[str, ...] = ()


def measure(spans: Sequence[Span], tracking: float = 0.0, vertical: bool = False) -> Measured:
    """The spans with each character's face and advance; `tracking` ems are added to every advance."""
    found: list[_Character] = []
    for number, span in enumerate(spans):
        if span.picture is not None or span.upright:
            found.append(_square(span, number, tracking, vertical))
            continue
        begin, scale = len(found), span.scale
        # Composed where it can be: a letter and its accent are one glyph.
        for face, text in runs_of(normalize("NFC", span.text), span.font, span.lang):
            if face is None:
                found += [_Character(c, None, number, 0.0) for c in text]
            else:
                widths, units = face.widths(text), face.units / scale
                found += [
                    _Character(c, face, number, w / units + tracking, scale) for c, w in zip(text, widths, strict=True)
                ]
        if span.reading:
            found[begin:] = _under_reading(span, found[begin:])
    if vertical:
        found = [replace(c, whole=True) if c.text in _TALL else c for c in found]
    for i, (a, b) in enumerate(pairwise(found)):
        if (a.text in _CLOSING or b.text in _OPENING) and _is_mark(a) and _is_mark(b):
            found[i] = replace(a, advance=a.advance - a.scale / 2)
    return Measured(tuple(spans), tuple(found), tracking)


def _square(span: Span, number: int, tracking: float, vertical: bool) -> _Character:
    """What is set as one thing: a picture, or figures side by side in a vertical line."""
    if span.picture is not None:
        length = (span.picture.height if vertical else span.picture.width) + 2 * PICTURE_AIR
        return _Character(PICTURE, None, number, length * span.scale + tracking, span.scale)
    ((face, text),) = runs_of(span.text, span.font, span.lang)
    return _Character(text, face, number, span.scale + tracking, span.scale)


def measure_reading(span: Span) -> Measured:
    """The small text above a span."""
    return measure([Span(span.reading, span.font, span.colour, span.lang, span.scale * READING)])


def _under_reading(span: Span, characters: Sequence[_Character]) -> list[_Character]:
    """The characters kept together, and spread as far as the reading above them needs."""
    wanted = sum(c.advance for c in measure_reading(span).characters)
    if not is_wide(span.reading[-1]):
        wanted += _SYLLABLE_GAP * span.scale
    more = max(0.0, wanted - sum(c.advance for c in characters)) / max(1, len(characters))
    return [replace(c, advance=c.advance + more, tied=i > 0) for i, c in enumerate(characters)]


def _is_mark(character: _Character) -> bool:
    """A full-width mark with a blank half; “ is one in the Chinese face only."""
    face = character.face
    return (
        not character.whole
        and (character.text in _CLOSING or character.text in _OPENING)
        and face is not None
        and face.nominal_width(character.text) == face.units
    )


def may_break(before: str, after: str, spaced: bool = False) -> bool:
    """Whether a line may end after `before` and the next begin with `after`; `spaced` when spaces stand between."""
    if after == " " or after in NOT_FIRST or before in NOT_LAST:
        return False
    if spaced or (before in "-–/" and after.isalpha()):
        return True
    return is_wide(before) or is_wide(after) or before in "—…"


def _may_break_at(characters: Sequence[_Character], start: int, position: int) -> bool:
    """Whether the line that began at `start` may end before `position`. Its spaces at the end do not count."""
    before = position - 1
    while before > start and characters[before].text == " ":
        before -= 1
    return may_break(characters[before].text, characters[position].text, spaced=before < position - 1)


def _last_chance(characters: Sequence[_Character], start: int, searched: int, position: int) -> int:
    """The last place after `searched`, no later than `position`, at which the line may end; 0 when there is none."""
    for place in range(position, searched, -1):
        if not characters[place].tied and _may_break_at(characters, start, place):
            return place
    return 0


def break_lines(measured: Measured, width: float, indent: float = 0.0) -> list[Line]:
    """Lines no wider than `width` ems, the first by `indent` narrower, filled greedily.

    A word wider than its line stands alone and sticks out.
    """
    characters = measured.characters
    lines: list[Line] = []
    start = 0
    total = len(characters)
    full = width + measured.tracking + 1e-9
    while start < total:
        chance = 0  # where the line can end; looked for once it is full
        searched = start
        used = (0.0 if start else indent) - hang_first(characters[start])
        position = start
        while position < total and characters[position].text != "\n":
            here = characters[position]
            used += here.advance
            if used > full and here.text != " " and used - _hang_last(here) > full:
                chance = _last_chance(characters, start, searched, position)
                if chance:
                    break
                searched = position
            position += 1
        ended = position >= total or characters[position].text == "\n"
        end = position if ended else chance
        lines.append(_line(measured, start, end, last=ended))
        start = end + (1 if ended else 0)
        while not ended and start < total and characters[start].text == " ":
            start += 1
    if characters and characters[-1].text == "\n":
        lines.append(Line(total, total, 0.0, last=True))
    return lines


def balance_lines(measured: Measured, width: float, indent: float = 0.0) -> list[Line]:
    """Lines as those of `break_lines`, as many of each paragraph, but as alike in length as they can be.

    So no line of them is longer than it need be, and no paragraph ends in a word of its own.
    """
    lines: list[Line] = []
    begun = 0
    greedy = break_lines(measured, width, indent)
    for number, line in enumerate(greedy):
        if line.last:
            paragraph = greedy[begun : number + 1]
            begun = number + 1
            lines += _balanced(measured, paragraph, width, indent) if len(paragraph) > 1 else paragraph
    return lines


def _balanced(measured: Measured, paragraph: Sequence[Line], width: float, indent: float) -> list[Line]:
    """A paragraph in its fewest lines, of all ways the one whose lengths have the least sum of squares."""
    characters = measured.characters
    start, end = paragraph[0].start, paragraph[-1].end
    if characters[start].text == " ":  # somebody sets it by hand; and no line is to be spaces alone
        return list(paragraph)
    inside = [i for i in range(start + 1, end) if not characters[i].tied and _may_break_at(characters, start, i)]
    places = [start, *inside, end]
    reached = [0.0, *accumulate(character.advance for character in characters[start:end])]
    begins = [reached[place - start] + hang_first(characters[place]) for place in places[:-1]]
    begins[0] -= 0.0 if start else indent
    # The best way to each place: how many lines, the sum of their squares, and where the last of them begins.
    ways: list[tuple[int, float, int]] = [(0, 0.0, 0)]
    for number, place in enumerate(places[1:], start=1):
        last = place - 1
        while last > start and characters[last].text == " ":
            last -= 1
        ended = reached[last + 1 - start] - measured.tracking - _hang_last(characters[last])
        found: list[tuple[int, float, int]] = []
        for before in range(number - 1, -1, -1):
            length = ended - begins[before]
            if length > width + 1.0 and found:
                break
            if length <= width + 1e-9 or not found:  # what cannot be broken sticks out
                count, squares, _ = ways[before]
                found.append((count + 1, squares + length * length, before))
        ways.append(min(found))
    cuts = [len(places) - 1]
    while cuts[-1]:
        cuts.append(ways[cuts[-1]][2])
    cuts.reverse()
    return [_line(measured, places[a], places[b], last=b == cuts[-1]) for a, b in pairwise(cuts)]


def hang_first(character: _Character) -> float:
    """How far a line that begins with `character` hangs out to the left, in ems: the blank half of an opening mark."""
    return character.scale / 2 if character.text in _OPENING and _is_mark(character) else 0.0


def _hang_last(character: _Character) -> float:
    if character.text not in _CLOSING or not _is_mark(character):
        return 0.0
    closed_up = character.advance < 0.75 * character.scale  # its blank half is gone already
    return 0.0 if closed_up else character.scale / 2


def _line(measured: Measured, start: int, end: int, last: bool) -> Line:
    characters = measured.characters
    while end > start and characters[end - 1].text == " ":
        end -= 1
    if start == end:
        return Line(start, end, 0.0, last)
    width = sum(c.advance for c in characters[start:end]) - measured.tracking
    return Line(start, end, width - hang_first(characters[start]) - _hang_last(characters[end - 1]), last)


def stretch(measured: Measured, line: Line, slack: float) -> dict[int, float]:
    """How many ems to add after which characters, so that the line fills its measure."""
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
    echo: bool = False,
) -> Paragraph:
    """`spans` set at `size` mm in lines of `width` mm, `leading` ems from baseline to baseline."""
    return _set(measure(spans, tracking), size, width, leading, align, echo)


def _set(measured: Measured, size: float, width: float, leading: float, align: Align, echo: bool) -> Paragraph:
    lines = break_lines(measured, width / size)
    middle = middle_of(measured.spans[0].font) if measured.spans else 0.0
    runs: list[GlyphRun] = []
    for number, line in enumerate(lines):
        slack = width / size - line.width
        extra = stretch(measured, line, slack) if align == "justify" else {}
        x = {"centre": slack / 2, "right": slack}.get(align, 0.0) * size
        # The capitals stand in the middle of the line's height.
        baseline = ((number + 0.5) * leading + middle) * size
        runs += _runs(measured, line, x, baseline, size, extra, echo)
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
    """The rectangle round a run's ink, in mm; of no size when it is all spaces, or not seen."""
    if run.down:
        boxes = [ink for one in characters_of(run) if (ink := ink_of(one))[2] > 0]
        x, y = min((b[0] for b in boxes), default=run.x), min((b[1] for b in boxes), default=run.baseline)
        right, bottom = max((b[0] + b[2] for b in boxes), default=x), max((b[1] + b[3] for b in boxes), default=y)
        return (x, y, right - x, bottom - y)
    x, size, slant = run.x, run.size, run.slant
    left = top = math.inf
    far = low = -math.inf
    for character, advance in zip(run.text, run.advances, strict=True):
        if not character.isspace() and not run.unseen:
            begin, bottom, end, height = _ink(run.face, character)
            if slant:
                begin, end = begin + slant * bottom, end + slant * height
            # Comparisons, for min and max take twice as long: every character of a deck comes by here.
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
    echo: bool,
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
            runs.append(GlyphRun(text, first.face.name, size, x, baseline, advances, span.colour, span.lang, echo))
        x += sum(advances)
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
    echo: bool = False,
) -> Paragraph:
    """As `layout_paragraph`, shrunk by steps of 0.1 mm, no further than `floor` mm, to fit `width` × `height` mm."""
    measured = measure(spans, tracking)
    while True:
        paragraph = _set(measured, size, width, leading, align, echo)
        fits = paragraph.fits and paragraph.height <= height + 1e-6
        if fits or size <= floor:
            return replace(paragraph, fits=fits)
        size = max(floor, round(size - 0.1, 4))
