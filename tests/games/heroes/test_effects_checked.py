"""What `check` proves of the effects of a ruleset, and that the printed types of skills are those of their effects."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.games.heroes.deck_rules import check_rules

from .positions import changed, hero, standard

DRAW = {"draw": 1}


def found(*effects: Any, types: tuple[str, ...] = ("active",), **more: Any) -> list[tuple[str, tuple[str | int, ...]]]:
    """Return the codes and places of what is wrong with a skill, from its hero on."""
    problems = check_rules(changed(heroes=[hero("odd", *effects, types=types, **more)]), {})
    return [(problem.code, problem.path[2:]) for problem in problems]


def test_nothing_is_wrong_with_the_shipped_rules() -> None:
    assert check_rules(standard(), {}) == []


@pytest.mark.parametrize(
    ("effect", "types"),
    [
        ({"use": "play", "do": [DRAW]}, ("active",)),
        ({"when": "damage:taking of me", "do": [DRAW]}, ("locked",)),
        ({"when": "damage:taking of me", "may": True, "do": [DRAW]}, ("active",)),
        ({"use": "play", "limit": "once each game", "do": [DRAW]}, ("limited",)),
        (
            {"when": "at once", "if": "me.hp = 1", "limit": "once each game", "do": [DRAW]},
            ("limited", "locked", "awakening"),
        ),
        ({"use": "play", "states": ["yang", "yin"], "do": [DRAW]}, ("switch",)),
        ({"use": "play", "hidden": True, "do": [DRAW]}, ("hidden",)),
        ({"use": "play", "if": "count of line(me, faction) >= 3", "do": [DRAW]}, ("formation",)),
    ],
)
def test_the_types_of_a_skill_are_those_of_its_effects(effect: Any, types: tuple[str, ...]) -> None:
    assert found(effect, types=types) == []
    other = ("locked",) if types == ("active",) else ("active",)
    assert found(effect, types=other) == [("E10", ("skills", 0, "types"))]


def test_a_lord_skill_says_so_in_its_condition() -> None:
    effect = {"while": "me.role = lord", "modify": [{"value": "draws", "of": "me", "add": 1}]}
    assert [code for code, _ in found(effect, types=("lord", "locked"))] == ["HE307"]  # no other skill beside it
    assert ("E10", ("skills", 0, "types")) in found(effect, types=("locked",))


@pytest.mark.parametrize(
    ("effect", "code", "place"),
    [
        ({"use": "play", "do": [{"drow": 1}]}, "E1", ("do", 0, "drow")),
        ({"use": "play", "do": [{"draw": 1, "discard": 1}]}, "E2", ("do", 0)),
        ({"use": "play", "do": [{"draw": "me.hp +"}]}, "E3", ("do", 0, "draw")),
        ({"when": "after use of me where nomber = 2", "do": [DRAW]}, "E1", ("when",)),
        ({"use": "play", "cost": [{"discard": 1, "from": "me.hand where suit = star"}], "do": [DRAW]}, "E1", ()),
    ],
)
def test_a_mistake_in_an_effect_is_found_at_its_place(effect: Any, code: str, place: tuple[str | int, ...]) -> None:
    problems = found(effect, types=("locked",) if "when" in effect else ("active",))
    assert problems
    assert problems[0][0] == code
    assert problems[0][1][: 3 + len(place)] == ("skills", 0, "effects", 0, *place)[: 3 + len(place)]
