"""`{path.to.value}` in texts and templates: looked up in plain nested values, nothing more. `{{` is a brace."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cardgen.errors import did_you_mean

PLACEHOLDER = re.compile(r"\{\{|\}\}|\{([A-Za-z][\w-]*(?:\.[\w-]+)*)\}")


class UnknownValueError(LookupError):
    """A placeholder that names nothing; `hint` says what it may have meant."""

    def __init__(self, path: str, hint: str) -> None:
        super().__init__(f"{{{path}}} names nothing")
        self.hint = hint


def look_up(values: Mapping[str, Any], path: str) -> Any:
    """The value at `path`: keys of mappings and indexes of lists, joined by dots. Or UnknownValueError."""
    found: Any = values
    for step in path.split("."):
        if isinstance(found, Mapping) and step in found:
            found = found[step]
        elif isinstance(found, Sequence) and not isinstance(found, str) and step.isdecimal() and int(step) < len(found):
            found = found[int(step)]
        else:
            known = list(found) if isinstance(found, Mapping) else []
            raise UnknownValueError(path, did_you_mean(step, known))
    return found


def fill_text(text: str, values: Mapping[str, Any]) -> Any:
    """`text` with its placeholders replaced. A text that is one placeholder becomes the value itself, of any type."""
    whole = PLACEHOLDER.fullmatch(text)
    if whole and whole[1]:
        return look_up(values, whole[1])

    def replace(match: re.Match[str]) -> str:
        return as_text(look_up(values, match[1])) if match[1] else match[0][0]

    return PLACEHOLDER.sub(replace, text)


def as_text(value: Any) -> str:
    """A value as people read it: 3.0 is 3, a list is its entries with commas."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(as_text, value))
    return str(value)


def fill(
    value: Any, values: Mapping[str, Any], wrong: Callable[[tuple[str | int, ...], UnknownValueError], None]
) -> Any:
    """`value` with the placeholders in all its texts replaced; `wrong` is told each that names nothing, and where."""

    def inside(part: Any, path: tuple[str | int, ...]) -> Any:
        if isinstance(part, str):
            if "{" not in part and "}" not in part:
                return part
            try:
                return fill_text(part, values)
            except UnknownValueError as error:
                wrong(path, error)
                return part
        if isinstance(part, dict):
            return {key: inside(entry, (*path, key)) for key, entry in part.items()}
        if isinstance(part, list):
            return [inside(entry, (*path, i)) for i, entry in enumerate(part)]
        return part

    return inside(value, ())


def has_placeholder(value: Any) -> bool:
    """Whether `value` is a text with a placeholder in it."""
    return isinstance(value, str) and any(match[1] for match in PLACEHOLDER.finditer(value))


def roots_in(value: Any) -> Iterator[str]:
    """The first word of every placeholder anywhere in `value`."""
    if isinstance(value, str):
        yield from (match[1].split(".")[0] for match in PLACEHOLDER.finditer(value) if match[1])
    elif isinstance(value, Mapping):
        for entry in value.values():
            yield from roots_in(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from roots_in(entry)
