"""`cardgen engine --schema`: the schema of a game's protocol says which requests the engine reads.

`conftest` compares it with all requests of the tests beside this one, and with those of the docs.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cardgen.engines import GameContent
from cardgen.engines.capabilities import AnswersRequests, DescribesRequests
from cardgen.engines.registry import find_capability
from tests.commands import run
from tests.games.test_docs import GAMES, operations_of

NEW_GAME = {"block-killer": {"players": 3}, "heroes": {"players": 5}}


def schema_of(game: str) -> dict[str, Any]:
    engine = find_capability(game, DescribesRequests)
    assert engine is not None
    return dict(engine.request_schema())


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_has_a_request_of_each_operation(game: str) -> None:
    schema = schema_of(game)
    Draft202012Validator.check_schema(schema)
    parts = schema["$defs"]
    assert [f"request_{name}" for name in operations_of(game)] == [name for name in parts if name[:8] == "request_"]
    for name, part in parts.items():
        for request in part.get("anyOf", [part]) if name.startswith("request_") else []:
            assert request["properties"]["op"] == {"const": name[8:]}


@pytest.mark.parametrize("game", GAMES)
def test_requests_are_valid_unless_they_are_malformed(game: str) -> None:
    validator = Draft202012Validator(schema_of(game))
    new_game = {"op": "new_game", "id": [1], "seed": 7, **NEW_GAME.get(game, {})}
    well_formed: list[Any] = [{"op": "about"}, new_game, {"op": "view", "state": {}, "seat": None}]
    malformed: list[Any] = [
        *(None, [], "about", {}, {"op": "fly"}, {"op": 7}),
        *({"op": "about", "quickly": True}, {**new_game, "seed": "7"}, {**new_game, "seed": 2**63}),
        *({"op": "view", "state": {}}, {"op": "apply", "state": [], "turn": {}}, {"op": "verify", "log": None}),
    ]
    assert [*map(validator.is_valid, well_formed + malformed)] == [True] * len(well_formed) + [False] * len(malformed)


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_has_the_common_shape(game: str) -> None:
    parts, engine = schema_of(game)["$defs"], find_capability(game, AnswersRequests)
    assert engine is not None
    answer, error = (Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": parts}) for name in ("answer", "error"))
    for line, is_error in (('{"op": "about", "id": 3}', False), ('{"op": "turns", "id": 3}', True), ("", True)):
        reply = json.loads(engine.answer(line, GameContent({}, {})))
        assert answer.is_valid(reply)
        assert error.is_valid(reply) == is_error
    assert not answer.is_valid({"error": "no"})


def test_the_command_prints_it() -> None:
    printed = [run("engine", "--schema", *arguments).stdout for arguments in (["blokus"], ["--game", "blokus"])]
    assert json.loads(printed[0]) == schema_of("blokus")
    assert printed[0] == printed[1]
    assert "the game is named twice" in run("engine", "blokus", "--game", "blitz").stderr
