"""The rules engine of Tale of Many Heroes: its capabilities for the rest of cardgen. Methods import what they need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from cardgen.engines import Decks, Diagram, GameContent, Problem, RulesProblem
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
)

if TYPE_CHECKING:
    from cardgen.engines.studies import Study, StudyOptions
    from cardgen.games.heroes.rules import Rules

_STUDIES = {"simulate": "cardgen.games.heroes.simulation"}


class HeroesEngine(
    ReadsRulesets,
    ChecksDecks,
    ChecksRules,
    DrawsPlays,
    AnswersRequests,
    HasStudies,
    HasStudyOptions,
    HasTable,
    HasCommands,
):
    """The capabilities of Tale of Many Heroes."""

    def ruleset_model(self) -> type[Rules]:
        from cardgen.games.heroes.rules import Rules

        return Rules

    def deck_codes(self) -> Mapping[str, str]:
        from cardgen.games.heroes.deck import DECK_CODES

        return DECK_CODES

    def check_deck(self, decks: Decks) -> list[Problem]:
        from cardgen.games.heroes.deck import check_deck

        return check_deck(decks)

    def rules_codes(self) -> Mapping[str, str]:
        from cardgen.games.heroes.deck_rules import RULES_CODES

        return RULES_CODES

    def check_rules(self, rules: Rules, decks: Decks) -> list[RulesProblem]:
        from cardgen.games.heroes.deck_rules import check_rules

        return check_rules(rules, decks)

    def draw_play(self, text: str, rules: Rules, decks: Decks) -> list[Diagram]:  # noqa: ARG002  cards are those of the rules
        from cardgen.games.heroes.pictures import draw_play

        return draw_play(text, rules)

    def answer(self, line: str | bytes, game: GameContent) -> str:
        from cardgen.games.heroes.protocol import answer

        return answer(line, game)

    def study_names(self) -> Sequence[str]:
        return list(_STUDIES)

    def load_study(self, name: str) -> Study:
        return cast("Study", import_module(_STUDIES[name]))

    def study_options(self) -> Mapping[str, StudyOptions]:
        from cardgen.games.heroes.study_options import STUDY_OPTIONS

        return STUDY_OPTIONS

    def table_folder(self) -> Path:
        return Path(__file__).parent / "table"

    def commands(self) -> Mapping[str, Callable[..., None]]:
        from cardgen.games.heroes.commands import COMMANDS

        return COMMANDS


ENGINE = HeroesEngine()
