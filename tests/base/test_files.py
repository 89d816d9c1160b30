"""Files written whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from cardgen.base.files import digest_of, read_regular, remove_parts, write_atomic


def test_a_file_is_written_with_its_folders_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file.txt"
    for content in (b"first", b"second"):
        write_atomic(path, content)
        assert path.read_bytes() == content
    assert os.listdir(path.parent) == ["file.txt"]  # noqa: PTH208
    assert digest_of(path) != digest_of(path.parent / "none") is None


def test_a_full_disk_leaves_the_old_file_and_the_error_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file.txt"
    write_atomic(path, b"old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as raised:
        write_atomic(path, b"new")
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, str(path))
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_in_place_of_a_folder_is_reported_with_the_path_that_was_given(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(OSError) as raised:  # noqa: PT011  (which one differs by system)
        write_atomic(tmp_path / "taken" / "file.txt", b"")
    assert raised.value.filename == str(tmp_path / "taken" / "file.txt")


def test_a_build_that_ends_meanwhile_does_not_take_the_file_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It removes files that killed builds left, and cannot distinguish them from files that are being written."""
    path = tmp_path / "file.txt"
    sync = os.fsync
    swept: list[bool] = []

    def remove_once(handle: int) -> None:
        sync(handle)
        if not swept:
            swept.append(True)
            remove_parts(tmp_path)

    monkeypatch.setattr(os, "fsync", remove_once)
    write_atomic(path, b"whole")
    assert swept
    assert path.read_bytes() == b"whole"
    assert list(tmp_path.iterdir()) == [path]


def test_removing_parts_takes_only_what_a_write_left(tmp_path: Path) -> None:
    for name in (".file.txt.0123abcd.part", "file.part", ".hidden"):
        (tmp_path / name).touch()
    remove_parts(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".hidden", "file.part"]


def test_a_new_file_has_the_mode_that_the_umask_asks_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which is the whole process's: it is never set, not even for a moment, since other threads write as well."""
    mask = os.umask(0o027)
    try:
        monkeypatch.setattr(os, "umask", None)
        write_atomic(tmp_path / "file.txt", b"")
    finally:
        monkeypatch.undo()
        os.umask(mask)
    assert (tmp_path / "file.txt").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("follow", [True, False])
def test_only_regular_files_are_read(tmp_path: Path, follow: bool) -> None:
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(OSError, match="not a regular file"):
        read_regular(tmp_path / "fifo", 10, follow=follow)
    assert digest_of(tmp_path / "fifo") is None
    assert digest_of(Path("/dev/zero")) is None
    (tmp_path / "file").write_bytes(b"0123456789")
    assert read_regular(tmp_path / "file", 10, follow=follow) == b"0123456789"
    with pytest.raises(OSError, match="larger than 0 MiB"):
        read_regular(tmp_path / "file", 9, follow=follow)


def test_a_link_is_followed_only_where_it_may_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"1")
    (tmp_path / "link").symlink_to("file")
    assert read_regular(tmp_path / "link", 10) == b"1"
    with pytest.raises(OSError, match="a link, which"):
        read_regular(tmp_path / "link", 10, follow=False)
    with pytest.raises(OSError, match="is a link"):
        write_atomic(tmp_path / "link", b"2")
    assert (tmp_path / "file").read_bytes() == b"1"
