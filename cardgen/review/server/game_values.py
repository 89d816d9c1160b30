"""The values of game.yaml and of rulesets as the page edits them, each with what its model says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from cardgen.base.errors import DataError, Place
from cardgen.data.model import Game
from cardgen.data.project import Project
from cardgen.data.schema import ruleset_schema
from cardgen.editing.projects import open_file
from cardgen.editing.yaml_document import YamlDocument
from cardgen.review.server.details import place_data, plain
from cardgen.review.server.edit_payloads import GameFileValues, KeyData, ValuePart, WrittenValue
from cardgen.review.server.kinds import key_data
from cardgen.review.server.text_files import game_file_schema

Path: TypeAlias = tuple[str | int, ...]
Schema: TypeAlias = Mapping[str, Any]

#: Parts that have editors of their own, or are longer than a form.
_APART = ("icons", "fields")


def game_values(project: Project, game: Game) -> list[GameFileValues]:
    """Return the values of game.yaml and of each ruleset. A file that cannot be read as it is has none."""
    files = [(game.marked.file, "", game_file_schema())]
    rules = ruleset_schema(game) or {}
    files += [(raw.file, name, rules) for name, raw in game.ruleset_files.items()]
    return [*_files(project, files)]


def _files(project: Project, files: list[tuple[str, str, dict[str, Any]]]) -> Iterator[GameFileValues]:
    for file, ruleset, schema in files:
        try:
            document = open_file(project, file)
        except DataError:
            continue
        if isinstance(document, YamlDocument):
            parts = [*_parts(document, (), document.marked.value, schema, schema)]
            yield {"file": file, "ruleset": ruleset, "parts": parts}


def _parts(document: YamlDocument, path: Path, value: Any, schema: Schema, whole: Schema) -> Iterator[ValuePart]:
    """Yield a mapping as a part with its plain values, and what is inside of it as further parts."""
    entries: list[tuple[str | int, Any]] = [*(value.items() if isinstance(value, Mapping) else enumerate(value))]
    known = {key: _of_key(schema, key, whole) for key, _ in entries}
    absent = {name: _resolved(one, whole) for name, one in schema.get("properties", {}).items() if name not in known}
    place = document.marked.place(*path)
    yield {
        **place_data(place),
        "path": [*path],
        "help": str(schema.get("description", "")),
        "values": [_written(document, (*path, key), one, known[key]) for key, one in entries if _is_plain(one)],
        "absent": [key_data(name, one) for name, one in absent.items() if _is_simple(one)],
    }
    for key, one in entries:
        if key not in _APART and not _is_plain(one):
            yield from _parts(document, (*path, key), one, known[key], whole)


def _is_plain(value: Any) -> bool:
    """Return True for a text, a number, a flag, nothing, and a list of these that is not empty."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(one, str | int | float) for one in value)
    return not isinstance(value, Mapping)


def _written(document: YamlDocument, path: Path, value: Any, schema: Schema) -> WrittenValue:
    place: Place = document.marked.place(*path)
    return {**place_data(place), "path": [*path], "value": plain(value), "key": key_data(str(path[-1]), schema)}


# ---------------------------------------------------------------- schemas


def _resolved(schema: Schema, whole: Schema) -> Schema:
    """Return what a schema and its alternatives refer to, with its own description."""
    reference = schema.get("$ref")
    if isinstance(reference, str):
        found: Any = whole
        for step in reference.removeprefix("#/").split("/"):
            found = found.get(step, {})
        return {**_resolved(found, whole), **{key: value for key, value in schema.items() if key != "$ref"}}
    options = schema.get("anyOf", ())
    if any("$ref" in option for option in options):
        return {**schema, "anyOf": [_resolved(option, whole) for option in options]}
    return schema


def _of_key(schema: Schema, key: str | int, whole: Schema) -> Schema:
    """Return what a schema says of a key of a mapping, or of the entries of a list; nothing if it says nothing."""
    options = [_resolved(schema, whole)]
    for option in options:
        options += [_resolved(one, whole) for word in ("anyOf", "oneOf", "allOf") for one in option.get(word, ())]
        options += [_resolved(option[word], whole) for word in ("then", "else") if word in option]
    for option in options:
        if isinstance(key, int):
            inside = option.get("items")
        else:
            patterns = next(iter(option.get("patternProperties", {}).values()), None)
            inside = option.get("properties", {}).get(key) or option.get("additionalProperties") or patterns
        if isinstance(inside, Mapping):
            return _resolved(inside, whole)
    return {}


def _is_simple(schema: Schema) -> bool:
    """Return True if a key can be written in a field: a number, a flag, one of some words, or a text."""
    key: KeyData = key_data("", schema)
    return key["type"] != "other" and not isinstance(key["default"], dict | list)
