"""The cache keeps the values of YAML files by their content. What is read from it is what the parser returns."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.data import reading
from cardgen.data.reading import Marked, Reader, parse_yaml

TEXT = """\
# A file with values of every kind.
title: {zh: 方块, en: "A \\u00e9"}
numbers: [1, -2.5, .inf, -0.0, 1e3, 012, 99999999999999999999]
words: [true, no, null, ~, '']
1: key
nested:
  - a: [[1, 2], {b: c}]
  - |
    two
    lines
"""


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use an empty cache, as if the code had not just been changed."""
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(reading, "_parser_stamp", lambda: "stamp")
    return tmp_path / "cache"


def read(folder: Path, text: str = TEXT, most: int = 1000) -> Marked:
    (folder / "file.yaml").write_text(text, encoding="utf-8")
    return Reader(folder, folder).read_yaml(folder / "file.yaml", most)


def assert_same(marked: Marked, other: Marked) -> None:
    assert repr(marked.value) == repr(other.value)  # also -0.0 and the types of numbers
    assert dict(marked.places) == dict(other.places)
    assert dict(marked.keys) == dict(other.keys)


def forbid_parsing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Marked:
        raise AssertionError("parsed again")

    monkeypatch.setattr(reading, "parse_yaml", fail)


@pytest.mark.parametrize("text", [TEXT, "", "- 1\n", "word\n", "a: {}\nb: []\n", "x: .nan\n"])
def test_kept_values_are_those_of_the_parser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    parsed = read(tmp_path, text)
    assert_same(parsed, parse_yaml(text, "file.yaml"))
    forbid_parsing(monkeypatch)
    assert_same(read(tmp_path, text), parsed)


def test_a_changed_file_is_parsed(tmp_path: Path) -> None:
    read(tmp_path)
    assert read(tmp_path, TEXT.replace("true", "false")).value["words"][0] is False


def test_changed_code_parses_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read(tmp_path)
    forbid_parsing(monkeypatch)
    for stamp in ("other", None):
        monkeypatch.setattr(reading, "_parser_stamp", lambda stamp=stamp: stamp)
        with pytest.raises(AssertionError, match="parsed again"):
            read(tmp_path)


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"null", b"[1, [[1], [2]]]", b"[1, [[1], [2], [-3]]]", b'[1, [["a"], [], []]]']
)
def test_damaged_values_are_parsed_again(
    tmp_path: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    parsed = read(tmp_path)
    (file,) = cache_folder.glob("yaml-*")
    file.write_bytes(file.read_bytes()[:-9])
    assert_same(read(tmp_path), parsed)
    monkeypatch.setattr(reading, "read_cache", lambda _: content)
    assert_same(read(tmp_path), parsed)


def test_files_with_faults_and_too_many_values_are_never_kept(tmp_path: Path, cache_folder: Path) -> None:
    for _ in range(2):
        with pytest.raises(DataError, match="duplicate key"):
            read(tmp_path, "a: 1\na: 2\n")
    assert not list(cache_folder.glob("yaml-*"))
    read(tmp_path, "[1, 2, 3]")
    with pytest.raises(DataError, match="more than 3 values"):
        read(tmp_path, "[1, 2, 3]", most=3)


def test_nothing_is_kept_without_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "blocked").write_text("")
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "blocked"))
    assert_same(read(tmp_path), read(tmp_path))


def test_kept_values_need_no_parser(tmp_path: Path) -> None:
    (tmp_path / "file.yaml").write_text(TEXT, encoding="utf-8")
    code = (
        "import sys; from pathlib import Path; from cardgen.data import reading\n"
        "reading._parser_stamp = lambda: 'stamp'\n"
        "reading.Reader(Path(sys.argv[1])).read_yaml(Path(sys.argv[1]) / 'file.yaml')\n"
        "print('yaml' in sys.modules)"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() for _ in range(2)]
    assert runs == ["True", "False"]
