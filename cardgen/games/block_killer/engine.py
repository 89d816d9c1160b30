"""The rules engine of Block-Killer: its capabilities for the rest of cardgen. Each method imports what it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from cardgen.engines import Bars, Decks, Diagram, GameContent, Problem, RulesProblem
from cardgen.engines.capabilities import (
    AnswersRequests,
    ChecksDecks,
    ChecksRules,
    DecoratesRulebooks,
    DrawsPlays,
    HasCommands,
    HasStudies,
    HasStudyOptions,
    HasTable,
    NamesSolver,
    ReadsRulesets,
    ReportsCoverage,
)

if TYPE_CHECKING:
    from cardgen.engines.studies import Study, StudyOptions
    from cardgen.games.block_killer.rules import Rules

#: Study -> its module.
_STUDIES = {
    "stats": "cardgen.games.block_killer.statistics",
    "simulate": "cardgen.games.block_killer.simulation",
}


class BlockKillerEngine(
    ReadsRulesets,
    ChecksDecks,
    ChecksRules,
    ReportsCoverage,
    DecoratesRulebooks,
    DrawsPlays,
    AnswersRequests,
    HasStudies,
    HasStudyOptions,
    HasTable,
    HasCommands,
    NamesSolver,
):
    """The capabilities of Block-Killer."""

    def ruleset_model(self) -> type[Rules]:
        from cardgen.games.block_killer.rules import Rules

        return Rules

    def deck_codes(self) -> Mapping[str, str]:
        from cardgen.games.block_killer.deck import DECK_CODES

        return DECK_CODES

    def check_deck(self, decks: Decks) -> list[Problem]:
        from cardgen.games.block_killer.deck import check_deck

        return check_deck(decks)

    def rules_codes(self) -> Mapping[str, str]:
        from cardgen.games.block_killer.deck_rules import RULES_CODES

        return RULES_CODES

    def check_rules(self, rules: Rules, decks: Decks) -> list[RulesProblem]:
        from cardgen.games.block_killer.deck_rules import check_rules

        return check_rules(rules, decks)

    def deck_coverage(self, decks: Decks) -> list[Bars]:
        from cardgen.games.block_killer.deck import deck_coverage

        return deck_coverage(decks)

    def draw_play(self, text: str, rules: Rules, decks: Decks) -> list[Diagram]:  # noqa: ARG002  cards are those of the rules
        from cardgen.games.block_killer.pictures import draw_play

        return draw_play(text, rules)

    def chapter_segments(self) -> int:
        return 10

    def answer(self, line: str | bytes, game: GameContent) -> str:
        from cardgen.games.block_killer.protocol import answer

        return answer(line, game)

    def study_names(self) -> Sequence[str]:
        return list(_STUDIES)

    def load_study(self, name: str) -> Study:
        return cast("Study", import_module(_STUDIES[name]))

    def study_options(self) -> Mapping[str, StudyOptions]:
        from cardgen.games.block_killer.study_options import STUDY_OPTIONS

        return STUDY_OPTIONS

    def table_folder(self) -> Path:
        return Path(__file__).parent / "table"

    def commands(self) -> Mapping[str, Callable[..., None]]:
        from cardgen.games.block_killer.commands import COMMANDS

        return COMMANDS

    def solver(self) -> str:
        from cardgen.games.block_killer.solver import SOLVER

        return SOLVER


ENGINE = BlockKillerEngine()
