"""Regular expressions that are compiled late, with the code that was made of them before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgen import regex
from cardgen.cache import cache_folder
from cardgen.regex import compiled, late_pattern

PATTERNS: list[tuple[str | bytes, int]] = [
    ("", 0),
    ("late[0-9]+", re.IGNORECASE),
    ("(?P<first>a|b)(c)?(?P<last>(?i:d))\\1", re.MULTILINE),
    ("[äöü一-龥\u3000-\u9fff]+|[^\U00020000-\U0003ffff]", 0),
    ("(?x) a # a comment\n b*+", re.VERBOSE),
    (b"[\x80-\xff]+", 0),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty cache."""
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path))
    forget()
    yield
    forget()


def forget() -> None:
    regex._codes.cache_clear()
    compiled.cache_clear()


def cached_file() -> Path:
    folder = cache_folder()
    assert folder is not None
    return folder / regex._cache_name()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str | bytes]:
    """The patterns whose code is made in a test."""
    patterns: list[str | bytes] = []
    real = regex._code_of

    def make_and_note(pattern: str | bytes, flags: int) -> object:
        patterns.append(pattern)
        return real(pattern, flags)

    monkeypatch.setattr(regex, "_code_of", make_and_note)
    return patterns


def test_a_pattern_is_compiled_at_its_first_use(made: list[str | bytes]) -> None:
    pattern = late_pattern("late[0-9]+", re.IGNORECASE)
    assert pattern.pattern == "late[0-9]+"
    assert not made
    for _ in range(2):
        assert pattern.fullmatch("LATE12")
        assert not pattern.fullmatch("late")
    assert made == ["late[0-9]+"]


def test_a_wrong_pattern_is_an_error_at_its_first_use() -> None:
    pattern = late_pattern("(")
    with pytest.raises(re.error):
        pattern.search("text")


@pytest.mark.parametrize(("pattern", "flags"), PATTERNS)
def test_a_pattern_is_the_same_with_the_code_made_before(
    pattern: str | bytes, flags: int, made: list[str | bytes]
) -> None:
    expected = re.compile(pattern, flags)
    for _ in range(2):  # patterns are equal if they have the same code
        own = compiled(pattern, flags)
        assert (own, own.groupindex, own.groups) == (expected, expected.groupindex, expected.groups)
        forget()
    assert made == [pattern]


@pytest.mark.parametrize(
    "code", ["", "{", "[1]", "3", "[0, [99], 0, {}]", '[0, ["a"], 0, {}]', '[0, [1], 0, {"a": 7}]']
)
def test_code_that_cannot_be_used_is_made_again(code: str) -> None:
    compiled("a+")
    file = cached_file()
    _, _, content = file.read_bytes().partition(b"\n")
    forget()
    from cardgen.cache import write_cache

    write_cache(file.name, b"{\"0 'a+'\": %b}" % code.encode())
    assert content
    assert compiled("a+") == re.compile("a+")


def test_patterns_are_compiled_as_usual_by_a_python_that_works_in_another_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("re._compiler._code")
    for pattern, flags in PATTERNS:
        assert compiled(pattern, flags) == re.compile(pattern, flags)
    assert not cached_file().exists()
