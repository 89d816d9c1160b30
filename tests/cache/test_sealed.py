"""The cache: values that come back as they were written, and nothing that stops a command."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from cardgen.cache import sealed
from cardgen.cache.sealed import cache_folder, cache_problem, read_cache, write_cache


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "caches"))
    return tmp_path / "caches"


@pytest.mark.parametrize("content", [b"", b"one\ntwo\0", bytes(range(256))])
def test_a_value_is_read_as_it_was_written(folder: Path, content: bytes) -> None:
    assert read_cache("value") is None
    write_cache("value", b"before")
    write_cache("value", content)
    assert read_cache("value") == content
    assert [path.name for path in folder.iterdir()] == ["value"]


@pytest.mark.parametrize("content", ["", "x", "0" * 64 + "\nvalue", hashlib.sha256(b"value").hexdigest() + "\nvalue"])
def test_a_damaged_or_forged_value_is_none(folder: Path, content: str) -> None:
    write_cache("value", b"value")
    (folder / "value").write_text(content)
    assert read_cache("value") is None


def test_a_value_under_another_name_is_none(folder: Path) -> None:
    write_cache("value", b"value")
    (folder / "value").rename(folder / "other")
    assert read_cache("other") is None


def test_a_value_of_another_user_is_none(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "theirs"))
    write_cache("value", b"value")
    assert read_cache("value") == b"value"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "ours"))
    assert folder.exists()
    assert read_cache("value") is None


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_key_that_others_can_read_or_a_link_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    write_cache("value", b"value")
    key = tmp_path / "state" / "cardgen" / "cache.key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in key.parent.iterdir()] == [key.name]
    key.chmod(0o640)
    sealed._key_in.cache_clear()
    assert read_cache("value") is None
    key.chmod(0o600)
    key.rename(tmp_path / "key")
    key.symlink_to(tmp_path / "key")
    sealed._key_in.cache_clear()
    assert read_cache("value") is None


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_folder_that_is_open_or_of_another_user_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_cache("value", b"value")
    assert cache_problem() == ""
    folder.chmod(0o777)
    assert (cache_problem(), read_cache("value")) == ("open", None)
    folder.chmod(0o755)
    user = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: user + 1)
    assert (cache_problem(), read_cache("value")) == ("owner", None)
    write_cache("other", b"value")
    assert [path.name for path in folder.iterdir()] == ["value"]


def test_a_folder_that_cannot_be_written_is_ignored(folder: Path) -> None:
    folder.write_text("a file where a folder should be")
    write_cache("value", b"value")
    assert read_cache("value") is None
    folder.unlink()
    (folder / "value").mkdir(parents=True)
    write_cache("value", b"value")
    assert [path.name for path in folder.iterdir()] == ["value"]


def test_a_user_without_a_home_has_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CARDGEN_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    monkeypatch.setattr("sys.platform", "linux")
    assert cache_folder() is None
    write_cache("value", b"value")
    assert read_cache("value") is None


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, "/home/ada/.cache/cardgen"),
        ("linux", {"XDG_CACHE_HOME": "/tmp/caches"}, "/tmp/caches/cardgen"),
        ("darwin", {}, "/home/ada/Library/Caches/cardgen"),
        ("win32", {}, "/home/ada/AppData/Local/cardgen"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/cardgen"),
        ("linux", {"CARDGEN_CACHE": "/cache", "XDG_CACHE_HOME": "/tmp/caches"}, "/cache"),
    ],
)
def test_the_folder_is_where_the_system_has_such_folders(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], expected: str
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr("os.path.expanduser", lambda _: "/home/ada")
    monkeypatch.setattr("os.environ", variables)
    assert cache_folder() == Path(expected)


def test_the_oldest_values_are_removed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealed, "_MOST_FILES", 4)
    for number in range(5):
        write_cache(f"value-{number}", b"value")
    assert len(list(folder.iterdir())) == 3
    assert read_cache("value-4") == b"value"


def test_the_values_of_a_folder_are_counted_by_themselves(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealed, "_MOST_FILES", 2)
    names = ("pictures/a", "pictures/b", "one", "two")
    for name in names:
        write_cache(name, b"value")
    assert [read_cache(name) for name in names] == [b"value"] * 4
    write_cache("pictures/c", b"value")
    assert [read_cache(name) for name in ("pictures/c", "one", "two")] == [b"value"] * 3
    assert len([*(folder / "pictures").iterdir()]) == 2
