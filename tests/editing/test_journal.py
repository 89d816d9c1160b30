"""The journal of edits: undone and done again to the byte, whatever ends the process in between."""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.base.files import write_atomic
from cardgen.editing import journal as journals
from cardgen.editing.journal import Journal, splice


class KilledError(BaseException):
    """The end of the process, where nothing can be caught."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "a.yaml").write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    (folder / "b.bin").write_bytes(bytes(range(256)))
    return folder


def journal_of(root: Path) -> Journal:
    return Journal(root, root.parent / "state")


def contents(root: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(root.iterdir())}


def write(root: Path, new: Mapping[str, bytes | None], label: str = "edit") -> None:
    old = {file: (root / file).read_bytes() if (root / file).exists() else None for file in new}
    journal_of(root).write(new, old, "Ann", label)


def test_a_large_new_file_is_kept_beside_the_journal_until_no_gesture_needs_it(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, picture = root.parent / "state", bytes(200_000)
    before = contents(root)
    write(root, {"art.png": picture})
    write(root, {"art.png": None})
    assert sum(file.stat().st_size for file in state.rglob("*.jsonl")) < 2_000
    for _ in range(2):
        journal_of(root).undo()
    assert contents(root) == before
    journal_of(root).redo()
    assert (root / "art.png").read_bytes() == picture
    monkeypatch.setattr(journals, "MOST_GESTURES", 1)
    write(root, {"c.txt": b"1"})
    write(root, {"c.txt": b"2"})
    journal_of(root).gestures()
    assert [*state.rglob("*.files/*")] == []


def test_edits_are_undone_and_done_again_to_the_byte(root: Path) -> None:
    states = [contents(root)]
    edits: list[dict[str, bytes | None]] = [
        {"a.yaml": b"a: 3\n", "c.txt": b"new"},
        {"b.bin": b""},
        {"c.txt": None, "a.yaml": b"a: 4\n"},
    ]
    for edit in edits:
        write(root, edit)
        states.append(contents(root))
    for state in states[-2::-1]:
        journal_of(root).undo()
        assert contents(root) == state
    with pytest.raises(DataError, match="nothing to undo"):
        journal_of(root).undo()
    for state in states[1:]:
        assert journal_of(root).redo().by == "Ann"
        assert contents(root) == state
    with pytest.raises(DataError, match="nothing to do again"):
        journal_of(root).redo()
    journal_of(root).undo()
    write(root, {"b.bin": b"x"}, "another")
    done, undone = journal_of(root).gestures()
    assert ([gesture.label for gesture in done], undone) == (["edit", "edit", "another"], [])


def test_a_file_that_has_changed_since_is_not_overwritten(root: Path) -> None:
    write(root, {"a.yaml": b"a: 3\n", "b.bin": b"x"})
    (root / "b.bin").write_bytes(b"mine")
    with pytest.raises(DataError, match=r"b\.bin: the file has changed since"):
        journal_of(root).undo()
    assert contents(root) == {"a.yaml": b"a: 3\n", "b.bin": b"mine"}
    with pytest.raises(DataError, match=r"b\.bin: the file has changed since"):
        journal_of(root).write({"b.bin": b"y"}, {"b.bin": b"x"}, "Ann", "late")
    (root / "b.bin").write_bytes(b"x")
    journal_of(root).undo()


def test_a_file_that_must_not_be_written_is_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(root)
    monkeypatch.setattr(os, "access", lambda path, _: Path(path).name != "b.bin")  # root may write everything
    with pytest.raises(DataError, match=r"b\.bin: cannot be written"):
        write(root, {"a.yaml": b"x", "b.bin": b"x"})
    assert contents(root) == before


def test_a_full_disk_leaves_all_files_as_they_were(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(root)
    real = write_atomic

    def refuse(path: Path, content: bytes) -> None:
        if path.name == "b.bin" and content == b"x":
            raise OSError(28, "No space left on device", str(path))
        real(path, content)

    monkeypatch.setattr(journals, "write_atomic", refuse)
    with pytest.raises(DataError, match=r"b\.bin: cannot be written: the disk is full"):
        write(root, {"a.yaml": b"x", "b.bin": b"x"})
    assert contents(root) == before
    monkeypatch.undo()
    write(root, {"a.yaml": b"x", "b.bin": b"x"})
    journal_of(root).undo()
    assert contents(root) == before


@pytest.mark.parametrize("step", range(8))
@pytest.mark.parametrize("verb", ["do", "undo", "redo"])
def test_a_process_that_is_killed_leaves_the_old_or_the_new_files(
    root: Path, monkeypatch: pytest.MonkeyPatch, verb: str, step: int
) -> None:
    old = contents(root)
    new = {"a.yaml": b"a: 3\n", "b.bin": b"x", "c.txt": b"new"}
    if verb != "do":
        write(root, new)
    if verb == "redo":
        journal_of(root).undo()
    deeds: dict[str, Callable[[], object]] = {
        "do": lambda: write(root, new),
        "undo": lambda: journal_of(root).undo(),
        "redo": lambda: journal_of(root).redo(),
    }
    kill_at(monkeypatch, step)
    with contextlib.suppress(KilledError):
        deeds[verb]()
    monkeypatch.undo()
    done, undone = journal_of(root).gestures()
    assert contents(root) == (new if done else old)
    assert len(done) + len(undone) <= 1
    if done:
        journal_of(root).undo()
        assert contents(root) == old


def kill_at(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """End the process at the n-th write of a file or a line of the journal; every other line is cut off."""
    count = 0

    def counted(real: Callable[..., object]) -> Callable[..., None]:
        def write_or_die(*arguments: object) -> None:
            nonlocal count
            count += 1
            if count > step:
                raise KilledError
            real(*arguments)

        return write_or_die

    monkeypatch.setattr(journals, "_write", counted(journals._write))
    monkeypatch.setattr(Journal, "_append", counted(Journal._append))


def test_a_line_that_was_cut_off_was_not_done(root: Path) -> None:
    write(root, {"a.yaml": b"x"})
    (file,) = (root.parent / "state/edits").glob("*.jsonl")
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"number": 2, "verb": "do", "fi')
    assert [gesture.number for gesture in journal_of(root).gestures()[0]] == [1]
    assert file.read_bytes() == whole


def test_old_gestures_are_forgotten(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "MOST_GESTURES", 3)
    for number in range(9):
        write(root, {"a.yaml": str(number).encode()}, str(number))
    done, _ = journal_of(root).gestures()
    assert [gesture.label for gesture in done][-3:] == ["6", "7", "8"]
    assert len(done) < 9
    for _ in done:
        journal_of(root).undo()


def test_a_splice_is_what_differs() -> None:
    chance = random.Random(1)
    for _ in range(200):
        before, after = (bytes(chance.choices(b"ab", k=chance.randint(0, 9))) for _ in range(2))
        part = splice("a", before, after)
        assert before[: part.at] + part.new + before[part.at + len(part.old) :] == after
        assert after[: part.at] + part.old + after[part.at + len(part.new) :] == before


def test_new_files_are_removed_with_their_folders_and_no_others(root: Path) -> None:
    write(root, {"new/deep/c.txt": b"c", "new/d.txt": b"d"})
    (root / "new" / "own.txt").write_bytes(b"mine")
    journal_of(root).undo()
    assert sorted(path.name for path in (root / "new").iterdir()) == ["own.txt"]
    journal_of(root).redo()
    (root / "new" / "own.txt").unlink()
    journal_of(root).undo()
    assert sorted(contents(root)) == ["a.yaml", "b.bin"]
