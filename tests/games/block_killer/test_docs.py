"""docs/engine.md agrees with the engine."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

from cardgen.games.block_killer.deck import DECK_CODES
from cardgen.games.block_killer.protocol import answer
from cardgen.games.block_killer.refusals import REFUSALS
from tests.games.block_killer.playing import CONTENT

DOCS = (Path(__file__).parents[3] / "docs" / "engine.md").read_text(encoding="utf-8")


def test_every_code_and_every_operation_is_in_the_docs() -> None:
    about = json.loads(answer('{"op": "about"}', CONTENT))
    for name in [*REFUSALS, *about["ops"]]:
        assert f"`{name}`" in DOCS
    for code in DECK_CODES:
        assert f"| {code} |" in DOCS


def _session() -> list[tuple[str, str]]:
    """Return the requests of the example session with their answers."""
    part = DOCS[DOCS.index("### A session") : DOCS.index("### Errors")]
    sent, back = (re.findall(rf"^    {mark} (.*)$", part, re.MULTILINE) for mark in "><")
    return list(zip(sent, back, strict=True))


def test_the_session_in_the_docs_has_the_answers_of_the_engine() -> None:
    state: object = None
    for request, promised in _session():
        reply = answer(request.replace("STATE", json.dumps(state)), CONTENT)
        pattern = ".*".join(map(re.escape, promised.replace(" …", "…").replace("… ", "…").split("…")))
        assert re.fullmatch(pattern, reply), f"{request}\n{reply}"
        state = json.loads(reply).get("state", state)
    spoken = {json.loads(request.replace("STATE", "{}"))["op"] for request, _ in _session()}
    assert spoken == set(json.loads(answer('{"op": "about"}', CONTENT))["ops"]) - {"perft"}


def test_every_function_of_the_table_exists() -> None:
    table = DOCS[DOCS.index("| to | call |") : DOCS.index("A ruleset is one file")]
    called = set(re.findall(r"`(\w+\.\w+)\(", table))
    assert len(called) > 12
    for name in called:
        module, function = name.split(".")
        assert callable(getattr(import_module(f"cardgen.games.block_killer.{module}"), function))
