"""The JSON Schema of effects, so that editors complete heads, keys and verbs. What words mean only a check knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from cardgen.engines.effects.model import ChangeKind
from cardgen.engines.effects.reading import COMMON_KEYS, EFFECT_KEYS, HEADS
from cardgen.engines.effects.verbs.kinds import BLOCKS, VERBS, VerbKind

_TEXT: Mapping[str, Any] = {"type": "string", "minLength": 1}
_STEPS: Mapping[str, Any] = {"$ref": "#/$defs/EffectSteps"}
_WORDS: Mapping[str, Any] = {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}
_TIMING: Mapping[str, Any] = {**_TEXT, "examples": ["turn-start:after of me", "after draw of me", "at once"]}
_VALUE: Mapping[str, Any] = {"type": ["string", "number", "boolean", "array"]}

_SET: Mapping[str, Any] = {"type": ["string", "integer", "boolean", "array"]}
_PAIR: Mapping[str, Any] = {"type": "array", "minItems": 2, "maxItems": 2}

#: The schemas of the types of arguments and keys.
_TYPES: Mapping[str, Mapping[str, Any]] = {
    **dict.fromkeys(("value", "number", "element", "amount"), _VALUE),
    "condition": {"type": ["string", "boolean"]},
    **dict.fromkeys(("set", "cards", "some", "players", "place"), _SET),
    "words": _WORDS,
    "steps": _STEPS,
    "effect": {"$ref": "#/$defs/Effect"},
    "timing": _TIMING,
    "until": {**_TEXT, "examples": ["after turn-end", "end of game"]},
    "truth": {"type": "boolean"},
    **dict.fromkeys(("pair", "rivals"), _PAIR),
    "labels": {"type": "object", "additionalProperties": _STEPS},
    "choices": {"$ref": "#/$defs/EffectChoices"},
    "repeat": {"type": ["string", "integer"]},
}

#: The schemas of the keys of an effect.
_KEYS: Mapping[str, Mapping[str, Any]] = {
    "when": {"anyOf": [_TIMING, {"type": "array", "items": _TIMING}]},
    "while": {"type": ["string", "boolean"], "examples": [True]},
    "instead": {**_TEXT, "examples": ["damage of me"]},
    "as": _WORDS,
    "in": _WORDS,
    "text": {"anyOf": [{**_TEXT, "examples": ["auto", "own"]}, {"type": "object", "additionalProperties": _TEXT}]},
    "hidden": {"type": "boolean"},
    "states": _WORDS,
    "stages": {"type": "integer", "minimum": 1},
    "let": {"type": "object", "additionalProperties": _VALUE},
    "if": {"type": ["string", "boolean"]},
    "may": {"type": ["string", "boolean"]},
    "limit": {**_TEXT, "examples": ["once each turn", "2 each phase", "once each game"]},
    "choose": {"$ref": "#/$defs/EffectChoices"},
    **dict.fromkeys(("cost", "do", "else"), _STEPS),
    "number": _VALUE,
    "modify": {"$ref": "#/$defs/EffectChanges"},
    **dict.fromkeys(("forbid",), _WORDS),
    "allow": {"type": ["object", "array"]},
    "grant": {"type": ["object", "array"]},
}

_CHOICE = {
    "from": _TEXT,
    "number": {"type": ["string", "integer"], "examples": ["all", "0 to all", "1 to 3"]},
    "by": _TEXT,
    "with": _TYPES["condition"],
    "random": {"type": "boolean"},
    "secret": {"type": "boolean"},
    "option": _WORDS,
    "value": _TYPES["pair"],
}


def effects_schema() -> dict[str, Any]:
    """Return the definitions of the schema: `Effects` is that of the field of a card."""
    change = {
        "type": "object",
        "properties": {"value": _TEXT, "of": _TEXT, **dict.fromkeys(get_args(ChangeKind), _VALUE)},
        "required": ["value", "of"],
        "additionalProperties": False,
    }
    choice = {"type": "object", "properties": _CHOICE, "additionalProperties": False}
    return {
        "Effects": _one_or_several({"$ref": "#/$defs/Effect"}),
        "Effect": {
            "type": "object",
            "properties": {key: _KEYS.get(key, _TEXT) for key in EFFECT_KEYS},
            "oneOf": [{"required": [head]} for head in HEADS],
            "additionalProperties": False,
        },
        "EffectSteps": _one_or_several(_step()),
        "EffectChoices": {"type": "object", "additionalProperties": {"anyOf": [_TEXT, choice]}},
        "EffectChanges": _one_or_several(change),
    }


def _one_or_several(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "array", "items": schema}]}


def _step() -> dict[str, Any]:
    """Return the schema of a step: each verb with its argument, and where there is a verb, its keys.

    It is open: the vocabulary of a game has verbs of its own.
    """
    kinds = {**BLOCKS, **VERBS}
    return {
        "type": "object",
        "minProperties": 1,
        "properties": {verb: _TYPES.get(kind.argument, _TEXT) for verb, kind in kinds.items()},
        "allOf": [_keys_of(verb, kind) for verb, kind in kinds.items()],
    }


def _keys_of(verb: str, kind: VerbKind) -> dict[str, Any]:
    keys = {key: _TYPES.get(type_, _TEXT) for key, type_ in kind.keys.items()}
    common = {"if": _TYPES["condition"], "then": _STEPS, "else": _STEPS, "as": _TEXT}
    own = {**{key: common[key] for key in COMMON_KEYS}, **keys}
    others = {key: schema for key, schema in own.items() if key != verb}
    needs: dict[str, Any] = {"required": list(kind.needs)} if kind.needs else {}
    needs |= {"anyOf": [{"required": [key]} for key in kind.one_of]} if kind.one_of else {}
    return {"if": {"required": [verb]}, "then": {"properties": others, **needs}}
