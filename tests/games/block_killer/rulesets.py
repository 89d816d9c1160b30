"""The bundled rulesets for the tests of the engine, and changed copies of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardgen.games.block_killer.rules import BlockKillerRules
from tests.cases import read_yaml

FOLDER = Path(__file__).parents[3] / "card_data" / "block-killer"


def ruleset_data(name: str) -> dict[str, Any]:
    data = read_yaml((FOLDER / "rules" / f"{name}.yaml").read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


STANDARD = BlockKillerRules.model_validate(ruleset_data("standard"))
NO_MERCY = BlockKillerRules.model_validate(ruleset_data("no-mercy"))
RULESETS = {"standard": STANDARD, "no-mercy": NO_MERCY}


def changed(rules: BlockKillerRules, **parts: dict[str, Any] | Any) -> BlockKillerRules:
    """Return `rules` with some fields replaced. A mapping replaces fields of its part."""
    data = rules.model_dump()
    for name, value in parts.items():
        if isinstance(value, dict):
            data[name].update(value)
        else:
            data[name] = value
    return BlockKillerRules.model_validate(data)
