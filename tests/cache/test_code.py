"""The digest of the code: another one after every change of it, and found without reading the code again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from time import time_ns

import pytest

from cardgen.cache import code, stamps
from cardgen.cache.code import code_digest, forget_code

SOURCE = "POLICY = 1\n"


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with code, an hour after its last change, and an empty cache."""
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "caches"))
    monkeypatch.setattr(stamps, "time_ns", lambda: time_ns() + 3_600_000_000_000)
    folder = tmp_path / "installed" / "package"
    (folder / "inner").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "inner" / "module.py").write_text(SOURCE)
    monkeypatch.setattr(code, "_PACKAGE", str(folder))
    monkeypatch.setattr("sys.path", [str(folder.parent), *__import__("sys").path])
    forget_code()
    yield folder
    forget_code()


def digest() -> str:
    forget_code()
    return code_digest()


def refuse(*_: object) -> str:
    raise AssertionError("the code is read again")


def test_unchanged_code_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest()
    monkeypatch.setattr(code, "_read_sources", refuse)
    assert digest() == before


def edit(package: Path) -> None:
    module = package / "inner" / "module.py"
    facts = module.stat()
    module.write_text(SOURCE.replace("1", "2"))
    os.utime(module, ns=(facts.st_atime_ns, facts.st_mtime_ns))


def add(package: Path) -> None:
    (package / "inner" / "other.py").write_text("")


def remove(package: Path) -> None:
    (package / "inner" / "module.py").unlink()


def rename(package: Path) -> None:
    (package / "inner").rename(package / "outer")


def translate(package: Path) -> None:
    (package / "zh.po").write_text('msgid "a"\nmsgstr "b"\n')


def resize_a_font(package: Path) -> None:
    (package / "font.ttf").write_text("font")


@pytest.mark.parametrize("change", [edit, add, remove, rename, translate, resize_a_font])
def test_changed_code_has_another_digest(package: Path, change: Callable[[Path], None]) -> None:
    before = digest()
    change(package)
    after = digest()
    assert after != before
    assert digest() == after


def test_touched_code_has_the_same_digest(package: Path) -> None:
    before = digest()
    (package / "inner" / "module.py").touch()
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "module.py").write_text("compiled")
    assert digest() == before


def test_another_version_of_a_library_is_noticed(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest()
    monkeypatch.setattr("importlib.metadata.version", lambda library: f"{library} 99")
    assert digest() == before  # from the cache: nothing was installed
    (package.parent / "reportlab-99.dist-info").mkdir()
    assert digest() != before


def test_a_plugin_is_noticed_when_its_entry_points_change(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = package.parent / "dice-1.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("[cardgen.engines]\n")
    digest()
    (info / "entry_points.txt").write_text("[cardgen.policies]\n")
    monkeypatch.setattr(code, "_read_sources", lambda _: "read again")
    assert digest() == code._digest(["read again", ""])


def test_code_that_changed_a_moment_ago_is_read_every_time(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stamps, "time_ns", time_ns)
    (package / "inner" / "module.py").touch()
    before = digest()
    edit(package)
    assert digest() != before


def test_the_date_of_files_is_part_of_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    assert digest() != before


def test_two_installations_do_not_share_their_digests(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = digest()
    other = tmp_path / "other" / "package"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("other")
    monkeypatch.setattr(code, "_PACKAGE", str(other))
    second = digest()
    assert second != first
    monkeypatch.setattr(code, "_read_sources", refuse)
    assert digest() == second
    monkeypatch.setattr(code, "_PACKAGE", str(package))
    assert digest() == first


def test_without_a_cache_the_code_is_read(package: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = digest()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "file"))
    assert digest() == before
    edit(package)
    assert digest() != before
