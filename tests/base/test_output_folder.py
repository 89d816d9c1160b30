"""A folder that cardgen writes: nothing outside of it is touched, and one process writes at a time."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.base.output_folder import LOCK, OutputFolder, is_inside
from tests.cases import for_cases


@pytest.fixture
def folder(tmp_path: Path) -> OutputFolder:
    (tmp_path / "out" / "cards").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "one.txt").write_text("mine")
    return OutputFolder(tmp_path / "out")


def messages(caught: pytest.ExceptionInfo[DataError]) -> list[str]:
    return [str(fault) for fault in caught.value.faults]


def make_obstacle(kind: str, path: Path, elsewhere: Path) -> None:
    if kind == "link":
        path.symlink_to(elsewhere / "one.txt")
    elif kind == "dangling link":
        path.symlink_to(elsewhere / "none.txt")
    elif kind == "folder":
        path.mkdir()
    else:
        os.mkfifo(path)


@pytest.mark.parametrize("kind", ["link", "dangling link", "folder", "fifo"])
def test_nothing_but_a_regular_file_is_replaced_or_removed(folder: OutputFolder, tmp_path: Path, kind: str) -> None:
    path = folder.root / "cards" / "one.txt"
    make_obstacle(kind, path, tmp_path / "elsewhere")
    before = path.lstat()
    for touch in (
        lambda: folder.check(["cards/one.txt"]),
        lambda: folder.write("cards/one.txt", b"new"),
        lambda: folder.remove("cards/one.txt"),
    ):
        with pytest.raises(DataError) as caught:
            touch()
        (message,) = messages(caught)
        what = "is a link" if "link" in kind else "is not a regular file"
        assert message.startswith(f"{path}: {what}")
    assert folder.digest("cards/one.txt") is None
    assert path.lstat() == before
    assert [path.name for path in (tmp_path / "elsewhere").iterdir()] == ["one.txt"]
    assert (tmp_path / "elsewhere" / "one.txt").read_text() == "mine"


def test_nothing_is_written_or_removed_behind_a_linked_folder(folder: OutputFolder, tmp_path: Path) -> None:
    (folder.root / "sheets").symlink_to(tmp_path / "elsewhere")
    for touch in (lambda: folder.write("sheets/one.txt", b"new"), lambda: folder.remove("sheets/one.txt")):
        with pytest.raises(DataError, match="is a link, and nothing is written or removed through a link"):
            touch()
    assert folder.digest("sheets/one.txt") is None
    assert (tmp_path / "elsewhere" / "one.txt").read_text() == "mine"


def test_all_obstacles_are_reported_at_once_and_each_once(folder: OutputFolder, tmp_path: Path) -> None:
    (folder.root / "sheets").symlink_to(tmp_path / "elsewhere")
    (folder.root / "rules").write_text("a file")
    with pytest.raises(DataError) as caught:
        folder.check(["sheets/a.pdf", "sheets/b.pdf", "rules/a.pdf", "cards/a.png"])
    assert [message.split(" (")[0] for message in messages(caught)] == [
        f"{folder.root / 'rules'}: is not a folder",
        f"{folder.root / 'sheets'}: is a link, and nothing is written or removed through a link",
    ]


@pytest.mark.usefixtures("folder")
def test_a_folder_that_is_a_link_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    linked = OutputFolder(tmp_path / "link")
    with pytest.raises(DataError, match="is a link"):
        linked.write("two.txt", b"")
    with pytest.raises(DataError, match="is a link"), linked.locked():
        pass
    assert [path.name for path in (tmp_path / "elsewhere").iterdir()] == ["one.txt"]


@pytest.mark.usefixtures("folder")
def test_folders_above_may_be_links(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    OutputFolder(tmp_path / "link" / "out").write("a/b.txt", b"new")
    assert (tmp_path / "elsewhere/out/a/b.txt").read_bytes() == b"new"


def test_removing_the_last_file_removes_its_folders(folder: OutputFolder) -> None:
    folder.write("a/b/one.txt", b"1")
    folder.write("a/two.txt", b"2")
    assert folder.remove("a/b/one.txt")
    assert sorted(path.name for path in (folder.root / "a").iterdir()) == ["two.txt"]
    assert not folder.remove("a/b/one.txt")
    assert folder.remove("a/two.txt")
    assert sorted(path.name for path in folder.root.iterdir()) == ["cards"]


@for_cases("path", ["", "/a", "../a", "a/../../b", "a/..", "a\0b"])
def test_paths_that_lead_out_of_a_folder_are_recognised(path: str) -> None:
    assert not is_inside(path)
    assert is_inside("a/b.txt")
    assert is_inside("a/..b")


def test_one_writes_at_a_time(folder: OutputFolder) -> None:
    """The second thread gets the lock only after the first has released it, and is notified that it waits."""
    order: list[str] = []
    waits = threading.Event()

    def second() -> None:
        with folder.locked(waits.set):
            order.append("second")

    with folder.locked():
        assert folder.is_locked
        thread = threading.Thread(target=second)
        thread.start()
        assert waits.wait(60)
        order.append("first")
    thread.join(60)
    assert order == ["first", "second"]
    assert not folder.is_locked


def test_the_lock_dies_with_its_process(folder: OutputFolder) -> None:
    hold = (
        "import os, sys; from pathlib import Path; from cardgen.base.output_folder import OutputFolder\n"
        "with OutputFolder(Path(sys.argv[1])).locked(): os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", hold, str(folder.root)], check=False)
    assert folder.is_locked
    waited: list[bool] = []
    with folder.locked(lambda: waited.append(True)):
        pass
    assert waited == []
    assert not folder.is_locked


def test_a_folder_made_for_the_lock_is_removed_if_it_stays_empty(tmp_path: Path) -> None:
    with OutputFolder(tmp_path / "a" / "b").locked():
        assert (tmp_path / "a" / "b" / LOCK).is_file()
    assert list(tmp_path.iterdir()) == []


def test_a_link_in_place_of_the_lock_is_not_followed(folder: OutputFolder, tmp_path: Path) -> None:
    (folder.root / LOCK).symlink_to(tmp_path / "elsewhere" / "one.txt")
    with pytest.raises(DataError, match="is a link"), folder.locked():
        pass
    assert (tmp_path / "elsewhere" / "one.txt").read_text() == "mine"
