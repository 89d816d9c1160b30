"""Place the strips of a rulebook on pages, and fill them: pictures are made smaller, or placed after the next text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from cardgen.base.errors import Fault
from cardgen.base.records import dataclass, replace
from cardgen.base.units import sum_floats
from cardgen.base.words.messages import message
from cardgen.rulebook.footnotes import PageNotes, height_of
from cardgen.rulebook.strips import BookContext, LaidNote, Scalable, Strip, strips_height

#: A page with a smaller share of blank space at its foot is full: nothing is scaled or moved to fill it.
_FULL = 0.08
#: A figure is placed after at most so many paragraphs or notes that follow it in the text.
_MOST_PASSED = 2

_TINY = 1e-6

_Room: TypeAlias = Callable[[Sequence[Strip]], float]
"""Returns the room on a page for strips, mm."""

_Column: TypeAlias = list[tuple[float, Strip]]
"""Strips of a page, each with its y."""


@dataclass(frozen=True, slots=True)
class TextPage:
    """One page of text: strips, each with its y in the column, and the footnotes that end at `height` mm.

    `marks` are the anchors of the numbers of the footnotes, each with its y.
    """

    strips: tuple[tuple[float, Strip], ...]
    notes: tuple[LaidNote, ...] = ()
    height: float = 0.0
    marks: tuple[tuple[str, float], ...] = ()


def paginate(strips: Sequence[Strip], height: float, context: BookContext) -> list[TextPage]:
    """Place strips on pages of `height` mm, those kept together on one page. A group taller than a page is a fault.

    If much of a page would stay blank because the next group does not fit, the pictures on the page and in the group
    are made as much smaller as it needs. If that is not enough, a figure is placed after the next paragraph, or two;
    if it cannot be, the page ends between two lines of its panels. Footnotes are on the page of their number.
    """
    notes = PageNotes(context)
    queue = list(strips)
    sheets: list[_Column] = [[]]
    position = passed = 0
    while position < len(queue):
        end = _end_of_group(queue, position)
        group = queue[position:end]
        y = _bottom(sheets[-1])
        if group[0].new_page:
            if sheets[-1]:
                sheets.append([])
            position = end
            continue
        before = [strip for _, strip in sheets[-1]]

        def room(strips: Sequence[Strip], before: Sequence[Strip] = before, y: float = y) -> float:
            """Return the room below the text so far, if the page has the footnotes of these strips, too."""
            return height - notes.height((*before, *strips)) - y

        over = _overflow(sheets[-1], group, height - notes.height((*before, *group)))
        if sheets[-1] and over > _TINY:
            is_full = room(()) < _FULL * height
            scaled = None if is_full else scale_to_fit(sheets[-1], group, over)
            if scaled is not None:
                sheets[-1], group = scaled
            elif not is_full and passed < _MOST_PASSED and _postpone(queue, position, end, room):
                passed += 1
                continue
            elif not is_full and _break_up(queue, position, end, room):
                continue
            else:
                sheets.append([])
        passed = 0 if group[-1].floats else passed
        _place(group, sheets, height, context, notes)
        position = end
    return [_sheet(sheet, notes, height) for sheet in sheets if sheet]


def _sheet(column: _Column, notes: PageNotes, height: float) -> TextPage:
    marks = tuple((note.footnote.mark, y) for y, strip in column for note in notes.of((strip,)))
    return TextPage(tuple(column), notes.of(strip for _, strip in column), height, marks)


def _end_of_group(strips: Sequence[Strip], position: int) -> int:
    """Return the end of the strips that stay together with that at `position`."""
    while position < len(strips) - 1 and strips[position].keep and not strips[position + 1].new_page:
        position += 1
    return position + 1


def _bottom(sheet: _Column) -> float:
    return sheet[-1][0] + sheet[-1][1].height if sheet else 0.0


def _overflow(sheet: _Column, group: Sequence[Strip], height: float) -> float:
    """Return how much higher the page would have to be for the group, mm; at most 0 if it fits."""
    above = group[0].before if sheet else 0.0
    need = group[0].need if sheet else 0.0
    return _bottom(sheet) + above + max(strips_height(group), need) - height


def _place(
    group: Sequence[Strip], sheets: list[_Column], height: float, context: BookContext, notes: PageNotes
) -> None:
    """Place a group on the last page, below the header of its table if it continues one there."""
    first, whole = group[0], height
    height -= notes.height((*(strip for _, strip in sheets[-1]), *group))
    is_top = not sheets[-1]
    if is_top and first.header is not None:
        sheets[-1].append((0.0, first.header))
    y = _bottom(sheets[-1])
    above = 0.0 if is_top else first.before
    over = y + above + strips_height(group) - height
    if over > _TINY:
        scaled = scale_to_fit([], group, over)
        if scaled is None:
            context.faults.append(_too_high(group, y + above + strips_height(group), whole, notes))
        else:
            group = scaled[1]
    for i, strip in enumerate(group):
        y += above if i == 0 else strip.before
        if strip.split is None:
            sheets[-1].append((y, strip))
            y += strip.height
        else:
            y = _place_parts(strip, sheets, y, height, whole)


def _too_high(group: Sequence[Strip], tall: float, height: float, notes: PageNotes) -> Fault:
    """Return the fault of a group that is `tall` mm high at the top of a page, without its footnotes."""
    own = notes.of(group)
    if own and tall <= height:
        template = "the footnotes of a line are {tall:.0f} mm high, the page has {height:.0f} mm left for them"
        text = message(template, tall=height_of(own), height=height - tall)
        return Fault(max(own, key=lambda note: note.height).footnote.place, text, message("make the footnote shorter"))
    # The part that is too high by itself, otherwise the first one.
    place = next((strip.place for strip in group if strip.height > height), group[0].place)
    template = "a part that must stay on one page is {tall:.0f} mm high, the page {height:.0f} mm"
    text = message(template, tall=strips_height(group), height=height)
    return Fault(place, text, message("make the picture, table or note smaller"))


def _place_parts(strip: Strip, sheets: list[_Column], y: float, height: float, whole: float) -> float:
    """Place a strip that is split on the last page below `y`, and on as many more as it needs; return where it ends.

    The text of the last page ends at `height`, because of its footnotes, that of further ones at `whole`.
    """
    rest: Strip | None = strip
    while rest is not None and rest.split is not None:
        part, rest = rest.split(height - y)
        if part is not None:
            sheets[-1].append((y, part))
            y += part.height
        elif not sheets[-1]:  # too high for any page
            return y
        if rest is not None:
            sheets.append([])
            y, height = 0.0, whole
    return y


# ---------------------------------------------------------------- filling pages


def scale_to_fit(sheet: _Column, group: Sequence[Strip], over: float) -> tuple[_Column, list[Strip]] | None:
    """Return the page and the group with their pictures made smaller, so that they are `over` mm less high together.

    All pictures have the same scale, except those that it would make too small. None if they cannot be so small.
    """
    strips = [*(strip for _, strip in sheet), *group]
    scalables = [strip.scalable for strip in strips if strip.scalable is not None]
    factor = _common_factor([(scalable.height, scalable.least()) for scalable in scalables], over)
    if factor is None:
        return None
    scaled = [_scale(strip, strip.scalable, factor) if strip.scalable else strip for strip in strips]
    column: _Column = []
    saved = 0.0
    for (y, before), strip in zip(sheet, scaled, strict=False):
        column.append((y - saved, strip))
        saved += before.height - strip.height
    return column, scaled[len(sheet) :]


def _scale(strip: Strip, scalable: Scalable, factor: float) -> Strip:
    smaller = scalable.at(max(factor, scalable.least()))
    return replace(strip, items=smaller.items, height=smaller.height, scalable=None)


def _common_factor(pictures: Sequence[tuple[float, float]], over: float) -> float | None:
    """Return the factor by which pictures, each a height and its least factor, are `over` mm less high together."""
    if sum_floats(height * (1 - least) for height, least in pictures) < over - _TINY:
        return None
    factor, free = 1.0, list(pictures)
    while free:
        fixed = sum_floats(height * (1 - least) for height, least in pictures if (height, least) not in free)
        factor = 1 - (over - fixed) / sum_floats(height for height, _ in free)
        smaller = [(height, least) for height, least in free if least <= factor + _TINY]
        if len(smaller) == len(free):
            break
        free = smaller
    return factor


def _postpone(queue: list[Strip], position: int, end: int, room: _Room) -> bool:
    """Move the figure that ends the group after the next paragraph if that can begin in the room for it.

    Return False if it cannot, if the group has more than a figure below its headings, or if no paragraph follows.
    """
    figure, headings = queue[end - 1], queue[position : end - 1]
    number = queue[end].passage if end < len(queue) else 0
    if not figure.floats or not number or not all(strip.heading for strip in headings):
        return False
    last = end
    while last < len(queue) and queue[last].passage == number:
        last += 1
    if queue[last - 1].keep:  # it introduces what follows
        return False
    begin = [*headings, *queue[end : _end_of_group(queue, end)]]
    if begin[0].before + max(strips_height(begin), begin[0].need) > room(begin) + _TINY:
        return False
    queue[end - 1 : last] = [*queue[end:last], figure]
    return True


def _break_up(queue: list[Strip], position: int, end: int, room: _Room) -> bool:
    """Replace the figure that ends the group by its lines if the first of them fits in the room with the group."""
    figure = queue[end - 1]
    pieces = figure.pieces() if figure.pieces else ()
    begin = [*queue[position : end - 1], *pieces[:1]]
    if not pieces or begin[0].before + max(strips_height(begin), begin[0].need) > room(begin) + _TINY:
        return False
    queue[end - 1 : end] = pieces
    return True
