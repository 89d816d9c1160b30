"""Several files are written as one: all of them, or none, and never over anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.base.files import write_atomic
from cardgen.starters import writing
from cardgen.starters.trial import copy_folder
from cardgen.starters.writing import change_files, check_free, write_new
from tests.games_on_disk import files_in

FILES = {"a/one": b"1", "a/b/two": b"2", "three": b"3"}


def fail_at(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Make every later write of the file called `name` fail, as on a full disk."""
    real = write_atomic

    def write(path: Path, content: bytes) -> None:
        if path.name == name:
            raise OSError(28, "No space left on device", str(path))
        real(path, content)

    monkeypatch.setattr(writing, "write_atomic", write)


def test_files_are_written_to_a_new_and_to_an_existing_folder(tmp_path: Path) -> None:
    write_new(tmp_path / "deep" / "new", FILES)
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "kept").write_bytes(b"k")
    write_new(tmp_path / "old", FILES)
    assert files_in(tmp_path / "deep" / "new") == dict(sorted(FILES.items()))
    assert files_in(tmp_path / "old") == dict(sorted({**FILES, "kept": b"k"}.items()))


def test_existing_files_are_reported_and_stay(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"mine")
    (tmp_path / "three").symlink_to("nowhere")
    with pytest.raises(DataError) as caught:
        write_new(tmp_path, FILES)
    error = str(caught.value)
    assert f"{tmp_path / 'a'}: is not a folder" in error
    assert f"{tmp_path / 'three'}: already exists (nothing is overwritten)" in error
    assert files_in(tmp_path) == {"a": b"mine"}
    with pytest.raises(DataError, match="is not a folder"):
        check_free(tmp_path / "a" / "below", FILES)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("exists", [True, False])
def test_no_file_stays_if_one_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, exists: bool
) -> None:
    folder = tmp_path / "x" / "y"
    if exists:
        folder.mkdir(parents=True)
    fail_at(monkeypatch, Path(name).name)
    with pytest.raises(OSError, match="No space left"):
        write_new(folder, FILES)
    assert [path.relative_to(tmp_path).as_posix() for path in sorted(tmp_path.rglob("*"))] == (
        ["x", "x/y"] if exists else []
    )


def test_all_changes_are_undone_if_one_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {"one": b"1", "two": b"2"}
    write_new(tmp_path / "p", before)
    fail_at(monkeypatch, "two")
    with pytest.raises(OSError, match="No space left"):
        change_files(tmp_path / "p", {"one": b"one", "two": b"two"}, {"new": b"n"})
    assert files_in(tmp_path / "p") == before
    monkeypatch.undo()
    change_files(tmp_path / "p", {"one": b"one", "two": b"two"}, {"new": b"n"})
    assert files_in(tmp_path / "p") == {"new": b"n", "one": b"one", "two": b"two"}


def test_a_copy_that_fails_names_the_file(tmp_path: Path) -> None:
    """The error of `shutil` has a list of files, but no file name itself."""
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "gone.yaml").symlink_to("nowhere")
    with pytest.raises(OSError, match="cannot be copied") as caught:
        copy_folder(tmp_path / "source", tmp_path / "target")
    assert caught.value.filename == str(tmp_path / "source" / "gone.yaml")
