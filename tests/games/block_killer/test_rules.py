from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from cardgen.games.block_killer.rules import BlockKillerRules
from tests.cases import for_cases

from .rulesets import NO_MERCY, STANDARD, ruleset_data


def test_the_bundled_rulesets_have_the_tables_of_the_game() -> None:
    assert STANDARD.attack.non_spin == (0, 1, 2, 4)
    assert STANDARD.attack.spin == (2, 4, 6)
    assert STANDARD.attack.combo == (0, 1, 1, 1, 2, 2, 2)
    assert STANDARD.attack.further_line.block == 1
    assert NO_MERCY.attack.non_spin == (1, 2, 4, 6, 9)
    assert NO_MERCY.attack.spin == (2, 5, 8, 12, 16)
    assert NO_MERCY.attack.combo == (0, 1, 2, 2, 3, 3, 4)
    assert (NO_MERCY.attack.further_line.non_spin, NO_MERCY.attack.further_line.spin) == (3, 4)


@pytest.mark.parametrize("name", ["standard", "no-mercy"])
def test_a_ruleset_is_exactly_its_file(name: str) -> None:
    data = ruleset_data(name)
    assert BlockKillerRules.model_validate(data).model_dump(mode="json") == data


def test_rules_are_hashable_and_frozen() -> None:
    assert hash(STANDARD) != hash(NO_MERCY)
    with pytest.raises(ValidationError):
        STANDARD.most_blocks = 6


def _with(path: str, value: Any) -> dict[str, Any]:
    data = ruleset_data("standard")
    part = data
    *parents, last = path.split(".")
    for name in parents:
        part = part[name]
    part[last] = value
    return data


@for_cases(
    ("path", "value"),
    [
        ("most_blocks", "5"),
        ("most_blocks", True),
        ("most_blocks", 5.0),
        ("most_blocks", -1),
        ("most_blocks", 1_000_000),
        ("attack.combo", []),
        ("attack.combo", [0, "1"]),
        ("attack.spin", [2, -4]),
        ("attack.special_lines", 0),
        ("attack.further_line.block", None),
        ("play.spin", "sometimes"),
        ("play.mini", False),
        ("play.spins", "any"),
        ("players.most", 2),
        ("deal.garbage", 13),
        ("defence.counter_divisor", 0),
        ("titles.zh", ""),
        ("comment", "x"),
    ],
)
def test_a_bad_field_is_refused_and_named(path: str, value: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        BlockKillerRules.model_validate(_with(path, value))
    places = {".".join(map(str, error["loc"])) for error in caught.value.errors()}
    assert any(path.startswith(place) or place.startswith(path) for place in places)


def test_a_missing_field_is_refused() -> None:
    data = ruleset_data("standard")
    del data["play"]["mini"]
    with pytest.raises(ValidationError):
        BlockKillerRules.model_validate(data)


def test_the_json_schema_describes_the_choices() -> None:
    schema = json.dumps(BlockKillerRules.model_json_schema())
    for word in ("three-corner", "kicked", "each-deck", "rounded up"):
        assert word in schema
