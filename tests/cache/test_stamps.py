"""Stamps of files: another one after every change, and none where a change might not show."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import time_ns

import pytest

from cardgen.cache import stamps
from cardgen.cache.stamps import stamp_files


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that nobody has changed for an hour."""
    monkeypatch.setattr(stamps, "time_ns", lambda: time_ns() + 3_600_000_000_000)
    path = tmp_path / "cards" / "one.txt"
    path.parent.mkdir()
    path.write_text("one")
    return path


def stamp(path: Path, text: str = "", links: bool = True) -> str | None:
    return stamp_files([(str(path), text)], links=links)


def test_a_file_that_nobody_changed_keeps_its_stamp(file: Path) -> None:
    before = stamp(file)
    file.read_bytes()
    assert stamp(file) == before
    assert before is not None
    assert stamp(file, "text") not in (before, None)


def rewrite(path: Path) -> None:
    path.write_text("two")


def rewrite_with_the_same_times(path: Path) -> None:
    facts = path.stat()
    path.write_text("two")
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))


def replace(path: Path) -> None:
    facts = path.stat()
    other = path.with_suffix(".new")
    other.write_text("two")
    os.utime(other, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    other.replace(path)


def append(path: Path) -> None:
    with path.open("a") as stream:
        stream.write("!")


@pytest.mark.parametrize("change", [rewrite, rewrite_with_the_same_times, replace, append])
def test_a_changed_file_has_another_stamp(file: Path, change: Callable[[Path], None]) -> None:
    before = stamp(file)
    change(file)
    assert stamp(file) not in (before, None)


@pytest.mark.parametrize(
    ("age", "written", "stamped"),
    [
        (1_000_000, 123_456_789, False),  # 1 ms
        (49_000_000, 123_456_789, False),
        (90_000_000, 123_456_789, True),
        (90_000_000, 0, False),  # a disk that keeps whole seconds
        (1_900_000_000, 0, False),
        (2_100_000_000, 0, True),
        (-5_000_000_000, 123_456_789, False),  # a clock that was set back
    ],
)
def test_a_file_that_changed_a_moment_ago_has_no_stamp(
    file: Path, monkeypatch: pytest.MonkeyPatch, age: int, written: int, stamped: bool
) -> None:
    second = (time_ns() // 1_000_000_000 + 100) * 1_000_000_000
    os.utime(file, ns=(0, second + written))
    monkeypatch.setattr(stamps, "time_ns", lambda: second + written + age)
    assert (stamp(file) is not None) == stamped


def test_only_regular_files_have_stamps(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(file)
    assert stamp(tmp_path / "missing.txt") is None
    assert stamp(file.parent) is None
    assert stamp(link, links=False) is None
    assert stamp(link) is not None
    assert stamp(Path("a\0b")) is None
