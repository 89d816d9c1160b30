"""The rules engine of this game: its capabilities for the rest of cardgen. Each method imports what it needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardgen.engines import Bars, Decks, Problem, RulesProblem
from cardgen.engines.capabilities import ChecksDecks, ChecksRules, ReadsRulesets, ReportsCoverage

if TYPE_CHECKING:
    from cardgen.games.thread_race.rules import Rules


class ThreadRaceEngine(
    ReadsRulesets,
    ChecksDecks,
    ChecksRules,
    ReportsCoverage,
):
    """The capabilities of thread-race."""

    def ruleset_model(self) -> type[Rules]:
        from cardgen.games.thread_race.rules import Rules

        return Rules

    def deck_codes(self) -> Mapping[str, str]:
        from cardgen.games.thread_race.deck import DECK_CODES

        return DECK_CODES

    def check_deck(self, decks: Decks) -> list[Problem]:
        from cardgen.games.thread_race.deck import check_deck

        return check_deck(decks)

    def rules_codes(self) -> Mapping[str, str]:
        from cardgen.games.thread_race.deck_rules import RULES_CODES

        return RULES_CODES

    def check_rules(self, rules: Rules, decks: Decks) -> list[RulesProblem]:
        from cardgen.games.thread_race.deck_rules import check_rules

        return check_rules(rules, decks)

    def deck_coverage(self, decks: Decks) -> list[Bars]:
        from cardgen.games.thread_race.deck import deck_coverage

        return deck_coverage(decks)


ENGINE = ThreadRaceEngine()
