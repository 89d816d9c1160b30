"""`{path.to.value}` in texts and templates: looked up in plain nested values, nothing more. `{{` is a brace."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from cardgen.errors import did_you_mean

PLACEHOLDER = re.compile(r"\{\{|\}\}|\{([A-Za-z][\w-]*(?:\.[\w-]+)*)\}")

_BRACES = re.compile(r"\{\{|\}\}|\{[^{}]*\}|[{}]")

# Those of a text with marks in it, where a brace behind a backslash is a brace.
_MARKED_BRACES = re.compile(r"\\[\\{}]|" + _BRACES.pattern)

#: The keys of a box whose texts have marks in them: their braces name icons and hold readings, too.
MARKED = ("text", "rows")


class PlaceholderError(LookupError):
    """A placeholder that cannot be filled in; `hint` says what it may have meant."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UnknownValueError(PlaceholderError):
    """A placeholder that names nothing."""

    def __init__(self, path: str, hint: str) -> None:
        super().__init__(f"{{{path}}} names nothing", hint)


def look_up(values: Mapping[str, Any], path: str) -> Any:
    """The value at `path`: keys of mappings and indexes of lists, joined by dots. Or UnknownValueError.

    What a card leaves out, None, has nothing but None inside.
    """
    found: Any = values
    for step in path.split("."):
        if found is None:
            return None
        if isinstance(found, Mapping) and step in found:
            found = found[step]
        elif isinstance(found, Sequence) and not isinstance(found, str) and step.isdecimal() and int(step) < len(found):
            found = found[int(step)]
        else:
            known = list(found) if isinstance(found, Mapping) else []
            raise UnknownValueError(path, did_you_mean(step, known))
    return found


def spoken(value: Any, languages: Sequence[str]) -> Any:
    """Of a text or list by language, the one in the first of `languages` that it has; any other value as it is."""
    if languages and isinstance(value, Mapping):
        return next((value[lang] for lang in languages if isinstance(value.get(lang), str | tuple)), value)
    return value


def fill_text(
    text: str, values: Mapping[str, Any], languages: Sequence[str] = (), icons: Collection[str] | None = None
) -> Any:
    """`text` with its placeholders replaced. A text that is one placeholder becomes the value itself, of any type.

    A placeholder that names a text by language stands for the one in the first of `languages` that it has. In the
    middle of a text, a value that the card leaves out is nothing. PlaceholderError when a placeholder names nothing,
    or several values, and for a brace that belongs to none.

    In a text with marks in it, those in `icons` are no placeholders; nor are readings, {漢字|かんじ}: both are left
    alone, and so is what writes a brace.
    """
    whole = PLACEHOLDER.fullmatch(text)
    if whole and whole[1] and whole[1] not in (icons or ()):
        return spoken(look_up(values, whole[1]), languages)

    def replace(match: re.Match[str]) -> str:
        if icons is not None and _is_mark(match[0], icons):
            return match[0]
        if match[0] in ("{{", "}}"):
            return match[0][0]
        path = placeholder_path(match[0])
        value = spoken(look_up(values, path), languages)
        if isinstance(value, Mapping):
            raise PlaceholderError(f"{match[0]} is several values", "such as " + f"{{{path}.{next(iter(value), '')}}}")
        if isinstance(value, list | tuple) and any(isinstance(entry, Mapping) for entry in value):
            raise PlaceholderError(f"{match[0]} is a list of several values each", "a repeat draws them one by one")
        return "" if value is None else as_text(value)

    return (_BRACES if icons is None else _MARKED_BRACES).sub(replace, text)


def _is_mark(written: str, icons: Collection[str]) -> bool:
    """Whether what stands in braces, or writes one, is for the text that it stands in and no placeholder."""
    return written in ("{{", "}}") or written[0] == "\\" or "|" in written or written[1:-1] in icons


def placeholder_path(written: str) -> str:
    """The path in a placeholder as written with its braces. PlaceholderError when it is none."""
    match = PLACEHOLDER.fullmatch(written)
    if not match or not match[1]:
        raise PlaceholderError(f"{written} is not a placeholder", "write {path.to.value}, or {{ and }} for braces")
    return match[1]


def as_text(value: Any) -> str:
    """A value as people read it: 3.0 is 3, a list is its entries with commas."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(as_text, value))
    return str(value)


Path = tuple[str | int, ...]


def fill(
    value: Any,
    values: Mapping[str, Any],
    wrong: Callable[[Path, PlaceholderError], None],
    languages: Sequence[str] = (),
    icons: Collection[str] = (),
) -> Any:
    """`value` with the placeholders in all its texts replaced; `wrong` is told each that cannot be, and where.

    `languages` are those to take a text by language in, and `icons` those that a box's texts may name, as for
    fill_text.
    """

    def inside(part: Any, path: Path) -> Any:
        if isinstance(part, str):
            if "{" not in part and "}" not in part:
                return part
            try:
                return fill_text(part, values, languages, icons if path[:1] and path[0] in MARKED else None)
            except PlaceholderError as error:
                wrong(path, error)
                return part
        if isinstance(part, dict):
            return {key: inside(entry, (*path, key)) for key, entry in part.items()}
        if isinstance(part, list):
            return [inside(entry, (*path, i)) for i, entry in enumerate(part)]
        return part

    return inside(value, ())


def has_placeholder(value: Any) -> bool:
    """Whether a placeholder stands anywhere in `value`."""
    return any(True for _ in roots_in(value))


def roots_in(value: Any) -> Iterator[str]:
    """The first word of every placeholder anywhere in `value`."""
    for _, text in texts_in(value):
        yield from (match[1].split(".")[0] for match in PLACEHOLDER.finditer(text) if match[1])


def check_texts(
    value: Any, known: Collection[str], icons: Collection[str] = ()
) -> Iterator[tuple[Path, PlaceholderError]]:
    """Each brace in `value` that belongs to no placeholder, and each placeholder whose first word is not `known`.

    The texts of a box may name `icons`, too.
    """
    for path, text in texts_in(value):
        marked = path[:1] and path[0] in MARKED
        for match in (_MARKED_BRACES if marked else _BRACES).finditer(text):
            if marked and _is_mark(match[0], icons):
                continue
            if match[0] in ("{{", "}}"):
                continue
            try:
                written = placeholder_path(match[0])
                root = written.split(".")[0]
                if root not in known:
                    raise UnknownValueError(written, did_you_mean(root, sorted(known)))
            except PlaceholderError as error:
                yield path, error


def texts_in(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every text anywhere in `value`, with its path of keys and indexes."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            yield from texts_in(entry, (*path, key))
    elif isinstance(value, list | tuple):
        for i, entry in enumerate(value):
            yield from texts_in(entry, (*path, i))
