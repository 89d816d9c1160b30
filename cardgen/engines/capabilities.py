"""What a rules engine can do: one small protocol for each capability. An engine offers any number of them.

An engine is an object, best an instance of a class that inherits the protocols it offers. Its methods import what they
need, because most commands use one capability only: checking a deck must not import a solver.
`cardgen.engines.registry.capability` asks an engine for a capability.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from cardgen.engines import Bars, CardData, Decks, Diagram, GameContent, PositionProblem, Problem, Ruleset, RulesProblem

if TYPE_CHECKING:
    from pydantic import BaseModel

    from cardgen.engines.studies import Study, StudyOptions
    from cardgen.engines.turn_game import TurnGame


@runtime_checkable
class ReadsRulesets(Protocol):
    """Reads rulesets: the files under `rulesets` in game.yaml."""

    def ruleset_model(self) -> type[BaseModel]:
        """Return the strict, closed pydantic model of a ruleset file."""


@runtime_checkable
class ChecksDecks(Protocol):
    """Checks decks by the rules of the game. The terms of a glossary are the cards of a deck `glossary`."""

    def deck_codes(self) -> Mapping[str, str]:
        """Return the code of each rule -> its short name."""

    def check_deck(self, decks: Decks) -> list[Problem]:
        """Return every rule that the decks break; an empty list is a proof that they are correct."""


@runtime_checkable
class ChecksRules(Protocol):
    """Checks rulesets: whether they fit each other and the decks."""

    def rules_codes(self) -> Mapping[str, str]:
        """Return the code of each rule -> its short name."""

    def check_rules(self, rules: Ruleset, decks: Decks) -> list[RulesProblem]:
        """Return the mistakes of a ruleset that is used with these decks. Only certain ones."""


@runtime_checkable
class VerifiesPositions(Protocol):
    """Verifies the `positions` of a game: positions or logs in the game's own notation."""

    def verify_position(self, text: str, rules: Ruleset, decks: Decks) -> PositionProblem | None:
        """Return the first mistake of a position that is used with a ruleset; None if it is right."""


@runtime_checkable
class ReportsCoverage(Protocol):
    """Reports how a deck covers what it has to cover: `cardgen check --plot`."""

    def deck_coverage(self, decks: Decks) -> list[Bars]:
        """Return the coverage as bar charts."""


@runtime_checkable
class DrawsPlays(Protocol):
    """Draws plays in rulebooks and on the review page."""

    def draw_play(self, text: str, rules: Ruleset, decks: Decks) -> list[Diagram]:
        """Return a play in the game's notation as a strip of pictures. ValueError if it is not legal."""


@runtime_checkable
class DrawsExamples(Protocol):
    """Draws steps that are legal or refused, for the `examples` of a rulebook."""

    def draw_example(self, text: str, rules: Ruleset, decks: Decks) -> Diagram:
        """Return the position after steps separated by `;`, of any player in any order.

        The last step may be illegal: then the picture is `refused`. ValueError for any other mistake.
        """


@runtime_checkable
class DecoratesRulebooks(Protocol):
    """Decorates the chapters of rulebooks."""

    def chapter_segments(self) -> int:
        """Return the number of segments in the bar over a chapter, one of which has the chapter's colour."""


@runtime_checkable
class WritesTexts(Protocol):
    """Writes what cards do from their effects: `{effect}` in templates (docs/effects.md)."""

    def effect_text(self, card: CardData, language: str, rules: Ruleset, names: Mapping[str, str]) -> str:
        """Return what a card does in a language, a BCP 47 tag; "" if nothing is written. `names` are those of cards."""


@runtime_checkable
class AnswersRequests(Protocol):
    """Answers bots and the review page: a JSON request and its JSON answer, a line each (docs/engine.md)."""

    def answer(self, line: str | bytes, game: GameContent) -> str:
        """Return the answer to a request as one line of JSON without its line end. Never raises.

        Games are played with the cards of `game.decks`, which `check_deck` has found nothing wrong with.
        """


@runtime_checkable
class DescribesRequests(Protocol):
    """Describes the requests that it answers: `cardgen engine --schema` (docs/engine.md)."""

    def request_schema(self) -> Mapping[str, Any]:
        """Return the JSON Schema of the requests, and of what all answers have."""


@runtime_checkable
class HasStudies(Protocol):
    """Offers studies of the game's balance: `cardgen stats` and `cardgen simulate` (docs/balance.md)."""

    def study_names(self) -> Sequence[str]:
        """Return the names of the studies."""

    def load_study(self, name: str) -> Study:
        """Return a study: an importable module. KeyError for an unknown name."""


@runtime_checkable
class HasStudyOptions(Protocol):
    """Brings the options that only its own studies have, to `cardgen stats` and `cardgen simulate`."""

    def study_options(self) -> Mapping[str, StudyOptions]:
        """Return the name of each study -> its options."""


@runtime_checkable
class HasTable(Protocol):
    """Brings a table of its own to the review page (docs/review.md)."""

    def table_folder(self) -> Path | None:
        """Return the folder that holds `table.js`, `table.css` and the files that these load; None without a table."""


@runtime_checkable
class HasCommands(Protocol):
    """Brings commands: `cardgen play NAME …`."""

    def commands(self) -> Mapping[str, Callable[..., None]]:
        """Return the commands by name, as functions that typer reads.

        `cardgen.cli.playing` has the options that they share. A command names its game in a parameter `game`.
        """


@runtime_checkable
class HasTurnGame(Protocol):
    """Plays a game of turns: `cardgen play game` and `cardgen play verify` (docs/extending.md)."""

    def turn_game(self) -> TurnGame[Any, Any, Any]:
        """Return the game of turns."""


@runtime_checkable
class NamesSolver(Protocol):
    """Names the solver in use: `cardgen --version`."""

    def solver(self) -> str:
        """Return `kernel` for a compiled solver, or `python`."""


CAPABILITIES: tuple[type, ...] = (
    ReadsRulesets,
    ChecksDecks,
    ChecksRules,
    VerifiesPositions,
    ReportsCoverage,
    DrawsPlays,
    DrawsExamples,
    DecoratesRulebooks,
    WritesTexts,
    AnswersRequests,
    DescribesRequests,
    HasStudies,
    HasStudyOptions,
    HasTable,
    HasCommands,
    HasTurnGame,
    NamesSolver,
)
