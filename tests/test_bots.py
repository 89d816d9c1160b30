"""The bots in examples/bots play whole legal games, and better than at random."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games_on_disk import REPOSITORY

BOTS = REPOSITORY / "examples" / "bots"


def play(bot: str) -> str:
    """Return the log of a game that a bot has played."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    command = [sys.executable, str(BOTS / f"{bot}_bot.py"), "7"]
    return subprocess.run(
        command, cwd=REPOSITORY, env=environment, check=True, capture_output=True, encoding="utf-8", timeout=120
    ).stdout


def verify(log: str, game: str) -> str:
    """Return what `cardgen play verify` says of a log. It fails if the log breaks a rule."""
    command = [sys.executable, "-m", "cardgen", "play", "verify", "-", "--game", game]
    return subprocess.run(
        command, cwd=REPOSITORY, input=log, check=True, capture_output=True, encoding="utf-8", timeout=120
    ).stdout


@pytest.mark.full
def test_the_bot_for_blokus_wins() -> None:
    log = play("blokus")
    assert "the game is over" in verify(log, "blokus")
    own, *others = map(int, log.splitlines()[-1].removeprefix("scores ").split())
    assert own < min(others)  # the cells that are left


def test_the_bot_for_block_killer_wins() -> None:
    log = play("block_killer")
    assert "player 0 wins" in verify(log, "block-killer")


@pytest.mark.parametrize("path", sorted(BOTS.glob("*.py")), ids=lambda path: path.stem)
def test_a_bot_is_short_and_needs_the_standard_library_only(path: Path) -> None:
    code = path.read_text(encoding="utf-8")
    assert code.count("\n") <= 40
    imports = [alias.name for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Import) for alias in node.names]
    assert imports == ["json", "subprocess", "sys"]
