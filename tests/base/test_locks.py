"""The lock of a path: whoever waits for it gets that of the file that is there then."""

from __future__ import annotations

import threading
from pathlib import Path

from cardgen.base.locks import lock_path


def test_who_has_waited_holds_the_lock_of_the_file_that_is_there(tmp_path: Path) -> None:
    path, waits, held = tmp_path / "lock", threading.Event(), []

    def wait_and_look() -> None:
        with lock_path(path, waits.set):
            held.append(path.exists())

    thread = threading.Thread(target=wait_and_look)
    with lock_path(path, lambda: None):
        thread.start()
        assert waits.wait(60)
    thread.join(60)
    assert held == [True]
    assert not path.exists()


def test_a_lock_that_is_free_is_not_waited_for(tmp_path: Path) -> None:
    waited: list[None] = []
    for _ in range(2):
        with lock_path(tmp_path / "lock", lambda: waited.append(None)):
            assert (tmp_path / "lock").exists()
    assert waited == []
