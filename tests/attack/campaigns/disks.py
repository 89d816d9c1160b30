"""Writers on a disk that fails, and writers that are killed, at each of their changes to it."""

from __future__ import annotations

import errno
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from tests.attack.disk import Disk, die, fail_with
from tests.attack.trial import Problem, Verdict, files_below, judge, run_command
from tests.games_on_disk import GameOnDisk, tiny_game_in

_ERRORS = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EACCES)

_BUILD = ["build", "tiny", "--quiet", "--dpi", "72", "--project", "."]
_NEW = ["new", "deck", "more", "--game", "tiny", "--project", "."]


@dataclass(frozen=True, slots=True)
class _Writer:
    """A command that writes below `below`; if it `heals`, running it again repairs the files.

    It runs in a project, or where there is none.
    """

    name: str
    command: list[str]
    below: str
    heals: bool
    in_project: bool = True

    def start(self, folder: Path) -> Path:
        """Return the folder that it begins with."""
        return folder / ("project-before" if self.in_project else "empty")


BUILD = _Writer("build", _BUILD, "output", heals=True)
WRITERS = (
    BUILD,
    _Writer("export", ["review", "export", "site", "tiny", "--no-sheets", "--project", "."], "site", heals=True),
    _Writer("init", ["init", "mine", "--from", "blank"], "mine", heals=False, in_project=False),
    _Writer("new", _NEW, "card_data", heals=False),
    # Files of two kinds, in one edit: the next command finishes it, or finds that there is nothing to rename.
    _Writer("rename", ["rename", "Card", "Tile", "tiny", "--yes", "--project", "."], ".", heals=True),
)


def _prepare(folder: Path) -> GameOnDisk:
    """Return a project that was built and exported, and then changed: cards have other ids and names."""
    game = tiny_game_in(folder)
    for writer in WRITERS[:2]:
        run_command(writer.command, folder)
    game.change("card_data/tiny/cards.yaml", "id: two, name: Second", "id: second, name: Other Card")
    return game


def _alone(project: Path) -> Callable[[], None]:
    """Return a function that has a process keep its journal in the project: all trials have the same folder."""
    return partial(os.environ.__setitem__, "XDG_STATE_HOME", str(project / ".state"))


def failing_disks(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:
    """Fail at one change, or at it and all later ones: files are old or new, and the next run works."""
    yield from attack_writers(WRITERS, random, trials, folder, kill=False)


def killed_writers(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:
    """Kill at one change: files are old or new, and the next run gives the usual result."""
    yield from attack_writers(WRITERS, random, trials, folder, kill=True)


def attack_writers(
    writers: tuple[_Writer, ...], random: Random, trials: int, folder: Path, *, kill: bool
) -> Iterator[Verdict]:
    """Let a disk fail, or kill a writer, at each change that the writers make in turn, then at random ones."""
    _prepare(folder / "project-before")
    (folder / "empty").mkdir()
    points = []
    for writer in writers:
        project = folder / "project"  # some files contain the path of their project
        shutil.copytree(writer.start(folder), project)
        count = folder / f"count-{writer.name}"
        run_command(writer.command, project, before=_both(_alone(project), Disk(0, die, counted=count).install))
        project.rename(folder / f"whole-{writer.name}")
        changes = int(count.read_text())
        points += [(writer, due) for due in range(1, changes + 1)]
    for number in range(trials):
        writer, due = points[number] if number < len(points) else random.choice(points)
        error, lasting = random.choice(_ERRORS), random.random() < 0.5
        act = die if kill else fail_with(error)
        disk = Disk(due, act, lasting=lasting and not kill)
        project = folder / "project"
        shutil.copytree(writer.start(folder), project)
        outcome = run_command(writer.command, project, before=_both(_alone(project), disk.install))
        fate = "killed" if kill else f"{errno.errorcode[error]}{' for good' if lasting else ''}"
        whole = folder / f"whole-{writer.name}"
        problems = [*judge(outcome), *_left(writer, outcome.code, writer.start(folder), whole, project)]
        yield Verdict(f"{writer.name} {fate} at change {due}", tuple(problems))
        shutil.rmtree(project)


def _both(first: Callable[[], None], second: Callable[[], None]) -> Callable[[], None]:
    def run() -> None:
        first()
        second()

    return run


def _left(writer: _Writer, code: int, start: Path, whole: Path, project: Path) -> Iterator[tuple[Problem, str]]:
    """Yield the problems of the files that a writer left behind."""
    of = partial(_content, below=writer.below)
    before, after, left = of(start), of(whole), of(project)
    torn = [
        path
        for path, content in left.items()
        if content not in (before.get(path), after.get(path))
        and not path.endswith(("manifest.json", ".part"))
        and path.split("/")[-1] != "cardgen-site.json"
    ]
    if torn:
        yield "torn", ", ".join(torn)
    lost = [path for path in before.keys() & after.keys() if path not in left]
    if lost:
        yield "lost", ", ".join(lost)
    if writer.heals:
        again = run_command(writer.command, project, before=_alone(project))
        yield from judge(again)
        if of(project) != after:
            differing = {path for path, _ in of(project).items() ^ after.items()}
            yield "torn", f"the next run left another set: {sorted(differing)}"
    elif code not in (0, -signal.SIGKILL) and left != before:
        yield "torn", f"a failed {writer.name} left {sorted(left.keys() ^ before.keys())}"


def _content(project: Path, below: str) -> dict[str, bytes]:
    files = files_below(project / below) if (project / below).exists() else {}
    return {path: content for path, content in files.items() if not path.startswith((".state/", "output/", "site/"))}
