"""Place the strips of a rulebook on pages."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.errors import Fault
from cardgen.records import dataclass
from cardgen.rulebook.strips import BookContext, Strip
from cardgen.units import sum_floats
from cardgen.words.messages import message


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page of text: strips, each with its y in the column."""

    strips: tuple[tuple[float, Strip], ...]


def paginate(strips: Sequence[Strip], height: float, context: BookContext) -> list[Sheet]:
    """Place strips on pages of `height` mm, those kept together on one page. A group taller than a page is a fault."""
    sheets: list[list[tuple[float, Strip]]] = [[]]
    y = 0.0
    position = 0
    while position < len(strips):
        end = position
        while end < len(strips) - 1 and strips[end].keep and not strips[end + 1].new_page:
            end += 1
        chunk = strips[position : end + 1]
        position = end + 1
        first = chunk[0]
        if first.new_page:
            if sheets[-1]:
                sheets.append([])
            y = 0.0
            continue
        tall = sum_floats(strip.height for strip in chunk) + sum_floats(strip.before for strip in chunk[1:])
        above = first.before if sheets[-1] else 0.0
        if sheets[-1] and (y + above + tall > height + 1e-6 or y + above + first.need > height):
            sheets.append([])
            y, above = 0.0, 0.0
        if not sheets[-1] and first.header is not None:
            sheets[-1].append((0.0, first.header))
            y = first.header.height
        if y + above + tall > height + 1e-6:
            template = "a part that must stay on one page is {tall:.0f} mm high, the page {height:.0f} mm"
            text = message(template, tall=tall, height=height)
            context.faults.append(Fault(first.place, text, message("make the picture, table or note smaller")))
        for i, strip in enumerate(chunk):
            y += above if i == 0 else strip.before
            if strip.split is None:
                sheets[-1].append((y, strip))
                y += strip.height
            else:
                y = _place_parts(strip, sheets, y, height)
    return [Sheet(tuple(sheet)) for sheet in sheets if sheet]


def _place_parts(strip: Strip, sheets: list[list[tuple[float, Strip]]], y: float, height: float) -> float:
    """Place a strip that is split on the last page below `y`, and on as many more as it needs; return where it ends."""
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
            y = 0.0
    return y
