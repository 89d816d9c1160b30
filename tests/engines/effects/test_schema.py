"""The JSON Schema of effects accepts what can be read, and knows the heads, keys and verbs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cardgen.engines.effects.reading import COMMON_KEYS, EFFECT_KEYS, HEADS
from cardgen.engines.effects.schema import effects_schema
from cardgen.engines.effects.verbs.kinds import BLOCKS, VERBS
from tests.cases import for_cases
from tests.engines.effects.examples import load_examples
from tests.engines.effects.test_checking import VOCABULARIES
from tests.engines.effects.texts import effects_in

DEFINITIONS = effects_schema()
SCHEMA = {"$defs": DEFINITIONS, "$ref": "#/$defs/Effects"}


def errors_of(data: Any) -> list[str]:
    return [error.message for error in Draft202012Validator(SCHEMA).iter_errors(data)]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", VOCABULARIES, ids=lambda path: path.parent.name)
def test_the_examples_are_valid(path: Path) -> None:
    for data in load_examples(path):
        for name, effects, _ in effects_in(data):
            assert errors_of(effects) == [], (data["id"], name)


@for_cases(
    "data",
    [
        {"do": {"draw": 1}},
        {"use": "main", "when": "after draw"},
        {"use": "main", "d": {"draw": 1}},
        {"use": "main", "do": {"give": 1}},
        {"use": "main", "do": {"draw": [{}], "who": {}}},
        {"while": True, "modify": {"value": "cost"}},
        {"use": "main", "choose": {"c": {"form": "market"}}},
    ],
)
def test_what_cannot_be_read_is_not_valid(data: Any) -> None:
    assert errors_of(data)


def test_all_heads_keys_and_verbs_can_be_completed() -> None:
    effect = DEFINITIONS["Effect"]
    assert tuple(effect["properties"]) == EFFECT_KEYS
    assert [one["required"][0] for one in effect["oneOf"]] == list(HEADS)
    step = DEFINITIONS["EffectSteps"]["anyOf"][0]
    assert set(step["properties"]) == {*BLOCKS, *VERBS}
    draw = next(one["then"] for one in step["allOf"] if one["if"]["required"] == ["draw"])
    assert set(draw["properties"]) == {"who", "from", *COMMON_KEYS}
