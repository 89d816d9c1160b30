"""Rulesets for the tests of the engine, and changed copies of them."""

from __future__ import annotations

from typing import Any

from cardgen.games.thread_race.rules import ThreadRaceRules

FULL_DATA: dict[str, Any] = {
    "titles": {"zh": "完整规则", "en": "Full rules"},
    "most_players": 4,
    "start": "either",
    "clash": True,
    "lock": {"turns": 1, "shared": "cancels"},
    "plain": "any-stage",
    "plain_outside": "off",
    "again": "lowered",
    "effects": "compulsory",
    "needs": "first",
    "without_effect": "acts",
    "above_five": "set",
    "below_one": "at-once",
    "nullify_unseals": False,
    "draw_face": "up",
    "draw_full": "nothing",
    "flip_stage": True,
    "win": "deck-and-slots",
    "window": 3,
    "play": "must",
    "play_face": "up",
    "put_away": "may",
    "core": "counted",
    "core_each_turn": 1,
    "first": "seats",
}
BRIEF_CHANGES: dict[str, Any] = {
    "titles": {"zh": "简易规则", "en": "Brief rules"},
    "start": "up",
    "clash": False,
    "lock": None,
    "plain": "first",
    "plain_outside": "waits",
    "again": "any-drop",
    "flip_stage": False,
    "win": "deck",
    "core": "continuous",
}


def changed(**fields: Any) -> ThreadRaceRules:
    """Return the full rules with some fields replaced."""
    return ThreadRaceRules.model_validate({**FULL_DATA, **fields})


FULL = changed()
BRIEF = changed(**BRIEF_CHANGES)
RULESETS = {"full": FULL, "brief": BRIEF}
