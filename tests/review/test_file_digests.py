"""Digests of files: a file is read only if it may have changed since it was read last."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from cardgen.review.server.file_digests import FileDigests


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def age(path: Path, seconds: int = 10) -> None:
    """Make a file look as if it had been written earlier; its status still changes now."""
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns - seconds * 1_000_000_000))


def test_a_file_is_read_again_only_if_it_may_have_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, digests = tmp_path / "a.txt", FileDigests()
    file.write_text("one")
    monkeypatch.setattr("cardgen.review.server.file_digests._SAME_STAMP", -1)
    assert [digests.digest(file), digests.digest(file)] == [digest("one")] * 2
    assert digests.read == 1
    file.write_text("two")
    age(file)
    assert [digests.digest(file), digests.digest(file)] == [digest("two")] * 2
    assert digests.read == 2
    other = tmp_path / "b.txt"
    other.write_text("six")
    other.replace(file)
    assert digests.digest(file) == digest("six")


def test_a_file_that_was_just_written_is_read_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It could be written again at the same time stamp, which on some systems has steps of hundredths of a second."""
    file, digests = tmp_path / "a.txt", FileDigests()
    monkeypatch.setattr("cardgen.review.server.file_digests._SAME_STAMP", 3600 * 10**9)
    file.write_text("one")
    assert [digests.digest(file), digests.digest(file)] == [digest("one")] * 2
    assert digests.read == 2


def test_a_file_that_is_missing_has_no_digest(tmp_path: Path) -> None:
    file, digests = tmp_path / "a.txt", FileDigests()
    assert digests.digest(file) is None
    file.write_text("one")
    assert digests.digest(file) == digest("one")
    file.unlink()
    assert digests.digest(file) is None
