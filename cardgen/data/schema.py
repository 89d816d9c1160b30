"""JSON Schemas of the data files, for editors: completion and red underlines while typing."""

from __future__ import annotations

from typing import Any

from cardgen.data.boxes import BOXES, TemplateFile, TextStyle
from cardgen.data.load import card_model
from cardgen.data.model import Game, GameFile

_DRAFT = "https://json-schema.org/draft/2020-12/schema"

#: A text with a placeholder, which may stand wherever a card's value can.
_PLACEHOLDER = {"type": "string", "pattern": r"\{[A-Za-z][A-Za-z0-9_.-]*\}"}


def game_schema() -> dict[str, Any]:
    """The schema of game.yaml."""
    return {"$schema": _DRAFT, "title": "cardgen game.yaml", **GameFile.model_json_schema()}


def ruleset_schema(model: Any) -> dict[str, Any]:
    """The schema of a ruleset file of an engine, by the engine's own model."""
    return {"$schema": _DRAFT, "title": "cardgen ruleset", **model.model_json_schema()}


def deck_schema(game: Game, deck: str) -> dict[str, Any]:
    """The schema of the cards file of one deck, with the fields that game.yaml declares for it."""
    row = card_model(game.decks[deck].fields).model_json_schema()
    definitions = row.pop("$defs", {})
    return {
        "$schema": _DRAFT,
        "title": f"cardgen deck {deck} of {game.id}",
        "type": "object",
        "properties": {"cards": {"type": "array", "minItems": 1, "items": row}},
        "required": ["cards"],
        "additionalProperties": False,
        "$defs": definitions,
    }


def template_schema() -> dict[str, Any]:
    """The schema of a template file: every kind of box with its keys, and placeholders wherever they may stand."""
    schema = TemplateFile.model_json_schema()
    definitions: dict[str, Any] = schema.pop("$defs", {})
    for kind, model in BOXES.items():
        box = model.model_json_schema()
        definitions.update(box.pop("$defs", {}))
        for key, value in box["properties"].items():
            if key not in ("kind", "boxes", "style", "of"):
                box["properties"][key] = {"anyOf": [value, _PLACEHOLDER]}
        if kind == "group":
            box["properties"]["boxes"] = {"type": "object", "additionalProperties": {"$ref": "#/$defs/Box"}}
        box["properties"]["kind"] = {"const": kind}
        # What is missing may come from the template that this one extends.
        box["required"] = [] if kind == "group" else ["kind"]
        definitions[model.__name__] = box
    definitions["Box"] = {"anyOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in BOXES.values()]}
    style = TextStyle.model_json_schema()
    for key, value in style["properties"].items():
        style["properties"][key] = {"anyOf": [value, _PLACEHOLDER]}
    definitions["TextStyle"] = style
    boxes = {"type": "object", "additionalProperties": {"anyOf": [{"$ref": "#/$defs/Box"}, {"type": "null"}]}}
    definitions["TemplateSide"]["properties"]["boxes"] = boxes
    definitions["TemplateSide"]["required"] = []
    schema["properties"]["styles"] = {"type": "object", "additionalProperties": {"$ref": "#/$defs/TextStyle"}}
    schema["required"] = []
    return {"$schema": _DRAFT, "title": "cardgen template", **schema, "$defs": definitions}
