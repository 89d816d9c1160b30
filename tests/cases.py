"""Test cases: many in one test; and in files: tables as text, a case on a line, its cells between " | "; and YAML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

Cases = Callable[[Callable[..., None]], Callable[[], None]]


def for_cases(names: str | Sequence[str], values: Iterable[Any]) -> Cases:
    """Return a decorator that runs a test for all its cases, and reports all that fail.

    It has the arguments of `pytest.mark.parametrize`, which makes a test of every case: pytest takes several times
    as long for a test as such a case does. For tests that have no fixtures and leave nothing behind.
    """
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
    cases = [(value,) if names == arguments[0] else value for value in values]
    assert cases, "no cases"

    def decorate(test: Callable[..., None]) -> Callable[[], None]:
        def run() -> None:
            errors = []
            for case in cases:
                named = dict(zip(arguments, case, strict=True))
                try:
                    test(**named)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"the case: {named}")
                    errors.append(error)
            if errors:
                raise BaseExceptionGroup(f"{len(errors)} of {len(cases)} cases failed", errors)

        for attribute in ("__module__", "__name__", "__qualname__", "__doc__"):
            setattr(run, attribute, getattr(test, attribute))
        return run

    return decorate


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
