"""A process that is killed while it edits, undoes or makes edits again, at each of its changes to the disk."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from cardgen.base.errors import DataError
from cardgen.editing.journal import Journal
from tests.attack.disk import Disk, die
from tests.attack.trial import Problem, Verdict, files_below

Contents = Mapping[str, bytes | None]

#: Files of a project. One is so large that it is kept beside the journal when it is new or removed.
_FILES = ("card_data/a/cards.csv", "card_data/a/game.yaml", "templates/a.yaml", "card_data/a/art/large.png")
_LARGE = 120_000
_DEEDS = 6


@dataclass(frozen=True, slots=True)
class _Deed:
    """An edit of files with a label (`write`), or undoing or making again what there is (`undo`, `redo`)."""

    verb: str
    label: str = ""
    contents: Contents = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _State:
    """The files of a project, and the labels of its edits that can be undone and made again."""

    files: Mapping[str, bytes]
    done: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()


def edits_under_kills(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:
    """Kill a process at a change to the disk: files and journal are as before a deed or after it, and all is undone."""
    for number in range(trials):
        root, state = folder / f"{number}/project", folder / f"{number}/state"
        first = _State({file: _content(random, file) for file in random.sample(_FILES, 2)})
        _write(root, first.files)
        deeds, expected = _plan(random, first)
        due = random.randrange(1, 80)
        acknowledged = _run(_do(root, state, deeds), due)
        problems = [*_left(root, state, expected[acknowledged : acknowledged + 2], first)]
        yield Verdict(f"{acknowledged} of {len(deeds)} deeds, killed at change {due}", tuple(problems))
        shutil.rmtree(folder / str(number))


def _plan(random: Random, first: _State) -> tuple[list[_Deed], list[_State]]:
    """Return deeds that are possible one after the other, and the states before and after each."""
    deeds, states = list[_Deed](), [first]
    edits = dict[str, tuple[_State, _State]]()
    for number in range(_DEEDS):
        now = states[-1]
        verb = random.choice(["write", "write", *["undo"] * bool(now.done), *["redo"] * bool(now.undone)])
        if verb == "write":
            files = random.sample(_FILES, random.randrange(1, 4))
            new: Contents = {file: None if random.random() < 0.2 else _content(random, file) for file in files}
            after = {file: content for file, content in {**now.files, **new}.items() if content is not None}
            if after == now.files:
                continue
            label = str(number)
            states.append(_State(after, (*now.done, label)))
            edits[label] = (now, states[-1])
            deeds.append(_Deed("write", label, new))
        elif verb == "undo":
            states.append(_State(edits[now.done[-1]][0].files, now.done[:-1], (*now.undone, now.done[-1])))
            deeds.append(_Deed("undo"))
        else:
            states.append(_State(edits[now.undone[-1]][1].files, (*now.done, now.undone[-1]), now.undone[:-1]))
            deeds.append(_Deed("redo"))
    return deeds, states


def _content(random: Random, file: str) -> bytes:
    return random.randbytes(_LARGE if "large" in file else random.randrange(200))


def _write(root: Path, files: Mapping[str, bytes]) -> None:
    for file, content in files.items():
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_bytes(content)


def _do(root: Path, state: Path, deeds: Sequence[_Deed]) -> Iterator[None]:
    """Do one deed after the other."""
    for deed in deeds:
        journal = Journal(root, state)
        if deed.verb == "write":
            old = {file: path.read_bytes() if (path := root / file).exists() else None for file in deed.contents}
            journal.write(deed.contents, old, "Ann", deed.label)
        elif deed.verb == "undo":
            journal.undo()
        else:
            journal.redo()
        yield


def _run(steps: Iterator[None], due: int) -> int:
    """Make steps in a forked process that dies at change number `due`. Return how many it has acknowledged."""
    reading, writing = os.pipe()
    if not (process := os.fork()):
        try:
            Disk(due, die).install()
            for _ in steps:
                os.write(writing, b".")
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        count = len(stream.read())
    os.waitpid(process, 0)
    return count


def _left(root: Path, state: Path, expected: Sequence[_State], first: _State) -> Iterator[tuple[Problem, str]]:
    """Yield the problems of what is left: none of the expected states, or undoing does not lead to the first one."""
    try:
        journal = Journal(root, state)
        labels = [tuple(edit.label for edit in edits) for edits in journal.gestures()]
        left = _State(files_below(root), *labels)
        if left not in expected:
            yield "torn", f"{sorted(left.files)} {labels}, expected {[(one.done, one.undone) for one in expected]}"
        for _ in labels[0]:
            journal.undo()
    except (DataError, ValueError) as error:
        yield "torn", str(error)[:300]
    if files_below(root) != first.files:
        yield "lost", "undoing all edits does not give the first files"
