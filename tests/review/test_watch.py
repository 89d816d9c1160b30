"""Watching files: no change is lost, whatever the system's events are like."""

from __future__ import annotations

import os
import queue
import sys
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import watchfiles

from cardgen.review.server import watch as watching
from cardgen.review.server.watch import Watch
from tests.review.waiting import PATIENCE


@contextmanager
def watch_of(*folders: Path) -> Iterator[Callable[[], Set[Path]]]:
    """Watch folders, and yield a function that returns the next report."""
    reports: queue.Queue[Set[Path]] = queue.Queue()
    watch = Watch(folders, reports.put)
    watch.start()
    try:
        yield lambda: reports.get(timeout=PATIENCE)
    finally:
        watch.stop()
        watch._thread.join(PATIENCE)


def test_folders_are_reported_when_no_later_change_can_be_missed(tmp_path: Path) -> None:
    with watch_of(tmp_path) as report:
        assert report() == {tmp_path}
        (tmp_path / "a.yaml").write_text("a")
        assert report() == {tmp_path / "a.yaml"}


def test_a_change_is_not_discarded_with_a_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a timeout, watchfiles discards the changes since its last poll, so a save could be lost."""
    file = tmp_path / "a.yaml"

    def watch(*_: Path, rust_timeout: int, stop_event: Any, **__: Any) -> Iterator[set[tuple[int, str]]]:
        assert not stop_event.is_set()
        yield set() if rust_timeout else {(1, str(file))}
        while not stop_event.is_set():
            pass

    monkeypatch.setattr("watchfiles.watch", watch)
    with watch_of(tmp_path) as report:
        assert [report(), report()] == [{tmp_path}, {file}]


@pytest.mark.skipif(sys.platform != "linux", reason="names are in UTF-8")
def test_a_name_that_cannot_be_decoded_does_not_end_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "_RECHECK", 20)
    with watch_of(tmp_path) as report:
        assert report() == {tmp_path}
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.png")).touch()
        assert report() == {tmp_path}
        (tmp_path / "a.yaml").write_text("a")
        while tmp_path / "a.yaml" not in report():
            pass


def test_files_are_compared_if_the_system_has_no_events_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "_RECHECK", 20)
    real = watchfiles.watch

    def watch(*folders: Path, force_polling: bool, **options: Any) -> Iterator[Any]:
        if not force_polling:
            raise OSError("OS file watch limit reached")
        yield from real(*folders, force_polling=True, poll_delay_ms=20, **options)

    monkeypatch.setattr("watchfiles.watch", watch)
    with watch_of(tmp_path) as report:
        assert report() == {tmp_path}
        (tmp_path / "a.yaml").write_text("a")
        while tmp_path / "a.yaml" not in report():
            pass
