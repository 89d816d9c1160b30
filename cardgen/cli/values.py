"""Values of options as people write them: what was given and what is expected, when it is something else."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import typer

Number = TypeVar("Number", int, float)


def whole(least: int | None = None, most: int | None = None) -> Callable[[Any], int]:
    """What reads a whole number for an option, of `least` to `most`."""
    return _reader(int, "a whole number", least, most)


def decimal(least: float | None = None, most: float | None = None) -> Callable[[Any], float]:
    """What reads a number for an option, of `least` to `most`."""
    return _reader(float, "a number", least, most)


def _reader(kind: type[Number], named: str, least: Number | None, most: Number | None) -> Callable[[Any], Number]:
    bounds = f" from {least:g} to {most:g}" if most is not None else f", {least:g} or more" if least is not None else ""

    def read(given: Any) -> Number:
        with contextlib.suppress(ValueError):
            value = kind(given)
            if math.isfinite(value) and (least is None or value >= least) and (most is None or value <= most):
                return value
        raise typer.BadParameter(f"{str(given)!r} given, expected {named}{bounds}")

    return read


def a_folder(given: Any) -> Path:
    """A folder by its name: one that is not named is not the one that somebody happens to be in."""
    if not str(given).strip():
        raise typer.BadParameter(f"{str(given)!r} given, expected the name of a folder; a dot is the one you are in")
    return Path(given)
