"""Files are made by several processes, and have the same bytes as those made by one."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.games_on_disk import REPOSITORY, GameOnDisk, block_killer_in, files_in, tiny_game_in

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="Linux: processes are copied by fork")

# In a process of its own, because that of the tests may have threads. It prints the number of its copies.
BUILD = """
import os, sys
from cardgen.building import contents
from cardgen.cli.app import main
forks, fork = [], os.fork
def counted():
    process = fork()
    forks.append(process)
    return process
os.fork = counted
contents.processors_for_copies = lambda: int(sys.argv[1])
if sys.argv[1] == "1":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # PNGs are made by one process, too
try:
    main(["build", *sys.argv[2:], *([] if sys.stdout.isatty() else ["--quiet"])])
finally:
    print(len(forks))
"""


def build(
    processes: int, game: str, project: Path, out: Path, only: str = "", environment: Mapping[str, str] = os.environ
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", BUILD, str(processes), game, "--project", str(project), "--out", str(out)]
    command += ["--dpi", "36"]  # as many pictures in less time
    command += ["--only", only] if only else []
    return subprocess.run(
        command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.parametrize("only", ["sheets", pytest.param("", marks=pytest.mark.full)])
def test_two_builds_are_the_same_to_the_byte(tmp_path: Path, only: str) -> None:
    """By one process and by two, in two folders, with two orders of Python's sets, at two times of the day."""
    copy = block_killer_in(tmp_path / "project").root
    made = {}
    for processes, forks, project, zone in ((1, "0", REPOSITORY, "UTC"), (2, "2", copy, "Pacific/Kiritimati")):
        environment = {**os.environ, "PYTHONHASHSEED": str(processes), "TZ": zone}
        done = build(processes, "block-killer", project, tmp_path / str(processes), only, environment)
        assert (done.returncode, done.stderr, done.stdout.strip()) == (0, "", forks)
        made[processes] = files_in(tmp_path / str(processes))
    assert made[1].keys() == made[2].keys()
    assert [path for path in made[1] if made[1][path] != made[2][path]] == []


def game_with_books_in(folder: Path, more: str) -> GameOnDisk:
    """Write the tiny game with a rulebook in two languages, each with something more at its end."""
    game = tiny_game_in(folder)
    game.change("card_data/tiny/game.yaml", "targets:\n", "rulebooks: {zh: rules.zh.md, en: rules.en.md}\ntargets:\n")
    for lang, text in {"zh": "# 小\n\n## 目标\n\n有四张牌。\n", "en": "# Tiny\n\n## Goal\n\nFour cards.\n"}.items():
        game.write(f"card_data/tiny/rules.{lang}.md", f"{text}\n{more}")
    return game


def test_faults_of_books_are_reported_as_by_one_process_and_nothing_is_written(tmp_path: Path) -> None:
    game = game_with_books_in(tmp_path, "```picture missing.png\n```\n\n{game.nothing}\n")
    alone, together = (build(processes, "tiny", game.root, tmp_path / "out") for processes in (1, 2))
    assert alone.returncode == together.returncode == 2
    assert alone.stderr == together.stderr
    assert alone.stderr.count("missing.png") == alone.stderr.count("game.nothing") == 2
    assert together.stdout.strip() == "2"
    assert not (tmp_path / "out").exists()


def test_a_picture_of_a_book_is_an_input_of_the_build(tmp_path: Path) -> None:
    game = game_with_books_in(tmp_path, "```picture seen.png\nalts: [seen]\n```\n")
    source = REPOSITORY / "docs/pictures"
    picture = next(source.rglob("*.png"))
    game.write("card_data/tiny/seen.png", picture.read_bytes())
    done = build(2, "tiny", game.root, tmp_path / "out", "rules")
    assert (done.returncode, done.stdout.strip()) == (0, "2"), done.stderr
    assert '"card_data/tiny/seen.png":' in (tmp_path / "out/tiny/manifest.json").read_text("utf-8")


def test_a_terminal_with_a_progress_bar_has_several_processes_too(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    script = BUILD.replace("int(sys.argv[1])", "2 if threading.active_count() == 1 else 1", 1)
    script = f"import threading\n{script}"
    terminal, end = os.openpty()
    command = [sys.executable, "-c", script, "2", "tiny", "--project", str(game.root), "--out", str(tmp_path / "out")]
    process = subprocess.Popen(command, cwd=REPOSITORY, stdout=end, stderr=end)
    os.close(end)
    shown = b""
    with contextlib.suppress(OSError):  # the end of the terminal
        while part := os.read(terminal, 1024):
            shown += part
    os.close(terminal)
    assert process.wait() == 0
    assert b"written" in shown
    assert shown.split()[-1] == b"2"
