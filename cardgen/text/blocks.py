"""Blocks of text: paragraphs with spacing and indents, and lists, in lines or in columns, fitted into an area.

Everything is set in lines, one below the other, which `turn_into_columns` turns for vertical text. Lengths are in ems
of the text size until the lines are placed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from cardgen.base.records import dataclass, replace
from cardgen.base.units import sum_floats
from cardgen.scene.items import GlyphRun, Group, Item, then, translate
from cardgen.text.breaking import Line, balance_lines, break_lines, stretch
from cardgen.text.fonts import middle_of
from cardgen.text.hyphenation import with_soft_hyphens
from cardgen.text.line_breaking import MAY_BREAK, MUST_BREAK, NO_BREAK
from cardgen.text.lines import PlacedItems, Setting, draw_line, reach_of
from cardgen.text.measuring import NOT_FIRST, NOT_LAST, Measured, is_right_to_left, measure, measure_reading
from cardgen.text.plain import PlainStyle, PlainText, Room
from cardgen.text.spans import Span
from cardgen.text.vertical import turn_into_columns

# Between a bullet and its text.
_BULLET_GAP = 0.4


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph with `before` ems of space above it.

    Its first line is indented by `indent` ems; if that is negative, the other lines are indented instead. A list item
    has a `bullet`; all items of one `level` are indented by the widest bullet. One that is `kept` is a heading: it is
    in the same box as the beginning of the next.
    """

    spans: tuple[Span, ...]
    bullet: tuple[Span, ...] = ()
    level: int = 0
    indent: float = 0.0
    before: float = 0.0
    kept: bool = False


class Stop(NamedTuple):
    """A place in a text: the number of a block, and the character that a line begins with."""

    block: int = 0
    character: int = 0


#: The beginning of a text.
START = Stop()


@dataclass(frozen=True, slots=True)
class Flow:
    """Blocks that are set: items with (0, 0) at the top left, in mm. `fits` is False if they overflow their area.

    Of text that pours into another room, `begins` are the places where its lines begin here, and `stop` the place where
    it goes on there; None if all of it is set.
    """

    items: tuple[Item, ...]
    width: float
    height: float
    size: float
    lines: int
    fits: bool = True
    cut: bool = False
    missing: tuple[str, ...] = ()
    stop: Stop | None = None
    begins: tuple[Stop, ...] = ()

    @property
    def runs(self) -> tuple[GlyphRun, ...]:
        """The runs among the items."""
        return tuple(item for item in self.items if isinstance(item, GlyphRun))


@dataclass(frozen=True, slots=True)
class MeasuredBlock:
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
    if not any(span.text for block in blocks for span in (*block.bullet, *block.spans)):
        return Flow((), 0.0, 0.0, size, 0)
    plain = _fit_plain(blocks, size, width, height, floor, setting)
    if plain is not None and (plain.fits or not cut):
        return plain
    measured = measure_blocks(blocks, setting)
    room = (height, width) if setting.vertical else (width, height)
    while True:
        flow = set_blocks(measured, size, room, setting)
        if flow.fits or size <= floor:
            break
        size = max(floor, round(size - 0.1, 4))
    if flow.fits or not cut:
        return flow
    least, most = 0, sum(len(block.text.text) for block in measured)
    while least < most:  # binary search for the most characters that fit together with the ellipsis
        count = (least + most + 1) // 2
        if set_blocks(cut_blocks(measured, count), size, room, setting).fits:
            least = count
        else:
            most = count - 1
    return replace(set_blocks(cut_blocks(measured, least), size, room, setting), cut=True, missing=flow.missing)


# ---------------------------------------------------------------- plain text


def _fit_plain(
    blocks: Sequence[Block], size: float, width: float, height: float, floor: float, setting: Setting
) -> Flow | None:
    """Set a single paragraph of plain words as `fit_blocks` does; None for any other text."""
    span = _only_span(blocks, setting)
    if span is None:
        return None
    style = PlainStyle(
        span.font, span.lang, span.colour, share_before(setting), setting.outlined, span.slant, span.link
    )
    plain = PlainText(style, Room(size, floor, width, height, setting.leading))
    fitted = plain.fit(span.text)
    if fitted is None:
        return None
    longest, across = fitted.width * fitted.size, plain.height(fitted)
    return Flow(tuple(plain.runs(fitted)), longest, across, fitted.size, len(fitted.lines), fitted.fits)


def share_before(setting: Setting) -> float:
    """Return the part of a line's free space that is on the left of text from left to right."""
    return {"centre": 0.5, "right": 1.0, "end": 1.0}.get(setting.align, 0.0)


def _only_span(blocks: Sequence[Block], setting: Setting) -> Span | None:
    """Return the span of a text that has no other, and that is only text in lines from left to right."""
    if len(blocks) != 1 or len(blocks[0].spans) != 1 or blocks[0].bullet or blocks[0].indent:
        return None
    span = blocks[0].spans[0]
    only_text = Span(span.text, span.font, span.colour, span.lang, link=span.link, slant=span.slant)
    return span if is_plain(setting, span.lang) and span == only_text else None


def is_plain(setting: Setting, lang: str) -> bool:
    """Return True if a setting needs no more than words side by side, in lines from left to right."""
    if (
        setting.columns > 1
        or setting.align == "justify"
        or setting.tracking
        or setting.vertical
        or setting.balance
        or setting.hyphenate
    ):
        return False
    return not is_right_to_left(lang)


# ---------------------------------------------------------------- measuring


def measure_blocks(blocks: Sequence[Block], setting: Setting) -> list[MeasuredBlock]:
    """Measure blocks. All entries of a list are indented by the widest bullet."""
    bullets = [measure(block.bullet, vertical=setting.vertical) for block in blocks]
    texts = [_measure_text(block.spans, setting) for block in blocks]
    gaps = [0.0 if _ends_blank(bullet) else _BULLET_GAP for bullet in bullets]
    lists: dict[int, dict[int, float]] = {}  # for each list: the indent of each level
    of_list = 0
    for block, bullet, gap in zip(blocks, bullets, gaps, strict=True):
        of_list += not block.bullet
        hangs = lists.setdefault(of_list, {})
        hangs[block.level] = max(hangs.get(block.level, 0.0), bullet.length + gap if block.bullet else 0.0)
    result = []
    of_list = 0
    for block, text, bullet, gap in zip(blocks, texts, bullets, gaps, strict=True):
        of_list += not block.bullet
        left = (
            sum_floats(h for level, h in lists[of_list].items() if level <= block.level)
            if block.bullet
            else max(0.0, -block.indent)
        )
        result.append(MeasuredBlock(block, text, bullet, left, gap))
    return result


def _measure_text(spans: Sequence[Span], setting: Setting) -> Measured:
    if setting.hyphenate:
        spans = [replace(span, text=with_soft_hyphens(span.text, span.lang)) for span in spans]
    return measure(spans, setting.tracking, setting.vertical, setting.script_gap)


def _ends_blank(bullet: Measured) -> bool:
    """Return True if a bullet ends with a mark that has its own space, as in 1、"""
    return bullet.text.endswith(("、", "．"))


def _missing(measured: Sequence[MeasuredBlock]) -> tuple[str, ...]:
    readings = [measure_reading(span) for block in measured for span in block.text.spans if span.reading]
    texts = [text for block in measured for text in (block.text, block.bullet)] + readings
    return tuple(sorted({character for text in texts for character in text.missing}))


def cut_blocks(measured: Sequence[MeasuredBlock], count: int) -> list[MeasuredBlock]:
    """Return the first `count` characters or a few less, followed by "…", without cutting words or a mark before it."""
    result: list[MeasuredBlock] = []
    for block in measured:
        text, breaks = block.text.text, block.text.breaks
        if count >= len(text):
            count -= len(text)
            result.append(block)
            continue
        end = count
        while end and not _may_cut(text, breaks, end):
            end -= 1
        while end and text[end - 1] in (*NOT_FIRST, *NOT_LAST, " "):
            end -= 1
        while result and not end and not result[-1].text.text:
            result.pop()
        if not end and result:  # nothing of this block is left: the ellipsis follows the previous one
            return [*result[:-1], _with_ellipsis(result[-1], len(result[-1].text.text))]
        return [*result, _with_ellipsis(block, end)]
    return result


def _may_cut(text: str, breaks: Sequence[int], end: int) -> bool:
    """Return True if the text may be cut before a character: where a line may end, and before a space or a mark."""
    return breaks[end] in (MAY_BREAK, MUST_BREAK) or text[end] == " " or text[end] in NOT_FIRST


def _with_ellipsis(block: MeasuredBlock, end: int) -> MeasuredBlock:
    """Return the first `end` characters of a block, without marks at their end, and an ellipsis."""
    text = block.text
    while end and text.text[end - 1] in (*NOT_FIRST, *NOT_LAST, " "):
        end -= 1
    spans: list[Span] = []
    for number, pieces in groupby(text.pieces, key=lambda piece: piece.span):
        first, *others = pieces
        stop = min(end, (others or [first])[-1].end)
        if stop > first.start:
            span = text.spans[number]
            spans.append(span if span.is_square else replace(span, text=text.text[first.start : stop]))
    last = spans[-1] if spans else text.spans[0]
    spans.append(replace(last, text="…", dotted=False, reading="", picture=None, upright=False))
    cut = measure(spans, text.tracking)
    breaks = bytearray(cut.breaks)
    breaks[-1] = NO_BREAK
    return replace(block, text=replace(cut, breaks=breaks))


# ---------------------------------------------------------------- setting


def set_blocks(
    measured: Sequence[MeasuredBlock],
    size: float,
    room: tuple[float, float],
    setting: Setting,
    begin: Stop = START,
    end: Stop | None = None,
    *,
    pours: bool = False,
) -> Flow:
    """Set the blocks at `size` mm; `room` is the area in mm (along the lines, across them).

    They are set from `begin` on and up to `end`. If the text `pours` on into another room, only lines that fit are set.
    """
    placed = PlacedItems(size, setting)
    step = (room[0] + setting.column_gap) / setting.columns  # from one column to the next
    length = (step - setting.column_gap) / size
    # The distance from the top is `plain` lines and `other` ems: sums of floats would differ in their last digits.
    plain, other = 0, 0.0
    longest = 0.0
    column, highest = 0, 0.0
    count, begins = 0, list[Stop]()
    stop: Stop | None = None
    for number, block, position, line in _lines_between(measured, length, setting, begin, end):
        if position == 0 and number > begin.block:
            other += block.block.before
        middle = middle_of(block.block.spans[0].font) if block.block.spans else 0.0
        even = (setting.leading / 2 + middle, setting.leading / 2 - middle)
        above, below = reach_of(block.text, line, setting, middle)
        tall = plain * setting.leading + other
        if column + 1 < setting.columns and tall and (tall + above + below) * size > room[1] + 1e-6:
            column, highest, plain, other, tall = column + 1, max(highest, tall), 0, 0.0, 0.0
        if pours and (tall + above + below) * size > room[1] + 1e-6:
            stop = Stop(number, line.start)
            break
        begun = len(placed.items)
        if (above, below) == even:
            baseline = (plain + 0.5) * setting.leading + middle + other
            plain += 1
        else:
            baseline = plain * setting.leading + other + above
            other += above + below
        reached = _draw(placed, block, line, length, baseline * size, first=not position and not line.start)
        if column:
            placed.items[begun:] = [_moved(item, column * step, 0.0) for item in placed.items[begun:]]
        longest = max(longest, reached)
        count += 1
        if pours:
            begins.append(Stop(number, line.start))
    across = max(highest, plain * setting.leading + other)
    items = tuple(placed.items)
    fits = longest <= length + 1e-6 / size and across * size <= room[1] + 1e-6
    # The room may be without end.
    shape = ((column * step if column else 0.0) + longest * size, across * size)
    if setting.vertical:
        items, shape = turn_into_columns(items, across * size), (shape[1], shape[0])
    return Flow(items, *shape, size, count, fits, False, _missing(measured), stop, tuple(begins))


def _lines_between(
    measured: Sequence[MeasuredBlock], length: float, setting: Setting, begin: Stop, end: Stop | None
) -> Iterator[tuple[int, MeasuredBlock, int, Line]]:
    """Yield the lines of blocks from one place up to another: the number of the block, the block, and each line in it.

    A block without text has one empty line.
    """
    for number in range(begin.block, len(measured)):
        block = measured[number]
        start = begin.character if number == begin.block else 0
        for position, line in enumerate(lines_of(block, length, setting, start)):
            if end is not None and Stop(number, line.start) >= end:
                return
            yield number, block, position, line


def lines_of(block: MeasuredBlock, length: float, setting: Setting, start: int = 0) -> list[Line]:
    """Return the lines of a block from a character on, in an area `length` ems long."""
    into_lines = balance_lines if setting.balance else break_lines
    lines = into_lines(block.text, length - block.left, block.block.indent, start)
    return lines or [Line(0, 0, 0.0, last=True)]


def _draw(
    placed: PlacedItems, block: MeasuredBlock, line: Line, length: float, baseline: float, *, first: bool
) -> float:
    """Draw a line of a block on its baseline (mm). Return how far it reaches from the begin of its area, in ems."""
    text, setting = block.text, placed.setting
    backwards = text.level % 2 == 1
    align = "start" if block.block.bullet else setting.align
    begin = block.left + (block.block.indent if first else 0.0)
    slack = length - begin - line.width
    more = stretch(text, line, slack, setting.stretch) if align == "justify" else {}
    if first and block.block.bullet:
        _draw_bullet(placed, block, length, baseline, backwards)
    if align in ("start", "justify"):
        align = "right" if backwards else "left"
    elif align == "end":
        align = "left" if backwards else "right"
    shift = 0.0 if more else {"centre": slack / 2, "right": slack}.get(align, 0.0)
    draw_line(placed, text, line, shift if backwards else begin + shift, baseline, more)
    return begin + line.width if align == ("right" if backwards else "left") else line.width


def _draw_bullet(placed: PlacedItems, block: MeasuredBlock, length: float, baseline: float, backwards: bool) -> None:
    """Draw the bullet so that it ends a gap before the text, or begins a gap after text from right to left."""
    bullet = block.bullet
    line = Line(0, len(bullet.text), bullet.length, last=True)
    begin = block.left - block.gap - bullet.length
    draw_line(placed, bullet, line, length - begin - bullet.length if backwards else begin, baseline, {})


def place_flow(flow: Flow, x: float, y: float) -> tuple[Item, ...]:
    """Return the flow's items with its top left at (x, y)."""
    return tuple(_moved(item, x, y) for item in flow.items)


def _moved(item: Item, x: float, y: float) -> Item:
    if isinstance(item, GlyphRun):
        return item.moved(x, y)
    if isinstance(item, Group):
        return replace(item, matrix=then(item.matrix, translate(x, y)))
    return Group((item,), translate(x, y))
