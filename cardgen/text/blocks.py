"""Text in blocks: paragraphs with their air and indents, and lists, in lines or in columns, fitted into their room.

All is set in a frame of lines, one below the other; `stand_up` turns the frame where lines are columns. Measures are
ems of the text's size until they are placed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cardgen.scene.items import GlyphRun, Group, Item, then, translate
from cardgen.text.fonts import middle_of
from cardgen.text.lines import Setting, Sheet, draw_line, length_of, reach_of
from cardgen.text.paragraphs import (
    NOT_FIRST,
    NOT_LAST,
    Line,
    Measured,
    Span,
    balance_lines,
    break_lines,
    measure,
    measure_reading,
    stretch,
)
from cardgen.text.vertical import stand_up

# Between a bullet and its text.
_BULLET_GAP = 0.4


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph: its first line begins `indent` ems further in than the others, or they further than it where that
    is below 0; `before` ems of air stand above it.

    One of a list has a `bullet`; all blocks of one `level` begin where the widest bullet leaves room.
    """

    spans: tuple[Span, ...]
    bullet: tuple[Span, ...] = ()
    level: int = 0
    indent: float = 0.0
    before: float = 0.0


@dataclass(frozen=True, slots=True)
class Flow:
    """Set blocks: items from (0, 0) at their top left, mm. `fits` is False when they are larger than their room."""

    items: tuple[Item, ...]
    width: float
    height: float
    size: float
    lines: int
    fits: bool = True
    cut: bool = False
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Measured:
    """A block measured; its lines begin `left` ems in, its bullet ends `gap` ems before that."""

    block: Block
    text: Measured
    bullet: Measured
    left: float
    gap: float


def fit_blocks(
    blocks: Sequence[Block],
    size: float,
    width: float,
    height: float,
    *,
    floor: float,
    setting: Setting,
    cut: bool = False,
) -> Flow:
    """The blocks set at `size` mm, or smaller by steps of 0.1 mm, no further than `floor` mm, to fit their room.

    What does not fit at the floor is `cut` at the end of what does, with … in its place, where that is asked for.
    """
    measured = _measure(blocks, setting)
    room = (height, width) if setting.vertical else (width, height)
    while True:
        flow = _set(measured, size, room, setting)
        if flow.fits or size <= floor:
            break
        size = max(floor, round(size - 0.1, 4))
    if flow.fits or not cut:
        return flow
    least, most = 0, sum(len(each.text.characters) for each in measured)
    while least < most:  # the most characters that fit, with the dots after them
        tried = (least + most + 1) // 2
        if _set(_cut(measured, tried), size, room, setting).fits:
            least = tried
        else:
            most = tried - 1
    return replace(_set(_cut(measured, least), size, room, setting), cut=True, missing=flow.missing)


# ---------------------------------------------------------------- measuring


def _measure(blocks: Sequence[Block], setting: Setting) -> list[_Measured]:
    bullets = [measure(block.bullet, vertical=setting.vertical) for block in blocks]
    gaps = [0.0 if _ends_blank(bullet) else _BULLET_GAP for bullet in bullets]
    lists: dict[int, dict[int, float]] = {}  # how far the texts of each list hang in, by level
    of_list = 0
    for block, bullet, gap in zip(blocks, bullets, gaps, strict=True):
        of_list += not block.bullet
        hangs = lists.setdefault(of_list, {})
        hangs[block.level] = max(hangs.get(block.level, 0.0), length_of(bullet) + gap if block.bullet else 0.0)
    found = []
    of_list = 0
    for block, bullet, gap in zip(blocks, bullets, gaps, strict=True):
        of_list += not block.bullet
        left = (
            sum(h for level, h in lists[of_list].items() if level <= block.level)
            if block.bullet
            else max(0.0, -block.indent)
        )
        text = measure(block.spans, setting.tracking, setting.vertical)
        found.append(_Measured(block, text, bullet, left, gap))
    return found


def _ends_blank(bullet: Measured) -> bool:
    """Whether a bullet brings its own air: 1、"""
    return bool(bullet.characters) and bullet.characters[-1].text in "、．"


def _missing(measured: Sequence[_Measured]) -> tuple[str, ...]:
    readings = [measure_reading(span) for each in measured for span in each.text.spans if span.reading]
    every = [part for each in measured for part in (each.text, each.bullet)] + readings
    return tuple(sorted({character for part in every for character in part.missing}))


def _cut(measured: Sequence[_Measured], kept: int) -> list[_Measured]:
    """The first `kept` characters or a few less, with … after them: no word is torn, no mark stands before the dots."""
    found: list[_Measured] = []
    for each in measured:
        characters = each.text.characters
        if kept >= len(characters):
            kept -= len(characters)
            found.append(each)
            continue
        end = kept
        if end and _is_letter(characters[end - 1].text) and _is_letter(characters[end].text):
            while end and _is_letter(characters[end - 1].text):
                end -= 1
        while end and (characters[end].tied or characters[end - 1].text in (*NOT_FIRST, *NOT_LAST, " ")):
            end -= 1
        while found and not end and not found[-1].text.characters:
            found.pop()
        if not end and found:  # rather after the block before it
            return [*found[:-1], _dotted(found[-1], len(found[-1].text.characters))]
        return [*found, _dotted(each, end)]
    return found


def _is_letter(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _dotted(each: _Measured, end: int) -> _Measured:
    text = each.text
    while end and text.characters[end - 1].text in (*NOT_FIRST, *NOT_LAST, " "):
        end -= 1
    like = text.spans[text.characters[max(0, end - 1)].span] if text.characters else text.spans[0]
    span = replace(like, text="…", dotted=False, reading="", picture=None, upright=False)
    dots = [replace(c, span=len(text.spans), tied=True) for c in measure([span], text.tracking).characters]
    return replace(each, text=replace(text, spans=(*text.spans, span), characters=(*text.characters[:end], *dots)))


# ---------------------------------------------------------------- setting


def _set(measured: Sequence[_Measured], size: float, room: tuple[float, float], setting: Setting) -> Flow:
    """The blocks at `size` mm in lines as long as `room` (mm: along the lines, across them)."""
    sheet = Sheet(size, setting)
    length, across = room[0] / size, 0.0
    longest, count = 0.0, 0
    into_lines = balance_lines if setting.balance else break_lines
    for number, each in enumerate(measured):
        if number:
            across += each.block.before
        middle = middle_of(each.block.spans[0].font) if each.block.spans else 0.0
        lines = into_lines(each.text, length - each.left, each.block.indent) or [Line(0, 0, 0.0, last=True)]
        for line in lines:
            first = line is lines[0]
            above, below = reach_of(each.text, line, setting, middle)
            begin = each.left + (each.block.indent if first else 0.0)
            slack = length - begin - line.width
            align = "left" if each.block.bullet else setting.align
            more = stretch(each.text, line, slack) if setting.align == "justify" else {}
            begin += {"centre": slack / 2, "right": slack}.get(align, 0.0)
            longest = max(longest, begin + line.width if align in ("left", "justify") else line.width)
            baseline = (across + above) * size
            if first and each.block.bullet:
                at = each.left - each.gap - length_of(each.bullet)
                whole = Line(0, len(each.bullet.characters), 0.0, last=True)
                draw_line(sheet, each.bullet, whole, at, baseline, {})
            draw_line(sheet, each.text, line, begin, baseline, more)
            across += above + below
            count += 1
    items = tuple(sheet.items)
    fits = longest * size <= room[0] + 1e-6 and across * size <= room[1] + 1e-6
    shape = (longest * size, across * size)
    if setting.vertical:
        items, shape = stand_up(items, across * size), (shape[1], shape[0])
    return Flow(items, *shape, size, count, fits, missing=_missing(measured))


def place_flow(flow: Flow, x: float, y: float) -> tuple[Item, ...]:
    """The flow's items with its top left at (x, y)."""
    return tuple(_moved(item, x, y) for item in flow.items)


def _moved(item: Item, x: float, y: float) -> Item:
    if isinstance(item, GlyphRun):
        return replace(item, x=item.x + x, baseline=item.baseline + y)
    if isinstance(item, Group):
        return replace(item, matrix=then(item.matrix, translate(x, y)))
    return Group((item,), translate(x, y))
