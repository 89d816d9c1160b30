"""Test cases in files: tables as text, a case on a line, its cells between " | "; and YAML."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml


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


def read_yaml(text: str) -> Any:
    """Return the content of a YAML text, read ten times as fast as by `yaml.safe_load`."""
    return yaml.load(text, yaml.CSafeLoader)
