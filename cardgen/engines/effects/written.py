"""Effects as they are written in a file: plain values that never change, so that cards and rulesets can have them."""

from __future__ import annotations

import json
from typing import Any

from pydantic_core import PydanticCustomError, core_schema

#: The most characters of the effects of a card, or of a ruleset, as JSON.
MOST_CHARACTERS = 20_000


class Written:
    """Lists and keys with values, as YAML or JSON has them. Two are equal if their values are."""

    __slots__ = ("_text",)

    def __init__(self, value: Any = None) -> None:
        self._text = "" if value is None else json.dumps(value, ensure_ascii=False, default=_plain)

    @property
    def value(self) -> Any:
        """The values as lists and dicts; None if nothing is written."""
        return json.loads(self._text) if self._text else None

    def __bool__(self) -> bool:
        return self._text not in ("", "[]", "{}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Written) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return f"Written({self._text or None})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(
            _validate, serialization=core_schema.plain_serializer_function_ser_schema(lambda written: written.value)
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> dict[str, Any]:
        return {"type": ["array", "object", "null"]}


def _validate(value: Any) -> Written:
    if isinstance(value, Written):
        return value
    if value is not None and not isinstance(value, list | tuple | dict):
        raise PydanticCustomError("effects", "expected keys with values, or a list of such")
    try:
        written = Written(value)
    except (TypeError, ValueError, RecursionError):
        raise PydanticCustomError("effects", "expected keys with values, or a list of such") from None
    if len(written._text) > MOST_CHARACTERS:
        raise PydanticCustomError("effects", "too many effects: at most 20,000 characters")
    return written


def _plain(value: Any) -> Any:
    """Return a frozen collection as JSON has it."""
    if isinstance(value, dict) or hasattr(value, "keys"):
        return dict(value)
    if isinstance(value, tuple | list):
        return list(value)
    raise TypeError(type(value).__name__)
