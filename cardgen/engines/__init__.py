"""The bundled rules engines, and the few things an engine offers to the rest of cardgen.

An engine is a package of plain functions over frozen data. It knows nothing of scenes, files or the web: it is
handed a deck as mappings and answers with the data classes below, which the layout draws and the check prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from cardgen.engines.studies import Study

#: engine name in game.yaml -> package
ENGINES = {"block-killer": "cardgen.games.block_killer", "blokus": "cardgen.games.blokus"}

Texts = Mapping[str, str]
"""One text a language, by language code: {"zh": ..., "en": ...}."""


@dataclass(frozen=True, slots=True)
class CardData:
    """One row of a deck file: its id, its number of copies and the fields the deck declares."""

    id: str
    copies: int
    fields: Mapping[str, Any]


Decks = Mapping[str, Sequence[CardData]]


@dataclass(frozen=True, slots=True)
class Problem:
    """A deck breaks a rule: the rule's stable code, and where. `card` and `field` are None for a whole deck."""

    code: str
    message: str
    deck: str
    card: str | None = None
    field: str | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class RulesProblem:
    """What cannot be right about a ruleset: the rule's stable code, and where.

    Either `path`, the keys and indexes that lead to it in the ruleset's file, or the card on which it shows.
    """

    code: str
    message: str
    path: tuple[str | int, ...] = ()
    deck: str = ""
    card: str | None = None
    field: str | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar chart as data: for each series its label and one count a column. `about` says what all bars count."""

    title: Texts
    series: Sequence[tuple[Texts, Sequence[int]]]
    about: Texts


@dataclass(frozen=True, slots=True)
class Diagram:
    """A picture of a grid as text, top row first.

    `description` is the picture in words, without its caption; left out, its rows are.

    `.` is an empty cell, `#` a filled one, and any other character the id of the card whose colour and pattern the
    cell takes. `marked` are indexes into `rows` to be shown as about to go. A `closed` grid has an edge all round, as a
    board has; any other is open at the top.

    On a board, cells are (column, row) from the upper left: `points` have the colour and pattern of a card by its id
    as long as they are free; `latest` are those that were filled last. `tried` are the cells of a step in the look of
    `letter` that is `refused`, some of them beside the board, perhaps; `faults` those that it cannot take.
    """

    rows: Sequence[str]
    marked: Sequence[int] = ()
    caption: Texts = field(default_factory=dict)
    description: Texts = field(default_factory=dict)
    closed: bool = False
    points: Mapping[tuple[int, int], str] = field(default_factory=dict)
    latest: Sequence[tuple[int, int]] = ()
    tried: Sequence[tuple[int, int]] = ()
    letter: str = ""
    faults: Sequence[tuple[int, int]] = ()
    refused: bool = False


class Engine(Protocol):
    """What the package of a bundled engine offers.

    A folder `table` may lie in the package: its `table.js` shows the game in the review page (docs/review.md).
    """

    #: a pydantic model, strict and closed, of one ruleset file
    Rules: type[Any]
    #: the code of every Problem -> its short name
    DECK_CODES: Mapping[str, str]
    #: the code of every RulesProblem -> its short name; may be missing, with `check_rules`
    RULES_CODES: Mapping[str, str]
    #: the name of every study of the game's balance -> its module, imported when it is first asked for; may be missing
    STUDIES: Mapping[str, str]

    def check_deck(self, decks: Decks) -> list[Problem]:
        """Every rule that the decks break; an empty list is the proof that they are what they claim to be."""

    def check_rules(self, rules: Any, decks: Decks) -> list[RulesProblem]:
        """What cannot be right about a ruleset with these decks. Only what is certain."""

    def deck_coverage(self, decks: Decks) -> list[Bars]:
        """How the deck covers what it should, as charts."""

    def draw_play(self, text: str, rules: Any) -> list[Diagram]:
        """A play in the game's notation as a strip of pictures. ValueError when it cannot be played."""

    def draw_example(self, text: str, rules: Any) -> Diagram:
        """Steps parted by `;`, whoever's turn it is, the last of them legal or `refused`. ValueError for other faults.

        May be missing.
        """


def load_engine(name: str) -> Engine:
    """The engine called `name` (a key of ENGINES; KeyError for any other). Imported when first asked for."""
    return cast(Engine, import_module(ENGINES[name]))


def study_names(engine: str) -> list[str]:
    """The studies that an engine (a key of ENGINES) offers."""
    return list(getattr(load_engine(engine), "STUDIES", {}))


def load_study(engine: str, name: str) -> Study:
    """The study `name` of an engine, one of its `study_names`. It is a module."""
    return cast("Study", import_module(load_engine(engine).STUDIES[name]))


def solvers() -> dict[str, str]:
    """Engine name -> the solver in use, of the engines that have one: `kernel` for a compiled one, or `python`."""
    found = {name: getattr(load_engine(name), "SOLVER", None) for name in ENGINES}
    return {name: solver for name, solver in found.items() if solver}
