"""The kinds of values that card data and templates are made of: strict, closed, each saying what it expects."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, WithJsonSchema

from cardgen.data.wording import as_written
from cardgen.errors import WrongValueError, did_you_mean, nearest
from cardgen.scene.colour import HEX
from cardgen.scene.shapes import PATTERNS
from cardgen.text.fonts import FONTS
from cardgen.units import CARD_SIZES, LEAST_PAPER, MOST_PAPER, OWN_PAPER, PAPERS, is_paper_size, paper_name, paper_size
from cardgen.words.messages import joined, message


class FileModel(BaseModel):
    """A part of a file: nothing is converted, nothing unknown is let through, nothing changes afterwards."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


def as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _as_pair(value: Any) -> Any:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise WrongValueError(f"{as_written(value)} given, expected two numbers", "such as [1, 0.5]")
    return tuple(value)


def _no_twins(values: tuple[Any, ...]) -> tuple[Any, ...]:
    for i, value in enumerate(values):
        if value in values[:i]:
            raise WrongValueError(f"{value!r} stands here twice")
    return values


def _one_of(known: Mapping[str, Any], noun: str) -> Callable[[str], str]:
    def check(word: str) -> str:
        if word not in known:
            raise WrongValueError(f"{word!r} is not {noun}", did_you_mean(word, list(known)))
        return word

    return check


def _written(pattern: str, told: str) -> Callable[[str], str]:
    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise WrongValueError(f"{text!r} given, expected {told}")
        return text

    return check


def _colour(text: str) -> str:
    if not HEX.match(text):
        raise WrongValueError(f"{text!r} is not a colour", "six hexadecimal digits, such as '#1f6feb'")
    return text.lower()


def _as_rows(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        raise WrongValueError(
            f"{as_written(value)} given, expected rows of # and ., top row first", "such as ['##.', '.##']"
        )
    return as_tuple(value)


def _drawing(rows: tuple[str, ...]) -> tuple[str, ...]:
    if len({len(row) for row in rows}) != 1:
        raise WrongValueError("the rows of a shape are equally long", "such as ['##.', '.##']")
    if not any("#" in row for row in rows) or any(set(row) - set("#.") for row in rows):
        raise WrongValueError("a shape has # for a cell and . for none, and at least one cell")
    return rows


IDENTIFIER = r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}"
_LANGUAGE = r"[a-z]{2,3}(-[A-Za-z0-9]+)*"
_FIELD_NAME = r"[a-z][a-z0-9_]{0,63}"
_VALUE_PATH = r"[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*"
_COLUMN_NAME = rf"{_FIELD_NAME}(\.[A-Za-z0-9_-]+)*"

Millimetres = Annotated[float, Field(ge=-2000, le=2000)]
Length = Annotated[float, Field(gt=0, le=2000)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Prose = Annotated[str, StringConstraints(min_length=1, max_length=10_000)]
Language = Annotated[
    str,
    AfterValidator(_written(_LANGUAGE, "a language code such as en or zh")),
    Field(json_schema_extra={"pattern": f"^{_LANGUAGE}$"}),
]
LANGUAGE = re.compile(_LANGUAGE)
Texts = Annotated[dict[Language, Word], Field(min_length=1)]
"""A name in each language."""

Identifier = Annotated[
    str,
    AfterValidator(_written(IDENTIFIER, "letters and digits, with - _ . between, 64 at most")),
    Field(json_schema_extra={"pattern": f"^{IDENTIFIER}$"}),
]
FieldName = Annotated[
    str,
    AfterValidator(_written(_FIELD_NAME, "a name in small letters, digits and _")),
    Field(json_schema_extra={"pattern": f"^{_FIELD_NAME}$"}),
]
ColumnName = Annotated[
    str,
    AfterValidator(_written(_COLUMN_NAME, "a field, or a part of one such as names.en")),
    Field(json_schema_extra={"pattern": f"^{_COLUMN_NAME}$"}),
]
ValuePath = Annotated[
    str,
    AfterValidator(_written(_VALUE_PATH, "what a placeholder names, such as cost or deck.id")),
    Field(json_schema_extra={"pattern": f"^{_VALUE_PATH}$"}),
]
Colour = Annotated[str, AfterValidator(_colour), Field(json_schema_extra={"pattern": "^#[0-9a-fA-F]{6}$"})]
Pattern = Annotated[
    str, AfterValidator(_one_of(PATTERNS, "a pattern")), Field(json_schema_extra={"enum": sorted(PATTERNS)})
]
Font = Annotated[Identifier, Field(json_schema_extra={"anyOf": [{"enum": sorted(FONTS)}, {"type": "string"}]})]
"""A bundled font or one of the game's own: whether there is one is known once the game is read, too."""

Point = Annotated[tuple[Millimetres, Millimetres], BeforeValidator(_as_pair)]
PageSize = Annotated[tuple[Length, Length], BeforeValidator(_as_pair)]
Shape = Annotated[
    tuple[Annotated[str, StringConstraints(min_length=1, max_length=40)], ...],
    Field(min_length=1, max_length=40),
    BeforeValidator(_as_rows),
    AfterValidator(_drawing),
]
FileName = Annotated[str, StringConstraints(min_length=1, max_length=400)]


def read_paper(value: Any) -> str:
    """Return the name of a paper, given by name or as [width, height] in mm. WrongValueError for anything else."""
    own = value if _is_size(value) else _own_size(value)
    if own is not None:
        if not is_paper_size(*own):
            what = message("{value} given, no size of a paper", value=as_written(value))
            hint = message("each side has {least:g} to {most:g} mm", least=LEAST_PAPER, most=MOST_PAPER)
            raise WrongValueError(what, hint)
        return paper_name(*own)
    if isinstance(value, str) and value in PAPERS:
        return value
    what = message("{value} given, expected a paper", value=as_written(value))
    near = nearest(value, PAPERS) if isinstance(value, str) else None
    names = message("{papers}, or its size in mm such as [320, 450]", papers=joined(PAPERS))
    raise WrongValueError(what, message("did you mean {word!r}?", word=near) if near else names)


def _is_size(value: Any) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(isinstance(side, int | float) and not isinstance(side, bool) for side in value)
    )


def _own_size(value: Any) -> tuple[float, float] | None:
    """Return the size in the name of a paper such as 320x450; None for other names."""
    return paper_size(value) if isinstance(value, str) and re.fullmatch(OWN_PAPER, value) else None


def _as_papers(value: Any) -> Any:
    if _is_size(value):
        what = message("{value} given, expected a list of papers", value=as_written(value))
        raise WrongValueError(what, message("[{value}] is the list of a paper of this size", value=as_written(value)))
    return as_tuple(value)


_PAPER_SCHEMA = {
    "anyOf": [
        {"enum": list(PAPERS)},
        {"type": "string", "pattern": f"^{OWN_PAPER}$"},
        {
            "type": "array",
            "items": {"type": "number", "minimum": LEAST_PAPER, "maximum": MOST_PAPER},
            "minItems": 2,
            "maxItems": 2,
        },
    ]
}
Paper = Annotated[str, BeforeValidator(read_paper), WithJsonSchema(_PAPER_SCHEMA)]
"""The name of a paper, or its width and height in mm; as a value, its name."""

Papers = Annotated[tuple[Paper, ...], Field(min_length=1), BeforeValidator(_as_papers), AfterValidator(_no_twins)]

#: A size of the game's own, or one of those that the trade has names for.
SizeName = Annotated[Identifier, Field(json_schema_extra={"anyOf": [{"enum": list(CARD_SIZES)}, {"type": "string"}]})]

Languages = Annotated[tuple[Language, ...], Field(min_length=1), BeforeValidator(as_tuple), AfterValidator(_no_twins)]
LanguageChain = Annotated[tuple[Language, ...], BeforeValidator(as_tuple), AfterValidator(_no_twins)]
CutMode: TypeAlias = Literal["line", "spot", "none"]
"""How a PDF shows where to cut: as a line for people, in the spot colour CutContour for machines, or not at all."""


def _as_counts(value: Any) -> Any:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise WrongValueError(
            message("{value} given, expected columns and rows", value=as_written(value)), message("such as [9, 10]")
        )
    return tuple(value)


_Count = Annotated[int, Field(ge=1, le=200)]
CellCounts = Annotated[tuple[_Count, _Count], BeforeValidator(_as_counts)]
"""Columns and rows of cells."""

Cell = Annotated[float, Field(ge=1, le=200)]
"""The side of a cell, mm."""

DeckNames = Annotated[tuple[Identifier, ...], Field(min_length=1), BeforeValidator(as_tuple), AfterValidator(_no_twins)]


def _list_entry(value: Any) -> Any:
    """A text, a number, or a mapping of such, which may be lists of such in turn: shapes, for one."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if not re.fullmatch(_FIELD_NAME, key):
                raise WrongValueError(f"{key!r} given, expected a name in small letters, digits and _")
            for each in inner if isinstance(inner, list) else [inner]:
                if isinstance(each, dict | list) or each is None:
                    raise WrongValueError(f"{as_written(each)} given, expected text, a number, true or false")
    elif isinstance(value, bool) or not isinstance(value, str | int | float) or value == "":
        raise WrongValueError(f"{as_written(value)} given, expected text, a number, or keys with values")
    return value


_PLAIN = {"type": ["string", "number", "boolean"]}
_ENTRY = {
    "anyOf": [
        {"type": ["string", "number"], "minLength": 1},
        {
            "type": "object",
            "propertyNames": {"pattern": f"^{_FIELD_NAME}$"},
            "additionalProperties": {"anyOf": [_PLAIN, {"type": "array", "items": _PLAIN}]},
        },
    ]
}


def _as_one_list(value: Any) -> Any:
    if isinstance(value, dict):
        told = f"{as_written(value)} given, expected a list"
        raise WrongValueError(told, "the kind lists has one for each language")
    return as_tuple(value)


Entries = Annotated[
    tuple[Annotated[Any, AfterValidator(_list_entry), WithJsonSchema(_ENTRY)], ...],
    Field(max_length=1000),
    BeforeValidator(_as_one_list),
]
"""What a repeat draws one by one."""


def _plain_entry(value: Any) -> Any:
    """A text or a number, which can stand beside others in the one text that translators are given."""
    if isinstance(value, bool) or not isinstance(value, str | int | float) or value == "":
        raise WrongValueError(f"{as_written(value)} given, expected text or a number", "the kind list takes others")
    if isinstance(value, str) and ("|" in value or value != value.strip()):
        raise WrongValueError(f"{value!r} given, expected an entry without | in it and without blanks round it")
    return value


PlainEntries = Annotated[
    tuple[
        Annotated[Any, AfterValidator(_plain_entry), WithJsonSchema({"type": ["string", "number"], "minLength": 1})],
        ...,
    ],
    Field(min_length=1, max_length=1000),
    BeforeValidator(as_tuple),
]
"""A list in one language."""

#: What a deck's field may hold, by the name that game.yaml calls it; a `?` after the name makes it optional.
FIELD_KINDS: dict[str, Any] = {
    "text": Prose,
    "texts": Annotated[dict[Language, Prose], Field(min_length=1)],
    "integer": Annotated[int, Field(ge=-1_000_000, le=1_000_000)],
    "number": Annotated[float, Field(ge=-1e6, le=1e6)],
    "colour": Colour,
    "pattern": Pattern,
    "point": Point,
    "cells": Shape,
    "list": Entries,
    "lists": Annotated[dict[Language, PlainEntries], Field(min_length=1)],
    "image": FileName,
}

#: The kinds that are written by language; what begins so is a text or a list of a language.
BY_LANGUAGE = ("texts", "lists")


def _field_kind(text: str) -> str:
    _one_of(FIELD_KINDS, "a kind of field")(text.removesuffix("?"))
    return text


FieldKind = Annotated[
    str,
    AfterValidator(_field_kind),
    Field(json_schema_extra={"enum": [kind + mark for kind in FIELD_KINDS for mark in ("", "?")]}),
]
