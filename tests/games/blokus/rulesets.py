"""Rulesets for the tests of the engine, and changed copies of them."""

from __future__ import annotations

from typing import Any

from cardgen.games.blokus.rules import BlokusRules

STANDARD_DATA: dict[str, Any] = {
    "titles": {"zh": "标准规则", "en": "Standard"},
    "board": {"size": 20, "start": {"red": [0, 0], "green": [19, 0], "blue": [19, 19], "yellow": [0, 19]}},
    "order": ["red", "green", "blue", "yellow"],
    "seats": [["red"], ["green"], ["blue"], ["yellow"]],
    "score": "remaining",
    "clock": None,
}


def changed(**parts: Any) -> BlokusRules:
    """Return the standard rules with some fields replaced; a mapping replaces fields inside its part."""
    data = {**STANDARD_DATA}
    for name, value in parts.items():
        data[name] = {**data[name], **value} if isinstance(value, dict) and data.get(name) else value
    return BlokusRules.model_validate(data)


STANDARD = changed()
BONUS = changed(titles={"en": "Bonus"}, score="official-bonus")
CLOCK = changed(titles={"en": "Clock"}, clock={"step": 10, "total": 20})
PAIRS = changed(titles={"en": "Pairs"}, seats=[["red", "blue"], ["green", "yellow"]])
TRIO = changed(
    titles={"en": "Trio"},
    board={"size": 20, "start": {"red": [0, 0], "green": [19, 0], "blue": [19, 19], "yellow": None}},
    order=["red", "green", "blue"],
    seats=[["red"], ["green"], ["blue"]],
)
SHARED = changed(titles={"en": "Shared"}, seats=[["red"], ["green"], ["blue"]], shared="yellow")
DUO = changed(
    titles={"en": "Duo"},
    board={"size": 14, "start": {"red": [4, 4], "blue": [9, 9]}},
    order=["red", "blue"],
    seats=[["red"], ["blue"]],
)
SMALL = changed(
    titles={"en": "Small"},
    board={"size": 6, "start": {"red": [0, 0], "blue": [5, 5]}},
    order=["red", "blue"],
    seats=[["red"], ["blue"]],
)
RULESETS = {
    "standard": STANDARD,
    "bonus": BONUS,
    "clock": CLOCK,
    "pairs": PAIRS,
    "shared": SHARED,
    "duo": DUO,
    "small": SMALL,
}
