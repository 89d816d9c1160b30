"""Conditions on values, written as data: which rows of a table become cards, and which cards have a box."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, ValidationError, WithJsonSchema, model_validator

from cardgen.base.errors import WrongValueError
from cardgen.base.values import as_text, number_in
from cardgen.base.words.messages import message
from cardgen.data.kinds import FileModel, WithShortForms, wrong_value
from cardgen.data.placeholders import PLACEHOLDER
from cardgen.data.wording import explain

_PLAIN = {"type": ["string", "number", "boolean"]}
_PLAINS = {"anyOf": [_PLAIN, {"type": "array", "items": _PLAIN, "minItems": 1}]}


def _as_values(value: Any) -> Any:
    values = tuple(value) if isinstance(value, list | tuple) else (value,)
    if not values or not all(isinstance(part, str | int | float) for part in values):
        raise wrong_value(value, message("a value or a list of values"))
    return values


Values = Annotated[tuple[Any, ...], BeforeValidator(_as_values), WithJsonSchema(_PLAINS)]


def _as_alternatives(value: Any) -> Any:
    """Return conditions of which one must hold: a list of mappings from names to conditions."""
    entries = tuple(value) if isinstance(value, list | tuple) else (value,)
    if len(entries) < 2 or not all(isinstance(entry, dict) and entry for entry in entries):
        example = "or: [{cost: {at_least: 3}}, {kind: spell}]"
        raise wrong_value(value, message("two or more conditions"), message("such as {example}", example=example))
    try:
        return tuple(
            {name: Condition.model_validate(_as_condition(part)) for name, part in entry.items()} for entry in entries
        )
    except ValidationError as error:
        wrong = next(iter(explain(Condition, error.errors(include_url=False))))
        raise WrongValueError(wrong.message, wrong.hint) from error


class Condition(FileModel, defer_build=False):
    """A condition on a value: that it is one of `is`, none of `not`, between two numbers, or given at all.

    All parts that are written must hold. A condition called `or` has alternatives instead: each is conditions by name.
    """

    one_of: Values = Field((), alias="is")
    none_of: Values = Field((), alias="not")
    at_least: float | None = None
    at_most: float | None = None
    given: bool | None = None
    alternatives: Annotated[
        tuple[Any, ...],
        BeforeValidator(_as_alternatives),
        WithJsonSchema({"type": "array", "items": {"type": "object"}, "minItems": 2}),
    ] = Field((), alias="or")

    @model_validator(mode="after")
    def _reject_empty(self) -> Self:
        if not self.model_fields_set:
            raise WrongValueError(message("empty condition"), message("such as {at_least: 2}"))
        return self

    def holds(self, value: Any) -> bool:
        """Return True if the condition holds for a value; None is a value that the row leaves out.

        WrongValueError if the value cannot be compared: a text with a number, or several values at once.
        """
        if self.given is not None and self.given is (value is None):
            return False
        if self.model_fields_set == {"given"}:
            return True
        if isinstance(value, dict | list):
            raise WrongValueError(
                message("cannot compare several values"),
                message("compare one of them, such as names.en, or use {given: true}"),
            )
        if self.one_of and not any(same_value(value, wanted) for wanted in self.one_of):
            return False
        if any(same_value(value, unwanted) for unwanted in self.none_of):
            return False
        return self._lies_between(value)

    @property
    def references(self) -> tuple[str, ...]:
        """The other values of the row that it compares with, written as `{name}`."""
        texts = [value for value in (*self.one_of, *self.none_of) if isinstance(value, str) and value[:1] == "{"]
        return tuple(match[1] for text in texts if (match := PLACEHOLDER.fullmatch(text)) and match[1])

    def holds_beside(self, value: Any, other: Callable[[str], Any]) -> bool:
        """Return True if the condition holds for a value of a row whose other values `other` returns by their names.

        A value that the row leaves out is equal to no other. WrongValueError as for `holds`.
        """

        def wanted(values: tuple[Any, ...]) -> tuple[Any, ...]:
            names = [PLACEHOLDER.fullmatch(text) if isinstance(text, str) else None for text in values]
            filled = [other(name[1]) if name and name[1] else text for name, text in zip(names, values, strict=True)]
            return tuple(text for text in filled if text is not None)

        one_of, none_of = wanted(self.one_of), wanted(self.none_of)
        if self.one_of and not one_of:
            return False
        return self.model_copy(update={"one_of": one_of, "none_of": none_of}).holds(value)

    def _lies_between(self, value: Any) -> bool:
        if self.at_least is None and self.at_most is None:
            return True
        if value is None:
            return False
        number = number_in(value)
        if number is None:
            raise wrong_value(value, message("a number"), message("the condition compares it with a number"))
        least = -math.inf if self.at_least is None else self.at_least
        return least <= number <= (math.inf if self.at_most is None else self.at_most)


def same_value(value: Any, wanted: Any) -> bool:
    """Return True if a value is the wanted one: the same number or the same text; TRUE in a table is true."""
    if value is None:
        return False
    if isinstance(wanted, bool):
        return as_text(value).lower() == as_text(wanted)
    number, other = number_in(value), number_in(wanted)
    return number == other if number is not None and other is not None else as_text(value) == as_text(wanted)


def _as_condition(value: Any) -> Any:
    """Return a condition as a mapping: a value or a list of values is short for `is`."""
    if value is None:
        raise wrong_value(None, message("a value or a condition"), message("{given: false} selects empty values"))
    if isinstance(value, list) and value and all(isinstance(entry, dict) for entry in value):
        return {"or": value}
    return value if isinstance(value, dict | Condition) else {"is": value}


Wanted = Annotated[
    Condition,
    BeforeValidator(_as_condition),
    WithShortForms(Condition, *_PLAINS["anyOf"]),
]
"""A condition as written: a value, a list of values, or the keys of a Condition."""


def holds_at(name: str, condition: Condition, value_at: Callable[[str], Any]) -> bool:
    """Return True if the condition on the value called `name` holds, or one of its alternatives.

    `value_at` returns values by their names. WrongValueError as for `holds`.
    """
    if condition.alternatives:
        return any(
            all(holds_at(inner, part, value_at) for inner, part in parts.items()) for parts in condition.alternatives
        )
    value = value_at(name)
    return condition.holds_beside(value, value_at) if condition.references else condition.holds(value)


def names_in(conditions: Mapping[str, Condition]) -> Iterator[tuple[str, str]]:
    """Yield the names of all values that conditions are about or compare with, each after the key that it is in."""
    for key, condition in conditions.items():
        if condition.alternatives:
            yield from ((key, name) for parts in condition.alternatives for _, name in names_in(parts))
        else:
            yield from ((key, name) for name in (key, *condition.references))
