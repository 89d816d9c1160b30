"""The rules engine of this game: its capabilities for the rest of cardgen. Each method imports what it needs."""

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
    DrawsPlays,
    HasCommands,
    HasStudies,
    HasStudyOptions,
    HasTable,
    ReadsRulesets,
    ReportsCoverage,
)

if TYPE_CHECKING:
    from cardgen.engines.studies import Study, StudyOptions
    from cardgen.games.thread_race.rules import Rules


#: Study -> its module.
_STUDIES = {
    "stats": "cardgen.games.thread_race.studies.stats",
    "simulate": "cardgen.games.thread_race.studies.simulate",
}


class ThreadRaceEngine(
    ReadsRulesets,
    ChecksDecks,
    ChecksRules,
    ReportsCoverage,
    DrawsPlays,
    AnswersRequests,
    HasStudies,
    HasStudyOptions,
    HasTable,
    HasCommands,
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

    def draw_play(self, text: str, rules: Rules, decks: Decks) -> list[Diagram]:
        from cardgen.games.thread_race.pictures import draw_play

        return draw_play(text, rules, decks)

    def answer(self, line: str | bytes, game: GameContent) -> str:
        from cardgen.games.thread_race.protocol import answer

        return answer(line, game)

    def study_names(self) -> Sequence[str]:
        return list(_STUDIES)

    def load_study(self, name: str) -> Study:
        return cast("Study", import_module(_STUDIES[name]))

    def study_options(self) -> Mapping[str, StudyOptions]:
        from cardgen.games.thread_race.studies.options import STUDY_OPTIONS

        return STUDY_OPTIONS

    def table_folder(self) -> Path:
        return Path(__file__).parent / "table"

    def commands(self) -> Mapping[str, Callable[..., None]]:
        from cardgen.games.thread_race.commands import COMMANDS

        return COMMANDS


ENGINE = ThreadRaceEngine()
