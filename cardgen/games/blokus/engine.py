"""The rules engine of Blokus: its capabilities for the rest of cardgen. Each method imports what it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.engines import Bars, Decks, Diagram, GameContent, Problem, RulesProblem
from cardgen.engines.capabilities import (
    AnswersRequests,
    ChecksDecks,
    ChecksRules,
    DecoratesRulebooks,
    DrawsExamples,
    DrawsPlays,
    HasCommands,
    HasTable,
    ReadsRulesets,
    ReportsCoverage,
)

if TYPE_CHECKING:
    from cardgen.games.blokus.rules import Rules


class BlokusEngine(
    ReadsRulesets,
    ChecksDecks,
    ChecksRules,
    ReportsCoverage,
    DecoratesRulebooks,
    DrawsPlays,
    DrawsExamples,
    AnswersRequests,
    HasTable,
    HasCommands,
):
    """The capabilities of Blokus."""

    def ruleset_model(self) -> type[Rules]:
        from cardgen.games.blokus.rules import Rules

        return Rules

    def deck_codes(self) -> Mapping[str, str]:
        from cardgen.games.blokus.deck import DECK_CODES

        return DECK_CODES

    def check_deck(self, decks: Decks) -> list[Problem]:
        from cardgen.games.blokus.deck import check_deck

        return check_deck(decks)

    def rules_codes(self) -> Mapping[str, str]:
        from cardgen.games.blokus.deck_rules import RULES_CODES

        return RULES_CODES

    def check_rules(self, rules: Rules, decks: Decks) -> list[RulesProblem]:
        from cardgen.games.blokus.deck_rules import check_rules

        return check_rules(rules, decks)

    def deck_coverage(self, decks: Decks) -> list[Bars]:
        from cardgen.games.blokus.deck import deck_coverage

        return deck_coverage(decks)

    def draw_play(self, text: str, rules: Rules, decks: Decks) -> list[Diagram]:  # noqa: ARG002  cards are those of the rules
        from cardgen.games.blokus.pictures import draw_play

        return draw_play(text, rules)

    def draw_example(self, text: str, rules: Rules, decks: Decks) -> Diagram:  # noqa: ARG002  cards are those of the rules
        from cardgen.games.blokus.pictures import draw_example

        return draw_example(text, rules)

    def chapter_segments(self) -> int:
        return 10

    def answer(self, line: str | bytes, game: GameContent) -> str:
        from cardgen.games.blokus.protocol import answer

        return answer(line, game)

    def table_folder(self) -> Path:
        return Path(__file__).parent / "table"

    def commands(self) -> Mapping[str, Callable[..., None]]:
        from cardgen.games.blokus.commands import COMMANDS

        return COMMANDS


ENGINE = BlokusEngine()
