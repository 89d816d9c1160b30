"""What names mean before anything is played: attributes of things, values of events, sets, functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from cardgen.base.records import dataclass, field
from cardgen.base.values import number_in
from cardgen.engines.effects.checking.sources import EffectSource, GameFacts
from cardgen.engines.effects.checking.types import (
    ANY,
    CARD,
    NUMBER,
    PLAYER,
    THINGS,
    TRUTH,
    WORD,
    ZONE,
    Type,
    named_type,
)
from cardgen.engines.effects.model import Step
from cardgen.engines.effects.parts import effect_steps, inner_steps
from cardgen.engines.effects.vocabulary import Vocabulary

_FACES = ("up", "down", "sideways", "over")
_OF_PLAYERS = {"next": PLAYER, "previous": PLAYER, "neighbours": PLAYER, "alive": TRUTH, "seat": NUMBER}
_OF_CARDS = {"place": ZONE, "zone": ZONE, "owner": PLAYER, "converted": TRUTH, "virtual": TRUTH}
_OF_ZONES = {"owner": PLAYER, "cards": CARD, "card": CARD, "number": NUMBER}
_OF_GROUPS = {"members": PLAYER, "owner": PLAYER, "name": WORD, "kind": WORD}
_FREE: Mapping[str, Type] = {
    **dict.fromkeys(("me", "current", "players", "others", "allies", "enemies", "anyone"), PLAYER),
    "this": ANY,
    "here": ANY,
    "bearer": ANY,
    "group": ANY,
    "card": CARD,
    "stage": ANY,
    "round": NUMBER,
    "none": ANY,
}


@dataclass(frozen=True, slots=True)
class Scope:
    """What the names of a sentence mean: chosen ones, those of the event, and of the element of a `where`.

    `event` is None where no event is resolved. `words` are those that the other side of a comparison can be.
    """

    names: Mapping[str, Type] = field(default_factory=dict)
    element: Type | None = None
    event: Type | None = None
    words: tuple[str, ...] = ()
    is_word: bool = False

    def at(self, element: Type) -> Scope:
        """Return the scope of a condition about an element."""
        return Scope(self.names, element, self.event)

    def with_names(self, **names: Type) -> Scope:
        """Return a scope with more names."""
        return Scope({**self.names, **names}, self.element, self.event, self.words, self.is_word)


class GameNames:
    """The names of a game, by its vocabulary, its cards and its effects."""

    def __init__(self, vocabulary: Vocabulary, sources: Sequence[EffectSource], facts: GameFacts) -> None:
        self.vocabulary, self.sources, self.facts = vocabulary, sources, facts

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The names of the cards, with the areas: what `name` can be. Empty if there are no cards."""
        names = [source.name for source in self.sources if source.values is not None]
        return (*names, *self.vocabulary.areas) if names else ()

    @cached_property
    def fields(self) -> Mapping[str, Type]:
        """The values that are printed on cards, by their names."""
        found: dict[str, list[object]] = {}
        for source in self.sources:
            for name, value in (source.values or {}).items():
                found.setdefault(name, []).append(value)
        return {
            name: NUMBER if all(not isinstance(v, str) and number_in(v) is not None for v in values) else ANY
            for name, values in found.items()
        }

    @cached_property
    def notes(self) -> frozenset[str]:
        """The names that steps remember values under."""
        return frozenset(
            name
            for source in self.sources
            for step in steps_of(source)
            if step.verb in ("note", "set")
            for name in [step.argument]
            if step.verb == "note" or name not in self.vocabulary.attributes
        )

    @cached_property
    def unique_words(self) -> frozenset[str]:
        """The words of attributes that no two cards of an area share, such as `weapon`."""
        kinds = (self.vocabulary.attributes.get(area.unique or "") for area in self.vocabulary.areas.values())
        return frozenset(word for kind in kinds if kind is not None for word in kind.words)

    # ---------------------------------------------------------------- attributes

    def attribute(self, of: Type, name: str) -> Type | None:
        """Return the type of an attribute of things of a type; None if nothing of the type has it."""
        if not of.kinds or not of.kinds & {*THINGS, "event"}:
            return ANY
        found = [self._attribute(kind, of, name) for kind in sorted(of.kinds)]
        known = [one for one in found if one is not None]
        return None if not known else known[0] if len(known) == 1 else ANY

    def _attribute(self, kind: str, of: Type, name: str) -> Type | None:
        if kind == "event":
            return self._of_event(of, name)
        if kind not in THINGS:
            return None
        vocabulary = self.vocabulary
        if name in vocabulary.known:
            return named_type(vocabulary.known[name])
        declared = vocabulary.attributes.get(name)
        if declared is not None and declared.of == kind:
            return (
                ANY
                if declared.is_ is not None and declared.type == "number"
                else named_type(declared.type, declared.words)
            )
        if name in vocabulary.marks:
            return NUMBER
        if name in self.notes:
            return ANY
        if name == "face":
            return named_type("word", _FACES)
        if kind == "player":
            return (
                ZONE if self._is_area_of_players(name) else CARD if name in self.unique_words else _OF_PLAYERS.get(name)
            )
        if kind == "card":
            return named_type("word", self.cards) if name == "name" else _OF_CARDS.get(name) or self.fields.get(name)
        if kind == "zone":
            return named_type("word", tuple(vocabulary.areas)) if name == "name" else _OF_ZONES.get(name)
        return _OF_GROUPS.get(name, ANY)

    def _is_area_of_players(self, name: str) -> bool:
        area = self.vocabulary.areas.get(name)
        return area is not None and area.of == "player"

    def _of_event(self, of: Type, name: str) -> Type | None:
        if name in ("name", "step"):
            return WORD
        types = [self.event_values(event).get(name) for event in of.events]
        known = [one for one in types if one is not None]
        return None if not known else known[0] if len(known) == 1 else ANY

    def event_values(self, event: str) -> Mapping[str, Type]:
        """Return the values of an event, with those of the events that it is another name of."""
        kind = self.vocabulary.event_kinds[event]
        values = {name: named_type(value) for name, value in kind.values.items()}
        for other in kind.also:
            if other in self.vocabulary.event_kinds:
                values = {**self.event_values(other), **values}
        if event not in self.vocabulary.events:  # a stage, or an event of all games
            values.setdefault("who", PLAYER)
        return values

    def values_of(self, event: Type) -> list[str]:
        """Return the names of the values of an event."""
        return sorted({name for one in event.events for name in self.event_values(one)})

    def words_of(self, attribute: str) -> tuple[str, ...]:
        """Return the words that an attribute can be; none if that is open."""
        if attribute == "name":
            return self.cards
        declared = self.vocabulary.attributes.get(attribute)
        if attribute == "face":
            return _FACES
        return declared.words if declared is not None else ()

    # ---------------------------------------------------------------- names by themselves

    def free(self, name: str) -> Type | None:
        """Return the type of a name by itself; None for a name that nothing has."""
        vocabulary = self.vocabulary
        if name in vocabulary.known:
            return named_type(vocabulary.known[name])
        area = vocabulary.areas.get(name)
        if area is not None:
            return ZONE if area.of is None else CARD
        if name in vocabulary.sets or name in self.facts.names:
            return ANY
        return _FREE.get(name)

    def all_free(self) -> list[str]:
        """Return the names that a sentence may begin with."""
        vocabulary = self.vocabulary
        return [*_FREE, *vocabulary.areas, *vocabulary.sets, *vocabulary.known, *self.facts.names, "event"]

    def attributes_of(self, of: Type) -> list[str]:
        """Return the names of the attributes of things of a type."""
        vocabulary, names = self.vocabulary, [*self.vocabulary.known, *self.vocabulary.marks]
        names += [name for name, kind in vocabulary.attributes.items() if kind.of in of.kinds]
        for kind, own in (("player", _OF_PLAYERS), ("card", _OF_CARDS), ("zone", _OF_ZONES), ("group", _OF_GROUPS)):
            names += own if kind in of.kinds else ()
        if "player" in of.kinds:
            names += [*filter(self._is_area_of_players, vocabulary.areas), *self.unique_words]
        if "card" in of.kinds:
            names += ["name", "face", *self.fields]
        return names + (self.values_of(of) if "event" in of.kinds else [])


def steps_of(source: EffectSource) -> Iterable[Step]:
    """Yield all steps of a source, those inside of others and of inner effects too."""
    yield from inner_steps(source.steps)
    for effect in source.effects:
        yield from effect_steps(effect)
