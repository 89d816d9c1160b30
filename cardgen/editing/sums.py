"""The lengths of a box's place as they are edited: numbers, and sums that keep their form."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from typing import Any

from cardgen.base.units import sum_floats
from cardgen.data.templates.areas import parse_sum, to_add
from cardgen.data.templates.box_models import SIDES_OF_BOX

#: Dragged lengths are written to the hundredth of a millimetre.
DIGITS = 2

#: The number at the end of a sum, with the sign before it. `+=` and `-=` are no such sign.
_CONSTANT = re.compile(r"(?P<sum>.*\S)\s*(?P<sign>[+-])\s*(?P<number>\d+(?:\.\d+)?|\.\d+)\s*", re.DOTALL)
_ADDED = re.compile(r"(?P<sign>[+-])=\s*(?P<number>\d+(?:\.\d+)?|\.\d+)\s*")
_FIRST = re.compile(r"(?P<number>\d+(?:\.\d+)?|\.\d+)(?P<sum>\s*[+-].*)", re.DOTALL)

#: What moves an edge of a box: shares of the changes of its x, y, width and height.
SHARES: Mapping[str, tuple[tuple[int, float], ...]] = {
    "left": ((0, 1.0),),
    "right": ((0, 1.0), (2, 1.0)),
    "centre": ((0, 1.0), (2, 0.5)),
    "width": ((2, 1.0),),
    "top": ((1, 1.0),),
    "bottom": ((1, 1.0), (3, 1.0)),
    "middle": ((1, 1.0), (3, 0.5)),
    "height": ((3, 1.0),),
    "text_left": ((0, 1.0),),
    "text_right": ((0, 1.0),),
    "text_top": ((1, 1.0),),
    "text_bottom": ((1, 1.0),),
    "content_left": ((0, 1.0),),
    "content_right": ((0, 1.0),),
    "content_top": ((1, 1.0),),
    "content_bottom": ((1, 1.0),),
}


def shifted(written: Any, by: float) -> Any:
    """Return a number or a sum of a box's place with mm added: to a number itself, to a sum's last or first constant.

    "title.bottom + 2" and 1.5 are "title.bottom + 3.5", "84.4 - bar.top" and 1 are "85.4 - bar.top".
    """
    if not isinstance(written, str):
        return as_number(sum_floats([written, by]))
    added = _ADDED.fullmatch(written)
    if added is not None:
        total = as_number(sum_floats([_signed(added), by]))
        return f"{'-' if total < 0 else '+'}= {abs(total)}"
    last = _CONSTANT.fullmatch(written)
    if last is not None and _is_sum(last["sum"]):
        return _joined(last["sum"], sum_floats([_signed(last), by]))
    first = _FIRST.fullmatch(written)
    total = sum_floats([float(first["number"]), by]) if first is not None else -1
    if first is not None and total > 0:
        return f"{as_number(total)}{first['sum']}"
    return _joined(written.rstrip(), by)


def rounded(lengths: Iterable[float]) -> dict[int, float]:
    """Return lengths by their number, without those that come to nothing."""
    return {i: round(length, DIGITS) for i, length in enumerate(lengths) if round(length, DIGITS)}


def number_written(place: Any, i: int) -> Any:
    """Return a number of a place as a box itself has it; None if it is inherited."""
    if isinstance(place, Mapping):
        return place.get(SIDES_OF_BOX[i])
    return place[i] if isinstance(place, list) and len(place) == 4 else None


def is_beside(length: Any, i: int, beside: Container[str]) -> bool:
    """Return True if a length is a sum that means the same in other surroundings, together with these boxes."""
    if not isinstance(length, str) or to_add(length) is not None:
        return False
    terms = parse_sum(length)
    if any(term.box not in beside for term in terms if not term.is_number):
        return False
    places = sum(term.factor for term in terms if term.box and term.edge not in ("width", "height"))
    return places == (1 if i < 2 else 0)


def _is_sum(text: str) -> bool:
    """Return True if a text is a whole sum, so that a number after it belongs to no function and no product."""
    try:
        return bool(parse_sum(text))
    except ValueError:
        return False


def _joined(text: str, constant: float) -> str:
    number = as_number(constant)
    return f"{text} {'-' if number < 0 else '+'} {abs(number)}" if number else text


def _signed(match: re.Match[str]) -> float:
    return float(match["number"]) * (-1 if match["sign"] == "-" else 1)


def as_number(value: float) -> int | float:
    """Return a length to the thousandth, as people write it: 2 for 2.0."""
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded
