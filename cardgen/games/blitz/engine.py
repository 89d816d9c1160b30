"""The rules engine of Blitz: its capabilities for the rest of cardgen. Each method imports what it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from cardgen.engines import Decks, GameContent, PositionProblem, Problem, RulesProblem
from cardgen.engines.capabilities import (
    AnswersRequests,
    ChecksDecks,
    ChecksRules,
    HasCommands,
    HasStudies,
    HasStudyOptions,
    HasTable,
    ReadsRulesets,
    VerifiesPositions,
)

if TYPE_CHECKING:
    from cardgen.engines.studies import Study, StudyOptions
    from cardgen.games.blitz.rules import Rules


#: Study -> its module.
_STUDIES = {"stats": "cardgen.games.blitz.statistics", "simulate": "cardgen.games.blitz.simulation"}


class BlitzEngine(
    ReadsRulesets,
    ChecksDecks,
    ChecksRules,
    VerifiesPositions,
    AnswersRequests,
    HasStudies,
    HasStudyOptions,
    HasTable,
    HasCommands,
):
    """The capabilities of Blitz."""

    def ruleset_model(self) -> type[Rules]:
        from cardgen.games.blitz.rules import Rules

        return Rules

    def deck_codes(self) -> Mapping[str, str]:
        from cardgen.games.blitz.deck import DECK_CODES

        return DECK_CODES

    def check_deck(self, decks: Decks) -> list[Problem]:
        from cardgen.games.blitz.deck import check_deck

        return check_deck(decks)

    def rules_codes(self) -> Mapping[str, str]:
        from cardgen.games.blitz.deck_rules import RULES_CODES

        return RULES_CODES

    def check_rules(self, rules: Rules, decks: Decks) -> list[RulesProblem]:
        from cardgen.games.blitz.deck_rules import check_rules

        return check_rules(rules, decks)

    def verify_position(self, text: str, rules: Rules, decks: Decks) -> PositionProblem | None:
        from cardgen.engines.turn_logs import find_problem
        from cardgen.games.blitz.deck_cards import read_decks
        from cardgen.games.blitz.refusals import PlayError
        from cardgen.games.blitz.scenarios import is_scenario, verify_scenario
        from cardgen.games.blitz.turn_game import GAME

        if not is_scenario(text):
            return find_problem(GAME, text, rules, decks)
        try:
            verify_scenario(text, rules, read_decks(decks))
        except PlayError as error:
            return error.problem()
        return None

    def answer(self, line: str | bytes, game: GameContent) -> str:
        from cardgen.games.blitz.protocol import answer

        return answer(line, game)

    def study_names(self) -> Sequence[str]:
        return list(_STUDIES)

    def load_study(self, name: str) -> Study:
        return cast("Study", import_module(_STUDIES[name]))

    def study_options(self) -> Mapping[str, StudyOptions]:
        from cardgen.games.blitz.study_options import STUDY_OPTIONS

        return STUDY_OPTIONS

    def table_folder(self) -> Path:
        return Path(__file__).parent / "table"

    def commands(self) -> Mapping[str, Callable[..., None]]:
        from cardgen.games.blitz.commands import COMMANDS

        return COMMANDS


ENGINE = BlitzEngine()
