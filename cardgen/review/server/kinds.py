"""The kinds of boxes as the page offers them: what each draws, an example, and its keys with their limits."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel

from cardgen.building.plan import layout_game
from cardgen.cards.boxes.registry import load_box_kind
from cardgen.data.kinds import COLOUR_PATTERN
from cardgen.data.reading import parse_yaml
from cardgen.data.templates.box_models import ReferenceBox
from cardgen.data.templates.kinds import box_models
from cardgen.editing.boxes import EFFECTS
from cardgen.review.server.edit_payloads import KeyData, KeyType, KindData
from cardgen.review.server.pictures import picture_svg
from cardgen.starters.trial import trial_game

#: Keys that the page shows in another way.
_APART = ("kind", "box", "when", "extends", "boxes", "style")

_TYPES: Mapping[str, KeyType] = {"number": "number", "integer": "number", "boolean": "flag", "string": "text"}


@cache
def kinds_data() -> list[KindData]:
    """Return all kinds of boxes that can be loaded, those that draw another box again left out."""
    return [
        {
            "name": name,
            "help": _first_sentence(model),
            "example": parse_yaml(load_box_kind(name).example, "").value,
            "keys": [*keys_of(model)],
        }
        for name, model in box_models().items()
        if not issubclass(model, ReferenceBox)
    ]


@cache
def kind_picture(name: str) -> str | None:
    """Return the example of a kind of box as an SVG; None if there is none, or it needs a file of a game."""
    example = next((dict(kind["example"]) for kind in kinds_data() if kind["name"] == name), None)
    if example is None or "file" in example:
        return None
    box: Any = example["box"]
    width, height = box[2:]
    example["box"] = [1, 1, width, height]
    about = {"en": name}
    game = {
        "titles": about,
        "author": "cardgen",
        "licence": {"name": "CC0-1.0", "link": "https://creativecommons.org/publicdomain/zero/1.0/"},
        "languages": ["en"],
        "sizes": {"box": {"width": width + 2, "height": height + 2, "corner": 0, "bleed": 0, "safe": 0}},
        "decks": {"main": {"titles": about, "cards": "cards.yaml", "template": "card.yaml", "size": "box"}},
        "targets": {"cards": {"decks": ["main"]}},
    }
    files = {
        "card_data/kind/game.yaml": game,
        "card_data/kind/cards.yaml": {"cards": [{"id": name}]},
        "templates/card.yaml": {"face": {"description": about, "boxes": {name: example}}},
    }
    with trial_game("kind", {path: json.dumps(content).encode() for path, content in files.items()}) as loaded:
        return picture_svg(layout_game(loaded)["main"][0].face.scene)


def _first_sentence(model: type[BaseModel]) -> str:
    return " ".join((model.__doc__ or "").split())


def keys_of(model: type[BaseModel]) -> Iterator[KeyData]:
    """Yield the keys of a model of a part of a file, with what may be written for each."""
    whole = model.model_json_schema()
    properties: Mapping[str, Any] = whole["properties"]
    return (key_data(name, schema, whole) for name, schema in properties.items() if name not in _APART)


def key_data(name: str, schema: Mapping[str, Any], whole: Mapping[str, Any] | None = None) -> KeyData:
    """Return a key as a form shows it, from what its JSON Schema says, a part of the whole schema."""
    options: list[Mapping[str, Any]] = [schema, *schema.get("anyOf", ())]
    options = [{**option, "enum": [option["const"]]} if "const" in option else option for option in options]
    named = (option for option in options if "enum" in option or option.get("type") not in (None, "null"))
    found: Mapping[str, Any] = next(named, {})
    return {
        "name": name,
        "help": schema.get("description", ""),
        "type": _type_of(name, found, options),
        "choices": [str(value) for option in options for value in option.get("enum", ())],
        "least": found.get("minimum"),
        "most": found.get("maximum"),
        "default": schema.get("default"),
        "keys": [*_effect_keys(name, options, whole or {})],
    }


def _effect_keys(name: str, options: Iterable[Mapping[str, Any]], whole: Mapping[str, Any]) -> Iterator[KeyData]:
    """Yield the keys of an effect of a text."""
    if name in EFFECTS:
        model = next(option["$ref"] for option in options if "$ref" in option).rpartition("/")[2]
        for key, schema in whole["$defs"][model]["properties"].items():
            yield key_data(key, schema)


def _type_of(name: str, schema: Mapping[str, Any], options: Iterable[Mapping[str, Any]]) -> KeyType:
    if "enum" in schema:
        return "choice"
    if name == "fill" or any(option.get("pattern") == COLOUR_PATTERN for option in options):
        return "colour"
    return _TYPES.get(str(schema.get("type")), "other")
