"""The stamp of what is installed: another one after every change of a package, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import time_ns

import pytest

from cardgen.cache import stamps
from cardgen.cache.installed import forget_installed, installed_stamp


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with one package that declares plug-ins and one that does not, an hour after they were installed."""
    monkeypatch.setattr(stamps, "time_ns", lambda: time_ns() + 3_600_000_000_000)
    monkeypatch.setattr("sys.path", [str(tmp_path), str(tmp_path / "missing")])
    (tmp_path / "dice-1.0.dist-info").mkdir()
    (tmp_path / "dice-1.0.dist-info" / "entry_points.txt").write_text("[cardgen.exports]\ndice = dice:export\n")
    (tmp_path / "font-2.0.dist-info").mkdir()
    yield tmp_path
    forget_installed()


def stamp() -> str | None:
    forget_installed()
    return installed_stamp()


def test_other_files_do_not_change_the_stamp(folder: Path) -> None:
    """`python -m cardgen` has the current folder among those of the packages, and builds make files there."""
    before = stamp()
    (folder / "output").mkdir()
    (folder / "notes.txt").write_text("")
    assert stamp() == before
    assert before is not None


def test_a_package_that_is_installed_updated_or_removed_changes_the_stamp(folder: Path) -> None:
    stamps = [stamp()]
    (folder / "coins-1.0.dist-info").mkdir()
    stamps.append(stamp())
    (folder / "font-2.0.dist-info").rename(folder / "font-2.1.dist-info")
    stamps.append(stamp())
    (folder / "dice-1.0.dist-info" / "entry_points.txt").write_text("[cardgen.exports]\n")
    stamps.append(stamp())
    (folder / "dice-1.0.dist-info" / "entry_points.txt").unlink()
    stamps.append(stamp())
    assert None not in stamps
    assert len(set(stamps)) == len(stamps)


def test_a_package_that_was_installed_a_moment_ago_gives_no_stamp(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = (folder / "dice-1.0.dist-info" / "entry_points.txt").stat().st_mtime_ns
    monkeypatch.setattr(stamps, "time_ns", lambda: installed)
    assert stamp() is None
