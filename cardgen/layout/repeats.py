"""Where the cells of a repeat stand: side by side in its box, in as many rows or columns as they take."""

from __future__ import annotations

from cardgen.data.boxes import RepeatBox

#: Of repeats in repeats: a thousand of a thousand would never end.
MOST_REPEATED_INSIDE = 10_000

#: Thousandths of a mm are dust of sums.
_DUST = 1e-6

_SHARES = {"left": 0.0, "top": 0.0, "centre": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}


def place_cells(box: RepeatBox, width: float, height: float) -> list[tuple[float, float]]:
    """The top left of each cell, mm from that of the box; beyond the box where there are too many of them."""
    down = box.direction == "down"
    along, across = (height, width) if down else (width, height)
    step, pitch = (each + gap for each, gap in zip(box.cell, box.gap, strict=True))
    if down:
        step, pitch = pitch, step
    gap_along, gap_across = box.gap[::-1] if down else box.gap
    each_line = max(1, int((along + gap_along) / step + _DUST))
    count = len(box.of)
    lines = [min(each_line, count - begun) for begun in range(0, count, each_line)]
    share_along, share_across = _SHARES[box.valign if down else box.align], _SHARES[box.align if down else box.valign]
    begin = (across - (len(lines) * pitch - gap_across)) * share_across
    places: list[tuple[float, float]] = []
    for number, length in enumerate(lines):
        first = (along - (length * step - gap_along)) * share_along
        for i in range(length):
            places.append((first + i * step, begin + number * pitch))
    return [(y, x) for x, y in places] if down else places


def room_in(box: RepeatBox, width: float, height: float) -> int:
    """How many cells there is room for."""
    sizes = zip((width, height), box.cell, box.gap, strict=True)
    across, down = (int((room + gap) / (cell + gap) + _DUST) for room, cell, gap in sizes)
    return across * down
