"""Links, FIFOs and devices in place of files: nothing outside is touched, and nothing hangs."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from tests.attack.trial import Problem, Verdict, files_below, judge, run_command
from tests.games_on_disk import tiny_game_in

_SECONDS = 30.0


def _to_a_file(path: Path, outside: Path) -> None:
    path.symlink_to(outside / "victim.txt")


def _to_nothing(path: Path, outside: Path) -> None:
    path.symlink_to(outside / "none.txt")


def _to_a_folder(path: Path, outside: Path) -> None:
    path.symlink_to(outside)


def _to_a_device(path: Path, outside: Path) -> None:  # noqa: ARG001
    path.symlink_to("/dev/zero")


def _fifo(path: Path, outside: Path) -> None:  # noqa: ARG001
    os.mkfifo(path)


KINDS: tuple[Callable[[Path, Path], None], ...] = (_to_a_file, _to_nothing, _to_a_folder, _to_a_device, _fifo)

#: Every command that reads or writes below a project; the decisions are those of a page's download.
COMMANDS = (
    ["build", "tiny", "--quiet", "--dpi", "72", "--project", "."],
    ["check", "tiny", "--project", "."],
    ["review", "status", "tiny", "--project", "."],
    ["review", "export", "site", "tiny", "--no-sheets", "--project", "."],
    ["review", "import", "decisions.jsonl", "tiny", "--as", "Ann", "--project", "."],
)


def links(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:  # noqa: ARG001
    """Replace each file and folder of a project by each kind of obstacle, and run each command."""
    whole = folder / "whole"
    tiny_game_in(whole)
    for command in COMMANDS:
        run_command(command, whole)
    (whole / "card_data/tiny/review.jsonl").write_bytes(b"")
    (whole / "decisions.jsonl").write_bytes(b"")
    places = [path.relative_to(whole) for path in sorted(whole.rglob("*"))]
    for place in places:
        for kind in KINDS:
            yield _try(folder, whole, place, kind)


def _try(folder: Path, whole: Path, place: Path, kind: Callable[[Path, Path], None]) -> Verdict:
    project, outside = folder / "project", folder / "outside"
    shutil.copytree(whole, project)
    outside.mkdir()
    (outside / "victim.txt").write_text("mine")
    target = project / place
    if target.is_dir():
        shutil.rmtree(target)
    else:
        target.unlink()
    kind(target, outside)
    # A change, so that files have to be written and removed.
    cards = project / "card_data/tiny/cards.yaml"
    if cards.is_file() and not cards.is_symlink():
        cards.write_text(cards.read_text().replace("id: two", "id: second"))
    problems: list[tuple[Problem, str]] = []
    for command in COMMANDS:
        outcome = run_command(command, project, seconds=_SECONDS)
        problems += judge(outcome)
        if files_below(outside) != {"victim.txt": b"mine"}:
            problems.append(("outside", f"{' '.join(command)}: {sorted(files_below(outside))}"))
            break
    shutil.rmtree(project)
    shutil.rmtree(outside)
    return Verdict(f"{place} {kind.__name__}", tuple(problems))
