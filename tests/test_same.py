"""`make same` reports every file that differs, and distinguishes changed drawings from drawings with other ids."""

from __future__ import annotations

from pathlib import Path

from tests.same import compare


def write_files(folder: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def test_every_kind_of_difference_is_listed(tmp_path: Path) -> None:
    common = {"sheets/a.pdf": "same", "manifest.json": "names the code"}
    before = {
        **common,
        "b.svg": '<g id="k0123abcd">',
        "c.svg": '<g id="k0123abcd">',
        "d.png": "old",
        "e.pdf": "old",
    }
    after = {
        **common,
        "b.svg": '<g id="kffffffff">',
        "c.svg": '<b id="k0123abcd">',
        "d.png": "new",
        "f.pdf": "new",
        "manifest.json": "other code",
    }
    differences = compare(write_files(tmp_path / "before", before), write_files(tmp_path / "after", after))
    assert differences == {
        "b.svg": "other ids",
        "c.svg": "changed",
        "d.png": "changed",
        "e.pdf": "gone",
        "f.pdf": "new",
    }


def test_equal_outputs_have_no_differences(tmp_path: Path) -> None:
    files = {"a.svg": '<g id="k0123abcd">', "sheets/b.pdf": "same"}
    assert compare(write_files(tmp_path / "before", files), write_files(tmp_path / "after", files)) == {}
