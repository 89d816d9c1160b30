"""The types of a skill as they follow from its effects and groups: what the card prints must be the same (E10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardgen.engines.effects.model import Effect, Phrase
from cardgen.engines.effects.parts import phrases_in
from cardgen.engines.effects.world import GroupKind
from cardgen.games.heroes.vocabulary import SKILL_TYPES

#: What the sentences of a formation ask.
_FORMATIONS = ("besieged(", "line(")
_LORD = "me.role = lord"


def types_of(effects: Sequence[Effect], groups: Sequence[GroupKind] = ()) -> tuple[str, ...]:
    """Return the types of a skill, in the order of the list. A skill of no other type is active.

    It is locked if nobody is ever asked whether to use it.
    """
    found = {group.kind for group in groups if group.kind in SKILL_TYPES}
    found |= {word for effect in effects for word in _types_of(effect)}
    if all(effect.is_locked for effect in effects):
        found.add("locked")
    return tuple(word for word in SKILL_TYPES if word in (found or {"active"}))


def _types_of(effect: Effect) -> Iterator[str]:
    is_once = effect.limit is not None and effect.limit.span == "game"
    if is_once:
        yield "limited"
    if is_once and effect.head == "at once":
        yield "awakening"
    if effect.states:
        yield "switch"
    if effect.hidden:
        yield "hidden"
    texts = [phrase.text for phrase in phrases_in(effect)]
    if any(word in text for text in texts for word in _FORMATIONS):
        yield "formation"
    if any(_LORD in phrase.text for phrase in _conditions(effect)):
        yield "lord"


def _conditions(effect: Effect) -> Iterable[Phrase]:
    return [phrase for phrase in (effect.when_if, effect.condition) if phrase is not None]
