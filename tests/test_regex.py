"""Regular expressions that are compiled late."""

from __future__ import annotations

import re

import pytest

from cardgen.regex import late_pattern


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The patterns that are compiled in a test."""
    patterns: list[str] = []
    real = re.compile

    def compile_and_note(pattern: str, flags: int = 0) -> re.Pattern[str]:
        patterns.append(pattern)
        return real(pattern, flags)

    monkeypatch.setattr(re, "compile", compile_and_note)
    return patterns


def test_a_pattern_is_compiled_at_its_first_use(compiled: list[str]) -> None:
    pattern = late_pattern("late[0-9]+", re.IGNORECASE)
    assert pattern.pattern == "late[0-9]+"
    assert not compiled
    for _ in range(2):
        assert pattern.fullmatch("LATE12")
        assert not pattern.fullmatch("late")
    assert compiled == ["late[0-9]+"]


def test_a_wrong_pattern_is_an_error_at_its_first_use() -> None:
    pattern = late_pattern("(")
    with pytest.raises(re.error):
        pattern.search("text")
