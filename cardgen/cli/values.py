"""Values of options as people write them: what was given and what is expected, when it is something else."""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import typer

from cardgen.units import LEAST_PAPER, MOST_PAPER, OWN_PAPER, PAPERS, is_paper_size, paper_name, paper_size
from cardgen.words.messages import joined, message

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


def paper_given(text: str) -> str:
    """Return the name of a paper, given by name or as its size in mm such as 320x450."""
    name = text.lower()
    if name in PAPERS:
        return name
    if not re.fullmatch(OWN_PAPER, name):
        known = joined(PAPERS)
        expected = message("expected {papers}, or a size in mm such as 320x450", papers=known)
        raise typer.BadParameter(f"--paper {text}: {expected}")
    size = paper_size(name)
    if not is_paper_size(*size):
        expected = message("expected sides of {least:g} to {most:g} mm", least=LEAST_PAPER, most=MOST_PAPER)
        raise typer.BadParameter(f"--paper {text}: {expected}")
    return paper_name(*size)


def a_folder(given: Any) -> Path:
    """A folder by its name: one that is not named is not the one that somebody happens to be in."""
    if not str(given).strip():
        raise typer.BadParameter(f"{str(given)!r} given, expected the name of a folder; a dot is the one you are in")
    return Path(given)


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a list with commas, without the empty ones."""
    return tuple(filter(None, (part.strip() for part in text.split(","))))
