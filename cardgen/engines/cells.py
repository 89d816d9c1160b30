"""What the shapes of all games share. A cell is (x, y)."""

from __future__ import annotations

from collections.abc import Iterable


def hang_together(cells: Iterable[tuple[int, int]]) -> bool:
    """Can every cell be reached from every other by steps from side to side? So it is with no cells, too."""
    unreached = set(cells)
    waiting = [unreached.pop()] if unreached else []
    while waiting:
        x, y = waiting.pop()
        for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if cell in unreached:
                unreached.remove(cell)
                waiting.append(cell)
    return not unreached
