"""Blocks of text: paragraphs with spacing and indents, and lists, in lines or in columns, fitted into an area.

Everything is set in lines, one below the other, which `turn_into_columns` turns for vertical text. Lengths are in ems
of the text size until the lines are placed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cardgen.scene.items import GlyphRun, Group, Item, then, translate
from cardgen.text.fonts import middle_of
from cardgen.text.lines import PlacedItems, Setting, draw_line, length_of, reach_of
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
from cardgen.text.vertical import turn_into_columns
from cardgen.units import sum_floats

# Between a bullet and its text.
_BULLET_GAP = 0.4


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph with `before` ems of space above it.

    Its first line is indented by `indent` ems; if that is negative, the other lines are indented instead. A list item
    has a `bullet`; all items of one `level` are indented by the widest bullet.
    """

    spans: tuple[Span, ...]
    bullet: tuple[Span, ...] = ()
    level: int = 0
    indent: float = 0.0
    before: float = 0.0


@dataclass(frozen=True, slots=True)
class Flow:
    """Blocks that are set: items with (0, 0) at the top left, in mm. `fits` is False if they overflow their area."""

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
    """A measured block. Its lines are indented by `left` ems; its bullet ends `gap` ems before them."""

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
    """Set the blocks at `size` mm, or smaller in steps of 0.1 mm down to `floor` mm, to fit the area.

    With `cut`, text that does not fit at the floor is cut off and ends with "…".
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
    least, most = 0, sum(len(block.text.characters) for block in measured)
    while least < most:  # binary search for the most characters that fit together with the ellipsis
        count = (least + most + 1) // 2
        if _set(_cut(measured, count), size, room, setting).fits:
            least = count
        else:
            most = count - 1
    return replace(_set(_cut(measured, least), size, room, setting), cut=True, missing=flow.missing)


# ---------------------------------------------------------------- measuring


def _measure(blocks: Sequence[Block], setting: Setting) -> list[_Measured]:
    bullets = [measure(block.bullet, vertical=setting.vertical) for block in blocks]
    gaps = [0.0 if _ends_blank(bullet) else _BULLET_GAP for bullet in bullets]
    lists: dict[int, dict[int, float]] = {}  # for each list: the indent of each level
    of_list = 0
    for block, bullet, gap in zip(blocks, bullets, gaps, strict=True):
        of_list += not block.bullet
        hangs = lists.setdefault(of_list, {})
        hangs[block.level] = max(hangs.get(block.level, 0.0), length_of(bullet) + gap if block.bullet else 0.0)
    result = []
    of_list = 0
    for block, bullet, gap in zip(blocks, bullets, gaps, strict=True):
        of_list += not block.bullet
        left = (
            sum_floats(h for level, h in lists[of_list].items() if level <= block.level)
            if block.bullet
            else max(0.0, -block.indent)
        )
        text = measure(block.spans, setting.tracking, setting.vertical)
        result.append(_Measured(block, text, bullet, left, gap))
    return result


def _ends_blank(bullet: Measured) -> bool:
    """Return True if a bullet ends with a mark that has its own space, as in 1、"""
    return bool(bullet.characters) and bullet.characters[-1].text in "、．"


def _missing(measured: Sequence[_Measured]) -> tuple[str, ...]:
    readings = [measure_reading(span) for block in measured for span in block.text.spans if span.reading]
    texts = [text for block in measured for text in (block.text, block.bullet)] + readings
    return tuple(sorted({character for text in texts for character in text.missing}))


def _cut(measured: Sequence[_Measured], count: int) -> list[_Measured]:
    """Return the first `count` characters or a few less, followed by "…", without cutting words or a mark before it."""
    result: list[_Measured] = []
    for block in measured:
        characters = block.text.characters
        if count >= len(characters):
            count -= len(characters)
            result.append(block)
            continue
        end = count
        if end and _is_letter(characters[end - 1].text) and _is_letter(characters[end].text):
            while end and _is_letter(characters[end - 1].text):
                end -= 1
        while end and (characters[end].tied or characters[end - 1].text in (*NOT_FIRST, *NOT_LAST, " ")):
            end -= 1
        while result and not end and not result[-1].text.characters:
            result.pop()
        if not end and result:  # nothing of this block is left: the ellipsis follows the previous one
            return [*result[:-1], _with_ellipsis(result[-1], len(result[-1].text.characters))]
        return [*result, _with_ellipsis(block, end)]
    return result


def _is_letter(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _with_ellipsis(block: _Measured, end: int) -> _Measured:
    text = block.text
    while end and text.characters[end - 1].text in (*NOT_FIRST, *NOT_LAST, " "):
        end -= 1
    last_span = text.spans[text.characters[max(0, end - 1)].span] if text.characters else text.spans[0]
    span = replace(last_span, text="…", dotted=False, reading="", picture=None, upright=False)
    ellipsis = [replace(c, span=len(text.spans), tied=True) for c in measure([span], text.tracking).characters]
    characters = (*text.characters[:end], *ellipsis)
    return replace(block, text=replace(text, spans=(*text.spans, span), characters=characters))


# ---------------------------------------------------------------- setting


def _set(measured: Sequence[_Measured], size: float, room: tuple[float, float], setting: Setting) -> Flow:
    """Set the blocks at `size` mm; `room` is the area in mm (along the lines, across them)."""
    placed = PlacedItems(size, setting)
    length, across = room[0] / size, 0.0
    longest, count = 0.0, 0
    into_lines = balance_lines if setting.balance else break_lines
    for number, block in enumerate(measured):
        if number:
            across += block.block.before
        middle = middle_of(block.block.spans[0].font) if block.block.spans else 0.0
        lines = into_lines(block.text, length - block.left, block.block.indent) or [Line(0, 0, 0.0, last=True)]
        for line in lines:
            first = line is lines[0]
            above, below = reach_of(block.text, line, setting, middle)
            begin = block.left + (block.block.indent if first else 0.0)
            slack = length - begin - line.width
            align = "left" if block.block.bullet else setting.align
            more = stretch(block.text, line, slack) if setting.align == "justify" else {}
            begin += {"centre": slack / 2, "right": slack}.get(align, 0.0)
            longest = max(longest, begin + line.width if align in ("left", "justify") else line.width)
            baseline = (across + above) * size
            if first and block.block.bullet:
                bullet_begin = block.left - block.gap - length_of(block.bullet)
                bullet_line = Line(0, len(block.bullet.characters), 0.0, last=True)
                draw_line(placed, block.bullet, bullet_line, bullet_begin, baseline, {})
            draw_line(placed, block.text, line, begin, baseline, more)
            across += above + below
            count += 1
    items = tuple(placed.items)
    fits = longest * size <= room[0] + 1e-6 and across * size <= room[1] + 1e-6
    shape = (longest * size, across * size)
    if setting.vertical:
        items, shape = turn_into_columns(items, across * size), (shape[1], shape[0])
    return Flow(items, *shape, size, count, fits, missing=_missing(measured))


def place_flow(flow: Flow, x: float, y: float) -> tuple[Item, ...]:
    """Return the flow's items with its top left at (x, y)."""
    return tuple(_moved(item, x, y) for item in flow.items)


def _moved(item: Item, x: float, y: float) -> Item:
    if isinstance(item, GlyphRun):
        return replace(item, x=item.x + x, baseline=item.baseline + y)
    if isinstance(item, Group):
        return replace(item, matrix=then(item.matrix, translate(x, y)))
    return Group((item,), translate(x, y))
