"""Checks of values that several kinds of boxes take."""

from __future__ import annotations

from typing import Any

from pydantic import BeforeValidator

from cardgen.base.errors import WrongValueError
from cardgen.base.values import as_written
from cardgen.base.words.messages import Message, message


def number_list(count: int, expected: Message, hint: str = "") -> BeforeValidator:
    """Return a validator for a list of so many entries; `expected` says in an error what they are."""

    def check(value: Any) -> Any:
        if not isinstance(value, list | tuple) or len(value) != count:
            raise WrongValueError(
                message("{value} given, expected {expected}", value=as_written(value), expected=expected), hint
            )
        return tuple(value)

    return BeforeValidator(check)
