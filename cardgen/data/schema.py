"""JSON Schemas of the data files, for editors: completion and red underlines while typing.

A schema knows one file at a time: that decks, templates and pictures exist is for loading to find out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from cardgen.data.boxes import BOXES, TemplateFile, TextStyle
from cardgen.data.boxes.texts import IconFile
from cardgen.data.fields import field_kind
from cardgen.data.languages.chains import SPOKEN
from cardgen.data.languages.overlays import OverlayFile
from cardgen.data.model import Game
from cardgen.data.rows.decks import card_model
from cardgen.data.targets import all_sections, game_model
from cardgen.data.wording import ADDITION

_DRAFT = "https://json-schema.org/draft/2020-12/schema"

#: A text with a placeholder, which may stand wherever a card's value can.
_PLACEHOLDER = {"type": "string", "pattern": r"\{[A-Za-z][A-Za-z0-9_.-]*\}"}

#: A number added to the one below, in what extends another.
_ADDITION = {"type": "string", "pattern": f"^{ADDITION.pattern}$"}

#: Keys of a box that no placeholder can fill in, because they decide what the box is.
_FIXED = ("kind", "boxes", "style", "extends", "when")


def game_schema() -> dict[str, Any]:
    """The schema of game.yaml."""
    return _finished("cardgen game.yaml", game_model(all_sections()).model_json_schema())


def translations_schema() -> dict[str, Any]:
    """The schema of a file of translations, when it is YAML."""
    return _finished("cardgen translations", OverlayFile.model_json_schema())


def ruleset_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of a ruleset file of an engine, by the engine's own model."""
    return _finished("cardgen ruleset", model.model_json_schema())


def deck_schema(game: Game, deck: str) -> dict[str, Any]:
    """The schema of the cards file of one deck, with the fields that game.yaml declares for it.

    A row may leave out what it inherits, and what may stand in the other table of a crossing; and it may have what only
    selects it.
    """
    row, entry = card_model(game.decks[deck].fields).model_json_schema(), game.file.decks[deck]
    row["required"] = [name for name in row["required"] if name not in entry.defaults]
    if entry.crossed is not None:
        row["required"] = ["id"]
    for name, kind in entry.fields.items():
        if field_kind(kind).by_language:  # a plain one is in the main language
            _also_plain(row["properties"][name])
    for name in entry.where:
        row["properties"].setdefault(name.split(".")[0], {})
    return _finished(
        f"cardgen deck {deck} of {game.id}",
        {
            "$defs": row.pop("$defs", {}),
            "type": "object",
            "properties": {"cards": {"type": "array", "minItems": 1, "items": row}},
            "required": ["cards"],
            "additionalProperties": False,
        },
    )


def template_schema() -> dict[str, Any]:
    """The schema of a template file: every kind of box with its keys, and placeholders wherever they may stand.

    Nothing but the kind of a box is required: what is missing may stand in the template that is extended.
    """
    schema = TemplateFile.model_json_schema()
    definitions: dict[str, Any] = schema.setdefault("$defs", {})
    for kind, model in BOXES.items():
        box = _fillable(model)
        definitions.update(box.pop("$defs", {}))
        box["properties"]["kind"] = {"const": kind}
        if "boxes" in box["properties"]:
            box["properties"]["boxes"] = _by_name("Box")
        definitions[model.__name__] = {**box, "required": ["kind"]}
    # A box without a kind goes on with one of the template below: any key of any box.
    keys: dict[str, list[Any]] = {}
    for model in BOXES.values():
        for key, value in definitions[model.__name__]["properties"].items():
            keys.setdefault(key, []).append(value)
    del keys["kind"]
    definitions["More"] = {
        "type": "object",
        "properties": {key: {"anyOf": values} for key, values in keys.items()},
        "additionalProperties": False,
    }
    definitions["Box"] = {
        "type": ["object", "null"],
        "properties": {"kind": {"enum": list(BOXES)}},
        # By its kind, so that an editor speaks of that kind alone.
        "allOf": [
            {
                "if": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": kind}}},
                "then": {"$ref": f"#/$defs/{model.__name__}"},
            }
            for kind, model in BOXES.items()
        ],
        "if": {"type": "object", "not": {"required": ["kind"]}},
        "then": {"$ref": "#/$defs/More"},
    }
    definitions["TextStyle"] = {**_fillable(TextStyle), "type": ["object", "null"]}
    definitions["TemplateSide"] |= {"required": []}
    definitions["TemplateSide"]["properties"]["boxes"] = _by_name("Box")
    schema["properties"]["styles"] = _by_name("TextStyle")
    definitions["Icon"] = {"anyOf": [{"type": "string", "minLength": 1}, _fillable(IconFile), {"type": "null"}]}
    schema["properties"]["icons"] = _by_name("Icon")
    schema["properties"]["boxes"] = _by_name("Box")
    return _finished("cardgen template", {**schema, "required": []})


def _also_plain(schema: dict[str, Any]) -> None:
    """Makes a schema of texts or lists by language one that takes a plain one as well."""
    for each in schema.get("anyOf", [schema]):
        if each.get("type") == "object":
            (inner,) = each["patternProperties"].values()
            each |= {**inner, "type": ["object", inner["type"]]}


def _by_name(definition: str) -> dict[str, Any]:
    """A mapping of names to what is defined; null takes away what the template below has of the name."""
    return {"type": "object", "additionalProperties": {"$ref": f"#/$defs/{definition}"}}


def _fillable(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of a model whose values, but for those that decide what it is, may be placeholders."""
    schema = model.model_json_schema()
    for part in _mappings_in(schema.get("$defs", {})):  # what a fill is made of
        part["properties"] = {key: _or_placeholder(value) for key, value in part["properties"].items()}
        part.pop("required", None)
    for key, value in schema["properties"].items():
        if key not in _FIXED and not (key == "of" and value.get("type") == "string"):
            schema["properties"][key] = _or_placeholder(value)
        if key in SPOKEN:
            by_language = {"type": "object", "minProperties": 1, "additionalProperties": schema["properties"][key]}
            schema["properties"][key] = {"anyOf": [schema["properties"][key], by_language]}
    return schema


def _mappings_in(schema: Any) -> Iterator[dict[str, Any]]:
    """Every part of a schema that declares keys."""
    if isinstance(schema, dict):
        for inner in schema.values():
            yield from _mappings_in(inner)
        if isinstance(schema.get("properties"), dict):
            yield schema
    elif isinstance(schema, list):
        for inner in schema:
            yield from _mappings_in(inner)


def _or_placeholder(schema: Any) -> Any:
    """A schema that takes a placeholder in place of the value, or of any entry of it; and of a number, an addition."""
    inner = dict(schema)
    for key in ("prefixItems", "anyOf"):
        if key in inner:
            inner[key] = [_or_placeholder(each) for each in inner[key]]
    if "items" in inner:
        inner["items"] = _or_placeholder(inner["items"])
    added = [_ADDITION] if inner.get("type") in ("number", "integer") else []
    return {"anyOf": [inner, *added, _PLACEHOLDER]}


def _finished(title: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"$schema": _DRAFT, **_closed(schema), "title": title}


def _closed(schema: Any) -> Any:
    """The schema with mappings by pattern closed: a language code that is none is no key."""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(value) for key, value in schema.items()}
    return {**closed, "additionalProperties": False} if "patternProperties" in schema else closed
