"""Tables of test cases as text: a case on a line, its cells between " | "."""

from __future__ import annotations

from pathlib import Path


def read_cases(table: str | Path, separator: str = " | ") -> list[tuple[str, ...]]:
    r"""Return the cases of a table, or of a file with one.

    An indented line adds its cells to the case above it. `\n` is a line break, `""` an empty cell; a line that begins
    with # is a comment.
    """
    text = table.read_text(encoding="utf-8") if isinstance(table, Path) else table
    cases: list[tuple[str, ...]] = []
    for line in text.splitlines():
        cells = tuple(cell.replace("\\n", "\n") if cell != '""' else "" for cell in line.lstrip(" ").split(separator))
        if line.startswith("  "):
            cases[-1] += cells
        elif line and not line.startswith("#"):
            cases.append(cells)
    return cases
