"""Refusals: every code has a rule and a sentence in both languages."""

from __future__ import annotations

import re

import pytest

from cardgen.games.blokus.refusals import REFUSALS, RULES, PlayError


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_has_its_rule_and_reason_in_both_languages(code: str) -> None:
    refusal = REFUSALS[code]
    assert refusal.rule is None or refusal.rule in RULES
    error = PlayError(code, "F5", (3, 4))
    assert (error.code, error.rule, error.cell, error.line) == (code, refusal.rule, (3, 4), None)
    assert set(error.messages) == {"en", "zh"}
    assert not re.search(r"[{}]", "".join(error.messages.values()))
    assert re.search(r"[\u4e00-\u9fff]", error.messages["zh"])
    assert not re.search(r"[\u4e00-\u9fff]", error.messages["en"])
    assert error.messages["en"].endswith(".")
    assert error.messages["zh"].endswith("。")
    if refusal.rule is not None:
        assert error.messages["en"].startswith(f"Rule {refusal.rule}: ")
        assert error.messages["zh"].startswith(f"规则 {refusal.rule}：")
    assert ("{cell}" in refusal.en) == ("{cell}" in refusal.zh)
    assert ("{what}" in refusal.en) == ("{what}" in refusal.zh)


def test_the_line_of_a_log_comes_first() -> None:
    error = PlayError("occupied", {"en": "red", "zh": "红"}, (3, 4)).at_line(12)
    assert error.line == 12
    assert str(error) == "line 12, rule 7: (3,4) is taken by red"
    assert error.messages == {
        "en": "Line 12, rule 7: (3,4) is taken by red.",
        "zh": "第 12 行，规则 7：(3,4) 已被红色占据。",
    }
    assert PlayError("unknown-shape", "Q5").at_line(2).messages["en"] == "Line 2: there is no shape Q5."


def test_every_rule_about_placements_turns_and_scores_has_a_refusal() -> None:
    assert {refusal.rule for refusal in REFUSALS.values()} == {None, 5, 6, 7, 8, 9, 10, 12, 14, 15, 18}
    for english, chinese in RULES.values():
        assert english
        assert chinese
