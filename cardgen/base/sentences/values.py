"""Values of sentences: exact numbers, texts, lists, and what has an id; how they compare and combine."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from cardgen.base.errors import WrongValueError
from cardgen.base.values import as_text, as_written, number_in
from cardgen.base.words.messages import joined, message

#: Characters of a text that is put together.
MOST_CHARACTERS = 100_000


class Several:
    """Several items as one value of a sentence, such as cards: how they are shown, and what is among them."""

    __slots__ = ()

    def shown(self) -> str:
        """Return the items as people read them in a message."""
        raise NotImplementedError

    def has(self, part: Any) -> bool:
        """Return True if a part is among the items."""
        raise NotImplementedError


def as_number(value: Any) -> Fraction:
    """Return a value as an exact number: 0.1 is a tenth. WrongValueError if it is none."""
    number = value if isinstance(value, Fraction) else number_in(value)
    if number is None or number in (float("inf"), float("-inf")) or number != number:
        raise WrongValueError(
            message("{value} given, expected {expected}", value=shown(value), expected=message("a number"))
        )
    return Fraction(str(number)) if isinstance(number, float) else Fraction(number)


def shown(value: Any) -> str:
    """Return a value as people read it in a message."""
    if value is None:
        return message("nothing")
    if isinstance(value, Fraction):
        return str(value.numerator) if value.denominator == 1 else f"{float(value):.10g}"
    if isinstance(value, bool | str):
        return as_written(value)
    if isinstance(value, Several):
        return value.shown()
    if isinstance(value, tuple | list):
        return message("[{values}]", values=joined(shown(part) for part in value[:12]))
    return as_text(value) if isinstance(value, int | float) else as_written(value)


def are_same(one: Any, other: Any) -> bool:
    """Return True if two values are the same: the same number, text or list. Nothing is the same as nothing else.

    A value with an `id`, such as a card, is the same as another one with this id, and as the id.
    """
    if one is None or other is None:
        return False
    if hasattr(one, "id") or hasattr(other, "id"):
        return _key(one) == _key(other)
    if isinstance(one, tuple | list) or isinstance(other, tuple | list):
        both = isinstance(one, tuple | list) and isinstance(other, tuple | list)
        return both and len(one) == len(other) and all(map(are_same, one, other))
    return key_of(one) == key_of(other)


def key_of(value: Any) -> object:
    """Return something that is equal for values that are the same, and can be a key."""
    if isinstance(value, tuple | list):
        return tuple(map(key_of, value))
    if isinstance(value, bool):
        return as_text(value)
    if isinstance(value, Fraction):
        return value
    number = number_in(value) if isinstance(value, int | float | str) else None
    if number is not None and abs(number) != float("inf") and number == number:
        return as_number(number)
    return value.lower() if isinstance(value, str) and value.lower() in ("true", "false") else _key(value)


def _key(value: Any) -> object:
    return value if isinstance(value, str) else value.id if hasattr(value, "id") else repr(value)


def contains(whole: Any, part: Any) -> bool:
    """Return True if a part is in a list, among several items, in a text, or a key. WrongValueError for others."""
    if isinstance(whole, Several):
        return whole.has(part)
    if isinstance(whole, tuple | list | Mapping):
        return any(are_same(value, part) for value in whole)
    if isinstance(whole, str):
        return as_text(part) in whole
    raise WrongValueError(message("{value} given, expected {expected}", value=shown(whole), expected=message("a list")))


def calculate(sign: str, left: Any, right: Any) -> Any:
    """Return the result of `+ - * / mod`; texts are joined by `+`; None if a value is missing."""
    if left is None or right is None:
        return None
    if sign == "+" and (isinstance(left, str) or isinstance(right, str)):
        text = _as_part(left) + _as_part(right)
        if len(text) > MOST_CHARACTERS:
            raise WrongValueError(message("the text is too long: {length:,} characters", length=len(text)))
        return text
    one, other = as_number(left), as_number(right)
    if sign in ("/", "mod") and not other:
        raise WrongValueError(message("division by 0"))
    if sign == "+":
        return one + other
    if sign == "-":
        return one - other
    if sign == "*":
        return one * other
    return one / other if sign == "/" else one % other


def _as_part(value: Any) -> str:
    return value if isinstance(value, str) else str(shown(value))
