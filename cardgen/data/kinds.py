"""The types of values in card data and templates. They are strict, and their errors say what they expect."""

import re
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    StringConstraints,
    WithJsonSchema,
)
from pydantic_core.core_schema import CoreSchema, no_info_plain_validator_function

from cardgen.base.errors import WrongValueError, did_you_mean, nearest
from cardgen.base.units import (
    CARD_SIZES,
    LEAST_PAPER,
    MOST_PAPER,
    OWN_PAPER,
    PAPERS,
    is_paper_size,
    paper_name,
    paper_size,
)
from cardgen.base.values import as_written
from cardgen.base.words.messages import Message, joined, message
from cardgen.data.names import (
    ADDRESS,
    ADDRESS_EXPECTED,
    COLUMN_NAME,
    FIELD_NAME,
    IDENTIFIER,
    VALUE_PATH,
    check_field_name,
    check_identifier,
)
from cardgen.scene.colour import HEX, colour_names
from cardgen.scene.shapes import PATTERNS
from cardgen.text.fonts import FONTS


class FileModel(BaseModel):
    """A part of a file. Values are not converted, unknown keys are rejected, instances cannot be changed."""

    # A model is built when it is first used. One that is a part of many others has defer_build=False: otherwise each of
    # them builds it again.
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False, defer_build=True)


class WithShortForms:
    """The JSON Schema of a value that is checked by a model, or is one of some short forms of it.

    It is made when somebody asks for it: that takes longer than to check a file.
    """

    def __init__(self, model: type[BaseModel], *short_forms: dict[str, Any]) -> None:
        self.model, self.short_forms = model, short_forms

    def __get_pydantic_json_schema__(self, _schema: object, _handler: object) -> dict[str, Any]:
        return {"anyOf": [*self.short_forms, self.model.model_json_schema()]}


class BuiltLater:
    """Marks a part that few files have: its model is not built with the one around it, but for the first such file.

    To build the models of all parts would take longer than to check a file.
    """

    def __init__(self, model: type[BaseModel]) -> None:
        self.model = model

    def __get_pydantic_core_schema__(self, _source: object, _handler: object) -> CoreSchema:
        # What is wrong in the part keeps its place: pydantic adds the places of errors that a validator raises.
        return no_info_plain_validator_function(self.model.model_validate)

    def __get_pydantic_json_schema__(self, _schema: object, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        self.model.model_rebuild()
        return handler(self.model.__pydantic_core_schema__)


def text_as(key: str) -> BeforeValidator:
    """Return the validator of a model that takes a text as the value of one of its keys."""
    return BeforeValidator(lambda value: {key: value} if isinstance(value, str) else value)


def as_tuple(value: Any) -> Any:
    """Return a list as a tuple, and any other value as it is, for the model to reject."""
    return tuple(value) if isinstance(value, list) else value


def wrong_value(value: Any, expected: str, hint: str = "") -> WrongValueError:
    """Return the error for a value of another kind than `expected`, which is a noun phrase: "a number"."""
    # A long text is cut when the fault is printed.
    given = repr(value) if isinstance(value, str) else as_written(value)
    return WrongValueError(message("{value} given, expected {expected}", value=given, expected=expected), hint)


def _as_pair(value: Any) -> Any:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise wrong_value(value, message("two numbers"), message("such as [1, 0.5]"))
    return tuple(value)


def _reject_duplicates(values: tuple[Any, ...]) -> tuple[Any, ...]:
    for i, value in enumerate(values):
        if value in values[:i]:
            raise WrongValueError(message("{value} is listed twice", value=as_written(value)))
    return values


def matching(pattern: str, expected: Message) -> AfterValidator:
    """Return a validator for texts that match a pattern. `expected` describes them."""

    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise wrong_value(text, expected)
        return text

    return AfterValidator(check)


def _pattern_name(word: str) -> str:
    if word not in PATTERNS:
        raise WrongValueError(message("unknown pattern {word!r}", word=word), did_you_mean(word, list(PATTERNS)))
    return word


def check_colour(text: str) -> str:
    """Return a colour as # and six hexadecimal digits in lower case. It may be given by its name in CSS.

    WrongValueError for anything else.
    """
    if HEX.match(text):
        return text.lower()
    word, near = text.strip().lower(), None
    if word.startswith("#"):
        doubled = "#" + "".join(2 * digit for digit in word[1:4])
        near = doubled if len(word) == 4 and HEX.match(doubled) else None
    elif not (word.startswith("{") and word.endswith("}")):  # a placeholder stands for a colour
        names = colour_names()
        if word in names:
            return names[word]
        near = nearest(word[:30], names)
    hint = message("six hexadecimal digits, such as '#1f6feb', or a name of CSS, such as 'teal'")
    if near is not None:
        hint = message("did you mean {word!r}?", word=near)
    raise WrongValueError(message("{text!r} is not a colour", text=text), hint)


def _as_rows(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        raise wrong_value(value, message("rows of # and ., top row first"), message("such as ['##.', '.##']"))
    return as_tuple(value)


def _check_shape(rows: tuple[str, ...]) -> tuple[str, ...]:
    if len({len(row) for row in rows}) != 1:
        raise WrongValueError(message("the rows of a shape differ in length"), message("such as ['##.', '.##']"))
    if any(set(row) - set("#.") for row in rows):
        raise WrongValueError(message("a shape may have # and . only"), message("# is a cell, . is none"))
    if not any("#" in row for row in rows):
        raise WrongValueError(message("a shape needs at least one cell"), message("# is a cell, . is none"))
    return rows


LANGUAGE_PATTERN = r"[a-z]{2,3}(-[A-Za-z0-9]+)*"

LANGUAGE_EXPECTED = message("a language code such as en or zh")

Millimetres = Annotated[float, Field(ge=-2000, le=2000)]
"""A coordinate in mm."""
Length = Annotated[float, Field(gt=0, le=2000)]
"""A length in mm."""
Word = Annotated[str, StringConstraints(min_length=1, max_length=400)]
"""A short text."""
Prose = Annotated[str, StringConstraints(min_length=1, max_length=10_000)]
"""A long text."""
Language = Annotated[
    str,
    matching(LANGUAGE_PATTERN, LANGUAGE_EXPECTED),
    Field(json_schema_extra={"pattern": f"^{LANGUAGE_PATTERN}$"}),
]
"""The code of a language, such as en or zh-Hant."""
LANGUAGE = re.compile(LANGUAGE_PATTERN)
Texts = Annotated[dict[Language, Word], Field(min_length=1)]
"""A name in each language."""

Identifier = Annotated[
    str,
    AfterValidator(check_identifier),
    Field(json_schema_extra={"pattern": f"^{IDENTIFIER}$"}),
]
"""A name of at most 64 letters of any script, digits and - _ . such as the id of a card."""
FieldName = Annotated[
    str,
    AfterValidator(check_field_name),
    Field(json_schema_extra={"pattern": f"^{FIELD_NAME}$"}),
]
"""The name of a field of cards: letters of any script without capitals, digits and _."""
ColumnName = Annotated[
    str,
    matching(COLUMN_NAME, message("a field, or a part of one such as names.en")),
    Field(json_schema_extra={"pattern": f"^{COLUMN_NAME}$"}),
]
ValuePath = Annotated[
    str,
    matching(VALUE_PATH, message("the name of a value, such as cost or deck.id")),
    Field(json_schema_extra={"pattern": f"^{VALUE_PATH}$"}),
]
Address = Annotated[str, matching(ADDRESS, ADDRESS_EXPECTED), Field(json_schema_extra={"pattern": f"^{ADDRESS}$"})]
"""The address of a folder, to which the name of a file is added."""
#: The pattern of a colour in a JSON Schema: digits, or a name.
COLOUR_PATTERN = "^(#[0-9a-fA-F]{6}|[a-zA-Z]+)$"

Colour = Annotated[str, AfterValidator(check_colour), Field(json_schema_extra={"pattern": COLOUR_PATTERN})]
"""A colour such as #1f6feb or teal."""
Pattern = Annotated[str, AfterValidator(_pattern_name), Field(json_schema_extra={"enum": sorted(PATTERNS)})]
"""The name of a pattern, such as `dots`."""
Font = Annotated[Identifier, Field(json_schema_extra={"anyOf": [{"enum": sorted(FONTS)}, {"type": "string"}]})]
"""The name of a bundled font or of one of the game's own. Loading the game checks that there is such a font."""

Point = Annotated[tuple[Millimetres, Millimetres], BeforeValidator(_as_pair)]
"""A point [x, y] in mm."""
PageSize = Annotated[tuple[Length, Length], BeforeValidator(_as_pair)]
"""A width and a height in mm."""
Shape = Annotated[
    tuple[Annotated[str, StringConstraints(min_length=1, max_length=40)], ...],
    Field(min_length=1, max_length=40),
    BeforeValidator(_as_rows),
    AfterValidator(_check_shape),
]
"""A shape made of cells: rows of # and ., top row first."""
#: The most columns and rows of a map, and the furthest that a cell of one is from its origin.
_MOST_CELLS = 100
_OFFSET = re.compile(r"([+-]?[0-9]{1,4})(?: *, *| +)([+-]?[0-9]{1,4})")


def _as_map(value: Any) -> Any:
    """Return a map as a tuple of rows, or of offsets; both may be written in one text, joined by / or |."""
    parts = re.split(r"[/|\n]", value) if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or not parts:
        hint = message("such as ['.#.', '#o#'] or [[0, 1], [1, 0]]")
        raise wrong_value(value, message("rows of characters, or offsets [x, y]"), hint)
    offsets = [_as_offset(part) for part in parts]
    if any(offset is None for offset in offsets):
        return _map_rows([part.strip() if isinstance(value, str) else part for part in parts])
    for i, offset in enumerate(offsets):
        if offset in offsets[:i]:
            raise WrongValueError(message("the offset {offset} is listed twice", offset=as_written(list(offset or ()))))
    return tuple(offsets)


def _as_offset(part: Any) -> tuple[int, int] | None:
    """Return a column and a row; None if a part of a map is not written like one."""
    match = _OFFSET.fullmatch(part.strip()) if isinstance(part, str) else None
    numbers = [int(match[1]), int(match[2])] if match else part
    if not isinstance(numbers, list | tuple) or len(numbers) != 2 or not all(type(number) is int for number in numbers):
        return None
    if max(map(abs, numbers)) > _MOST_CELLS:
        template = "the offset {offset} is more than {most} cells from the origin"
        raise WrongValueError(message(template, offset=as_written(list(numbers)), most=_MOST_CELLS))
    return (numbers[0], numbers[1])


def _map_rows(rows: list[Any]) -> tuple[str, ...]:
    for row in rows:
        if not isinstance(row, str) or not row:
            raise wrong_value(row, message("a row of characters, or an offset [x, y]"))
    if len({len(row) for row in rows}) != 1:
        raise WrongValueError(message("the rows of a map differ in length"), message("such as ['.#.', '#o#']"))
    if len(rows) > _MOST_CELLS or len(rows[0]) > _MOST_CELLS:
        raise WrongValueError(message("a map has at most {most} columns and {most} rows", most=_MOST_CELLS))
    return tuple(rows)


MapCells = Annotated[
    tuple[Any, ...],
    BeforeValidator(_as_map),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "minLength": 1},
                {
                    "type": "array",
                    "items": {
                        "anyOf": [
                            {"type": "string", "minLength": 1, "maxLength": _MOST_CELLS},
                            {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
                        ]
                    },
                    "minItems": 1,
                },
            ]
        }
    ),
]
"""The cells of a map: rows of characters, top row first, or offsets from its origin."""
FileName = Annotated[str, StringConstraints(min_length=1, max_length=400)]
"""The name of a file, relative to the folder of the game or of the templates."""


def read_paper(value: Any) -> str:
    """Return the name of a paper, given by name or as [width, height] in mm. WrongValueError for anything else."""
    own = value if _is_size(value) else None
    if isinstance(value, str) and re.fullmatch(OWN_PAPER, value):
        own = paper_size(value)
    if own is not None:
        if not is_paper_size(*own):
            what = message("{value} given, expected the size of a paper", value=as_written(value))
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

Papers = Annotated[
    tuple[Paper, ...], Field(min_length=1), BeforeValidator(_as_papers), AfterValidator(_reject_duplicates)
]
"""The names of papers, each once."""

#: A size of the game's own, or one of those that the trade has names for.
SizeName = Annotated[Identifier, Field(json_schema_extra={"anyOf": [{"enum": list(CARD_SIZES)}, {"type": "string"}]})]

Languages = Annotated[
    tuple[Language, ...], Field(min_length=1), BeforeValidator(as_tuple), AfterValidator(_reject_duplicates)
]
LanguageChain = Annotated[tuple[Language, ...], BeforeValidator(as_tuple), AfterValidator(_reject_duplicates)]
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

CopiesOfFile = Annotated[int, Field(ge=1, le=20)]
"""How many times a file has all that is on it."""

DeckNames = Annotated[
    tuple[Identifier, ...], Field(min_length=1), BeforeValidator(as_tuple), AfterValidator(_reject_duplicates)
]
"""The names of decks, each once."""


def _list_entry(value: Any) -> Any:
    """Accept a text, a number, or a mapping of texts, numbers, booleans and lists of these (shapes, for example)."""
    if isinstance(value, dict):
        for key, inner in value.items():
            check_field_name(key)
            for part in inner if isinstance(inner, list) else [inner]:
                if isinstance(part, dict | list) or part is None:
                    raise wrong_value(part, message("text, a number, true or false"))
    elif isinstance(value, bool) or not isinstance(value, str | int | float) or value == "":
        raise wrong_value(value, message("text, a number, or keys with values"))
    return value


_PLAIN = {"type": ["string", "number", "boolean"]}
_ENTRY = {
    "anyOf": [
        {"type": ["string", "number"], "minLength": 1},
        {
            "type": "object",
            "propertyNames": {"pattern": f"^{FIELD_NAME}$"},
            "additionalProperties": {"anyOf": [_PLAIN, {"type": "array", "items": _PLAIN}]},
        },
    ]
}


def _as_one_list(value: Any) -> Any:
    if isinstance(value, dict):
        raise wrong_value(value, message("a list"), message("the field kind lists takes one for each language"))
    return as_tuple(value)


Entries = Annotated[
    tuple[Annotated[Any, AfterValidator(_list_entry), WithJsonSchema(_ENTRY)], ...],
    Field(max_length=1000),
    BeforeValidator(_as_one_list),
]
"""A list whose entries a repeat draws one by one."""


def _plain_entry(value: Any) -> Any:
    """Accept a text or a number that can be written in one text with the others, as translators get it."""
    if isinstance(value, bool) or not isinstance(value, str | int | float) or value == "":
        raise wrong_value(value, message("text or a number"), message("the field kind list takes other entries"))
    if isinstance(value, str) and "|" in value:
        raise wrong_value(value, message("an entry without |"))
    if isinstance(value, str) and value != value.strip():
        raise wrong_value(value, message("an entry without spaces at its ends"))
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


def _as_effects(value: Any) -> Any:
    """Accept keys with values, or a list of such: the engine reads them, with every fault at its place."""
    if not isinstance(value, dict | list) or not _is_plain(value, 0):
        raise wrong_value(value, message("effects: keys with values, or a list of such"))
    return value


def _is_plain(value: Any, depth: int) -> bool:
    if isinstance(value, dict):
        return depth < _DEEPEST and all(
            isinstance(key, str) and _is_plain(part, depth + 1) for key, part in value.items()
        )
    if isinstance(value, list):
        return depth < _DEEPEST and all(_is_plain(part, depth + 1) for part in value)
    return value is None or isinstance(value, str | int | float | bool)


#: Values inside of values.
_DEEPEST = 60

PlainEffects = Annotated[
    Any, BeforeValidator(_as_effects), WithJsonSchema({"type": ["object", "array"], "items": {"type": "object"}})
]
"""Effects as data, which only the engine understands."""
