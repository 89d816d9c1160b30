"""Check a ruleset against the printed cores."""

from __future__ import annotations

from cardgen import message
from cardgen.engines import Decks, RulesProblem
from cardgen.games.thread_race.cards import Core
from cardgen.games.thread_race.reading import CORES, read_core
from cardgen.games.thread_race.rules import ThreadRaceRules

#: Code -> short name.
RULES_CODES = {"T26": "core-without-uses"}


def check_rules(rules: ThreadRaceRules, decks: Decks) -> list[RulesProblem]:
    """Return the cores that say nothing of how often they are used, in a ruleset that counts it."""
    if rules.core != "counted":
        return []
    text, hint = message("the core has no number of uses"), message("write {example}", example="uses: 2")
    return [
        RulesProblem("T26", text, deck=CORES, card=data.id, field="uses", hint=hint)
        for data in decks.get(CORES, ())
        if isinstance(core := read_core(data).card, Core) and core.uses is None
    ]
