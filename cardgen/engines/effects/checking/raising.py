"""What steps raise and change: events, attributes, where cards come to lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from cardgen.engines.effects.checking.names import GameNames, steps_of
from cardgen.engines.effects.model import Effect, Phrase, Step
from cardgen.engines.effects.parts import inner_steps, words_in
from cardgen.engines.effects.reading import load_macros

#: Verbs that raise other events than the one of their name.
_RAISES: Mapping[str, tuple[str, ...]] = {
    "pay": ("pay", "set"),
    "swap": ("swap", "set"),
    "compete": ("compete", "discard"),
    "judge": ("judge", "discard"),
    "use-card": ("use", "discard"),
    "damage": ("damage", "dying", "die"),
    "lose": ("lose", "dying", "die"),
    "play": ("play",),
}
_CHANGES: Mapping[str, tuple[str, ...]] = {
    "damage": ("hp",),
    "recover": ("hp",),
    "lose": ("hp",),
    "turn": ("face", "chained", "turned"),
}


class Raising:
    """What the effects of a game raise and change."""

    def __init__(self, names: GameNames) -> None:
        self.names = names

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """All effects, also those inside of others."""
        return tuple(
            inner for source in self.names.sources for effect in source.effects for inner in with_inner(effect)
        )

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """All steps of the effects, of the beginning and of macros."""
        try:
            macros = [step for macro in load_macros(self.names.vocabulary).values() for step in inner_steps(macro.do)]
        except ValueError:
            macros = []
        return (*(step for source in self.names.sources for step in steps_of(source)), *macros)

    @cached_property
    def changed(self) -> frozenset[str]:
        """The attributes that some effect changes."""
        changed = {name for step in self.steps for name in changes_of(step)}
        return frozenset(changed | {change.attribute for effect in self.effects for change in effect.changes})

    @cached_property
    def raised(self) -> frozenset[str] | None:
        """The events that happen; None if that is not known."""
        if self.names.facts.raised is None:
            return None
        vocabulary = self.names.vocabulary
        found = {*self.names.facts.raised, *(name for name in vocabulary.event_kinds if name.startswith("stage "))}
        found |= {event for step in self.steps for event in raises_of(step)}
        if any(effect.head == "use" for effect in self.effects):
            found |= {"use", "skill", "discard"}
        for name, kind in vocabulary.event_kinds.items():
            if found & set(kind.also):
                found.add(name)
        return frozenset(found)

    @cached_property
    def places(self) -> frozenset[str] | None:
        """The areas where cards come to lie; None if that is not known."""
        if self.names.facts.starts is None:
            return None
        vocabulary = self.names.vocabulary
        found = {*self.names.facts.starts, vocabulary.hand, vocabulary.discards}
        for step in self.steps:
            for value in (step.keys.get("to"), *(step.argument if step.verb == "swap" else ())):
                if isinstance(value, Phrase):
                    found |= words_in(value.node)
            found |= {vocabulary.destroy} if step.verb == "destroy" else set()
        return frozenset(found)


def with_inner(effect: Effect) -> Iterator[Effect]:
    """Yield an effect and those inside of it."""
    yield effect
    for grant in effect.grants:
        yield from with_inner(grant.effect)
    for steps in (effect.cost, effect.do, effect.otherwise):
        for step in inner_steps(steps):
            if isinstance(step.argument, Effect):
                yield from with_inner(step.argument)


def raises_of(step: Step) -> tuple[str, ...]:
    """Return the events that a step may raise."""
    if step.verb == "set" and isinstance(step.keys.get("of"), Phrase) and step.keys["of"].text == "event":
        return ()
    return _RAISES.get(step.verb, (step.verb,))


def changes_of(step: Step) -> tuple[str, ...]:
    """Return the attributes that a step changes."""
    if step.verb in ("set", "mark"):
        return (step.argument,)
    if step.verb in ("pay", "swap"):
        name = step.keys.get("of" if step.verb == "pay" else "value")
        return (name,) if isinstance(name, str) else ()
    return _CHANGES.get(step.verb, ())
