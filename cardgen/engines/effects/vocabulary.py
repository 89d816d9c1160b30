"""The vocabulary of a game: the only list of the names that its effects may use.

It is data, in a ruleset file or in the package of a game. Checks, texts and editors follow from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StringConstraints

from cardgen.engines.data_files import load_written
from cardgen.engines.rulesets import Closed

Word = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=r"^[a-z][a-z0-9-]*$")]
Sentence = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Language = Annotated[str, StringConstraints(min_length=2, max_length=20)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Words = Annotated[tuple[Word, ...], Field(strict=False)]

#: The spans in which uses are counted, the shortest first.
SPANS = ("phase", "stage", "turn", "round", "game")


class AreaKind(Closed):
    """An area: a pile, a hand, a row of slots."""

    of: Literal["player"] | None = None
    hidden: bool = Field(default=False, description="only the owner sees the cards; nobody if nobody owns it")
    works: Words = Field(default=(), description="the heads of effects that work on cards here")
    one: bool = Field(default=False, description="holds one card only")
    slots: Annotated[int, Field(ge=0, le=99)] = 0
    unique: Word | None = Field(default=None, description="an attribute that no two cards here share")
    replaces: bool = Field(
        default=False, description="a card that is put into an occupied place discards what is there"
    )


class AttributeKind(Closed):
    """An attribute of things of one kind."""

    model_config = ConfigDict(serialize_by_alias=True)

    of: Literal["player", "card", "zone", "group", "event"]
    type: Literal["number", "word", "truth", "text", "thing", "list"] = "number"
    words: Words = ()
    at_first: Any = Field(default=None, alias="from", description="the value if none is printed")
    is_: Sentence | None = Field(default=None, alias="is", description="the value as a sentence about the thing")
    least: int | None = None
    most: int | None = None

    def nearest(self, value: Any) -> Any:
        """Return the nearest value within the bounds; what is no number as it is."""
        if isinstance(value, bool) or not isinstance(value, int):
            return value
        value = value if self.least is None else max(self.least, value)
        return value if self.most is None else min(self.most, value)


class EventKind(Closed):
    """An event: its values, its steps in their order, and at each step the value that is its subject."""

    values: Mapping[Word, Word] = {}
    steps: Annotated[tuple[str, ...], Field(strict=False)] = ("before", "DEED", "after")
    subject: Word = "who"
    subjects: Mapping[Word, Word] = {}
    also: Words = Field(default=(), description="this is a name for these events")
    where: Sentence | None = Field(default=None, description="… if this holds of the event")

    def subject_at(self, step: str) -> str:
        """Return the name of the value that is the subject at a step."""
        return self.subjects.get(step, self.subject)


class WindowKind(Closed):
    """When effects with `use` can be used."""

    stage: Word
    whose: Literal["current", "anyone"] = "current"


class MarkKind(Closed):
    """A mark: a number of a thing, 0 at first."""

    of: Literal["player", "card", "zone"] = "player"


class MacroKind(Closed):
    """A verb of the game's own: an effect with parameters. Its first parameter is the verb's argument."""

    model_config = ConfigDict(serialize_by_alias=True)

    with_: Mapping[Word, Literal["value", "set", "word"]] = Field(alias="with")
    do: Any


class GroupShape(Closed):
    """A group as data: players whom a skill brings together, with effects of the skill's owner."""

    kind: Word = Field(description="what it is, such as building or party; the owner is in a party from the beginning")
    members: Annotated[int, Field(ge=1, le=99)] | None = Field(default=None, description="so many at most")
    values: Words = Field(default=(), description="numbers of each member, 0 at first")
    exclusive: Word | None = Field(default=None, description="nobody is in two groups with the same word here")
    ends: Sentence | None = Field(default=None, description="a timing at which all members leave")
    shared: Word | None = Field(default=None, description="effects of the vocabulary that the group has")
    effects: Any = ()


class VerbShape(Closed):
    """A verb that the engine of a game does: the types of its argument and of its other keys."""

    argument: Literal["value", "set", "word", "condition"] = "set"
    keys: Mapping[Word, Literal["value", "set", "word", "condition"]] = {}
    needs: Words = ()


class Bounds(Closed):
    """When a resolution is stopped."""

    events: Annotated[int, Field(ge=1, le=100_000)] = 1000
    depth: Annotated[int, Field(ge=1, le=100)] = 64
    repeats: Annotated[int, Field(ge=1, le=1000)] = 100


class Vocabulary(Closed):
    """All names of a game's effects."""

    areas: Mapping[Word, AreaKind] = {}
    attributes: Mapping[Word, AttributeKind] = {}
    events: Mapping[Word, EventKind] = {}
    stages: Words = ()
    windows: Mapping[Word, WindowKind] = {}
    sets: Mapping[Word, Sentence] = {}
    marks: Mapping[Word, MarkKind] = {}
    macros: Mapping[Word, MacroKind] = {}
    shared: Mapping[Word, Any] = Field(default={}, description="effects that groups may have by a name")
    verbs: Mapping[Word, VerbShape] = Field(default={}, description="verbs that only the game's engine can do")
    order: Words = ("card", "skill", "rule")
    bounds: Bounds = Field(default_factory=Bounds)
    destroy: Word = Field(default="discards", description="the area where destroyed cards go")
    pile: Word = Field(default="deck", description="the area from which cards are drawn")
    hand: Word = "hand"
    discards: Word = "discards"
    rules: Annotated[tuple[Any, ...], Field(strict=False)] = ()
    known: Mapping[Word, Word] = Field(
        default={}, description="names that the game's engine gives a value, and its type: number, truth, card …"
    )
    names: Mapping[Word, Mapping[Language, Name | Mapping[Word, Name]]] = Field(
        default={},
        description="what areas, attributes, stages, effects and answers are called, by language; "
        "or forms of the name: one, other, measure, after, predicate, noun",
    )
    phrases: Mapping[str, Mapping[Language, Name | Mapping[Word, Name]]] = Field(
        default={}, description="key of a phrase of texts -> the phrase by language, in place of cardgen's"
    )

    def __hash__(self) -> int:
        """Rulesets with a vocabulary can be keys, although it has mappings."""
        return hash((*self.areas, *self.attributes, *self.events))

    @cached_property
    def event_kinds(self) -> Mapping[str, EventKind]:
        """All events: those of every game, the game's own, and its stages, each as `stage_event` names it."""
        return {**COMMON_EVENTS, **self.events, **{stage_event(name): STAGE for name in self.stages}}

    def event_called(self, name: str, step: str = "") -> str:
        """Return the event that a timing means by a name: a stage may be called as a verb is, such as draw.

        The stage is meant by its own steps, such as `draw:start`, and by any if no other event has its name.
        """
        is_stage = name in self.stages and (step in ("start", "end") or name not in self.event_kinds)
        return stage_event(name) if is_stage else name

    @property
    def event_names(self) -> list[str]:
        """The names of events in effects."""
        return [*COMMON_EVENTS, *self.events, *self.stages]

    @cached_property
    def aliases(self) -> Mapping[str, tuple[str, ...]]:
        """Event -> the names under which it is known besides."""
        found: dict[str, tuple[str, ...]] = {}
        for name, kind in self.event_kinds.items():
            for event in kind.also:
                found[event] = (*found.get(event, ()), name)
        return found


def stage_event(name: str) -> str:
    return f"stage {name}"


def load_vocabulary(path: Traversable, more: Mapping[str, Any] | None = None) -> Vocabulary:
    """Return the vocabulary in a file of a game's package, with more names. ValueError for a wrong one."""
    merged = dict(load_written(path))
    for name, part in (more or {}).items():
        both = isinstance(part, Mapping) and isinstance(merged.get(name), Mapping)
        merged[name] = {**merged[name], **part} if both else part
    return Vocabulary.model_validate(merged)


def _event(**parts: Any) -> EventKind:
    """Return an event of all games. Nothing of it is validated: an import builds no models."""
    return EventKind.model_construct(**parts)


#: A stage of a turn, which is an event.
STAGE = _event(steps=("start", "before", "DEED", "after", "end"), subject="who")

_MOVED = {"card": "card", "from": "zone", "to": "zone", "who": "player", "by": "player"}

#: The events of all games: those of the common verbs, and of the course of a game.
COMMON_EVENTS: Mapping[str, EventKind] = {
    **{name: _event(values=_MOVED) for name in ("draw", "discard", "give", "take", "move", "create", "destroy")},
    **{name: _event(values={"cards": "cards", "who": "player"}) for name in ("show", "look", "arrange", "shuffle")},
    "damage": _event(
        values={"amount": "number", "to": "player", "from": "player", "element": "word"},
        steps=("before", "DEED", "after"),
        subject="to",
    ),
    "recover": _event(values={"amount": "number", "who": "player"}),
    "lose": _event(values={"amount": "number", "who": "player"}),
    "turn": _event(values={"card": "thing", "to": "word"}, subject="card"),
    "mark": _event(values={"mark": "word", "of": "thing", "amount": "number"}, subject="of"),
    "set": _event(values={"attribute": "word", "of": "thing", "value": "thing"}, subject="of"),
    "swap": _event(values={"from": "zone", "to": "zone"}),
    "pay": _event(values={"amount": "number", "who": "player"}),
    "use": _event(
        values={"card": "card", "user": "player", "target": "player", "name": "word"},
        steps=("before", "using", "DEED", "after"),
        subject="user",
    ),
    "play": _event(values={"card": "card", "who": "player", "name": "word"}),
    "judge": _event(
        values={"card": "card", "who": "player"}, steps=("before", "shown", "DEED", "after"), subject="who"
    ),
    "compete": _event(values={"from": "player", "to": "player"}, subject="from"),
    "die": _event(values={"who": "player", "from": "player"}),
    **{name: _event(values={"who": "player"}) for name in ("turn-start", "turn-end", "round", "game", "skill")},
}
