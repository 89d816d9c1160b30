"""Effects as frozen data: what `reading` makes of mappings, and a `Resolution` does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from cardgen.base.records import dataclass, field
from cardgen.base.sentences.syntax import Node

#: Where a part of an effect is in its file: the keys and indexes that lead to it.
Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """A sentence of an effect: a value, a condition or a set, with its place."""

    text: str
    node: Node
    path: Path = ()


@dataclass(frozen=True, slots=True, eq=False)
class Timing:
    """A step of an event. `of` is the set that its subject must be in, None for any; `where` is about the event."""

    event: str
    step: str
    of: Phrase | None = None
    where: Phrase | None = None


@dataclass(frozen=True, slots=True, eq=False)
class EventFilter:
    """Events of one kind: with a subject in a set, and for which a condition holds."""

    event: str
    of: Phrase | None = None
    where: Phrase | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """How often an effect may be used in a span; for each value of a chosen name `per` if there is one."""

    most: Phrase
    span: str
    per: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """What is chosen under a name: from a set, from words (`options`) or from numbers (`low` to `high`)."""

    name: str
    source: Phrase | None = None
    options: tuple[str, ...] = ()
    low: Phrase | None = None
    high: Phrase | None = None
    least: Phrase | None = None
    most: Phrase | Literal["all"] | None = None
    single: bool = True
    by: Phrase | None = None
    condition: Phrase | None = None
    random: bool = False
    secret: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A verb or a block with its argument and its other keys, each as the vocabulary of verbs says."""

    verb: str
    argument: Any
    keys: Mapping[str, Any] = field(default_factory=dict)
    condition: Phrase | None = None
    then: tuple[Step, ...] = ()
    otherwise: tuple[Step, ...] = ()
    name: str = ""
    path: Path = ()


Steps: TypeAlias = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Macro:
    """A verb of the game's own: its parameters and what it does."""

    parameters: tuple[str, ...]
    do: Steps


ChangeKind: TypeAlias = Literal["to", "add", "times", "least", "most", "include", "exclude"]
"""How an attribute changes, in the order in which changes are made."""


@dataclass(frozen=True, slots=True, eq=False)
class AttributeChange:
    """A part of `modify`: an attribute of the things of a set, and how it changes."""

    attribute: str
    of: Phrase
    kind: ChangeKind
    value: Phrase


@dataclass(frozen=True, slots=True, eq=False)
class Allowance:
    """A part of `allow`: what may be done although a limit of the rules forbids it."""

    act: EventFilter
    ignoring: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Grant:
    """A part of `grant`: an effect that the things of a set have while this one holds."""

    effect: Effect
    to: Phrase


Head: TypeAlias = Literal["when", "at once", "use", "while", "instead", "as"]


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """An effect of a card, a skill, a group or the rules. `key` tells it from all others of the game."""

    key: str
    head: Head
    id: str = ""
    text: Any = None
    areas: tuple[str, ...] = ()
    hidden: bool = False
    states: tuple[str, ...] = ()
    stages: int = 0
    timings: tuple[Timing, ...] = ()
    window: str = ""
    condition: Phrase | None = None
    replaced: EventFilter | None = None
    as_names: tuple[str, ...] = ()
    cards: Phrase | None = None
    number: Phrase | None = None
    together: Phrase | None = None
    lets: tuple[tuple[str, Phrase], ...] = ()
    when_if: Phrase | None = None
    may: Phrase | Literal[True] | None = None
    limit: Limit | None = None
    choices: tuple[Choice, ...] = ()
    cost: Steps = ()
    do: Steps = ()
    otherwise: Steps = ()
    changes: tuple[AttributeChange, ...] = ()
    forbids: tuple[EventFilter, ...] = ()
    allows: tuple[Allowance, ...] = ()
    grants: tuple[Grant, ...] = ()
    path: Path = ()

    @property
    def is_locked(self) -> bool:
        """True if it happens by itself: nobody is asked whether."""
        return self.head in ("when", "at once", "while", "instead") and self.may is None
