"""Logs that cardgen did not write: links, devices, incomplete lines, merge conflicts, too many lines."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardgen.base.errors import DataError, Place
from cardgen.review.server import store as store_module
from cardgen.review.server.events import Event
from cardgen.review.server.store import Store
from tests.review.reviewer import Reviewer

ONE, TWO = "main/one", "main/two"
LOG = "card_data/tiny/review.jsonl"


def faults_of(reviewer: Reviewer) -> list[str]:
    with pytest.raises(DataError) as caught:
        reviewer.store.read()
    return [str(fault) for fault in caught.value.faults]


# ---------------------------------------------------------------- links and devices


@pytest.mark.parametrize("exists", [True, False])
def test_a_link_in_place_of_the_log_is_neither_read_nor_written_through(
    reviewer: Reviewer, tmp_path: Path, exists: bool
) -> None:
    target = tmp_path / "elsewhere.txt"
    if exists:
        target.write_text("mine")
    reviewer.store.log.symlink_to(target)
    assert faults_of(reviewer) == [f"{LOG}: cannot be read: a link, which is not followed"]
    with pytest.raises(DataError):
        reviewer.do(ONE)
    assert target.exists() == exists
    assert not exists or target.read_text() == "mine"


def test_a_link_made_between_reading_and_writing_is_not_followed(reviewer: Reviewer, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.txt").write_text("mine")
    reviewer.store.log.symlink_to(tmp_path / "elsewhere.txt")
    with pytest.raises(OSError, match="is a link"), reviewer.store.locked_log():
        pass
    assert (tmp_path / "elsewhere.txt").read_text() == "mine"


def test_a_fifo_in_place_of_the_log_does_not_hang(reviewer: Reviewer) -> None:
    os.mkfifo(reviewer.store.log)
    assert faults_of(reviewer) == [f"{LOG}: cannot be read: not a regular file"]
    with pytest.raises(DataError):
        reviewer.do(ONE)


def test_a_fifo_in_place_of_a_picture_does_not_hang(reviewer: Reviewer) -> None:
    event = reviewer.do(ONE)
    (pack,) = reviewer.store.pictures.iterdir()
    pack.unlink()
    os.mkfifo(pack)
    reviewer.store = Store(reviewer.store.folder, reviewer.disk.root)
    assert reviewer.store.kept_svg(event.sides["face"]) is None
    with pytest.raises(DataError, match="is not a regular file"):
        reviewer.do(ONE, "comment", text="again")


def test_pictures_are_not_written_through_a_link(reviewer: Reviewer, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    reviewer.store.pictures.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(DataError, match="is a link"):
        reviewer.do(ONE)
    assert list((tmp_path / "elsewhere").iterdir()) == []


# ---------------------------------------------------------------- an incomplete last line


@pytest.mark.parametrize("tail", [b"{", b'{"id": "0123', b"\0" * 500, b'{"id": "' + b"x" * 3_000_000])
def test_an_incomplete_last_line_is_moved_to_a_file_beside_the_log(reviewer: Reviewer, tail: bytes) -> None:
    reviewer.do(ONE)
    whole = reviewer.store.log.read_bytes()
    reviewer.store.log.write_bytes(whole + tail)
    reports: list[str] = []
    store = Store(reviewer.store.folder, reviewer.disk.root, report=reports.append)
    assert [event.key for event in store.read()] == [ONE]
    assert store.torn_note.startswith(f"{LOG}:2:1: the last line is cut off (the next decision moves it to ")
    reviewer.store = store
    reviewer.do(TWO)
    (kept,) = [path for path in store.folder.iterdir() if ".cut-" in path.name]
    assert kept.read_bytes() == tail
    assert reports == [f"{LOG}: the last line was cut off; it is now in {kept}"]
    assert store.log.read_bytes().startswith(whole + b'{"id"')
    assert store.torn_note == ""
    assert [event.key for event in store.read()] == [ONE, TWO]


@pytest.mark.parametrize("tail", [b"<<<<<<< HEAD", b"notes of mine", b"garbage \xff"])
def test_a_last_line_of_another_program_is_a_fault_and_stays(reviewer: Reviewer, tail: bytes) -> None:
    """Another program wrote the line, so it must not be removed."""
    reviewer.do(ONE)
    reviewer.store.log.write_bytes(reviewer.store.log.read_bytes() + tail)
    before = reviewer.store.log.read_bytes()
    (fault,) = faults_of(reviewer)
    assert fault.startswith(f"{LOG}:2:")
    with pytest.raises(DataError):
        reviewer.do(TWO)
    assert reviewer.store.log.read_bytes() == before


# ---------------------------------------------------------------- merge conflicts and large logs


def test_every_conflict_marker_is_reported_at_its_line(reviewer: Reviewer) -> None:
    reviewer.do(ONE)
    reviewer.do(TWO)
    first, second = reviewer.store.log.read_text().splitlines()
    reviewer.disk.write(LOG, f"<<<<<<< HEAD\n{first}\n||||||| base\n=======\n{second}\n>>>>>>> theirs\n")
    message = "merge conflict marker (delete the markers and keep the lines of both sides)"
    assert faults_of(reviewer) == [f"{LOG}:{line}:1: {message}" for line in (1, 3, 4, 6)]
    reviewer.disk.write(LOG, f"{first}\n{second}\n")
    assert len(reviewer.store.read()) == 2


def test_only_the_first_hundred_invalid_lines_are_reported(reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch) -> None:
    reviewer.disk.write(LOG, "rubbish\n" * 10_000)
    parsed: list[bytes] = []
    parse = store_module._parse_line

    def count(line: bytes, place: Place) -> tuple[Event, ...]:
        parsed.append(line)
        return parse(line, place)

    monkeypatch.setattr(store_module, "_parse_line", count)
    faults = faults_of(reviewer)
    assert len(parsed) == 100
    assert len(faults) == 101
    assert faults[-1] == f"{LOG}:101:1: this line and those below are not read (correct the lines above first)"


def test_a_log_beyond_the_largest_size_is_not_read(reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "_MOST_LOG", 1 << 20)
    with reviewer.store.log.open("wb") as stream:
        stream.truncate((1 << 20) + 1)
    assert faults_of(reviewer) == [f"{LOG}: cannot be read: larger than 1 MiB"]
