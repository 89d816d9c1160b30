"""docs/engine.md says what the engine does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import cardgen.games.block_killer as package
from cardgen.games.block_killer import DECK_CODES, REFUSALS, answer

from .rulesets import RULESETS

DOCS = (Path(__file__).parents[3] / "docs" / "engine.md").read_text(encoding="utf-8")


def test_every_code_and_every_operation_stands_in_the_docs() -> None:
    about = json.loads(answer('{"op": "about"}', RULESETS))
    for name in [*REFUSALS, *about["ops"]]:
        assert f"`{name}`" in DOCS
    for code in DECK_CODES:
        assert f"| {code} |" in DOCS


def test_every_function_of_the_table_exists() -> None:
    table = DOCS[DOCS.index("| to | call |") : DOCS.index("A ruleset is one file")]
    called = {name for name in re.findall(r"`(\w+)[(`]", table) if name[0].islower() and "_" in name}
    assert len(called) > 12
    assert called <= set(package.__all__) | {"cells", "spin", "mini"}
