"""Values of options as people write them. A wrong one is reported with what is expected."""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import typer

from cardgen.base.errors import nearest
from cardgen.base.units import LEAST_PAPER, MOST_PAPER, OWN_PAPER, PAPERS, is_paper_size, paper_name, paper_size
from cardgen.base.words.messages import Message, joined, message
from cardgen.data.names import ADDRESS_EXPECTED, is_address

Number = TypeVar("Number", int, float)


def whole(least: int | None = None, most: int | None = None) -> Callable[[Any], int]:
    """Return a parser for an option that takes a whole number from `least` to `most`."""
    if most is not None:
        expected = message("a whole number from {least} to {most}", least=least, most=most)
    elif least is not None:
        expected = message("a whole number, {least} or more", least=least)
    else:
        expected = message("a whole number")
    return _parser(int, expected, least, most)


def decimal(least: float | None = None, most: float | None = None) -> Callable[[Any], float]:
    """Return a parser for an option that takes a number from `least` to `most`."""
    if most is not None:
        expected = message("a number from {least:g} to {most:g}", least=least, most=most)
    elif least is not None:
        expected = message("a number, {least:g} or more", least=least)
    else:
        expected = message("a number")
    return _parser(float, expected, least, most)


def _parser(
    kind: type[Number], expected: Message, least: Number | None, most: Number | None
) -> Callable[[Any], Number]:
    def parse(given: Any) -> Number:
        with contextlib.suppress(ValueError):
            value = kind(given)
            if math.isfinite(value) and (least is None or value >= least) and (most is None or value <= most):
                return value
        raise typer.BadParameter(
            message("{value} given, expected {expected}", value=repr(str(given)), expected=expected)
        )

    return parse


def address_given(text: str) -> str:
    """Return the web address of a folder. BadParameter if it is none."""
    if text and not is_address(text):
        raise typer.BadParameter(
            message("{value} given, expected {expected}", value=repr(text), expected=ADDRESS_EXPECTED)
        )
    return text


def paper_given(text: str) -> str:
    """Return the name of a paper, given by name or as its size in mm such as 320x450."""
    name = text.lower()
    if name in PAPERS:
        return name
    if not re.fullmatch(OWN_PAPER, name):
        near = nearest(name, PAPERS)
        expected = message("expected {papers}, or a size in mm such as 320x450", papers=joined(PAPERS))
        if near is not None:
            expected = message("did you mean {word!r}?", word=near)
        raise typer.BadParameter(message("--paper {paper}: {problem}", paper=text, problem=expected))
    size = paper_size(name)
    if not is_paper_size(*size):
        expected = message("expected sides of {least:g} to {most:g} mm", least=LEAST_PAPER, most=MOST_PAPER)
        raise typer.BadParameter(message("--paper {paper}: {problem}", paper=text, problem=expected))
    return paper_name(*size)


def papers_given(text: str) -> tuple[str, ...]:
    """Return the names of the papers of a list with commas, each once."""
    return tuple(dict.fromkeys(map(paper_given, split_words(text))))


def a_folder(given: Any) -> Path:
    """Return the path of a folder. Reject an empty value: it does not mean the current folder."""
    if not str(given).strip():
        raise typer.BadParameter(
            message("{name!r} given, expected the name of a folder (. is the current folder)", name=str(given))
        )
    return Path(given)


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a list with commas, without the empty ones."""
    return tuple(filter(None, (part.strip() for part in text.split(","))))
