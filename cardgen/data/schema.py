"""JSON Schemas of the data files, for completion and checks in editors.

A schema covers one file: only loading the game shows whether decks, templates and pictures exist.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from cardgen.data.conditions import names_in
from cardgen.data.fields import EFFECTS, field_kind, is_optional
from cardgen.data.languages.chains import TRANSLATED_KEYS
from cardgen.data.limits import FieldEntry
from cardgen.data.model import Game
from cardgen.data.names import VALUE_PATH
from cardgen.data.rows.cards import card_model
from cardgen.data.rules.model import EXAMPLES, RulesFile, completions
from cardgen.data.targets import all_sections, game_model
from cardgen.data.templates.box_models import AnyBox, ContainerBox, ReferenceBox
from cardgen.data.templates.kinds import box_models
from cardgen.data.templates.models import IconFile, TemplateFile, TextStyle
from cardgen.data.wording import ADDITION
from cardgen.engines.capabilities import ReadsRulesets
from cardgen.engines.effects.schema import effects_schema
from cardgen.engines.registry import find_capability

_DRAFT = "https://json-schema.org/draft/2020-12/schema"

#: A text with a placeholder, which may be wherever a card's value can.
_PLACEHOLDER = {"type": "string", "pattern": rf"\{{{VALUE_PATH}[?}}\[]"}

#: An addition to a number of the extended file.
_ADDITION = {"type": "string", "pattern": f"^{ADDITION.pattern}$"}

#: Keys of a box that cannot be placeholders, because they decide how the box is checked.
_FIXED = ("kind", "boxes", "style", "extends", "when", "when_text")


def game_schema() -> dict[str, Any]:
    """Return the schema of game.yaml."""
    schema = game_model(all_sections()).model_json_schema()
    deck = schema["$defs"]["DeckEntry"]
    keys = {key: {"anyOf": [value, {"type": "null"}]} for key, value in deck["properties"].items() if key != "extends"}
    extending = {**deck, "required": ["extends"], "properties": {"extends": {"type": "string"}, **keys}}
    schema["$defs"]["DeckEntry"] = {"if": {"required": ["extends"]}, "then": extending, "else": deck}
    return _finished("cardgen game.yaml", schema)


def plain_schema(kind: str, model: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of a kind of file that has nothing but what its model says."""
    return _finished(f"cardgen {kind}", model.model_json_schema())


def ruleset_schema(game: Game) -> dict[str, Any] | None:
    """Return the schema of a game's rulesets; None if it has no rules engine that reads them."""
    engine = find_capability(game.file.engine, ReadsRulesets)
    return plain_schema("ruleset", engine.ruleset_model()) if engine else None


def rules_schema(game: Game) -> dict[str, Any]:
    """Return the schema of a game's file of rules, with its decks, its fields, and sentences to begin with."""
    schema = RulesFile.model_json_schema()
    fields = sorted({name for deck in game.decks.values() for name in deck.fields})
    counts = [f"for each deck, count is {deck.count}" for deck in list(game.decks.values())[:1]]
    sentences = [*counts, *(f"{name} is unique" for name in fields), *EXAMPLES]
    (rule,) = schema["properties"]["rules"]["patternProperties"].values()
    for option in rule["anyOf"]:
        parts = option.get("properties", {"check": option})
        parts["check"] |= completions(sentences)
        if "decks" in parts:
            parts["decks"]["anyOf"][0]["items"] = {"enum": list(game.decks)}
            parts["where"]["propertyNames"] = {"pattern": f"^({'|'.join(['id', 'copies', 'deck', *fields])})(\\.|$)"}
    return _finished(f"cardgen rules of {game.id}", schema)


def deck_schema(game: Game, deck: str) -> dict[str, Any]:
    """Return the schema of the cards file of one deck, with the fields that game.yaml declares for it.

    A row may leave out inherited values and those that the other table (`for`) may have. It may have additional values
    that only select it.
    """
    row, entry = card_model(game.decks[deck].fields).model_json_schema(), game.file.decks[deck]
    row["required"] = [name for name in row["required"] if name not in entry.defaults]
    if entry.crossed is not None:
        row["required"] = ["id"]
    for name, field in entry.fields.items():
        _add_limits(row["properties"][name], field)
        if field_kind(field.kind).by_language:  # a plain one is in the main language
            _also_plain(row["properties"][name])
        if field_kind(field.kind) is EFFECTS:
            none = [{"type": "null"}] if is_optional(field.kind) else []
            row["properties"][name] = {"anyOf": [{"$ref": "#/$defs/Effects"}, *none]}
            row["$defs"] = {**row.get("$defs", {}), **effects_schema()}
    for _, name in names_in(entry.where):
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


def _add_limits(schema: dict[str, Any], field: FieldEntry) -> None:
    """Add the limits of a field to the schema of its values, as far as a schema can have them."""
    for option in schema.get("anyOf", [schema]):
        kind = option.get("type")
        for inner in option.get("patternProperties", {}).values():  # a text for each language
            _add_limits(inner, field)
        length = field.length if kind == "string" or not field.kind.startswith("cells") else field.lines
        sizes = {"string": ("minLength", "maxLength"), "array": ("minItems", "maxItems")}.get(str(kind))
        if length is not None and sizes is not None:
            option |= {sizes[0]: length.least} | ({} if length.most is None else {sizes[1]: length.most})
        if field.one_of and kind in ("string", "integer", "number"):
            option["enum"] = list(field.one_of)
        if field.pattern is not None and kind == "string":
            option["pattern"] = f"^(?:{field.pattern.removeprefix('^').removesuffix('$')})$"
        if kind in ("integer", "number"):
            option |= {} if field.least is None else {"minimum": field.least}
            option |= {} if field.most is None else {"maximum": field.most}


def template_schema() -> dict[str, Any]:
    """Return the schema of a template file: every kind of box with its keys, and placeholders wherever they may be.

    Only the kind of a box is required: the extended template may have all other keys.
    """
    schema = TemplateFile.model_json_schema()
    definitions: dict[str, Any] = schema.setdefault("$defs", {})
    models = box_models()
    for kind, model in models.items():
        box = _box_schema(kind, model)
        definitions.update(box.pop("$defs", {}))
        definitions[model.__name__] = box
    definitions["More"] = _any_box([definitions[model.__name__] for model in models.values()])
    definitions["Box"] = _box_by_kind(models)
    definitions["TextStyle"] = {**_fillable(TextStyle), "type": ["object", "null"]}
    definitions["TemplateSide"] |= {"required": []}
    definitions["TemplateSide"]["properties"]["boxes"] = _by_name("Box")
    schema["properties"]["styles"] = _by_name("TextStyle")
    definitions["Icon"] = {"anyOf": [{"type": "string", "minLength": 1}, _fillable(IconFile), {"type": "null"}]}
    schema["properties"]["icons"] = _by_name("Icon")
    schema["properties"]["boxes"] = _by_name("Box")
    return _finished("cardgen template", {**schema, "required": []})


def _box_schema(kind: str, model: type[AnyBox]) -> dict[str, Any]:
    """Return the schema of a kind of box, none of its keys required but its kind."""
    box = _fillable(model)
    box["properties"]["kind"] = {"const": kind}
    if issubclass(model, ContainerBox):
        box["properties"]["boxes"] = _by_name("Box")
    return {**box, "required": ["kind"]}


def _any_box(boxes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the schema of a box without a kind, which changes a box of the extended template: any key of any box."""
    keys: dict[str, list[Any]] = {}
    for box in boxes:
        for key, value in box["properties"].items():
            if key != "kind":
                keys.setdefault(key, []).append(value)
    return {
        "type": "object",
        "properties": {key: {"anyOf": values} for key, values in keys.items()},
        "additionalProperties": False,
    }


def _box_by_kind(models: Mapping[str, type[AnyBox]]) -> dict[str, Any]:
    """Return the schema of a box by its kind, so that an editor shows only the keys of that kind."""
    return {
        "type": ["object", "null"],
        "properties": {"kind": {"enum": list(models)}},
        "allOf": [
            {
                "if": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": kind}}},
                "then": {"$ref": f"#/$defs/{model.__name__}"},
            }
            for kind, model in models.items()
        ],
        "if": {"type": "object", "not": {"required": ["kind"]}},
        "then": {"$ref": "#/$defs/More"},
    }


def _also_plain(schema: dict[str, Any]) -> None:
    """Let a schema of texts or lists by language take a plain one as well."""
    for option in schema.get("anyOf", [schema]):
        if option.get("type") == "object":
            (inner,) = option["patternProperties"].values()
            option |= {**inner, "type": ["object", inner["type"]]}


def _by_name(definition: str) -> dict[str, Any]:
    """Return the schema of a mapping of names to a definition; null removes an entry of the extended template."""
    return {"type": "object", "additionalProperties": {"$ref": f"#/$defs/{definition}"}}


def _fillable(model: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of a model whose values may be placeholders, except those of the keys in _FIXED."""
    schema = model.model_json_schema()
    for part in _mappings_in(schema.get("$defs", {})):  # the parts of a fill
        part["properties"] = {key: _or_placeholder(value) for key, value in part["properties"].items()}
        part.pop("required", None)
    for key, value in schema["properties"].items():
        if key == "when":
            schema["properties"][key] = _removable(value)
        if key not in _FIXED and not (key == "of" and issubclass(model, ReferenceBox)):
            schema["properties"][key] = _or_placeholder(value)
        if key in TRANSLATED_KEYS:
            schema["properties"][key] = _or_by_language(schema["properties"][key])
    return schema


def _removable(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a mapping of an extended template that null removes, as it does each of its entries."""
    entries = {pattern: {"anyOf": [value, {"type": "null"}]} for pattern, value in schema["patternProperties"].items()}
    return {**schema, "type": ["object", "null"], "patternProperties": entries}


def _or_by_language(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema that also takes a value for each language."""
    words = {key: schema.pop(key) for key in _WORDS if key in schema}
    by_language = {"type": "object", "minProperties": 1, "additionalProperties": schema}
    return {"anyOf": [schema, by_language], **words}


def _mappings_in(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield every part of a schema that declares keys."""
    if isinstance(schema, dict):
        for inner in schema.values():
            yield from _mappings_in(inner)
        if isinstance(schema.get("properties"), dict):
            yield schema
    elif isinstance(schema, list):
        for inner in schema:
            yield from _mappings_in(inner)


#: The parts of a schema that editors show to people.
_WORDS = ("title", "description", "default")


def _or_placeholder(schema: Any) -> Any:
    """Return a schema that also takes a placeholder for the value or an entry of it, and additions to numbers."""
    inner = dict(schema)
    words = {key: inner.pop(key) for key in _WORDS if key in inner}
    for key in ("prefixItems", "anyOf"):
        if key in inner:
            inner[key] = [_or_placeholder(option) for option in inner[key]]
    if "items" in inner:
        inner["items"] = _or_placeholder(inner["items"])
    added = [_ADDITION] if inner.get("type") in ("number", "integer") else []
    return {"anyOf": [inner, *added, _PLACEHOLDER], **words}


def _finished(title: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"$schema": _DRAFT, **_closed(schema), "title": title}


def _closed(schema: Any) -> Any:
    """Return the schema with mappings by pattern closed: a wrong language code is no key."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(value) for key, value in schema.items()}
    return {**closed, "additionalProperties": False} if "patternProperties" in schema else closed
