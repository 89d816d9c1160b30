"""The kinds of values that card data and templates are made of: strict, closed, each saying what it expects."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from cardgen.colour import HEX
from cardgen.fonts import FONTS
from cardgen.shapes import PATTERNS


class FileModel(BaseModel):
    """A part of a file: nothing is converted, nothing unknown is let through, nothing changes afterwards."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


def as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _pattern(word: str) -> str:
    if word not in PATTERNS:
        raise ValueError(f"{word!r} is not a pattern, expected one of: {', '.join(PATTERNS)}")
    return word


def _font(word: str) -> str:
    if word not in FONTS:
        raise ValueError(f"{word!r} is not a font, expected one of: {', '.join(FONTS)}")
    return word


def _hex(text: str) -> str:
    if not HEX.match(text):
        raise ValueError(f"{text!r} is not a colour, expected six hexadecimal digits such as '#1f6feb'")
    return text.lower()


def _lines_equal(rows: tuple[str, ...]) -> tuple[str, ...]:
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise ValueError("the rows of a shape must be equally long")
    if not any("#" in row for row in rows) or any(set(row) - set("#.") for row in rows):
        raise ValueError("a shape is drawn with # for a cell and . for none, with at least one cell")
    return rows


Millimetres = Annotated[float, Field(ge=-2000, le=2000)]
Length = Annotated[float, Field(gt=0, le=2000)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$")]
Texts = Annotated[dict[Language, Word], Field(min_length=1)]
Identifier = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
Colour = Annotated[str, AfterValidator(_hex), Field(json_schema_extra={"pattern": "^#[0-9a-fA-F]{6}$"})]
Pattern = Annotated[str, AfterValidator(_pattern), Field(json_schema_extra={"enum": sorted(PATTERNS)})]
Font = Annotated[str, AfterValidator(_font), Field(json_schema_extra={"enum": sorted(FONTS)})]
Point = Annotated[tuple[Millimetres, Millimetres], BeforeValidator(as_tuple)]
Rectangle = Annotated[tuple[Millimetres, Millimetres, Length, Length], BeforeValidator(as_tuple)]
Shape = Annotated[
    tuple[Annotated[str, StringConstraints(max_length=40)], ...],
    BeforeValidator(as_tuple),
    AfterValidator(_lines_equal),
    Field(max_length=40),
]
FileName = Annotated[str, StringConstraints(min_length=1, max_length=400)]
PaperName = Literal["a4", "letter"]
Papers = Annotated[tuple[PaperName, ...], BeforeValidator(as_tuple), Field(min_length=1)]
DeckNames = Annotated[tuple[Identifier, ...], BeforeValidator(as_tuple), Field(min_length=1)]

#: What a deck's field may hold, by the name that game.yaml calls it; a `?` after the name makes it optional.
FIELD_KINDS: dict[str, Any] = {
    "text": Word,
    "texts": Texts,
    "integer": Annotated[int, Field(ge=-1_000_000, le=1_000_000)],
    "number": Annotated[float, Field(ge=-1e6, le=1e6)],
    "colour": Colour,
    "pattern": Pattern,
    "point": Point,
    "cells": Shape,
    "image": FileName,
}


def field_kind(text: str) -> str:
    if text.removesuffix("?") not in FIELD_KINDS:
        raise ValueError(f"{text!r} is not a kind of field, expected one of: {', '.join(FIELD_KINDS)}")
    return text
