"""One line of text: its runs, the readings and dots above and below them, grounds behind them, and small pictures.

Positions `x` are in ems from the start of the line. `vertical` lines are turned into columns later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Literal, TypeAlias

from cardgen.base.records import dataclass, field, replace
from cardgen.base.units import sum_floats
from cardgen.scene.items import (
    SQUARE_TOP,
    GlyphRun,
    Glyphs,
    Group,
    Item,
    Path,
    ellipse,
    rectangle,
    then,
    translate,
    turn,
)
from cardgen.scene.items import scale as scaled
from cardgen.text.bidi import visual_order
from cardgen.text.breaking import Line, Stretch, hang_first, hyphen_of, line_advances, pieces_on
from cardgen.text.faces import Face
from cardgen.text.fonts import is_wide, middle_of
from cardgen.text.hyphenation import SOFT_HYPHEN
from cardgen.text.measuring import Measured, TextPiece, measure, measure_reading
from cardgen.text.spans import PICTURE, PICTURE_AIR, READING, Span
from cardgen.text.vertical import separate_text

Align: TypeAlias = Literal["start", "left", "centre", "right", "end", "justify"]
"""Where the lines of a text are. `start` and `end` follow its direction."""

# The space in ems between a reading and its characters, and between a picture and the lines above and below it.
_READING_GAP = 0.04
_PICTURE_GAP = 0.12
# The dots of Chinese emphasis: their radius, and the distance of their centres from the character's square.
_DOT, _DOT_DISTANCE = 0.08, 0.15
# How far a ground reaches beyond its text, in ems.
_GROUND_SIDE = 0.14
# The thickness of a line under or through a text, and how far it is below the baseline or above it, in ems.
_RULE = 0.06
_UNDER = 0.12
_THROUGH = 0.26


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings of blocks: `leading` is in ems; `vertical` means columns from right to left.

    With `balance`, the lines of a paragraph have similar lengths. With `hyphenate`, words are divided by the rules of
    their languages. `script_gap` ems are the space between Chinese characters and Latin letters,
    figures or pictures. Lines fill `columns` beside each other, `column_gap` mm apart.
    """

    leading: float = 1.3
    align: Align = "left"
    tracking: float = 0.0
    outlined: bool = False
    vertical: bool = False
    balance: bool = False
    hyphenate: bool = False
    script_gap: float = 0.0
    stretch: Stretch = field(default_factory=Stretch)
    columns: int = 1
    column_gap: float = 0.0


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
    for span in {piece.span for piece in measured.pieces if piece.end > line.start and piece.start < line.end}:
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
    placed: PlacedItems, measured: Measured, line: Line, begin: float, baseline: float, more: Mapping[int, float]
) -> None:
    """Draw a line whose ink starts at `begin` ems, on its baseline (mm). `more`: extra ems after some characters."""
    if line.start >= line.end:
        return
    layers = _Layers()
    begin -= hang_first(measured, line.start)
    parts = _ordered(_parts_on(measured, line, more), begin)
    _draw_around(placed, measured, parts, baseline, layers)
    for x, part in parts:
        _draw_part(placed, measured, part, x, baseline, layers)
    placed.items.extend((*layers.grounds, *layers.readings, *layers.drawn, *layers.strikes))


@dataclass(frozen=True, slots=True)
class _Layers:
    """The items of a line in painting order."""

    grounds: list[Item] = field(default_factory=list)
    readings: list[Item] = field(default_factory=list)
    drawn: list[Item] = field(default_factory=list)
    strikes: list[Item] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _LinePart:
    """A piece as it is on a line: the advance of each character in ems, and the ems added after the last one.

    `hyphen` is drawn after it, with its face and its advance.
    """

    piece: TextPiece
    advances: Sequence[float]
    added: float = 0.0
    hyphen: tuple[str, Face] | None = None

    @property
    def width(self) -> float:
        return sum_floats(self.advances)


def _parts_on(measured: Measured, line: Line, more: Mapping[int, float]) -> list[_LinePart]:
    """Return the parts of a line in reading order. Neighbouring plain pieces of one span and face are one part."""
    all_advances = line_advances(measured, line.start, line.end)
    parts: list[_LinePart] = []
    for piece in pieces_on(measured, line):
        own = all_advances[piece.start - line.start : piece.end - line.start]
        if more:
            own = [advance + more.get(i, 0.0) for i, advance in enumerate(own, start=piece.start)]
        last = piece.end - 1
        added = more.get(last, 0.0) + measured.gaps.get(last, 0.0)
        before = parts[-1].piece if parts else None
        if before is not None and _is_plain(before) and _is_plain(piece) and _alike(before, piece):
            joined = replace(before, end=piece.end)
            parts[-1] = _LinePart(joined, [*parts[-1].advances, *own], added)
        else:
            parts.append(_LinePart(piece, own, added))
    if line.hyphen:
        parts[-1] = replace(parts[-1], hyphen=hyphen_of(measured, line.end))
    return parts


def _is_plain(piece: TextPiece) -> bool:
    return piece.shaped is not None and not piece.shaped.glyphs


def _alike(before: TextPiece, after: TextPiece) -> bool:
    """Return True if two plain pieces can be one run, which is drawn from left to right."""
    same = (before.span, before.face, before.level) == (after.span, after.face, after.level)
    return same and not before.level % 2


def _ordered(parts: Sequence[_LinePart], x: float) -> list[tuple[float, _LinePart]]:
    """Return the parts of a line in the order in which they are drawn, each with its left end, in ems.

    That is reading order. But programs that extract text read a line of one font from the left, and turn round what is
    written from the right themselves: they expect all of it in that order.
    """
    if not any(part.piece.level for part in parts):
        placed = []
        for part in parts:
            placed.append((x, part))
            x += part.width
        return placed
    lefts = [0.0] * len(parts)
    order = visual_order(bytes(part.piece.level for part in parts))
    for i in order:
        lefts[i] = x
        x += parts[i].width
    one_font = len({(part.piece.face, part.piece.span) for part in parts}) == 1
    return [(lefts[i], parts[i]) for i in (order if one_font else range(len(parts)))]


# ---------------------------------------------------------------- runs


def _draw_around(
    placed: PlacedItems, measured: Measured, parts: Sequence[tuple[float, _LinePart]], baseline: float, layers: _Layers
) -> None:
    """Draw the readings and the grounds of a line: one for each span, which has several parts if its face changes."""
    spans = measured.spans
    with_reading: set[int] = set()
    from_left = sorted(parts, key=itemgetter(0))
    for number, group in groupby(from_left, key=lambda placed_part: placed_part[1].piece.span):
        span = spans[number]
        if not (span.underline or span.strike or ((span.reading or span.ground) and not span.is_square)):
            continue
        drawn = [(x, part) for x, part in group if part.piece.face is not None or span.is_square]
        if not drawn:
            continue
        x, level = drawn[0][0], baseline - span.rise * placed.size
        width = sum_floats(part.width for _, part in drawn) - drawn[-1][1].added
        if span.reading and not span.is_square and number not in with_reading:
            with_reading.add(number)
            layers.readings.extend(_reading(placed, span, x + (width - measured.tracking) / 2, level))
        if span.ground and not span.is_square:
            layers.grounds.append(_ground(placed, span.ground, x, level, width))
        if span.underline or span.strike:
            tall = any(is_wide(measured.text[part.piece.start]) for _, part in drawn)
            tall = tall or (span.is_square and span.lang[:2] in ("zh", "ja", "ko"))
            length, under, through = width - measured.tracking, (-_UNDER, SQUARE_TOP - 1 - _RULE)[tall], _THROUGH
            if span.underline:
                layers.drawn.append(_rule(placed, span, x, level, length, under))
            if span.strike:  # over pictures and colour glyphs, too
                layers.strikes.append(_rule(placed, span, x, level, length, middle_of(span.font) if tall else through))


def _draw_part(
    placed: PlacedItems, measured: Measured, part: _LinePart, x: float, baseline: float, layers: _Layers
) -> None:
    piece = part.piece
    span = measured.spans[piece.span]
    if span.picture is not None:
        # A space separates the names of neighbouring pictures when the text is extracted.
        name = span.picture.name + " " * measured.text.startswith(PICTURE, piece.end)
        layers.drawn.extend(_picture(placed, span, name, x, baseline, measured.advances[piece.start]))
    elif span.upright:
        layers.drawn.append(_upright(placed, span, x, baseline))
    elif piece.face is not None:
        _draw_text(placed, measured, part, x, baseline - span.rise * placed.size, layers)


def _draw_text(
    placed: PlacedItems, measured: Measured, part: _LinePart, x: float, baseline: float, layers: _Layers
) -> None:
    piece = part.piece
    span = measured.spans[piece.span]
    start = x
    assert piece.face is not None
    assert piece.shaped is not None
    if span.reading:
        natural = piece.shaped.advances[0] / piece.face.units * span.scale + measured.tracking
        start += max(0.0, measured.advances[piece.start] - natural) / 2
    text = measured.text[piece.start : piece.end]
    if span.dotted:
        layers.drawn.append(_dots(placed, span, text, x, baseline, part.advances))
    if _is_plain(piece):
        run = _run(placed, span, text, piece.face.name, start, baseline, part.advances)
    else:
        run = _shaped_run(placed, span, text, part, start, baseline)
    if piece.face.has_colours:
        from cardgen.text.colour_glyphs import paint_run

        layers.drawn.extend(paint_run(run, in_column=placed.setting.vertical))
    else:
        layers.drawn.append(run)
    if part.hyphen is not None:
        layers.drawn.append(_hyphen(placed, span, part, x, baseline))


def _run(
    placed: PlacedItems,
    span: Span,
    text: str,
    face: str,
    x: float,
    baseline: float,
    advances: Iterable[float],
    glyphs: Glyphs | None = None,
) -> GlyphRun:
    size = placed.size
    return GlyphRun(
        text,
        face,
        size * span.scale,
        x * size,
        baseline,
        tuple([advance * size for advance in advances]),
        span.colour,
        span.lang,
        placed.setting.outlined,
        slant=span.slant,
        link=span.link,
        glyphs=glyphs,
    )


def _shaped_run(placed: PlacedItems, span: Span, text: str, part: _LinePart, x: float, baseline: float) -> GlyphRun:
    """Return a run of shaped glyphs. What is added to a cluster is after it in reading order."""
    piece = part.piece
    face, shaped = piece.face, piece.shaped
    assert face is not None
    assert shaped is not None
    units = face.units / span.scale
    extra = dict.fromkeys(shaped.starts, 0.0)
    cluster = 0
    for i, (advance, natural) in enumerate(zip(part.advances, shaped.advances, strict=True)):
        cluster = i if i in extra else cluster
        extra[cluster] += advance - natural / units
    glyphs = shaped.glyphs
    advances = [glyph.advance / units for glyph in glyphs]
    for i, glyph in enumerate(glyphs):
        if piece.level % 2 and (i == 0 or glyphs[i - 1].cluster != glyph.cluster):
            if i:
                advances[i - 1] += extra[glyph.cluster]
            else:
                x += extra[glyph.cluster]
        elif not piece.level % 2 and (i + 1 == len(glyphs) or glyphs[i + 1].cluster != glyph.cluster):
            advances[i] += extra[glyph.cluster]
    offsets = tuple((glyph.x / face.units, glyph.y / face.units) for glyph in glyphs)
    moved = offsets if any(map(any, offsets)) else ()
    drawn = Glyphs(tuple(glyph.number for glyph in glyphs), tuple(glyph.cluster for glyph in glyphs), moved)
    return _run(placed, span, text, face.name, x, baseline, advances, drawn)


def _hyphen(placed: PlacedItems, span: Span, part: _LinePart, x: float, baseline: float) -> GlyphRun:
    """Return the hyphen after a divided word. It is copied as a soft hyphen."""
    assert part.hyphen is not None
    character, face = part.hyphen
    width = face.nominal_width(character) / face.units * span.scale
    end = x - width if part.piece.level % 2 else x + part.width
    glyphs = Glyphs((face.glyph(character) or 0,), (0,))
    return _run(placed, span, SOFT_HYPHEN, face.name, end, baseline, (width,), glyphs)


def _reading(placed: PlacedItems, span: Span, middle: float, baseline: float) -> Iterator[GlyphRun]:
    """Yield the small text above characters whose centre is at `middle` ems."""
    measured = measure_reading(span)
    above = baseline - (SQUARE_TOP + _READING_GAP + (1 - SQUARE_TOP) * READING) * span.scale * placed.size
    small = replace(span, scale=span.scale * READING, slant=0.0)
    yield from _text_line(placed, measured, small, middle - measured.length / 2, above)


def _text_line(placed: PlacedItems, measured: Measured, style: Span, x: float, baseline: float) -> Iterator[GlyphRun]:
    """Yield the runs of a text in one line, without its pictures, in the style of a span."""
    line = Line(0, len(measured.text), 0.0, last=True)
    for left, part in _ordered(_parts_on(measured, line, {}), x):
        piece = part.piece
        if piece.face is None:
            continue
        text = measured.text[piece.start : piece.end]
        if _is_plain(piece):
            yield _run(placed, style, text, piece.face.name, left, baseline, part.advances)
        else:
            yield _shaped_run(placed, style, text, part, left, baseline)


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


def _ground(placed: PlacedItems, colour: str, x: float, baseline: float, width: float) -> Path:
    """Return the ground behind a text that begins at `x` and is `width` ems wide."""
    size = placed.size
    side = _GROUND_SIDE * size
    return Path(
        rectangle(x * size - side, baseline - 0.92 * size, width * size + 2 * side, 1.16 * size, 0.2 * size),
        fill=colour,
    )


def _rule(placed: PlacedItems, span: Span, x: float, baseline: float, width: float, height: float) -> Group:
    """Return a line whose middle is `height` ems above the baseline, along a text `width` ems wide."""
    size = placed.size * span.scale
    top = baseline - (height + _RULE / 2) * size
    line = Path(rectangle(x * placed.size, top, width * placed.size, _RULE * size), fill=span.colour)
    return Group((line,), of_text=True)


# ---------------------------------------------------------------- squares


def _upright(placed: PlacedItems, span: Span, x: float, baseline: float) -> Group:
    """Return figures side by side on a square of a column that starts at `x` ems."""
    measured = measure([replace(span, upright=False, scale=1.0)])
    natural = measured.length
    factor = min(span.scale, 0.96 * span.scale / natural)
    middle = middle_of(span.font)
    small = replace(span, upright=False, scale=factor, slant=0.0)
    below = middle * factor * placed.size
    visible = tuple(_text_line(placed, measure([small]), small, -natural * factor / 2, below))
    run = visible[0]
    extracted = _run_down(placed, span, span.text, run.face, -span.scale / 2, span.scale)
    return _turned_back(placed, span, tuple(separate_text(visible, extracted)), x + span.scale / 2, baseline)


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
        matrix = then(then(scaled(size), turn(-90)), translate(*corner))
    else:
        matrix = then(scaled(size), translate(begin, baseline - (picture.height - picture.drop) * size))
    yield Group(picture.items, matrix)
    if placed.setting.outlined or not name.strip():
        return
    style = Span(name, span.font, span.colour, span.lang, link=span.link)
    measured = measure([style])
    if vertical:
        yield from _name_down(placed, span, measured, x, baseline, advance)
        return
    natural = measured.length
    factor = min(span.scale, advance / natural) if natural else span.scale  # no wider than the picture
    runs = list(_text_line(placed, measure([replace(style, scale=factor)]), replace(style, scale=factor), x, baseline))
    spare = (advance - natural * factor) * placed.size
    for number, run in enumerate(runs, start=1):
        advances = run.advances
        if number == len(runs):  # up to the next character
            advances = (*advances[:-1], advances[-1] + spare)
        yield replace(run, advances=advances, invisible=True)


def _name_down(
    placed: PlacedItems, span: Span, measured: Measured, x: float, baseline: float, advance: float
) -> Iterator[Item]:
    """Yield the name of a picture in a column, letter below letter."""
    named = [piece for piece in measured.pieces if piece.face is not None]
    step = advance / max(1, sum(piece.end - piece.start for piece in named))
    for piece in named:
        assert piece.face is not None
        text = measured.text[piece.start : piece.end]
        run = _run_down(placed, span, text, piece.face.name, 0.0, step * len(text))
        yield _turned_back(placed, span, (replace(run, invisible=True),), x, baseline)
        x += step * len(text)
