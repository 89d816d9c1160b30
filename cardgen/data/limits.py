"""Limits of fields: which values the cards of a deck may have, declared in game.yaml and checked row by row."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    TypeAdapter,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic import model_validator as validator_of_model

from cardgen.base.errors import Fault, Place, WrongValueError, did_you_mean
from cardgen.base.records import dataclass, field, replace
from cardgen.base.values import as_text, as_written, number_in
from cardgen.base.words.messages import Message, joined, message, plural
from cardgen.base.work import MOST_STEPS_READING, Budget, TooMuchWorkError
from cardgen.data.conditions import Values, Wanted, holds_at, names_in, same_value
from cardgen.data.fields import OPTIONAL, FieldKindName, field_kind, is_optional
from cardgen.data.kinds import ColumnName, FieldName, FileModel, WithShortForms, Word
from cardgen.data.patterns import text_pattern
from cardgen.data.places import Key
from cardgen.data.reading import Marked

_NUMBERS = ("integer", "number", "point", "list", "lists")
_TEXTS = ("text", "texts", "list", "lists")
#: The limits that are only for some of cardgen's own kinds of fields.
_FOR_KINDS = {
    "from": _NUMBERS,
    "to": _NUMBERS,
    "pattern": _TEXTS,
    "length": ("text", "texts", "list", "lists", "cells"),
    "lines": ("text", "texts", "cells"),
    "one_of": ("text", "texts", "integer", "number", "list", "lists", "colour", "pattern"),
}
_OWN_KINDS = {*_NUMBERS, *_TEXTS, "cells", "colour", "pattern", "image"}


class Extent(FileModel):
    """A number of characters, entries or lines: at least `from`, at most `to`."""

    least: Annotated[int, Field(ge=0)] = Field(0, alias="from")
    most: Annotated[int, Field(ge=0)] | None = Field(None, alias="to")

    @validator_of_model(mode="after")
    def _check_order(self) -> Self:
        if not self.model_fields_set:
            raise WrongValueError(message("empty limit"), message("such as {example}", example="{from: 1, to: 20}"))
        if self.most is not None and self.most < self.least:
            raise WrongValueError(message("`to` is less than `from`"))
        return self

    def expected(self) -> Message:
        """Return what is expected, in words: "exactly 30"."""
        if self.most is None:
            return message("at least {limit:,g}", limit=self.least)
        if self.most == self.least:
            return message("exactly {limit:,g}", limit=self.least)
        if not self.least:
            return message("at most {limit:,g}", limit=self.most)
        return message("{least:,g} to {most:,g}", least=self.least, most=self.most)


def _as_extent(value: Any) -> Any:
    exact = isinstance(value, int) and not isinstance(value, bool)
    return {"from": value, "to": value} if exact else value


Size = Annotated[Extent, BeforeValidator(_as_extent), WithShortForms(Extent, {"type": "integer", "minimum": 0})]
"""A number, or the least and the most."""


class RequiredWhen(FileModel):
    """The conditions under which a card must have a value; none if all cards must."""

    when: Annotated[dict[ColumnName, Wanted], Field(min_length=1, max_length=20)]


def _as_required(value: Any, handler: ValidatorFunctionWrapHandler) -> RequiredWhen | None:
    if isinstance(value, bool):
        return RequiredWhen.model_construct(when={}) if value else None
    required: RequiredWhen = handler(value)
    return required


Required = Annotated[RequiredWhen, WrapValidator(_as_required), WithShortForms(RequiredWhen, {"type": "boolean"})]
"""The conditions under which cards must have a value, `true` for all cards, `false` (None) for no card."""


class FieldEntry(FileModel):
    """A field of the cards: its kind and the limits of its values."""

    kind: FieldKindName = Field(description="the kind of its values; `?` after it makes the field optional")
    least: float | None = Field(None, alias="from", description="the least number")
    most: float | None = Field(None, alias="to", description="the greatest number")
    one_of: Values = Field((), description="the values that cards may have")
    pattern: Word | None = Field(None, description="a regular expression for the whole text")
    unique: bool | Literal["deck", "game"] = Field(
        False, description="no two cards of the deck have the same value; `game`: no two of all decks that say so"
    )
    required: Required | None = Field(
        None, description="`false` is the same as `?`; `{when: {kind: unit}}`: only these cards must have a value"
    )
    length: Size | None = Field(None, description="characters of a text, entries of a list, cells of a drawing")
    lines: Size | None = Field(None, description="lines of a text, rows of a drawing")

    @validator_of_model(mode="after")
    def _check_limits(self) -> Self:
        kind = self.kind.removesuffix(OPTIONAL)
        given = {name.alias or key for key, name in type(self).model_fields.items() if key in self.model_fields_set}
        for limit, kinds in _FOR_KINDS.items():
            if limit in given and kind in _OWN_KINDS and kind not in kinds:
                text = message("{limit}: is not for fields of the kind {kind}", limit=limit, kind=kind)
                raise WrongValueError(text, message("it is for {kinds}", kinds=joined(kinds)))
        if self.least is not None and self.most is not None and self.most < self.least:
            raise WrongValueError(message("`to` is less than `from`"))
        if is_optional(self.kind) and "required" in given:
            text = message("the kind {kind} already says whether it is required", kind=self.kind)
            raise WrongValueError(text, message("write kind: {kind}", kind=kind))
        if self.pattern is not None:
            text_pattern(self.pattern)
        return self

    @property
    def declared(self) -> str:
        """The kind as templates and checks know it: with `?` if a card may lack the value."""
        if "required" not in self.model_fields_set or (self.required is not None and not self.required.when):
            return self.kind
        return self.kind + OPTIONAL

    @property
    def has_limits(self) -> bool:
        """True if values that the kind accepts may be wrong."""
        return bool(self.model_fields_set - {"kind"})


class _KindOrEntry:
    """Reads the kind alone as an entry without limits. A wrong kind is reported at the field itself."""

    @staticmethod
    def read(value: Any, handler: ValidatorFunctionWrapHandler) -> FieldEntry:
        if isinstance(value, str):
            field_kind(value)
            return FieldEntry.model_construct({"kind"}, kind=value)
        entry: FieldEntry = handler(value)
        return entry

    @staticmethod
    def __get_pydantic_json_schema__(_core: Any, _handler: GetCoreSchemaHandler) -> dict[str, Any]:
        entry = FieldEntry.model_json_schema()
        return {"anyOf": [{"type": "string", "enum": entry["properties"]["kind"]["enum"]}, entry]}


Fields = Annotated[
    dict[FieldName, Annotated[FieldEntry, WrapValidator(_KindOrEntry.read), _KindOrEntry]], Field(max_length=100)
]
"""The fields of a deck's cards: each a kind, or a kind with limits."""


@cache
def fields_adapter() -> TypeAdapter[dict[str, FieldEntry]]:
    """Return the validator of the fields that a deck declares."""
    return TypeAdapter(Fields)


def kinds_of(fields: Mapping[str, FieldEntry]) -> dict[str, str]:
    """Return the kind of each field, with `?` after that of an optional one."""
    return {name: entry.declared for name, entry in fields.items()}


# ---------------------------------------------------------------- checking rows


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a deck's fields.

    `seen` has the values of unique fields so far, of all decks of the game; `work` is for the patterns of all of them.
    """

    deck: str = ""
    fields: Mapping[str, FieldEntry] = field(default_factory=dict)
    seen: dict[Key, Place] = field(default_factory=dict, compare=False)
    declared: Marked | None = field(default=None, compare=False)
    """the part of game.yaml that declares the fields"""
    work: Budget = field(default_factory=lambda: Budget(MOST_STEPS_READING), compare=False)

    @property
    def has_any(self) -> bool:
        """True if values that their kinds accept may be wrong."""
        return any(entry.has_limits for entry in self.fields.values())

    def check_row(self, row: Marked, values: Mapping[str, Any]) -> Iterator[Fault]:
        """Yield a fault for each limit that a row breaks by itself. `values` are its valid values."""
        for name, entry in self.fields.items():
            if not entry.has_limits:
                continue
            if values.get(name) is None:
                yield from _check_given(row, values, name, entry)
                continue
            for path, value in _parts_of(name, values[name]):
                try:
                    for problem, hint in _problems(entry, value, self.work):
                        text = message("{name}: {problem}", name=".".join(map(str, path)), problem=problem)
                        yield Fault(row.place(*path), text, hint)
                except TooMuchWorkError:
                    yield self._too_much(row, name)

    def _too_much(self, row: Marked, name: str) -> Fault:
        place = row.place(name) if self.declared is None else self.declared.place("fields", name, "pattern")
        hint = message("write the pattern with fewer repeats, or shorten the texts")
        return Fault(place, message("the pattern of {name!r} takes too much work", name=name), hint)

    def check_unique(self, row: Marked, values: Mapping[str, Any]) -> Iterator[Fault]:
        """Yield a fault for each unique field whose value an earlier card has."""
        for name, entry in self.fields.items():
            if not entry.unique or values.get(name) is None:
                continue
            scope = "" if entry.unique == "game" else self.deck
            for path, value in _parts_of(name, values[name]):
                place = row.place(*path)
                first = self.seen.setdefault((scope, *map(str, path), repr(value)), place)
                if first is not place:
                    problem = message("{value} is given twice", value=as_written(value))
                    text = message("{name}: {problem}", name=".".join(map(str, path)), problem=problem)
                    yield Fault(place, text, message("first at {place}", place=first))


def _parts_of(name: str, value: Any) -> Iterator[tuple[Key, Any]]:
    """Yield the value of a field with its path; of a value by language, each text."""
    if isinstance(value, Mapping):
        yield from (((name, lang), part) for lang, part in value.items())
    else:
        yield (name,), value


def _check_given(row: Marked, values: Mapping[str, Any], name: str, entry: FieldEntry) -> Iterator[Fault]:
    if entry.required is None:
        return

    def value_at(path: str) -> Any:
        value: Any = values
        for step in path.split("."):
            value = value.get(step) if isinstance(value, Mapping) else None
        return value

    for path, condition in entry.required.when.items():
        try:
            if not holds_at(path, condition, value_at):
                return
        except WrongValueError as error:
            problem = message("{name}: {problem}", name=path, problem=error.args[0])
            yield Fault(row.place(*path.split(".")), problem, error.hint)
            return
    conditions = (
        f"{path}: {values.get(path)}" if path in values else path for _, path in names_in(entry.required.when)
    )
    hint = message("required for cards with {conditions}", conditions=joined(conditions))
    yield Fault(_missing_place(row, name), message("{name}: the value is missing", name=name), hint)


def _missing_place(row: Marked, name: str) -> Place:
    """Return the place of a value that a row leaves out: in a workbook its empty cell, otherwise the row."""
    place, heading = row.place(), row.key_place(name)
    if type(place) is type(heading) is not Place and heading.file == place.file:
        return replace(heading, line=place.line)
    return place


def _problems(entry: FieldEntry, value: Any, work: Budget) -> Iterator[tuple[Message, Any]]:
    """Yield what is wrong with a value, each with a hint."""
    parts = value if isinstance(value, tuple) and not _is_drawing(entry) else (value,)
    for part in parts:
        yield from _part_problems(entry, part, work)
    if entry.length is not None and (size := _length_of(entry, value)) is not None:
        yield from _outside(size, entry.length)
    if entry.lines is not None and (isinstance(value, str) or _is_drawing(entry)):
        yield from _outside(_lines_of(value), entry.lines)


def _is_drawing(entry: FieldEntry) -> bool:
    return entry.kind.removesuffix(OPTIONAL) == "cells"


def _part_problems(entry: FieldEntry, part: Any, work: Budget) -> Iterator[tuple[Message, Any]]:
    number = number_in(part) if entry.kind.removesuffix(OPTIONAL) not in ("text", "texts") else None
    if entry.least is not None and number is not None and number < entry.least:
        yield _wrong(part, message("at least {limit:,g}", limit=entry.least)), ""
    if entry.most is not None and number is not None and number > entry.most:
        yield _wrong(part, message("at most {limit:,g}", limit=entry.most)), ""
    if entry.one_of and not any(same_value(part, choice) for choice in entry.one_of):
        text = message("{value} is none of the values that the field may have", value=as_written(part))
        yield text, did_you_mean(str(part), list(map(str, entry.one_of)))
    if entry.pattern is not None and isinstance(part, str) and not text_pattern(entry.pattern).matches(part, work):
        yield message("{value} does not match the pattern {pattern}", value=as_written(part), pattern=entry.pattern), ""


def _wrong(value: Any, expected: Message) -> Message:
    return message("{value} given, expected {expected}", value=as_text(value), expected=expected)


def _length_of(entry: FieldEntry, value: Any) -> tuple[int, Message] | None:
    """Return the length of a value and the same in words; None if it has none."""
    if isinstance(value, str):
        return len(value), plural("{count} character", "{count} characters", len(value))
    if _is_drawing(entry):
        count = sum(map(len, value))
        return count, plural("{count} cell", "{count} cells", count)
    if isinstance(value, Sequence):
        return len(value), plural("{count} entry", "{count} entries", len(value))
    return None


def _lines_of(value: Any) -> tuple[int, Message]:
    """Return the number of lines of a text, or of rows of a drawing, and the same in words."""
    if isinstance(value, str):
        count = len(value.splitlines())
        return count, plural("{count} line", "{count} lines", count)
    return len(value), plural("{count} row", "{count} rows", len(value))


def _outside(size: tuple[int, Message], extent: Extent) -> Iterator[tuple[Message, Any]]:
    count, given = size
    if count < extent.least or (extent.most is not None and count > extent.most):
        yield message("{value} given, expected {expected}", value=given, expected=extent.expected()), ""
