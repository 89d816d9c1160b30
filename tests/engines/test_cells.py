"""Connected and unconnected cells."""

from __future__ import annotations

from cardgen.engines.cells import are_connected
from tests.cases import for_cases


@for_cases(
    ("cells", "connected"),
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
def test_cells_are_connected_edge_to_edge(cells: list[tuple[int, int]], connected: bool) -> None:
    assert are_connected(cells) == connected
    assert are_connected(reversed(cells)) == connected
