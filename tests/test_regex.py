"""Regular expressions that are compiled late."""

from __future__ import annotations

import re

import pytest

from cardgen.regex import compiled, late_pattern


def test_a_pattern_is_compiled_once_at_its_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    real = re.compile

    def compile_and_note(pattern: str, flags: int = 0) -> re.Pattern[str]:
        made.append(pattern)
        return real(pattern, flags)

    monkeypatch.setattr(re, "compile", compile_and_note)
    pattern = late_pattern("late[0-9]+", re.IGNORECASE)
    assert pattern.pattern == "late[0-9]+"
    assert not made
    for _ in range(2):
        assert pattern.fullmatch("LATE12")
        assert not pattern.fullmatch("late")
    assert made == ["late[0-9]+"]
    assert compiled("late[0-9]+", re.IGNORECASE).fullmatch("late3")
    assert len(made) == 1


def test_a_wrong_pattern_is_an_error_at_its_first_use() -> None:
    pattern = late_pattern("(")
    with pytest.raises(re.error):
        pattern.search("text")
