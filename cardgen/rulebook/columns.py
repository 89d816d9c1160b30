"""Entries of a rulebook in columns: filled page by page, and equally high on the last page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import inf
from typing import TypeAlias

from cardgen.base.errors import Place
from cardgen.base.records import dataclass, replace
from cardgen.base.units import sum_floats
from cardgen.rulebook.book import Entries, Entry
from cardgen.rulebook.lines import SetText, natural_width
from cardgen.rulebook.strips import BookContext, Strip, anchors_in, strips_height
from cardgen.scene.items import Command, Group, Item, Path, polyline, rectangle, translate
from cardgen.scene.tags import Tag

#: Between columns, between entries, between lines of an index, and between a label and its title, mm.
_GUTTER, _BETWEEN, _BETWEEN_LINES, _LABEL_GAP = 8.0, 2.2, 0.6, 1.8
#: The height of the columns that a page must have room for, mm.
_LEAST_HEIGHT = 22.0
_LEADING = 1.42
#: An entry of at most so many lines below its title is not divided.
_WHOLE_LINES = 12


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of a list: their number, the width of one, the colour of the lines between them, and their place."""

    count: int
    width: float
    rule: str
    place: Place


_Part: TypeAlias = tuple[Strip, ...]
"""Strips that stay together."""


def layout_entries(block: Entries, width: float, context: BookContext, parent: Tag | None) -> Iterator[Strip]:
    """Yield a strip that is split into columns where it is placed; none without entries."""
    column = (width - (block.columns - 1) * _GUTTER) / block.columns
    label = max((_label_width(entry, context) for entry in block.entries), default=0.0)
    strips = [strip for entry in block.entries for strip in _entry(entry, column, label, context, block.place, parent)]
    if strips:
        columns = _Columns(block.columns, column, context.palette.rule, block.place)
        yield _strip_of(_parts(strips), columns, context.style.gap + 1.0)


def whole(strip: Strip) -> Strip:
    """Return a strip in one piece, for a note or a list: one with columns is set in them, however high it is."""
    if strip.split is None:
        return strip
    part, _ = strip.split(inf)
    return replace(part or strip, before=strip.before, split=None)


# ---------------------------------------------------------------- entries


def _label_width(entry: Entry, context: BookContext) -> float:
    fonts, theme = context.sources.fonts, context.theme
    return natural_width(entry.label, context.style.small, font="bold", fonts=fonts, theme=theme)


def _entry(
    entry: Entry, width: float, label: float, context: BookContext, place: Place, parent: Tag | None
) -> Iterator[Strip]:
    """Yield the title of an entry and the lines below it. `label` is the width of the longest label, mm."""
    if entry.pointer:
        yield _index_line(entry, width, label, context, place, context.tag("P", parent))
        return
    style, palette = context.style, context.palette
    indent = label + _LABEL_GAP if label else 0.0
    title = context.set(entry.title, style.small, width - indent, place, leading=_LEADING, font="bold")
    name = context.tag("P", parent)
    items: list[Item] = [Group(title.items, translate(indent, 0), tag=name)]
    if entry.label:
        items.insert(0, Group(_set_label(entry, label + 1e-6, context, place).parted().items, tag=name))
    anchors = ((entry.anchor, 0.0),) if entry.anchor else ()
    below = bool(entry.text or entry.remark)
    yield Strip(tuple(items), title.height, place, before=_BETWEEN, keep=below, anchors=anchors)
    text = context.set(entry.text, style.small, width - indent, place, leading=_LEADING)  # too narrow to be justified
    remark = context.set(entry.remark, style.tiny, width - indent, place, leading=_LEADING, colour=palette.quiet)
    texts = [(text, context.tag("P", parent))] if entry.text else []
    texts += [(remark, context.tag("P", parent))] if entry.remark else []
    lines = [(line, tag) for one, tag in texts for line in one.lines]
    for i, (line, tag) in enumerate(lines):
        # A short entry stays in one column; of a long one, the first two and the last two lines do.
        keep = i < len(lines) - 1 and (len(lines) <= _WHOLE_LINES or i in (0, len(lines) - 2))
        items = [Group(line.items, translate(indent, 0), tag=tag, spaced=line.spaced)]
        yield Strip(tuple(items), line.height, place, keep=keep)


def _set_label(entry: Entry, width: float, context: BookContext, place: Place, link: str = "") -> SetText:
    small, quiet = context.style.small, context.palette.quiet
    return context.set(
        entry.label, small, width, place, leading=_LEADING, align="right", colour=quiet, font="bold", link=link
    )


def _index_line(entry: Entry, width: float, label: float, context: BookContext, place: Place, tag: Tag) -> Strip:
    """Return a line of an index: the title, dots, and the label at the right; both lead to what they point to."""
    link = f"#{entry.pointer}"
    room = width - label - 2 * _LABEL_GAP if label else width
    title = context.set(entry.title, context.style.small, room, place, leading=_LEADING, link=link)
    items: list[Item] = [Group(title.parted().items, translate(0, 0), tag=tag)]
    if entry.label:
        figure = _set_label(entry, label + 1e-6, context, place, link)
        base = title.height - figure.height
        items.append(Group(figure.items, translate(width - label, base), tag=tag))
        start, end = title.lines[-1].width + 1.2, width - figure.width - 1.2
        items += leader(start, end, base + figure.height * 0.68, context.palette.rule)
    return Strip(tuple(items), title.height, place, before=_BETWEEN_LINES)


def leader(start: float, end: float, y: float, colour: str) -> tuple[Item, ...]:
    """Return the dots from a title to its number. They are in the same places in all lines that end at the same x."""
    dots: list[Command] = []
    x = end
    while x > start:
        dots += rectangle(x, y, 0.32, 0.32)
        x -= 1.5
    return (Path(tuple(dots), fill=colour),) if dots else ()


# ---------------------------------------------------------------- columns


def _parts(strips: Sequence[Strip]) -> tuple[_Part, ...]:
    """Return the strips in parts that stay together."""
    parts: list[list[Strip]] = [[]]
    for strip in strips:
        if parts[-1] and not parts[-1][-1].keep:
            parts.append([])
        parts[-1].append(strip)
    return tuple(map(tuple, parts))


def _strip_of(parts: tuple[_Part, ...], columns: _Columns, before: float = 0.0) -> Strip:
    """Return the strip of the parts that are not placed yet."""
    least = max(strips_height(parts[0]), min(_LEAST_HEIGHT, _balanced_height(parts, columns.count)))
    return Strip((), least, columns.place, before=before, split=partial(_split, parts, columns))


def _split(parts: tuple[_Part, ...], columns: _Columns, room: float) -> tuple[Strip | None, Strip | None]:
    """Return the parts that fit into columns of `room` mm, and the others. What is left for one page is balanced."""
    filled, count = _fill(parts, columns.count, room)
    if not count:
        return None, _strip_of(parts, columns)
    rest = parts[count:]
    if rest:
        return _draw(filled, columns), _strip_of(rest, columns)
    filled, _ = _fill(parts, columns.count, _balanced_height(parts, columns.count))
    return _draw(filled, columns), None


def _fill(parts: Sequence[_Part], count: int, room: float) -> tuple[list[list[_Part]], int]:
    """Return at most `count` columns of parts that are at most `room` mm high, and the number of parts in them."""
    columns: list[list[_Part]] = [[]]
    y = 0.0
    for number, part in enumerate(parts):
        height = strips_height(part)
        above = part[0].before if columns[-1] else 0.0
        if columns[-1] and y + above + height > room + 1e-6:
            if len(columns) == count:
                return columns, number
            columns.append([])
            y = above = 0.0
        if height > room + 1e-6:
            return columns, number
        columns[-1].append(part)
        y += above + height
    return columns, len(parts)


def _balanced_height(parts: Sequence[_Part], count: int) -> float:
    """Return the least height of columns that hold all parts, to a twentieth of a millimetre."""
    heights = [strips_height(part) for part in parts]
    low, high = max(heights), sum_floats(heights) + sum_floats(part[0].before for part in parts)
    if _fill(parts, count, low)[1] == len(parts):
        return low
    while high - low > 0.05:
        middle = (low + high) / 2
        if _fill(parts, count, middle)[1] == len(parts):
            high = middle
        else:
            low = middle
    return high


def _draw(filled: Sequence[Sequence[_Part]], columns: _Columns) -> Strip:
    """Return columns of parts as one strip, with a line between neighbours."""
    items: list[Item] = []
    anchors: list[tuple[str, float]] = []
    bottom = 0.0
    for number, parts in enumerate(filled):
        x, y = number * (columns.width + _GUTTER), 0.0
        for i, strip in enumerate(strip for part in parts for strip in part):
            y += strip.before if i else 0.0
            items.append(Group(strip.items, translate(x, y)))
            anchors += [(anchor, y + down) for anchor, down in anchors_in(strip)]
            y += strip.height
        bottom = max(bottom, y)
    for number in range(1, len(filled)):
        x = number * (columns.width + _GUTTER) - _GUTTER / 2
        items.append(Path(polyline((x, 0.6), (x, bottom - 0.6)), stroke=columns.rule, stroke_width=0.2))
    return Strip(tuple(items), bottom, columns.place, anchors=tuple(anchors))
