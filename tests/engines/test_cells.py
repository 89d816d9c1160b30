"""Cells that hang together, and cells that do not."""

from __future__ import annotations

import pytest

from cardgen.engines.cells import hang_together


@pytest.mark.parametrize(
    ("cells", "together"),
    [
        ([], True),
        ([(4, 4)], True),
        ([(0, 0), (1, 0), (1, 1)], True),
        ([(2, 0), (0, 0), (1, 0)], True),
        ([(0, 0), (1, 1)], False),
        ([(0, 0), (1, 0), (3, 0)], False),
        ([(0, 0), (0, 1), (2, 0), (2, 1)], False),
    ],
)
def test_cells_hang_together_side_by_side(cells: list[tuple[int, int]], together: bool) -> None:
    assert hang_together(cells) == together
    assert hang_together(reversed(cells)) == together
