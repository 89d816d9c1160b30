"""The spool: contents come back as they were written, in copies of the process, too, and a full disk stops nothing."""

from __future__ import annotations

import io
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

from cardgen.copies import do_in_copies
from cardgen.spool import Spool

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
