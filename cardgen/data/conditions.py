"""Which rows of a table are wanted, and on which cards a box: conditions on values, as data. Nothing runs."""

from __future__ import annotations

import math
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from cardgen.data.kinds import FileModel
from cardgen.data.placeholders import as_text
from cardgen.data.reading import parse_scalar
from cardgen.data.wording import as_written
from cardgen.errors import WrongValueError

_PLAIN = {"type": ["string", "number", "boolean"]}
_PLAINS = {"anyOf": [_PLAIN, {"type": "array", "items": _PLAIN, "minItems": 1}]}


def _as_values(value: Any) -> Any:
    values = tuple(value) if isinstance(value, list | tuple) else (value,)
    if not values or not all(isinstance(each, str | int | float) for each in values):
        raise WrongValueError(f"{as_written(value)} given, expected a value or a list of them")
    return values


Values = Annotated[tuple[Any, ...], BeforeValidator(_as_values), WithJsonSchema(_PLAINS)]


class Condition(FileModel):
    """What a value has to be like: one of those in `is`, none of those in `not`, between two numbers, given at all.

    Everything that is said must hold.
    """

    one_of: Values = Field((), alias="is")
    none_of: Values = Field((), alias="not")
    at_least: float | None = None
    at_most: float | None = None
    given: bool | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_fields_set:
            raise WrongValueError("a condition that says nothing", "such as {at_least: 2}")
        return self

    def holds(self, value: Any) -> bool:
        """Whether it holds of a value; None is what a row leaves out.

        WrongValueError for a value that cannot be compared: a text with a number, or several values at once.
        """
        if self.given is not None and self.given is (value is None):
            return False
        if self.model_fields_set == {"given"}:
            return True
        if isinstance(value, dict | list):
            raise WrongValueError("several values, which cannot be compared", "such as names.en, or {given: true}")
        if self.one_of and not any(_same(value, each) for each in self.one_of):
            return False
        if any(_same(value, each) for each in self.none_of):
            return False
        return self._lies_between(value)

    def _lies_between(self, value: Any) -> bool:
        if self.at_least is None and self.at_most is None:
            return True
        if value is None:
            return False
        number = _number(value)
        if number is None:
            raise WrongValueError(f"{as_written(value)} given, expected a number", "it is compared with one")
        least = -math.inf if self.at_least is None else self.at_least
        return least <= number <= (math.inf if self.at_most is None else self.at_most)


def _number(value: Any) -> float | None:
    """The number that a value is, or that a cell shows: what a table holds is text until its field is known."""
    number = parse_scalar(value) if isinstance(value, str) else value
    return number if isinstance(number, int | float) and not isinstance(number, bool) else None


def _same(value: Any, wanted: Any) -> bool:
    """Whether a value is the one that is wanted: the same number, or written alike; TRUE in a table is true."""
    if value is None:
        return False
    if isinstance(wanted, bool):
        return as_text(value).lower() == as_text(wanted)
    number, other = _number(value), _number(wanted)
    return number == other if number is not None and other is not None else as_text(value) == as_text(wanted)


def _as_condition(value: Any) -> Any:
    """A value, or a list of them, is short for `is`."""
    if value is None:
        raise WrongValueError("nothing given, expected a value or a condition", "{given: false} selects what is empty")
    return value if isinstance(value, dict | Condition) else {"is": value}


Wanted = Annotated[
    Condition,
    BeforeValidator(_as_condition),
    WithJsonSchema({"anyOf": [*_PLAINS["anyOf"], Condition.model_json_schema()]}),
]
"""A condition, as written: a value, a list of values, or the keys of a Condition."""
