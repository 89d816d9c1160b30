"""Concurrent builds: parts and versions of one game, eight at once, into one folder."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.attack.trial import Problem, Verdict, files_below, judge, run_command
from tests.games_on_disk import tiny_game_in

_AT_ONCE = 8
_PARTS: tuple[list[str], ...] = ([], [], ["--only", "cards/svg"], ["--only", "cards/png"], ["--only", "sheets"])


def meeting_builds(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:
    """After concurrent builds the manifest is correct; after one more build the files are those of a single build."""
    projects = [folder / name for name in ("first", "second")]
    for project in projects:
        game = tiny_game_in(project)
    game.change("card_data/tiny/cards.yaml", "id: two, name: Second", "id: second, name: Other")
    for number in range(trials):
        out = folder / f"out-{number}"
        commands = [
            ["build", "tiny", "--quiet", "--dpi", "72", "--out", str(out), *random.choice(_PARTS)]
            for _ in range(_AT_ONCE)
        ]
        problems = [problem for outcome in _run_at_once(random, projects, commands) for problem in outcome]
        problems += _manifest_problems(out / "tiny")
        for project in random.sample(projects, 2):
            alone = folder / "alone"
            for target in (out, alone):
                run_command(["build", "tiny", "--quiet", "--dpi", "72", "--out", str(target)], project)
            if _set_of(out / "tiny") != _set_of(alone / "tiny"):
                problems.append(("torn", "the next build left another set than a build alone"))
            shutil.rmtree(alone)
        yield Verdict(f"meeting {number}", tuple(problems))
        shutil.rmtree(out)


def _set_of(folder: Path) -> tuple[dict[str, bytes], object]:
    """Return the files and their entries in the manifest, without its requests, which may differ."""
    files = files_below(folder)
    return files, json.loads(files.pop("manifest.json"))["files"]


def _run_at_once(
    random: Random, projects: list[Path], commands: list[list[str]]
) -> Iterator[list[tuple[Problem, str]]]:
    """Run the commands in separate processes, and return their problems."""
    running = []
    for command in commands:
        project = random.choice(projects)
        reader, writer = os.pipe()
        process = os.fork()
        if not process:
            problems = list(judge(run_command(command, project), limits=False))
            os.write(writer, json.dumps(problems).encode())
            os._exit(0)
        os.close(writer)
        running.append((process, reader))
    for process, reader in running:
        with os.fdopen(reader) as stream:
            problems = json.load(stream)
        os.waitpid(process, 0)
        yield [(kind, detail) for kind, detail in problems]


def _manifest_problems(folder: Path) -> Iterator[tuple[Problem, str]]:
    files = files_below(folder)
    listed = json.loads(files.pop("manifest.json"))["files"]
    if files.keys() - listed.keys():
        yield "lost", f"not in the manifest: {sorted(files.keys() - listed.keys())}"
    wrong = [path for path in listed if hashlib.sha256(files.get(path, b"")).hexdigest() != listed[path]["sha256"]]
    if wrong:
        yield "torn", f"the manifest tells other bytes: {wrong}"
