"""Placeholders in texts and templates: `{path.to.value}` is replaced by a value. `{{` is a brace.

A step of the path may be looked up by another value: `{ranges[{range}]}` is the entry of `ranges` whose name is the
value of `range`.

A line of a text with a value that the card leaves out is left out. `{note?}` is nothing then, and its line is kept.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from cardgen.base.characters import LETTER, WORD
from cardgen.base.errors import Text, did_you_mean
from cardgen.base.values import as_text
from cardgen.base.words.messages import message
from cardgen.data.names import VALUE_PATH

_SIMPLE = re.compile(rf"\{{({VALUE_PATH})\}}")

#: The path of a value: names joined by dots, and look-ups by other values in square brackets.
PATH = rf"{LETTER}{WORD}*(?:\.{WORD}+|\[\{{{VALUE_PATH}\}}\])*"

#: A placeholder, whose path is group 1, or a brace that is written twice.
PLACEHOLDER = re.compile(rf"\{{\{{|\}}\}}|\{{({PATH})\??\}}")

_BRACES = re.compile(rf"\{{\{{|\}}\}}|\{{{PATH}\??\}}|\{{[^{{}}]*\}}|[{{}}]")

_STEP = re.compile(rf"{WORD}+|\[\{{([^{{}}]*)\}}\]")
_ROOT = re.compile(rf"(?:^|\{{)({LETTER}{WORD}*)")

#: The braces of a text with markup, in which a brace after a backslash is a brace, too.
MARKED_BRACES = re.compile(r"\\[\\{}]|" + _BRACES.pattern)

#: Most mappings are plain ones, and asking for those first takes a tenth of the time.
_MAPPINGS = (dict, Mapping)

#: The keys of a box whose texts have markup: their braces may also name icons and hold readings.
MARKED = ("text", "rows")


class PlaceholderError(LookupError):
    """A placeholder that cannot be filled in. `text` is the message."""

    def __init__(self, text: Text, hint: Text = "") -> None:
        super().__init__(text)
        self.text = text
        self.hint = hint


class HintedMapping(Mapping[str, Any], ABC):
    """A mapping that says what to write instead of a key that it lacks."""

    @abstractmethod
    def hint_for(self, key: str) -> Text:
        """Return a hint for a key that is not in it."""


class UnknownValueError(PlaceholderError):
    """A placeholder for a value that does not exist."""

    def __init__(self, path: str, hint: Text) -> None:
        super().__init__(message("there is no value {placeholder}", placeholder=f"{{{path}}}"), hint)


class LookUpError(UnknownValueError):
    """A placeholder whose look-up finds nothing. `key_path` is the path of the value that it was looked up by."""

    def __init__(self, path: str, key_path: str, key: str, hint: Text) -> None:
        super().__init__(path, hint)
        self.text = message("{placeholder} has no entry {key!r}", placeholder=f"{{{path}}}", key=key)
        self.key_path = key_path


def look_up(values: Mapping[str, Any], path: str) -> Any:
    """Return the value at `path`: keys of mappings and indexes of lists, joined by dots. UnknownValueError if none.

    A step in brackets, `[{range}]`, is the key that the value at `range` is. PlaceholderError if that has several
    values. The parts of a value that a card leaves out, None, are None, and so is what is looked up by it.
    """
    if "." not in path and type(values) is dict and path in values:
        return values[path]
    if "[" in path:
        return _look_up_by_value(values, path)
    value: Any = values
    for step in path.split("."):
        if value is None:
            return None
        if isinstance(value, _MAPPINGS) and step in value:
            value = value[step]
        elif isinstance(value, Sequence) and not isinstance(value, str) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            raise UnknownValueError(path, _hint_for(value, step))
    return value


def _look_up_by_value(values: Mapping[str, Any], path: str) -> Any:
    """Return the value at a path with steps in brackets. See look_up."""
    value: Any = values
    for match in _STEP.finditer(path):
        if value is None:
            return None
        key_path = match[1]
        key = look_up(values, key_path) if key_path else match[0]
        if key is None:
            return None
        if isinstance(key, list | tuple | Mapping):
            problem = message("{placeholder} has several values", placeholder=f"{{{key_path}}}")
            raise PlaceholderError(problem, message("a look-up needs a text or a whole number"))
        step = as_text(key)
        if isinstance(value, _MAPPINGS) and step in value:
            value = value[step]
        elif isinstance(value, Sequence) and not isinstance(value, str) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            hint = _hint_for(value, step)
            raise LookUpError(path, key_path, step, hint) if key_path else UnknownValueError(path, hint)
    return value


def _hint_for(value: Any, key: str) -> Text:
    """Return what to write instead of a key that a value lacks."""
    if isinstance(value, HintedMapping):
        return value.hint_for(key)
    return did_you_mean(key, list(value) if isinstance(value, Mapping) else [])


def roots_of(path: str) -> list[str]:
    """Return the first word of a path, and those of the values that its steps are looked up by."""
    return _ROOT.findall(path)


def spoken(value: Any, languages: Sequence[str]) -> Any:
    """Return a text or list by language in the first of `languages` that it has; any other value as it is."""
    if languages and not isinstance(value, str) and isinstance(value, Mapping):
        return next((value[lang] for lang in languages if isinstance(value.get(lang), str | tuple)), value)
    return value


def fill_text(
    text: str,
    values: Mapping[str, Any],
    languages: Sequence[str] = (),
    icons: Collection[str] | None = None,
    keeps_lines: bool = False,
) -> Any:
    """Return `text` with its placeholders replaced. A text that is one placeholder becomes the value, of any type.

    A text by language is taken in the first of `languages` that it has. A line with a value that the card leaves out is
    left out, unless the placeholder is written {note?} or the text `keeps_lines`; None if no line is left.
    PlaceholderError for a placeholder without a value or with several, and for a single brace.

    With `icons`, the text has markup: names of icons, readings such as {漢字|かんじ}, and escaped braces are kept.
    """
    simple = _simple_parts(text)
    if simple is not None and not (icons and any(path in icons for path in simple[1::2])):
        inserted = [spoken(look_up(values, path), languages) for path in simple[1::2]]
        if len(simple) == 3 and not simple[0] and not simple[2]:
            return inserted[0]
        if all(isinstance(value, str) for value in inserted):
            simple[1::2] = inserted
            return "".join(simple)
    whole = PLACEHOLDER.fullmatch(text)
    if whole and whole[1] and whole[1] not in (icons or ()):
        return spoken(look_up(values, whole[1]), languages)

    is_incomplete = False

    def replace(match: re.Match[str]) -> str:
        nonlocal is_incomplete
        if icons is not None and _is_mark(match[0], icons):
            return match[0]
        if match[0] in ("{{", "}}"):
            return match[0][0]
        path = placeholder_path(match[0])
        value = spoken(look_up(values, path), languages)
        is_incomplete |= value is None and not (keeps_lines or match[0].endswith("?}"))
        return inserted_text(value, match[0])

    pattern = _BRACES if icons is None else MARKED_BRACES
    lines: list[str] = []
    left_out = beside_gap = False
    for line in text.split("\n"):
        is_incomplete = False
        filled = pattern.sub(replace, line)
        if is_incomplete:
            left_out = beside_gap = True
        elif filled or not beside_gap or lines[-1:] not in ([], [""]):  # one empty line is kept for those around a gap
            beside_gap = beside_gap and not filled
            lines.append(filled)
    if not left_out:
        return "\n".join(lines)
    return "\n".join(lines).rstrip("\n") or None


def inserted_text(value: Any, written: str) -> str:
    """Return a value as it is inserted in a text for a placeholder; "" for None. PlaceholderError if it is several."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        part = f"{{{placeholder_path(written)}.{next(iter(value), '')}}}"
        problem = message("{placeholder} has several values", placeholder=written)
        raise PlaceholderError(problem, message("such as {example}", example=part))
    if isinstance(value, list | tuple) and any(isinstance(entry, Mapping) for entry in value):
        problem = message("{placeholder} is a list whose entries have several values", placeholder=written)
        raise PlaceholderError(problem, message("use a repeat to draw them one by one"))
    return "" if value is None else as_text(value)


def _simple_parts(text: str) -> list[str] | None:
    """Return the parts of a text with placeholders alone: what is between them, and every second one their paths.

    None if it has other braces, or a mark that may change what they mean.
    """
    parts = _split_simple(text)
    return list(parts) if parts else None


@lru_cache(maxsize=4096)
def _split_simple(text: str) -> tuple[str, ...]:
    parts = _SIMPLE.split(text)
    return () if any("{" in part or "}" in part or "\\" in part for part in parts[::2]) else tuple(parts)


def _is_mark(written: str, icons: Collection[str]) -> bool:
    """Return True if braces are markup of the text that they are in: an icon, a reading or an escaped brace."""
    return written in ("{{", "}}") or written[0] == "\\" or "|" in written or written[1:-1] in icons


def placeholder_path(written: str) -> str:
    """Return the path of a placeholder written with its braces. PlaceholderError if it is no placeholder."""
    match = PLACEHOLDER.fullmatch(written)
    if not match or not match[1]:
        problem = message("{text} is not a placeholder", text=written)
        raise PlaceholderError(problem, message("write {path.to.value}, or {{ and }} for braces"))
    return match[1]


Path = tuple[str | int, ...]


def fill(
    value: Any,
    values: Mapping[str, Any],
    on_error: Callable[[Path, PlaceholderError], None],
    languages: Sequence[str] = (),
    icons: Collection[str] = (),
) -> Any:
    """Return `value` with its placeholders replaced. `on_error` is called for each error, with the path in `value`.

    `languages` and `icons` are those of fill_text. A row of a table with a cell that is left out is left out.
    """

    def inside(part: Any, path: Path) -> Any:
        if isinstance(part, str):
            if "{" not in part and "}" not in part:
                return part
            try:
                return fill_text(part, values, languages, icons if path[:1] and path[0] in MARKED else None)
            except PlaceholderError as error:
                on_error(path, error)
                return part
        if isinstance(part, dict):
            return {key: inside(entry, (*path, key)) for key, entry in part.items()}
        if isinstance(part, list):
            entries = [inside(entry, (*path, i)) for i, entry in enumerate(part)]
            return _whole_rows(part, entries) if path == ("rows",) else entries
        return part

    return inside(value, ())


def _whole_rows(written: Sequence[Any], filled: Sequence[Any]) -> list[Any] | None:
    """Return the rows of a table without those that have a cell without a value; None if no row is left."""
    rows = [row for row, before in zip(filled, written, strict=True) if not _is_incomplete(before, row)]
    return rows if rows or not filled else None


def _is_incomplete(written: Any, filled: Any) -> bool:
    """Return True if a value, or an entry of a list, was a placeholder that has no value."""
    if isinstance(written, list) and isinstance(filled, list):
        return any(map(_is_incomplete, written, filled))
    return filled is None and written is not None


def has_placeholder(value: Any) -> bool:
    """Return True if there is a placeholder anywhere in `value`."""
    return any(True for _ in roots_in(value))


def roots_in(value: Any) -> Iterator[str]:
    """Yield the first word of every placeholder anywhere in `value`, and of those that it is looked up by."""
    for _, text in texts_in(value):
        for match in PLACEHOLDER.finditer(text):
            if match[1]:
                yield from roots_of(match[1])


def check_texts(
    value: Any, roots: Collection[str], icons: Collection[str] = ()
) -> Iterator[tuple[Path, PlaceholderError]]:
    """Yield an error for each brace outside placeholders, and each placeholder whose first word is not in `roots`.

    The texts of a box may also name `icons`.
    """
    for path, text in texts_in(value):
        marked = path[:1] and path[0] in MARKED
        for match in (MARKED_BRACES if marked else _BRACES).finditer(text):
            if marked and _is_mark(match[0], icons):
                continue
            if match[0] in ("{{", "}}"):
                continue
            try:
                written = placeholder_path(match[0])
                for root in roots_of(written):
                    if root not in roots:
                        raise UnknownValueError(written, did_you_mean(root, sorted(roots)))
            except PlaceholderError as error:
                yield path, error


def texts_in(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield every text anywhere in `value`, with its path of keys and indexes."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            yield from texts_in(entry, (*path, key))
    elif isinstance(value, list | tuple):
        for i, entry in enumerate(value):
            yield from texts_in(entry, (*path, i))
