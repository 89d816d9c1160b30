"""Parts of files that are kept from build to build: the same values, nothing that runs code, and bounds."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.cache import parts as kept
from cardgen.cache import sealed
from cardgen.cache.parts import Kept
from cardgen.cache.sealed import write_cache

VALUE = (b"bytes", "text", 1.5, [("a", None), {"b": True}])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path))
    return tmp_path


def saved(**values: object) -> None:
    parts = Kept("game", "file")
    for key, value in values.items():
        parts.put(key, value)
    parts.save()


def test_a_value_comes_back_as_it_was_put() -> None:
    saved(key=VALUE)
    parts = Kept("game", "file")
    assert (parts.get("key"), parts.get("other")) == (VALUE, None)
    assert Kept("game", "another file").get("key") is None


def test_values_that_were_not_used_are_dropped() -> None:
    saved(one=1, two=2)
    parts = Kept("game", "file")
    assert parts.get("one") == 1
    parts.put("three", 3)
    parts.save()
    assert [Kept("game", "file").get(key) for key in ("one", "two", "three")] == [1, None, 3]


def test_a_collection_is_saved_again_with_what_was_put_meanwhile() -> None:
    parts = Kept("game", "file")
    for number in range(9):
        parts.put(f"key {number}", b"x" * 100)
        parts.save()
    after = Kept("game", "file")
    assert all(after.get(f"key {number}") for number in range(9))


def test_a_file_is_written_only_if_there_is_something_new(folder: Path) -> None:
    saved(one=1)
    (file,) = folder.glob("parts-*")
    before = file.stat().st_mtime_ns, file.stat().st_ino
    parts = Kept("game", "file")
    parts.get("one")
    parts.save()
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == before


def test_other_code_has_other_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    saved(key=VALUE)
    monkeypatch.setattr(kept, "code_digest", lambda: "other")
    assert Kept("game", "file").get("key") is None


@pytest.mark.parametrize("content", [b"", b"rubbish", pickle.dumps([1]), pickle.dumps({"key": 5}), pickle.dumps(7)])
def test_a_file_that_somebody_else_has_written_is_ignored(folder: Path, content: bytes) -> None:
    saved(key=VALUE)
    (file,) = folder.glob("parts-*")
    for damaged in (content, file.read_bytes()[:-1]):
        file.write_bytes(damaged)
        assert Kept("game", "file").get("key") is None
    write_cache(file.name, content)  # with a digest that is right
    assert Kept("game", "file").get("key") is None


class _Command:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return subprocess.getoutput, (f"{sys.executable} -c \"open('run', 'w')\"",)


def test_no_entry_runs_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    saved(key=VALUE)
    (file,) = folder.glob("parts-*")
    write_cache(file.name, pickle.dumps(_Command()))
    assert Kept("game", "file").get("key") is None
    write_cache(file.name, pickle.dumps({"key": pickle.dumps(_Command())}))
    assert Kept("game", "file").get("key") is None
    assert not (folder / "run").exists()
    pickle.loads(pickle.dumps(_Command()))  # the test would notice
    assert (folder / "run").exists()


def test_large_collections_are_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_MOST_BYTES", 1000)
    saved(key=b"x" * 1001)
    assert list(folder.glob("parts-*")) == []
    saved(key=b"x" * 900)
    assert len(list(folder.glob("parts-*"))) == 1


def test_the_cache_has_a_bound_of_bytes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealed, "_MOST_BYTES", 1000)
    for number in range(8):
        write_cache(f"value-{number}", b"x" * 200)
        assert sum(path.stat().st_size for path in folder.iterdir()) <= 1000
    assert (folder / "value-7").exists()
    assert not (folder / "value-0").exists()
