"""docs/engine.md and the page of each game agree with the engines."""

from __future__ import annotations

import json
import re
from importlib import import_module

import pytest

from cardgen.engines import GameContent
from cardgen.engines.capabilities import AnswersRequests
from cardgen.engines.registry import find_capability
from cardgen.games.block_killer.protocol import answer
from cardgen.games.block_killer.refusals import BlockKillerError
from tests.cases import for_cases
from tests.games.block_killer.playing import CONTENT
from tests.games_on_disk import REPOSITORY

GAMES = ("block-killer", "blokus", "blitz", "heroes", "thread-race")


def page_of(game: str) -> str:
    """Return the page of a game; "" is that of the frame."""
    name = f"engine-{game}" if game else "engine"
    return (REPOSITORY / "docs" / f"{name}.md").read_text(encoding="utf-8")


def operations_of(game: str) -> list[str]:
    engine = find_capability(game, AnswersRequests)
    assert engine is not None
    return [*json.loads(engine.answer('{"op": "about"}', GameContent({}, {})))["ops"]]


def rows_below(head: str, page: str) -> str:
    """Return the rows of the table that has these columns."""
    return page.split(f"\n| {head} |\n")[1].split("\n\n")[0]


@pytest.mark.parametrize("game", GAMES)
def test_every_operation_is_on_one_page(game: str) -> None:
    rows = rows_below("op | members | answer", page_of("")) + rows_below("op | members | answer", page_of(game))
    assert sorted(re.findall(r"^\| `(\w+)`", rows, re.MULTILINE)) == sorted(operations_of(game))


@for_cases("game", GAMES)
def test_every_function_of_the_table_exists(game: str) -> None:
    rows = rows_below("to | call", page_of(game)) + rows_below("to | call", page_of(""))
    called = {name for name in re.findall(r"`(\w+\.\w+)\(", rows) if name != "GAME.find_policy"}
    assert len(called) > 4
    for name in called:
        module, function = name.split(".")
        assert callable(getattr(import_module(f"cardgen.games.{game.replace('-', '_')}.{module}"), function))


def test_every_refusal_of_a_play_has_its_code() -> None:
    for name in BlockKillerError.refusals():
        assert f"`{name}`" in page_of("block-killer")


def _session() -> list[tuple[str, str]]:
    """Return the requests of the example session with their answers."""
    part = page_of("block-killer").split("### A session")[1]
    sent, back = (re.findall(rf"^    {mark} (.*)$", part, re.MULTILINE) for mark in "><")
    return list(zip(sent, back, strict=True))


def test_the_session_has_the_answers_of_the_engine() -> None:
    state: object = None
    for request, promised in _session():
        reply = answer(request.replace("STATE", json.dumps(state)), CONTENT)
        pattern = ".*".join(map(re.escape, promised.replace(" …", "…").replace("… ", "…").split("…")))
        assert re.fullmatch(pattern, reply), f"{request}\n{reply}"
        state = json.loads(reply).get("state", state)
    spoken = {json.loads(request.replace("STATE", "{}"))["op"] for request, _ in _session()}
    assert spoken == set(operations_of("block-killer")) - {"perft"}
