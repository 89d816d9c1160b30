"""Oversized inputs: answered within the limits of time and memory, correctly or with a place."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random

from tests.attack.bombs_data import data_bombs
from tests.attack.bombs_media import media_bombs
from tests.attack.trial import Verdict, judge, run_command, write_files


def big_inputs(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:  # noqa: ARG001
    """Check and build each of the bombs."""
    bombs = chain(data_bombs(), media_bombs())
    while bomb := next(bombs, None):
        name, project = bomb.name, folder / "project"
        write_files(project, bomb.files)
        del bomb  # a forked process starts with the memory of this one
        game = next(path.parent.name for path in (project / "card_data").glob("*/game.yaml"))
        for command in (["check", game, "--project", "."], ["build", game, "--quiet", "--project", "."]):
            yield Verdict(f"{name}: {command[0]}", tuple(judge(run_command(command, project))))
        shutil.rmtree(project)
