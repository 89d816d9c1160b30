"""Text into lines: measured, broken by the marks of Chinese and English typesetting, fitted into a box.

Widths are worked out in ems and scaled at the end, so one measurement serves every size that is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, TypeAlias
from unicodedata import normalize

from cardgen.draw.fonts import Face, face_named, is_wide, runs_of
from cardgen.draw.scene import GlyphRun, Rect

Align: TypeAlias = Literal["left", "centre", "right", "justify"]

# Chinese line-breaking marks (GB/T 15834): what may not begin a line, what may not end one.
NOT_FIRST = frozenset("，。！？：；、》」』”’）〉】〕｝％‰℃…—～·•,.!?:;)]}%")
NOT_LAST = frozenset("《「『“‘（〈【〔｛￥$([{#")

# Full-width marks with their ink in one half of the square: the blank half is closed up beside another such mark.
_CLOSING = frozenset("，。、：；！？》」』”’）〉】〕｝")
_OPENING = frozenset("《「『“‘（〈【〔｛")

# How much wider, in ems, a line may be set to fill its measure before it is left short instead.
_MOST_STRETCH = 3.0


@dataclass(frozen=True, slots=True)
class Span:
    """Text in one font of FONTS, one colour and one language."""

    text: str
    font: str = "regular"
    colour: str = "#000000"
    lang: str = "en"


@dataclass(frozen=True, slots=True)
class _Character:
    text: str
    face: Face | None
    span: int
    advance: float  # ems, kerned and closed up


@dataclass(frozen=True, slots=True)
class Line:
    """Characters `start` to `end` of a measured text; `width` in ems is what it takes of its measure."""

    start: int
    end: int
    width: float
    last: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """Spans measured: one entry a character. `missing` are the characters that no face has."""

    spans: tuple[Span, ...]
    characters: tuple[_Character, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(sorted({c.text for c in self.characters if c.face is None and c.text != "\n"}))


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


def measure(spans: Sequence[Span], tracking: float = 0.0) -> Measured:
    """The spans with each character's face and advance; `tracking` ems are added to every advance."""
    found: list[_Character] = []
    for number, span in enumerate(spans):
        # Composed where it can be: a letter and its accent are one glyph.
        for face, text in runs_of(normalize("NFC", span.text), span.font, span.lang):
            if face is None:
                found += [_Character(c, None, number, 0.0) for c in text]
            else:
                widths = face.widths(text)
                found += [
                    _Character(c, face, number, w / face.units + tracking) for c, w in zip(text, widths, strict=True)
                ]
    for i, (a, b) in enumerate(pairwise(found)):
        if _is_mark(a) and _is_mark(b) and (a.text in _CLOSING or b.text in _OPENING):
            found[i] = replace(a, advance=a.advance - 0.5)
    return Measured(tuple(spans), tuple(found))


def _is_mark(character: _Character) -> bool:
    """A full-width mark with a blank half; “ is one in the Chinese face only."""
    face = character.face
    return (
        (character.text in _CLOSING or character.text in _OPENING)
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


def break_lines(measured: Measured, width: float) -> list[Line]:
    """Lines no wider than `width` ems, filled greedily. A word wider than that stands alone and sticks out."""
    characters = measured.characters
    lines: list[Line] = []
    start = 0
    total = len(characters)
    while start < total:
        chance = 0  # where the line could end
        used = -_hang_first(characters[start])
        position = start
        while position < total and characters[position].text != "\n":
            here = characters[position]
            if position > start and _may_break_at(characters, start, position):
                chance = position
            used += here.advance
            if here.text != " " and used - _hang_last(here) > width + 1e-9 and chance:
                break
            position += 1
        ended = position >= total or characters[position].text == "\n"
        end = position if ended else chance
        lines.append(_line(characters, start, end, last=ended))
        start = end + (1 if ended else 0)
        while not ended and start < total and characters[start].text == " ":
            start += 1
    if characters and characters[-1].text == "\n":
        lines.append(Line(total, total, 0.0, last=True))
    return lines


def _hang_first(character: _Character) -> float:
    return 0.5 if character.text in _OPENING and _is_mark(character) else 0.0


def _hang_last(character: _Character) -> float:
    closed_up = character.advance < 0.75  # its blank half is gone already
    return 0.5 if character.text in _CLOSING and _is_mark(character) and not closed_up else 0.0


def _line(characters: Sequence[_Character], start: int, end: int, last: bool) -> Line:
    while end > start and characters[end - 1].text == " ":
        end -= 1
    if start == end:
        return Line(start, end, 0.0, last)
    width = sum(c.advance for c in characters[start:end])
    return Line(start, end, width - _hang_first(characters[start]) - _hang_last(characters[end - 1]), last)


def _stretch(measured: Measured, line: Line, slack: float) -> dict[int, float]:
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
    runs: list[GlyphRun] = []
    for number, line in enumerate(lines):
        slack = width / size - line.width
        extra = _stretch(measured, line, slack) if align == "justify" else {}
        x = {"centre": slack / 2, "right": slack}.get(align, 0.0) * size
        # The capitals stand in the middle of the line's height.
        baseline = ((number + 0.5) * leading + 0.36) * size
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
    """The rectangle round a run's ink, in mm; of no size when it is all spaces."""
    face, x = face_named(run.face), run.x
    boxes = []
    for character, advance in zip(run.text, run.advances, strict=True):
        if not character.isspace():
            left, bottom, right, top = face.ink(character)
            boxes.append((x + left * run.size, -top * run.size, x + right * run.size, -bottom * run.size))
        x += advance
    if not boxes:
        return (run.x, run.baseline, 0.0, 0.0)
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    return (left, run.baseline + top, max(b[2] for b in boxes) - left, max(b[3] for b in boxes) - top)


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
        x -= _hang_first(characters[line.start]) * size
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
