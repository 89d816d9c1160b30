"""The game in examples/plugin-game: all that a game of turns brings with its rules, and its table in a browser."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardgen.data.playing import open_answers
from cardgen.engines import GameContent
from cardgen.engines.matches import Matches
from cardgen.engines.registry import load_engine
from tests.commands import run
from tests.conftest import InstallPlugin
from tests.games_on_disk import REPOSITORY, GameOnDisk
from tests.review.serving import serving_here

EXAMPLE = REPOSITORY / "examples" / "plugin-game"


@pytest.fixture
def game(tmp_path: Path, install_plugin: InstallPlugin, monkeypatch: pytest.MonkeyPatch) -> GameOnDisk:
    monkeypatch.syspath_prepend(str(EXAMPLE / "src"))
    install_plugin("tictactoe", "engines", {"tic-tac-toe": "cardgen_tictactoe.game:ENGINE"})
    return GameOnDisk(Path(shutil.copytree(EXAMPLE / "project", tmp_path / "project")), "tic-tac-toe")


def test_it_is_short() -> None:
    """What a stranger writes for a game of turns is at most 100 lines of Python and 30 of JavaScript."""
    python, script = (
        sum(len(path.read_text(encoding="utf-8").splitlines()) for path in (EXAMPLE / "src").rglob(pattern))
        for pattern in ("*.py", "*.js")
    )
    assert python <= 100
    assert script <= 30


def test_bots_play_it(game: GameOnDisk) -> None:
    answer = open_answers(game.load())
    assert answer is not None

    def ask(op: str, **members: Any) -> Any:
        return json.loads(answer(json.dumps({"op": op, **members})))

    assert ask("about")["policies"] == ["random", "careful"]
    state = ask("new_game", seed=1)["state"]
    for cell in (0, 3, 1, 4):
        state = ask("apply", state=state, turn={"cell": cell})["state"]
    assert ask("apply", state=state, turn={"cell": 4})["error"]["code"] == "not-free"
    assert ask("apply", state=state, turn={"cell": 2, "mark": "O"})["error"]["code"] == "bad-value"
    turn = ask("choose", state=state, policy="careful")["turn"]
    assert turn == {"cell": 2}
    state = ask("apply", state=state, turn=turn)["state"]
    facts = ask("turns", state=state)
    assert (facts["winner"], facts["to_move"], facts["turns"]) == ("X", None, [])
    logged = ask("log", state=state)
    assert (logged["log"].splitlines()[-1], logged["players"]) == ("winners 0", [0, 1, 0, 1, 0])
    assert ask("verify", log=logged["log"])["state"] == state
    refused = ask("verify", log=logged["log"].replace('{"cell": 4}', '{"cell": 0}'))
    assert (refused["legal"], refused["reason"], refused["line"]) == (False, "not-free", 5)
    assert ask("view", state=state, seat=1)["record"][0] == {"cell": 0}
    assert ask("new_game", seed=1, ruleset="gomoku")["state"]["rules"] == {"size": 9, "row": 5}
    for turns in ([{"cell": 0}, {"cell": 0}], [{"cell": "1"}], None):
        assert ask("turns", state={**state, "turns": turns})["error"]["code"] == "bad-state"


def test_it_is_simulated(game: GameOnDisk) -> None:
    load_engine("tic-tac-toe")
    study = Matches("cardgen_tictactoe.game:GAME")
    settings = study.Settings(rules=study.game.ruleset(), **study.deck_settings({}))
    results = [study.trial(settings, number) for number in range(40)]
    assert results[3] == study.trial(settings, 3)
    assert [result["seats"] for result in results[:2]] == [[0, 1], [1, 0]]
    careful = sum(result["seats"][seat] for result in results for seat in result["winners"])
    assert careful > 25
    content = GameContent({"": study.game.ruleset()}, {})
    assert study.game.prepare(study.game.options(op="new_game", seed=2), content).seed == 2
    assert game.name == "tic-tac-toe"


def test_it_is_played_and_verified_by_commands(game: GameOnDisk) -> None:
    checked = run("check", cwd=game.root)
    assert (checked.returncode, checked.stderr) == (0, "")
    log = run("play", "game", "--seed", "3", cwd=game.root).stdout
    assert run("play", "verify", "-", cwd=game.root, stdin=log).stdout == "7 turns; the game is over.\n"
    wrong = run("play", "verify", "-", cwd=game.root, stdin=log.replace('1 {"cell": 4}', "1 nonsense"))
    assert (wrong.returncode, "line 5" in wrong.stderr.lower()) == (1, True)
    report = json.loads(run("simulate", "--games", "20", "--jobs", "1", "--json", cwd=game.root).stdout)
    assert [chart["id"] for chart in report["charts"]] == ["policies", "seats"]


@pytest.mark.browser
def test_it_is_played_at_its_table(game: GameOnDisk, page: Any) -> None:
    with serving_here(game) as served:
        page.goto(f"{served.address}#/table")
        cells = page.locator(".ttt-board button")
        expect(cells).to_have_count(9)
        page.get_by_label("Row 2, column 2: empty").click()
        expect(page.locator(".play-turn-list button")).to_have_count(3)  # the start, the turn, and the computer's
        assert sorted("".join(cells.all_inner_texts())) == ["O", "X"]
        expect(page.locator(".play-status")).to_have_text("X is to move.")
