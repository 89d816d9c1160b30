"""`cardgen play …` and `cardgen engine` for the shipped game."""

from __future__ import annotations

import json
from pathlib import Path

from tests.commands import run


def test_a_random_game_is_played_verified_and_drawn(tmp_path: Path) -> None:
    game = run("play", "game", "--game", "heroes", "--mode", "nation", "--players", "2", "--seed", "3")
    assert game.returncode == 0, game.stderr
    assert game.stdout.startswith("game nation 2 seed 3\n0 keep ")
    log, picture = tmp_path / "game.log", tmp_path / "table.svg"
    log.write_text(game.stdout, encoding="utf-8")
    done = run("play", "verify", str(log), "--game", "heroes", "--draw", str(picture))
    assert done.returncode == 0, done.stderr
    assert "turns; the game is over." in done.stdout
    assert "<svg" in picture.read_text(encoding="utf-8")
    data = json.loads(run("play", "verify", str(log), "--game", "heroes", "--json").stdout)
    assert (data["legal"], data["over"], len(data["seats"]["zh"])) == (True, True, 3)


def test_an_unknown_mode_is_refused() -> None:
    done = run("play", "game", "--game", "heroes", "--mode", "relm")
    assert done.returncode == 2
    assert "there is no mode 'relm' (did you mean 'realm'?)" in done.stderr
    done = run("play", "game", "--game", "heroes", "--mode", "realm", "--players", "4")
    assert done.returncode == 2
    assert "the realm mode needs more than 4 players" in done.stderr


def test_a_log_is_drawn_and_the_engine_answers(tmp_path: Path) -> None:
    picture = tmp_path / "strip.svg"
    done = run("play", "draw", "game realm 5 seed 1", str(picture), "--game", "heroes")
    assert done.returncode == 0, done.stderr
    assert picture.exists()
    done = run("engine", "--game", "heroes", stdin='{"op": "ambitionists", "players": 7}\n')
    assert json.loads(done.stdout) == {"threshold": 3}
