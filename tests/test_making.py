"""Files are made by several processes, and have the same bytes as those made by one."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games_on_disk import REPOSITORY, block_killer_in, tiny_game_in

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="Linux: processes are copied by fork")

# In a process of its own, because that of the tests may have threads. It prints the number of its copies.
BUILD = """
import os, sys
from cardgen import making
from cardgen.cli.app import main
forks, fork = [], os.fork
def counted():
    process = fork()
    forks.append(process)
    return process
os.fork = counted
making.processors_for_copies = lambda: int(sys.argv[1])
if sys.argv[1] == "1":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # PNGs are made by one process, too
try:
    main(["build", *sys.argv[2:], *([] if sys.stdout.isatty() else ["--quiet"])])
finally:
    print(len(forks))
"""


def build(processes: int, game: str, project: Path, out: Path, only: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", BUILD, str(processes), game, "--project", str(project), "--out", str(out)]
    command += ["--only", only] if only else []
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=300, check=False)


def bytes_under(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_bytes_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    game = block_killer_in(tmp_path)
    made = {}
    for processes, forks in ((1, "0"), (2, "2")):
        done = build(processes, "block-killer", game.root, tmp_path / str(processes))
        assert (done.returncode, done.stderr, done.stdout.strip()) == (0, "", forks)
        made[processes] = bytes_under(tmp_path / str(processes))
    assert made[1] == made[2]


def test_faults_of_books_are_reported_as_by_one_process_and_nothing_is_written(tmp_path: Path) -> None:
    game = block_killer_in(tmp_path)
    for lang in ("zh", "en"):
        name = f"card_data/block-killer/rulebook.{lang}.md"
        game.write(name, f"{game.read(name)}\n\n```picture missing.png\n```\n\n{{game.nothing}}\n")
    alone, together = (build(processes, "block-killer", game.root, tmp_path / "out") for processes in (1, 2))
    assert alone.returncode == together.returncode == 2
    assert alone.stderr == together.stderr
    assert alone.stderr.count("missing.png") == alone.stderr.count("game.nothing") == 2
    assert together.stdout.strip() == "2"
    assert not (tmp_path / "out").exists()


def test_a_picture_of_a_book_is_an_input_of_the_build(tmp_path: Path) -> None:
    game = block_killer_in(tmp_path)
    source = REPOSITORY / "docs/pictures"
    picture = next(source.rglob("*.png"))
    (game.root / "card_data/block-killer/seen.png").write_bytes(picture.read_bytes())
    name = "card_data/block-killer/rulebook.en.md"
    game.change(name, "## Your turn\n", "```picture seen.png\nalts: [seen]\n```\n\n## Your turn\n")
    for processes in (1, 2):
        done = build(processes, "block-killer", game.root, tmp_path / str(processes), "rules.en")
        assert done.returncode == 0, done.stderr
    alone, together = ((tmp_path / f"{number}/block-killer/manifest.json").read_text("utf-8") for number in (1, 2))
    assert alone == together
    assert '"card_data/block-killer/seen.png":' in alone


def test_a_small_game_is_made_in_the_same_way(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    made = []
    for processes in (1, 2):
        done = build(processes, "tiny", game.root, tmp_path / str(processes))
        assert done.returncode == 0, done.stderr
        made.append(bytes_under(tmp_path / str(processes)))
    assert made[0] == made[1]


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
