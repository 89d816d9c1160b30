"""The spool: contents come back as they were written, in copies of the process, too, and a full disk stops nothing."""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from cardgen.base.output_folder import OutputFolder
from cardgen.base.processes import do_in_copies
from cardgen.base.temporary import Spool, Spooled, bytes_of, content_of, sha256_of

CONTENTS = [b"", b"one", bytes(range(256)) * 1000, b"last"]


def test_contents_come_back_as_they_were_written() -> None:
    spool = Spool()
    places = [spool.write(content) for content in CONTENTS]
    assert [spool.read(place) for place in reversed(places) if place is not None] == CONTENTS[::-1]
    assert [spool.read(place, 1, 2) for place in places if place is not None] == [own[1:3] for own in CONTENTS]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are copied by fork")
def test_copies_of_the_process_read_and_do_not_write() -> None:
    spool = Spool()
    places = [spool.write(content) or 0 for content in CONTENTS]
    tasks = [lambda place=place: (spool.read(place), spool.write(b"x")) for place in places]
    assert list(do_in_copies(tasks, 2)) == [(content, None) for content in CONTENTS]
    place = spool.write(b"more")
    assert place is not None
    assert spool.read(place) == b"more"


def test_a_content_that_cannot_be_written_has_no_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was taken before the disk refused it stays in memory."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    spool = Spool()
    contents = [*CONTENTS, CONTENTS[2]]
    places = [spool.write(content) for content in contents]
    assert spool.write(b"more") is None
    assert [spool.read(place) for place in places if place is not None] == contents


def test_a_disk_that_becomes_full_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Filling(io.FileIO):
        def write(self, content: Any) -> int:
            if self.tell() + len(content) > 700_000:
                content = content[: 700_000 - self.tell()]
            if not content:
                raise OSError("full")
            return super().write(content)

    with tempfile.NamedTemporaryFile() as file:
        monkeypatch.setattr(tempfile, "TemporaryFile", lambda **_: Filling(file.name, "r+"))
        spool = Spool()
        contents = [bytes([number]) * 100_000 for number in range(20)]
        places = [spool.write(content) for content in contents]
        kept = [(place, content) for place, content in zip(places, contents, strict=True) if place is not None]
        assert 7 < len(kept) < 20
        assert all(spool.read(place) == content for place, content in kept)


# ---------------------------------------------------------------- contents of files

LARGE = bytes(range(256)) * 10_000  # more than one piece


def write(file: BinaryIO) -> None:
    file.write(LARGE[:1000])
    file.write(LARGE[1000:])


@pytest.mark.parametrize("is_large", [True, False])
def test_a_content_is_the_same_in_memory_and_in_a_file(is_large: bool) -> None:
    content = content_of(write, is_large)
    assert isinstance(content, Spooled) == is_large
    assert len(content) == len(LARGE)
    assert sha256_of(content) == hashlib.sha256(LARGE).hexdigest()
    assert bytes_of(content) == LARGE == bytes_of(content)


def test_a_content_for_which_the_disk_has_no_room_stays_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    assert content_of(write, is_large=True) == LARGE


def test_a_large_content_is_written_to_a_folder_if_it_is_not_there(tmp_path: Path) -> None:
    folder, content = OutputFolder(tmp_path), content_of(write, is_large=True)
    assert [folder.write_changed("file", content) for _ in range(2)] == [True, False]
    assert (tmp_path / "file").read_bytes() == LARGE
    (tmp_path / "file").write_bytes(b"x" * len(LARGE))
    assert folder.write_changed("file", content)
    assert (tmp_path / "file").read_bytes() == LARGE
