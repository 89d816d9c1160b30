"""What a site has for its tables."""

from __future__ import annotations

from typing import TypeAlias, TypedDict


class EngineSource(TypedDict):
    """The rules engine of a page that has one: the module and the attribute that hold it.

    `content` are the rulesets and the decks that it plays with.
    """

    module: str
    attribute: str
    content: dict[str, object]


class FreeData(EngineSource):
    """What answers for the free table, its set-ups by the number of players, and the pictures of boards by name."""

    setups: dict[str, object]
    pictures: dict[str, str]


Texts: TypeAlias = dict[str, str]


class TermData(TypedDict):
    """A term of the glossary: the ways in which it is written in each language, its name first, and what it means."""

    id: str
    written: dict[str, list[str]]
    texts: Texts


class LessonStepData(TypedDict):
    """A step of a lesson. `attempts` are the turns that count as done, `any` says that all do; `then` follow them."""

    say: Texts
    look: list[str]
    attempts: list[object]
    any: bool
    then: list[object]
    open: Texts | None


class LessonData(TypedDict):
    """A guided first game: its ruleset, its request and its state, the seat of the person of how many."""

    rules: str
    begin: dict[str, object]
    seats: int
    state: dict[str, object]
    seat: int
    steps: list[LessonStepData]


class LearnData(TypedDict):
    """What a person learns the game with: by language the chapters of the rulebook as anchors and titles."""

    books: dict[str, list[tuple[str, str]]]
    terms: list[TermData]
    lesson: LessonData | None
