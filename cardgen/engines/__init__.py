"""Data that a rules engine receives and returns. `capabilities` lists what an engine can do, `registry` finds engines.

An engine is plain functions over frozen data: it receives a deck as mappings and returns the data classes below. The
layout draws them and the check prints them. docs/extending.md explains how to write one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from cardgen.base.records import dataclass, field

Engine: TypeAlias = object
"""Any object that offers some of `cardgen.engines.capabilities`."""

Ruleset: TypeAlias = Any
"""A ruleset as the engine's own model. The rest of cardgen passes it on and never reads it."""

Texts = Mapping[str, str]
"""A text in several languages, by language code: {"zh": ..., "en": ...}."""


@dataclass(frozen=True, slots=True)
class CardData:
    """A card of a deck: its id, its number of copies and the fields that the deck declares."""

    id: str
    copies: int
    fields: Mapping[str, Any]


Decks = Mapping[str, Sequence[CardData]]
"""The cards of each deck of a game, by the name of the deck."""


@dataclass(frozen=True, slots=True, eq=False)
class GameContent:
    """What a game's files give to its engine: the rulesets by name, and the cards of the decks that are for tables.

    They are the only cards that an engine plays with. It has none of its own. No two are equal.
    """

    rulesets: Mapping[str, Ruleset]
    decks: Decks


#: The content of a game whose engine needs none.
NO_CONTENT = GameContent({}, {})


@dataclass(frozen=True, slots=True)
class Problem:
    """A rule that a deck breaks: the rule's stable code, and where. `card` and `field` are None for a whole deck.

    No game is played with a deck that has a problem, unless the engine can play it as it is: then `stops_play` is
    False.
    """

    code: str
    message: str
    deck: str
    card: str | None = None
    field: str | None = None
    hint: str = ""
    stops_play: bool = True


@dataclass(frozen=True, slots=True)
class RulesProblem:
    """A mistake in a ruleset: the stable code of the rule that it breaks, and where.

    The place is `path`: the keys and indexes that lead to it in the ruleset's file, or from a card's field if there is
    a card. `at` is a character of the sentence there. `stops_play` is True if a game by this ruleset would be played
    with other cards than those of the decks. A `warning` does not stop a build.
    """

    code: str
    message: str
    path: tuple[str | int, ...] = ()
    deck: str = ""
    card: str | None = None
    field: str | None = None
    hint: str = ""
    stops_play: bool = False
    at: int = 0
    severity: Literal["error", "warning"] = "error"


@dataclass(frozen=True, slots=True)
class PositionProblem:
    """Why a position or the log of a game is wrong, in several languages, and the line from 1, if it is about one."""

    message: Texts
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar chart as data: each series has a label and one count a column. `about` names what all bars count."""

    title: Texts
    series: Sequence[tuple[Texts, Sequence[int]]]
    about: Texts


@dataclass(frozen=True, slots=True)
class Diagram:
    """A picture of a grid as text, top row first.

    `description` is the picture in words, without its caption; if it is empty, the rows are.

    `.` is an empty cell, `#` a filled one, and any other character the id of the card whose colour and pattern fill the
    cell. `marked` are indexes of the rows to highlight. A `closed` grid has a border on all sides, as a board has; any
    other grid is open at the top.

    On a board, cells are (column, row) from the upper left. `points` maps cells that are still free to the id of the
    card whose colour and pattern they take. `latest` are the cells filled last. `tried` are the cells of a step of
    `letter` that is `refused`; some of them may lie beside the board. `faults` are the cells that the step cannot take.
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
