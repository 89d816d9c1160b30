"""One line of text: its characters, the readings and dots above and below them, and small pictures.

Positions `x` are in ems from the start of the line. `vertical` lines are turned into columns later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from cardgen.scene.items import SQUARE_TOP, GlyphRun, Group, Item, Path, ellipse, scale, then, translate, turn
from cardgen.text.fonts import middle_of, runs_of
from cardgen.text.paragraphs import (
    PICTURE,
    PICTURE_AIR,
    READING,
    Align,
    Line,
    Measured,
    Span,
    hang_first,
    measure_reading,
)
from cardgen.text.vertical import separate_text
from cardgen.units import sum_floats

# The space in ems between a reading and its characters, and between a picture and the lines above and below it.
_READING_GAP = 0.04
_PICTURE_GAP = 0.12
# The dots of Chinese emphasis: their radius, and the distance of their centres from the character's square.
_DOT, _DOT_DISTANCE = 0.08, 0.15


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings of blocks: `leading` is in ems; `vertical` means columns from right to left.

    With `balance`, the lines of a paragraph have similar lengths.
    """

    leading: float = 1.3
    align: Align = "left"
    tracking: float = 0.0
    outlined: bool = False
    vertical: bool = False
    balance: bool = False


@dataclass(frozen=True, slots=True)
class PlacedItems:
    """The items of a text that are placed so far, set at `size` mm. The readings above a line come before it."""

    size: float
    setting: Setting
    items: list[Item] = field(default_factory=list)


def reach_of(measured: Measured, line: Line, setting: Setting, middle: float) -> tuple[float, float]:
    """Return the height of a line above and below its baseline, in ems. Capitals are centred in a plain line."""
    above, below = setting.leading / 2 + middle, setting.leading / 2 - middle
    plain = (above, below)
    for span in {measured.characters[i].span for i in range(line.start, line.end)}:
        style = measured.spans[span]
        if style.scale > 1:
            above, below = max(above, plain[0] * style.scale), max(below, plain[1] * style.scale)
        if style.reading:
            above = max(above, style.scale * (SQUARE_TOP + _READING_GAP + READING))
        if style.dotted and setting.vertical:
            above = max(above, style.scale * (SQUARE_TOP + _DOT_DISTANCE + 2 * _DOT))
        elif style.dotted:
            below = max(below, style.scale * ((1 - SQUARE_TOP) + _DOT_DISTANCE + _DOT))
        if style.picture is not None:
            half = style.picture.width / 2 if setting.vertical else 0.0
            over = half + middle if setting.vertical else style.picture.height - style.picture.drop
            under = half - middle if setting.vertical else style.picture.drop
            above = max(above, style.scale * over + _PICTURE_GAP)
            below = max(below, style.scale * under + _PICTURE_GAP)
    return above, below


def draw_line(
    placed: PlacedItems, measured: Measured, line: Line, begin: float, baseline: float, more: dict[int, float]
) -> None:
    """Draw a line whose ink starts at `begin` ems, on its baseline (mm). `more`: extra ems after some characters."""
    readings: list[Item] = []
    drawn: list[Item] = []
    characters = measured.characters
    x = begin - (hang_first(characters[line.start]) if line.start < line.end else 0.0)
    position = line.start
    while position < line.end:
        first = characters[position]
        end = position
        while end < line.end and (characters[end].face, characters[end].span) == (first.face, first.span):
            end += 1
        span = measured.spans[first.span]
        advances = [characters[i].advance + more.get(i, 0.0) for i in range(position, end)]
        width = sum_floats(advances) - more.get(end - 1, 0.0)
        if span.picture is not None:
            # A space separates the names of neighbouring pictures when the text is extracted.
            name = span.picture.name + " " * (end < line.end and characters[end].text == PICTURE)
            drawn += _picture(placed, span, name, x, baseline, first.advance)
            x += sum_floats(advances)
        elif span.upright:
            drawn.append(_upright(placed, span, x, baseline))
            x += sum_floats(advances)
        elif first.face is not None:
            text = "".join(c.text for c in characters[position:end])
            start = x
            if span.reading:
                natural = first.face.widths(text)[0] / first.face.units * span.scale + measured.tracking
                start += max(0.0, first.advance - natural) / 2
                readings += _reading(placed, span, x + (width - measured.tracking) / 2, baseline)
            run = _run(placed, span, text, first.face.name, start, baseline, advances)
            if span.dotted:
                drawn.append(_dots(placed, span, text, x, baseline, advances))
            drawn.append(run)
            x += sum_floats(advances)
        position = end
    placed.items.extend((*readings, *drawn))


def _run(
    placed: PlacedItems, span: Span, text: str, face: str, x: float, baseline: float, advances: Sequence[float]
) -> GlyphRun:
    size = placed.size
    return GlyphRun(
        text,
        face,
        size * span.scale,
        x * size,
        baseline,
        tuple(advance * size for advance in advances),
        span.colour,
        span.lang,
        placed.setting.outlined,
        slant=span.slant,
    )


def _reading(placed: PlacedItems, span: Span, middle: float, baseline: float) -> Iterator[GlyphRun]:
    """Yield the small text above characters whose centre is at `middle` ems."""
    measured = measure_reading(span)
    small = replace(span, scale=span.scale * READING, slant=0.0)
    x = middle - length_of(measured) / 2
    above = baseline - (SQUARE_TOP + _READING_GAP + (1 - SQUARE_TOP) * READING) * span.scale * placed.size
    position = 0
    for face, text in runs_of(span.reading, span.font, span.lang):
        advances = [c.advance for c in measured.characters[position : position + len(text)]]
        if face is not None:
            yield _run(placed, small, text, face.name, x, above, advances)
        x += sum_floats(advances)
        position += len(text)


def _dots(placed: PlacedItems, span: Span, text: str, x: float, baseline: float, advances: Sequence[float]) -> Path:
    """Return dots below the characters, or at their right in a column; none for marks."""
    size = placed.size * span.scale
    offset = -(SQUARE_TOP + _DOT_DISTANCE) if placed.setting.vertical else (1 - SQUARE_TOP) + _DOT_DISTANCE
    commands: list[tuple[str, *tuple[float, ...]]] = []
    for character, advance in zip(text, advances, strict=True):
        if character.isalnum():
            commands += ellipse((x + min(advance, span.scale) / 2) * placed.size, baseline + offset * size, _DOT * size)
        x += advance
    return Path(tuple(commands), fill=span.colour)


def _upright(placed: PlacedItems, span: Span, x: float, baseline: float) -> Group:
    """Return figures side by side on a square of a column that starts at `x` ems."""
    ((face, text),) = runs_of(span.text, span.font, span.lang)
    assert face is not None
    widths = [width / face.units for width in face.widths(text)]
    factor = min(span.scale, 0.96 * span.scale / sum_floats(widths))
    middle = middle_of(span.font)
    small = replace(span, scale=factor, slant=0.0)
    below = middle * factor * placed.size
    advances = [width * factor for width in widths]
    visible = _run(placed, small, text, face.name, -sum_floats(widths) * factor / 2, below, advances)
    extracted = _run_down(placed, span, text, face.name, -span.scale / 2, span.scale)
    return _turned_back(placed, span, tuple(separate_text((visible,), extracted)), x + span.scale / 2, baseline)


def _run_down(placed: PlacedItems, span: Span, text: str, face: str, begin: float, length: float) -> GlyphRun:
    """Return the letters one below the other, from `begin` ems on, with a total of `length` ems."""
    step = length / len(text)
    run = _run(placed, replace(span, scale=step, slant=0.0), text, face, 0.0, begin * placed.size, [step] * len(text))
    return replace(run, vertical=True)


def _turned_back(placed: PlacedItems, span: Span, items: tuple[Item, ...], middle: float, baseline: float) -> Group:
    """Return items around (0, 0), upright in the middle of a column at `middle` ems."""
    centre = (middle * placed.size, baseline - middle_of(span.font) * span.scale * placed.size)
    return Group(items, then(turn(-90), translate(*centre)))


def _picture(placed: PlacedItems, span: Span, name: str, x: float, baseline: float, advance: float) -> Iterator[Item]:
    """Yield a small picture at `x` ems, and its name as invisible text for searching and copying."""
    picture, vertical = span.picture, placed.setting.vertical
    assert picture is not None
    size = placed.size * span.scale
    begin = x * placed.size + PICTURE_AIR * size
    if vertical:
        corner = (begin, baseline - (middle_of(span.font) - picture.width / 2) * size)
        matrix = then(then(scale(size), turn(-90)), translate(*corner))
    else:
        matrix = then(scale(size), translate(begin, baseline - (picture.height - picture.drop) * size))
    yield Group(picture.items, matrix)
    if placed.setting.outlined or not name.strip():
        return
    parts = [(face, text) for face, text in runs_of(name, span.font, span.lang) if face is not None]
    if vertical:
        step = advance / max(1, sum(len(text) for _, text in parts))
        for face, text in parts:
            run = _run_down(placed, span, text, face.name, 0.0, step * len(text))
            yield _turned_back(placed, span, (replace(run, invisible=True),), x, baseline)
            x += step * len(text)
        return
    natural = sum_floats(width / face.units for face, text in parts for width in face.widths(text))
    factor = min(span.scale, advance / natural) if natural else span.scale  # no wider than the picture
    spare = advance - natural * factor
    for number, (face, text) in enumerate(parts, start=1):
        advances = [width / face.units * factor for width in face.widths(text)]
        advances[-1] += spare if number == len(parts) else 0.0  # up to the next character
        run = _run(placed, replace(span, scale=factor, slant=0.0), text, face.name, x, baseline, advances)
        yield replace(run, invisible=True)
        x += sum_floats(advances)


def length_of(measured: Measured) -> float:
    """Return the length of the text in one line, in ems."""
    return sum_floats(character.advance for character in measured.characters)
