"""Field kinds: the kinds of values that fields of a card can have. Installed packages can add kinds.

    [project.entry-points."cardgen.fields"]
    dice = "my_package.fields:DICE"

The entry point names a `FieldKind`. cardgen's own kinds below are registered in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from cardgen.base.errors import WrongValueError, did_you_mean
from cardgen.base.plugins import PluginError, find_plugins, load_plugin
from cardgen.base.records import dataclass
from cardgen.base.values import parse_scalar
from cardgen.base.words.messages import message
from cardgen.data.kinds import (
    Colour,
    Entries,
    FileName,
    Language,
    MapCells,
    Pattern,
    PlainEffects,
    PlainEntries,
    Point,
    Prose,
    Shape,
)
from cardgen.data.rows.lists import parse_list

#: Follows the name of a kind in game.yaml: cards may leave the field out.
OPTIONAL = "?"


@dataclass(frozen=True, slots=True, eq=False)
class FieldKind:
    """A kind of field.

    `annotation` is the pydantic type of its values: it validates them, raises WrongValueError with a message and a
    hint, and gives the JSON Schema for editors. `from_cell` converts a table's cell; it returns a text that it cannot
    convert, which `annotation` then rejects at its place. `summary` and `in_table` are Markdown for docs/data.md.
    """

    annotation: Any
    summary: str
    in_table: str = "as it is"
    from_cell: Callable[[str], Any] = str
    by_language: bool = False
    """The value is a mapping from languages to texts, or to tuples of texts and numbers: it can be translated."""
    is_file: bool = False
    """The value is the name of a picture file in the game's folder, which has to exist."""
    has_entries: bool = False
    """The value is a tuple of entries for repeats. Entries that are mappings get the same keys in the whole deck."""


def field_kind(declared: str) -> FieldKind:
    """Return the kind that game.yaml declares a field to be. The name may end with `?`.

    WrongValueError if there is no such kind, or if its plug-in cannot be loaded.
    """
    name = declared.removesuffix(OPTIONAL)
    if name not in find_plugins("fields"):
        hint = did_you_mean(name, list(find_plugins("fields")))
        raise WrongValueError(message("unknown kind of field {name!r}", name=name), hint)
    try:
        kind = load_plugin("fields", name)
    except PluginError as error:
        raise WrongValueError(error.fault.message, error.fault.hint) from error
    if not isinstance(kind, FieldKind):
        package = find_plugins("fields")[name].package
        problem = message(
            "field plug-in {name!r} of the package {package!r} is not a FieldKind", name=name, package=package
        )
        raise WrongValueError(problem, message("update or uninstall {package}", package=package))
    return kind


def is_optional(declared: str) -> bool:
    """Return True if cards may leave out a field that game.yaml declares like this."""
    return declared.endswith(OPTIONAL)


def _check_kind(declared: str) -> str:
    field_kind(declared)
    return declared


class _KindNames:
    """The JSON Schema of a kind's name. Installed packages are searched only if a schema is asked for."""

    @staticmethod
    def __get_pydantic_json_schema__(core: Any, handler: Any) -> dict[str, Any]:
        return {**handler(core), "enum": [name + mark for name in find_plugins("fields") for mark in ("", OPTIONAL)]}


FieldKindName = Annotated[str, AfterValidator(_check_kind), _KindNames]
"""The name of a kind of field, as game.yaml writes it: `text`, `image?`."""


def markdown_table() -> Iterator[str]:
    """Yield the lines of the table of cardgen's own kinds in docs/data.md."""
    yield "| kind | what | in a table |"
    yield "|---|---|---|"
    for name, plugin in find_plugins("fields").items():
        if plugin.package == "cardgen":
            kind = field_kind(name)
            yield f"| `{name}` | {kind.summary} | {kind.in_table} |"


# ---------------------------------------------------------------- cells of tables


def _number(text: str) -> Any:
    value = parse_scalar(text)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else text


def _point(text: str) -> list[Any]:
    return [_number(part) for part in text.replace(",", " ").split()]


def _rows(text: str) -> list[str]:
    return text.split("/")


# ---------------------------------------------------------------- cardgen's own kinds

TEXT = FieldKind(Prose, "a text")
TEXTS = FieldKind(
    Annotated[dict[Language, Prose], Field(min_length=1)],
    "a text for each language, or one in the main language alone",
    "columns `names.zh`, `names.en`, or `names`",
    by_language=True,
)
INTEGER = FieldKind(
    Annotated[int, Field(ge=-1_000_000, le=1_000_000)],
    "a whole number, at most 1,000,000 either way",
    from_cell=_number,
)
NUMBER = FieldKind(
    Annotated[float, Field(ge=-1e6, le=1e6)], "a number, at most 1,000,000 either way", from_cell=_number
)
COLOUR = FieldKind(Colour, '`"#rrggbb"` or a name of CSS')
PATTERN = FieldKind(Pattern, "plain, diagonal-down, diagonal-up, vertical, horizontal, dots, ring, cross or diamond")
POINT = FieldKind(Point, "`[x, y]`", "`x y`", from_cell=_point)
CELLS = FieldKind(
    Shape,
    'a shape as rows of `#` and `.`, top row first: `[".#.", "###"]`',
    "rows joined by `/`: `.#./###`",
    from_cell=_rows,
)
MAP = FieldKind(
    MapCells,
    "cells of a [map](templates.md#maps): rows of any characters, or offsets `[[0, 1], [1, 0]]`",
    r"rows joined by `/`, or offsets joined by `\|`: `0 1\|1 0`",
)
LIST = FieldKind(
    Entries,
    "texts, numbers, or keys with values (`[{title: Dash, power: 2}]`), for [repeats](templates.md#repeats)",
    r"texts and numbers joined by `\|`: `fire\|old\|3`",
    from_cell=parse_list,
    has_entries=True,
)
LISTS = FieldKind(
    Annotated[dict[Language, PlainEntries], Field(min_length=1)],
    "a list of texts and numbers for each language, or one in the main language alone",
    r"columns `tags.zh`, `tags.en`, or `tags`, joined by `\|`",
    from_cell=parse_list,
    by_language=True,
)
EFFECTS = FieldKind(
    PlainEffects,
    "[effects](effects.md): what the card does, for an engine that plays it",
    "none",
)
IMAGE = FieldKind(FileName, "a picture file in the game's folder", is_file=True)
